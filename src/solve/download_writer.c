#include "solve/download_writer.h"

#include "solution/movement_download.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { THREADS_MAX = 8 };

enum bc_error bc_download_writer_open(struct bc_download_writer *writer, const struct bc_index *index,
                                      const struct bc_rules *rules)
{
    memset(writer, 0, sizeof *writer);
    writer->index = index;
    writer->rules = *rules;
    size_t entries = bc_download_entries(index, rules->goats_to_win);
    if (entries == 0) {
        return BC_OK;
    }
    writer->entries = malloc(entries);
    if (writer->entries == NULL) {
        return BC_ERROR_MEMORY;
    }
    uint8_t *at = writer->entries;
    for (unsigned eaten = rules->goats_to_win; eaten-- > 0;) {
        writer->tiers[eaten] = at;
        at += (size_t)index->class_count * bc_index_mask_count(index, (unsigned)index->board->goat_count - eaten);
    }
    return BC_OK;
}

void bc_download_writer_free(struct bc_download_writer *writer)
{
    free(writer->entries);
    writer->entries = NULL;
}

void bc_download_writer_add(struct bc_download_writer *writer, const struct bc_solve_movement *part)
{
    if (writer->entries == NULL) {
        return;
    }
    const uint8_t *result = part->result[BC_TIGERS];
    const uint16_t *zero = part->zero[BC_TIGERS];
    uint8_t *entries = writer->tiers[part->eaten] + (size_t)part->class * part->count;
    bool too_far = false;
    for (uint32_t i = 0; i < part->count; ++i) {
        too_far |= zero[i] > BC_MOVEMENT_CODE_ZERO_MAX;
        entries[i] = (uint8_t)(result[i] == BC_RESULT_DRAW ? 0 : 1 + 2 * zero[i] + (result[i] == BC_RESULT_TIGERS_WIN));
    }
    if (too_far) {
        atomic_store(&writer->too_far, true);
    }
}

/* Tiers are packed each on its own, the largest (most goats eaten) first. */
struct packing {
    struct bc_download_writer *writer;
    atomic_uint next;
    atomic_bool failed;
    uint8_t *streams[BC_POINTS_MAX];
    size_t sizes[BC_POINTS_MAX];
};

static void pack_tier(struct packing *packing, unsigned number, struct bc_code_model *models)
{
    const struct bc_download_writer *writer = packing->writer;
    unsigned eaten = writer->rules.goats_to_win - 1U - number;
    size_t entries = (size_t)writer->index->class_count *
                     bc_index_mask_count(writer->index, (unsigned)writer->index->board->goat_count - eaten);
    struct bc_code_tier tier = {.index = writer->index,
                                .eaten = (uint8_t)eaten,
                                .goats_to_win = writer->rules.goats_to_win,
                                .entries = writer->tiers[eaten],
                                .models = models};
    size_t capacity = entries + 1024;
    packing->streams[number] = malloc(capacity);
    if (packing->streams[number] != NULL) {
        packing->sizes[number] = bc_movement_encode(&tier, packing->streams[number], capacity);
    }
    if (packing->sizes[number] == 0) {
        atomic_store(&packing->failed, true);
    }
}

static void *pack_tiers(void *argument)
{
    struct packing *packing = argument;
    struct bc_code_model *models = malloc(BC_MOVEMENT_CODE_MODELS * sizeof *models);
    if (models == NULL) {
        atomic_store(&packing->failed, true);
        return NULL;
    }
    for (unsigned number = 0; (number = atomic_fetch_add(&packing->next, 1)) < packing->writer->rules.goats_to_win;) {
        pack_tier(packing, number, models);
    }
    free(models);
    return NULL;
}

static enum bc_error write_all(int descriptor, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t put = write(descriptor, bytes, size);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            return errno == ENOSPC || errno == EDQUOT ? BC_ERROR_SOLUTION_DISK_FULL : BC_ERROR_SOLUTION_WRITE;
        }
        bytes += put;
        size -= (size_t)put;
    }
    return BC_OK;
}

static enum bc_error write_file(struct packing *packing, const char *path, uint64_t *size, uint64_t *hash)
{
    const struct bc_download_writer *writer = packing->writer;
    unsigned tiers = writer->rules.goats_to_win;
    size_t total = bc_download_header_size(tiers);
    for (unsigned i = 0; i < tiers; ++i) {
        total += packing->sizes[i];
    }
    uint8_t *file = malloc(total);
    if (file == NULL) {
        return BC_ERROR_MEMORY;
    }
    bc_download_header(writer->index, &writer->rules, (const uint8_t *const *)packing->streams, packing->sizes, file);
    uint8_t *at = file + bc_download_header_size(tiers);
    for (unsigned i = 0; i < tiers; ++i) {
        memcpy(at, packing->streams[i], packing->sizes[i]);
        at += packing->sizes[i];
    }
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    enum bc_error error = descriptor < 0 ? BC_ERROR_SOLUTION_WRITE : write_all(descriptor, file, total);
    if (error == BC_OK && fsync(descriptor) != 0) {
        error = errno == ENOSPC || errno == EDQUOT ? BC_ERROR_SOLUTION_DISK_FULL : BC_ERROR_SOLUTION_WRITE;
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    *size = total;
    *hash = XXH3_64bits(file, total);
    free(file);
    return error;
}

enum bc_error bc_download_writer_write(struct bc_download_writer *writer, const char *path, unsigned threads,
                                       uint64_t *size, uint64_t *hash)
{
    *size = 0;
    if (writer->entries == NULL || atomic_load(&writer->too_far)) {
        return BC_OK;
    }
    struct packing *packing = calloc(1, sizeof *packing);
    if (packing == NULL) {
        return BC_ERROR_MEMORY;
    }
    packing->writer = writer;
    pthread_t others[THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < threads && started < THREADS_MAX &&
           pthread_create(&others[started], NULL, pack_tiers, packing) == 0) {
        ++started;
    }
    pack_tiers(packing);
    for (unsigned i = 0; i < started; ++i) {
        pthread_join(others[i], NULL);
    }
    enum bc_error error = atomic_load(&packing->failed) ? BC_ERROR_MEMORY : write_file(packing, path, size, hash);
    for (unsigned i = 0; i < BC_POINTS_MAX; ++i) {
        free(packing->streams[i]);
    }
    free(packing);
    return error;
}
