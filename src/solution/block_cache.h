/* A bounded cache of unpacked blocks, shared by threads.
 *
 * Blocks live in sets of BC_CACHE_WAYS slots; a file and a block number choose the set. Each set has a lock of its own, held while
 * a value is picked out of a block or a missing block is fetched into the slot used longest ago. The memory of the slots is reserved at
 * once but only touched as blocks come in. */
#ifndef BAGHCHAL_SOLUTION_BLOCK_CACHE_H
#define BAGHCHAL_SOLUTION_BLOCK_CACHE_H

#include "solution/block_file.h"

#include <pthread.h>

enum { BC_CACHE_WAYS = 4 };

struct bc_cache_set {
    pthread_mutex_t lock;
    uint64_t tags[BC_CACHE_WAYS];  /* file number and block number, plus one; 0 for an empty slot */
    uint32_t sizes[BC_CACHE_WAYS]; /* raw bytes in the slot */
    uint32_t used[BC_CACHE_WAYS];
    uint32_t clock;
};

struct bc_unpacker;

struct bc_block_cache {
    size_t set_count; /* a power of two */
    size_t slot_size;
    struct bc_cache_set *sets;
    uint8_t *slots;
    pthread_mutex_t unpackers_lock;
    struct bc_unpacker *unpackers; /* scratch memory not in use now */
};

/* Makes a cache of at most `bytes`, but at least one set, for blocks of up to `slot_size` bytes. Errors: BC_ERROR_MEMORY. */
enum bc_error bc_block_cache_init(struct bc_block_cache *cache, size_t bytes, size_t slot_size);

void bc_block_cache_free(struct bc_block_cache *cache);

/* Finds a block, fetching it if need be, and locks it in place. On success `data` points to its `size` raw bytes until
 * bc_block_cache_release() is called with what `set` was set to; on failure nothing is locked. `number` tells files apart.
 * Errors: those of bc_block_file_read(), BC_ERROR_MEMORY. */
enum bc_error bc_block_cache_acquire(struct bc_block_cache *cache, struct bc_block_file *file, unsigned number,
                                     uint32_t block, const uint8_t **data, size_t *size, struct bc_cache_set **set);

static inline void bc_block_cache_release(struct bc_cache_set *set)
{
    pthread_mutex_unlock(&set->lock);
}

#endif
