/* Games and positions of tables in every text form. */
#ifndef BAGHCHAL_SERVER_RECORD_TEXT_H
#define BAGHCHAL_SERVER_RECORD_TEXT_H

#include "server/table.h"
#include "server/text_buffer.h"

enum record_format {
    RECORD_NATIVE,
    RECORD_PYTHON_GAME,
    RECORD_POSITION,
    RECORD_PYTHON_POSITION,
    RECORD_OBX,
    RECORD_GAMESMAN,
    RECORD_FORMAT_COUNT,
};

/* Whether a word names a form: record, python-game, position, python-position, obx, gamesman. */
bool record_format_read(const char *word, enum record_format *format);

/* Appends the table's game, or its present position on a line. Errors: BC_ERROR_MEMORY, and what the form cannot say. */
enum bc_error record_text_write(struct text_buffer *text, const struct table *table, enum record_format format);

#endif
