/* The inner loops, once for each instruction set.
 *
 * All work on rows of 512 masks, two planes side by side (solve/solve.h): 16 words a row. The planes' meaning is the caller's.
 * bc_solve_path_available() says which set of kernels may run. */
#ifndef BAGHCHAL_SOLVE_KERNELS_H
#define BAGHCHAL_SOLVE_KERNELS_H

#include "solve/plan.h"
#include "solve/solve.h"

enum { ROW_WORDS = BC_SOLVE_ROW_WORDS, PLANE_WORDS = 8 };

struct kernels {
    enum bc_solve_path path;

    /* For each group n: target rows at targets[n] |= source rows at sources[n], permuted as the plan says. targets[n] has
     * the crossing target bits 0 and, outside those, the fixed bits right; sources[n] has the crossing source bits 0. */
    void (*pull)(const struct plan *plan, const uint64_t *source, uint64_t *target, const uint32_t *targets,
                 const uint32_t *sources, size_t count);

    /* The same in two parts, where what is worked out from a plan is wanted several times: into `move`, of move_bytes bytes, and
     * with it. Where move_bytes is 0 both are NULL. Groups beyond `count` up to `listed` may be fetched into the cache. */
    size_t move_bytes;
    void (*prepare)(const struct plan *plan, void *move);
    void (*run)(const struct plan *plan, const void *move, const uint64_t *source, uint64_t *target,
                const uint32_t *targets, const uint32_t *sources, size_t count, size_t listed);

    /* Both planes of out row `row`: the masks all of whose supersets by one goat are set in `rows`, or that `constant` has. Only
     * masks that `possible` has are changed. */
    void (*place_goats)(const uint64_t *rows, uint32_t row, uint32_t row_count, const uint64_t constant[PLANE_WORDS],
                        const uint64_t possible[PLANE_WORDS], uint64_t *out);

    /* Adds to counts[level] how many bits of levels[level] are set in the rows listed of a plane (with another beside it). */
    void (*count_levels)(const uint64_t *plane, const uint16_t *rows, uint32_t row_count,
                         const uint64_t levels[][PLANE_WORDS], unsigned level_count, uint64_t *counts);

    /* How many bits are set. */
    unsigned (*count_bits)(const uint64_t bits[PLANE_WORDS]);
};

extern const struct kernels kernels_portable;
extern const struct kernels kernels_avx2;
extern const struct kernels kernels_avx512;

/* The kernels of a path that this machine has; for BC_SOLVE_PATH_AUTO the best. NULL if it has not. */
const struct kernels *kernels_find(enum bc_solve_path path);

#endif
