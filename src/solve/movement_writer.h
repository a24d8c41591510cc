/* Writes the movement table while the solver hands over its classes. Memory: packed classes that wait for their turn. */
#ifndef BAGHCHAL_SOLVE_MOVEMENT_WRITER_H
#define BAGHCHAL_SOLVE_MOVEMENT_WRITER_H

#include "solution/layout.h"
#include "solve/packed_group.h"
#include "solve/solve.h"

struct bc_movement_writer {
    struct bc_layout layout;
    struct bc_group_writer groups; /* a group is a class at one number of eaten goats */
    unsigned thread_count;
    struct bc_packer *packers;
    uint8_t *raw; /* one block a thread */
    size_t block_size;
};

/* Errors: those of bc_block_writer_open(), BC_ERROR_ARGUMENT. */
enum bc_error bc_movement_writer_open(struct bc_movement_writer *writer, const char *path, const struct bc_index *index,
                                      const struct bc_rules *rules, unsigned thread_count);

/* The sink: one class. */
enum bc_error bc_movement_writer_add(struct bc_movement_writer *writer, const struct bc_solve_movement *part);

enum bc_error bc_movement_writer_finish(struct bc_movement_writer *writer, uint64_t *size, uint64_t *hash);
void bc_movement_writer_abandon(struct bc_movement_writer *writer);

#endif
