/* What the phases of one solve share: the index, plans, kernels, threads with their scratch memory, and the planes with goats
 * to move.
 *
 * Planes with goats to move ("values"): for each class all rows; first plane "the tigers win", second "the goats do not win". The
 * numbers of goats on the board keep the movement phase's tiers apart, so all of them lie in one pair of planes. Masks with so few
 * goats that the game was over before stand as won for the tigers. */
#ifndef BAGHCHAL_SOLVE_SOLVER_H
#define BAGHCHAL_SOLVE_SOLVER_H

#include "solve/finds.h"
#include "solve/kernels.h"
#include "solve/tier.h"
#include "solve/workers.h"

/* Memory of one thread. Arrays have an entry a row unless it says otherwise. */
struct scratch {
    uint64_t *rows;    /* planes of a whole class */
    uint32_t *targets; /* groups for pull() */
    uint32_t *sources;
    uint8_t *moves; /* what the kernels work out from the plans of a class */
    uint8_t *part;  /* arrays of one class for the sink */
    /* Of retrograde analysis, for masks of a tier: */
    uint32_t *found;
    uint32_t *picked;
    uint8_t *captures;
    struct bit_sums sums;
};

struct solver {
    const struct bc_index *index;
    const struct bc_solve_options *options;
    struct bc_solve_result *result;
    const struct kernels *kernels;
    struct workers *workers;
    struct plans plans;
    uint32_t (*neighbours)[BC_POINTS_MAX]; /* by class and bit: the bits of neighbouring points */
    struct scratch *scratch;               /* one a thread */
    uint32_t row_count;
    uint32_t most_plans;     /* of a class */
    uint8_t *row_goats;      /* set bits of each row number */
    uint16_t *rows_by_goats; /* the rows by that number */
    uint32_t first_by_goats[ROW_BITS_MAX + 2];
    size_t class_words; /* words of a class's planes */
    size_t plane_bytes; /* bytes of all classes' planes */
    uint64_t *values;
    uint64_t *second;         /* as large: the other half of the placement sweep */
    uint64_t *third;          /* NULL, or as large: the placement sweep goes by it and leaves `values` alone */
    struct mask_list *beyond; /* by class: won one turn too late for the quiet-turn limit, tigers to move, hand empty */
    uint64_t low_exactly[LOW_BITS + 2][PLANE_WORDS]; /* masks of a row with exactly so many low bits; the last: none */
    uint64_t low_below[LOW_BITS + 2][PLANE_WORDS];   /* with fewer */
    uint32_t row_steps[LOW_BITS + 1];                /* how many masks of a row have exactly so many low bits */
};

/* Memory for planes, in large pages where the system has them, zeroed. NULL if there is none. */
void *planes_allocate(size_t bytes);
void planes_free(void *planes, size_t bytes);

/* Sets all rows of all classes: masks with fewer than `least` goats are won for the tigers, all others drawn. */
enum bc_error planes_fill(struct solver *solver, uint64_t *planes, unsigned least);

/* The low masks that give a row with `row_goats` goats altogether `goats`; none may. */
static inline const uint64_t *low_masks(const struct solver *solver, unsigned row_goats, unsigned goats)
{
    return solver->low_exactly[goats - row_goats > LOW_BITS ? LOW_BITS + 1 : goats - row_goats];
}

/* Whether any do. */
static inline bool row_matters(const struct solver *solver, unsigned row_goats, unsigned goats)
{
    return goats - row_goats <= LOW_BITS && solver->row_steps[goats - row_goats] > 0;
}

/* The low masks that give a row with `row_goats` goats altogether fewer than `goats`. */
static inline const uint64_t *low_masks_below(const struct solver *solver, unsigned row_goats, unsigned goats)
{
    unsigned low = goats < row_goats ? 0 : goats - row_goats;
    return solver->low_below[low > LOW_BITS + 1 ? LOW_BITS + 1 : low];
}

/* All groups of a plan with a target row of least to most goats. Returns their number. */
size_t plan_groups(const struct solver *solver, const struct plan *plan, unsigned least, unsigned most,
                   uint32_t *targets, uint32_t *sources);

/* Reports progress: the share of the phase that is done. */
void report_progress(const struct solver *solver, bool placement, unsigned number, double done);

/* Everything that lasts for one solve, and for several of the same board and goal; `third` asks for the third planes. Errors:
 * BC_ERROR_RULES_VALUE, _BOARD, _ARGUMENT, _MEMORY, _THREAD; to be closed in any case. (solve/solve.c) */
enum bc_error solver_open(struct solver *solver, const struct bc_index *index, const struct bc_solve_options *options,
                          struct bc_solve_result *result, bool third);
void solver_close(struct solver *solver);

/* Steps of the work, in solve/movement.c and solve/placement.c. */
enum bc_error solve_movement(struct solver *solver);
enum bc_error solve_placement(struct solver *solver);

/* The movement phase tier by tier, from most goats eaten to none: the values of each go into solver->values. Options but the
 * quiet-turn limit and the stuck goats stay the same from begin to end; a begun movement phase is to be ended even after an error. */
struct movement;
enum bc_error movement_begin(struct solver *solver, struct movement **movement);
enum bc_error movement_solve_tier(struct movement *movement, unsigned eaten);
void movement_end(struct movement *movement);

/* Makes the tiers with at most `eaten` goats eaten unsolved again. Only without *end*. */
enum bc_error movement_forget(struct movement *movement, unsigned eaten);

/* The numbers of goats on the board, as a mask, with which goats can be stuck: to move, hand empty, no step. */
uint32_t stuck_goat_counts(const struct bc_index *index);

struct position_counts {
    uint64_t all;
    uint64_t set[2]; /* in the first plane, in the second */
};

/* Counts positions of a class that no symmetry makes equal, by their number of goats from `least` to `most`: counts[goats - least].
 * (solve/counting.c) */
void count_positions(const struct solver *solver, uint32_t class, const uint64_t *rows, unsigned least, unsigned most,
                     struct position_counts *counts);

#endif
