/* Text that is being written into memory of a given size; what does not fit is only counted. */
#ifndef BAGHCHAL_RULES_TEXT_OUTPUT_H
#define BAGHCHAL_RULES_TEXT_OUTPUT_H

#include <stddef.h>

struct bc_text_output {
    char *text;
    size_t capacity;
    size_t length; /* of the whole text */
    size_t column; /* characters since the last line end */
};

void bc_output_put(struct bc_text_output *output, char c);
void bc_output_text(struct bc_text_output *output, const char *text, size_t length);

/* A NUL-terminated word. */
void bc_output_word(struct bc_text_output *output, const char *word);

#endif
