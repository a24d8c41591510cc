#include "solution/brute_force.h"

#include <stdlib.h>

enum {
    SETS = 512,          /* of nine points */
    HANDS = 8,           /* 0 to 7 goats in hand */
    NO_LIMIT_TURNS = 60, /* longer than any win between captures on these boards */
};

struct brute_force {
    const struct bc_board *board;
    struct bc_rules rules;
    unsigned limit;
    uint8_t *placement; /* by hand, side, tigers, goats */
    uint8_t *movement;  /* by quiet turns, side, tigers, goats */
};

static size_t place(unsigned outer, const struct bc_position *position)
{
    return (((size_t)outer * 2 + position->side) * SETS + position->tigers) * SETS + position->goats;
}

static uint8_t *slot(const struct brute_force *solved, const struct bc_position *position)
{
    return position->goats_in_hand > 0 ? &solved->placement[place(position->goats_in_hand, position)]
                                       : &solved->movement[place(position->quiet_turns, position)];
}

enum bc_result brute_force_value(const struct brute_force *solved, const struct bc_position *position)
{
    if (position->goats_eaten >= solved->rules.goats_to_win) {
        return BC_RESULT_TIGERS_WIN;
    }
    if (solved->rules.quiet_turn_limit == 0 && position->quiet_turns != 0) {
        struct bc_position fresh = *position;
        fresh.quiet_turns = 0;
        return (enum bc_result) * slot(solved, &fresh);
    }
    return (enum bc_result) * slot(solved, position);
}

/* The best of the moves for the side to move; the positions after them are known. */
static enum bc_result best_move(const struct brute_force *solved, const struct bc_position *position)
{
    enum bc_result win = position->side == BC_GOATS ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN;
    enum bc_result best = position->side == BC_GOATS ? BC_RESULT_TIGERS_WIN : BC_RESULT_GOATS_WIN;
    struct bc_move_list list;
    bc_position_moves(solved->board, position, &list);
    for (unsigned i = 0; i < list.count; ++i) {
        struct bc_position next = *position;
        struct bc_undo undo;
        bc_position_make(solved->board, &next, list.moves[i], &undo);
        enum bc_result value = next.goats_eaten >= solved->rules.goats_to_win ? BC_RESULT_TIGERS_WIN
                                                                              : (enum bc_result) * slot(solved, &next);
        if (value == win) {
            return win;
        }
        best = value == BC_RESULT_DRAW ? BC_RESULT_DRAW : best;
    }
    return best;
}

static void solve_position(struct brute_force *solved, const struct bc_position *position)
{
    struct bc_rules rules = solved->rules;
    rules.quiet_turn_limit = (uint16_t)solved->limit;
    enum bc_result result = BC_RESULT_NONE;
    if (bc_rules_ending(solved->board, &rules, position, &result) == BC_ENDING_NONE) {
        result = best_move(solved, position);
    }
    *slot(solved, position) = (uint8_t)result;
}

/* All positions with so many goats in hand and on the board. */
static void each_arrangement(const struct brute_force *solved, struct bc_position *position, unsigned goats,
                             void (*visit)(void *context, const struct bc_position *position), void *context)
{
    for (bc_points tigers = 0; tigers < 1U << solved->board->point_count; ++tigers) {
        if (__builtin_popcount(tigers) != solved->board->tiger_count) {
            continue;
        }
        for (bc_points set = 0; set < 1U << solved->board->point_count; ++set) {
            if ((set & tigers) == 0 && (unsigned)__builtin_popcount(set) == goats) {
                position->tigers = tigers;
                position->goats = set;
                visit(context, position);
            }
        }
    }
}

static void solve_visit(void *context, const struct bc_position *position)
{
    solve_position(context, position);
}

struct brute_force *brute_force_solve(const struct bc_board *board, const struct bc_rules *rules)
{
    struct brute_force *solved = calloc(1, sizeof *solved);
    if (solved == NULL) {
        return NULL;
    }
    solved->board = board;
    solved->rules = *rules;
    solved->limit = rules->quiet_turn_limit != 0 ? rules->quiet_turn_limit : NO_LIMIT_TURNS;
    solved->placement = calloc((size_t)HANDS * 2 * SETS * SETS, 1);
    solved->movement = calloc((size_t)(solved->limit + 1) * 2 * SETS * SETS, 1);
    if (solved->placement == NULL || solved->movement == NULL) {
        brute_force_free(solved);
        return NULL;
    }
    struct bc_position position = {.turn = 1};
    for (unsigned eaten = rules->goats_to_win; eaten-- > 0;) {
        for (unsigned quiet = solved->limit + 1; quiet-- > 0;) {
            for (unsigned side = 0; side < 2; ++side) {
                position.side = (uint8_t)side;
                position.goats_eaten = (uint8_t)eaten;
                position.quiet_turns = (uint16_t)quiet;
                each_arrangement(solved, &position, board->goat_count - eaten, solve_visit, solved);
            }
        }
    }
    position.quiet_turns = 0;
    for (unsigned hand = 1; hand <= board->goat_count; ++hand) {
        for (unsigned side = 0; side < 2; ++side) {
            for (unsigned eaten = rules->goats_to_win; eaten-- > 0;) {
                if (eaten + hand <= board->goat_count) {
                    position.side = (uint8_t)side;
                    position.goats_in_hand = (uint8_t)hand;
                    position.goats_eaten = (uint8_t)eaten;
                    each_arrangement(solved, &position, board->goat_count - hand - eaten, solve_visit, solved);
                }
            }
        }
    }
    return solved;
}

void brute_force_free(struct brute_force *solved)
{
    if (solved != NULL) {
        free(solved->placement);
        free(solved->movement);
        free(solved);
    }
}

void brute_force_each(const struct brute_force *solved, unsigned quiet_max,
                      void (*visit)(void *context, const struct bc_position *position), void *context)
{
    for (unsigned hand = 0; hand <= solved->board->goat_count; ++hand) {
        for (unsigned quiet = 0; quiet <= (hand == 0 ? quiet_max : 0); ++quiet) {
            for (unsigned eaten = 0; eaten < solved->rules.goats_to_win && eaten + hand <= solved->board->goat_count;
                 ++eaten) {
                for (unsigned side = 0; side < 2; ++side) {
                    struct bc_position position = {.side = (uint8_t)side,
                                                   .goats_in_hand = (uint8_t)hand,
                                                   .goats_eaten = (uint8_t)eaten,
                                                   .quiet_turns = (uint16_t)quiet,
                                                   .turn = 1};
                    each_arrangement(solved, &position, solved->board->goat_count - hand - eaten, visit, context);
                }
            }
        }
    }
}
