#include <baghchal/engine_large_network.h>

#include "engine/network.h"
#include "engine/search.h"

static pattern_evaluation *fastest(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return pattern_evaluate_avx2;
    }
#endif
    return pattern_evaluate;
}

void bc_engine_set_large_network(struct bc_engine *engine, bool large)
{
    struct evaluation_board *tables = &engine->evaluation_board;
    if (!network_fits(engine->board) || large == (tables->patterns != NULL)) {
        return;
    }
    if (large) {
        pattern_parts_init(&engine->pattern_parts, engine->board);
        tables->pattern_parts = &engine->pattern_parts;
        tables->evaluate_patterns = fastest();
        tables->patterns = &pattern_weights;
    } else {
        tables->patterns = NULL;
    }
    bc_engine_clear(engine);
}
