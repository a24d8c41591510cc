#include "solution/verify_entry.h"

static struct bc_position position_of(const struct bc_solution *solution, unsigned eaten, unsigned hand, unsigned side,
                                      uint32_t class, uint32_t mask)
{
    struct bc_position position = {
        .tigers = solution->index->classes[class].tigers,
        .goats = bc_index_goats(solution->index, class, mask),
        .side = (uint8_t)side,
        .goats_in_hand = (uint8_t)hand,
        .goats_eaten = (uint8_t)eaten,
    };
    position.turn = bc_position_earliest_turn(solution->board, &position);
    return position;
}

/* What a position that is not at an end comes to by the values after its moves.
 *
 * In the movement phase the position has no quiet turns, those after quiet moves have one: where a limit is in force, a win after a quiet
 * move whose zero is the limit counts no more. *end* by its definition looks at values without quiet turns only. */
static enum bc_error derive(struct bc_solution *solution, const struct bc_position *position, struct bc_probe *derived)
{
    enum bc_result win = position->side == BC_GOATS ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN;
    unsigned limit = solution->manifest.rules.quiet_turn_limit;
    struct bc_move_list list;
    struct bc_probe best = {.zero = UINT16_MAX, .end = UINT16_MAX}; /* of wins */
    struct bc_probe worst = {0};                                    /* of losses */
    bool wins = false;
    bool draws = false;
    bc_position_moves(solution->board, position, &list);
    for (unsigned i = 0; i < list.count; ++i) {
        struct bc_position next = *position;
        struct bc_undo undo;
        struct bc_probe probe;
        bc_position_make(solution->board, &next, list.moves[i], &undo);
        unsigned quiet = next.quiet_turns;
        next.quiet_turns = 0;
        enum bc_error error = bc_solution_probe_legal(solution, &next, &probe);
        if (error != BC_OK) {
            return error;
        }
        bool in_time = limit == 0 || probe.zero + quiet <= limit;
        uint16_t zero = bc_move_captures(list.moves[i]) ? 1 : (uint16_t)(probe.zero + 1);
        uint16_t end = (uint16_t)(probe.end + 1);
        if (probe.result == win) {
            best.end = end < best.end ? end : best.end;
        }
        if (probe.result == win && in_time) {
            wins = true;
            best.zero = zero < best.zero ? zero : best.zero;
        } else if (probe.result == BC_RESULT_DRAW || !in_time) {
            draws = true;
        } else {
            worst.zero = zero > worst.zero ? zero : worst.zero;
            worst.end = end > worst.end ? end : worst.end;
        }
    }
    if (wins) {
        *derived = best;
        derived->result = (uint8_t)win;
    } else if (draws) {
        *derived = (struct bc_probe){.result = BC_RESULT_DRAW};
    } else {
        *derived = worst;
        derived->result = win == BC_RESULT_GOATS_WIN ? BC_RESULT_TIGERS_WIN : BC_RESULT_GOATS_WIN;
    }
    return BC_OK;
}

enum bc_error bc_verify_movement_entry(struct bc_solution *solution, unsigned eaten, unsigned side, uint32_t class,
                                       uint32_t rank, struct bc_entry_check *check)
{
    struct bc_movement_entry entry;
    enum bc_error error = bc_solution_movement_entry(solution, eaten, side, class, rank, &entry);
    if (error != BC_OK) {
        return error;
    }
    uint32_t mask = bc_index_unrank(solution->index, solution->layout.goat_count - eaten, rank);
    struct bc_position position = position_of(solution, eaten, 0, side, class, mask);
    struct bc_probe stored = {.result = entry.result, .zero = entry.zero, .end = entry.end};
    struct bc_probe derived = {0};
    enum bc_result over = BC_RESULT_NONE;
    if (bc_rules_ending(solution->board, &solution->manifest.rules, &position, &over) != BC_ENDING_NONE) {
        derived.result = (uint8_t)over;
    } else {
        error = derive(solution, &position, &derived);
    }
    stored.has_distances = stored.result != BC_RESULT_DRAW;
    derived.has_distances = derived.result != BC_RESULT_DRAW;
    if (error == BC_OK &&
        (stored.result != derived.result || stored.zero != derived.zero || stored.end != derived.end)) {
        check->differs = true;
        check->position = position;
        check->stored = stored;
        check->derived = derived;
    }
    return error;
}

enum bc_error bc_verify_placement_entry(struct bc_solution *solution, unsigned eaten, uint32_t class, uint32_t mask,
                                        struct bc_entry_check *check)
{
    unsigned hand = solution->layout.goat_count - eaten - (unsigned)__builtin_popcount(mask);
    struct bc_position position = position_of(solution, eaten, hand, BC_GOATS, class, mask);
    struct bc_probe stored;
    struct bc_probe derived = {0};
    enum bc_error error = bc_solution_probe_legal(solution, &position, &stored);
    if (error == BC_OK) {
        error = derive(solution, &position, &derived);
    }
    if (error == BC_OK && stored.result != derived.result) {
        check->differs = true;
        check->position = position;
        check->stored = (struct bc_probe){.result = stored.result};
        check->derived = (struct bc_probe){.result = derived.result};
    }
    return error;
}
