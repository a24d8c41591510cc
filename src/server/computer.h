/* The computer opponent: threads of their own, each with an engine, that choose moves for tables one at a time.
 *
 * computer_ask() copies what it needs of a game; `done` is called later in the loop thread with the move, or BC_MOVE_NONE where none was
 * found. Every level has a time of its own, at most 1.5 seconds; a search that lasts longer than three seconds is stopped and its best move so far taken. */
#ifndef BAGHCHAL_SERVER_COMPUTER_H
#define BAGHCHAL_SERVER_COMPUTER_H

#include "server/table.h"

#include <baghchal/engine_level.h>
#include <baghchal/solution.h>

#include <uv.h>

enum { COMPUTER_THREADS_MAX = 64 };

struct computer_job {
    struct computer_job *next;
    uint64_t table_id;
    uint64_t seq;
    unsigned level;
    struct bc_game game;          /* with a history of its own */
    struct bc_solution *solution; /* for `perfect`, or NULL */
    bc_move move;
};

struct computer;

struct computer_thread {
    struct computer *computer;
    uv_thread_t thread;
    void *memory;
    struct bc_engine *engine;
    uint64_t deadline;
};

struct computer {
    const struct bc_board *board;
    void (*done)(void *context, uint64_t table_id, uint64_t seq, bc_move move);
    void *context;
    uv_mutex_t lock;
    uv_cond_t wake;
    uv_async_t finished;
    struct computer_job *waiting_first, *waiting_last;
    struct computer_job *done_first;
    size_t waiting; /* asked and not yet done; only the loop thread looks */
    bool stopping;  /* under the lock; the search looks without it, by `stop_now` */
    int stop_now;
    unsigned thread_count;
    struct computer_thread threads[COMPUTER_THREADS_MAX];
};

/* Starts `threads` threads (at least one). Errors: BC_ERROR_MEMORY, BC_ERROR_THREAD; nothing is left running then. */
enum bc_error computer_start(struct computer *computer, uv_loop_t *loop, const struct bc_board *board,
                             unsigned threads);

/* Asks for the move of the side to move. Returns false without memory. */
bool computer_ask(struct computer *computer, const struct table *table, struct bc_solution *solution);

bool computer_has_room(const struct computer *computer);

/* Ends the threads; what was asked is forgotten. */
void computer_stop(struct computer *computer);

#endif
