/* Writes the movement phase in its small form (baghchal/movement.h) from what the solver hands over. */
#ifndef BAGHCHAL_SOLVE_DOWNLOAD_WRITER_H
#define BAGHCHAL_SOLVE_DOWNLOAD_WRITER_H

#include "solve/solve.h"

struct bc_download_writer {
    const struct bc_index *index;
    struct bc_rules rules;
    uint8_t *entries;              /* NULL: this rule set has no such file */
    uint8_t *tiers[BC_POINTS_MAX]; /* by eaten goats, in `entries` */
    atomic_bool too_far;           /* a distance does not fit */
};

/* Where the movement phase is too large for the form, the writer does nothing and writes no file. Errors: BC_ERROR_MEMORY. */
enum bc_error bc_download_writer_open(struct bc_download_writer *writer, const struct bc_index *index,
                                      const struct bc_rules *rules);

/* The sink: one class. */
void bc_download_writer_add(struct bc_download_writer *writer, const struct bc_solve_movement *part);

/* Packs and writes the file on up to `threads` threads. `size` is 0 afterwards where the rule set has no such file, else
 * `size` and `hash` (XXH3) describe it. Errors: BC_ERROR_MEMORY, BC_ERROR_SOLUTION_WRITE, _DISK_FULL. */
enum bc_error bc_download_writer_write(struct bc_download_writer *writer, const char *path, unsigned threads,
                                       uint64_t *size, uint64_t *hash);

void bc_download_writer_free(struct bc_download_writer *writer);

#endif
