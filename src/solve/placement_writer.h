/* Writes the placement table from the stash, class by class, on several threads. */
#ifndef BAGHCHAL_SOLVE_PLACEMENT_WRITER_H
#define BAGHCHAL_SOLVE_PLACEMENT_WRITER_H

#include "solve/layer_stash.h"

struct bc_placement_watch {
    const atomic_bool *cancel;                    /* stops the work; may be NULL */
    void (*progress)(void *context, double done); /* called now and then from the calling thread; may be NULL */
    void *context;
};

/* Packs and writes all classes of a full stash, which is empty afterwards, and of what the solver kept into a file at `path`; `size` and
 * `hash` describe it. Errors: BC_ERROR_MEMORY, _THREAD, _CANCELLED and those of a block writer. */
enum bc_error bc_write_placement(struct bc_layer_stash *stash, const struct bc_solve_kept *kept,
                                 const struct bc_index *index, const struct bc_rules *rules, const char *path,
                                 const struct bc_placement_watch *watch, uint64_t *size, uint64_t *hash);

#endif
