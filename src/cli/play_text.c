/* What is said about a game. */
#include "cli/play.h"

#include <baghchal/text.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FEW_QUIET_TURNS = 20 };

__attribute__((format(printf, 2, 3))) static void add_line(struct lines *lines, const char *format, ...)
{
    if (lines->count == LINES_MAX) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(lines->text[lines->count++], LINE_MAX_COLUMNS, format, arguments);
    va_end(arguments);
}

const char *side_name(unsigned side)
{
    return side == BC_TIGERS ? "tigers" : "goats";
}

const char *side_title(unsigned side)
{
    return side == BC_TIGERS ? "Tigers" : "Goats";
}

void result_sentence(const struct bc_game *game, char text[LINE_MAX_COLUMNS])
{
    static const char *const winners[] = {"", "The goats win", "The tigers win", "A draw"};
    const char *winner = winners[game->result];
    text[0] = '\0';
    switch (game->ending) {
    case BC_ENDING_CAPTURED:
        (void)snprintf(text, LINE_MAX_COLUMNS, "%s: %u %s eaten.", winner, game->position.goats_eaten,
                       game->position.goats_eaten == 1 ? "goat is" : "goats are");
        break;
    case BC_ENDING_TRAPPED:
        (void)snprintf(text, LINE_MAX_COLUMNS, "%s: no tiger can move.", winner);
        break;
    case BC_ENDING_STUCK:
        (void)snprintf(text, LINE_MAX_COLUMNS, "%s: no goat can move.", winner);
        break;
    case BC_ENDING_REPETITION:
        (void)snprintf(text, LINE_MAX_COLUMNS, "%s: the position is on the board for the third time.", winner);
        break;
    case BC_ENDING_QUIET:
        (void)snprintf(text, LINE_MAX_COLUMNS, "%s: %u %s without a capture.", winner, game->position.quiet_turns,
                       game->position.quiet_turns == 1 ? "turn" : "turns");
        break;
    case BC_ENDING_AGREEMENT:
        (void)snprintf(text, LINE_MAX_COLUMNS, "%s by agreement.", winner);
        break;
    case BC_ENDING_RESIGNATION:
        (void)snprintf(text, LINE_MAX_COLUMNS, "%s: the %s resign.", winner,
                       side_name(game->result == BC_RESULT_GOATS_WIN ? BC_TIGERS : BC_GOATS));
        break;
    case BC_ENDING_NONE:
    case BC_ENDING_COUNT:
        break;
    }
}

/* Adds a line with those moves of the position for which `applies` holds, if there are any. */
static void add_move_line(const struct bc_game *game, struct lines *lines, const char *heading,
                          bool (*applies)(const struct bc_game *game, bc_move move))
{
    struct bc_move_list moves;
    char text[LINE_MAX_COLUMNS];
    size_t length = 0;
    text[0] = '\0';
    bc_position_moves(game->board, &game->position, &moves);
    for (unsigned i = 0; i < moves.count && length + BC_MOVE_TEXT_MAX + 1 < sizeof text; i++) {
        if (applies(game, moves.moves[i])) {
            text[length++] = ' ';
            length += bc_move_write(game->board, moves.moves[i], text + length);
        }
    }
    if (length > 0) {
        add_line(lines, "%s%.*s", heading, LINE_MAX_COLUMNS - 64, text);
    }
}

static bool draws_by_repetition(const struct bc_game *game, bc_move move)
{
    return bc_game_occurrences_after(game, move) >= 3;
}

void warning_lines(const struct bc_game *game, struct lines *lines)
{
    lines->count = 0;
    if (game->result != BC_RESULT_NONE) {
        return;
    }
    if (game->rules.repetition == BC_REPETITION_DRAW) {
        if (bc_game_occurrences(game, NULL, 0) == 2) {
            add_line(lines, "This position is on the board for the second time; the third is a draw.");
        }
        add_move_line(game, lines, "A draw by repetition:", draws_by_repetition);
    } else if (game->rules.repetition == BC_REPETITION_FORBIDDEN) {
        add_move_line(game, lines, "Forbidden repetition:", bc_game_brings_back);
    }
    int left = bc_game_quiet_turns_left(game);
    if (left >= 0 && left <= FEW_QUIET_TURNS) {
        add_line(lines, "%d more %s without a capture: a draw.", left, left == 1 ? "turn" : "turns");
    }
}

void rules_lines(const struct bc_game *game, struct lines *lines)
{
    const struct bc_rules *rules = &game->rules;
    char name[BC_RULES_TEXT_MAX];
    bc_rules_write(game->board, rules, name);
    lines->count = 0;
    add_line(lines, "Rules: %s", name);
    add_line(lines, "The tigers win by eating %u %s.", rules->goats_to_win,
             rules->goats_to_win == 1 ? "goat" : "goats");
    add_line(lines, "The goats win when no tiger can move.");
    add_line(lines, "When no goat can move, %s.",
             rules->goat_stalemate == BC_STALEMATE_DRAW ? "the game is a draw" : "the tigers win");
    switch (rules->repetition) {
    case BC_REPETITION_FORBIDDEN:
        add_line(lines, "Once all goats are placed, no turn may bring back an earlier arrangement of the pieces.");
        break;
    case BC_REPETITION_NONE:
        add_line(lines, "Positions may be repeated.");
        break;
    default:
        add_line(lines,
                 "Once all goats are placed, the same position with the same side to move is a draw the third time.");
        break;
    }
    if (rules->quiet_turn_limit > 0) {
        add_line(lines, "Once all goats are placed, %u turns without a capture are a draw.", rules->quiet_turn_limit);
    } else {
        add_line(lines, "Turns without a capture are not limited.");
    }
}

void help_lines(struct lines *lines)
{
    static const char *const texts[] = {
        "c3         place a goat on c3",       "c3-c4      move from c3 to c4",
        "a1xc3      jump to c3 and eat",       "undo [N]   take back a turn, or N",
        "redo [N]   make them again",          "draw       offer a draw",
        "accept, decline   answer the offer",  "resign     give up",
        "new        begin another game",       "save FILE  write the game's record",
        "moves      list the legal moves",     "board      show the board",
        "rules      show the rules in force",  "quit       leave; the game is kept",
        "The beginning of a word will do: u.",
    };
    lines->count = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        add_line(lines, "%s", texts[i]);
    }
}
