#include "solve/placement_writer.h"

#include "solution/layout.h"
#include "solve/packed_group.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The level that placement blocks are packed with: docs/measurements.md has the sizes and times of others. */
enum { PLACEMENT_LEVEL = 3 };

enum { WATCH_NANOSECONDS = 50 * 1000 * 1000 };

struct job {
    struct bc_layer_stash *stash;
    struct bc_layout layout;
    struct bc_group_writer groups;
    atomic_uint next;    /* class */
    atomic_int error;    /* the first */
    atomic_uint done;    /* classes */
    atomic_uint running; /* threads */
    const struct bc_placement_watch *watch;
};

struct worker {
    struct job *job;
    unsigned number;
    pthread_t thread;
    uint64_t *planes;
    struct bc_packer packer;
};

/* Packs the blocks of one class. */
static enum bc_error pack_class(struct worker *worker, uint8_t *raw)
{
    const struct job *job = worker->job;
    size_t plane = bc_layout_plane_bytes(&job->layout);
    size_t word_count = job->stash->word_count;
    for (unsigned eaten = 0; eaten < job->layout.goats_to_win; ++eaten) {
        const uint8_t *tigers = (const uint8_t *)(worker->planes + 2 * eaten * word_count);
        const uint8_t *not_goats = tigers + word_count * sizeof(uint64_t);
        for (uint32_t chunk = 0; chunk < job->layout.chunks; ++chunk) {
            memcpy(raw, tigers + chunk * plane, plane);
            memcpy(raw + plane, not_goats + chunk * plane, plane);
            enum bc_error error = bc_packer_add(&worker->packer, raw, 2 * plane);
            if (error != BC_OK) {
                return error;
            }
        }
    }
    return BC_OK;
}

static enum bc_error work(struct worker *worker)
{
    struct job *job = worker->job;
    uint8_t *raw = malloc(2 * bc_layout_plane_bytes(&job->layout));
    if (raw == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = BC_OK;
    while (error == BC_OK && atomic_load(&job->error) == BC_OK) {
        uint32_t class = atomic_fetch_add(&job->next, 1);
        if (class >= job->layout.class_count) {
            break;
        }
        error = bc_layer_stash_collect(job->stash, worker->number, class, worker->planes);
        if (error == BC_OK) {
            error = pack_class(worker, raw);
        }
        if (error == BC_OK) {
            error = bc_group_writer_submit(&job->groups, class, &worker->packer);
        }
        atomic_fetch_add(&job->done, 1);
        if (error == BC_OK && job->watch->cancel != NULL && atomic_load(job->watch->cancel)) {
            error = BC_ERROR_CANCELLED;
        }
    }
    free(raw);
    return error;
}

static void *run(void *argument)
{
    struct worker *worker = argument;
    enum bc_error error = work(worker);
    int none = BC_OK;
    if (error != BC_OK) {
        atomic_compare_exchange_strong(&worker->job->error, &none, (int)error);
    }
    atomic_fetch_sub(&worker->job->running, 1);
    return NULL;
}

static enum bc_error run_workers(struct job *job, struct worker *workers, unsigned count)
{
    enum bc_error error = BC_OK;
    unsigned ready = 0;
    for (; ready < count && error == BC_OK; ++ready) {
        struct worker *worker = &workers[ready];
        worker->job = job;
        worker->number = ready;
        worker->planes = malloc((size_t)job->layout.goats_to_win * 2 * job->stash->word_count * sizeof *worker->planes);
        error = bc_packer_init(&worker->packer, PLACEMENT_LEVEL);
        if (worker->planes == NULL) {
            error = BC_ERROR_MEMORY;
        }
    }
    unsigned started = 0;
    while (error == BC_OK && started < count) {
        atomic_fetch_add(&job->running, 1);
        if (pthread_create(&workers[started].thread, NULL, run, &workers[started]) != 0) {
            atomic_store(&job->error, BC_ERROR_THREAD);
            break;
        }
        ++started;
    }
    while (job->watch->progress != NULL && atomic_load(&job->running) > 0 && started == count) {
        job->watch->progress(job->watch->context, (double)atomic_load(&job->done) / job->layout.class_count);
        nanosleep(&(struct timespec){.tv_nsec = WATCH_NANOSECONDS}, NULL);
    }
    for (unsigned i = 0; i < started; ++i) {
        pthread_join(workers[i].thread, NULL);
    }
    for (unsigned i = 0; i < ready; ++i) {
        bc_packer_free(&workers[i].packer);
        free(workers[i].planes);
    }
    return error != BC_OK ? error : (enum bc_error)atomic_load(&job->error);
}

enum bc_error bc_write_placement(struct bc_layer_stash *stash, const struct bc_index *index,
                                 const struct bc_rules *rules, const char *path, const struct bc_placement_watch *watch,
                                 uint64_t *size, uint64_t *hash)
{
    struct job job = {.stash = stash, .watch = watch};
    enum bc_error error =
        bc_layout_init(&job.layout, index, rules->goats_to_win, BC_MOVEMENT_BLOCK_BITS, BC_PLACEMENT_BLOCK_BITS);
    if (error != BC_OK) {
        return error;
    }
    struct bc_block_header header;
    bc_block_header_fill(&header, index, rules);
    header.kind = BC_BLOCKS_PLACEMENT;
    header.block_count = bc_layout_placement_blocks(&job.layout);
    header.block_size = (uint32_t)(2 * bc_layout_plane_bytes(&job.layout));
    header.mask_bits = (uint8_t)job.layout.placement_bits;
    struct worker *workers = calloc(stash->worker_count, sizeof *workers);
    if (workers == NULL) {
        return BC_ERROR_MEMORY;
    }
    error = bc_group_writer_open(&job.groups, path, &header, index->class_count);
    if (error == BC_OK) {
        error = run_workers(&job, workers, stash->worker_count);
        if (error == BC_OK) {
            error = bc_group_writer_finish(&job.groups, size, hash);
        } else {
            bc_group_writer_abandon(&job.groups);
        }
    }
    free(workers);
    return error;
}
