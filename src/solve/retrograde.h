/* Retrograde analysis of one tier: the movement-phase positions with one number of goats on the board, by one metric.
 *
 * Distance by distance: positions with tigers to move are found from the goats-to-move positions found one turn nearer to the
 * end, and the other way round. Every position has a byte of state, which counts the moves that are not known to lose; finds are carried
 * back along the moves, where they count one off (the position found was won by the opponent) or win.
 *
 * The two metrics differ only in when captures count. For *zero* all of the tier after a capture is known at the start. For *end*
 * its finds are played back from its lists, distance by distance, and start from a position's own. In the first tier every
 * capture ends the game, so both metrics agree.
 *
 * All bytes of a class and side lie together, by rank, and fit the first-level cache under usual goals. The functions of one class write
 * to its own states only and may run for all classes at once, but not those for tigers together with those for goats: the former
 * read the fronts that the latter write. */
#ifndef BAGHCHAL_SOLVE_RETROGRADE_H
#define BAGHCHAL_SOLVE_RETROGRADE_H

#include "solve/solver.h"
#include "solve/tier.h"

/* States of a position. From 1 to STATE_DRAWN it is undecided, with so many moves that do not lose (STATE_DRAWN: it stays so). From STATE_WON
 * down it is won for the mover, less the moves that were found to lose since. */
enum {
    STATE_LOST = 0,
    STATE_MOVES_MAX = 125,
    STATE_DRAWN = 127,
    STATE_SOON_LOST = 128, /* with the next distance */
    STATE_LOST_BY_CAPTURES = 129,
    STATE_WON = 255,
};

static inline bool state_open(uint8_t state)
{
    return state != STATE_LOST && state <= STATE_DRAWN;
}

/* One tier by one metric. */
struct analysis {
    struct solver *solver;
    const struct tier *tier;
    bool captures_end;            /* a capture ends the game */
    bool captures_known;          /* *zero*: the tier after a capture is known from the start */
    bool forget;                  /* finds are not wanted afterwards */
    uint8_t *states[2];           /* by side, then class */
    const uint8_t *proven[2];     /* states of another analysis: only what is decided there counts; NULL: everything */
    struct finds *finds[2];       /* by side, then class */
    struct front *fronts;         /* by class: finds of the last distance with goats to move */
    struct front *arrivals;       /* the same of the tier after a capture, where its finds are played back */
    const struct finds *captured; /* those finds, by class; NULL if they are not */
    unsigned distance;
    bool beyond_limit;         /* only look whether anything would be found */
    atomic_uint longest[2][2]; /* by side to move: the greatest distance of a win of the goats, of the tigers */
    atomic_bool found;
    atomic_bool pending; /* something is still to be played back */
};

static inline uint8_t *class_states(const struct analysis *a, enum bc_side side, uint32_t class)
{
    return a->states[side] + (size_t) class * a->tier->count;
}

/* Runs an analysis to its end. `limit` is the greatest distance, 0 for none; `limit_matters` is set if more would be found
 * beyond it. Errors: BC_ERROR_MEMORY, BC_ERROR_CANCELLED; BC_ERROR_ARGUMENT if distances grow beyond 65533. */
enum bc_error analyse(struct analysis *a, unsigned limit, bool *limit_matters);

/* Finds for one class at the present distance, into `found` (retrograde_tigers.c, retrograde_goats.c); the states follow. */
struct front find_tiger_results(const struct analysis *a, uint32_t class, struct scratch *s);
struct front find_goat_results(const struct analysis *a, uint32_t class, struct scratch *s);

#endif
