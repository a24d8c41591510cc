/* Play on plain lines: for scripts, and for terminals that cannot do more. */
#include "cli/board_picture.h"
#include "cli/command.h"
#include "cli/play.h"

#include <baghchal/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each line, broken at spaces where it is longer than a terminal is wide. */
static void write_lines(const struct lines *lines)
{
    enum { WIDTH = 79 };
    for (size_t i = 0; i < lines->count; i++) {
        const char *text = lines->text[i];
        while (strlen(text) > WIDTH) {
            int part = WIDTH;
            while (part > 1 && text[part] != ' ') {
                part--;
            }
            (void)printf("%.*s\n", part, text);
            text += part;
            text += strspn(text, " ");
        }
        (void)puts(text);
    }
}

static void write_board(const struct play *play)
{
    const struct picture_style style = {.columns = 4, .rows = 2, .ascii = play->ascii};
    struct picture picture;
    picture_draw(&picture, &play->session.board, &style, &play->session.game.position);
    (void)putchar('\n');
    picture_write(&picture, play->colour);
}

static void write_moves(const struct play *play)
{
    const struct bc_game *game = &play->session.game;
    struct bc_move_list moves;
    bc_game_moves(game, &moves);
    for (unsigned i = 0; i < moves.count; i++) {
        char text[BC_MOVE_TEXT_MAX];
        bc_move_write(game->board, moves.moves[i], text);
        (void)printf("%s%s", text, i + 1 == moves.count ? "\n" : i % 12 == 11 ? "\n" : " ");
    }
    if (moves.count == 0) {
        (void)puts("There are no moves.");
    }
}

static void write_last_move_and_rules(const struct bc_game *game)
{
    char move[BC_MOVE_TEXT_MAX] = "none";
    char rules[BC_RULES_TEXT_MAX];
    if (game->ply_count > 0) {
        bc_move_write(game->board, game->plies[game->ply_count - 1].move, move);
    }
    bc_rules_write(game->board, &game->rules, rules);
    (void)printf("Last move: %s. Rules: %s.\n", move, rules);
}

/* The board, the counts, the rules, what to be warned of, and the end of the game. */
static void write_state(const struct play *play)
{
    const struct bc_game *game = &play->session.game;
    const struct bc_position *position = &game->position;
    char sentence[LINE_MAX_COLUMNS];
    struct lines warnings;
    write_board(play);
    (void)printf("\nGoats: %u in hand, %u of %u eaten. Tigers trapped: %d.\n", position->goats_in_hand,
                 position->goats_eaten, game->rules.goats_to_win,
                 __builtin_popcount(bc_position_trapped_tigers(game->board, position)));
    write_last_move_and_rules(game);
    warning_lines(game, &warnings);
    write_lines(&warnings);
    result_sentence(game, sentence);
    if (sentence[0] != '\0') {
        (void)printf("%s %s\n", sentence, bc_result_word(game->result));
    }
}

static void write_prompt(const struct play *play)
{
    const struct bc_game *game = &play->session.game;
    if (game->result != BC_RESULT_NONE) {
        (void)fputs("The game is over> ", stdout);
    } else if (play->session.draw_offered) {
        (void)printf("%s, accept the draw?> ", side_title(1U - game->position.side));
    } else {
        (void)printf("%s, turn %u> ", side_title(game->position.side), (unsigned)game->position.turn);
    }
    (void)fflush(stdout);
}

/* Shows a line of a script as if it had been typed, without characters that would disturb a terminal. */
static void write_harmless(const char *line)
{
    for (; *line != '\0'; line++) {
        (void)putchar(((unsigned char)*line < ' ' && *line != '\t') || *line == 127 ? '?' : *line);
    }
    (void)putchar('\n');
}

static void write_save_problem(const struct play *play)
{
    if (play->save_problem[0] != '\0') {
        (void)printf("The game is not kept: %s.\n", play->save_problem);
    }
}

/* Lets a player that is no person move. */
static void let_player_move(struct play *play)
{
    const struct player *player = &play->players[play->session.game.position.side];
    struct action action = {.kind = ACTION_MOVE};
    if (player->kind != NULL && player->kind->begin(player->state, &play->session.game) == BC_OK &&
        player->kind->answer(player->state, -1, &action.move) && play_do(play, &action)) {
        (void)puts(play->message);
        write_state(play);
    } else {
        (void)puts("The computer cannot go on; you play both sides.");
        play->players[play->session.game.position.side].kind = NULL;
    }
}

/* Answers a line. Returns false if it was refused. */
static bool answer_line(struct play *play, const struct action *action)
{
    struct lines lines;
    switch (action->kind) {
    case ACTION_NONE:
        return true;
    case ACTION_BOARD:
        write_state(play);
        return true;
    case ACTION_MOVES:
        write_moves(play);
        return true;
    case ACTION_RULES:
        rules_lines(&play->session.game, &lines);
        write_lines(&lines);
        return true;
    case ACTION_HELP:
        help_lines(&lines);
        write_lines(&lines);
        return true;
    case ACTION_UNKNOWN:
    case ACTION_QUIT:
        return false;
    case ACTION_MOVE:
    case ACTION_UNDO:
    case ACTION_REDO:
    case ACTION_DRAW:
    case ACTION_ACCEPT:
    case ACTION_DECLINE:
    case ACTION_RESIGN:
    case ACTION_NEW:
    case ACTION_SAVE:
        break;
    }
    if (!play_do(play, action)) {
        return false;
    }
    (void)puts(play->message);
    write_save_problem(play);
    if (action->kind != ACTION_DRAW && action->kind != ACTION_DECLINE && action->kind != ACTION_SAVE) {
        write_state(play);
    }
    return true;
}

int play_on_lines(struct play *play)
{
    bool typed = isatty(STDIN_FILENO) != 0;
    int code = EXIT_DONE;
    char *line = NULL;
    size_t capacity = 0;
    size_t number = 0;
    (void)puts("Type a move, such as c3 or c3-c4, or 'help'.");
    if (play->message[0] != '\0') {
        (void)puts(play->message);
    }
    write_save_problem(play);
    write_state(play);
    for (;;) {
        if (!play_awaits_person(play)) {
            let_player_move(play);
            continue;
        }
        write_prompt(play);
        if (getline(&line, &capacity, stdin) < 0) {
            (void)putchar('\n');
            break;
        }
        number++;
        struct action action;
        line[strcspn(line, "\n")] = '\0';
        if (!typed) {
            write_harmless(line);
        }
        play_read_action(play, line, &action);
        if (action.kind == ACTION_QUIT) {
            break;
        }
        if (!answer_line(play, &action)) {
            if (typed) {
                (void)puts(play->message);
            } else {
                code = complain("play", "line %zu: %s", number, play->message);
            }
        }
    }
    free(line);
    return code;
}
