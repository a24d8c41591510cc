#include "cli/table_maker.h"

#include "server/solving.h"

#include <baghchal/solution.h>

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

struct table_maker {
    uv_loop_t loop;
    uv_async_t end_asked;
    struct solving solving;
    pthread_t thread; /* runs the loop, so that the second step begins when the first is done */
    pthread_mutex_t mutex;
    /* under the mutex: what is to be told */
    bool movement_made;
    bool whole_made;
    bool failed;
    char reason[SOLVING_SAID_MAX];
};

/* The maker's thread. */

static void on_step(void *context, bool good, const char *said)
{
    struct table_maker *maker = context;
    (void)pthread_mutex_lock(&maker->mutex);
    if (!good) {
        maker->failed = true;
        (void)strncpy(maker->reason, said, sizeof maker->reason - 1);
    } else if (maker->solving.step < SOLVING_STEPS) {
        maker->movement_made = true;
    } else {
        maker->whole_made = true;
    }
    (void)pthread_mutex_unlock(&maker->mutex);
    if (good) {
        (void)solving_next(&maker->solving, &maker->loop);
    }
}

static void on_end_asked(uv_async_t *end_asked)
{
    struct table_maker *maker = end_asked->data;
    solving_kill(&maker->solving);
    uv_close((uv_handle_t *)end_asked, NULL);
}

static void *run_loop(void *context)
{
    struct table_maker *maker = context;
    (void)uv_run(&maker->loop, UV_RUN_DEFAULT);
    return NULL;
}

/* The owner's thread. */

/* Signals stay with the thread that asks and reads; libuv's own handler for ended children may run there too. */
static bool start_thread(struct table_maker *maker)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&maker->thread, NULL, run_loop, maker) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void free_maker(struct table_maker *maker)
{
    (void)uv_loop_close(&maker->loop);
    (void)pthread_mutex_destroy(&maker->mutex);
    free(maker);
}

struct table_maker *table_maker_start(const struct bc_board *board, const struct bc_rules *rules, bool movement_there)
{
    struct table_maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL || uv_loop_init(&maker->loop) != 0) {
        free(maker);
        return NULL;
    }
    (void)pthread_mutex_init(&maker->mutex, NULL);
    if (uv_async_init(&maker->loop, &maker->end_asked, on_end_asked) != 0) {
        free_maker(maker);
        return NULL;
    }
    maker->end_asked.data = maker;
    struct solving *solving = &maker->solving;
    size_t size = sizeof solving->program;
    bool found =
        uv_exepath(solving->program, &size) == 0 && bc_solution_default_folder(board, rules, solving->folder) == BC_OK;
    (void)strncpy(solving->board, board->description->name, sizeof solving->board - 1);
    (void)bc_rules_write(board, rules, solving->rules);
    solving->step = movement_there ? 1 : 0;
    solving->done = on_step;
    solving->context = maker;
    if (!found || !solving_next(solving, &maker->loop) || !start_thread(maker)) {
        on_end_asked(&maker->end_asked);
        (void)run_loop(maker);
        free_maker(maker);
        return NULL;
    }
    return maker;
}

enum table_news table_maker_look(struct table_maker *maker)
{
    enum table_news news = TABLES_NOTHING_NEW;
    (void)pthread_mutex_lock(&maker->mutex);
    if (maker->whole_made) {
        news = TABLES_WHOLE_MADE;
        maker->whole_made = maker->movement_made = false;
    } else if (maker->movement_made) {
        news = TABLES_MOVEMENT_MADE;
        maker->movement_made = false;
    } else if (maker->failed) {
        news = TABLES_NOT_MADE;
        maker->failed = false;
    }
    (void)pthread_mutex_unlock(&maker->mutex);
    return news;
}

const char *table_maker_reason(const struct table_maker *maker)
{
    return maker->reason;
}

void table_maker_end(struct table_maker *maker)
{
    if (maker != NULL) {
        (void)uv_async_send(&maker->end_asked);
        (void)pthread_join(maker->thread, NULL);
        free_maker(maker);
    }
}
