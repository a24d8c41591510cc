/* The network: what a position of the standard board seems worth, learnt from the solution.
 *
 * Inputs are the pieces on their points, the number of goats in hand, and how many more goats the tigers need (at most
 * NETWORK_GOATS_LEFT_MAX). A first layer of NETWORK_HIDDEN sums, cut to the range 0 to 1; a second of NETWORK_SECOND, likewise; one output.
 * The second layer and the output exist once for each side to move. The output is the logarithm of the odds that the goats win, a
 * draw counting half, times NETWORK_SCALE.
 *
 * All is done in whole numbers, so every machine and compiler comes to the same result: the first layer in units of
 * 1 / NETWORK_ONE, weights of the second in units of 1 / NETWORK_SECOND_ONE, of the output in sixteenths of a score.
 * bench_fit makes the weights; docs/measurements.md says how well they fit. */
#ifndef BAGHCHAL_ENGINE_NETWORK_H
#define BAGHCHAL_ENGINE_NETWORK_H

#include "engine/search_position.h"

enum {
    NETWORK_POINTS = 25,
    NETWORK_GOATS = 20,
    NETWORK_GOATS_LEFT_MAX = 5,
    NETWORK_HIDDEN = 64,
    NETWORK_SECOND = 16,
    NETWORK_ONE = 256,
    NETWORK_SECOND_ONE = 64,
    NETWORK_OUTPUT_ONE = 16,
    NETWORK_SCALE = 150,
    NETWORK_GRAIN = 4,  /* scores are multiples of this: finer differences cost the search 15 times its nodes */
    NETWORK_EATEN = 12, /* taken off for each goat eaten: of two draws the one with more goats is the better */
    /* Numbers of the inputs: where each kind begins. */
    NETWORK_TIGERS = 0,
    NETWORK_GOATS_AT = NETWORK_POINTS,
    NETWORK_IN_HAND = 2 * NETWORK_POINTS,
    NETWORK_LEFT = NETWORK_IN_HAND + NETWORK_GOATS + 1,
    NETWORK_INPUTS = NETWORK_LEFT + NETWORK_GOATS_LEFT_MAX + 1,
};

struct network_weights {
    int16_t first[NETWORK_INPUTS][NETWORK_HIDDEN];
    int16_t first_bias[NETWORK_HIDDEN];
    int16_t second[2][NETWORK_SECOND][NETWORK_HIDDEN]; /* by side to move */
    int32_t second_bias[2][NETWORK_SECOND];
    int16_t output[2][NETWORK_SECOND];
    int32_t output_bias[2];
};

extern const struct network_weights network_weights;

/* Whether the network knows this board. */
bool network_fits(const struct bc_board *board);

/* The score for the goats. */
int network_evaluate(const struct network_weights *weights, const struct bc_rules *rules,
                     const struct search_position *position);

#endif
