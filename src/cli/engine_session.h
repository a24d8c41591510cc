/* One conversation in the engine protocol: settings, the game set up, the search under way. docs/engine-protocol.md describes what is
 * said.
 *
 * Threads. One thread reads lines and calls these functions; a search runs in a thread of its own, which writes "info" and, as
 * the last thing it does, "bestmove". Where it is slow to obey "stop" the reading thread writes "bestmove" in its place, and the
 * search says nothing more. Each line of output is written whole. */
#ifndef CLI_ENGINE_SESSION_H
#define CLI_ENGINE_SESSION_H

#include "cli/thinker.h"

#include <pthread.h>

enum { SESSION_LINE_MAX = 1 << 20 }; /* characters of a line of input; longer ones are refused whole */

struct engine_settings {
    unsigned megabytes;
    unsigned threads;
    unsigned lines;
    unsigned level; /* 0: search as "go" says */
    uint64_t seed;
    bool small_network; /* judge as a browser does */
    bool tables;        /* ask tables */
    bool make_tables;   /* make those that `perfect` lacks */
    char *table_folder; /* NULL: where solutions are kept */
};

struct engine_session {
    struct bc_board board;
    struct bc_rules rules;
    struct engine_settings settings;
    struct thinker thinker;
    struct bc_game game;
    struct bc_ply *plies;
    size_t ply_capacity;
    struct bc_engine_limits limits;
    uint64_t search_start;
    pthread_t searcher;
    bool started; /* there is a searcher to join */
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* under the mutex */
    bool searching; /* "bestmove" is still to come */
    bool stop_asked;
    bc_move found; /* the best move of the last depth that was finished */
};

/* Makes a session with the board's start set up and so many megabytes of transposition table. Errors: BC_ERROR_MEMORY. */
enum bc_error engine_session_open(struct engine_session *session, const struct bc_board_description *board,
                                  unsigned megabytes);

/* Ends a search under way and gives everything back. */
void engine_session_close(struct engine_session *session);

/* Does what a line of input asks for; returns false when it is "quit". */
bool engine_session_line(struct engine_session *session, const char *line, size_t length);

/* Writes an "info string" line and flushes it. */
__attribute__((format(printf, 1, 2))) void engine_session_say(const char *format, ...);

#endif
