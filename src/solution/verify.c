#include "solution/verify.h"

#include "solution/implied.h"
#include "solution/tables.h"
#include "solution/verify_entry.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    WATCH_NANOSECONDS = 100 * 1000 * 1000,
    THREADS_MAX = 256,
    READ_SIZE = 1 << 20,
};

/* Work in units that threads take in order: a tiger class at one number of eaten goats. */
struct pool {
    struct bc_solution *solution;
    const struct bc_verify_options *options;
    enum bc_verify_stage stage;
    uint32_t unit_count;
    atomic_uint next;
    atomic_uint running;
    atomic_uint stop_at; /* units from this number on need not be taken */
    enum bc_error (*work)(struct pool *pool, uint32_t unit);
    pthread_mutex_t lock; /* for what follows */
    enum bc_error error;
    struct bc_verify_report *report;
    uint64_t checked;
    uint32_t differs_at; /* the lowest unit with a difference */
    struct bc_manifest *found;
};

/* --- files --- */

static enum bc_error hash_file(const char *path, uint64_t *size, uint64_t *hash)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return BC_ERROR_SOLUTION_UNREADABLE;
    }
    XXH3_state_t *state = XXH3_createState();
    uint8_t *buffer = malloc(READ_SIZE);
    enum bc_error error = state == NULL || buffer == NULL ? BC_ERROR_MEMORY : BC_OK;
    if (error == BC_OK) {
        XXH3_64bits_reset(state);
        *size = 0;
    }
    while (error == BC_OK) {
        ssize_t got = read(descriptor, buffer, READ_SIZE);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            error = got < 0 ? BC_ERROR_SOLUTION_READ : BC_OK;
            break;
        }
        XXH3_64bits_update(state, buffer, (size_t)got);
        *size += (uint64_t)got;
    }
    if (error == BC_OK) {
        *hash = XXH3_64bits_digest(state);
    }
    free(buffer);
    XXH3_freeState(state);
    close(descriptor);
    return error;
}

static enum bc_error verify_files(struct bc_solution *solution, const char *folder,
                                  const struct bc_verify_options *options, struct bc_verify_report *report)
{
    for (size_t i = 0; i < solution->manifest.file_count; ++i) {
        const struct bc_manifest_file *file = &solution->manifest.files[i];
        char path[BC_SOLUTION_PATH_MAX];
        int length = snprintf(path, sizeof path, "%s/%s", folder, file->name);
        uint64_t size = 0;
        uint64_t hash = 0;
        if (length < 0 || (size_t)length >= sizeof path) {
            return BC_ERROR_SOLUTION_PATH;
        }
        if (options->progress != NULL) {
            options->progress(options->progress_context, BC_VERIFY_FILES,
                              (double)i / (double)solution->manifest.file_count);
        }
        enum bc_error error = hash_file(path, &size, &hash);
        if (error != BC_OK) {
            return error;
        }
        if (size != file->size || hash != file->hash) {
            report->problem = BC_VERIFY_FILE;
            report->file = file->name;
            return BC_OK;
        }
    }
    return BC_OK;
}

/* --- the pool --- */

static void *run(void *argument)
{
    struct pool *pool = argument;
    for (;;) {
        uint32_t unit = atomic_fetch_add(&pool->next, 1);
        if (unit >= pool->unit_count || unit >= atomic_load(&pool->stop_at)) {
            break;
        }
        enum bc_error error = pool->work(pool, unit);
        if (error == BC_OK && pool->options->cancel != NULL && atomic_load(pool->options->cancel)) {
            error = BC_ERROR_CANCELLED;
        }
        if (error != BC_OK) {
            pthread_mutex_lock(&pool->lock);
            pool->error = pool->error == BC_OK ? error : pool->error;
            pthread_mutex_unlock(&pool->lock);
            atomic_store(&pool->stop_at, 0);
        }
    }
    atomic_fetch_sub(&pool->running, 1);
    return NULL;
}

static enum bc_error run_pool(struct pool *pool)
{
    pthread_t threads[THREADS_MAX];
    unsigned started = 0;
    unsigned wanted = pool->options->threads < THREADS_MAX ? pool->options->threads : THREADS_MAX;
    pthread_mutex_init(&pool->lock, NULL);
    atomic_store(&pool->stop_at, UINT32_MAX);
    while (started < wanted) {
        atomic_fetch_add(&pool->running, 1);
        if (pthread_create(&threads[started], NULL, run, pool) != 0) {
            atomic_fetch_sub(&pool->running, 1);
            break;
        }
        ++started;
    }
    while (pool->options->progress != NULL && atomic_load(&pool->running) > 0) {
        double done = (double)atomic_load(&pool->next) / pool->unit_count;
        pool->options->progress(pool->options->progress_context, pool->stage, done < 1 ? done : 1);
        (void)nanosleep(&(struct timespec){.tv_nsec = WATCH_NANOSECONDS}, NULL);
    }
    for (unsigned i = 0; i < started; ++i) {
        pthread_join(threads[i], NULL);
    }
    pthread_mutex_destroy(&pool->lock);
    return started == 0 ? BC_ERROR_THREAD : pool->error;
}

/* --- counts --- */

static void add_counts(struct bc_layer_counts *sum, const struct bc_layer_counts *part)
{
    sum->positions += part->positions;
    sum->goats_win += part->goats_win;
    sum->tigers_win += part->tigers_win;
    sum->draws += part->draws;
}

static void count_result(struct bc_layer_counts *counts, unsigned result)
{
    ++counts->positions;
    counts->goats_win += result == BC_RESULT_GOATS_WIN;
    counts->tigers_win += result == BC_RESULT_TIGERS_WIN;
    counts->draws += result == BC_RESULT_DRAW;
}

static void raise(uint16_t *longest, uint16_t value)
{
    *longest = value > *longest ? value : *longest;
}

/* Counts the movement entries of one class at one number of eaten goats. */
static enum bc_error count_movement(struct pool *pool, uint32_t unit)
{
    struct bc_solution *solution = pool->solution;
    const struct bc_index *index = solution->index;
    unsigned eaten = unit / index->class_count;
    uint32_t class = unit % index->class_count;
    bool has_symmetry = index->classes[class].stabilizer_count > 1;
    struct bc_movement_layer found[2];
    memset(found, 0, sizeof found);
    for (unsigned side = 0; side < 2; ++side) {
        for (uint32_t rank = 0; rank < solution->layout.masks[eaten]; ++rank) {
            struct bc_movement_entry entry;
            if (has_symmetry) {
                uint32_t mask = bc_index_unrank(index, solution->layout.goat_count - eaten, rank);
                if (bc_index_canonical(index, class, mask) != mask) {
                    continue;
                }
            }
            enum bc_error error = bc_solution_movement_entry(solution, eaten, side, class, rank, &entry);
            if (error != BC_OK) {
                return error;
            }
            count_result(&found[side].counts, entry.result);
            if (entry.result != BC_RESULT_DRAW) {
                raise(&found[side].longest_zero[entry.result - BC_RESULT_GOATS_WIN], entry.zero);
                raise(&found[side].longest_end[entry.result - BC_RESULT_GOATS_WIN], entry.end);
            }
        }
    }
    pthread_mutex_lock(&pool->lock);
    for (unsigned side = 0; side < 2; ++side) {
        struct bc_movement_layer *sum = &pool->found->movement[2 * eaten + side];
        add_counts(&sum->counts, &found[side].counts);
        for (unsigned winner = 0; winner < 2; ++winner) {
            raise(&sum->longest_zero[winner], found[side].longest_zero[winner]);
            raise(&sum->longest_end[winner], found[side].longest_end[winner]);
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return BC_OK;
}

/* The masks of a class that stand for themselves, not for a symmetric one. */
static void find_canonical(const struct bc_index *index, uint32_t class, uint64_t *words)
{
    uint32_t masks = (uint32_t)1 << index->free_count;
    for (uint32_t mask = 0; mask < masks; ++mask) {
        if (bc_index_canonical(index, class, mask) == mask) {
            words[mask / 64] |= (uint64_t)1 << mask % 64;
        }
    }
}

/* Adds a word of 64 masks to the counts by number of goats. `high` is the number of goats on the points that choose the word. */
static void count_word(struct bc_layer_counts *by_goats, unsigned high, uint64_t tigers, uint64_t not_goats,
                       uint64_t counted)
{
    static const uint64_t levels[7] = {0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880,
                                       0x1668688068808000, 0x6880800080000000, 0x8000000000000000};
    for (unsigned low = 0; low < 7; ++low) {
        uint64_t these = levels[low] & counted;
        struct bc_layer_counts *counts = &by_goats[high + low];
        counts->positions += (unsigned)__builtin_popcountll(these);
        counts->tigers_win += (unsigned)__builtin_popcountll(these & tigers);
        counts->draws += (unsigned)__builtin_popcountll(these & not_goats & ~tigers);
        counts->goats_win += (unsigned)__builtin_popcountll(these & ~not_goats);
    }
}

/* Counts the placement entries of one class at one number of eaten goats, given which masks count and which are implied. */
static enum bc_error count_class(struct bc_solution *solution, unsigned eaten, uint32_t class,
                                 const uint64_t *canonical, const uint64_t *implied, uint64_t *planes,
                                 struct bc_layer_counts *by_goats)
{
    size_t word_count = solution->index->free_count > 6 ? (size_t)1 << (solution->index->free_count - 6) : 1;
    enum bc_error error = bc_solution_placement_planes(solution, eaten, class, planes);
    for (uint32_t word = 0; word < word_count && error == BC_OK; ++word) {
        uint64_t known = implied == NULL ? 0 : implied[word];
        uint64_t tigers = planes[word] | known;
        uint64_t not_goats = planes[word_count + word] | known;
        count_word(by_goats, (unsigned)__builtin_popcount(word), tigers, not_goats, canonical[word]);
    }
    return error;
}

static enum bc_error count_placement(struct pool *pool, uint32_t class)
{
    struct bc_solution *solution = pool->solution;
    const struct bc_index *index = solution->index;
    unsigned goats_to_win = solution->layout.goats_to_win;
    size_t word_count = index->free_count > 6 ? (size_t)1 << (index->free_count - 6) : 1;
    uint64_t *words = calloc(4 * word_count, sizeof *words); /* canonical, implied, two planes */
    if (words == NULL) {
        return BC_ERROR_MEMORY;
    }
    uint64_t *implied = words + word_count;
    if (index->classes[class].stabilizer_count > 1 || index->free_count < 6) {
        find_canonical(index, class, words);
    } else {
        memset(words, 0xFF, word_count * sizeof *words);
    }
    bool implies = solution->implied == BC_IMPLIED_LAST_CAPTURE;
    if (implies) {
        bc_every_placement_loses_a_goat_words(index, class, implied);
    }
    enum bc_error error = BC_OK;
    for (unsigned eaten = 0; eaten < goats_to_win && error == BC_OK; ++eaten) {
        struct bc_layer_counts by_goats[BC_POINTS_MAX + 8];
        memset(by_goats, 0, sizeof by_goats);
        error = count_class(solution, eaten, class, words, implies && eaten + 1 == goats_to_win ? implied : NULL,
                            words + 2 * word_count, by_goats);
        pthread_mutex_lock(&pool->lock);
        for (unsigned goats = 0; goats + eaten < solution->layout.goat_count; ++goats) {
            add_counts(&pool->found->placement[eaten * BC_POINTS_MAX + goats + eaten].counts, &by_goats[goats]);
        }
        pthread_mutex_unlock(&pool->lock);
    }
    free(words);
    return error;
}

static bool same_counts(const struct bc_layer_counts *a, const struct bc_layer_counts *b)
{
    return a->positions == b->positions && a->goats_win == b->goats_win && a->tigers_win == b->tigers_win &&
           a->draws == b->draws;
}

static void report_counts(struct bc_verify_report *report, enum bc_verify_stage phase, unsigned eaten, unsigned number,
                          const struct bc_layer_counts *expected, const struct bc_layer_counts *found)
{
    report->problem = BC_VERIFY_COUNT;
    report->layer_phase = phase;
    report->eaten = eaten;
    report->number = number;
    report->expected = *expected;
    report->found = *found;
}

static void compare_movement(const struct bc_manifest *manifest, const struct bc_manifest *found,
                             struct bc_verify_report *report)
{
    for (size_t i = 0; i < manifest->movement_count && report->problem == BC_VERIFY_NO_PROBLEM; ++i) {
        const struct bc_movement_layer *layer = &manifest->movement[i];
        const struct bc_movement_layer *other = &found->movement[2 * layer->eaten + layer->side];
        if (!same_counts(&layer->counts, &other->counts) ||
            memcmp(layer->longest_zero, other->longest_zero, sizeof layer->longest_zero) != 0 ||
            memcmp(layer->longest_end, other->longest_end, sizeof layer->longest_end) != 0) {
            report_counts(report, BC_VERIFY_MOVEMENT, layer->eaten, layer->side, &layer->counts, &other->counts);
        }
    }
}

static void compare_placement(const struct bc_manifest *manifest, const struct bc_manifest *found,
                              struct bc_verify_report *report)
{
    for (size_t i = 0; i < manifest->placement_count && report->problem == BC_VERIFY_NO_PROBLEM; ++i) {
        const struct bc_placement_layer *layer = &manifest->placement[i];
        const struct bc_placement_layer *other = &found->placement[layer->eaten * BC_POINTS_MAX + layer->placed];
        if (!same_counts(&layer->counts, &other->counts)) {
            report_counts(report, BC_VERIFY_PLACEMENT, layer->eaten, layer->placed, &layer->counts, &other->counts);
        }
    }
}

static enum bc_error verify_counts(struct bc_solution *solution, const struct bc_verify_options *options,
                                   struct bc_verify_report *report)
{
    struct bc_manifest *found = calloc(1, sizeof *found);
    if (found == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = BC_OK;
    if (options->movement) {
        struct pool pool = {.solution = solution, .options = options, .stage = BC_VERIFY_COUNTS, .found = found};
        pool.unit_count = solution->index->class_count * solution->layout.goats_to_win;
        pool.work = count_movement;
        error = run_pool(&pool);
        if (error == BC_OK) {
            compare_movement(&solution->manifest, found, report);
        }
    }
    if (error == BC_OK && options->placement && solution->has_placement && report->problem == BC_VERIFY_NO_PROBLEM) {
        struct pool pool = {.solution = solution, .options = options, .stage = BC_VERIFY_COUNTS, .found = found};
        pool.unit_count = solution->index->class_count;
        pool.work = count_placement;
        error = run_pool(&pool);
        if (error == BC_OK) {
            compare_placement(&solution->manifest, found, report);
        }
    }
    free(found);
    return error;
}

/* --- entries --- */

/* A small random generator (splitmix64), seeded by the unit so that a sample does not depend on threads. */
static uint64_t draw_number(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

/* How many entries of a unit a sample takes: an even share of what is left. */
static uint64_t share(const struct pool *pool, uint32_t unit)
{
    uint64_t sample = pool->options->sample;
    return sample * (unit + 1) / pool->unit_count - sample * unit / pool->unit_count;
}

static void note(struct pool *pool, uint32_t unit, uint64_t checked, const struct bc_entry_check *check)
{
    pthread_mutex_lock(&pool->lock);
    pool->checked += checked;
    if (check->differs && (pool->report->problem == BC_VERIFY_NO_PROBLEM || unit < pool->differs_at)) {
        pool->report->problem = BC_VERIFY_POSITION;
        pool->report->position = check->position;
        pool->report->stored = check->stored;
        pool->report->derived = check->derived;
        pool->differs_at = unit;
        atomic_store(&pool->stop_at, unit);
    }
    pthread_mutex_unlock(&pool->lock);
}

static enum bc_error verify_movement_unit(struct pool *pool, uint32_t unit)
{
    struct bc_solution *solution = pool->solution;
    const struct bc_index *index = solution->index;
    unsigned eaten = unit / index->class_count;
    uint32_t class = unit % index->class_count;
    uint32_t masks = solution->layout.masks[eaten];
    uint64_t state = pool->options->seed * 0x9E3779B97F4A7C15 + unit;
    bool all = pool->options->sample == 0;
    uint64_t count = masks == 0 ? 0 : all ? 2ULL * masks : share(pool, unit);
    struct bc_entry_check check = {0};
    uint64_t checked = 0;
    enum bc_error error = BC_OK;
    for (uint64_t i = 0; i < count && error == BC_OK && !check.differs; ++i, ++checked) {
        uint64_t chosen = all ? i : draw_number(&state) % (2ULL * masks);
        error =
            bc_verify_movement_entry(solution, eaten, (unsigned)(chosen & 1), class, (uint32_t)(chosen / 2), &check);
    }
    note(pool, unit, checked, &check);
    return error;
}

/* A mask with at most `most` goats: half of the time any, half of the time of any number of goats alike. */
static uint32_t draw_mask(const struct bc_index *index, unsigned most, uint64_t *state)
{
    uint64_t number = draw_number(state);
    if ((number & 1) != 0) {
        uint32_t mask = (uint32_t)(number >> 32) & (uint32_t)(((uint64_t)1 << index->free_count) - 1);
        if ((unsigned)__builtin_popcount(mask) <= most) {
            return mask;
        }
    }
    unsigned goats = (unsigned)((number >> 8 & 0xFFFF) % (most + 1));
    uint32_t masks = bc_index_mask_count(index, goats);
    return masks == 0 ? 0 : bc_index_unrank(index, goats, (uint32_t)(draw_number(state) % masks));
}

static enum bc_error verify_placement_unit(struct pool *pool, uint32_t unit)
{
    struct bc_solution *solution = pool->solution;
    const struct bc_index *index = solution->index;
    unsigned goats_to_win = solution->layout.goats_to_win;
    uint32_t class = unit / goats_to_win; /* the eaten goats of a class together: they use the same blocks */
    unsigned eaten = unit % goats_to_win;
    unsigned most = solution->layout.goat_count - 1 - eaten;
    most = most < index->free_count ? most : index->free_count;
    bool all = pool->options->sample == 0;
    uint64_t state = pool->options->seed * 0x9E3779B97F4A7C15 + unit;
    uint64_t count = all ? (uint64_t)1 << index->free_count : share(pool, unit);
    struct bc_entry_check check = {0};
    uint64_t checked = 0;
    enum bc_error error = BC_OK;
    for (uint64_t i = 0; i < count && error == BC_OK && !check.differs; ++i) {
        uint32_t mask = all ? (uint32_t)i : draw_mask(index, most, &state);
        if ((unsigned)__builtin_popcount(mask) <= most) {
            error = bc_verify_placement_entry(solution, eaten, class, mask, &check);
            ++checked;
        }
    }
    note(pool, unit, checked, &check);
    return error;
}

enum bc_error bc_solution_verify(struct bc_solution *solution, const char *folder,
                                 const struct bc_verify_options *options, struct bc_verify_report *report)
{
    memset(report, 0, sizeof *report);
    enum bc_error error = verify_files(solution, folder, options, report);
    if (error == BC_OK && report->problem == BC_VERIFY_NO_PROBLEM) {
        error = verify_counts(solution, options, report);
    }
    uint32_t units = solution->index->class_count * solution->layout.goats_to_win;
    if (error == BC_OK && report->problem == BC_VERIFY_NO_PROBLEM && options->movement) {
        struct pool pool = {.solution = solution, .options = options, .stage = BC_VERIFY_MOVEMENT, .report = report};
        pool.unit_count = units;
        pool.work = verify_movement_unit;
        error = run_pool(&pool);
        report->movement_checked = pool.checked;
    }
    if (error == BC_OK && report->problem == BC_VERIFY_NO_PROBLEM && options->placement && solution->has_placement) {
        struct pool pool = {.solution = solution, .options = options, .stage = BC_VERIFY_PLACEMENT, .report = report};
        pool.unit_count = units;
        pool.work = verify_placement_unit;
        error = run_pool(&pool);
        report->placement_checked = pool.checked;
    }
    return error;
}
