# bash completion for baghchal

_baghchal()
{
    local current=${COMP_WORDS[COMP_CWORD]}

    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--help --version' -- "$current")
    fi
}

complete -o default -F _baghchal baghchal
