#!/usr/bin/env bash
#
# nginx_test.sh PROGRAM ROOT
#
# Runs Debian's nginx with the example of docs/hosting/nginx.conf, on other ports and with a certificate of its own, before a server of ours, and asks
# through it for the page's API, a table, a WebSocket and a stream.

set -euo pipefail

program=$1
root=$2
folder=$(mktemp -d)
server=
cleanup() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    [[ ! -f $folder/nginx.pid ]] || kill "$(<"$folder/nginx.pid")" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT

fail() {
    printf '%s\n' "$1" >&2
    cat "$folder/error.log" "$folder/log" >&2 || true
    exit 1
}

# shellcheck source=tests/server/behind_proxy.sh
. "$(dirname "${BASH_SOURCE[0]}")/behind_proxy.sh"
plain=$(port)
secure=$(port)
site=https://play.example.org:$secure
start_server "$site"

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example.org -keyout "$folder/key.pem" \
    -out "$folder/certificate.pem" 2>/dev/null
sed -e "s|127.0.0.1:8080|127.0.0.1:$backend|" -e "/listen \[::\]/d" -e "s|listen 80;|listen 127.0.0.1:$plain;|" \
    -e "s|listen 443 ssl|listen 127.0.0.1:$secure ssl|" -e "s|/etc/letsencrypt/live/play.example.org/fullchain.pem|$folder/certificate.pem|" \
    -e "s|/etc/letsencrypt/live/play.example.org/privkey.pem|$folder/key.pem|" "$root/docs/hosting/nginx.conf" >"$folder/site.conf"
cat >"$folder/nginx.conf" <<CONFIGURATION
pid $folder/nginx.pid;
error_log $folder/error.log;
worker_processes 1;
events { }
http {
    access_log off;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    include $folder/site.conf;
}
CONFIGURATION
: >"$folder/error.log"
nginx -c "$folder/nginx.conf" -e "$folder/error.log" || fail "nginx did not start"

ask() {
    curl --silent --show-error --max-time 20 --cacert "$folder/certificate.pem" --resolve "play.example.org:$secure:127.0.0.1" "$@"
}

[[ $(ask "$site/health") == '{"status":"ok"}' ]] || fail "no health through nginx"
[[ $(curl --silent --max-time 20 --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$plain/t/x") == 301 ]] ||
    fail "plain HTTP is not sent on"

# A page of this site may act, one of another may not.
made=$(ask -H "Origin: $site" -H 'Content-Type: application/json' -d '{"side":"goats"}' "$site/api/v1/tables")
id=$(grep -oE '"id":"[0-9a-z]{12}"' <<<"$made" | cut -d '"' -f 4) || fail "no table: $made"
[[ $(ask -H 'Origin: https://evil-example.org' -H 'Content-Type: application/json' -d '{}' --output /dev/null --write-out '%{http_code}' \
    "$site/api/v1/tables") == 403 ]] || fail "a foreign origin passed"

# The WebSocket's handshake; curl then waits for more, which is not the point.
shaken=$(ask --http1.1 --include --no-buffer --max-time 2 -H "Origin: $site" -H 'Connection: Upgrade' -H 'Upgrade: websocket' \
    -H 'Sec-WebSocket-Version: 13' -H 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' "$site/api/v1/tables/$id/socket" 2>/dev/null |
    head -c 400 | tr -d '\0') || true
grep -q '101 Switching' <<<"$shaken" || fail "no WebSocket: $shaken"
grep -q 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=' <<<"$shaken" || fail "the handshake is wrong: $shaken"

# A stream comes line by line, not when it ends.
line=$(ask --no-buffer --max-time 2 "$site/api/v1/tables/$id/stream" 2>/dev/null | head -n 1) || true
grep -q '"type":"state"' <<<"$line" || fail "no stream: $line"
printf 'nginx passes on requests, WebSockets and streams\n'
