/* The layers of the large network, written once in C and compiled for each instruction set. Include in one source file for each,
 * after saying by LANES how many 16-bit numbers the set works on at once. */
#ifndef BAGHCHAL_ENGINE_PATTERN_LAYERS_H
#define BAGHCHAL_ENGINE_PATTERN_LAYERS_H

#include "engine/network.h"
#include "engine/pattern_network.h"

#ifndef LANES
#error "define LANES: 8 or 16"
#endif

typedef int16_t pattern_vector __attribute__((vector_size(2 * LANES)));
typedef uint16_t pattern_states __attribute__((vector_size(2 * PATTERN_LINES)));

enum { PATTERN_VECTORS = PATTERN_HIDDEN / LANES };

/* A rank's points as digits to base 3, by the mask of those that count 1. */
static const uint8_t pattern_digits[32] = {0,  1,  3,  4,  9,  10, 12, 13, 27,  28,  30,  31,  36,  37,  39,  40,
                                           81, 82, 84, 85, 90, 91, 93, 94, 108, 109, 111, 112, 117, 118, 120, 121};

static inline pattern_vector pattern_load(const int16_t *numbers)
{
    pattern_vector vector;
    __builtin_memcpy(&vector, numbers, sizeof vector);
    return vector;
}

static inline void pattern_find_rows(const struct pattern_parts *parts, const struct search_position *position,
                                     uint16_t rows[PATTERN_LINES])
{
    pattern_states states = {0};
    for (unsigned rank = 0; rank < PATTERN_RANKS; rank++) {
        unsigned shift = rank * PATTERN_RANKS;
        unsigned state =
            pattern_digits[position->tigers >> shift & 31U] + 2U * pattern_digits[position->goats >> shift & 31U];
        pattern_states part;
        __builtin_memcpy(&part, parts->of[rank][state], sizeof part);
        states += part;
    }
    __builtin_memcpy(rows, &states, sizeof states);
}

/* The first layer, cut to 0 to NETWORK_ONE. */
static inline void pattern_first(const struct pattern_weights *weights, const uint16_t rows[PATTERN_LINES],
                                 const int16_t *in_hand, const int16_t *left, int16_t sums[PATTERN_HIDDEN])
{
    for (unsigned block = 0; block < PATTERN_VECTORS; block += 4) {
        pattern_vector sum[4];
        for (unsigned v = 0; v < 4; v++) {
            unsigned at = (block + v) * LANES;
            sum[v] = pattern_load(in_hand + at) + pattern_load(left + at);
        }
        for (unsigned line = 0; line < PATTERN_LINES; line++) {
            const int16_t *row = weights->rows[rows[line]] + block * LANES;
            for (unsigned v = 0; v < 4; v++) {
                sum[v] += pattern_load(row + v * LANES);
            }
        }
        for (unsigned v = 0; v < 4; v++) {
            const pattern_vector one = (pattern_vector){0} + NETWORK_ONE;
            pattern_vector cut = sum[v] & (sum[v] > 0);
            pattern_vector over = cut > one;
            cut = (cut & ~over) | (one & over);
            __builtin_memcpy(sums + (block + v) * LANES, &cut, sizeof cut);
        }
    }
}

static inline int pattern_cut(int value)
{
    value = value > 0 ? value : 0;
    return value < NETWORK_ONE ? value : NETWORK_ONE;
}

static inline int pattern_score(const struct pattern_weights *weights, const struct pattern_parts *parts,
                                const struct bc_rules *rules, const struct search_position *position)
{
    uint16_t rows[PATTERN_LINES];
    int16_t sums[PATTERN_HIDDEN];
    unsigned left = (unsigned)rules->goats_to_win - position->goats_eaten;
    left = left < PATTERN_LEFT_MAX ? left : PATTERN_LEFT_MAX;
    pattern_find_rows(parts, position, rows);
    pattern_first(weights, rows, weights->in_hand[position->goats_in_hand], weights->left[left], sums);
    unsigned side = position->side;
    unsigned stage = pattern_stage(position->goats_in_hand);
    int score =
        weights->output_bias[side][stage] - NETWORK_EATEN * NETWORK_ONE * NETWORK_OUTPUT_ONE * position->goats_eaten;
    for (unsigned i = 0; i < PATTERN_SECOND; i++) {
        const int16_t *row = weights->second[side][stage][i];
        int sum = 0;
        for (unsigned j = 0; j < PATTERN_HIDDEN; j++) {
            sum += sums[j] * row[j];
        }
        score += pattern_cut((sum + weights->second_bias[side][stage][i]) / NETWORK_SECOND_ONE) *
                 weights->output[side][stage][i];
    }
    return score / (NETWORK_ONE * NETWORK_OUTPUT_ONE * NETWORK_GRAIN) * NETWORK_GRAIN;
}

#endif
