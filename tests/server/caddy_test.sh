#!/usr/bin/env bash
#
# caddy_test.sh PROGRAM ROOT
#
# Runs Debian's Caddy with the example of docs/hosting/Caddyfile, on other ports and with a certificate authority of its own, before a server of
# ours, and asks through it for the page's API, a table, a WebSocket and a stream.

set -euo pipefail

program=$1
root=$2
folder=$(mktemp -d)
server=
caddy=
cleanup() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    [[ -z $caddy ]] || kill "$caddy" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT

fail() {
    printf '%s\n' "$1" >&2
    cat "$folder/caddy.log" "$folder/log" >&2 || true
    exit 1
}

# shellcheck source=tests/server/behind_proxy.sh
. "$(dirname "${BASH_SOURCE[0]}")/behind_proxy.sh"
plain=$(port)
secure=$(port)
site=https://play.example.org:$secure
start_server "$site"

# Global options go before the site; the site itself is the example's.
{
    printf '{\n\tadmin off\n\thttp_port %s\n\thttps_port %s\n\tdefault_bind 127.0.0.1\n\tlocal_certs\n' "$plain" "$secure"
    printf '\tskip_install_trust\n\tstorage file_system %s/caddy\n}\n' "$folder"
    sed "s|127.0.0.1:8080|127.0.0.1:$backend|" "$root/docs/hosting/Caddyfile"
} >"$folder/Caddyfile"
HOME=$folder caddy run --config "$folder/Caddyfile" --adapter caddyfile >"$folder/caddy.log" 2>&1 &
caddy=$!

authority=$folder/caddy/pki/authorities/local/root.crt
ask() {
    curl --silent --show-error --max-time 20 --cacert "$authority" --resolve "play.example.org:$secure:127.0.0.1" "$@"
}
for _ in {1..150}; do
    [[ ! -s $authority ]] || ! ask --output "$folder/health" "$site/health" 2>"$folder/curl.log" || break
    sleep 0.2
done

[[ $(ask "$site/health") == '{"status":"ok"}' ]] || fail "no health through Caddy"
[[ $(curl --silent --max-time 20 --output /dev/null --write-out '%{http_code}' -H 'Host: play.example.org' "http://127.0.0.1:$plain/t/x") == 308 ]] ||
    fail "plain HTTP is not sent on"
[[ $(ask --output "$folder/metrics" --write-out '%{http_code}' "$site/metrics") == 404 ]] || fail "the metrics are open to all"

# A page of this site may act, one of another may not.
made=$(ask -H "Origin: $site" -H 'Content-Type: application/json' -d '{"side":"goats"}' "$site/api/v1/tables")
id=$(grep -oE '"id":"[0-9a-z]{12}"' <<<"$made" | cut -d '"' -f 4) || fail "no table: $made"
[[ $(ask -H 'Origin: https://evil-example.org' -H 'Content-Type: application/json' -d '{}' --output "$folder/refused" --write-out '%{http_code}' \
    "$site/api/v1/tables") == 403 ]] || fail "a foreign origin passed"

# The WebSocket's handshake; curl then waits for more, which is not the point.
shaken=$(ask --http1.1 --include --no-buffer --max-time 2 -H "Origin: $site" -H 'Connection: Upgrade' -H 'Upgrade: websocket' \
    -H 'Sec-WebSocket-Version: 13' -H 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' "$site/api/v1/tables/$id/socket" 2>/dev/null |
    head -c 600 | tr -d '\0') || true
grep -q '101 Switching' <<<"$shaken" || fail "no WebSocket: $shaken"
grep -qi 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=' <<<"$shaken" || fail "the handshake is wrong: $shaken"

# A stream comes line by line, not when it ends.
line=$(ask --no-buffer --max-time 2 "$site/api/v1/tables/$id/stream" 2>/dev/null | head -n 1) || true
grep -q '"type":"state"' <<<"$line" || fail "no stream: $line"
printf 'Caddy passes on requests, WebSockets and streams\n'
