#include "solve/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *planes_allocate(size_t bytes)
{
    void *planes = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (planes == MAP_FAILED) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    (void)madvise(planes, bytes, MADV_HUGEPAGE);
#endif
    return planes;
}

void planes_free(void *planes, size_t bytes)
{
    if (planes != NULL) {
        munmap(planes, bytes);
    }
}

struct fill {
    const struct solver *solver;
    uint64_t *planes;
    unsigned least;
};

static enum bc_error fill_class(void *context, unsigned thread, uint32_t class)
{
    const struct fill *fill = context;
    const struct solver *solver = fill->solver;
    uint64_t *planes = fill->planes + class * solver->class_words;
    (void)thread;
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        uint64_t *words = planes + (size_t)row * ROW_WORDS;
        memcpy(words, low_masks_below(solver, solver->row_goats[row], fill->least), PLANE_WORDS * sizeof *words);
        memset(words + PLANE_WORDS, 255, PLANE_WORDS * sizeof *words);
    }
    return BC_OK;
}

enum bc_error planes_fill(struct solver *solver, uint64_t *planes, unsigned least)
{
    struct fill fill = {solver, planes, least};
    return workers_run(solver->workers, fill_class, &fill, solver->index->class_count);
}

enum { LOW_TABLE_BITS = 6 };

size_t plan_groups(const struct solver *solver, const struct plan *plan, unsigned least, unsigned most,
                   uint32_t *targets, uint32_t *sources)
{
    uint32_t fixed = plan->row_fixed & ~plan->cross_target;
    uint32_t value = plan->row_value & fixed;
    uint32_t open = (solver->row_count - 1) & ~(plan->row_fixed | plan->cross_target);
    unsigned low_count = 0;
    unsigned bit_count = 0;
    uint32_t target_low[1 << LOW_TABLE_BITS] = {value};
    uint32_t source_low[1 << LOW_TABLE_BITS] = {0};
    uint32_t high_targets[ROW_BITS_MAX];
    uint32_t high_sources[ROW_BITS_MAX];
    /* 1. Tables of what the first six open bits do. */
    for (uint32_t rest = open; rest != 0; rest &= rest - 1, ++bit_count) {
        uint32_t target = rest & (0U - rest);
        uint32_t source = UINT32_C(1) << plan->row_from[__builtin_ctz(rest)];
        if (bit_count >= LOW_TABLE_BITS) {
            high_targets[bit_count - LOW_TABLE_BITS] = target;
            high_sources[bit_count - LOW_TABLE_BITS] = source;
            continue;
        }
        for (unsigned n = 0; n < 1U << bit_count; ++n) {
            target_low[n | 1U << bit_count] = target_low[n] | target;
            source_low[n | 1U << bit_count] = source_low[n] | source;
        }
        low_count = bit_count + 1;
    }
    unsigned low_end = 1U << low_count;
    unsigned first = (unsigned)__builtin_popcount(value);
    /* 2. All choices of the others. */
    size_t count = 0;
    for (uint32_t high = 0; high < UINT32_C(1) << (bit_count - low_count); ++high) {
        uint32_t target_high = 0;
        uint32_t source_high = 0;
        for (uint32_t rest = high; rest != 0; rest &= rest - 1) {
            target_high |= high_targets[__builtin_ctz(rest)];
            source_high |= high_sources[__builtin_ctz(rest)];
        }
        unsigned above = first + (unsigned)__builtin_popcount(high);
        if (low_count == LOW_TABLE_BITS && above + plan->cross >= least && above + LOW_TABLE_BITS <= most) {
            for (unsigned n = 0; n < 1U << LOW_TABLE_BITS; ++n) {
                targets[count + n] = target_low[n] | target_high;
                sources[count + n] = source_low[n] | source_high;
            }
            count += 1U << LOW_TABLE_BITS;
            continue;
        }
        for (unsigned n = 0; n < low_end; ++n) {
            unsigned goats = above + solver->row_goats[n];
            targets[count] = target_low[n] | target_high;
            sources[count] = source_low[n] | source_high;
            count += goats <= most && goats + plan->cross >= least;
        }
    }
    return count;
}

void report_progress(const struct solver *solver, bool placement, unsigned number, double done)
{
    const struct bc_solve_options *options = solver->options;
    if (options->progress == NULL) {
        return;
    }
    /* How the time divides between the phases depends on the rule set: measured for the standard one (docs/measurements.md). */
    double share = options->movement_only ? 1.0 : 0.25;
    struct bc_solve_progress progress = {
        .placement = placement,
        .number = (uint8_t)number,
        .done = placement ? share + (1.0 - share) * done : share * done,
    };
    options->progress(options->progress_context, &progress);
}

static void fill_low_masks(struct solver *solver)
{
    unsigned low_bits = solver->index->free_count < LOW_BITS ? solver->index->free_count : LOW_BITS;
    for (unsigned mask = 0; mask < 1U << low_bits; ++mask) {
        unsigned goats = (unsigned)__builtin_popcount(mask);
        uint64_t bit = UINT64_C(1) << (mask & 63U);
        solver->low_exactly[goats][mask >> 6] |= bit;
        ++solver->row_steps[goats];
        for (unsigned more = goats + 1; more <= LOW_BITS + 1; ++more) {
            solver->low_below[more][mask >> 6] |= bit;
        }
    }
    /* Masks with bits that a small board does not have stand as won for the tigers and never come into play. */
    for (unsigned mask = 1U << low_bits; mask < BC_SOLVE_ROW_MASKS; ++mask) {
        for (unsigned below = 0; below <= LOW_BITS + 1; ++below) {
            solver->low_below[below][mask >> 6] |= UINT64_C(1) << (mask & 63U);
        }
    }
}

static void free_scratch(struct solver *solver, unsigned threads)
{
    for (unsigned t = 0; solver->scratch != NULL && t < threads; ++t) {
        struct scratch *s = &solver->scratch[t];
        planes_free(s->rows, solver->class_words * sizeof *s->rows);
        free(s->targets);
        free(s->sources);
        free(s->moves);
        free(s->found);
        free(s->picked);
        free(s->captures);
        free(s->sums.rows);
        free(s->part);
    }
    free(solver->scratch);
}

/* Masks of a class in the largest tier. */
static size_t most_masks(const struct bc_index *index, const struct bc_solve_options *options)
{
    size_t most = 1;
    for (unsigned eaten = 0; eaten < options->rules.goats_to_win; ++eaten) {
        size_t count = bc_index_mask_count(index, index->board->goat_count - eaten);
        most = count > most ? count : most;
    }
    return most;
}

/* Bytes of the arrays of a class that the sink gets, for the largest tier. */
static size_t part_bytes(const struct bc_index *index, const struct bc_solve_options *options)
{
    return options->sink.movement == NULL ? 1 : 10 * most_masks(index, options);
}

static enum bc_error allocate_scratch(struct solver *solver, unsigned threads)
{
    size_t rows = solver->row_count;
    size_t masks = most_masks(solver->index, solver->options);
    solver->scratch = calloc(threads, sizeof *solver->scratch);
    if (solver->scratch == NULL) {
        return BC_ERROR_MEMORY;
    }
    for (unsigned t = 0; t < threads; ++t) {
        struct scratch *s = &solver->scratch[t];
        /* Lists are written one entry beyond their end. */
        s->rows = planes_allocate(solver->class_words * sizeof *s->rows);
        s->targets = calloc(rows * solver->most_plans + 1, sizeof *s->targets);
        s->sources = calloc(rows * solver->most_plans + 1, sizeof *s->sources);
        s->moves = aligned_alloc(64, solver->kernels->move_bytes * solver->most_plans + 64);
        s->part = calloc(1, part_bytes(solver->index, solver->options));
        s->found = calloc(masks + 1, sizeof *s->found);
        s->picked = calloc(masks + 1, sizeof *s->picked);
        s->captures = calloc(masks, sizeof *s->captures);
        s->sums.rows = calloc(rows, sizeof *s->sums.rows);
        if (s->rows == NULL || s->targets == NULL || s->sources == NULL || s->moves == NULL || s->part == NULL ||
            s->found == NULL || s->picked == NULL || s->captures == NULL || s->sums.rows == NULL) {
            return BC_ERROR_MEMORY;
        }
    }
    return BC_OK;
}

static unsigned thread_count(const struct bc_solve_options *options)
{
    long threads = options->threads != 0 ? (long)options->threads : sysconf(_SC_NPROCESSORS_ONLN);
    return threads < 1 ? 1U : threads > BC_SOLVE_THREADS_MAX ? BC_SOLVE_THREADS_MAX : (unsigned)threads;
}

static size_t all_rows_bytes(const struct bc_index *index, uint64_t rows)
{
    return (size_t)(index->class_count * rows * ROW_WORDS * sizeof(uint64_t));
}

/* Bytes of the movement phase beside the planes: a byte of state for each position, twice for what has *end*, and four for each find,
 * which may be kept of all positions of a tier, with *end* by both metrics and those of the tier before for one side. */
static uint64_t movement_bytes(const struct bc_index *index, const struct bc_solve_options *options)
{
    enum { STATE_BYTES = 2, FIND_BYTES = 8, CLASS_BYTES = 12 << 10 };
    unsigned goats_to_win = options->rules.goats_to_win;
    uint64_t states[2] = {0, 0}; /* of all tiers, of all but the first */
    uint64_t finds = 0;
    uint64_t before = 0;
    for (unsigned eaten = goats_to_win; eaten-- > 0;) {
        bool end_apart = !options->without_end && eaten + 1 < goats_to_win;
        uint64_t positions =
            (uint64_t)bc_index_mask_count(index, index->board->goat_count - eaten) * index->class_count;
        uint64_t tier = FIND_BYTES * positions * (end_apart ? 2 : 1) + (end_apart ? before : 0);
        finds = tier > finds ? tier : finds;
        before = FIND_BYTES / 2 * positions;
        for (unsigned metric = 0; metric < (end_apart ? 2 : 1); ++metric) {
            states[metric] = STATE_BYTES * positions > states[metric] ? STATE_BYTES * positions : states[metric];
        }
    }
    return states[0] + states[1] + finds + index->class_count * (uint64_t)CLASS_BYTES;
}

static uint64_t planes_bytes(const struct bc_index *index)
{
    return all_rows_bytes(index, index->free_count > LOW_BITS ? UINT64_C(1) << (index->free_count - LOW_BITS) : 1);
}

/* Bytes of what does not depend on the phase: plans and the threads' scratch memory. */
static uint64_t shared_bytes(const struct bc_index *index, const struct bc_solve_options *options)
{
    enum { PLANS_BYTES = 24 << 20, LISTED_PLANS = 64 };
    uint64_t rows = planes_bytes(index) / index->class_count / (ROW_WORDS * sizeof(uint64_t));
    uint64_t scratch = rows * (ROW_WORDS + LISTED_PLANS) * sizeof(uint64_t) + part_bytes(index, options) +
                       most_masks(index, options) * (2 * sizeof(uint32_t) + 1);
    return PLANS_BYTES + thread_count(options) * scratch;
}

uint64_t bc_solve_memory(const struct bc_index *index, const struct bc_solve_options *options)
{
    uint64_t planes = planes_bytes(index);
    uint64_t movement = movement_bytes(index, options);
    /* What the movement phase holds is let go of before the placement phase begins. */
    uint64_t placement = options->movement_only ? 0 : planes + options->sink_bytes;
    return shared_bytes(index, options) + planes + (movement > placement ? movement : placement);
}

uint64_t bc_solve_family_memory(const struct bc_index *index, const struct bc_solve_options *options)
{
    uint64_t planes = planes_bytes(index) * (options->movement_only ? 1 : 3);
    return shared_bytes(index, options) + planes + movement_bytes(index, options);
}

/* The number after a key at the start of a line of a file, or UINT64_MAX. */
static uint64_t number_in_file(const char *path, const char *key)
{
    FILE *file = fopen(path, "re");
    uint64_t number = UINT64_MAX;
    char line[256];
    size_t length = strlen(key);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, length) == 0 && line[length] >= '0' && line[length] <= '9') {
            number = strtoull(line + length, NULL, 10);
            break;
        }
        char *digits = line + length;
        if (strncmp(line, key, length) == 0 && *digits == ' ') {
            number = strtoull(digits, NULL, 10);
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return number;
}

uint64_t bc_solve_memory_available(void)
{
    uint64_t kilobytes = number_in_file("/proc/meminfo", "MemAvailable:");
    uint64_t available = kilobytes == UINT64_MAX ? UINT64_MAX : kilobytes << 10;
    static const char *const limits[][2] = {
        {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
        {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"},
    };
    for (unsigned n = 0; n < 2; ++n) {
        uint64_t limit = number_in_file(limits[n][0], "");
        uint64_t used = number_in_file(limits[n][1], "");
        if (limit != UINT64_MAX && used != UINT64_MAX) {
            uint64_t left = used < limit ? limit - used : 0;
            available = left < available ? left : available;
        }
    }
    return available;
}

/* For each bit of a class's masks, the bits of the points beside its own. */
static void list_neighbours(const struct bc_index *index, uint32_t class, uint32_t *neighbours)
{
    const struct bc_index_class *of = &index->classes[class];
    for (unsigned bit = 0; bit < index->free_count; ++bit) {
        bc_points beside = index->board->neighbours[of->points[bit]];
        for (unsigned other = 0; other < index->free_count; ++other) {
            neighbours[bit] |= (beside >> of->points[other] & 1U) << other;
        }
    }
}

static void list_rows(struct solver *solver)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        solver->row_goats[row] = (uint8_t)__builtin_popcount(row);
    }
    for (unsigned goats = 0; goats <= solver->plans.row_bits; ++goats) {
        solver->first_by_goats[goats] = count;
        for (uint32_t row = 0; row < solver->row_count; ++row) {
            if (solver->row_goats[row] == goats) {
                solver->rows_by_goats[count++] = (uint16_t)row;
            }
        }
    }
    solver->first_by_goats[solver->plans.row_bits + 1] = count;
}

static enum bc_error set_up(struct solver *solver, bool third)
{
    const struct bc_solve_options *options = solver->options;
    const struct bc_index *index = solver->index;
    unsigned threads = thread_count(options);
    enum bc_error error = plans_create(index, &solver->plans);
    if (error != BC_OK) {
        return error;
    }
    solver->row_count = solver->plans.row_count;
    for (uint32_t class = 0; class < index->class_count; ++class) {
        uint32_t count = solver->plans.first[class + 1] - solver->plans.first[class];
        solver->most_plans = count > solver->most_plans ? count : solver->most_plans;
    }
    solver->class_words = (size_t)solver->row_count * ROW_WORDS;
    solver->plane_bytes = all_rows_bytes(index, solver->row_count);
    fill_low_masks(solver);
    solver->row_goats = calloc(solver->row_count, 1);
    solver->rows_by_goats = calloc(solver->row_count, sizeof *solver->rows_by_goats);
    if (solver->row_goats == NULL || solver->rows_by_goats == NULL) {
        return BC_ERROR_MEMORY;
    }
    list_rows(solver);
    solver->neighbours = calloc(index->class_count, sizeof *solver->neighbours);
    solver->beyond = calloc(index->class_count, sizeof *solver->beyond);
    if (solver->neighbours == NULL || solver->beyond == NULL) {
        return BC_ERROR_MEMORY;
    }
    for (uint32_t class = 0; class < index->class_count; ++class) {
        list_neighbours(index, class, solver->neighbours[class]);
    }
    error = allocate_scratch(solver, threads);
    if (error != BC_OK) {
        return error;
    }
    bool two = !options->movement_only;
    solver->values = planes_allocate(solver->plane_bytes);
    solver->second = two ? planes_allocate(solver->plane_bytes) : NULL;
    solver->third = third ? planes_allocate(solver->plane_bytes) : NULL;
    if (solver->values == NULL || (two && solver->second == NULL) || (third && solver->third == NULL)) {
        return BC_ERROR_MEMORY;
    }
    return workers_create(threads, options->cancel, &solver->workers);
}

enum bc_error solver_open(struct solver *solver, const struct bc_index *index, const struct bc_solve_options *options,
                          struct bc_solve_result *result, bool third)
{
    memset(result, 0, sizeof *result);
    *solver = (struct solver){.index = index, .options = options, .result = result};
    enum bc_error error = bc_rules_check(index->board, &options->rules);
    if (error != BC_OK) {
        return error;
    }
    solver->kernels = kernels_find(options->path);
    if (solver->kernels == NULL || index->free_count >= 32) {
        return BC_ERROR_ARGUMENT;
    }
    result->path = solver->kernels->path;
    result->memory = third ? bc_solve_family_memory(index, options) : bc_solve_memory(index, options);
    uint64_t limit = options->memory_limit != 0 ? options->memory_limit : bc_solve_memory_available();
    return result->memory > limit ? BC_ERROR_MEMORY : set_up(solver, third);
}

void solver_close(struct solver *solver)
{
    workers_destroy(solver->workers);
    planes_free(solver->third, solver->plane_bytes);
    planes_free(solver->second, solver->plane_bytes);
    planes_free(solver->values, solver->plane_bytes);
    free_scratch(solver, thread_count(solver->options));
    for (uint32_t class = 0; solver->beyond != NULL && class < solver->index->class_count; ++class) {
        mask_list_free(&solver->beyond[class]);
    }
    free(solver->beyond);
    free(solver->neighbours);
    free(solver->row_goats);
    free(solver->rows_by_goats);
    plans_destroy(&solver->plans);
}

enum bc_error bc_solve(const struct bc_index *index, const struct bc_solve_options *options,
                       struct bc_solve_result *result)
{
    struct solver solver;
    enum bc_error error = solver_open(&solver, index, options, result, false);
    if (error == BC_OK) {
        error = solve_movement(&solver);
    }
    if (error == BC_OK && !options->movement_only) {
        error = solve_placement(&solver);
    }
    solver_close(&solver);
    return error;
}
