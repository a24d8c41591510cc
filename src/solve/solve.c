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

size_t plan_groups(const struct solver *solver, const struct plan *plan, unsigned least, unsigned most,
                   uint32_t *targets, uint32_t *sources)
{
    uint32_t fixed = plan->row_fixed & ~plan->cross_target;
    uint32_t value = plan->row_value & fixed;
    uint32_t open = (solver->row_count - 1) & ~(plan->row_fixed | plan->cross_target);
    unsigned low_count = 0;
    unsigned bit_count = 0;
    uint32_t target_low[64] = {value};
    uint32_t source_low[64] = {0};
    uint32_t high_targets[ROW_BITS_MAX];
    uint32_t high_sources[ROW_BITS_MAX];
    /* 1. Tables of what the first six open bits do. */
    for (uint32_t rest = open; rest != 0; rest &= rest - 1, ++bit_count) {
        uint32_t target = rest & (0U - rest);
        uint32_t source = UINT32_C(1) << plan->row_from[__builtin_ctz(rest)];
        if (bit_count >= 6) {
            high_targets[bit_count - 6] = target;
            high_sources[bit_count - 6] = source;
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
        for (unsigned n = 0; n < low_end; ++n) {
            unsigned goats = above + solver->row_goats[n];
            if (goats <= most && goats + plan->cross >= least) {
                targets[count] = target_low[n] | target_high;
                sources[count++] = source_low[n] | source_high;
            }
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
    /* How the time divides between the phases depends on the rule set: measured for the standard one. */
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
        free(s->touched);
        free(s->wanted);
        free(s->suspected);
        free(s->stamps);
        free(s->group_stamps);
        free(s->moves);
        free(s->part);
    }
    free(solver->scratch);
}

/* Bytes of the arrays of a class that the sink gets, for the largest tier. */
static size_t part_bytes(const struct bc_index *index, const struct bc_solve_options *options)
{
    size_t most = 0;
    for (unsigned eaten = 0; eaten < options->rules.goats_to_win; ++eaten) {
        size_t count = bc_index_mask_count(index, index->board->goat_count - eaten);
        most = count > most ? count : most;
    }
    return options->sink.movement == NULL ? 1 : 10 * most;
}

static enum bc_error allocate_scratch(struct solver *solver, unsigned threads)
{
    size_t rows = solver->row_count;
    solver->scratch = calloc(threads, sizeof *solver->scratch);
    if (solver->scratch == NULL) {
        return BC_ERROR_MEMORY;
    }
    for (unsigned t = 0; t < threads; ++t) {
        struct scratch *s = &solver->scratch[t];
        s->rows = planes_allocate(solver->class_words * sizeof *s->rows);
        s->targets = calloc(rows * solver->most_plans, sizeof *s->targets);
        s->sources = calloc(rows * solver->most_plans, sizeof *s->sources);
        s->moves = aligned_alloc(64, solver->kernels->move_bytes * solver->most_plans + 64);
        s->touched = calloc(rows, sizeof *s->touched);
        s->wanted = calloc(rows, sizeof *s->wanted);
        s->suspected = calloc(rows, sizeof *s->suspected);
        s->stamps = calloc(rows, sizeof *s->stamps);
        s->group_stamps = calloc(rows, sizeof *s->group_stamps);
        s->part = calloc(1, part_bytes(solver->index, solver->options));
        if (s->rows == NULL || s->targets == NULL || s->sources == NULL || s->touched == NULL || s->wanted == NULL ||
            s->suspected == NULL || s->moves == NULL || s->stamps == NULL || s->group_stamps == NULL ||
            s->part == NULL) {
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

/* Rows of a class, and how many of them matter to the tier that needs most. */
static void count_rows(const struct bc_index *index, unsigned least, unsigned most, uint64_t *rows, uint64_t *tier_rows)
{
    unsigned row_bits = index->free_count > LOW_BITS ? (unsigned)(index->free_count - LOW_BITS) : 0U;
    *rows = UINT64_C(1) << row_bits;
    *tier_rows = 0;
    for (unsigned goats = least; goats <= most; ++goats) {
        uint64_t count = 0;
        for (unsigned high = goats > LOW_BITS ? goats - LOW_BITS : 0U; high <= goats && high <= row_bits; ++high) {
            count += index->binomials[row_bits][high];
        }
        *tier_rows = count > *tier_rows ? count : *tier_rows;
    }
}

uint64_t bc_solve_memory(const struct bc_index *index, const struct bc_solve_options *options)
{
    unsigned most = index->board->goat_count;
    unsigned least = most + 1U - options->rules.goats_to_win;
    uint64_t rows;
    uint64_t tier_rows;
    count_rows(index, least, most, &rows, &tier_rows);
    uint64_t planes = all_rows_bytes(index, rows);
    uint64_t threads = thread_count(options);
    uint64_t shared = UINT64_C(32) << 20;
    shared += threads *
              (rows * (ROW_WORDS * sizeof(uint64_t) + (4 + 2 * 64) * sizeof(uint32_t)) + part_bytes(index, options));
    /* Logs: a byte and a half a position and metric, measured with 5 and 20 goats to win. */
    uint64_t positions = 0;
    for (unsigned goats = least; goats <= most; ++goats) {
        uint64_t tier = (uint64_t)bc_index_mask_count(index, goats) * index->class_count;
        positions = tier > positions ? tier : positions;
    }
    bool logs = options->sink.movement != NULL || !options->without_end;
    bool with_end = !options->without_end && least < most;
    uint64_t movement = planes + all_rows_bytes(index, tier_rows + 1);
    movement += with_end ? planes + all_rows_bytes(index, tier_rows + 1) : 0;
    movement += logs ? positions * (with_end ? 6 : 3) : 0;
    uint64_t placement = options->movement_only ? 0 : 2 * planes;
    return shared + (movement > placement ? movement : placement);
}

uint64_t bc_solve_family_memory(const struct bc_index *index, const struct bc_solve_options *options)
{
    uint64_t rows;
    uint64_t tier_rows;
    unsigned most = index->board->goat_count;
    unsigned least = most + 1U - options->rules.goats_to_win;
    count_rows(index, least, most, &rows, &tier_rows);
    uint64_t planes = all_rows_bytes(index, rows);
    uint64_t placement = options->movement_only ? 0 : 2 * planes;
    return bc_solve_memory(index, options) + placement;
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
    if (solver->row_goats == NULL) {
        return BC_ERROR_MEMORY;
    }
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        solver->row_goats[row] = (uint8_t)__builtin_popcount(row);
    }
    solver->graphs = calloc(index->class_count, sizeof *solver->graphs);
    solver->beyond = calloc(index->class_count, sizeof *solver->beyond);
    if (solver->graphs == NULL || solver->beyond == NULL) {
        return BC_ERROR_MEMORY;
    }
    for (uint32_t class = 0; class < index->class_count; ++class) {
        goat_graph_make(index, class, &solver->graphs[class]);
    }
    error = allocate_scratch(solver, threads);
    if (error != BC_OK) {
        return error;
    }
    bool two = !options->movement_only || (!options->without_end && options->rules.goats_to_win > 1);
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
        log_free(&solver->beyond[class]);
    }
    free(solver->beyond);
    free(solver->graphs);
    free(solver->row_goats);
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
