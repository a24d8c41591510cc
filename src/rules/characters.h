/* Characters and words of text forms, without the C library: the rules floor is freestanding. */
#ifndef BAGHCHAL_RULES_CHARACTERS_H
#define BAGHCHAL_RULES_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool bc_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char bc_lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Whether a text of `length` characters is the NUL-terminated word. */
bool bc_word_equal(const char *text, size_t length, const char *word);

/* The length of a NUL-terminated word. */
size_t bc_word_length(const char *word);

/* Appends a NUL-terminated word at `text`; returns the place of its final NUL. */
char *bc_append_word(char *text, const char *word);

/* Appends a number in decimal; returns the place of its final NUL. */
char *bc_append_number(char *text, uint32_t number);

/* Reads a decimal number of at most `maximum` from *at on and moves *at behind it. False, with *at unmoved, if there is no
 * digit or the number is too large. */
bool bc_read_number(const char *text, size_t length, size_t *at, uint32_t maximum, uint32_t *number);

#endif
