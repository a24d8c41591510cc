#!/usr/bin/env bash
#
# wasm_size_test.sh CLANG ROOT OUTPUT SOURCE...
#
# The rules floor compiled for WebAssembly, for size and without debug names, links with nothing but the memory functions of src/wasm/, and with every
# function of it kept, public and private, the module is smaller than 40 KB.

set -euo pipefail

clang=$1
root=$2
output=$3
shift 3

limit=40000
"$clang" --target=wasm32 -std=c17 -Oz -ffreestanding -fno-builtin -nostdlib -I"$root/include" -I"$root/src" \
    -Wl,--no-entry -Wl,--export-dynamic -Wl,--no-gc-sections -Wl,--fatal-warnings -Wl,--strip-all \
    "$root/src/wasm/memory.c" "$@" -o "$output"
size=$(stat -c %s "$output")
printf '%d bytes of at most %d\n' "$size" "$limit"
[[ $size -le $limit ]]
