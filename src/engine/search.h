/* The search of one thread, and what the threads of one engine share. Private to the engine.
 *
 * Frames: frames[ply] holds the position `ply` turns after the root. A node writes its own frame and the position of the
 * next one, nothing else. Scores inside the search are as in engine.h, with distances counted from the root. */
#ifndef BAGHCHAL_ENGINE_SEARCH_H
#define BAGHCHAL_ENGINE_SEARCH_H

#include "engine/evaluation.h"
#include "engine/move_picker.h"
#include "engine/transposition.h"

enum {
    SCORE_INFINITE = 32000,
    PLY_MAX = 126,
    FILTER_WORDS = 1024,
    REDUCTION_DEPTHS = 64,
};

struct search_frame {
    struct search_position position;
    bc_move killers[KILLERS];
    unsigned symmetry; /* leads to the image that the key belongs to */
    uint64_t key;      /* of the main search's nodes, found before they are entered */
    unsigned line_length;
    bc_move line[PLY_MAX + 2]; /* the best line from here, when the node is a principal one */
};

struct root_move {
    bc_move move;
    int score;          /* of this depth; -SCORE_INFINITE for one not better than those before it */
    int previous_score; /* of the depth before */
    struct bc_engine_line line;
};

struct search_worker {
    struct bc_engine *engine;
    unsigned index; /* 0 leads: it alone asks the host, and its answer counts */
    bool aborted;
    bool failed_low; /* the best move of the last depth has just turned out worse */
    unsigned selective_depth;
    uint64_t node_count; /* the thread's own; published in `nodes` for the leader */
    uint64_t next_poll;
    _Atomic uint64_t nodes;
    _Atomic uint64_t table_hits;
    uint64_t table_hit_count;
    unsigned root_count;
    unsigned line_index; /* the line of several that is being searched */
    unsigned finished_depth;
    struct search_frame frames[PLY_MAX + 4];
    move_history history;
    struct root_move roots[BC_MOVES_MAX];
};

struct bc_engine {
    const struct bc_board *board;
    struct search_board search_board;
    struct evaluation_board evaluation_board;
    struct pattern_parts pattern_parts; /* for the large network, once it is asked for */
    struct transposition_table table;
    struct bc_engine_tables tables; /* as set */
    struct bc_engine_tables asked;  /* in the search under way */
    struct bc_rules rules;
    bool rules_known;
    bool tables_asked; /* what the transposition table holds rests on the tables too */
    uint8_t reductions[REDUCTION_DEPTHS][REDUCTION_DEPTHS];
    unsigned worker_count;
    struct search_worker *workers;
    /* the search under way */
    const struct bc_game *game;
    struct bc_engine_limits limits;
    struct bc_engine_host host;
    uint64_t start_milliseconds;
    uint64_t deadline; /* milliseconds after the start; 0 for none */
    size_t first_comparable;
    uint64_t arrangements[FILTER_WORDS]; /* a set bit for every arrangement of the game that could come back */
    atomic_bool stopped;
    struct bc_engine_line lines[BC_MOVES_MAX];
};

/* Fills the table of reductions. */
void search_init(struct bc_engine *engine);

/* Searches the root moves from line_index on within the window; returns the best score. The worker is marked aborted when the
 * search was stopped; scores of moves not finished then are left at -SCORE_INFINITE. */
int search_root(struct search_worker *worker, int alpha, int beta, int depth);

/* Makes ready a search of the engine's game in every worker and lists the root moves. Returns their number. */
unsigned search_prepare(struct bc_engine *engine);

/* One thread's whole search: deepens until a limit is met. */
void search_deepen(struct search_worker *worker);

/* Begins a search: checks what was asked for, then sets up the engine for it. Errors: those of bc_engine_search(). */
enum bc_error search_begin(struct bc_engine *engine, const struct bc_game *game, const struct bc_engine_limits *limits,
                           const struct bc_engine_host *host);

/* Fills in the answer once every worker has ended. */
void search_finish(struct bc_engine *engine, struct bc_engine_result *result);

/* What the leader has found so far; fills the engine's lines. */
void search_report(struct bc_engine *engine, unsigned depth, unsigned line_count, struct bc_engine_report *result);

/* Milliseconds since the search began, 0 without a clock. */
uint64_t search_elapsed(const struct bc_engine *engine);

/* The evaluation of a position in the engine's game, drawn nearer to 0 as quiet turns run out. */
int search_evaluate(const struct bc_engine *engine, const struct search_position *position);

#endif
