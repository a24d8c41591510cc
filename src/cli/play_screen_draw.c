/* What the full-screen form of play looks like. */
#include "cli/play_screen.h"

#include <baghchal/text.h>

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TITLE_ROWS = 1,
    FOOT_ROWS = 3, /* two for the message, one to type in */
    PANEL_WIDTH_MIN = 26,
    PANEL_ROWS_MIN = 3,
    BOARD_LEFT_MARGIN = 1,
    BOARD_RIGHT_MARGIN = 3,
};

/* Colour pairs. */
enum colour {
    COLOUR_WOOD = 1,
    COLOUR_LINE,
    COLOUR_LABEL,
    COLOUR_TIGER,
    COLOUR_TIGER_EDGE,
    COLOUR_TRAPPED,
    COLOUR_TRAPPED_EDGE,
    COLOUR_GOAT,
    COLOUR_GOAT_EDGE,
    COLOUR_SELECTED,
    COLOUR_SELECTED_EDGE,
    COLOUR_PREY,
    COLOUR_PREY_EDGE,
    COLOUR_TARGET,
    COLOUR_CURSOR,
    COLOUR_LAST,
    COLOUR_TITLE,
    COLOUR_WARNING,
    COLOUR_PROBLEM,
};

/* 0: no colours; 8 or 256. */
static int colour_depth;

struct colour_choice {
    short pair;
    short foreground;
    short background;
};

static void set_pairs(const struct colour_choice *choices, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        (void)init_pair(choices[i].pair, choices[i].foreground, choices[i].background);
    }
}

void screen_start_colours(bool colour)
{
    enum { WOOD = 180, BROWN = 94, ORANGE = 208, RUST = 130, WHITE = 231, YELLOW = 227, RED = 203 };
    static const struct colour_choice many[] = {
        {COLOUR_WOOD, BROWN, WOOD},
        {COLOUR_LINE, BROWN, WOOD},
        {COLOUR_LABEL, BROWN, WOOD},
        {COLOUR_TIGER, 16, ORANGE},
        {COLOUR_TIGER_EDGE, ORANGE, WOOD},
        {COLOUR_TRAPPED, 223, RUST},
        {COLOUR_TRAPPED_EDGE, RUST, WOOD},
        {COLOUR_GOAT, 16, WHITE},
        {COLOUR_GOAT_EDGE, WHITE, WOOD},
        {COLOUR_SELECTED, 16, YELLOW},
        {COLOUR_SELECTED_EDGE, YELLOW, WOOD},
        {COLOUR_PREY, 16, RED},
        {COLOUR_PREY_EDGE, RED, WOOD},
        {COLOUR_TARGET, 22, WOOD},
        {COLOUR_CURSOR, 18, WOOD},
        {COLOUR_LAST, 88, WOOD},
        {COLOUR_TITLE, 230, BROWN},
        {COLOUR_WARNING, 214, -1},
        {COLOUR_PROBLEM, RED, -1},
    };
    static const struct colour_choice few[] = {
        {COLOUR_WOOD, -1, -1},
        {COLOUR_LINE, COLOR_YELLOW, -1},
        {COLOUR_LABEL, COLOR_YELLOW, -1},
        {COLOUR_TIGER, COLOR_BLACK, COLOR_YELLOW},
        {COLOUR_TIGER_EDGE, COLOR_YELLOW, -1},
        {COLOUR_TRAPPED, COLOR_WHITE, COLOR_RED},
        {COLOUR_TRAPPED_EDGE, COLOR_RED, -1},
        {COLOUR_GOAT, COLOR_BLACK, COLOR_WHITE},
        {COLOUR_GOAT_EDGE, COLOR_WHITE, -1},
        {COLOUR_SELECTED, COLOR_BLACK, COLOR_GREEN},
        {COLOUR_SELECTED_EDGE, COLOR_GREEN, -1},
        {COLOUR_PREY, COLOR_WHITE, COLOR_MAGENTA},
        {COLOUR_PREY_EDGE, COLOR_MAGENTA, -1},
        {COLOUR_TARGET, COLOR_GREEN, -1},
        {COLOUR_CURSOR, COLOR_CYAN, -1},
        {COLOUR_LAST, COLOR_RED, -1},
        {COLOUR_TITLE, COLOR_BLACK, COLOR_YELLOW},
        {COLOUR_WARNING, COLOR_YELLOW, -1},
        {COLOUR_PROBLEM, COLOR_RED, -1},
    };
    colour_depth = 0;
    if (!colour || !has_colors() || start_color() == ERR) {
        return;
    }
    (void)use_default_colors();
    if (COLORS >= 256 && COLOR_PAIRS >= 64) {
        colour_depth = 256;
        set_pairs(many, sizeof many / sizeof many[0]);
    } else if (COLORS >= 8 && COLOR_PAIRS > COLOUR_PROBLEM) {
        colour_depth = 8;
        set_pairs(few, sizeof few / sizeof few[0]);
    }
}

static void use(enum colour colour, attr_t attributes)
{
    (void)attr_set(colour_depth > 0 ? attributes : attributes & ~(attr_t)A_DIM, colour_depth > 0 ? (short)colour : 0,
                   NULL);
}

static void use_plain(attr_t attributes)
{
    (void)attr_set(attributes, 0, NULL);
}

/* --- where things are --- */

void screen_lay_out(struct play_screen *screen)
{
    struct layout *layout = &screen->layout;
    const struct bc_board *board = &screen->play->session.board;
    getmaxyx(stdscr, layout->height, layout->width);
    layout->fits = false;
    for (unsigned rows = 6; rows >= 2 && !layout->fits; rows--) {
        struct picture_style style = {.columns = 2 * rows, .rows = rows, .ascii = screen->play->ascii};
        int width = BOARD_LEFT_MARGIN + (int)picture_width(board, &style) + BOARD_RIGHT_MARGIN;
        int margin = rows > 2 ? 1 : 0; /* above the top rank */
        int height = (int)picture_height(board, &style) + margin;
        int room = layout->height - TITLE_ROWS - FOOT_ROWS;
        bool beside = layout->width >= width + 2 + PANEL_WIDTH_MIN && room >= height;
        bool below = layout->width >= width && room >= height + PANEL_ROWS_MIN;
        /* The smallest board is shown even where hardly anything else fits. */
        bool bare = rows == 2 && layout->width >= width && room >= height;
        if (!beside && !below && !bare) {
            continue;
        }
        layout->fits = true;
        layout->style = style;
        layout->large_pieces = rows >= 4;
        layout->board_x = BOARD_LEFT_MARGIN;
        layout->board_y = TITLE_ROWS + margin;
        layout->panel_x = beside ? width + 2 : BOARD_LEFT_MARGIN;
        layout->panel_y = beside ? TITLE_ROWS : TITLE_ROWS + height;
        layout->panel_width = layout->width - layout->panel_x;
        layout->panel_height = layout->height - FOOT_ROWS - layout->panel_y;
    }
}

static void point_place(const struct play_screen *screen, unsigned point, int *x, int *y)
{
    const struct bc_board *board = &screen->play->session.board;
    *x = screen->layout.board_x + (int)picture_column(board, &screen->layout.style, point);
    *y = screen->layout.board_y + (int)picture_row(board, &screen->layout.style, point);
}

int screen_point_at(const struct play_screen *screen, int x, int y)
{
    if (!screen->layout.fits) {
        return NO_POINT;
    }
    for (unsigned point = 0; point < screen->play->session.board.point_count; point++) {
        int point_x = 0;
        int point_y = 0;
        point_place(screen, point, &point_x, &point_y);
        if (abs(x - point_x) * 2 <= (int)screen->layout.style.columns &&
            abs(y - point_y) * 2 <= (int)screen->layout.style.rows - 1 + (int)(screen->layout.style.rows & 1)) {
            return (int)point;
        }
    }
    return NO_POINT;
}

/* --- the board --- */

static void draw_wood(const struct play_screen *screen)
{
    const struct layout *layout = &screen->layout;
    const struct picture *picture = &screen->picture;
    use(COLOUR_WOOD, 0);
    for (int y = TITLE_ROWS; y < layout->board_y + (int)picture->height; y++) {
        (void)mvhline(y, 0, ' ' | (colour_depth > 0 ? COLOR_PAIR(COLOUR_WOOD) : 0),
                      layout->board_x + (int)picture->width + BOARD_RIGHT_MARGIN);
    }
    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x++) {
            const struct picture_cell *cell = &picture->cells[y][x];
            if (cell->role == PICTURE_BLANK) {
                continue;
            }
            use(cell->role == PICTURE_LABEL ? COLOUR_LABEL : COLOUR_LINE, cell->role == PICTURE_LABEL ? A_BOLD : 0);
            (void)mvaddstr(layout->board_y + (int)y, layout->board_x + (int)x,
                           cell->role == PICTURE_POINT && !screen->play->ascii ? "•" : cell->text);
        }
    }
}

/* A piece in its colours: one row high, or with half a row above and below where there is room. */
static void draw_piece(const struct play_screen *screen, unsigned point, const char *letter, enum colour colour,
                       enum colour edge, attr_t attributes)
{
    int x = 0;
    int y = 0;
    point_place(screen, point, &x, &y);
    bool blocks = colour_depth > 0 && screen->layout.large_pieces && !screen->play->ascii;
    if (colour_depth == 0) {
        bool tiger = letter[0] == 'T';
        use_plain(tiger ? A_REVERSE | A_BOLD : A_BOLD);
        (void)mvprintw(y, x - 1, tiger ? "<%s>" : "(%s)", letter);
        return;
    }
    use(colour, 0);
    (void)mvaddstr(y, blocks ? x - 2 : x - 1, blocks ? "     " : "   ");
    use(colour, A_BOLD | attributes);
    (void)mvaddstr(y, x, letter);
    if (blocks) {
        use(edge, 0);
        (void)mvaddstr(y - 1, x - 1, "▄▄▄");
        (void)mvaddstr(y + 1, x - 1, "▀▀▀");
    }
}

static void draw_mark(const struct play_screen *screen, unsigned point, const char *text, enum colour colour,
                      attr_t attributes)
{
    int x = 0;
    int y = 0;
    point_place(screen, point, &x, &y);
    use(colour, attributes);
    (void)mvaddstr(y, x, text);
}

/* The points that the selected piece can go to, and the goats that it would eat. */
static void find_targets(const struct play_screen *screen, bc_points *targets, bc_points *prey)
{
    const struct bc_game *game = &screen->play->session.game;
    struct bc_move_list moves;
    *targets = 0;
    *prey = 0;
    if (screen->selected == NO_POINT) {
        return;
    }
    bc_game_moves(game, &moves);
    for (unsigned i = 0; i < moves.count; i++) {
        bc_move move = moves.moves[i];
        if (!bc_move_places(move) && (int)bc_move_from(move) == screen->selected) {
            *targets |= (bc_points)1 << bc_move_to(move);
            *prey |= bc_move_captures(move) ? (bc_points)1 << bc_move_over(move) : 0;
        }
    }
}

static void draw_points(const struct play_screen *screen)
{
    const struct bc_game *game = &screen->play->session.game;
    const struct bc_position *position = &game->position;
    bool ascii = screen->play->ascii;
    bc_move last = game->ply_count > 0 ? game->plies[game->ply_count - 1].move : BC_MOVE_NONE;
    bc_points trapped = bc_position_trapped_tigers(game->board, position);
    bc_points targets = 0;
    bc_points prey = 0;
    find_targets(screen, &targets, &prey);
    for (unsigned point = 0; point < game->board->point_count; point++) {
        bc_points bit = (bc_points)1 << point;
        attr_t attributes = last != BC_MOVE_NONE && bc_move_to(last) == point ? A_UNDERLINE : 0;
        if ((int)point == screen->selected) {
            draw_piece(screen, point, (position->tigers & bit) != 0 ? "T" : "G", COLOUR_SELECTED, COLOUR_SELECTED_EDGE,
                       attributes);
        } else if ((trapped & bit) != 0) {
            draw_piece(screen, point, "T", COLOUR_TRAPPED, COLOUR_TRAPPED_EDGE, attributes);
        } else if ((position->tigers & bit) != 0) {
            draw_piece(screen, point, "T", COLOUR_TIGER, COLOUR_TIGER_EDGE, attributes);
        } else if ((prey & bit) != 0) {
            draw_piece(screen, point, "G", COLOUR_PREY, COLOUR_PREY_EDGE, attributes);
        } else if ((position->goats & bit) != 0) {
            draw_piece(screen, point, "G", COLOUR_GOAT, COLOUR_GOAT_EDGE, attributes);
        } else if ((targets & bit) != 0) {
            draw_mark(screen, point, ascii ? "o" : "●", COLOUR_TARGET, A_BOLD);
        } else if (last != BC_MOVE_NONE && bc_move_captures(last) && bc_move_over(last) == point) {
            draw_mark(screen, point, ascii ? "x" : "×", COLOUR_LAST, A_BOLD);
        } else if (last != BC_MOVE_NONE && bc_move_from(last) == point) {
            draw_mark(screen, point, ascii ? "o" : "○", COLOUR_LAST, A_BOLD);
        }
    }
}

/* Four corners around the point where there is room, else two brackets. */
static void draw_cursor(const struct play_screen *screen)
{
    int x = 0;
    int y = 0;
    point_place(screen, (unsigned)screen->cursor, &x, &y);
    use(COLOUR_CURSOR, A_BOLD | (colour_depth == 0 ? A_REVERSE : 0));
    if (screen->layout.large_pieces && !screen->play->ascii) {
        (void)mvaddstr(y - 1, x - 2, "┏");
        (void)mvaddstr(y - 1, x + 2, "┓");
        (void)mvaddstr(y + 1, x - 2, "┗");
        (void)mvaddstr(y + 1, x + 2, "┛");
        return;
    }
    int reach = screen->layout.style.rows > 2 ? 2 : 1;
    (void)mvaddstr(y, x - reach, "[");
    (void)mvaddstr(y, x + reach, "]");
}

/* --- the panel beside or below the board --- */

struct pen {
    int x;
    int y;
    int width;
    int end; /* the row below the last */
};

static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xC0U) == 0x80U;
}

/* How much of a text goes on one line, in bytes: all, up to a space, or as much as fits. A character of several bytes is never
 * divided, and counts as so many columns. */
static int line_part(const char *text, int width)
{
    int length = (int)strlen(text);
    if (length <= width) {
        return length;
    }
    for (int i = width; i > 0; i--) {
        if (text[i] == ' ') {
            return i;
        }
    }
    int part = width;
    while (part > 1 && continues_character(text[part])) {
        part--;
    }
    return part;
}

/* Writes a text, broken at spaces, and moves the pen below it. */
static void write_wrapped(struct pen *pen, const char *text)
{
    while (*text != '\0' && pen->y < pen->end && pen->width > 0) {
        int part = line_part(text, pen->width);
        (void)mvaddnstr(pen->y++, pen->x, text, part);
        text += part;
        text += strspn(text, " ");
    }
}

/* The rows that write_wrapped() takes. */
static int wrapped_rows(const char *text, int width)
{
    int rows = 0;
    for (; *text != '\0' && width > 0; rows++) {
        text += line_part(text, width);
        text += strspn(text, " ");
    }
    return rows;
}

__attribute__((format(printf, 2, 3))) static void write_fact(struct pen *pen, const char *format, ...)
{
    char text[LINE_MAX_COLUMNS];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= (int)sizeof text) {
        /* The last character may have been divided. */
        size_t end = sizeof text - 1;
        while (end > 0 && continues_character(text[end - 1])) {
            end--;
        }
        text[end > 0 ? end - 1 : 0] = '\0';
    }
    write_wrapped(pen, text);
}

static void draw_turn(const struct play_screen *screen, struct pen *pen)
{
    const struct bc_game *game = &screen->play->session.game;
    char sentence[LINE_MAX_COLUMNS];
    result_sentence(game, sentence);
    if (sentence[0] != '\0') {
        use(COLOUR_WARNING, A_BOLD);
        write_wrapped(pen, sentence);
        return;
    }
    const char *tag = session_tag(&screen->play->session, side_title(game->position.side));
    use_plain(A_BOLD);
    write_fact(pen, screen->thinking ? "%s are thinking, turn %u" : "%s to move, turn %u",
               side_title(game->position.side), (unsigned)game->position.turn);
    if (tag != NULL && tag[0] != '\0') {
        use_plain(0);
        write_fact(pen, "%s", tag);
    }
}

static void draw_counts(const struct play_screen *screen, struct pen *pen, bool brief)
{
    const struct bc_game *game = &screen->play->session.game;
    const struct bc_position *position = &game->position;
    int trapped = __builtin_popcount(bc_position_trapped_tigers(game->board, position));
    char last[BC_MOVE_TEXT_MAX] = "";
    if (game->ply_count > 0) {
        bc_move_write(game->board, game->plies[game->ply_count - 1].move, last);
    }
    use_plain(0);
    if (brief) {
        write_fact(pen, "In hand %u, eaten %u of %u, trapped %d", position->goats_in_hand, position->goats_eaten,
                   game->rules.goats_to_win, trapped);
        write_fact(pen, "%s%s", last[0] != '\0' ? "Last move " : "", last);
        return;
    }
    write_fact(pen, "Goats in hand   %u", position->goats_in_hand);
    write_fact(pen, "Goats eaten     %u of %u", position->goats_eaten, game->rules.goats_to_win);
    write_fact(pen, "Tigers trapped  %d of %u", trapped, game->board->tiger_count);
    int left = bc_game_quiet_turns_left(game);
    if (left >= 0) {
        write_fact(pen, "Quiet turns     %u, %d left", position->quiet_turns, left);
    }
    write_fact(pen, "Last move       %s", last[0] != '\0' ? last : "none");
}

/* The turns of the game, as many of the last as there are rows for. */
static void draw_moves(const struct play_screen *screen, struct pen *pen)
{
    const struct bc_game *game = &screen->play->session.game;
    if (pen->end - pen->y < 2 || game->ply_count == 0) {
        return;
    }
    size_t lead = game->start.side == BC_TIGERS ? 1 : 0; /* an empty place where the goats' first move would be */
    size_t rows = (game->ply_count + lead + 1) / 2;
    size_t room = (size_t)(pen->end - pen->y);
    size_t last = rows > room ? rows - room : 0;
    size_t first = screen->scroll < last ? last - screen->scroll : 0;
    use_plain(0);
    for (size_t row = first; row < rows && row < first + room; row++) {
        char texts[2][BC_MOVE_TEXT_MAX] = {"...", ""};
        for (size_t half = 0; half < 2; half++) {
            size_t place = 2 * row + half;
            if (place >= lead && place - lead < game->ply_count) {
                bc_move_write(game->board, game->plies[place - lead].move, texts[half]);
            }
        }
        (void)mvprintw(pen->y++, pen->x, "%4lu. %-6s %s", (unsigned long)(game->start.turn + row), texts[0], texts[1]);
    }
}

static void draw_panel(const struct play_screen *screen)
{
    const struct layout *layout = &screen->layout;
    struct pen pen = {layout->panel_x, layout->panel_y, layout->panel_width, layout->panel_y + layout->panel_height};
    const struct bc_game *game = &screen->play->session.game;
    bool brief = layout->panel_height < 10;
    struct lines warnings;
    if (layout->panel_height == 1 && game->result == BC_RESULT_NONE) {
        use_plain(A_BOLD);
        write_fact(&pen, "%s: in hand %u, eaten %u of %u", side_title(game->position.side),
                   game->position.goats_in_hand, game->position.goats_eaten, game->rules.goats_to_win);
        return;
    }
    if (!brief) {
        pen.y++;
    }
    draw_turn(screen, &pen);
    if (!brief) {
        pen.y++;
    }
    draw_counts(screen, &pen, brief);
    warning_lines(game, &warnings);
    for (size_t i = 0; i < warnings.count; i++) {
        use(COLOUR_WARNING, A_BOLD);
        write_wrapped(&pen, warnings.text[i]);
    }
    if (screen->play->save_problem[0] != '\0') {
        use(COLOUR_PROBLEM, A_BOLD);
        write_fact(&pen, "Not kept: %s", screen->play->save_problem);
    }
    if (!brief) {
        pen.y++;
    }
    draw_moves(screen, &pen);
}

/* --- the rest --- */

/* The program and the rules; where there is no room for the panel, whose turn it is. */
static void draw_title(const struct play_screen *screen)
{
    const struct layout *layout = &screen->layout;
    const struct bc_game *game = &screen->play->session.game;
    char text[LINE_MAX_COLUMNS];
    if (layout->fits && layout->panel_height > 0) {
        const struct bc_board_description *board = game->board->description;
        bool standard = board == bc_board_description(0);
        (void)snprintf(text, sizeof text, "Bagh-Chal  %s%s", standard ? "" : board->name, standard ? "" : "  ");
        bc_rules_write(game->board, &game->rules, text + strlen(text));
    } else if (game->result != BC_RESULT_NONE) {
        result_sentence(game, text);
    } else {
        (void)snprintf(text, sizeof text, "%s, turn %u; %u in hand, %u eaten", side_title(game->position.side),
                       (unsigned)game->position.turn, game->position.goats_in_hand, game->position.goats_eaten);
    }
    use(COLOUR_TITLE, A_BOLD | (colour_depth == 0 ? A_REVERSE : 0));
    (void)mvprintw(0, 0, "%-*.*s", layout->width, layout->width, "");
    (void)mvaddnstr(0, 1, text, layout->width > 1 ? layout->width - 1 : 0);
    static const char hint[] = "F1 help";
    int x = layout->width - (int)sizeof hint;
    if (x > 3 + (int)strlen(text)) {
        (void)mvaddstr(0, x, hint);
    }
}

static void draw_foot(const struct play_screen *screen)
{
    const struct layout *layout = &screen->layout;
    struct pen pen = {0, layout->height - FOOT_ROWS, layout->width, layout->height - 1};
    int row = layout->height - 1;
    pen.y = pen.y < 0 ? 0 : pen.y;
    use_plain(screen->question != NULL ? A_BOLD : 0);
    write_wrapped(&pen, screen->question != NULL ? screen->question : screen->play->message);
    use_plain(A_BOLD);
    (void)mvaddstr(row, 0, screen->question != NULL ? "y/n " : "> ");
    use_plain(0);
    /* The end of what is typed is always in sight. */
    size_t room = layout->width > 4 ? (size_t)layout->width - 4 : 0;
    const char *text = screen->input_length > room ? screen->input + screen->input_length - room : screen->input;
    if (screen->question == NULL) {
        (void)addstr(text);
    }
}

/* A box in the middle, above everything else. */
static void draw_notice(const struct play_screen *screen)
{
    enum { WIDTH_MAX = 64, FRAME_COLUMNS = 4, FRAME_ROWS = 2 };
    const struct layout *layout = &screen->layout;
    const struct lines *notice = &screen->notice;
    int width = 0;
    for (size_t i = 0; i < notice->count; i++) {
        int length = (int)strlen(notice->text[i]);
        width = length > width ? length : width;
    }
    width = width > WIDTH_MAX ? WIDTH_MAX : width;
    width = width > layout->width - FRAME_COLUMNS ? layout->width - FRAME_COLUMNS : width;
    int height = 0;
    for (size_t i = 0; i < notice->count; i++) {
        height += wrapped_rows(notice->text[i], width);
    }
    height = height > layout->height - FRAME_ROWS ? layout->height - FRAME_ROWS : height;
    if (width < 1 || height < 1) {
        return;
    }
    int left = (layout->width - width - FRAME_COLUMNS) / 2;
    int top = (layout->height - height - FRAME_ROWS) / 2;
    bool ascii = screen->play->ascii;
    use_plain(0);
    for (int y = top; y < top + height + FRAME_ROWS; y++) {
        bool edge = y == top || y == top + height + 1;
        for (int x = left; x < left + width + FRAME_COLUMNS; x++) {
            bool side = x == left || x == left + width + FRAME_COLUMNS - 1;
            const char *corner = y == top ? (x == left ? "┌" : "┐") : (x == left ? "└" : "┘");
            (void)mvaddstr(y, x,
                           edge && side ? (ascii ? "+" : corner)
                           : edge       ? (ascii ? "-" : "─")
                           : side       ? (ascii ? "|" : "│")
                                        : " ");
        }
    }
    struct pen pen = {left + 2, top + 1, width, top + 1 + height};
    for (size_t i = 0; i < notice->count; i++) {
        write_wrapped(&pen, notice->text[i]);
    }
}

void screen_draw(struct play_screen *screen)
{
    const struct layout *layout = &screen->layout;
    use_plain(0);
    (void)erase();
    draw_title(screen);
    if (layout->fits) {
        picture_draw(&screen->picture, &screen->play->session.board, &layout->style, NULL);
        draw_wood(screen);
        draw_points(screen);
        draw_cursor(screen);
        draw_panel(screen);
    } else {
        struct pen pen = {0, 1, layout->width, layout->height - FOOT_ROWS};
        use_plain(0);
        write_wrapped(&pen, "The window is too small for the board. Moves can still be typed.");
    }
    draw_foot(screen);
    int y = layout->height - 1;
    int x = 0;
    if (screen->question == NULL && screen->input_length == 0 && layout->fits) {
        point_place(screen, (unsigned)screen->cursor, &x, &y);
    } else {
        getyx(stdscr, y, x);
    }
    if (screen->notice.count > 0) {
        draw_notice(screen);
    }
    (void)move(y, x);
    (void)refresh();
}
