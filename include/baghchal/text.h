/* The native text forms of moves and positions (shared notation), and places in a text.
 *
 * Readers take a pointer and a length and never look beyond it; the text need not end in NUL. Writers write a final NUL and
 * return the length without it. */
#ifndef BAGHCHAL_TEXT_H
#define BAGHCHAL_TEXT_H

#include <baghchal/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Line and column of an offset in a text, both from 1; columns count bytes. */
void bc_text_locate(const char *text, size_t length, size_t offset, size_t *line, size_t *column);

/* Reads a position: ranks from the top, side, goats in hand, goats eaten, quiet turns, turn number, separated by one space;
 * quiet turns and turn number may both be absent. The canonical writer uses T, G and one digit a run; readers also take B for
 * a tiger, lower case, and several digits in a row. `offset` (may be NULL) is set to where an error was found.
 * Errors: BC_ERROR_POSITION_*. The position is written only when all is well. */
enum bc_error bc_position_read(const struct bc_board *board, const char *text, size_t length,
                               struct bc_position *position, size_t *offset);

/* Writes the six fields into `text`, which holds BC_POSITION_TEXT_MAX characters. */
size_t bc_position_write(const struct bc_board *board, const struct bc_position *position, char *text);

/* Reads a point such as "c3", in either case. Returns the point, or -1. `text` holds at least two characters. */
int bc_point_read(const struct bc_board *board, const char *text);

/* Writes a point's name and a final NUL: three characters. */
void bc_point_write(const struct bc_board *board, unsigned point, char *text);

/* Reads a move: c3, c3-c4, a1xc3, and the compact c3c4 and a1c3, in either case. Whether it is legal is not asked, but its
 * points and its line must exist. Errors: BC_ERROR_MOVE_SYNTAX, _POINT, _NO_LINE. */
enum bc_error bc_move_read(const struct bc_board *board, const char *text, size_t length, bc_move *move);

/* Writes c3, c3-c4 or a1xc3 into `text`, which holds BC_MOVE_TEXT_MAX characters. */
size_t bc_move_write(const struct bc_board *board, bc_move move, char *text);

/* Writes the compact form: c3, c3c4 or a1c3. */
size_t bc_move_write_compact(const struct bc_board *board, bc_move move, char *text);

#ifdef __cplusplus
}
#endif

#endif
