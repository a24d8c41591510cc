#include "cli/engine_player.h"

#include "cli/thinker.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum {
    MUCH_WORSE = 100, /* about a goat behind: then a draw is welcome at any time */
};

struct engine_player {
    struct thinker thinker;
    unsigned level;
    int score; /* of its last move, for itself */
    bool running;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t found;
    /* Guarded by the mutex while the thread runs. */
    const struct bc_game *game;
    struct bc_level_choice choice;
    enum bc_error error;
    bool done;
};

static void *think(void *argument)
{
    struct engine_player *engine = argument;
    struct bc_engine_host host = thinker_host(&engine->thinker);
    struct bc_level_choice choice = {0};
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed) {
        seed = milliseconds_now();
    }
    thinker_judge_for(&engine->thinker, engine->level);
    enum bc_error error = bc_level_choose(engine->thinker.engine, engine->game, engine->level, seed, &host, &choice);
    (void)pthread_mutex_lock(&engine->mutex);
    engine->choice = choice;
    engine->error = error;
    engine->done = true;
    (void)pthread_cond_signal(&engine->found);
    (void)pthread_mutex_unlock(&engine->mutex);
    return NULL;
}

static void stop(void *state)
{
    struct engine_player *engine = state;
    if (engine->running) {
        atomic_store(&engine->thinker.stopped, true);
        (void)pthread_join(engine->thread, NULL);
        engine->running = false;
    }
}

static enum bc_error begin(void *state, const struct bc_game *game)
{
    struct engine_player *engine = state;
    stop(engine);
    (void)thinker_look_for_tables(&engine->thinker);
    engine->game = game;
    engine->done = false;
    atomic_store(&engine->thinker.stopped, false);
    /* Signals are for the thread that has the terminal. */
    sigset_t all;
    sigset_t former;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &former);
    engine->running = pthread_create(&engine->thread, NULL, think, engine) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &former, NULL);
    return engine->running ? BC_OK : BC_ERROR_MEMORY;
}

static bool answer(void *state, int milliseconds, bc_move *move)
{
    struct engine_player *engine = state;
    struct timespec limit;
    (void)clock_gettime(CLOCK_MONOTONIC, &limit);
    limit.tv_sec += milliseconds / 1000;
    limit.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (limit.tv_nsec >= 1000000000) {
        limit.tv_nsec -= 1000000000;
        limit.tv_sec++;
    }
    (void)pthread_mutex_lock(&engine->mutex);
    int waited = 0;
    while (engine->running && !engine->done && waited == 0) {
        waited = milliseconds < 0 ? pthread_cond_wait(&engine->found, &engine->mutex)
                                  : pthread_cond_timedwait(&engine->found, &engine->mutex, &limit);
    }
    bool done = engine->running && engine->done;
    (void)pthread_mutex_unlock(&engine->mutex);
    if (!done) {
        return false;
    }
    stop(engine);
    engine->score = engine->choice.score;
    *move = engine->choice.move;
    return engine->error == BC_OK;
}

/* Takes a draw when it stood no better after its last move and all goats are down, or when it stood much worse. */
static bool accepts_draw(void *state, const struct bc_game *game)
{
    const struct engine_player *engine = state;
    return engine->score <= -MUCH_WORSE || (engine->score <= 0 && game->position.goats_in_hand == 0);
}

enum bc_error engine_player_open(unsigned level, const struct bc_board *board, const struct bc_rules *rules,
                                 bool make_tables, struct engine_player **opened)
{
    struct engine_player *engine = calloc(1, sizeof *engine);
    if (engine == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = thinker_open(&engine->thinker, board, THINKER_MEGABYTES, 1);
    if (error != BC_OK) {
        free(engine);
        return error;
    }
    engine->level = level;
    engine->score = 1;
    pthread_condattr_t attributes;
    (void)pthread_condattr_init(&attributes);
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&engine->found, &attributes);
    (void)pthread_condattr_destroy(&attributes);
    (void)pthread_mutex_init(&engine->mutex, NULL);
    if (level == BC_LEVEL_PERFECT) {
        (void)thinker_ask_tables(&engine->thinker, board, rules, NULL);
        if (make_tables) {
            (void)thinker_make_tables(&engine->thinker, board, rules);
        }
    }
    *opened = engine;
    return BC_OK;
}

void engine_player_close(struct engine_player *engine)
{
    stop(engine);
    (void)pthread_mutex_destroy(&engine->mutex);
    (void)pthread_cond_destroy(&engine->found);
    thinker_close(&engine->thinker);
    free(engine);
}

struct player engine_player(struct engine_player *engine)
{
    static const struct player_kind kind = {begin, answer, stop, accepts_draw};
    return (struct player){&kind, engine};
}

bool engine_player_makes_tables(const struct engine_player *engine)
{
    return engine->thinker.maker != NULL;
}

bool engine_player_has_tables(const struct engine_player *engine)
{
    return engine->thinker.solution != NULL;
}

void engine_player_name(unsigned level, char name[ENGINE_NAME_MAX])
{
    char text[BC_LEVEL_NAME_MAX];
    bc_level_write(level, text);
    (void)snprintf(name, ENGINE_NAME_MAX, level == BC_LEVEL_PERFECT ? "Computer, %s" : "Computer, level %s", text);
}

unsigned engine_player_level(const char *name)
{
    for (unsigned level = BC_LEVEL_MIN; level <= BC_LEVEL_PERFECT; level++) {
        char known[ENGINE_NAME_MAX];
        engine_player_name(level, known);
        if (strcmp(name, known) == 0) {
            return level;
        }
    }
    return 0;
}
