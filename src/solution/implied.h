/* The values that placement tables leave out: see enum bc_implied. */
#ifndef BAGHCHAL_SOLUTION_IMPLIED_H
#define BAGHCHAL_SOLUTION_IMPLIED_H

#include "solution/index.h"

/* Whether every placement of a goat leaves the tigers a capture. */
bool bc_every_placement_loses_a_goat(const struct bc_board *board, bc_points tigers, bc_points goats);

#endif
