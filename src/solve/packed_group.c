#include "solve/packed_group.h"

#include <stdlib.h>
#include <string.h>

void bc_block_header_fill(struct bc_block_header *header, const struct bc_index *index, const struct bc_rules *rules)
{
    memset(header, 0, sizeof *header);
    const char *name = index->board->description->name;
    memcpy(header->board, name, strnlen(name, BC_BLOCK_BOARD_NAME_MAX - 1));
    header->rules = *rules;
    header->rules.repetition = BC_REPETITION_DRAW;
    header->point_count = index->board->point_count;
    memcpy(header->order, index->order, BC_POINTS_MAX);
}

enum bc_error bc_packer_init(struct bc_packer *packer, int level, int match_minimum)
{
    memset(packer, 0, sizeof *packer);
    packer->context = ZSTD_createCCtx();
    if (packer->context == NULL ||
        ZSTD_isError(ZSTD_CCtx_setParameter(packer->context, ZSTD_c_compressionLevel, level)) ||
        ZSTD_isError(ZSTD_CCtx_setParameter(packer->context, ZSTD_c_minMatch, match_minimum))) {
        return BC_ERROR_MEMORY;
    }
    return BC_OK;
}

void bc_packer_free(struct bc_packer *packer)
{
    ZSTD_freeCCtx(packer->context);
    free(packer->bytes);
    free(packer->sizes);
    memset(packer, 0, sizeof *packer);
}

/* Makes room for one more block of at most `bound` bytes. */
static enum bc_error reserve(struct bc_packer *packer, size_t bound)
{
    if (packer->capacity - packer->size < bound) {
        size_t capacity = packer->capacity * 2 + bound;
        uint8_t *bytes = realloc(packer->bytes, capacity);
        if (bytes == NULL) {
            return BC_ERROR_MEMORY;
        }
        packer->bytes = bytes;
        packer->capacity = capacity;
    }
    if (packer->count == packer->count_capacity) {
        uint32_t capacity = packer->count_capacity * 2 + 64;
        uint32_t *sizes = realloc(packer->sizes, capacity * sizeof *sizes);
        if (sizes == NULL) {
            return BC_ERROR_MEMORY;
        }
        packer->sizes = sizes;
        packer->count_capacity = capacity;
    }
    return BC_OK;
}

enum bc_error bc_packer_add(struct bc_packer *packer, const uint8_t *raw, size_t size)
{
    size_t bound = ZSTD_compressBound(size);
    enum bc_error error = reserve(packer, bound);
    if (error != BC_OK) {
        return error;
    }
    uint8_t *target = packer->bytes + packer->size;
    size_t packed = ZSTD_compress2(packer->context, target, bound, raw, size);
    if (ZSTD_isError(packed)) {
        return BC_ERROR_MEMORY;
    }
    uint32_t stored = 0;
    if (packed >= size) {
        memcpy(target, raw, size);
        packed = size;
        stored = BC_BLOCK_STORED_SIZE;
    }
    packer->sizes[packer->count++] = (uint32_t)packed | stored;
    packer->size += packed;
    return BC_OK;
}

enum bc_error bc_group_writer_open(struct bc_group_writer *writer, const char *path,
                                   const struct bc_block_header *header, uint32_t group_count)
{
    memset(writer, 0, sizeof *writer);
    struct bc_group *waiting = calloc(group_count, sizeof *waiting);
    if (waiting == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = bc_block_writer_open(&writer->file, path, header);
    if (error != BC_OK) {
        free(waiting);
        return error;
    }
    writer->waiting = waiting;
    writer->group_count = group_count;
    pthread_mutex_init(&writer->lock, NULL);
    return BC_OK;
}

static void append(struct bc_block_writer *file, const uint8_t *bytes, const uint32_t *sizes, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t size = sizes[i] & ~BC_BLOCK_STORED_SIZE;
        bc_block_writer_append(file, bytes, size, (sizes[i] & BC_BLOCK_STORED_SIZE) != 0);
        bytes += size;
    }
}

/* Writes the waiting groups that now come next. The lock is held. */
static void drain(struct bc_group_writer *writer)
{
    while (writer->next < writer->group_count && writer->waiting[writer->next].sizes != NULL) {
        struct bc_group *group = &writer->waiting[writer->next++];
        append(&writer->file, group->bytes, group->sizes, group->count);
        free(group->bytes);
        free(group->sizes);
        group->bytes = NULL;
        group->sizes = NULL;
    }
}

enum bc_error bc_group_writer_submit(struct bc_group_writer *writer, uint32_t group, struct bc_packer *packer)
{
    enum bc_error error = BC_OK;
    pthread_mutex_lock(&writer->lock);
    if (group == writer->next) {
        append(&writer->file, packer->bytes, packer->sizes, packer->count);
        ++writer->next;
        drain(writer);
    } else {
        struct bc_group *waiting = &writer->waiting[group];
        waiting->bytes = malloc(packer->size + 1);
        waiting->sizes = malloc((packer->count + 1) * sizeof *waiting->sizes);
        if (waiting->bytes == NULL || waiting->sizes == NULL) {
            free(waiting->sizes);
            waiting->sizes = NULL;
            error = BC_ERROR_MEMORY;
        } else {
            memcpy(waiting->bytes, packer->bytes, packer->size);
            memcpy(waiting->sizes, packer->sizes, packer->count * sizeof *waiting->sizes);
            waiting->count = packer->count;
        }
    }
    if (error == BC_OK) {
        error = writer->file.error;
    }
    pthread_mutex_unlock(&writer->lock);
    packer->size = 0;
    packer->count = 0;
    return error;
}

static void release(struct bc_group_writer *writer)
{
    for (uint32_t i = 0; i < writer->group_count; ++i) {
        free(writer->waiting[i].bytes);
        free(writer->waiting[i].sizes);
    }
    free(writer->waiting);
    pthread_mutex_destroy(&writer->lock);
    writer->waiting = NULL;
}

enum bc_error bc_group_writer_finish(struct bc_group_writer *writer, uint64_t *size, uint64_t *hash)
{
    enum bc_error error = bc_block_writer_finish(&writer->file, size, hash);
    release(writer);
    return error;
}

void bc_group_writer_abandon(struct bc_group_writer *writer)
{
    if (writer->waiting != NULL) {
        bc_block_writer_abandon(&writer->file);
        release(writer);
    }
}
