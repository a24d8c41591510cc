#!/usr/bin/env bash
#
# wasm_size_test.sh CLANG LINKER ROOT OUTPUT SOURCE...
#
# The rules floor compiled for WebAssembly, for size, links with nothing but the memory functions of src/wasm/, and
# with every function kept, public or private, the module is at most 40 KB (of 1024 bytes).

set -euo pipefail

clang=$1
linker=$2
root=$3
output=$4
shift 4

limit=$((40 * 1024))
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

for source in "$root/src/wasm/memory.c" "$@"; do
    "$clang" --target=wasm32 -std=c17 -Oz -mbulk-memory -msign-ext -ffreestanding -fno-builtin \
        -I"$root/include" -I"$root/src" -c "$source" -o "$objects/$(basename "$source").o"
done
# The linker itself, not through clang: clang would run wasm-opt where one is installed, and the versions may not fit.
"$linker" -O2 --no-entry --strip-all --no-gc-sections --fatal-warnings "$objects"/*.o -o "$output"

size=$(stat -c %s "$output")
printf '%d bytes of at most %d\n' "$size" "$limit"
[[ $size -le $limit ]]
