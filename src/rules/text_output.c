#include "text_output.h"

#include "characters.h"

void bc_output_put(struct bc_text_output *output, char c)
{
    if (output->length < output->capacity) {
        output->text[output->length] = c;
    }
    output->length++;
    output->column = c == '\n' ? 0 : output->column + 1;
}

void bc_output_text(struct bc_text_output *output, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bc_output_put(output, text[i]);
    }
}

void bc_output_word(struct bc_text_output *output, const char *word)
{
    bc_output_text(output, word, bc_word_length(word));
}
