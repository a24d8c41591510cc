/* Making a solution in the background: this program's own `solve`, as a child of low priority, first the movement phase, then
 * everything. Whether memory and disk allow it is decided by `solve` itself, and what it says when it gives up is handed on.
 *
 * The loop thread owns everything here. The loop does not end while the child runs. */
#ifndef BAGHCHAL_SERVER_SOLVING_H
#define BAGHCHAL_SERVER_SOLVING_H

#include <baghchal/rules.h>

#include <uv.h>

#include <stdbool.h>

enum { SOLVING_STEPS = 2, SOLVING_PATH_MAX = 4096, SOLVING_SAID_MAX = 256, SOLVING_BOARD_MAX = 24 };

struct solving {
    /* set by the owner */
    char program[SOLVING_PATH_MAX];
    char folder[SOLVING_PATH_MAX]; /* where the solution goes */
    char rules[BC_RULES_TEXT_MAX]; /* empty for the usual ones */
    char board[SOLVING_BOARD_MAX]; /* empty for the standard one */
    int step;                      /* the next one: 0 for the movement phase, 1 for everything */
    bool again;                    /* even where the folder holds what can be opened */
    void (*done)(void *context, bool good, const char *said); /* a step has ended; `said` is the child's last line */
    void *context;
    /* its own */
    uv_process_t process;
    uv_pipe_t output;
    bool running;
    bool stopped;
    bool good;
    unsigned open_handles;
    char room[512]; /* for a piece of what the child says */
    char said[SOLVING_SAID_MAX];
    size_t said_length;
};

/* Starts the next step, if there is one and none is running. Returns whether one was started; then `done` is called once, unless
 * solving_stop() was called. */
bool solving_next(struct solving *solving, uv_loop_t *loop);

/* Ends the child: politely, so that it tidies up; or at once, without waiting until the system has taken it apart, which at the lowest
 * priority may last. What it leaves behind then, the next one removes. */
void solving_stop(struct solving *solving);
void solving_kill(struct solving *solving);

#endif
