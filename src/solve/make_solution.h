/* Solves a rule set and puts the solution into a folder: bc_solve() with the writers of the tables as its sink. */
#ifndef BAGHCHAL_SOLVE_MAKE_SOLUTION_H
#define BAGHCHAL_SOLVE_MAKE_SOLUTION_H

#include "solution/manifest.h"
#include "solve/solve.h"

enum bc_make_stage {
    BC_MAKE_MOVEMENT,
    BC_MAKE_PLACEMENT,
    BC_MAKE_PACKING,
    BC_MAKE_STAGE_COUNT,
};

struct bc_make_progress {
    enum bc_make_stage stage;
    unsigned number; /* eaten goats (movement) or placed goats (placement) */
    double done;     /* estimated share of all work, 0 to 1 */
};

struct bc_make_options {
    const char *folder;
    /* The sink, count_placement and progress are set here; the rest is the caller's. */
    struct bc_solve_options solve;
    void (*progress)(void *context, const struct bc_make_progress *progress); /* from the calling thread; may be NULL */
    void *progress_context;
};

/* Bytes on disk that a solution is expected to take, generously. */
uint64_t bc_make_disk_estimate(const struct bc_index *index, const struct bc_solve_options *options);

/* Bytes of memory that making a solution is expected to take, bc_solve_memory() included. */
uint64_t bc_make_memory_estimate(const struct bc_index *index, const struct bc_solve_options *options);

/* Makes the solution, replacing what the folder held. `manifest` is what was written. On failure nothing new is in the
 * folder. Errors: those of bc_solve(), of the folder and of the writers. */
enum bc_error bc_make_solution(const struct bc_index *index, const struct bc_make_options *options,
                               struct bc_solve_result *result, struct bc_manifest *manifest);

#endif
