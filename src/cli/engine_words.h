/* Words of a line of the engine protocol. */
#ifndef CLI_ENGINE_WORDS_H
#define CLI_ENGINE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct word {
    const char *text;
    size_t length;
};

/* A line that is taken apart from the left. */
struct words {
    const char *at;
    const char *end;
};

/* The next word; of length 0 at the end. Blanks are spaces, tabs and other control characters. */
struct word next_word(struct words *words);

bool word_is(struct word word, const char *text);

/* Reads a number from minimum to maximum. */
bool word_number(struct word word, uint64_t minimum, uint64_t maximum, uint64_t *number);

#endif
