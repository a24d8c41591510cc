# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034
#
# What the tests of proxies share, to be sourced with `program` and `folder` set: ports, and a server of ours behind the proxy.

# A port that is free now, below those that the system gives to outgoing connections.
port() {
    local candidate
    while true; do
        candidate=$((20000 + RANDOM % 12000))
        if ! (exec 3<>"/dev/tcp/127.0.0.1/$candidate") 2>/dev/null; then
            printf '%s' "$candidate"
            return
        fi
    done
}

# Starts the server for a site and sets `server` to its process and `backend` to its port.
start_server() {
    "$program" serve --port 0 --data "$folder/data" --solve no --threads 0 --trusted-proxy 127.0.0.1 --origin "$1" \
        >"$folder/address" 2>"$folder/log" &
    server=$!
    for _ in {1..100}; do
        [[ ! -s $folder/address ]] || break
        sleep 0.1
    done
    backend=$(grep -oE '[0-9]+/$' "$folder/address" | tr -d /) || fail "the server did not start"
}
