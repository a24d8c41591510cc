/* The large network: what a position of the standard board seems worth, for programs that can spare the room. The network of
 * network.h is a hundredth of its size and is what every engine begins with.
 *
 * Its inputs are the board's lines, each as a whole: the sixteen lines drawn, with what stands on their points read as a number
 * to base 3, have a row of PATTERN_HIDDEN weights for each of their 243 (or 27) states, so whatever a jump needs is one input.
 * With them count the goats in hand and how many more goats the tigers need. The sums are cut to the range 0 to 1; a second layer of
 * PATTERN_SECOND sums and the output exist once for each side to move and stage of the game. Units, output and rounding are those
 * of network.h, and so is bench_fit, which makes the weights.
 *
 * The numbers of all lines' states are found together: `parts` holds for each rank and each of its states what it adds to the
 * sixteen numbers. */
#ifndef BAGHCHAL_ENGINE_PATTERN_NETWORK_H
#define BAGHCHAL_ENGINE_PATTERN_NETWORK_H

#include "engine/search_position.h"

enum {
    PATTERN_LINES = 16,
    PATTERN_RANKS = 5,
    PATTERN_RANK_STATES = 243,
    PATTERN_ROWS = 12 * 243 + 4 * 27,
    PATTERN_HIDDEN = 128,
    PATTERN_SECOND = 16,
    PATTERN_STAGES = 4,
    PATTERN_GOATS = 20,
    PATTERN_LEFT_MAX = 5,
};

struct pattern_weights {
    int16_t rows[PATTERN_ROWS][PATTERN_HIDDEN]; /* with the bias shared out among the inputs below */
    int16_t in_hand[PATTERN_GOATS + 1][PATTERN_HIDDEN];
    int16_t left[PATTERN_LEFT_MAX + 1][PATTERN_HIDDEN];
    int16_t second[2][PATTERN_STAGES][PATTERN_SECOND][PATTERN_HIDDEN]; /* by side to move and stage */
    int32_t second_bias[2][PATTERN_STAGES][PATTERN_SECOND];
    int16_t output[2][PATTERN_STAGES][PATTERN_SECOND];
    int32_t output_bias[2][PATTERN_STAGES];
};

struct pattern_parts {
    uint16_t of[PATTERN_RANKS][PATTERN_RANK_STATES][PATTERN_LINES];
};

extern const struct pattern_weights pattern_weights;

/* Fills the parts for the standard board. */
void pattern_parts_init(struct pattern_parts *parts, const struct bc_board *board);

/* The stage of the game: 0 with no goat in hand. */
static inline unsigned pattern_stage(unsigned goats_in_hand)
{
    return (goats_in_hand > 0 ? 1U : 0U) + (goats_in_hand > 4 ? 1U : 0U) + (goats_in_hand > 10 ? 1U : 0U);
}

/* The score for the goats. */
typedef int pattern_evaluation(const struct pattern_weights *weights, const struct pattern_parts *parts,
                               const struct bc_rules *rules, const struct search_position *position);

pattern_evaluation pattern_evaluate;
#if defined(__x86_64__)
pattern_evaluation pattern_evaluate_avx2; /* the same, for processors that have AVX2 */
#endif

#endif
