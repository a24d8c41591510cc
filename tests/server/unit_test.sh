#!/usr/bin/env bash
#
# unit_test.sh PROGRAM ROOT
#
# systemd finds no fault with the unit of docs/hosting, and the program takes the settings that stand beside it.

set -euo pipefail

program=$(realpath "$1")
root=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

sed "s|/usr/local/bin/baghchal|$program|" "$root/docs/hosting/baghchal.service" >"$folder/baghchal.service"
systemd-analyze --man=no verify "$folder/baghchal.service" 2>&1 | tee "$folder/said"
[[ ! -s $folder/said ]]

# The command of the unit, with the paths and the port of this test.
command=$(sed -n 's/^ExecStart=//p' "$folder/baghchal.service")
sed 's/^#* *port *=.*//' "$root/docs/hosting/baghchal.conf" >"$folder/baghchal.conf"
BAGHCHAL_DATA=$folder/data BAGHCHAL_SOLUTIONS=$folder/solutions BAGHCHAL_PORT=0 BAGHCHAL_SOLVE=no \
    ${command/\/etc\/baghchal.conf/$folder/baghchal.conf} >"$folder/address" 2>"$folder/log" &
server=$!
for _ in {1..100}; do
    [[ ! -s $folder/address ]] || break
    sleep 0.1
done
cat "$folder/log" >&2
grep -q 'is served at' "$folder/address"
kill -TERM "$server"
wait "$server"
printf 'the unit is in order\n'
