#include "solution/block_cache.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <zstd.h>

/* Scratch memory for reading one block. */
struct bc_unpacker {
    struct bc_unpacker *next;
    ZSTD_DCtx *context;
    uint8_t packed[BC_BLOCK_SIZE_MAX];
};

static struct bc_unpacker *take_unpacker(struct bc_block_cache *cache)
{
    pthread_mutex_lock(&cache->unpackers_lock);
    struct bc_unpacker *unpacker = cache->unpackers;
    if (unpacker != NULL) {
        cache->unpackers = unpacker->next;
    }
    pthread_mutex_unlock(&cache->unpackers_lock);
    if (unpacker != NULL) {
        return unpacker;
    }
    unpacker = malloc(sizeof *unpacker);
    if (unpacker == NULL) {
        return NULL;
    }
    unpacker->context = ZSTD_createDCtx();
    if (unpacker->context == NULL) {
        free(unpacker);
        return NULL;
    }
    return unpacker;
}

static void give_unpacker(struct bc_block_cache *cache, struct bc_unpacker *unpacker)
{
    pthread_mutex_lock(&cache->unpackers_lock);
    unpacker->next = cache->unpackers;
    cache->unpackers = unpacker;
    pthread_mutex_unlock(&cache->unpackers_lock);
}

enum bc_error bc_block_cache_init(struct bc_block_cache *cache, size_t bytes, size_t slot_size)
{
    memset(cache, 0, sizeof *cache);
    cache->slot_size = slot_size;
    cache->set_count = 1;
    while (cache->set_count * 2 * BC_CACHE_WAYS <= bytes / slot_size) {
        cache->set_count *= 2;
    }
    cache->sets = calloc(cache->set_count, sizeof *cache->sets);
    if (cache->sets == NULL) {
        return BC_ERROR_MEMORY;
    }
    void *slots = mmap(NULL, cache->set_count * BC_CACHE_WAYS * slot_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slots == MAP_FAILED) {
        free(cache->sets);
        cache->sets = NULL;
        return BC_ERROR_MEMORY;
    }
    cache->slots = slots;
    for (size_t i = 0; i < cache->set_count; ++i) {
        pthread_mutex_init(&cache->sets[i].lock, NULL);
    }
    pthread_mutex_init(&cache->unpackers_lock, NULL);
    return BC_OK;
}

void bc_block_cache_free(struct bc_block_cache *cache)
{
    if (cache->sets == NULL) {
        return;
    }
    for (size_t i = 0; i < cache->set_count; ++i) {
        pthread_mutex_destroy(&cache->sets[i].lock);
    }
    pthread_mutex_destroy(&cache->unpackers_lock);
    while (cache->unpackers != NULL) {
        struct bc_unpacker *unpacker = cache->unpackers;
        cache->unpackers = unpacker->next;
        ZSTD_freeDCtx(unpacker->context);
        free(unpacker);
    }
    munmap(cache->slots, cache->set_count * BC_CACHE_WAYS * cache->slot_size);
    free(cache->sets);
    cache->sets = NULL;
}

/* Brings a block into the slot of the set that was used longest ago. The set is locked by the caller. */
static enum bc_error fetch(struct bc_block_cache *cache, struct bc_cache_set *set, struct bc_block_file *file,
                           uint64_t tag, uint32_t block, unsigned *way)
{
    struct bc_unpacker *unpacker = take_unpacker(cache);
    if (unpacker == NULL) {
        return BC_ERROR_MEMORY;
    }
    unsigned oldest = 0;
    for (unsigned i = 0; i < BC_CACHE_WAYS; ++i) {
        if (set->tags[i] == 0) {
            oldest = i;
            break;
        }
        if (set->clock - set->used[i] > set->clock - set->used[oldest]) {
            oldest = i;
        }
    }
    size_t slot = (size_t)(set - cache->sets) * BC_CACHE_WAYS + oldest;
    set->tags[oldest] = 0;
    size_t size = 0;
    enum bc_error error = bc_block_file_read(file, block, unpacker->context, unpacker->packed,
                                             cache->slots + slot * cache->slot_size, &size);
    give_unpacker(cache, unpacker);
    if (error == BC_OK) {
        set->tags[oldest] = tag;
        set->sizes[oldest] = (uint32_t)size;
        *way = oldest;
    }
    return error;
}

enum bc_error bc_block_cache_acquire(struct bc_block_cache *cache, struct bc_block_file *file, unsigned number,
                                     uint32_t block, const uint8_t **data, size_t *size, struct bc_cache_set **set)
{
    if (file->header.block_size > cache->slot_size) {
        return BC_ERROR_SOLUTION_DAMAGED;
    }
    uint64_t tag = ((uint64_t)number << 32 | block) + 1;
    /* Neighbouring blocks go to neighbouring sets, so that a cache as large as a table holds the whole table. */
    size_t index = (size_t)(block + number * 0x9E3779B1U) & (cache->set_count - 1);
    struct bc_cache_set *found = &cache->sets[index];
    pthread_mutex_lock(&found->lock);
    ++found->clock;
    unsigned way = 0;
    while (way < BC_CACHE_WAYS && found->tags[way] != tag) {
        ++way;
    }
    if (way == BC_CACHE_WAYS) {
        enum bc_error error = fetch(cache, found, file, tag, block, &way);
        if (error != BC_OK) {
            pthread_mutex_unlock(&found->lock);
            return error;
        }
    }
    found->used[way] = found->clock;
    *data = cache->slots + ((size_t)(found - cache->sets) * BC_CACHE_WAYS + way) * cache->slot_size;
    *size = found->sizes[way];
    *set = found;
    return BC_OK;
}
