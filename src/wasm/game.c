/* The game for a browser page: the board as it is drawn, a game with its rules, moves, reasons, warnings and endings, and the
 * text forms of moves and positions. */
#include "wasm/module.h"

#include <baghchal/text.h>

struct bc_board module_board;
struct bc_game module_game;
char module_buffer[MODULE_BUFFER_SIZE];

static struct bc_ply plies[MODULE_PLIES_MAX];

/* Puts a text of the library into the buffer and returns its length. */
static int put_text(const char *text)
{
    int length = 0;
    while (text[length] != '\0') {
        module_buffer[length] = text[length];
        ++length;
    }
    return length;
}

char *MODULE_EXPORT(buffer)(void)
{
    return module_buffer;
}

int MODULE_EXPORT(buffer_size)(void)
{
    return MODULE_BUFFER_SIZE;
}

/* The board */

/* Must be called once before everything else. */
void MODULE_EXPORT(start)(void)
{
    bc_board_init_standard(&module_board);
    struct bc_rules rules = bc_rules_default(&module_board);
    (void)bc_game_init(&module_game, &module_board, &rules, NULL, plies, MODULE_PLIES_MAX);
}

/* The same with the board whose name the buffer holds, in the place of start(). */
enum bc_error MODULE_EXPORT(start_board)(unsigned length)
{
    const struct bc_board_description *description;
    enum bc_error error =
        length > MODULE_BUFFER_SIZE ? BC_ERROR_ARGUMENT : bc_board_find(module_buffer, length, &description);
    if (error == BC_OK) {
        error = bc_board_init(&module_board, description);
    }
    if (error != BC_OK) {
        return error;
    }
    struct bc_rules rules = bc_rules_default(&module_board);
    return bc_game_init(&module_game, &module_board, &rules, NULL, plies, MODULE_PLIES_MAX);
}

int MODULE_EXPORT(point_count)(void)
{
    return module_board.point_count;
}

int MODULE_EXPORT(tiger_count)(void)
{
    return module_board.tiger_count;
}

int MODULE_EXPORT(goat_count)(void)
{
    return module_board.goat_count;
}

/* File and rank of a point (0 to point_count - 1), counted from 0 at the lower left. */
int MODULE_EXPORT(point_file)(unsigned point)
{
    return point < module_board.point_count ? module_board.description->places[point].file : -1;
}

int MODULE_EXPORT(point_rank)(unsigned point)
{
    return point < module_board.point_count ? module_board.description->places[point].rank : -1;
}

int MODULE_EXPORT(line_count)(void)
{
    return module_board.description->line_count;
}

/* The index-th point of a line, or -1 past its end. */
int MODULE_EXPORT(line_point)(unsigned line, unsigned index)
{
    if (line >= module_board.description->line_count || index >= module_board.description->lines[line].length) {
        return -1;
    }
    return module_board.description->lines[line].points[index];
}

/* The neighbours of a point, as a mask. */
bc_points MODULE_EXPORT(point_neighbours)(unsigned point)
{
    return point < module_board.point_count ? module_board.neighbours[point] : 0;
}

/* Beginning a game */

/* A new game. goat_stalemate and repetition are enum bc_stalemate and enum bc_repetition. */
enum bc_error MODULE_EXPORT(game_new)(unsigned goats_to_win, unsigned goat_stalemate, unsigned repetition,
                                      unsigned quiet_turn_limit)
{
    if (goats_to_win > 255 || goat_stalemate > 255 || repetition > 255 || quiet_turn_limit > BC_QUIET_TURNS_MAX) {
        return BC_ERROR_RULES_VALUE;
    }
    struct bc_rules rules = {
        .goats_to_win = (uint8_t)goats_to_win,
        .goat_stalemate = (uint8_t)goat_stalemate,
        .repetition = (uint8_t)repetition,
        .quiet_turn_limit = (uint16_t)quiet_turn_limit,
    };
    return bc_game_init(&module_game, &module_board, &rules, NULL, plies, MODULE_PLIES_MAX);
}

/* Begins again, under the same rules, from the position that the buffer holds in its native form. */
enum bc_error MODULE_EXPORT(game_set_position)(unsigned length)
{
    if (length > MODULE_BUFFER_SIZE) {
        return BC_ERROR_ARGUMENT;
    }
    struct bc_position position;
    enum bc_error error = bc_position_read(&module_board, module_buffer, length, &position, NULL);
    if (error != BC_OK) {
        return error;
    }
    struct bc_rules rules = module_game.rules;
    return bc_game_init(&module_game, &module_board, &rules, &position, plies, MODULE_PLIES_MAX);
}

/* Reads a rule set ("nepal", "four,quiet=0") from the buffer and begins a new game under it. */
enum bc_error MODULE_EXPORT(game_new_by_name)(unsigned length)
{
    if (length > MODULE_BUFFER_SIZE) {
        return BC_ERROR_ARGUMENT;
    }
    struct bc_rules rules;
    enum bc_error error = bc_rules_read(&module_board, module_buffer, length, &rules, NULL);
    if (error != BC_OK) {
        return error;
    }
    return bc_game_init(&module_game, &module_board, &rules, NULL, plies, MODULE_PLIES_MAX);
}

int MODULE_EXPORT(rules_goats_to_win)(void)
{
    return module_game.rules.goats_to_win;
}

int MODULE_EXPORT(rules_goat_stalemate)(void)
{
    return module_game.rules.goat_stalemate;
}

int MODULE_EXPORT(rules_repetition)(void)
{
    return module_game.rules.repetition;
}

int MODULE_EXPORT(rules_quiet_turn_limit)(void)
{
    return module_game.rules.quiet_turn_limit;
}

/* The text of the rule set in the buffer: a name where one fits. */
int MODULE_EXPORT(rules_write)(void)
{
    return (int)bc_rules_write(&module_board, &module_game.rules, module_buffer);
}

/* Playing */

enum bc_error MODULE_EXPORT(game_play)(unsigned move)
{
    return bc_game_play(&module_game, (bc_move)move);
}

enum bc_error MODULE_EXPORT(game_take_back)(unsigned count)
{
    return bc_game_take_back(&module_game, count);
}

enum bc_error MODULE_EXPORT(game_agree_draw)(void)
{
    return bc_game_agree_draw(&module_game);
}

enum bc_error MODULE_EXPORT(game_resign)(unsigned side)
{
    if (side > BC_TIGERS) {
        return BC_ERROR_ARGUMENT;
    }
    return bc_game_resign(&module_game, (enum bc_side)side);
}

/* Puts the legal moves into the buffer, 16 bits each, and returns how many. */
int MODULE_EXPORT(game_moves)(void)
{
    struct bc_move_list list;
    bc_game_moves(&module_game, &list);
    for (unsigned i = 0; i < list.count; ++i) {
        module_buffer[2 * i] = (char)(list.moves[i] & 255);
        module_buffer[2 * i + 1] = (char)(list.moves[i] >> 8);
    }
    return list.count;
}

enum bc_error MODULE_EXPORT(game_check_move)(unsigned move)
{
    return bc_game_check_move(&module_game, (bc_move)move);
}

/* How often the position after a move of the movement rules would have been there; 0 where it would not count. */
int MODULE_EXPORT(game_occurrences_after)(unsigned move)
{
    return (int)bc_game_occurrences_after(&module_game, (bc_move)move);
}

/* Seeing the present state */

bc_points MODULE_EXPORT(game_tigers)(void)
{
    return module_game.position.tigers;
}

bc_points MODULE_EXPORT(game_goats)(void)
{
    return module_game.position.goats;
}

int MODULE_EXPORT(game_side)(void)
{
    return module_game.position.side;
}

int MODULE_EXPORT(game_goats_in_hand)(void)
{
    return module_game.position.goats_in_hand;
}

int MODULE_EXPORT(game_goats_eaten)(void)
{
    return module_game.position.goats_eaten;
}

int MODULE_EXPORT(game_turn)(void)
{
    return (int)module_game.position.turn;
}

int MODULE_EXPORT(game_quiet_turns)(void)
{
    return module_game.position.quiet_turns;
}

/* -1 where there is no limit or goats are in hand. */
int MODULE_EXPORT(game_quiet_turns_left)(void)
{
    return bc_game_quiet_turns_left(&module_game);
}

bc_points MODULE_EXPORT(game_trapped_tigers)(void)
{
    return bc_position_trapped_tigers(&module_board, &module_game.position);
}

/* How often the present position has been on the board; 0 while goats are in hand. The buffer then holds the plies after
 * which it stood before, latest first, 32 bits each, at most 16 of them. */
int MODULE_EXPORT(game_occurrences)(void)
{
    enum { EARLIER_MAX = 16 };
    size_t earlier[EARLIER_MAX];
    size_t count = bc_game_occurrences(&module_game, earlier, EARLIER_MAX);
    for (size_t i = 0; i + 1 < count && i < EARLIER_MAX; ++i) {
        for (unsigned byte = 0; byte < 4; ++byte) {
            module_buffer[4 * i + byte] = (char)(earlier[i] >> (8 * byte) & 255);
        }
    }
    return (int)count;
}

int MODULE_EXPORT(game_ply_count)(void)
{
    return (int)module_game.ply_count;
}

/* The move made at a ply, counted from 0, or BC_MOVE_NONE. */
int MODULE_EXPORT(game_ply_move)(unsigned ply)
{
    return ply < module_game.ply_count ? module_game.plies[ply].move : BC_MOVE_NONE;
}

int MODULE_EXPORT(game_result)(void)
{
    return (int)module_game.result;
}

int MODULE_EXPORT(game_ending)(void)
{
    return (int)module_game.ending;
}

/* Text forms */

/* Reads a move from the buffer; minus the error where it is none. */
int MODULE_EXPORT(move_read)(unsigned length)
{
    if (length > MODULE_BUFFER_SIZE) {
        return -(int)BC_ERROR_ARGUMENT;
    }
    bc_move move;
    enum bc_error error = bc_move_read(&module_board, module_buffer, length, &move);
    return error == BC_OK ? move : -(int)error;
}

int MODULE_EXPORT(move_write)(unsigned move)
{
    return (int)bc_move_write(&module_board, (bc_move)move, module_buffer);
}

int MODULE_EXPORT(position_write)(void)
{
    return (int)bc_position_write(&module_board, &module_game.position, module_buffer);
}

int MODULE_EXPORT(error_name)(unsigned error)
{
    return put_text(bc_error_name((enum bc_error)error));
}

int MODULE_EXPORT(ending_word)(unsigned ending)
{
    return put_text(bc_ending_word((enum bc_ending)ending));
}

int MODULE_EXPORT(result_word)(unsigned result)
{
    return put_text(bc_result_word((enum bc_result)result));
}
