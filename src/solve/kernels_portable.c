#define LANE_BITS 1
#include "solve/tiger_words.h"

const struct kernels kernels_portable = {
    .path = BC_SOLVE_PATH_PORTABLE,
    .pull = pull,
    .place_goats = place_goats,
    .count_levels = count_levels,
    .count_bits = count_bits,
};
