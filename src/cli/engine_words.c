#include "cli/engine_words.h"

#include <string.h>

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' || c == 127;
}

struct word next_word(struct words *words)
{
    while (words->at < words->end && is_blank(*words->at)) {
        words->at++;
    }
    struct word word = {.text = words->at};
    while (words->at < words->end && !is_blank(*words->at)) {
        words->at++;
    }
    word.length = (size_t)(words->at - word.text);
    return word;
}

bool word_is(struct word word, const char *text)
{
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

bool word_number(struct word word, uint64_t minimum, uint64_t maximum, uint64_t *number)
{
    uint64_t value = 0;
    if (word.length == 0 || word.length > 19) {
        return false;
    }
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9') {
            return false;
        }
        value = value * 10 + (uint64_t)(word.text[i] - '0');
    }
    if (value < minimum || value > maximum) {
        return false;
    }
    *number = value;
    return true;
}
