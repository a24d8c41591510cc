/*
 * The four memory functions that a freestanding C implementation must have, for the WebAssembly modules: the compiler
 * calls them by itself when it copies structs or clears arrays.
 *
 * Compiled with -fno-builtin, or the compiler would turn each loop into a call of the very function it is in.
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *left, const void *right, size_t size);

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t i = 0; i < size; ++i) {
        out[i] = in[i];
    }
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if ((uintptr_t)out <= (uintptr_t)in) {
        for (size_t i = 0; i < size; ++i) {
            out[i] = in[i];
        }
    } else {
        for (size_t i = size; i > 0; --i) {
            out[i - 1] = in[i - 1];
        }
    }
    return to;
}

void *memset(void *to, int value, size_t size)
{
    unsigned char *out = to;
    for (size_t i = 0; i < size; ++i) {
        out[i] = (unsigned char)value;
    }
    return to;
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < size; ++i) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}
