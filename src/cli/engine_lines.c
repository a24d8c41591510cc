#include "cli/engine_lines.h"

#include <stdlib.h>
#include <string.h>

char *engine_lines_room(struct engine_lines *lines, size_t *room)
{
    if (lines->length == lines->capacity) {
        size_t capacity = lines->capacity == 0 ? 4096 : 2 * lines->capacity;
        char *text = capacity <= SESSION_LINE_MAX ? realloc(lines->text, capacity) : NULL;
        if (text != NULL) {
            lines->text = text;
            lines->capacity = capacity;
        } else if (lines->capacity == 0) {
            return NULL;
        } else {
            if (!lines->skipping) {
                engine_session_say("the line is too long");
            }
            lines->length = lines->searched = 0;
            lines->skipping = true;
        }
    }
    *room = lines->capacity - lines->length;
    return lines->text + lines->length;
}

bool engine_lines_take(struct engine_lines *lines, size_t count, struct engine_session *session)
{
    size_t start = 0;
    char *end;
    lines->length += count;
    while ((end = memchr(lines->text + lines->searched, '\n', lines->length - lines->searched)) != NULL) {
        size_t stop = (size_t)(end - lines->text);
        if (!lines->skipping && !engine_session_line(session, lines->text + start, stop - start)) {
            return false;
        }
        lines->skipping = false;
        start = lines->searched = stop + 1;
    }
    lines->length -= start;
    memmove(lines->text, lines->text + start, lines->length);
    if (lines->skipping) {
        lines->length = 0;
    }
    lines->searched = lines->length;
    return true;
}

bool engine_lines_end(struct engine_lines *lines, struct engine_session *session)
{
    return lines->skipping || lines->length == 0 || engine_session_line(session, lines->text, lines->length);
}

void engine_lines_free(struct engine_lines *lines)
{
    free(lines->text);
}
