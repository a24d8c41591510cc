/* Play on the whole screen: what the player does with keys and mouse. */
#include "cli/play_screen.h"

#include "cli/command.h"
#include "cli/terminal.h"

#include <baghchal/text.h>

#include <curses.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum {
    THINKING_MILLISECONDS = 50,
    SCROLL_ROWS = 5,
    KEY_ESCAPE = 27,
    KEY_CONTROL_D = 4,
    KEY_CONTROL_L = 12,
    KEY_CONTROL_U = 21
};

static void say(struct play_screen *screen, const char *text)
{
    (void)snprintf(screen->play->message, sizeof screen->play->message, "%s", text);
}

/* Asks a question that y or n answers. */
static void ask(struct play_screen *screen, const char *question, enum action_kind yes, bc_move move,
                enum action_kind no)
{
    (void)snprintf(screen->question_text, sizeof screen->question_text, "%s", question);
    screen->question = screen->question_text;
    screen->if_yes = (struct action){.kind = yes, .move = move, .count = 1, .argument = ""};
    screen->if_no = (struct action){.kind = no, .count = 1, .argument = ""};
}

static void stop_thinking(struct play_screen *screen)
{
    if (screen->thinking) {
        const struct player *player = &screen->play->players[screen->play->session.game.position.side];
        player->kind->stop(player->state);
        screen->thinking = false;
    }
}

static void do_now(struct play_screen *screen, const struct action *action)
{
    stop_thinking(screen);
    if (play_do(screen->play, action)) {
        screen->selected = NO_POINT;
        screen->scroll = 0;
        if (action->kind == ACTION_MOVE) {
            screen->cursor = (int)bc_move_to(action->move);
        }
        if (screen->play->session.game.result != BC_RESULT_NONE && action->kind != ACTION_SAVE) {
            char sentence[LINE_MAX_COLUMNS];
            result_sentence(&screen->play->session.game, sentence);
            (void)snprintf(screen->play->message, sizeof screen->play->message, "%s Type new, undo, save or quit.",
                           sentence);
        }
    }
    if (screen->play->session.draw_offered) {
        ask(screen, screen->play->message, ACTION_ACCEPT, BC_MOVE_NONE, ACTION_DECLINE);
    }
}

static void list_moves(struct play_screen *screen)
{
    const struct bc_game *game = &screen->play->session.game;
    struct bc_move_list moves;
    bc_game_moves(game, &moves);
    struct lines *lines = &screen->notice;
    lines->count = 0;
    for (unsigned i = 0; i < moves.count && (i % 6 != 0 || lines->count < LINES_MAX); i++) {
        char text[BC_MOVE_TEXT_MAX];
        bc_move_write(game->board, moves.moves[i], text);
        if (i % 6 == 0) {
            lines->text[lines->count++][0] = '\0';
        }
        char *line = lines->text[lines->count - 1];
        size_t length = strlen(line);
        (void)snprintf(line + length, LINE_MAX_COLUMNS - length, "%s%-5s", length > 0 ? " " : "", text);
    }
    if (lines->count == 0) {
        (void)snprintf(lines->text[lines->count++], LINE_MAX_COLUMNS, "There are no moves.");
    }
}

/* What can be typed, and the keys of the screen. */
static void list_help(struct play_screen *screen)
{
    static const char *const keys[] = {
        "",
        "Arrows, Tab: choose a point",
        "Enter, Space, mouse: take or put",
        "Escape: let go   PgUp, PgDn: scroll",
    };
    struct lines *lines = &screen->notice;
    help_lines(lines);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && lines->count < LINES_MAX; i++) {
        (void)snprintf(lines->text[lines->count++], LINE_MAX_COLUMNS, "%s", keys[i]);
    }
}

/* Does an action, asking first where it cannot be meant lightly. Returns false when the player leaves. */
static bool act(struct play_screen *screen, const struct action *action)
{
    const struct bc_game *game = &screen->play->session.game;
    switch (action->kind) {
    case ACTION_QUIT:
        return false;
    case ACTION_HELP:
        list_help(screen);
        break;
    case ACTION_RULES:
        rules_lines(game, &screen->notice);
        break;
    case ACTION_MOVES:
        list_moves(screen);
        break;
    case ACTION_RESIGN:
        if (game->result == BC_RESULT_NONE) {
            ask(screen, "Resign?", ACTION_RESIGN, BC_MOVE_NONE, ACTION_NONE);
            break;
        }
        do_now(screen, action);
        break;
    case ACTION_NEW:
        if (game->result == BC_RESULT_NONE && game->ply_count > 0) {
            ask(screen, "Leave this game for a new one?", ACTION_NEW, BC_MOVE_NONE, ACTION_NONE);
            break;
        }
        do_now(screen, action);
        break;
    case ACTION_MOVE:
        if (!play_awaits_person(screen->play)) {
            say(screen, "It is not your turn.");
        } else if (game->rules.repetition == BC_REPETITION_DRAW && bc_game_check_move(game, action->move) == BC_OK &&
                   bc_game_occurrences_after(game, action->move) >= 3) {
            ask(screen, "This brings the position onto the board for the third time: a draw. Play it?", ACTION_MOVE,
                action->move, ACTION_NONE);
        } else {
            do_now(screen, action);
        }
        break;
    case ACTION_UNDO:
    case ACTION_REDO:
    case ACTION_DRAW:
    case ACTION_ACCEPT:
    case ACTION_DECLINE:
    case ACTION_SAVE:
        do_now(screen, action);
        break;
    case ACTION_NONE:
    case ACTION_BOARD:
    case ACTION_UNKNOWN:
        break;
    }
    return true;
}

/* Enter on a point of the board: places, selects, or moves the selected piece. */
static bool act_on_point(struct play_screen *screen, int point)
{
    const struct bc_game *game = &screen->play->session.game;
    const struct bc_position *position = &game->position;
    bc_points bit = (bc_points)1 << point;
    bc_points own = position->side == BC_TIGERS ? position->tigers : position->goats;
    struct action action = {.kind = ACTION_MOVE};
    screen->play->message[0] = '\0';
    if (point == screen->selected) {
        screen->selected = NO_POINT;
        return true;
    }
    if (game->result != BC_RESULT_NONE) {
        say(screen, "The game is over. Type new, undo, save or quit.");
        return true;
    }
    if (!play_awaits_person(screen->play)) {
        say(screen, "It is not your turn.");
        return true;
    }
    if (position->side == BC_GOATS && position->goats_in_hand > 0) {
        action.move = bc_move_place((unsigned)point);
        if ((own & bit) != 0) {
            say(screen, "Goats on the board may not move until all goats have been placed.");
            return true;
        }
        return act(screen, &action);
    }
    if ((own & bit) != 0) {
        screen->selected = point;
        return true;
    }
    if (screen->selected == NO_POINT) {
        say(screen, position->side == BC_TIGERS ? "Choose a tiger first." : "Choose a goat first.");
        return true;
    }
    int over = bc_board_over(game->board, (unsigned)screen->selected, (unsigned)point);
    action.move = over < 0 ? bc_move_step((unsigned)screen->selected, (unsigned)point)
                           : bc_move_jump((unsigned)screen->selected, (unsigned)over, (unsigned)point);
    return act(screen, &action);
}

/* The nearest point in a direction, straight ahead before aside; the same point where there is none. */
static int point_towards(const struct bc_board *board, int from, int files, int ranks)
{
    const struct bc_place *places = board->description->places;
    int nearest = from;
    int smallest = 1 << 20;
    for (int point = 0; point < board->point_count; point++) {
        int right = places[point].file - places[from].file;
        int up = places[point].rank - places[from].rank;
        int ahead = right * files + up * ranks;
        int aside = abs(right * ranks) + abs(up * files);
        if (ahead > 0 && ahead + 3 * aside < smallest) {
            smallest = ahead + 3 * aside;
            nearest = point;
        }
    }
    return nearest;
}

/* The next point, by number, where Enter would do something. */
static int next_useful_point(const struct play_screen *screen)
{
    const struct bc_game *game = &screen->play->session.game;
    struct bc_move_list moves;
    bc_points useful = 0;
    bc_game_moves(game, &moves);
    for (unsigned i = 0; i < moves.count; i++) {
        bc_move move = moves.moves[i];
        if (screen->selected == NO_POINT) {
            useful |= (bc_points)1 << bc_move_from(move);
        } else if ((int)bc_move_from(move) == screen->selected) {
            useful |= (bc_points)1 << bc_move_to(move);
        }
    }
    for (int i = 1; i <= game->board->point_count; i++) {
        int point = (screen->cursor + i) % game->board->point_count;
        if ((useful >> point & 1) != 0) {
            return point;
        }
    }
    return screen->cursor;
}

static bool enter(struct play_screen *screen)
{
    if (screen->input_length == 0) {
        return act_on_point(screen, screen->cursor);
    }
    struct action action;
    char line[INPUT_MAX];
    memcpy(line, screen->input, sizeof line);
    screen->input_length = 0;
    screen->input[0] = '\0';
    play_read_action(screen->play, line, &action);
    return act(screen, &action);
}

static void erase_character(struct play_screen *screen)
{
    /* Back to the first byte of a character of several. */
    while (screen->input_length > 0 && ((unsigned char)screen->input[--screen->input_length] & 0xC0U) == 0x80U) {
    }
    screen->input[screen->input_length] = '\0';
}

static void type_character(struct play_screen *screen, wchar_t character)
{
    char bytes[MB_LEN_MAX];
    mbstate_t state = {0};
    size_t length = wcrtomb(bytes, character, &state);
    if (length != (size_t)-1 && screen->input_length + length < INPUT_MAX) {
        memcpy(screen->input + screen->input_length, bytes, length);
        screen->input_length += length;
        screen->input[screen->input_length] = '\0';
    }
}

static bool press_mouse(struct play_screen *screen)
{
    MEVENT event;
    if (getmouse(&event) != OK || (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) == 0) {
        return true;
    }
    int point = screen_point_at(screen, event.x, event.y);
    if (point == NO_POINT) {
        screen->selected = NO_POINT;
        return true;
    }
    screen->cursor = point;
    return act_on_point(screen, point);
}

/* A key that is no character. */
static bool press_key(struct play_screen *screen, wint_t key)
{
    const struct bc_board *board = &screen->play->session.board;
    struct action help = {.kind = ACTION_HELP};
    switch (key) {
    case KEY_UP:
        screen->cursor = point_towards(board, screen->cursor, 0, 1);
        return true;
    case KEY_DOWN:
        screen->cursor = point_towards(board, screen->cursor, 0, -1);
        return true;
    case KEY_LEFT:
        screen->cursor = point_towards(board, screen->cursor, -1, 0);
        return true;
    case KEY_RIGHT:
        screen->cursor = point_towards(board, screen->cursor, 1, 0);
        return true;
    case KEY_BACKSPACE:
        erase_character(screen);
        return true;
    case KEY_PPAGE:
        screen->scroll += screen->scroll < screen->play->session.game.ply_count / 2 ? SCROLL_ROWS : 0;
        return true;
    case KEY_NPAGE:
        screen->scroll -= screen->scroll < SCROLL_ROWS ? screen->scroll : SCROLL_ROWS;
        return true;
    case KEY_ENTER:
        return enter(screen);
    case KEY_MOUSE:
        return press_mouse(screen);
    case KEY_F(1):
        return act(screen, &help);
    default:
        return true;
    }
}

static bool press_character(struct play_screen *screen, wint_t character)
{
    switch (character) {
    case '\r':
    case '\n':
        return enter(screen);
    case '\b':
    case 127:
        erase_character(screen);
        return true;
    case '\t':
        screen->cursor = next_useful_point(screen);
        return true;
    case KEY_ESCAPE:
        if (screen->input_length == 0) {
            screen->selected = NO_POINT;
        }
        screen->input_length = 0;
        screen->input[0] = '\0';
        return true;
    case KEY_CONTROL_U:
        screen->input_length = 0;
        screen->input[0] = '\0';
        return true;
    case KEY_CONTROL_D:
        return screen->input_length > 0;
    case KEY_CONTROL_L:
        (void)clearok(stdscr, TRUE);
        return true;
    case ' ':
        if (screen->input_length == 0) {
            return enter(screen);
        }
        break;
    default:
        break;
    }
    if (character >= ' ') {
        type_character(screen, (wchar_t)character);
    }
    return true;
}

static bool answer_question(struct play_screen *screen, wint_t character)
{
    struct action answer;
    if (character == 'y' || character == 'Y') {
        answer = screen->if_yes;
    } else if (character == 'n' || character == 'N' || character == KEY_ESCAPE) {
        answer = screen->if_no;
    } else {
        return true;
    }
    screen->question = NULL;
    screen->play->message[0] = '\0';
    if (answer.kind != ACTION_NONE) {
        do_now(screen, &answer);
    }
    return true;
}

/* Handles all keys that have come in. Returns false when the player leaves. */
static bool handle_keys(struct play_screen *screen)
{
    wint_t key = 0;
    int kind = 0;
    while ((kind = get_wch(&key)) != ERR) {
        if (kind == KEY_CODE_YES && key == KEY_RESIZE) {
            screen_lay_out(screen);
            (void)clearok(stdscr, TRUE);
        } else if (screen->notice.count > 0) {
            screen->notice.count = 0;
        } else if (screen->question != NULL) {
            if (kind != KEY_CODE_YES) {
                (void)answer_question(screen, key);
            }
        } else if (!(kind == KEY_CODE_YES ? press_key(screen, key) : press_character(screen, key))) {
            return false;
        }
    }
    return true;
}

/* Lets a player that is no person begin, and makes its move when it is found. */
static void follow_player(struct play_screen *screen)
{
    struct play *play = screen->play;
    if (play_awaits_person(play)) {
        return;
    }
    struct player *player = &play->players[play->session.game.position.side];
    if (!screen->thinking) {
        screen->thinking = player->kind->begin(player->state, &play->session.game) == BC_OK;
        if (!screen->thinking) {
            player->kind = NULL;
            say(screen, "The computer cannot go on; you play both sides.");
        }
        return;
    }
    struct action action = {.kind = ACTION_MOVE};
    if (player->kind->answer(player->state, 0, &action.move)) {
        int cursor = screen->cursor;
        screen->thinking = false;
        do_now(screen, &action);
        screen->cursor = cursor;
    }
}

int play_on_screen(struct play *play)
{
    static struct play_screen screen;
    screen.play = play;
    screen.selected = NO_POINT;
    screen.cursor = play->session.board.point_count / 2;
    if (!terminal_enter()) {
        return play_on_lines(play);
    }
    screen_start_colours(play->colour);
    screen_lay_out(&screen);
    if (play->message[0] == '\0') {
        say(&screen, "Arrow keys and Enter, the mouse, or type: c3, c3-c4, undo, draw, save, rules, help, quit.");
    }
    for (bool stays = true; stays;) {
        follow_player(&screen);
        screen_draw(&screen);
        switch (terminal_wait(play_awaits_person(play) ? -1 : THINKING_MILLISECONDS)) {
        case TERMINAL_KEY:
            stays = handle_keys(&screen);
            break;
        case TERMINAL_END:
            stays = false;
            break;
        case TERMINAL_TIMEOUT:
            break;
        }
    }
    stop_thinking(&screen);
    terminal_leave();
    return EXIT_DONE;
}
