#!/usr/bin/env bash
#
# documented_commands_test.sh PROGRAM ROOT
#
# Every command that `baghchal --help` lists answers --help itself, has its section in the manual page, and is
# completed by bash; and every option that a command's --help names is in the manual page and in the completion.

set -euo pipefail

program=$1
root=$2
manual=$root/man/baghchal.1

failures=0
fail() {
    printf '%s\n' "$1"
    failures=$((failures + 1))
}

# The list follows the line "Commands:": two spaces, the name, its description.
mapfile -t commands < <("$program" --help | awk '/^Commands:/ { inside = 1; next } /^[^ ]/ { inside = 0 } inside && /^  [a-z]/ { print $1 }')
[[ ${#commands[@]} -gt 0 ]] || fail "baghchal --help lists no command under \"Commands:\""

# Whether bash offers WORD after the words that follow, the last of them unfinished.
# shellcheck source=/dev/null
source "$root/completion/baghchal.bash"
offers() {
    local wanted=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _baghchal
    grep -qx -e "$wanted" <<<"$(printf '%s\n' "${COMPREPLY[@]}")"
}

# In the manual page options are written as .Fl -json
manual_options=$(grep -oE 'Fl -[a-z][a-z-]*' "$manual" | sed 's/^Fl -/--/' | sort -u)

for command in "${commands[@]}"; do
    grep -qE "^\.(Nm|Cm|It Cm|Ss|It Nm)( baghchal)? $command\b" "$manual" || fail "$command: not in the manual page"
    offers "$command" baghchal "" || fail "$command: not completed"
    if ! help=$("$program" "$command" --help); then
        fail "$command: --help fails"
        continue
    fi
    # What help says is about the whole program.
    [[ $command != help ]] || continue
    while read -r option; do
        grep -qx -e "$option" <<<"$manual_options" || fail "$command: $option is not in the manual page"
        offers "$option" baghchal "$command" "$option" || fail "$command: $option is not completed"
    done < <(grep -oE '(^|[ [|])--[a-z][a-z-]*' <<<"$help" | grep -oE -e '--[a-z-]+' | sort -u)
done

printf '%d commands, %d failures\n' "${#commands[@]}" "$failures"
[[ $failures -eq 0 ]]
