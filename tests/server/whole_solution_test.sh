#!/usr/bin/env bash
#
# whole_solution_test.sh PROGRAM ROOT [OPENAPI_TEST]
#
# A server with an empty folder makes the standard solution by itself, at the lowest priority, while it serves: values of the movement phase
# appear first, then those of every position, and the level `perfect` plays by them. Takes a minute or more and 3.5 GiB of memory.

set -euo pipefail

program=$1
folder=$(mktemp -d)
server=
cleanup() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT

fail() {
    printf '%s\n' "$1" >&2
    cat "$folder/log" >&2
    exit 1
}

"$program" serve --port 0 --data "$folder/data" --solutions "$folder/solutions" --threads 1 >"$folder/address" 2>"$folder/log" &
server=$!
for _ in {1..100}; do
    [[ ! -s $folder/address ]] || break
    sleep 0.1
done
address=$(grep -oE 'http://[0-9.:]+' "$folder/address") || fail "the server did not start"

# wait_for QUERY SECONDS: until the values of a position are there.
wait_for() {
    for ((i = 0; i < $2; i++)); do
        [[ $(curl --silent --max-time 10 "$address/api/v1/values?$1") != *'"result"'* ]] || return 0
        curl --silent --fail --max-time 10 --output "$folder/ready" "$address/ready" || fail "the server is not ready while it solves"
        sleep 1
    done
    fail "no values for $1"
}
wait_for 'position=T3T/GGGGG/GGGGG/GGGGG/TGGGT+g+0+2+0+41' 900
wait_for 'rules=nepal' 1800
grep -q '"event":"solution made","part":"whole"' "$folder/log" || fail "the log does not tell"
[[ $(curl --silent "$address/api/v1/server") == *'"placement":true'* ]] || fail "the server does not name the solution"

# From a position that the tigers win, `perfect` wins as the goats play on.
made=$(curl --silent -H 'Content-Type: application/json' -d '{"opponent":"computer","level":"perfect","side":"goats"}' "$address/api/v1/tables")
id=$(grep -oE '"id":"[0-9a-z]{12}"' <<<"$made" | cut -d '"' -f 4)
secret=$(grep -oE '"secret":"[^"]*"' <<<"$made" | cut -d '"' -f 4)
line=
for ply in 0 2 4 6; do
    legal=$(curl --silent "$address/api/v1/tables/$id" | grep -oE '"legal":\["[^"]*"' | cut -d '"' -f 4)
    curl --silent -H "Authorization: Bearer $secret" -H 'Content-Type: application/json' -d "{\"ply\":$ply,\"move\":\"$legal\"}" \
        "$address/api/v1/tables/$id/moves" >/dev/null
    for _ in {1..100}; do
        line=$(curl --silent "$address/api/v1/tables/$id")
        [[ $line != *"\"ply\":$((ply + 2)),"* ]] || break
        sleep 0.1
    done
    [[ $line == *"\"ply\":$((ply + 2)),"* ]] || fail "perfect did not answer turn $ply: $line"
done

# Each move of the computer kept the value of its turn.
mapfile -t moves < <(grep -oE '"moves":\[[^]]*\]' <<<"$line" | grep -oE '[a-e][1-5][-x0-9a-e]*')
for ply in 1 3 5 7; do
    before=$(IFS=,; printf '%s' "${moves[*]:0:ply}")
    values=$(curl --silent "$address/api/v1/values?moves=$before")
    best=$(grep -oE '"result":"[^"]*"' <<<"$values" | head -n 1)
    grep -q "{\"move\":\"${moves[ply]}\",$best" <<<"$values" || fail "turn $ply lost value: ${moves[ply]} in $values"
done

# Values are as docs/openapi.yaml says.
[[ -z ${3-} ]] || BAGHCHAL_TEST_SOLUTIONS=$folder/solutions "$3" || fail "values are not as described"

kill -TERM "$server"
wait "$server" || fail "the server did not end in order"
server=
printf 'the solution was made while serving, and perfect plays by it\n'
