#include "engine/level_tables.h"

#include "engine/search.h"

/* A move as the tables and the history of the game have it, for the side that makes it. */
struct known_move {
    bc_move move;
    int value;            /* 1 wins, 0 draws, -1 loses */
    bool has_end;         /* `end` is known */
    bool has_zero;        /* `zero` is known */
    bool ends_in_draw;    /* the game ends at once */
    unsigned end;         /* turns to the end of the game, this one included */
    unsigned zero;        /* turns to the next capture or the end of the game, this one included */
    unsigned replies;     /* of the other side */
    unsigned bad_replies; /* those by which it loses a draw */
};

static int value_for(enum bc_side side, enum bc_result result)
{
    if (result == BC_RESULT_DRAW) {
        return 0;
    }
    return (result == BC_RESULT_GOATS_WIN) == (side == BC_GOATS) ? 1 : -1;
}

/* The value of a position for a side: the end of the game if it is one, else what the tables say. */
static bool value_of(const struct bc_engine *engine, const struct bc_rules *rules, const struct bc_position *position,
                     enum bc_side side, struct known_move *known)
{
    enum bc_result result;
    known->has_end = known->has_zero = true;
    known->end = known->zero = 1;
    if (bc_rules_ending(engine->board, rules, position, &result) != BC_ENDING_NONE) {
        known->value = value_for(side, result);
        known->ends_in_draw = result == BC_RESULT_DRAW;
        return true;
    }
    struct bc_engine_table_value value;
    if (position->goats_in_hand > engine->tables.goats_in_hand_max ||
        !engine->tables.probe(engine->tables.context, position, &value)) {
        return false;
    }
    known->value = value_for(side, (enum bc_result)value.result);
    known->has_end = value.has_end;
    known->has_zero = value.has_zero;
    known->end = value.end + 1U;
    known->zero = value.zero + 1U;
    return true;
}

/* How often the game has had the arrangement of a position two turns after the present one, with the same side to move. */
static unsigned times_before(const struct bc_game *game, const struct bc_position *then)
{
    unsigned times = 0;
    for (size_t back = 0; back <= game->ply_count && back + 2 <= then->quiet_turns; back += 2) {
        bc_points tigers = back == 0 ? game->position.tigers : game->plies[game->ply_count - back].tigers;
        bc_points goats = back == 0 ? game->position.goats : game->plies[game->ply_count - back].goats;
        times += tigers == then->tigers && goats == then->goats;
    }
    return times;
}

/* Whether the other side can make a draw of the position after the move by a third repetition. */
static bool lets_repeat(const struct bc_game *game, const struct bc_position *after)
{
    if (game->rules.repetition != BC_REPETITION_DRAW || after->quiet_turns == 0) {
        return false;
    }
    struct bc_move_list replies;
    bc_position_moves(game->board, after, &replies);
    for (unsigned i = 0; i < replies.count; i++) {
        struct bc_position then = *after;
        struct bc_undo undo;
        bc_position_make(game->board, &then, replies.moves[i], &undo);
        if (times_before(game, &then) >= 2) {
            return true;
        }
    }
    return false;
}

/* Counts the replies that lose what the move leaves as a draw. */
static void count_replies(const struct bc_engine *engine, const struct bc_game *game, const struct bc_position *after,
                          enum bc_side side, struct known_move *known)
{
    struct bc_move_list replies;
    bc_position_moves(game->board, after, &replies);
    known->replies = replies.count;
    for (unsigned i = 0; i < replies.count; i++) {
        struct bc_position then = *after;
        struct bc_undo undo;
        bc_position_make(game->board, &then, replies.moves[i], &undo);
        struct known_move reply = {0};
        known->bad_replies += value_of(engine, &game->rules, &then, side, &reply) && reply.value > 0;
    }
}

static bool know(const struct bc_engine *engine, const struct bc_game *game, bc_move move, struct known_move *known)
{
    enum bc_side side = (enum bc_side)game->position.side;
    struct bc_position after = game->position;
    struct bc_undo undo;
    bc_position_make(game->board, &after, move, &undo);
    *known = (struct known_move){.move = move};
    if (!value_of(engine, &game->rules, &after, side, known)) {
        return false;
    }
    bool over = bc_rules_ending(game->board, &game->rules, &after, NULL) != BC_ENDING_NONE;
    if (over) {
        return true;
    }
    if (bc_move_captures(move)) {
        known->zero = 1;
    }
    if (game->rules.repetition == BC_REPETITION_DRAW && bc_game_occurrences_after(game, move) >= 3) {
        known->value = 0;
        known->ends_in_draw = true;
    } else if (known->value > 0 && lets_repeat(game, &after)) {
        known->value = 0;
    }
    if (known->value == 0 && !known->ends_in_draw) {
        count_replies(engine, game, &after, side, known);
    }
    return true;
}

/* Whether move `a` serves its side better than `b`, both of the same value. */
static bool better(const struct known_move *a, const struct known_move *b)
{
    if (a->value != 0) {
        bool ends = a->has_end && b->has_end;
        unsigned turns_a = ends ? a->end : a->zero;
        unsigned turns_b = ends ? b->end : b->zero;
        return a->value > 0 ? turns_a < turns_b : turns_a > turns_b;
    }
    if (a->ends_in_draw != b->ends_in_draw) {
        return b->ends_in_draw;
    }
    return (uint64_t)a->bad_replies * (b->replies + 1) > (uint64_t)b->bad_replies * (a->replies + 1);
}

bool level_ask_tables(struct bc_engine *engine, const struct bc_game *game, struct bc_move_list *kept,
                      struct bc_level_choice *choice)
{
    *choice = (struct bc_level_choice){.move = BC_MOVE_NONE};
    kept->count = 0;
    if (engine->tables.probe == NULL) {
        return false;
    }
    bool exact = game->rules.repetition != BC_REPETITION_FORBIDDEN;
    struct bc_move_list moves;
    bc_game_moves(game, &moves);
    struct known_move best = {.value = -2};
    bool distances = true;
    for (unsigned i = 0; i < moves.count; i++) {
        struct known_move known;
        if (!know(engine, game, moves.moves[i], &known)) {
            kept->count = 0;
            return false;
        }
        if (known.value > best.value) {
            kept->count = 0;
            distances = true;
        }
        if (known.value >= best.value) {
            kept->moves[kept->count++] = known.move;
            distances = distances && known.has_zero;
        }
        if (known.value > best.value || (known.value == best.value && better(&known, &best))) {
            best = known;
        }
    }
    choice->from_tables = exact;
    choice->move = best.move;
    if (best.value != 0 && distances) {
        int win = !exact ? BC_SCORE_DECIDED - 1 : best.has_end ? BC_SCORE_WIN - (int)best.end : BC_SCORE_KNOWN_WIN - 1;
        choice->score = best.value * win;
    }
    return kept->count == 1 || (best.value == 0 ? exact : distances);
}
