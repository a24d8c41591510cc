/* Blocks packed by several threads and written in order.
 *
 * A group is the blocks of one step of work (a tiger class), packed by one thread. Groups may be finished in any order; each waits in
 * memory, packed, until those before it are written. */
#ifndef BAGHCHAL_SOLVE_PACKED_GROUP_H
#define BAGHCHAL_SOLVE_PACKED_GROUP_H

#include "solution/block_file.h"
#include "solution/index.h"

#include <pthread.h>
#include <zstd.h>

/* Fills in what all tables of a rule set on a board say alike, and zeroes the rest. */
void bc_block_header_fill(struct bc_block_header *header, const struct bc_index *index, const struct bc_rules *rules);

/* One thread's means of packing, and the group it is packing. */
struct bc_packer {
    ZSTD_CCtx *context;
    uint8_t *bytes; /* the packed blocks of the group */
    size_t size;
    size_t capacity;
    uint32_t *sizes; /* of each block, with BC_BLOCK_STORED_SIZE */
    uint32_t count;
    uint32_t count_capacity;
};

/* `level` is that of zstd, `match_minimum` the shortest match it looks for (3 to 7), 0 for what the level says. Errors: BC_ERROR_MEMORY. */
enum bc_error bc_packer_init(struct bc_packer *packer, int level, int match_minimum);
void bc_packer_free(struct bc_packer *packer);

/* Packs a block into the group. Errors: BC_ERROR_MEMORY. */
enum bc_error bc_packer_add(struct bc_packer *packer, const uint8_t *raw, size_t size);

struct bc_group {
    uint8_t *bytes;
    uint32_t *sizes;
    uint32_t count;
};

struct bc_group_writer {
    struct bc_block_writer file;
    pthread_mutex_t lock;
    uint32_t group_count;
    uint32_t next; /* the group to be written next */
    struct bc_group *waiting;
};

/* Starts a file of so many groups. Errors: those of bc_block_writer_open(). */
enum bc_error bc_group_writer_open(struct bc_group_writer *writer, const char *path,
                                   const struct bc_block_header *header, uint32_t group_count);

/* Hands over the packer's group as number `group`, and empties the packer. Any thread may call. Errors: BC_ERROR_MEMORY, or the first
 * that the file had. */
enum bc_error bc_group_writer_submit(struct bc_group_writer *writer, uint32_t group, struct bc_packer *packer);

/* Ends the file: see bc_block_writer_finish(). */
enum bc_error bc_group_writer_finish(struct bc_group_writer *writer, uint64_t *size, uint64_t *hash);

/* Gives up. Does nothing to a writer that was finished or never opened (zeroed). */
void bc_group_writer_abandon(struct bc_group_writer *writer);

#endif
