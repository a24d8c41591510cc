/* The longest wins of a solution's movement phase. */
#ifndef CLI_LONGEST_WINS_H
#define CLI_LONGEST_WINS_H

#include <baghchal/solution.h>

/* Looks through every entry for the longest *zero* and *end* of each side's wins, and writes for each its distance, the first such
 * position and one line of best play; with `json` as one JSON array. Returns an exit code. */
int write_longest_wins(struct bc_solution *solution, bool json);

#endif
