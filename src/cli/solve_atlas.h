/* The atlas: the value of the start under every rule set that tables can solve. */
#ifndef CLI_SOLVE_ATLAS_H
#define CLI_SOLVE_ATLAS_H

#include "solve/solve.h"

/* Solves every rule set that `out`/atlas.tsv has no row or no counts for yet, writes its counts to a file layers-GOATS-STUCK-LIMIT.tsv there and
 * adds its row. `out` may be NULL for atlas-BOARD beside the folders of solutions. Of `options` threads, memory, path and cancel flag count. Returns an exit code. */
int solve_atlas(const struct bc_index *index, const struct bc_solve_options *options, const char *out);

#endif
