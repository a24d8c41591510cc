/* The engine: finds good moves by search, in any game of any rule set and board.
 *
 * Life. bc_engine_init() lays an engine out in memory that the caller gives and keeps; nothing is allocated and nothing needs
 * closing. What is left over beyond bc_engine_memory() bytes for one table entry becomes the transposition table: 16 MiB serve
 * half a second a move, 256 MiB an analysis. The board must outlive the engine, a game must not change while it is searched.
 *
 * Threads. One search at a time. bc_engine_search() runs in the calling thread; bc_engine_search_parallel() starts helpers of
 * its own and ends them before it returns. A search on one thread that is limited by depth or nodes gives the same
 * answer each time it starts from the same table: after bc_engine_clear(), always.
 *
 * Scores are from the view of the side to move, about 100 for a goat. BC_SCORE_WIN - n is a win in n turns of both sides
 * together, -(BC_SCORE_WIN - n) a loss in n. BC_SCORE_KNOWN_WIN - n is a win that the placement tables promise n turns from
 * here, without a distance. Whatever lies beyond BC_SCORE_DECIDED on either side is proved, and so is nothing else.
 *
 * History. Under the draw rule a third repetition is a draw, and so is coming back within the line that is searched; where
 * repetition is forbidden such moves are left out as the rules have it; quiet turns are counted up to the limit. */
#ifndef BAGHCHAL_ENGINE_H
#define BAGHCHAL_ENGINE_H

#include <baghchal/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    BC_SCORE_WIN = 30000,
    BC_SCORE_KNOWN_WIN = 25000,
    BC_SCORE_DECIDED = 20000,
    BC_ENGINE_DEPTH_MAX = 100, /* turns that the search looks ahead at most, extensions and captures apart */
    BC_ENGINE_LINE_MAX = 32,   /* moves of a line that is reported */
    BC_ENGINE_THREADS_MAX = 64,
};

struct bc_engine;

/* What tables say about a position: struct bc_probe of a solution, in the engine's own words. */
struct bc_engine_table_value {
    uint8_t result; /* enum bc_result, never BC_RESULT_NONE */
    bool has_zero;  /* `zero` is known; for won and lost positions */
    bool has_end;   /* likewise */
    uint16_t zero;  /* turns to the next capture or the end of the game */
    uint16_t end;   /* turns to the end of the game */
};

/* How an engine asks tables. `probe` returns false when it does not know; it is called by every searching thread at once and
 * counts quiet turns in. Positions with more goats in hand than `goats_in_hand_max` are not asked for; inside the search not those with
 * more than `search_goats_in_hand_max`, and those with any only some turns before the horizon, since placement tables are slow to
 * read; of their answers wins and losses count there. */
struct bc_engine_tables {
    void *context;
    bool (*probe)(void *context, const struct bc_position *position, struct bc_engine_table_value *value);
    unsigned goats_in_hand_max;
    unsigned search_goats_in_hand_max;
};

/* When a search ends; 0 means no such limit. The first limit reached counts. */
struct bc_engine_limits {
    unsigned depth;                  /* turns, 1 to BC_ENGINE_DEPTH_MAX */
    uint64_t nodes;                  /* positions searched by the calling thread */
    uint32_t soft_milliseconds;      /* no new depth is begun after this time, and an unclear one may use up to... */
    uint32_t hard_milliseconds;      /* ...this, after which the search stops where it is */
    unsigned lines;                  /* best lines wanted; 0 and 1 mean one */
    bool infinite;                   /* go on after a decided score until told to stop */
    bool without_tables;             /* ask no tables, even if there are some */
    const struct bc_move_list *only; /* search these legal moves alone; NULL for all */
};

struct bc_engine_line {
    int score;
    unsigned depth; /* to which it was searched */
    unsigned length;
    bc_move moves[BC_ENGINE_LINE_MAX];
};

struct bc_engine_report {
    unsigned depth;
    unsigned selective_depth; /* the longest line looked at */
    uint64_t nodes;           /* of all threads */
    uint64_t table_hits;      /* answers from tables */
    uint64_t milliseconds;    /* since the search began; 0 without a clock */
    unsigned table_full;      /* of the transposition table, in thousandths */
    unsigned line_count;
    const struct bc_engine_line *lines; /* best first; valid during the call */
};

/* What surrounds a search. Each function may be NULL. All are called in the thread that called bc_engine_search(). */
struct bc_engine_host {
    void *context;
    uint64_t (*milliseconds)(void *context); /* a clock that never goes back */
    bool (*stop)(void *context);             /* asked about every thousand nodes: whether to end the search now */
    void (*report)(void *context, const struct bc_engine_report *report); /* after every depth */
};

struct bc_engine_result {
    bc_move best;
    struct bc_engine_report report; /* its lines stay valid until the engine is used again */
};

/* The bytes that an engine needs for so many threads (1 to BC_ENGINE_THREADS_MAX) and a transposition table of at most
 * `table_bytes`. */
size_t bc_engine_memory(unsigned threads, size_t table_bytes);

/* Lays an engine out in `memory`, aligned as malloc does. Errors: BC_ERROR_ARGUMENT for a wrong number of threads,
 * BC_ERROR_NO_SPACE when `size` is less than bc_engine_memory(threads, 0). */
enum bc_error bc_engine_init(void *memory, size_t size, const struct bc_board *board, unsigned threads,
                             struct bc_engine **engine);

/* Forgets everything that earlier searches found. */
void bc_engine_clear(struct bc_engine *engine);

/* Lets the search ask tables, or no longer when `tables` is NULL. They must hold for the rules of the games searched, but for
 * repetition: where that is forbidden no search asks them, only the level `perfect` lets them guide it. */
void bc_engine_set_tables(struct bc_engine *engine, const struct bc_engine_tables *tables);

/* Searches the game as it stands on the calling thread. At least one depth is finished unless `stop` says otherwise; even then
 * `best` is a legal move. `host` may be NULL; then there must be a limit of depth or nodes. Errors: BC_ERROR_GAME_OVER; BC_ERROR_ARGUMENT when
 * nothing would end the search; those of bc_game_check_move() for a move of `only`. */
enum bc_error bc_engine_search(struct bc_engine *engine, const struct bc_game *game,
                               const struct bc_engine_limits *limits, const struct bc_engine_host *host,
                               struct bc_engine_result *result);

/* bc_engine_search() on all threads of the engine. Where threads cannot be had it makes do with fewer. */
enum bc_error bc_engine_search_parallel(struct bc_engine *engine, const struct bc_game *game,
                                        const struct bc_engine_limits *limits, const struct bc_engine_host *host,
                                        struct bc_engine_result *result);

/* The score without search, for the side to move; 0 when the game is over. */
int bc_engine_evaluate(const struct bc_engine *engine, const struct bc_game *game);

#ifdef __cplusplus
}
#endif

#endif
