#include <baghchal/error.h>

#include "characters.h"

/* Name and text of each error, one behind the other: a table of pointers to them would take a sixth more room. */
static const struct {
#define BC_ERROR_FIELDS(name, text) \
    char name##_name[sizeof #name]; \
    char name##_text[sizeof(text)];
    BC_ERROR_LIST(BC_ERROR_FIELDS)
#undef BC_ERROR_FIELDS
} error_words = {
#define BC_ERROR_WORDS(name, text) #name, text,
    BC_ERROR_LIST(BC_ERROR_WORDS)
#undef BC_ERROR_WORDS
};

/* The word behind `index` others. */
static const char *error_word(unsigned index)
{
    const char *word = (const char *)&error_words;
    for (; index > 0; index--) {
        word += bc_word_length(word) + 1;
    }
    return word;
}

const char *bc_error_text(enum bc_error error)
{
    return (unsigned)error < BC_ERROR_COUNT ? error_word((unsigned)error * 2 + 1) : "unknown error";
}

const char *bc_error_name(enum bc_error error)
{
    return (unsigned)error < BC_ERROR_COUNT ? error_word((unsigned)error * 2) : "UNKNOWN";
}
