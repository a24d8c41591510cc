/* Compact coding of the movement phase with tigers to move: value and *zero* of every entry of one number of eaten goats.
 *
 * An adaptive binary range coder whose probabilities depend on the position (captures, mobility, trapped tigers) and on
 * the entries of the same class that differ by one goat moved to the next lower free point, which come earlier. With one goat to
 * win left to eat a position with a capture needs no code. Reader and writer run the same steps, so each undoes the other exactly.
 *
 * An entry is a byte: 0 for a draw, 1 + 2 * zero where the goats win, 2 + 2 * zero where the tigers win; zero is at most 126. Freestanding;
 * memory comes from the caller. */
#ifndef BAGHCHAL_SOLUTION_MOVEMENT_CODE_H
#define BAGHCHAL_SOLUTION_MOVEMENT_CODE_H

#include "solution/index.h"

enum {
    BC_MOVEMENT_CODE_MODELS = 1 << 20, /* at most: small tiers use fewer */
    BC_MOVEMENT_CODE_ZERO_MAX = 126,
};

struct bc_code_model {
    uint16_t fast; /* two estimates of the probability of a 1, in 65536ths, that forget at different rates */
    uint16_t slow;
};

struct bc_code_tier {
    const struct bc_index *index;
    uint8_t eaten;
    uint8_t goats_to_win;
    uint8_t *entries;             /* class_count * bc_index_mask_count() of them, by class and rank */
    struct bc_code_model *models; /* BC_MOVEMENT_CODE_MODELS of scratch memory */
};

/* Packs the entries. Returns the packed size, or 0 when it exceeds `capacity`. */
size_t bc_movement_encode(const struct bc_code_tier *tier, uint8_t *packed, size_t capacity);

/* Unpacks into the entries. Any bytes give some entries; bytes missing at the end count as 0. */
void bc_movement_decode(const struct bc_code_tier *tier, const uint8_t *packed, size_t size);

#endif
