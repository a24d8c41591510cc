/* Characters and words of text forms. Functions of their own, not inline: what they cost in size counts, their speed
 * does not. */
#include "characters.h"

bool bc_word_equal(const char *text, size_t length, const char *word)
{
    size_t i = 0;
    while (i < length && word[i] != '\0' && text[i] == word[i]) {
        i++;
    }
    return i == length && word[i] == '\0';
}

size_t bc_word_length(const char *word)
{
    size_t length = 0;
    while (word[length] != '\0') {
        length++;
    }
    return length;
}

char *bc_append_word(char *text, const char *word)
{
    while (*word != '\0') {
        *text++ = *word++;
    }
    *text = '\0';
    return text;
}

char *bc_append_number(char *text, uint32_t number)
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

bool bc_read_number(const char *text, size_t length, size_t *at, uint32_t maximum, uint32_t *number)
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
