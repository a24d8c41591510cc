#include "solve/retrograde.h"

#include <stdlib.h>
#include <string.h>

/* One class, tigers to move, at one distance. */
static enum bc_error find_for_tigers(void *context, unsigned thread, uint32_t class)
{
    struct analysis *a = context;
    struct scratch *s = &a->solver->scratch[thread];
    struct discovery_log *log = &a->states[class].tigers;
    refresh_stamps(s, a->solver->row_count);
    log_start(log, a->forget);
    enum bc_error error = find_tiger_results(a, class, s);
    if (log->size > log->last) {
        atomic_store_explicit(&a->found, true, memory_order_relaxed);
    }
    return error;
}
/* Puts finds with goats to move into planes, or takes them out again. */
static void apply_goat_finds(const struct discovery_log *log, size_t at, size_t end, uint64_t *planes, bool undo)
{
    unsigned distance;
    while (at < end) {
        if (log_read_mark(log, &at, &distance)) {
            continue;
        }
        struct discovery found = log_read(log, &at);
        uint64_t bits[PLANE_WORDS];
        uint64_t *row = planes + (size_t)found.row * ROW_WORDS + (found.goats_win ? PLANE_WORDS : 0);
        bool gain = found.goats_win == undo;
        discovery_bits(&found, bits);
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            row[w] = gain ? row[w] | bits[w] : row[w] & ~bits[w];
        }
    }
}

/* Puts the last distance's finds with tigers to move into the tier's planes, and closes rows whose last mask was decided. */
static void apply_tiger_finds(const struct analysis *a, uint32_t class)
{
    const struct discovery_log *log = &a->states[class].tigers;
    uint64_t *tigers = class_tigers(a, class);
    unsigned distance;
    for (size_t at = log->last; at < log->size;) {
        if (log_read_mark(log, &at, &distance)) {
            continue;
        }
        struct discovery found = log_read(log, &at);
        uint64_t bits[PLANE_WORDS];
        uint64_t *not_won = tigers + (size_t)a->tier->slots[found.row] * PLANE_WORDS;
        uint64_t *lost = not_won + tier_plane_words(a->tier);
        uint64_t rest = 0;
        discovery_bits(&found, bits);
        for (unsigned w = 0; w < PLANE_WORDS; ++w) {
            not_won[w] &= found.goats_win ? ~UINT64_C(0) : ~bits[w];
            lost[w] |= found.goats_win ? bits[w] : 0;
            rest |= not_won[w] & ~lost[w];
        }
        class_open(a, class)[found.row] = rest != 0;
    }
}

/* Plays back what the tier after a capture found at this distance. */
static void play_back(struct analysis *a, uint32_t class)
{
    struct class_state *state = &a->captured[class];
    const struct discovery_log *log = &state->goats;
    size_t at = state->arrival_end;
    unsigned distance = 0;
    state->arrival = at;
    *arrival_count(a, class, false) = 0;
    *arrival_count(a, class, true) = 0;
    if (at < log->size) {
        size_t after = at;
        if (log_read_mark(log, &after, &distance) && distance == a->distance) {
            at = after;
            while (at < log->size && log->words[at + 2] != LOG_MARK) {
                struct discovery found = log_read(log, &at);
                uint16_t *count = arrival_count(a, class, found.goats_win);
                a->arrivals[((size_t) class * 2 + found.goats_win) * a->solver->row_count + (*count)++] =
                    (uint16_t)found.row;
            }
            apply_goat_finds(log, after, at, class_planes(a, class), false);
        }
    }
    state->arrival_end = at;
    if (at < log->size || state->arrival < at) {
        atomic_store_explicit(&a->pending, true, memory_order_relaxed);
    }
}

/* One class, goats to move, at one distance; then the finds with tigers to move take effect. */
static enum bc_error find_for_goats(void *context, unsigned thread, uint32_t class)
{
    struct analysis *a = context;
    struct scratch *s = &a->solver->scratch[thread];
    struct class_state *state = &a->states[class];
    enum bc_error error = BC_OK;
    refresh_stamps(s, a->solver->row_count);
    log_start(&state->goats, a->forget);
    *front_count(a, class, false) = 0;
    *front_count(a, class, true) = 0;
    error = find_goat_results(a, class, s);
    if (a->beyond_limit) {
        return error;
    }
    apply_tiger_finds(a, class);
    if (state->goats.size > state->goats.last) {
        atomic_store_explicit(&a->found, true, memory_order_relaxed);
    }
    if (a->captured != NULL) {
        play_back(a, class);
    }
    return error;
}

/* Before the first distance: nothing is known. */
static enum bc_error start_class(void *context, unsigned thread, uint32_t class)
{
    struct analysis *a = context;
    uint64_t *tigers = class_tigers(a, class);
    (void)thread;
    if (a->solver->options->rules.goat_stalemate == BC_STALEMATE_DRAW) {
        enum bc_error error = keep_stuck(a, class);
        if (error != BC_OK) {
            return error;
        }
    }
    for (uint32_t n = 0; n < a->tier->count; ++n) {
        unsigned row_goats = a->solver->row_goats[a->tier->rows[n]];
        memcpy(tigers + (size_t)n * PLANE_WORDS, low_masks(a->solver, row_goats, a->tier->goats),
               PLANE_WORDS * sizeof *tigers);
    }
    memset(tigers + (size_t)a->tier->count * PLANE_WORDS, 0, PLANE_WORDS * sizeof *tigers);
    memset(tigers + tier_plane_words(a->tier), 0, tier_plane_words(a->tier) * sizeof *tigers);
    for (uint32_t row = 0; row < a->solver->row_count; ++row) {
        class_open(a, class)[row] = a->tier->slots[row] != NO_SLOT;
        class_goats_open(a, class)[row] = a->tier->slots[row] != NO_SLOT;
    }
    *front_count(a, class, false) = 0;
    *front_count(a, class, true) = 0;
    if (a->captured != NULL) {
        struct class_state *state = &a->captured[class];
        apply_goat_finds(&state->goats, 0, state->goats.size, class_planes(a, class), true);
        state->arrival = 0;
        state->arrival_end = 0;
        *arrival_count(a, class, false) = 0;
        *arrival_count(a, class, true) = 0;
    }
    return BC_OK;
}

/* Looks what the first distance beyond the limit would find. It stays drawn, but the placement phase needs to know of it: see
 * take_back_late_wins(). */
static enum bc_error look_beyond_limit(struct analysis *a, bool *matters)
{
    struct workers *workers = a->solver->workers;
    uint32_t classes = a->solver->index->class_count;
    a->beyond_limit = true;
    enum bc_error error = workers_run(workers, find_for_tigers, a, classes);
    if (error == BC_OK) {
        error = workers_run(workers, find_for_goats, a, classes);
    }
    for (uint32_t class = 0; class < classes; ++class) {
        enum bc_error kept = log_append(&a->solver->beyond[class], &a->states[class].tigers);
        error = error == BC_OK ? kept : error;
        struct discovery_log *logs[2] = {&a->states[class].tigers, &a->states[class].goats};
        for (unsigned n = 0; n < 2; ++n) {
            *matters = *matters || logs[n]->size > logs[n]->last;
            logs[n]->size = logs[n]->last;
        }
    }
    return error;
}

/* Runs one analysis to its end. `limit` is the greatest distance, 0 for none. */
enum bc_error analyse(struct analysis *a, unsigned limit, bool *limit_matters)
{
    struct workers *workers = a->solver->workers;
    uint32_t classes = a->solver->index->class_count;
    enum bc_error error = workers_run(workers, start_class, a, classes);
    for (a->distance = 0; error == BC_OK; ++a->distance) {
        if (limit != 0 && a->distance > limit) {
            error = look_beyond_limit(a, limit_matters);
            break;
        }
        atomic_store(&a->found, false);
        atomic_store(&a->pending, false);
        error = workers_run(workers, find_for_tigers, a, classes);
        if (error == BC_OK) {
            error = workers_run(workers, find_for_goats, a, classes);
        }
        bool more = atomic_load(&a->found) || atomic_load(&a->pending);
        if (error != BC_OK || (a->distance > 0 && !more)) {
            break;
        }
        if (a->distance == LOG_MARK - 1) {
            return BC_ERROR_ARGUMENT;
        }
    }
    return error;
}
void free_logs(struct class_state *states, uint32_t classes)
{
    for (uint32_t class = 0; states != NULL && class < classes; ++class) {
        log_free(&states[class].tigers);
        log_free(&states[class].goats);
        free(states[class].stuck);
    }
    free(states);
}
