#include "solution/implied.h"

/* A placement on x takes away the captures that land on x and adds those that pass over x. So every placement leaves a capture if there
 * are captures with two different landings; with one landing, if placing there makes another; with none, if
 * placing anywhere makes one. */
bool bc_every_placement_loses_a_goat(const struct bc_board *board, bc_points tigers, bc_points goats)
{
    bc_points empty = board->points & ~(tigers | goats);
    bc_points landings = 0; /* of captures there are now */
    bc_points opened = 0;   /* empty points that a jump to an empty point passes over */
    for (bc_points rest = tigers; rest != 0; rest &= rest - 1) {
        unsigned from = (unsigned)__builtin_ctz(rest);
        for (unsigned i = board->jump_first[from]; i < board->jump_first[from + 1]; ++i) {
            bc_points over = (bc_points)1 << board->jumps[i].over;
            bc_points to = (bc_points)1 << board->jumps[i].to;
            if ((empty & to) != 0) {
                landings |= (goats & over) != 0 ? to : 0;
                opened |= empty & over;
            }
        }
    }
    if (landings == 0) {
        return (empty & ~opened) == 0 && empty != 0;
    }
    return (landings & (landings - 1)) != 0 || (landings & opened) != 0;
}
