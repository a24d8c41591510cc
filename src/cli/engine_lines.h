/* Cuts the input of the engine protocol into lines, whole ones only, and hands them to a session.
 *
 * Bytes go where engine_lines_room() says; then engine_lines_take() tells how many there are. A line longer than SESSION_LINE_MAX is
 * refused whole. */
#ifndef CLI_ENGINE_LINES_H
#define CLI_ENGINE_LINES_H

#include "cli/engine_session.h"

struct engine_lines {
    char *text;
    size_t length;
    size_t capacity;
    size_t searched; /* up to here there is no line end */
    bool skipping;   /* the rest of a line that was too long */
};

/* Where the next bytes go, and how many there is room for (at least one); NULL without memory. */
char *engine_lines_room(struct engine_lines *lines, size_t *room);

/* Hands on every whole line, with `count` bytes more. Returns false after "quit". */
bool engine_lines_take(struct engine_lines *lines, size_t count, struct engine_session *session);

/* The end of the input: hands on a last line without its end. Returns false after "quit". */
bool engine_lines_end(struct engine_lines *lines, struct engine_session *session);

void engine_lines_free(struct engine_lines *lines);

#endif
