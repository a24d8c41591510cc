#!/usr/bin/env bash
#
# bot_test.sh PROGRAM ROOT
#
# The example bot of docs/bot/ plays a whole game against the computer, on each side.

set -euo pipefail

program=$1
root=$2
folder=$(mktemp -d)
server=
cleanup() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT

"$program" serve --port 0 --data "$folder/data" --solve no >"$folder/address" 2>"$folder/log" &
server=$!
for _ in {1..100}; do
    [[ ! -s $folder/address ]] || break
    sleep 0.1
done
address=$(grep -oE 'http://[0-9.:]+' "$folder/address")

for side in goats tigers; do
    python3 "$root/docs/bot/bot.py" --server "$address" --level 1 --side "$side" >"$folder/game"
    tail -n 1 "$folder/game"
    tail -n 1 "$folder/game" | grep -qE '^(1-0|0-1|1/2-1/2) \([a-z]+\) after [0-9]+ turns$'
done
