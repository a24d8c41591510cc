/* The values that placement tables leave out: see enum bc_implied. */
#ifndef BAGHCHAL_SOLUTION_IMPLIED_H
#define BAGHCHAL_SOLUTION_IMPLIED_H

#include "solution/index.h"

/* Whether every placement of a goat leaves the tigers a capture. */
bool bc_every_placement_loses_a_goat(const struct bc_board *board, bc_points tigers, bc_points goats);

/* The same for all goat masks of a class at once: bit m % 64 of words[m / 64] answers for mask m. A mask that leaves no empty point has
 * no meaning. `words` holds 2^free_count bits, at least one word. */
void bc_every_placement_loses_a_goat_words(const struct bc_index *index, uint32_t class, uint64_t *words);

#endif
