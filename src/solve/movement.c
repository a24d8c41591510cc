/* The movement phase: one tier (number of goats on the board) after another, from few goats to many; each by *zero*, which decides the
 * values, and by *end*; then counted and handed over. */
#include "solve/retrograde.h"

#include <stdlib.h>
#include <string.h>

struct movement {
    struct solver *solver;
    struct tier_rows tier;
    uint64_t *tigers_zero;
    uint64_t *tigers_end;
    uint8_t *open;
    uint8_t *goats_open;
    uint16_t *fronts;
    uint16_t *arrivals;
    uint16_t *counts; /* of `fronts`, then of `arrivals` */
    size_t tigers_bytes;
    struct class_state *zero;
    struct class_state *end;
    struct class_state *before; /* *end* logs of the tier after a capture */
    size_t tigers_end_bytes;
    bool with_end;
    unsigned eaten;
    uint32_t *first_rank;                  /* by place of a row: the rank of its first mask */
    uint32_t low_rank[BC_SOLVE_ROW_MASKS]; /* rank of a low mask among those with as many bits */
    atomic_uint_least64_t goats_win[2];    /* by side */
    atomic_uint_least64_t tigers_win[2];
    atomic_uint_least64_t draws[2];
};

/* Lists the rows that matter to a tier. */
static void set_tier(struct movement *m, unsigned goats)
{
    const struct solver *solver = m->solver;
    m->tier.goats = goats;
    m->tier.count = 0;
    uint32_t rank = 0;
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        unsigned row_goats = solver->row_goats[row];
        bool matters = row_matters(solver, row_goats, goats);
        m->tier.slots[row] = matters ? m->tier.count : NO_SLOT;
        if (matters) {
            m->tier.rows[m->tier.count] = row;
            m->first_rank[m->tier.count++] = rank;
            rank += solver->row_steps[goats - row_goats];
        }
    }
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        m->tier.places[row] = m->tier.slots[row] == NO_SLOT ? m->tier.count : m->tier.slots[row];
    }
}

/* Writes the distances and results that a log holds into arrays by rank. */
static void unpack_log(const struct movement *m, const struct discovery_log *log, uint16_t *distances, uint8_t *results)
{
    unsigned distance = 0;
    for (size_t at = 0; at < log->size;) {
        if (log_read_mark(log, &at, &distance)) {
            continue;
        }
        struct discovery found = log_read(log, &at);
        uint64_t bits[PLANE_WORDS];
        uint32_t base = m->first_rank[m->tier.slots[found.row]];
        uint8_t result = (uint8_t)(found.goats_win ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN);
        discovery_bits(&found, bits);
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            for (uint64_t rest = bits[w]; rest != 0; rest &= rest - 1) {
                uint32_t rank = base + m->low_rank[w << 6 | (unsigned)__builtin_ctzll(rest)];
                distances[rank] = (uint16_t)distance;
                if (results != NULL) {
                    results[rank] = result;
                }
            }
        }
    }
}

/* Hands one class of the tier over to the sink. */
static enum bc_error hand_over_class(void *context, unsigned thread, uint32_t class)
{
    struct movement *m = context;
    const struct solver *solver = m->solver;
    uint32_t count = bc_index_mask_count(solver->index, m->tier.goats);
    struct bc_solve_movement part = {
        .thread = thread,
        .class = class,
        .eaten = (uint8_t)m->eaten,
        .goats = (uint8_t)m->tier.goats,
        .count = count,
    };
    uint16_t *numbers = (uint16_t *)(void *)solver->scratch[thread].part;
    uint8_t *results = (uint8_t *)(numbers + (size_t)4 * count);
    memset(numbers, 0, (size_t)8 * count);
    memset(results, BC_RESULT_DRAW, (size_t)2 * count);
    for (unsigned side = 0; side < 2; ++side) {
        const struct class_state *zero = &m->zero[class];
        uint16_t *distances = numbers + (size_t)side * count;
        unpack_log(m, side == BC_TIGERS ? &zero->tigers : &zero->goats, distances, results + (size_t)side * count);
        part.zero[side] = distances;
        part.result[side] = results + (size_t)side * count;
        if (m->with_end && m->end == m->zero) {
            part.end[side] = distances;
        } else if (m->with_end) {
            const struct class_state *end = &m->end[class];
            distances = numbers + (size_t)(2 + side) * count;
            unpack_log(m, side == BC_TIGERS ? &end->tigers : &end->goats, distances, NULL);
            part.end[side] = distances;
        }
    }
    return solver->options->sink.movement(solver->options->sink.context, &part);
}

/* Counts one class of the tier. */
static enum bc_error count_class(void *context, unsigned thread, uint32_t class)
{
    struct movement *m = context;
    const struct solver *solver = m->solver;
    (void)thread;
    uint64_t all = count_all(solver, class, m->tier.goats);
    uint64_t goats[2];
    uint64_t tigers[2];
    const uint64_t *not_won = m->tigers_zero + class * tier_class_words(&m->tier);
    count_positions(solver, class, solver->values + class * solver->class_words, m->tier.goats, goats);
    count_tier_positions(solver, class, not_won, not_won + tier_plane_words(&m->tier), m->tier.slots, m->tier.goats,
                         tigers);
    atomic_fetch_add(&m->tigers_win[BC_GOATS], goats[0]);
    atomic_fetch_add(&m->goats_win[BC_GOATS], all - goats[1]);
    atomic_fetch_add(&m->draws[BC_GOATS], goats[1] - goats[0]);
    atomic_fetch_add(&m->tigers_win[BC_TIGERS], all - tigers[0]);
    atomic_fetch_add(&m->goats_win[BC_TIGERS], tigers[1]);
    atomic_fetch_add(&m->draws[BC_TIGERS], tigers[0] - tigers[1]);
    return BC_OK;
}

static enum bc_error count_tier(struct movement *m)
{
    for (unsigned side = 0; side < 2; ++side) {
        atomic_store(&m->goats_win[side], 0);
        atomic_store(&m->tigers_win[side], 0);
        atomic_store(&m->draws[side], 0);
    }
    enum bc_error error = workers_run(m->solver->workers, count_class, m, m->solver->index->class_count);
    for (unsigned side = 0; side < 2; ++side) {
        m->solver->result->movement[m->eaten][side].counts = (struct bc_solve_counts){
            .goats_win = atomic_load(&m->goats_win[side]),
            .tigers_win = atomic_load(&m->tigers_win[side]),
            .draws = atomic_load(&m->draws[side]),
        };
    }
    return error;
}

static void keep_longest(const struct analysis *a, uint16_t longest[2], enum bc_side side)
{
    for (unsigned winner = 0; winner < 2; ++winner) {
        longest[winner] = (uint16_t)atomic_load(&a->longest[side][winner]);
    }
}

/* The tier by *zero*, which also decides the values. */
static enum bc_error analyse_zero(struct movement *m, bool keep_logs)
{
    struct solver *solver = m->solver;
    const struct bc_rules *rules = &solver->options->rules;
    bool captures_end = m->eaten + 1U == rules->goats_to_win;
    m->zero = calloc(solver->index->class_count, sizeof *m->zero);
    if (m->zero == NULL) {
        return BC_ERROR_MEMORY;
    }
    struct analysis a = {
        .solver = solver,
        .tier = &m->tier,
        .eaten = m->eaten,
        .captures_end = captures_end,
        .captures_known = true,
        .forget = !keep_logs,
        .planes = solver->values,
        .tigers = m->tigers_zero,
        .open = m->open,
        .goats_open = m->goats_open,
        .fronts = m->fronts,
        .arrivals = m->arrivals,
        .front_counts = m->counts,
        .arrival_counts = m->counts + (size_t)2 * solver->index->class_count,
        .states = m->zero,
    };
    enum bc_error error = analyse(&a, rules->quiet_turn_limit, &solver->result->limit_matters);
    for (unsigned side = 0; side < 2; ++side) {
        struct bc_solve_movement_counts *counts = &solver->result->movement[m->eaten][side];
        keep_longest(&a, counts->longest_zero, (enum bc_side)side);
        if (captures_end && m->with_end) {
            keep_longest(&a, counts->longest_end, (enum bc_side)side);
        }
    }
    return error;
}

static enum bc_error analyse_end(struct movement *m)
{
    struct solver *solver = m->solver;
    m->end = calloc(solver->index->class_count, sizeof *m->end);
    if (m->end == NULL) {
        return BC_ERROR_MEMORY;
    }
    bool limited = solver->result->limit_matters;
    struct analysis a = {
        .solver = solver,
        .tier = &m->tier,
        .eaten = m->eaten,
        .planes = solver->second,
        .tigers = m->tigers_end,
        .open = m->open,
        .goats_open = m->goats_open,
        .fronts = m->fronts,
        .arrivals = m->arrivals,
        .front_counts = m->counts,
        .arrival_counts = m->counts + (size_t)2 * solver->index->class_count,
        .proven = limited ? m->tigers_zero : NULL,
        .proven_goats = limited ? solver->values : NULL,
        .states = m->end,
        .captured = m->before,
    };
    bool unused = false;
    enum bc_error error = analyse(&a, 0, &unused);
    for (unsigned side = 0; side < 2; ++side) {
        keep_longest(&a, solver->result->movement[m->eaten][side].longest_end, (enum bc_side)side);
    }
    return error;
}

static enum bc_error solve_tier(struct movement *m)
{
    struct solver *solver = m->solver;
    const struct bc_solve_sink *sink = &solver->options->sink;
    uint32_t classes = solver->index->class_count;
    bool first = m->eaten + 1U == solver->options->rules.goats_to_win;
    set_tier(m, solver->index->board->goat_count - m->eaten);
    enum bc_error error = analyse_zero(m, sink->movement != NULL || (m->with_end && first));
    if (error == BC_OK && m->with_end) {
        error = first ? BC_OK : analyse_end(m);
        m->end = first ? m->zero : m->end;
    }
    if (error == BC_OK) {
        error = count_tier(m);
    }
    if (error == BC_OK && sink->movement != NULL) {
        error = workers_run(solver->workers, hand_over_class, m, classes);
    }
    /* The logs of *end* with goats to move are what the next tier plays back. */
    if (m->zero != m->end) {
        free_logs(m->zero, classes);
    }
    free_logs(m->before, classes);
    m->zero = NULL;
    m->before = m->end;
    m->end = NULL;
    for (uint32_t class = 0; m->before != NULL && class < classes; ++class) {
        log_free(&m->before[class].tigers);
    }
    return error;
}

/* Rows of the planes of the largest tier, with the row of zeros. */
static uint32_t largest_tier(struct movement *m, unsigned least, unsigned most)
{
    uint32_t rows = 0;
    for (unsigned goats = least; goats <= most; ++goats) {
        set_tier(m, goats);
        rows = m->tier.count >= rows ? m->tier.count + 1 : rows;
    }
    return rows;
}

static enum bc_error allocate_movement(struct movement *m)
{
    struct solver *solver = m->solver;
    m->tier.slots = calloc(solver->row_count, sizeof *m->tier.slots);
    m->tier.places = calloc(solver->row_count, sizeof *m->tier.places);
    m->tier.rows = calloc(solver->row_count, sizeof *m->tier.rows);
    m->first_rank = calloc(solver->row_count, sizeof *m->first_rank);
    if (m->tier.slots == NULL || m->tier.places == NULL || m->tier.rows == NULL || m->first_rank == NULL) {
        return BC_ERROR_MEMORY;
    }
    uint32_t met[LOW_BITS + 1] = {0};
    for (unsigned mask = 0; mask < BC_SOLVE_ROW_MASKS; ++mask) {
        m->low_rank[mask] = met[__builtin_popcount(mask)]++;
    }
    unsigned most = solver->index->board->goat_count;
    unsigned least = most - solver->options->rules.goats_to_win + 1U;
    size_t row_bytes = (size_t)solver->index->class_count * ROW_WORDS * sizeof(uint64_t);
    m->tigers_bytes = largest_tier(m, least, most) * row_bytes;
    m->tigers_zero = planes_allocate(m->tigers_bytes);
    size_t rows = (size_t)solver->index->class_count * solver->row_count;
    m->open = malloc(rows);
    m->goats_open = malloc(rows);
    m->fronts = malloc(2 * rows * sizeof *m->fronts);
    m->arrivals = malloc(2 * rows * sizeof *m->arrivals);
    m->counts = calloc((size_t)4 * solver->index->class_count, sizeof *m->counts);
    if (m->tigers_zero == NULL || m->open == NULL || m->goats_open == NULL || m->fronts == NULL ||
        m->arrivals == NULL || m->counts == NULL) {
        return BC_ERROR_MEMORY;
    }
    if (m->with_end && least < most) {
        m->tigers_end_bytes = largest_tier(m, least + 1, most) * row_bytes;
        m->tigers_end = planes_allocate(m->tigers_end_bytes);
        if (m->tigers_end == NULL) {
            return BC_ERROR_MEMORY;
        }
    }
    return BC_OK;
}

static void free_movement(struct movement *m)
{
    uint32_t classes = m->solver->index->class_count;
    if (m->zero != m->end) {
        free_logs(m->zero, classes);
    }
    free_logs(m->end, classes);
    free_logs(m->before, classes);
    free(m->tier.slots);
    free(m->tier.places);
    free(m->tier.rows);
    free(m->first_rank);
    free(m->open);
    free(m->goats_open);
    free(m->fronts);
    free(m->arrivals);
    free(m->counts);
    planes_free(m->tigers_zero, m->tigers_bytes);
    planes_free(m->tigers_end, m->tigers_end_bytes);
}

enum bc_error movement_begin(struct solver *solver, struct movement **movement)
{
    const struct bc_rules *rules = &solver->options->rules;
    unsigned least = solver->index->board->goat_count + 1U - rules->goats_to_win;
    struct movement *m = calloc(1, sizeof *m);
    *movement = m;
    if (m == NULL) {
        return BC_ERROR_MEMORY;
    }
    m->solver = solver;
    m->with_end = !solver->options->without_end;
    enum bc_error error = allocate_movement(m);
    if (error == BC_OK) {
        error = planes_fill(solver, solver->values, least);
    }
    if (error == BC_OK && m->with_end && rules->goats_to_win > 1) {
        error = planes_fill(solver, solver->second, least);
    }
    return error;
}

enum bc_error movement_solve_tier(struct movement *movement, unsigned eaten)
{
    unsigned goats_to_win = movement->solver->options->rules.goats_to_win;
    movement->eaten = eaten;
    report_progress(movement->solver, false, eaten, (double)(goats_to_win - 1 - eaten) / goats_to_win);
    return solve_tier(movement);
}

/* Sets the masks of one class with at least m->tier.goats goats to a draw. */
static enum bc_error forget_class(void *context, unsigned thread, uint32_t class)
{
    const struct movement *m = context;
    const struct solver *solver = m->solver;
    (void)thread;
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        const uint64_t *fewer = low_masks_below(solver, solver->row_goats[row], m->tier.goats);
        uint64_t *words = solver->values + class * solver->class_words + (size_t)row * ROW_WORDS;
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            words[w] &= fewer[w];
            words[PLANE_WORDS + w] |= ~fewer[w];
        }
    }
    return BC_OK;
}

enum bc_error movement_forget(struct movement *movement, unsigned eaten)
{
    const struct solver *solver = movement->solver;
    movement->tier.goats = solver->index->board->goat_count - eaten;
    return workers_run(solver->workers, forget_class, movement, solver->index->class_count);
}

void movement_end(struct movement *movement)
{
    if (movement != NULL) {
        free_movement(movement);
        free(movement);
    }
}

enum bc_error solve_movement(struct solver *solver)
{
    struct movement *movement;
    enum bc_error error = movement_begin(solver, &movement);
    for (unsigned eaten = solver->options->rules.goats_to_win; error == BC_OK && eaten-- > 0;) {
        error = movement_solve_tier(movement, eaten);
    }
    movement_end(movement);
    return error;
}
