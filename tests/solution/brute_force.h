/* The value of every position of a small board, by the rules alone: no index, no tables, no distances.
 *
 * The movement phase is worked back over the count of quiet turns itself: at the limit a position that is not at an end is a
 * draw; with fewer quiet turns it is worth the best of its moves with one more, or with none after a capture. Without a
 * limit the same is done with a limit longer than any win. */
#ifndef BAGHCHAL_TESTS_BRUTE_FORCE_H
#define BAGHCHAL_TESTS_BRUTE_FORCE_H

#include <baghchal/rules.h>

struct brute_force;

/* Boards of up to nine points and seven goats. Returns NULL when memory is short. */
struct brute_force *brute_force_solve(const struct bc_board *board, const struct bc_rules *rules);
void brute_force_free(struct brute_force *solved);

/* The value of any position with fewer goats eaten than win, its quiet turns counted in. */
enum bc_result brute_force_value(const struct brute_force *solved, const struct bc_position *position);

/* Calls `visit` for every position that is reached by no rule in particular: all tigers and goats, both sides, all hands, with 0 to
 * `quiet_max` quiet turns once the hand is empty. */
void brute_force_each(const struct brute_force *solved, unsigned quiet_max,
                      void (*visit)(void *context, const struct bc_position *position), void *context);

#endif
