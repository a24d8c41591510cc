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
static inline bool bc_word_equal(const char *text, size_t length, const char *word)
{
    size_t i = 0;
    while (i < length && word[i] != '\0' && text[i] == word[i]) {
        i++;
    }
    return i == length && word[i] == '\0';
}

/* Appends a NUL-terminated word at `text`; returns the place of its final NUL. */
static inline char *bc_append_word(char *text, const char *word)
{
    while (*word != '\0') {
        *text++ = *word++;
    }
    *text = '\0';
    return text;
}

/* Appends a number in decimal. */
static inline char *bc_append_number(char *text, uint32_t number)
{
    char digits[10];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    while (count > 0) {
        *text++ = digits[--count];
    }
    *text = '\0';
    return text;
}

/* Reads a decimal number of at most `maximum` from *at on and moves *at behind it. False, with *at unmoved, if there is no
 * digit or the number is too large. */
static inline bool bc_read_number(const char *text, size_t length, size_t *at, uint32_t maximum, uint32_t *number)
{
    uint64_t value = 0;
    size_t i = *at;
    while (i < length && bc_is_digit(text[i])) {
        value = value * 10 + (uint64_t)(text[i] - '0');
        if (value > maximum) {
            return false;
        }
        i++;
    }
    if (i == *at) {
        return false;
    }
    *at = i;
    *number = (uint32_t)value;
    return true;
}

#endif
