/* The value of every position of a small board by the plainest means: all positions up to symmetry in a hash table, and the
 * definitions applied to the moves of bc_position_moves() until nothing changes. Shares nothing with the solver. */
#ifndef BAGHCHAL_TESTS_BRUTE_FORCE_H
#define BAGHCHAL_TESTS_BRUTE_FORCE_H

#include <baghchal/rules.h>

struct brute_entry {
    struct bc_position position; /* canonical */
    uint8_t result;              /* enum bc_result; BC_RESULT_NONE while unknown */
    uint16_t zero;
    uint16_t end;
};

struct brute {
    const struct bc_board *board;
    struct bc_rules rules;
    struct brute_entry *entries;
    uint32_t count;
    uint32_t first[BC_POINTS_MAX + 2]; /* by goats in hand: its first entry */
    uint32_t *table;
    uint32_t table_size; /* a power of two */
};

/* Lists all unfinished and finished positions with at least `least_placed` goats placed and solves them. */
void brute_make(struct brute *brute, const struct bc_board *board, const struct bc_rules *rules, unsigned least_placed);
void brute_free(struct brute *brute);

/* The entry of a position, or NULL. */
struct brute_entry *brute_find(const struct brute *brute, const struct bc_position *position);

#endif
