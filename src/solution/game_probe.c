/* Probing a game: every legal move with its value, the history taken into account.
 *
 * Tables know positions, not games. Where a third repetition is a draw, a position that has stood twice already is a draw when it comes
 * again, whatever the tables say. A side that wins by the tables must therefore avoid not only moving into such a position but
 * also letting the other side move there. Such positions lie since the last capture, with the same goats left, so the look ahead
 * stops at captures. It also stops after LOOKAHEAD_TURNS turns and trusts the tables beyond; in a won position the winner's
 * distances fall with each turn, so that a line meets a position of its past only soon or not at all in practice. */
#include <baghchal/solution.h>

#include "solution/tables.h"

enum {
    LOOKAHEAD_TURNS = 5,
    TWICE_MAX =
        64, /* positions that have stood twice: more cannot be without a player bent on it; later ones are left out */
};

struct twice {
    size_t count;
    struct {
        bc_points tigers;
        bc_points goats;
        uint8_t side;
    } positions[TWICE_MAX];
};

static bool stands_there(const struct twice *twice, const struct bc_position *position)
{
    for (size_t i = 0; i < twice->count; ++i) {
        if (twice->positions[i].tigers == position->tigers && twice->positions[i].goats == position->goats &&
            twice->positions[i].side == position->side) {
            return true;
        }
    }
    return false;
}

/* Finds the positions of the game since the last capture or placement that have stood at least twice. */
static void find_twice(const struct bc_game *game, struct twice *twice)
{
    twice->count = 0;
    if (game->rules.repetition != BC_REPETITION_DRAW || game->position.goats_in_hand != 0) {
        return;
    }
    size_t quiet = game->position.quiet_turns;
    size_t first = game->ply_count > quiet ? game->ply_count - quiet : 0;
    for (size_t i = first; i < game->ply_count; ++i) {
        /* The side to move alternates back from the present one. */
        uint8_t side = (uint8_t)(game->position.side ^ ((game->ply_count - i) & 1));
        struct bc_position position = {.tigers = game->plies[i].tigers, .goats = game->plies[i].goats, .side = side};
        unsigned before = 0;
        for (size_t j = i % 2 == first % 2 ? first : first + 1; j < i; j += 2) {
            before += game->plies[j].tigers == position.tigers && game->plies[j].goats == position.goats;
        }
        if (before == 1 && twice->count < TWICE_MAX && !stands_there(twice, &position)) {
            twice->positions[twice->count].tigers = position.tigers;
            twice->positions[twice->count].goats = position.goats;
            twice->positions[twice->count].side = side;
            ++twice->count;
        }
    }
}

/* Whether the losing side, to move in `position`, can reach a third repetition within `turns` turns, the winner avoiding it. */
static enum bc_error loser_escapes(struct bc_solution *solution, const struct twice *twice,
                                   const struct bc_position *position, unsigned turns, bool *escapes);

/* Whether the winner, to move, has a move that keeps the win for certain within `turns` turns. */
static enum bc_error winner_holds(struct bc_solution *solution, const struct twice *twice,
                                  const struct bc_position *position, unsigned turns, bool *holds)
{
    enum bc_result win = position->side == BC_GOATS ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN;
    struct bc_move_list list;
    bc_position_moves(solution->board, position, &list);
    *holds = false;
    for (unsigned i = 0; i < list.count && !*holds; ++i) {
        struct bc_position next = *position;
        struct bc_undo undo;
        struct bc_probe probe;
        bc_position_make(solution->board, &next, list.moves[i], &undo);
        enum bc_error error = bc_solution_probe(solution, &next, &probe);
        if (error != BC_OK) {
            return error;
        }
        if (probe.result != win || stands_there(twice, &next)) {
            continue;
        }
        bool escapes = false;
        if (probe.end != 0 && !bc_move_captures(list.moves[i]) && turns > 0) {
            error = loser_escapes(solution, twice, &next, turns - 1, &escapes);
            if (error != BC_OK) {
                return error;
            }
        }
        *holds = !escapes;
    }
    return BC_OK;
}

static enum bc_error loser_escapes(struct bc_solution *solution, const struct twice *twice,
                                   const struct bc_position *position, unsigned turns, bool *escapes)
{
    struct bc_move_list list;
    bc_position_moves(solution->board, position, &list);
    *escapes = false;
    for (unsigned i = 0; i < list.count && !*escapes; ++i) {
        if (bc_move_captures(list.moves[i])) {
            continue;
        }
        struct bc_position next = *position;
        struct bc_undo undo;
        bc_position_make(solution->board, &next, list.moves[i], &undo);
        if (stands_there(twice, &next)) {
            *escapes = true;
        } else if (turns > 0) {
            bool holds = true;
            enum bc_error error = winner_holds(solution, twice, &next, turns - 1, &holds);
            if (error != BC_OK) {
                return error;
            }
            *escapes = !holds;
        }
    }
    return BC_OK;
}

static enum bc_error probe_move(struct bc_solution *solution, const struct bc_game *game, const struct twice *twice,
                                bc_move move, struct bc_move_value *value)
{
    struct bc_position next = game->position;
    struct bc_undo undo;
    bc_position_make(game->board, &next, move, &undo);
    *value = (struct bc_move_value){.move = move};
    enum bc_error error = bc_solution_probe(solution, &next, &value->value);
    if (error != BC_OK) {
        return error;
    }
    bool over = value->value.has_distances && value->value.end == 0;
    if (over && value->value.result != BC_RESULT_DRAW) {
        value->value.zero = 1; /* captured, trapped and stuck come before repetition */
        value->value.end = 1;
        return BC_OK;
    }
    value->repeats = stands_there(twice, &next);
    bool drawn = value->repeats;
    enum bc_result win = game->position.side == BC_GOATS ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN;
    if (!drawn && twice->count > 0 && value->value.result == win && !bc_move_captures(move)) {
        error = loser_escapes(solution, twice, &next, LOOKAHEAD_TURNS, &drawn);
    }
    if (drawn || value->value.result == BC_RESULT_DRAW) {
        value->value = (struct bc_probe){.result = BC_RESULT_DRAW};
    } else if (value->value.has_distances) {
        value->value.zero = bc_move_captures(move) ? 1 : (uint16_t)(value->value.zero + 1);
        value->value.end = (uint16_t)(value->value.end + 1);
    }
    return error;
}

/* 2 for a win of `side`, 1 for a draw, 0 for a loss. */
static int score(unsigned side, unsigned result)
{
    return result == BC_RESULT_DRAW ? 1 : (result == BC_RESULT_GOATS_WIN) == (side == BC_GOATS) ? 2 : 0;
}

/* Whether move value `a` is to be listed before `b`. */
static bool better(unsigned side, const struct bc_probe *a, const struct bc_probe *b)
{
    int of_a = score(side, a->result);
    int of_b = score(side, b->result);
    if (of_a != of_b) {
        return of_a > of_b;
    }
    if (of_a == 1) {
        return false;
    }
    int sign = of_a == 2 ? 1 : -1;
    int by_end = sign * ((int)a->end - (int)b->end);
    return by_end != 0 ? by_end < 0 : sign * ((int)a->zero - (int)b->zero) < 0;
}

/* A stable insertion sort: there are a few dozen moves at most. */
static void sort_moves(unsigned side, struct bc_game_probe *probe)
{
    for (size_t i = 1; i < probe->count; ++i) {
        struct bc_move_value value = probe->moves[i];
        size_t place = i;
        while (place > 0 && better(side, &value.value, &probe->moves[place - 1].value)) {
            probe->moves[place] = probe->moves[place - 1];
            --place;
        }
        probe->moves[place] = value;
    }
}

enum bc_error bc_solution_probe_game(struct bc_solution *solution, const struct bc_game *game,
                                     struct bc_game_probe *probe)
{
    enum bc_error error = bc_solution_covers(&solution->manifest.rules, &game->rules);
    if (error != BC_OK) {
        return error;
    }
    probe->count = 0;
    if (game->result != BC_RESULT_NONE) {
        probe->value = (struct bc_probe){.result = (uint8_t)game->result, .has_distances = true};
        return BC_OK;
    }
    struct twice twice;
    find_twice(game, &twice);
    struct bc_move_list list;
    bc_game_moves(game, &list);
    for (unsigned i = 0; i < list.count; ++i) {
        error = probe_move(solution, game, &twice, list.moves[i], &probe->moves[i]);
        if (error != BC_OK) {
            return error;
        }
    }
    probe->count = list.count;
    sort_moves(game->position.side, probe);
    probe->value = probe->moves[0].value;
    return BC_OK;
}
