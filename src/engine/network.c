#include "engine/network.h"

#include "rules/point_sets.h"

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
        const int16_t *row = weights->second[side][i];
        int sum = 0;
        for (unsigned j = 0; j < NETWORK_HIDDEN; j++) {
            sum += sums[j] * row[j];
        }
        score += cut((sum + weights->second_bias[side][i]) / NETWORK_SECOND_ONE) * weights->output[side][i];
    }
    return score / (NETWORK_ONE * NETWORK_OUTPUT_ONE * NETWORK_GRAIN) * NETWORK_GRAIN;
}
