#include "solve/tiger_words.h"

const struct kernels kernels_portable = {BC_SOLVE_PATH_PORTABLE, pull, step_goats, place_goats, count_bits};
