#if defined(__x86_64__)
#define LANE_BITS 2
#include "solve/tiger_words.h"

const struct kernels kernels_avx2 = {
    .path = BC_SOLVE_PATH_AVX2,
    .pull = pull,
    .place_goats = place_goats,
    .count_levels = count_levels,
    .count_bits = count_bits,
};
#endif
