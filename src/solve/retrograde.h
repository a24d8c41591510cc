/* Retrograde analysis of one tier: the movement-phase positions with one number of goats on the board, by one metric.
 *
 * Distance by distance: positions with tigers to move are found from the goats-to-move positions found one turn nearer to the
 * end, and the other way round. Both kinds of win go by at once. Where one good move is enough (the mover wins) the finds are
 * carried back along the moves; where all moves must be bad (the mover loses) the rows that the finds can have an effect on are
 * worked out anew. All of it is done 512 masks at a time. Each class keeps a log of its finds: the frontier of the next distance,
 * and at the end the table of distances.
 *
 * The two metrics differ only in when captures count. For *zero* all of the tier after a capture is known at the start. For *end*
 * its finds are played back from its log, distance by distance, and start from a position's own. In the first tier every
 * capture ends the game, so both metrics agree.
 *
 * The functions of one class may run for all classes at once: those for tigers only read planes and write to the class's log and scratch
 * memory; those for goats write to the class's own planes. */
#ifndef BAGHCHAL_SOLVE_RETROGRADE_H
#define BAGHCHAL_SOLVE_RETROGRADE_H

#include "solve/solver.h"

/* Planes of a tier with tigers to move: only rows that have masks with the tier's number of goats, for each class all rows of the first
 * plane, "not (yet) won by the tigers", then all of the second, "won by the goats". */
struct tier_rows {
    unsigned goats;
    uint32_t count;   /* of rows in a class */
    uint32_t *slots;  /* place of a row, or NO_SLOT */
    uint32_t *places; /* place of a row, or `count`: there each plane has a row of zeros */
    uint32_t *rows;   /* row at a place */
};

static inline size_t tier_plane_words(const struct tier_rows *tier)
{
    return ((size_t)tier->count + 1) * PLANE_WORDS;
}

static inline size_t tier_class_words(const struct tier_rows *tier)
{
    return 2 * tier_plane_words(tier);
}

struct class_state {
    struct discovery_log tigers; /* finds with tigers to move */
    struct discovery_log goats;
    size_t arrival;       /* in the log of the tier after a capture: the finds of the last distance, */
    size_t arrival_end;   /* to here */
    uint32_t stuck_count; /* masks with goats to move and no step, where that is a draw */
    uint32_t *stuck;
};

/* One tier by one metric. */
struct analysis {
    struct solver *solver;
    struct tier_rows *tier;
    unsigned eaten;
    bool captures_end;      /* a capture ends the game */
    bool captures_known;    /* *zero*: the tier after a capture is known from the start */
    bool forget;            /* logs are not wanted afterwards */
    uint64_t *planes;       /* goats to move */
    uint64_t *tigers;       /* tigers to move */
    uint8_t *open;          /* by class and row: with tigers to move some mask is not decided yet */
    const uint64_t *proven; /* tigers to move: only what is found there counts; NULL: everything */
    const uint64_t *proven_goats;
    struct class_state *states;
    uint16_t *fronts;   /* by class and winner: rows with finds of the last distance with goats to move */
    uint16_t *arrivals; /* the same of what is played back */
    uint16_t *
        front_counts; /* how many rows `fronts` has: first for all classes where the tigers win, then where the goats do */
    uint16_t *arrival_counts;     /* the same of `arrivals` */
    uint8_t *goats_open;          /* as `open`, with goats to move */
    struct class_state *captured; /* logs of the tier after a capture, where they are played back */
    unsigned distance;
    bool beyond_limit;         /* only look whether anything would be found */
    atomic_uint longest[2][2]; /* by side to move: the greatest distance of a win of the goats, of the tigers */
    atomic_bool found;
    atomic_bool pending; /* something is still to be played back */
};

static inline uint16_t *front_count(const struct analysis *a, uint32_t class, bool goats_win)
{
    return &a->front_counts[(goats_win ? a->solver->index->class_count : 0) + class];
}

static inline uint16_t *arrival_count(const struct analysis *a, uint32_t class, bool goats_win)
{
    return &a->arrival_counts[(goats_win ? a->solver->index->class_count : 0) + class];
}

/* Runs an analysis to its end. `limit` is the greatest distance, 0 for none; `limit_matters` is set if more would be found
 * beyond it. Errors: BC_ERROR_MEMORY, BC_ERROR_CANCELLED; BC_ERROR_ARGUMENT if distances grow beyond 65533. */
enum bc_error analyse(struct analysis *a, unsigned limit, bool *limit_matters);

/* Frees the logs of all classes; NULL is allowed. */
void free_logs(struct class_state *states, uint32_t classes);

/* Finds for one class at the present distance (retrograde_tigers.c, retrograde_goats.c). Distance 0: tigers trapped, goats stuck. */
enum bc_error find_tiger_results(struct analysis *a, uint32_t class, struct scratch *s);
enum bc_error find_goat_results(struct analysis *a, uint32_t class, struct scratch *s);

/* Lists the masks with goats to move and no step, where that is a draw. */
enum bc_error keep_stuck(struct analysis *a, uint32_t class);

/* How many rows ahead memory is fetched into the cache. */
enum { ROWS_AHEAD = 8 };

static inline uint64_t *class_planes(const struct analysis *a, uint32_t class)
{
    return a->planes + class * a->solver->class_words;
}

/* The second plane is tier_plane_words() further on. */
static inline uint64_t *class_tigers(const struct analysis *a, uint32_t class)
{
    return a->tigers + class * tier_class_words(a->tier);
}

static inline uint8_t *class_open(const struct analysis *a, uint32_t class)
{
    return a->open + (size_t) class * a->solver->row_count;
}

static inline uint8_t *class_goats_open(const struct analysis *a, uint32_t class)
{
    return a->goats_open + (size_t) class * a->solver->row_count;
}

/* Stamps are counted up without end; well before they run out they start again. */
static inline void refresh_stamps(struct scratch *s, uint32_t rows)
{
    if (s->stamp > UINT32_MAX - 4 * BC_MOVES_MAX) {
        memset(s->stamps, 0, rows * sizeof *s->stamps);
        memset(s->group_stamps, 0, rows * sizeof *s->group_stamps);
        s->stamp = 0;
    }
}

static inline bool any_bit(const uint64_t bits[PLANE_WORDS])
{
    uint64_t all = 0;
    for (unsigned w = 0; w < PLANE_WORDS; ++w) {
        all |= bits[w];
    }
    return all != 0;
}

/* Adds a row to the list of touched rows, once a stamp. */
static inline void touch(struct scratch *s, uint32_t *count, uint32_t row)
{
    if (s->stamps[row] != s->stamp) {
        s->stamps[row] = s->stamp;
        s->touched[(*count)++] = row;
    }
}
static inline enum bc_error record(struct analysis *a, enum bc_side side, struct discovery_log *log, uint32_t row,
                                   bool goats_win, const uint64_t bits[PLANE_WORDS])
{
    if (!a->beyond_limit) {
        atomic_store_explicit(&a->longest[side][goats_win ? 0 : 1], a->distance, memory_order_relaxed);
    }
    return log_add(log, a->distance, row, goats_win, bits, a->solver->kernels->count_bits(bits));
}
#endif
