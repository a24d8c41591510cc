#if defined(__x86_64__)
#define LANES 16
#include "engine/pattern_layers.h"

int pattern_evaluate_avx2(const struct pattern_weights *weights, const struct pattern_parts *parts,
                          const struct bc_rules *rules, const struct search_position *position)
{
    return pattern_score(weights, parts, rules, position);
}
#else
typedef int pattern_network_avx2_is_empty;
#endif
