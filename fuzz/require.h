/* What fuzz targets demand of the code they call: a condition that fails ends the program as a crash does. */
#ifndef FUZZ_REQUIRE_H
#define FUZZ_REQUIRE_H

#include "baghchal/position.h"

#include <stdbool.h>
#include <stdlib.h>

#define REQUIRE(condition)  \
    do {                    \
        if (!(condition)) { \
            abort();        \
        }                   \
    } while (0)

/* Whether two positions are the same in every member. */
static inline bool same_position(const struct bc_position *a, const struct bc_position *b)
{
    return a->tigers == b->tigers && a->goats == b->goats && a->side == b->side && a->hash == b->hash &&
           a->goats_in_hand == b->goats_in_hand && a->goats_eaten == b->goats_eaten &&
           a->quiet_turns == b->quiet_turns && a->turn == b->turn;
}

#endif
