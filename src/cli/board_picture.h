/* The board as a grid of character cells, drawn from its description: points at their places, the lines between them,
 * pieces, and the names of files and ranks at the edges. What a cell stands for is kept beside its character, so that the writer
 * chooses the colours. Boards of any shape fit whose lines lead straight from point to point. */
#ifndef CLI_BOARD_PICTURE_H
#define CLI_BOARD_PICTURE_H

#include <baghchal/position.h>

#include <stdbool.h>
#include <stdint.h>

enum {
    PICTURE_WIDTH_MAX = 224,
    PICTURE_HEIGHT_MAX = 48,
    PICTURE_MARGIN = 3, /* columns to the left of the first file: the rank's name */
};

enum picture_role {
    PICTURE_BLANK,
    PICTURE_LABEL,
    PICTURE_LINE,
    PICTURE_POINT, /* an empty point */
    PICTURE_GOAT,
    PICTURE_TIGER,
};

struct picture_cell {
    const char *text; /* one column wide */
    uint8_t role;     /* enum picture_role */
    int8_t point;     /* the point at this cell, or -1 */
};

/* How far apart neighbouring points are, and with which characters lines are drawn. */
struct picture_style {
    unsigned columns; /* at least 2; twice the rows looks square */
    unsigned rows;    /* at least 1 */
    bool ascii;
};

struct picture {
    unsigned width;
    unsigned height;
    struct picture_cell cells[PICTURE_HEIGHT_MAX][PICTURE_WIDTH_MAX];
};

/* Draws a position; NULL draws the empty board. Rank names are at the left, file names below, as in the notation. */
void picture_draw(struct picture *picture, const struct bc_board *board, const struct picture_style *style,
                  const struct bc_position *position);

/* The column and row of a point in the picture. */
unsigned picture_column(const struct bc_board *board, const struct picture_style *style, unsigned point);
unsigned picture_row(const struct bc_board *board, const struct picture_style *style, unsigned point);

/* The width and height that picture_draw() needs. */
unsigned picture_width(const struct bc_board *board, const struct picture_style *style);
unsigned picture_height(const struct bc_board *board, const struct picture_style *style);

/* Writes a picture to standard output as lines, with the terminal's own colours if `coloured`. */
void picture_write(const struct picture *picture, bool coloured);

/* Whether standard output is to be coloured: `when` is auto, always, never, or NULL for auto; -1 if it is none of these. */
int colour_wanted(const char *when);

/* Whether the locale's characters include those that lines are best drawn with. */
bool locale_is_utf8(void);

#endif
