#include "cli/board_picture.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The strokes that meet in a cell between points. */
enum {
    STROKE_ACROSS = 1,
    STROKE_DOWN = 2,
    STROKE_RISING = 4,
    STROKE_FALLING = 8,
};

static const char *stroke_text(unsigned strokes, bool ascii)
{
    switch (strokes) {
    case STROKE_ACROSS:
        return ascii ? "-" : "─";
    case STROKE_DOWN:
        return ascii ? "|" : "│";
    case STROKE_RISING:
        return ascii ? "/" : "╱";
    case STROKE_FALLING:
        return ascii ? "\\" : "╲";
    case STROKE_ACROSS | STROKE_DOWN:
        return ascii ? "+" : "┼";
    case STROKE_RISING | STROKE_FALLING:
        return ascii ? "X" : "╳";
    default:
        return "*";
    }
}

static unsigned file_count(const struct bc_board *board)
{
    unsigned count = 0;
    for (unsigned point = 0; point < board->point_count; point++) {
        unsigned file = board->description->places[point].file;
        count = file >= count ? file + 1 : count;
    }
    return count;
}

unsigned picture_column(const struct bc_board *board, const struct picture_style *style, unsigned point)
{
    return PICTURE_MARGIN + board->description->places[point].file * style->columns;
}

unsigned picture_row(const struct bc_board *board, const struct picture_style *style, unsigned point)
{
    return (board->rank_count - 1U - board->description->places[point].rank) * style->rows;
}

unsigned picture_width(const struct bc_board *board, const struct picture_style *style)
{
    return PICTURE_MARGIN + (file_count(board) - 1) * style->columns + 1;
}

unsigned picture_height(const struct bc_board *board, const struct picture_style *style)
{
    return (board->rank_count - 1U) * style->rows + 3;
}

/* The nearest whole number to a / b, where b is positive; halves go away from zero. */
static int rounded_quotient(int a, int b)
{
    return a >= 0 ? (2 * a + b) / (2 * b) : -((-2 * a + b) / (2 * b));
}

/* Marks the cells between two points. A slanting line takes one cell in each row, where it crosses the row's middle. */
static void add_strokes(uint8_t strokes[PICTURE_HEIGHT_MAX][PICTURE_WIDTH_MAX], int column, int row, int to_column,
                        int to_row)
{
    int columns = to_column - column;
    int rows = to_row - row;
    if (rows == 0) {
        int step = columns > 0 ? 1 : -1;
        for (int x = column + step; x != to_column; x += step) {
            strokes[row][x] |= STROKE_ACROSS;
        }
        return;
    }
    int step = rows > 0 ? 1 : -1;
    unsigned stroke = columns == 0 ? STROKE_DOWN : columns * step > 0 ? STROKE_FALLING : STROKE_RISING;
    for (int y = row + step; y != to_row; y += step) {
        int x = column + rounded_quotient(columns * (y - row) * step, rows * step);
        strokes[y][x] |= (uint8_t)stroke;
    }
}

static const char *const file_names[26] = {
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
    "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z",
};
static const char *const rank_names[9] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};

void picture_draw(struct picture *picture, const struct bc_board *board, const struct picture_style *style,
                  const struct bc_position *position)
{
    static const struct picture_cell blank = {" ", PICTURE_BLANK, -1};
    uint8_t strokes[PICTURE_HEIGHT_MAX][PICTURE_WIDTH_MAX];
    memset(strokes, 0, sizeof strokes);
    picture->width = picture_width(board, style);
    picture->height = picture_height(board, style);

    /* 1. The lines. */
    for (unsigned i = 0; i < board->description->line_count; i++) {
        const struct bc_line *line = &board->description->lines[i];
        for (unsigned j = 1; j < line->length; j++) {
            unsigned from = line->points[j - 1];
            unsigned to = line->points[j];
            add_strokes(strokes, (int)picture_column(board, style, from), (int)picture_row(board, style, from),
                        (int)picture_column(board, style, to), (int)picture_row(board, style, to));
        }
    }
    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x++) {
            picture->cells[y][x] = blank;
            if (strokes[y][x] != 0) {
                picture->cells[y][x] =
                    (struct picture_cell){stroke_text(strokes[y][x], style->ascii), PICTURE_LINE, -1};
            }
        }
    }
    /* 2. The points and what stands on them. */
    for (unsigned point = 0; point < board->point_count; point++) {
        struct picture_cell cell = {style->ascii ? "." : "·", PICTURE_POINT, (int8_t)point};
        if (position != NULL && (position->tigers >> point & 1) != 0) {
            cell.text = "T";
            cell.role = PICTURE_TIGER;
        } else if (position != NULL && (position->goats >> point & 1) != 0) {
            cell.text = "G";
            cell.role = PICTURE_GOAT;
        }
        picture->cells[picture_row(board, style, point)][picture_column(board, style, point)] = cell;
    }
    /* 3. The names of ranks and files. */
    for (unsigned rank = 0; rank < board->rank_count; rank++) {
        picture->cells[(size_t)(board->rank_count - 1U - rank) * style->rows][0] =
            (struct picture_cell){rank_names[rank], PICTURE_LABEL, -1};
    }
    for (unsigned file = 0; file < file_count(board); file++) {
        picture->cells[picture->height - 1][PICTURE_MARGIN + file * style->columns] =
            (struct picture_cell){file_names[file], PICTURE_LABEL, -1};
    }
}

bool locale_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static const char *role_colour(unsigned role)
{
    switch (role) {
    case PICTURE_TIGER:
        return "\033[1;33m";
    case PICTURE_GOAT:
        return "\033[1;36m";
    case PICTURE_LABEL:
    case PICTURE_LINE:
    case PICTURE_POINT:
        return "\033[2m";
    default:
        return "";
    }
}

void picture_write(const struct picture *picture, bool coloured)
{
    for (unsigned y = 0; y < picture->height; y++) {
        unsigned width = picture->width;
        while (width > 0 && picture->cells[y][width - 1].role == PICTURE_BLANK) {
            width--;
        }
        for (unsigned x = 0; x < width; x++) {
            const struct picture_cell *cell = &picture->cells[y][x];
            const char *colour = coloured ? role_colour(cell->role) : "";
            (void)printf("%s%s%s", colour, cell->text, colour[0] != '\0' ? "\033[0m" : "");
        }
        (void)putchar('\n');
    }
}

int colour_wanted(const char *when)
{
    if (when == NULL || strcmp(when, "auto") == 0) {
        const char *no_colour = getenv("NO_COLOR");
        const char *terminal = getenv("TERM");
        return isatty(STDOUT_FILENO) != 0 && (no_colour == NULL || no_colour[0] == '\0') && terminal != NULL &&
               strcmp(terminal, "dumb") != 0;
    }
    return strcmp(when, "always") == 0 ? 1 : strcmp(when, "never") == 0 ? 0 : -1;
}
