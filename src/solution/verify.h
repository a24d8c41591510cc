/* Verification: stored values and distances derived anew from those of their successors, through the ordinary move generator.
 *
 * What is checked, in this order: the checksum of every file; the manifest's counts, by reading every entry; and of each entry
 * looked at, that its value and distances follow from those after each move. A win whose distances fall turn by turn to an end of the
 * game, and draws without a winning move, prove the values, not only their agreement. Nothing of the solver is used. */
#ifndef BAGHCHAL_SOLUTION_VERIFY_H
#define BAGHCHAL_SOLUTION_VERIFY_H

#include <baghchal/solution.h>

#include "solution/manifest.h"

#include <stdatomic.h>

enum bc_verify_stage {
    BC_VERIFY_FILES,
    BC_VERIFY_COUNTS,
    BC_VERIFY_MOVEMENT,
    BC_VERIFY_PLACEMENT,
    BC_VERIFY_STAGE_COUNT,
};

struct bc_verify_options {
    bool movement; /* the phases to look at */
    bool placement;
    uint64_t
        sample; /* entries of each phase to derive, spread evenly over all tigers and eaten goats; 0: all of them */
    uint64_t seed;
    unsigned threads;
    void (*progress)(void *context, enum bc_verify_stage stage, double done); /* from the calling thread; may be NULL */
    void *progress_context;
    const atomic_bool *cancel; /* may be NULL */
};

enum bc_verify_problem {
    BC_VERIFY_NO_PROBLEM,
    BC_VERIFY_FILE,     /* `file` does not have the size or the checksum that the manifest says */
    BC_VERIFY_COUNT,    /* a layer's counts are not those of the manifest */
    BC_VERIFY_POSITION, /* `position` is stored as `stored` but comes to `derived` */
};

struct bc_verify_report {
    enum bc_verify_problem problem;
    const char *file;                 /* within the solution's manifest */
    enum bc_verify_stage layer_phase; /* of a differing count: BC_VERIFY_MOVEMENT or BC_VERIFY_PLACEMENT */
    unsigned eaten;
    unsigned number; /* side to move, or goats placed */
    struct bc_layer_counts expected;
    struct bc_layer_counts found;
    struct bc_position position;
    struct bc_probe stored;
    struct bc_probe derived;
    uint64_t movement_checked; /* entries derived */
    uint64_t placement_checked;
};

/* Verifies an open solution in `folder`. BC_OK means that the work was done; what it found is in `report`. Errors: BC_ERROR_MEMORY,
 * _THREAD, _CANCELLED, and those of reading. */
enum bc_error bc_solution_verify(struct bc_solution *solution, const char *folder,
                                 const struct bc_verify_options *options, struct bc_verify_report *report);

#endif
