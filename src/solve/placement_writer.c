#include "solve/placement_writer.h"

#include "solution/implied.h"
#include "solution/layout.h"
#include "solution/plane_order.h"
#include "solve/packed_group.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The level that placement blocks are packed with: docs/measurements.md has the sizes and times of others. */
enum { PLACEMENT_LEVEL = 7, PLACEMENT_MATCH_MINIMUM = 6 };

enum {
    WORD_BITS = 6,
    SAMPLED_WORDS = 512, /* of a plane, when the order of bits is chosen */
    SAMPLE_STEP = 40503, /* odd, so that the sample meets every bit */
};

/* The bits of a word whose number has this bit clear. */
static const uint64_t clear_bits[WORD_BITS] = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                               0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};

enum { WATCH_NANOSECONDS = 50 * 1000 * 1000 };

struct job {
    struct bc_layer_stash *stash;
    const struct bc_solve_kept *kept;
    const struct bc_index *index;
    struct bc_layout layout;
    uint8_t *orders; /* of bits, free_points a class */
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
    uint64_t *free; /* a plane: the masks whose entries may be anything */
    struct bc_packer packer;
};

/* Masks of a class whose entries are never asked for: those that with so many eaten have no goat in hand, and those whose value is
 * implied. */
static void find_free(const struct job *job, uint32_t class, unsigned eaten, uint64_t *free)
{
    const struct bc_layout *layout = &job->layout;
    uint32_t words = job->stash->word_count;
    if (eaten + 1 == layout->goats_to_win) {
        bc_every_placement_loses_a_goat_words(job->index, class, free);
    } else {
        memset(free, 0, words * sizeof *free);
    }
    uint64_t by_high[BC_POINTS_MAX + 1];
    for (unsigned high = 0; high <= BC_POINTS_MAX; ++high) {
        by_high[high] = 0;
        for (unsigned i = 0; i < 64; ++i) {
            bool in_hand = high + (unsigned)__builtin_popcount(i) + eaten < layout->goat_count;
            by_high[high] |= (uint64_t)!in_hand << i;
        }
    }
    for (uint32_t word = 0; word < words; ++word) {
        free[word] |= by_high[job->stash->word_goats[word]];
    }
}

/* Gives free entries the value of a neighbour, which packs best. */
static void fill_free(const uint64_t *free, uint32_t words, uint64_t *plane)
{
    for (uint32_t i = 0; i < words; ++i) {
        uint64_t known = ~free[i];
        uint64_t value = plane[i] & known;
        for (unsigned bit = 0; bit < 3 && known != UINT64_MAX; ++bit) {
            unsigned shift = 1U << bit;
            uint64_t taken = (known & clear_bits[bit]) << shift & ~known;
            value |= value << shift & taken;
            known |= taken;
            taken = known >> shift & clear_bits[bit] & ~known;
            value |= value >> shift & taken;
            known |= taken;
        }
        plane[i] = value | (i == 0 ? 0 : plane[i - 1] & ~known);
    }
}

/* Orders the bits by how many values they change, the fewest first. */
static void choose_order(const struct job *job, const uint64_t *planes, uint8_t *order)
{
    uint32_t words = job->stash->word_count;
    unsigned bits = job->layout.free_points;
    uint32_t sampled = words < SAMPLED_WORDS ? words : SAMPLED_WORDS;
    uint64_t changes[BC_POINTS_MAX] = {0};
    for (unsigned number = 0; number < 2 * job->layout.goats_to_win; ++number) {
        const uint64_t *plane = planes + (size_t)number * words;
        for (uint32_t i = 0; i < sampled; ++i) {
            uint32_t word = i * SAMPLE_STEP & (words - 1);
            for (unsigned bit = 0; bit < bits; ++bit) {
                uint64_t change =
                    bit < WORD_BITS
                        ? 2 * (uint64_t)__builtin_popcountll((plane[word] ^ plane[word] >> (1U << bit)) &
                                                             clear_bits[bit])
                        : (uint64_t)__builtin_popcountll(plane[word] ^ plane[word ^ (uint32_t)1 << (bit - WORD_BITS)]);
                changes[bit] += change;
            }
        }
    }
    for (unsigned i = 0; i < bits; ++i) {
        unsigned at = i;
        for (; at > 0 && changes[order[at - 1]] > changes[i]; --at) {
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)i;
    }
}

/* Makes the planes of a class, as the solver left them, those of the table. */
static void arrange_class(struct worker *worker, uint32_t class)
{
    const struct job *job = worker->job;
    uint32_t words = job->stash->word_count;
    unsigned planes = 2 * job->layout.goats_to_win;
    uint8_t *order = job->orders + (size_t) class * job->layout.free_points;
    for (unsigned number = 0; number < planes; ++number) {
        if (number % 2 == 0) {
            find_free(job, class, number / 2, worker->free);
        }
        fill_free(worker->free, words, worker->planes + (size_t)number * words);
    }
    choose_order(job, worker->planes, order);
    for (unsigned number = 0; number < planes; ++number) {
        bc_plane_order_apply(order, job->layout.free_points, worker->planes + (size_t)number * words);
    }
}

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
        error = bc_layer_stash_collect(job->stash, worker->number, class, job->kept, worker->planes);
        if (error == BC_OK) {
            arrange_class(worker, class);
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
        worker->free = malloc(job->stash->word_count * sizeof *worker->free);
        error = bc_packer_init(&worker->packer, PLACEMENT_LEVEL, PLACEMENT_MATCH_MINIMUM);
        if (worker->planes == NULL || worker->free == NULL) {
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
        free(workers[i].free);
    }
    return error != BC_OK ? error : (enum bc_error)atomic_load(&job->error);
}

/* The orders of bits, after all classes. */
static enum bc_error write_orders(struct job *job)
{
    struct bc_packer packer;
    enum bc_error error = bc_packer_init(&packer, PLACEMENT_LEVEL, 0);
    size_t block = 2 * bc_layout_plane_bytes(&job->layout);
    size_t size = bc_layout_order_bytes(&job->layout);
    for (size_t at = 0; at < size && error == BC_OK; at += block) {
        error = bc_packer_add(&packer, job->orders + at, size - at < block ? size - at : block);
    }
    if (error == BC_OK) {
        error = bc_group_writer_submit(&job->groups, job->layout.class_count, &packer);
    }
    bc_packer_free(&packer);
    return error;
}

enum bc_error bc_write_placement(struct bc_layer_stash *stash, const struct bc_solve_kept *kept,
                                 const struct bc_index *index, const struct bc_rules *rules, const char *path,
                                 const struct bc_placement_watch *watch, uint64_t *size, uint64_t *hash)
{
    struct job job = {.stash = stash, .kept = kept, .index = index, .watch = watch};
    enum bc_error error =
        bc_layout_init(&job.layout, index, rules->goats_to_win, BC_MOVEMENT_BLOCK_BITS, BC_PLACEMENT_BLOCK_BITS);
    if (error != BC_OK) {
        return error;
    }
    struct bc_block_header header;
    bc_block_header_fill(&header, index, rules);
    header.kind = BC_BLOCKS_PLACEMENT;
    header.block_count = bc_layout_placement_blocks(&job.layout) + bc_layout_order_blocks(&job.layout);
    header.block_size = (uint32_t)(2 * bc_layout_plane_bytes(&job.layout));
    header.mask_bits = (uint8_t)job.layout.placement_bits;
    header.implied = BC_IMPLIED_LAST_CAPTURE;
    struct worker *workers = calloc(stash->worker_count, sizeof *workers);
    job.orders = malloc(bc_layout_order_bytes(&job.layout));
    if (workers == NULL || job.orders == NULL) {
        free(workers);
        free(job.orders);
        return BC_ERROR_MEMORY;
    }
    error = bc_group_writer_open(&job.groups, path, &header, index->class_count + 1);
    if (error == BC_OK) {
        error = run_workers(&job, workers, stash->worker_count);
        if (error == BC_OK) {
            error = write_orders(&job);
        }
        if (error == BC_OK) {
            error = bc_group_writer_finish(&job.groups, size, hash);
        } else {
            bc_group_writer_abandon(&job.groups);
        }
    }
    free(job.orders);
    free(workers);
    return error;
}
