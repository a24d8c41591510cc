#if defined(__x86_64__)
#include "solve/tiger_words.h"

const struct kernels kernels_avx512 = {BC_SOLVE_PATH_AVX512, pull, step_goats, place_goats};
#endif
