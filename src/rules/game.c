/* A game with its history. */
#include <baghchal/game.h>

/* Whether the position before or after a ply belongs to the movement phase, in which arrangements count. */
static bool counts(const struct bc_position *position)
{
    return position->goats_in_hand == 0;
}

/* The first ply after which arrangements can be compared with the present one: neither a capture nor a placement after it.
 * Both lower a number that never rises again, so nothing before them comes back. */
static size_t first_comparable(const struct bc_game *game)
{
    size_t ply = game->ply_count;
    while (ply > 0 && !bc_move_captures(game->plies[ply - 1].move) && !bc_move_places(game->plies[ply - 1].move)) {
        ply--;
    }
    return ply;
}

/* The arrangement after a move of the present position. */
static void arrangement_after(const struct bc_game *game, bc_move move, bc_points *tigers, bc_points *goats)
{
    struct bc_position after = game->position;
    struct bc_undo undo;
    bc_position_make(game->board, &after, move, &undo);
    *tigers = after.tigers;
    *goats = after.goats;
}

static bool ply_holds(const struct bc_ply *ply, bc_points tigers, bc_points goats)
{
    return ply->tigers == tigers && ply->goats == goats;
}

size_t bc_game_occurrences(const struct bc_game *game, size_t *earlier, size_t capacity)
{
    if (!counts(&game->position)) {
        return 0;
    }
    size_t occurrences = 1;
    size_t first = first_comparable(game);
    for (size_t ply = game->ply_count; ply >= first + 2;) {
        ply -= 2; /* the same side to move */
        if (ply_holds(&game->plies[ply], game->position.tigers, game->position.goats)) {
            if (earlier != NULL && occurrences - 1 < capacity) {
                earlier[occurrences - 1] = ply;
            }
            occurrences++;
        }
    }
    return occurrences;
}

size_t bc_game_occurrences_after(const struct bc_game *game, bc_move move)
{
    if (bc_move_places(move)) {
        return game->position.goats_in_hand == 1 ? 1 : 0;
    }
    if (!counts(&game->position)) {
        return 0;
    }
    size_t occurrences = 1;
    if (!bc_move_captures(move)) {
        bc_points tigers;
        bc_points goats;
        arrangement_after(game, move, &tigers, &goats);
        size_t first = first_comparable(game);
        for (size_t ply = game->ply_count + 1; ply >= first + 2;) {
            ply -= 2;
            if (ply_holds(&game->plies[ply], tigers, goats)) {
                occurrences++;
            }
        }
    }
    return occurrences;
}

bool bc_game_brings_back(const struct bc_game *game, bc_move move)
{
    if (!counts(&game->position) || bc_move_captures(move)) {
        return false;
    }
    bc_points tigers;
    bc_points goats;
    arrangement_after(game, move, &tigers, &goats);
    for (size_t ply = first_comparable(game); ply < game->ply_count; ply++) {
        if (ply_holds(&game->plies[ply], tigers, goats)) {
            return true;
        }
    }
    return false;
}

/* The moves that repetition allows, whether or not the game is over. */
static void list_allowed(const struct bc_game *game, struct bc_move_list *list)
{
    bc_position_moves(game->board, &game->position, list);
    if (game->rules.repetition != BC_REPETITION_FORBIDDEN || !counts(&game->position)) {
        return;
    }
    uint16_t kept = 0;
    for (uint16_t i = 0; i < list->count; i++) {
        if (!bc_game_brings_back(game, list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

/* Whether forbidden repetition leaves any move. Mostly the first one looked at answers that. */
static bool has_allowed_move(const struct bc_game *game)
{
    struct bc_move_list list;
    bc_position_moves(game->board, &game->position, &list);
    for (uint16_t i = 0; i < list.count; i++) {
        if (!bc_game_brings_back(game, list.moves[i])) {
            return true;
        }
    }
    return false;
}

/* Finds whether the present position ends the game, in the order of the rules. */
static void find_ending(struct bc_game *game)
{
    game->ending = bc_rules_ending(game->board, &game->rules, &game->position, &game->result);
    if (game->ending != BC_ENDING_NONE && game->ending != BC_ENDING_QUIET) {
        return;
    }
    if (game->rules.repetition == BC_REPETITION_FORBIDDEN && counts(&game->position)) {
        if (!has_allowed_move(game)) {
            game->ending = bc_rules_without_move(&game->rules, (enum bc_side)game->position.side, &game->result);
        }
    } else if (game->rules.repetition == BC_REPETITION_DRAW && bc_game_occurrences(game, NULL, 0) >= 3) {
        game->ending = BC_ENDING_REPETITION;
        game->result = BC_RESULT_DRAW;
    }
}

enum bc_error bc_game_init(struct bc_game *game, const struct bc_board *board, const struct bc_rules *rules,
                           const struct bc_position *position, struct bc_ply *plies, size_t ply_capacity)
{
    enum bc_error error = bc_rules_check(board, rules);
    struct bc_position start;
    bc_position_start(board, &start);
    if (error == BC_OK && position != NULL) {
        error = bc_position_check(board, position);
        start = *position;
        if (error == BC_OK) {
            start.hash = bc_position_hash(board, position);
        }
    }
    if (error != BC_OK) {
        return error;
    }
    *game = (struct bc_game){.board = board,
                             .rules = *rules,
                             .start = start,
                             .position = start,
                             .plies = plies,
                             .ply_capacity = ply_capacity};
    find_ending(game);
    return BC_OK;
}

enum bc_error bc_game_set_history(struct bc_game *game, struct bc_ply *plies, size_t ply_capacity)
{
    if (ply_capacity < game->ply_count) {
        return BC_ERROR_NO_SPACE;
    }
    for (size_t i = 0; i < game->ply_count; i++) {
        plies[i] = game->plies[i];
    }
    game->plies = plies;
    game->ply_capacity = ply_capacity;
    return BC_OK;
}

void bc_game_moves(const struct bc_game *game, struct bc_move_list *list)
{
    list->count = 0;
    if (game->ending == BC_ENDING_NONE) {
        list_allowed(game, list);
    }
}

enum bc_error bc_game_check_move(const struct bc_game *game, bc_move move)
{
    if (game->ending != BC_ENDING_NONE) {
        return BC_ERROR_GAME_OVER;
    }
    enum bc_error error = bc_position_check_move(game->board, &game->position, move);
    if (error == BC_OK && game->rules.repetition == BC_REPETITION_FORBIDDEN && bc_game_brings_back(game, move)) {
        return BC_ERROR_MOVE_REPEATS;
    }
    return error;
}

enum bc_error bc_game_play(struct bc_game *game, bc_move move)
{
    enum bc_error error = bc_game_check_move(game, move);
    if (error != BC_OK) {
        return error;
    }
    if (game->ply_count == game->ply_capacity) {
        return BC_ERROR_HISTORY_FULL;
    }
    struct bc_ply *ply = &game->plies[game->ply_count++];
    ply->tigers = game->position.tigers;
    ply->goats = game->position.goats;
    ply->move = move;
    bc_position_make(game->board, &game->position, move, &ply->undo);
    find_ending(game);
    return BC_OK;
}

enum bc_error bc_game_take_back(struct bc_game *game, size_t count)
{
    if (count > game->ply_count) {
        return BC_ERROR_TAKE_BACK;
    }
    for (size_t i = 0; i < count; i++) {
        const struct bc_ply *ply = &game->plies[--game->ply_count];
        bc_position_unmake(&game->position, ply->move, &ply->undo);
    }
    find_ending(game);
    return BC_OK;
}

enum bc_error bc_game_agree_draw(struct bc_game *game)
{
    if (game->ending != BC_ENDING_NONE) {
        return BC_ERROR_GAME_OVER;
    }
    game->ending = BC_ENDING_AGREEMENT;
    game->result = BC_RESULT_DRAW;
    return BC_OK;
}

enum bc_error bc_game_resign(struct bc_game *game, enum bc_side side)
{
    if (game->ending != BC_ENDING_NONE) {
        return BC_ERROR_GAME_OVER;
    }
    game->ending = BC_ENDING_RESIGNATION;
    game->result = side == BC_GOATS ? BC_RESULT_TIGERS_WIN : BC_RESULT_GOATS_WIN;
    return BC_OK;
}

int bc_game_quiet_turns_left(const struct bc_game *game)
{
    if (game->rules.quiet_turn_limit == 0 || !counts(&game->position)) {
        return -1;
    }
    return game->position.quiet_turns >= game->rules.quiet_turn_limit
               ? 0
               : game->rules.quiet_turn_limit - game->position.quiet_turns;
}
