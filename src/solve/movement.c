/* The movement phase: one tier (number of goats on the board) after another, from few goats to many; each by *zero*, which decides the
 * values, and by *end*; then counted and handed over. */
#include "solve/retrograde.h"

#include <stdlib.h>
#include <string.h>

/* What was found for one side, and the memory of all its masks. */
struct tier_finds {
    struct finds *classes;
    uint32_t *masks;
    size_t bytes;
};

struct movement {
    struct solver *solver;
    struct tier tier;
    uint8_t *zero_states[2]; /* by side */
    uint8_t *end_states[2];
    size_t zero_bytes; /* of one side */
    size_t end_bytes;
    struct front *fronts;
    struct front *arrivals;
    struct tier_finds zero[2]; /* by side */
    struct tier_finds end[2];  /* in the first tier the same */
    struct tier_finds before;  /* *end* of the tier after a capture, with goats to move */
    bool with_end;
    unsigned eaten;
    uint16_t low_masks[BC_SOLVE_ROW_MASKS]; /* of rows, by how many bits they have set, then by rising value */
    uint32_t low_first[LOW_BITS + 1];       /* the first with so many */
    atomic_uint_least64_t goats_win[2];     /* by side */
    atomic_uint_least64_t tigers_win[2];
    atomic_uint_least64_t draws[2];
};

static void free_finds(struct tier_finds *finds, uint32_t classes)
{
    for (uint32_t class = 0; finds->classes != NULL && class < classes; ++class) {
        finds_free(&finds->classes[class]);
    }
    free(finds->classes);
    planes_free(finds->masks, finds->bytes);
    *finds = (struct tier_finds){0};
}

/* Makes room for all positions of the tier, of both sides. */
static enum bc_error make_finds(struct tier_finds finds[2], uint32_t classes, uint32_t count)
{
    for (unsigned side = 0; side < 2; ++side) {
        finds[side].bytes = (size_t)classes * count * sizeof *finds[side].masks;
        finds[side].masks = planes_allocate(finds[side].bytes);
        finds[side].classes = calloc(classes, sizeof *finds[side].classes);
        if (finds[side].masks == NULL || finds[side].classes == NULL) {
            return BC_ERROR_MEMORY;
        }
        for (uint32_t class = 0; class < classes; ++class) {
            finds[side].classes[class].masks = finds[side].masks + (size_t) class * count;
        }
    }
    return BC_OK;
}

/* Writes distances and, if wanted, results into arrays by rank. */
static void unpack_finds(const struct movement *m, const struct finds *finds, uint16_t *distances, uint8_t *results)
{
    for (unsigned distance = 0; distance < finds->distances; ++distance) {
        struct front front = finds_at(finds, distance);
        for (uint32_t n = 0; n < front.tigers + front.goats; ++n) {
            uint32_t rank = tier_rank(&m->tier, front.masks[n]);
            distances[rank] = (uint16_t)distance;
            if (results != NULL) {
                results[rank] = (uint8_t)(n < front.tigers ? BC_RESULT_TIGERS_WIN : BC_RESULT_GOATS_WIN);
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
        uint16_t *distances = numbers + (size_t)side * count;
        unpack_finds(m, &m->zero[side].classes[class], distances, results + (size_t)side * count);
        part.zero[side] = distances;
        part.result[side] = results + (size_t)side * count;
        if (m->with_end && m->end[side].classes == m->zero[side].classes) {
            part.end[side] = distances;
        } else if (m->with_end) {
            distances = numbers + (size_t)(2 + side) * count;
            unpack_finds(m, &m->end[side].classes[class], distances, NULL);
            part.end[side] = distances;
        }
    }
    return solver->options->sink.movement(solver->options->sink.context, &part);
}

/* Writes the states of one class and side into planes. */
static void fill_planes(const struct movement *m, enum bc_side side, uint32_t class, uint64_t *planes)
{
    const struct solver *solver = m->solver;
    const uint8_t *state = m->zero_states[side] + (size_t) class * m->tier.count;
    for (uint32_t row = 0; row < solver->row_count; ++row) {
        unsigned row_goats = solver->row_goats[row];
        if (!row_matters(solver, row_goats, m->tier.goats)) {
            continue;
        }
        uint64_t lost[PLANE_WORDS] = {0};
        uint64_t won[PLANE_WORDS] = {0};
        const uint16_t *masks = m->low_masks + m->low_first[m->tier.goats - row_goats];
        uint32_t count = solver->row_steps[m->tier.goats - row_goats];
        for (uint32_t n = 0; n < count; ++n, ++state) {
            lost[masks[n] >> 6] |= (uint64_t)(*state == STATE_LOST) << (masks[n] & 63U);
            won[masks[n] >> 6] |= (uint64_t)(*state > STATE_DRAWN) << (masks[n] & 63U);
        }
        const uint64_t *known = low_masks(solver, row_goats, m->tier.goats);
        const uint64_t *tigers = side == BC_TIGERS ? won : lost;
        const uint64_t *goats = side == BC_TIGERS ? lost : won;
        uint64_t *words = planes + (size_t)row * ROW_WORDS;
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            words[w] = (words[w] & ~known[w]) | tigers[w];
            words[PLANE_WORDS + w] = (words[PLANE_WORDS + w] | known[w]) & ~goats[w];
        }
    }
}

/* Writes the values of one class of the tier into the planes, and counts them. */
static enum bc_error finish_class(void *context, unsigned thread, uint32_t class)
{
    struct movement *m = context;
    const struct solver *solver = m->solver;
    for (unsigned side = 0; side < 2; ++side) {
        uint64_t *planes =
            side == BC_GOATS ? solver->values + class * solver->class_words : solver->scratch[thread].rows;
        struct position_counts counts;
        fill_planes(m, (enum bc_side)side, class, planes);
        count_positions(solver, class, planes, m->tier.goats, m->tier.goats, &counts);
        atomic_fetch_add(&m->tigers_win[side], counts.set[0]);
        atomic_fetch_add(&m->goats_win[side], counts.all - counts.set[1]);
        atomic_fetch_add(&m->draws[side], counts.set[1] - counts.set[0]);
    }
    return BC_OK;
}

static enum bc_error finish_tier(struct movement *m)
{
    for (unsigned side = 0; side < 2; ++side) {
        atomic_store(&m->goats_win[side], 0);
        atomic_store(&m->tigers_win[side], 0);
        atomic_store(&m->draws[side], 0);
    }
    enum bc_error error = workers_run(m->solver->workers, finish_class, m, m->solver->index->class_count);
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
static enum bc_error analyse_zero(struct movement *m, bool keep_finds)
{
    struct solver *solver = m->solver;
    const struct bc_rules *rules = &solver->options->rules;
    bool captures_end = m->eaten + 1U == rules->goats_to_win;
    enum bc_error error = make_finds(m->zero, solver->index->class_count, m->tier.count);
    if (error != BC_OK) {
        return error;
    }
    struct analysis a = {
        .solver = solver,
        .tier = &m->tier,
        .captures_end = captures_end,
        .captures_known = true,
        .forget = !keep_finds,
        .states = {m->zero_states[0], m->zero_states[1]},
        .finds = {m->zero[0].classes, m->zero[1].classes},
        .fronts = m->fronts,
        .arrivals = m->arrivals,
    };
    error = analyse(&a, rules->quiet_turn_limit, &solver->result->limit_matters);
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
    enum bc_error error = make_finds(m->end, solver->index->class_count, m->tier.count);
    if (error != BC_OK) {
        return error;
    }
    bool limited = solver->result->limit_matters;
    struct analysis a = {
        .solver = solver,
        .tier = &m->tier,
        .states = {m->end_states[0], m->end_states[1]},
        .proven = {limited ? m->zero_states[0] : NULL, limited ? m->zero_states[1] : NULL},
        .finds = {m->end[0].classes, m->end[1].classes},
        .fronts = m->fronts,
        .arrivals = m->arrivals,
        .captured = m->before.classes,
    };
    bool unused = false;
    error = analyse(&a, 0, &unused);
    for (unsigned side = 0; side < 2; ++side) {
        keep_longest(&a, solver->result->movement[m->eaten][side].longest_end, (enum bc_side)side);
    }
    return error;
}

/* Frees the finds of the tier, but for what the next tier plays back. */
static void let_go_of_tier(struct movement *m)
{
    uint32_t classes = m->solver->index->class_count;
    free_finds(&m->before, classes);
    for (unsigned side = 0; side < 2; ++side) {
        if (m->zero[side].classes != m->end[side].classes) {
            free_finds(&m->zero[side], classes);
        }
        m->zero[side] = (struct tier_finds){0};
    }
    m->before = m->end[BC_GOATS];
    m->end[BC_GOATS] = (struct tier_finds){0};
    free_finds(&m->end[BC_TIGERS], classes);
}

static enum bc_error solve_tier(struct movement *m)
{
    struct solver *solver = m->solver;
    const struct bc_solve_sink *sink = &solver->options->sink;
    uint32_t classes = solver->index->class_count;
    bool first = m->eaten + 1U == solver->options->rules.goats_to_win;
    tier_set(solver->index, solver->index->board->goat_count - m->eaten, &m->tier);
    enum bc_error error = analyse_zero(m, sink->movement != NULL || (m->with_end && first));
    if (error == BC_OK && m->with_end && !first) {
        error = analyse_end(m);
    }
    for (unsigned side = 0; side < 2 && m->with_end && first; ++side) {
        m->end[side] = m->zero[side];
    }
    if (error == BC_OK) {
        error = finish_tier(m);
    }
    if (error == BC_OK && sink->movement != NULL) {
        error = workers_run(solver->workers, hand_over_class, m, classes);
    }
    let_go_of_tier(m);
    return error;
}

/* The most masks of a class that a tier has. */
static size_t largest_tier(const struct bc_index *index, unsigned least, unsigned most)
{
    size_t largest = 0;
    for (unsigned goats = least; goats <= most; ++goats) {
        size_t count = bc_index_mask_count(index, goats);
        largest = count > largest ? count : largest;
    }
    return largest;
}

static enum bc_error allocate_movement(struct movement *m)
{
    struct solver *solver = m->solver;
    const struct bc_index *index = solver->index;
    unsigned most = index->board->goat_count;
    unsigned least = most - solver->options->rules.goats_to_win + 1U;
    enum bc_error error = tier_create(index, least, most, &m->tier);
    m->fronts = calloc(index->class_count, sizeof *m->fronts);
    m->arrivals = calloc(index->class_count, sizeof *m->arrivals);
    if (error != BC_OK || m->fronts == NULL || m->arrivals == NULL) {
        return BC_ERROR_MEMORY;
    }
    m->zero_bytes = index->class_count * largest_tier(index, least, most);
    m->end_bytes = m->with_end && least < most ? index->class_count * largest_tier(index, least + 1, most) : 0;
    for (unsigned side = 0; side < 2; ++side) {
        m->zero_states[side] = planes_allocate(m->zero_bytes);
        m->end_states[side] = m->end_bytes == 0 ? NULL : planes_allocate(m->end_bytes);
        if (m->zero_states[side] == NULL || (m->end_bytes != 0 && m->end_states[side] == NULL)) {
            return BC_ERROR_MEMORY;
        }
    }
    return BC_OK;
}

static void free_movement(struct movement *m)
{
    let_go_of_tier(m);
    free_finds(&m->before, m->solver->index->class_count);
    tier_destroy(&m->tier);
    free(m->fronts);
    free(m->arrivals);
    for (unsigned side = 0; side < 2; ++side) {
        planes_free(m->zero_states[side], m->zero_bytes);
        planes_free(m->end_states[side], m->end_bytes);
    }
}

/* Lists the low masks of rows by the number of their bits, each number's by rising value. */
static void list_low_masks(struct movement *m)
{
    uint32_t count = 0;
    for (unsigned bits = 0; bits <= LOW_BITS; ++bits) {
        m->low_first[bits] = count;
        for (unsigned mask = 0; mask < BC_SOLVE_ROW_MASKS; ++mask) {
            if ((unsigned)__builtin_popcount(mask) == bits) {
                m->low_masks[count++] = (uint16_t)mask;
            }
        }
    }
}

/* Whether the moves of any position can be counted in its state. */
static bool moves_fit_states(const struct solver *solver)
{
    const struct bc_board *board = solver->index->board;
    unsigned ends = 0;
    for (unsigned point = 0; point < board->point_count; ++point) {
        ends += (unsigned)__builtin_popcount(board->neighbours[point]);
    }
    return ends / 2 <= STATE_MOVES_MAX && solver->most_plans <= STATE_MOVES_MAX;
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
    if (!moves_fit_states(solver)) {
        return BC_ERROR_ARGUMENT;
    }
    m->with_end = !solver->options->without_end;
    list_low_masks(m);
    enum bc_error error = allocate_movement(m);
    if (error == BC_OK) {
        error = planes_fill(solver, solver->values, least);
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
