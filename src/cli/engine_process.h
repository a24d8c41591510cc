/* A program that speaks the engine protocol, run beside this one.
 *
 * Its standard error is ours. An answer that does not come in time, or cannot be understood, is an error; the program is then to be
 * closed. Writing to a program that has gone does not end this one: SIGPIPE is ignored from the first start on. */
#ifndef CLI_ENGINE_PROCESS_H
#define CLI_ENGINE_PROCESS_H

#include <baghchal/game.h>

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { ENGINE_LINE_MAX = 8192 };

struct engine_process {
    pid_t process;
    int input;
    int output;
    size_t length;
    char buffer[ENGINE_LINE_MAX];
    char *line; /* for building commands */
    size_t line_capacity;
};

/* Starts the program with these arguments (ended by NULL) and greets it. */
bool engine_process_open(struct engine_process *engine, char *const *arguments, int milliseconds);

/* Asks it to leave, waits a moment, ends it. */
void engine_process_close(struct engine_process *engine);

/* Sends a line. */
bool engine_process_say(struct engine_process *engine, const char *line);

/* Waits for a line that begins with `word` and puts what follows, up to `capacity` - 1 characters, into `rest`. */
bool engine_process_await(struct engine_process *engine, const char *word, int milliseconds, char *rest,
                          size_t capacity);

/* Sets up the game and lets it think for `move_milliseconds`; the answer may come `patience` later. */
bool engine_process_move(struct engine_process *engine, const struct bc_game *game, unsigned move_milliseconds,
                         int patience, bc_move *move);

#endif
