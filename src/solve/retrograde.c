#include "solve/retrograde.h"

#include <stdlib.h>
#include <string.h>

enum { CLASSES_AT_ONCE = 4 };

/* The greatest distance: sinks get 16 bits. */
enum { DISTANCE_MAX = 65534 };

/* Drops finds that another analysis does not prove, from a list won by one side. Returns how many are left. */
static uint32_t keep_proven(const struct analysis *a, enum bc_side side, uint32_t class, uint32_t *masks,
                            uint32_t count, bool mover_wins)
{
    const uint8_t *proven = a->proven[side] + (size_t) class * a->tier->count;
    uint8_t *states = class_states(a, side, class);
    uint32_t kept = 0;
    for (uint32_t n = 0; n < count; ++n) {
        uint32_t rank = tier_rank(a->tier, masks[n]);
        bool agrees = mover_wins ? proven[rank] > STATE_DRAWN : proven[rank] == STATE_LOST;
        if (agrees) {
            masks[kept++] = masks[n];
        } else {
            states[rank] = STATE_DRAWN;
        }
    }
    return kept;
}

/* The same for all that was found of a class and side. */
static struct front only_proven(const struct analysis *a, enum bc_side side, uint32_t class, struct front found,
                                uint32_t *masks)
{
    uint32_t tigers = keep_proven(a, side, class, masks, found.tigers, side == BC_TIGERS);
    uint32_t goats = keep_proven(a, side, class, masks + found.tigers, found.goats, side == BC_GOATS);
    memmove(masks + tigers, masks + found.tigers, goats * sizeof *masks);
    return (struct front){.masks = masks, .tigers = tigers, .goats = goats};
}

/* Takes note of what was found for one class and side. */
static enum bc_error record(struct analysis *a, enum bc_side side, uint32_t class, struct front found)
{
    if (found.tigers + found.goats > 0) {
        atomic_store_explicit(&a->found, true, memory_order_relaxed);
    }
    if (a->beyond_limit) {
        /* It stays drawn. */
        uint8_t *states = class_states(a, side, class);
        for (uint32_t n = 0; n < found.tigers + found.goats; ++n) {
            states[tier_rank(a->tier, found.masks[n])] = STATE_DRAWN;
        }
        return side == BC_GOATS ? BC_OK
                                : mask_list_add(&a->solver->beyond[class], found.masks, found.tigers + found.goats);
    }
    if (found.goats > 0) {
        atomic_store_explicit(&a->longest[side][0], a->distance, memory_order_relaxed);
    }
    if (found.tigers > 0) {
        atomic_store_explicit(&a->longest[side][1], a->distance, memory_order_relaxed);
    }
    return finds_add(&a->finds[side][class], found.masks, found.tigers, found.goats, a->forget);
}

/* Some classes, tigers to move, at one distance. */
static enum bc_error find_for_tigers(void *context, unsigned thread, uint32_t number)
{
    struct analysis *a = context;
    struct scratch *s = &a->solver->scratch[thread];
    uint32_t end = (number + 1) * CLASSES_AT_ONCE;
    enum bc_error error = BC_OK;
    for (uint32_t class = number * CLASSES_AT_ONCE;
         class < end && class < a->solver->index->class_count && error == BC_OK; ++class) {
        struct front found = find_tiger_results(a, class, s);
        if (a->proven[BC_TIGERS] != NULL) {
            found = only_proven(a, BC_TIGERS, class, found, s->found);
        }
        error = record(a, BC_TIGERS, class, found);
    }
    return error;
}

/* Some classes, goats to move, at one distance; then their finds are shown to the tigers' next distance. */
static enum bc_error find_for_goats(void *context, unsigned thread, uint32_t number)
{
    struct analysis *a = context;
    struct scratch *s = &a->solver->scratch[thread];
    uint32_t end = (number + 1) * CLASSES_AT_ONCE;
    enum bc_error error = BC_OK;
    for (uint32_t class = number * CLASSES_AT_ONCE;
         class < end && class < a->solver->index->class_count && error == BC_OK; ++class) {
        struct front found = find_goat_results(a, class, s);
        if (a->proven[BC_GOATS] != NULL) {
            found = only_proven(a, BC_GOATS, class, found, s->found);
        }
        error = record(a, BC_GOATS, class, found);
        if (error == BC_OK && !a->beyond_limit) {
            a->fronts[class] = finds_at(&a->finds[BC_GOATS][class], a->distance);
        }
        if (a->captured != NULL) {
            a->arrivals[class] = finds_at(&a->captured[class], a->distance);
            if (a->distance < a->captured[class].distances) {
                atomic_store_explicit(&a->pending, true, memory_order_relaxed);
            }
        }
    }
    return error;
}

/* One distance. */
static enum bc_error find_all(struct analysis *a)
{
    struct workers *workers = a->solver->workers;
    uint32_t parts = (a->solver->index->class_count + CLASSES_AT_ONCE - 1) / CLASSES_AT_ONCE;
    atomic_store(&a->found, false);
    atomic_store(&a->pending, false);
    enum bc_error error = workers_run(workers, find_for_tigers, a, parts);
    return error == BC_OK ? workers_run(workers, find_for_goats, a, parts) : error;
}

/* Runs one analysis to its end. `limit` is the greatest distance, 0 for none. What the first distance beyond the limit would find stays
 * drawn, but the placement phase needs to know of it: see take_back_late_wins(). */
enum bc_error analyse(struct analysis *a, unsigned limit, bool *limit_matters)
{
    uint32_t classes = a->solver->index->class_count;
    memset(a->fronts, 0, classes * sizeof *a->fronts);
    memset(a->arrivals, 0, classes * sizeof *a->arrivals);
    enum bc_error error = BC_OK;
    for (a->distance = 0; error == BC_OK; ++a->distance) {
        a->beyond_limit = limit != 0 && a->distance > limit;
        error = find_all(a);
        if (a->beyond_limit) {
            *limit_matters = *limit_matters || atomic_load(&a->found);
            break;
        }
        if (a->distance > 0 && !atomic_load(&a->found) && !atomic_load(&a->pending)) {
            break;
        }
        if (a->distance == DISTANCE_MAX) {
            return BC_ERROR_ARGUMENT;
        }
    }
    return error;
}
