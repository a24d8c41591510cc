#include "engine/network.h"

#include "rules/point_sets.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

bool network_fits(const struct bc_board *board)
{
    return board->description == bc_board_description(0);
}

static void add_rows(const struct network_weights *weights, unsigned first, bc_points points,
                     int16_t sums[NETWORK_HIDDEN])
{
    while (points != 0) {
        const int16_t *row = weights->first[first + bc_points_take(&points)];
        for (unsigned i = 0; i < NETWORK_HIDDEN; i++) {
            sums[i] = (int16_t)(sums[i] + row[i]);
        }
    }
}

static int cut(int value)
{
    value = value > 0 ? value : 0;
    return value < NETWORK_ONE ? value : NETWORK_ONE;
}

/* What the first layer's outputs come to with the weights of one unit of the second. */
static int product(const int16_t outputs[NETWORK_HIDDEN], const int16_t row[NETWORK_HIDDEN])
{
#ifdef __wasm_simd128__
    /* clang 14 does not find the instruction for it by itself. */
    v128_t sums = wasm_i32x4_splat(0);
    for (unsigned i = 0; i < NETWORK_HIDDEN; i += 8) {
        sums = wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(wasm_v128_load(outputs + i), wasm_v128_load(row + i)));
    }
    return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) + wasm_i32x4_extract_lane(sums, 2) +
           wasm_i32x4_extract_lane(sums, 3);
#else
    int sum = 0;
    for (unsigned i = 0; i < NETWORK_HIDDEN; i++) {
        sum += outputs[i] * row[i];
    }
    return sum;
#endif
}

int network_evaluate(const struct network_weights *weights, const struct bc_rules *rules,
                     const struct search_position *position)
{
    int16_t sums[NETWORK_HIDDEN];
    unsigned left = (unsigned)rules->goats_to_win - position->goats_eaten;
    left = left < NETWORK_GOATS_LEFT_MAX ? left : NETWORK_GOATS_LEFT_MAX;
    const int16_t *in_hand = weights->first[NETWORK_IN_HAND + position->goats_in_hand];
    const int16_t *goats_left = weights->first[NETWORK_LEFT + left];
    for (unsigned i = 0; i < NETWORK_HIDDEN; i++) {
        sums[i] = (int16_t)(weights->first_bias[i] + in_hand[i] + goats_left[i]);
    }
    add_rows(weights, NETWORK_TIGERS, position->tigers, sums);
    add_rows(weights, NETWORK_GOATS_AT, position->goats, sums);
    for (unsigned i = 0; i < NETWORK_HIDDEN; i++) {
        sums[i] = (int16_t)cut(sums[i]);
    }
    unsigned side = position->side;
    int score = weights->output_bias[side] - NETWORK_EATEN * NETWORK_ONE * NETWORK_OUTPUT_ONE * position->goats_eaten;
    for (unsigned i = 0; i < NETWORK_SECOND; i++) {
        int sum = product(sums, weights->second[side][i]);
        score += cut((sum + weights->second_bias[side][i]) / NETWORK_SECOND_ONE) * weights->output[side][i];
    }
    return score / (NETWORK_ONE * NETWORK_OUTPUT_ONE * NETWORK_GRAIN) * NETWORK_GRAIN;
}
