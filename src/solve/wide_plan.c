/* The search for the shortest way to make a permutation of index bits out of byte permutations and transpositions. */
#include "solve/plan.h"

#include <string.h>

struct search {
    const struct plan *plan;
    struct wide_plan *wide;
    unsigned permutation_count;
};

/* Which source bit is at each of the low places. */
struct arrangement {
    uint8_t bits[LOW_BITS];
};

static bool in_bytes(const struct arrangement *now, unsigned bit)
{
    for (unsigned place = WIDE_INNER_BITS; place < LOW_BITS; ++place) {
        if (now->bits[place] == bit) {
            return true;
        }
    }
    return false;
}

/* Permutes the byte bits so that those of `wished` that are not NO_BIT come to their places; the others keep their order. */
static struct arrangement permute_bytes(struct search *search, struct arrangement now,
                                        const uint8_t wished[WIDE_BYTE_BITS])
{
    struct arrangement next = now;
    uint8_t *from = search->wide->byte_from[search->permutation_count++];
    unsigned spare = WIDE_INNER_BITS;
    for (unsigned b = 0; b < WIDE_BYTE_BITS; ++b) {
        unsigned place = WIDE_INNER_BITS;
        if (wished[b] != NO_BIT) {
            while (now.bits[place] != wished[b]) {
                ++place;
            }
        } else {
            while (memchr(wished, now.bits[spare], WIDE_BYTE_BITS) != NULL) {
                ++spare;
            }
            place = spare++;
        }
        from[b] = (uint8_t)(place - WIDE_INNER_BITS);
        next.bits[WIDE_INNER_BITS + b] = now.bits[place];
    }
    return next;
}

static struct arrangement transpose(struct arrangement now)
{
    struct arrangement next = now;
    for (unsigned i = 0; i < WIDE_INNER_BITS; ++i) {
        next.bits[i] = now.bits[WIDE_INNER_BITS + i];
        next.bits[WIDE_INNER_BITS + i] = now.bits[i];
    }
    return next;
}

/* Brings three byte bits inside bytes. Returns false if one of them is not a byte bit. */
static bool bring_inside(struct search *search, struct arrangement *now, const uint8_t bits[WIDE_INNER_BITS])
{
    uint8_t wished[WIDE_BYTE_BITS] = {bits[0], bits[1], bits[2], NO_BIT, NO_BIT, NO_BIT};
    for (unsigned i = 0; i < WIDE_INNER_BITS; ++i) {
        if (!in_bytes(now, bits[i])) {
            return false;
        }
    }
    *now = transpose(permute_bytes(search, *now, wished));
    return true;
}

/* Tries all ways to bring three bits inside, then goes on with one transposition fewer, before or after the exchange. */
static bool try_transposition(struct search *search, struct arrangement now, unsigned left,
                              bool (*next)(struct search *search, struct arrangement now, unsigned left))
{
    unsigned permutations = search->permutation_count;
    for (unsigned choice = 0; choice < 1U << WIDE_BYTE_BITS; ++choice) {
        if (__builtin_popcount(choice) != WIDE_INNER_BITS) {
            continue;
        }
        uint8_t bits[WIDE_INNER_BITS];
        unsigned count = 0;
        for (unsigned b = 0; b < WIDE_BYTE_BITS; ++b) {
            if ((choice >> b & 1U) != 0) {
                bits[count++] = now.bits[WIDE_INNER_BITS + b];
            }
        }
        struct arrangement changed = now;
        search->permutation_count = permutations;
        if (bring_inside(search, &changed, bits) && next(search, changed, left - 1)) {
            return true;
        }
    }
    search->permutation_count = permutations;
    return false;
}

/* All that comes after the exchange. */
static bool finish(struct search *search, struct arrangement now, unsigned transpositions)
{
    const uint8_t *wanted = search->plan->from;
    if (transpositions > 1) {
        return try_transposition(search, now, transpositions, finish);
    }
    unsigned permutations = search->permutation_count;
    if (transpositions == 1 && !bring_inside(search, &now, wanted)) {
        search->permutation_count = permutations;
        return false;
    }
    for (unsigned b = 0; b < WIDE_BYTE_BITS; ++b) {
        if (!in_bytes(&now, wanted[WIDE_INNER_BITS + b])) {
            search->permutation_count = permutations;
            return false;
        }
    }
    search->wide->reorder = memcmp(now.bits, wanted, WIDE_INNER_BITS) != 0;
    for (unsigned i = 0; i < WIDE_INNER_BITS; ++i) {
        const uint8_t *place = memchr(now.bits, wanted[i], WIDE_INNER_BITS);
        search->wide->inner_from[i] = (uint8_t)(place - now.bits);
    }
    (void)permute_bytes(search, now, wanted + WIDE_INNER_BITS);
    return true;
}

/* The end of what comes before the exchange: leaving bits go to the top and are exchanged. */
static bool exchange(struct search *search, struct arrangement now)
{
    const struct plan *plan = search->plan;
    unsigned permutations = search->permutation_count;
    uint8_t wished[WIDE_BYTE_BITS];
    memset(wished, NO_BIT, sizeof wished);
    for (unsigned t = 0; t < plan->cross; ++t) {
        wished[WIDE_BYTE_BITS - 1 - t] = plan->from[LOW_BITS + t];
        if (!in_bytes(&now, plan->from[LOW_BITS + t])) {
            return false;
        }
    }
    now = permute_bytes(search, now, wished);
    for (unsigned t = 0; t < plan->cross; ++t) {
        now.bits[LOW_BITS - 1 - t] = (uint8_t)(LOW_BITS + t);
    }
    if (finish(search, now, search->wide->transpositions[1])) {
        return true;
    }
    search->permutation_count = permutations;
    return false;
}

static bool begin(struct search *search, struct arrangement now, unsigned transpositions)
{
    return transpositions > 0 ? try_transposition(search, now, transpositions, begin) : exchange(search, now);
}

static bool is_identity(const struct plan *plan)
{
    for (unsigned i = 0; i < LOW_BITS; ++i) {
        if (plan->from[i] != i) {
            return false;
        }
    }
    return plan->cross == 0 && plan->flipped == NO_BIT;
}

void wide_plan_make(struct plan *plan)
{
    struct wide_plan *wide = &plan->wide;
    struct arrangement start = {{0, 1, 2, 3, 4, 5, 6, 7, 8}};
    memset(wide, 0, sizeof *wide);
    wide->copy = is_identity(plan);
    for (unsigned total = 0; total <= 4 && plan->cross <= WIDE_CROSS_MAX; ++total) {
        for (unsigned after = 0; after <= total && after <= 2; ++after) {
            struct search search = {.plan = plan, .wide = wide};
            wide->transpositions[0] = (uint8_t)(total - after);
            wide->transpositions[1] = (uint8_t)after;
            if (total - after > 2 || (plan->cross == 0 && total > after)) {
                continue;
            }
            wide->possible = plan->cross == 0 ? finish(&search, start, after) : begin(&search, start, total - after);
            if (wide->possible) {
                return;
            }
        }
    }
}
