/* Other programs' text forms, for exchange (docs/text-forms.md). All of them know only the standard board.
 *
 * The Python package `baghchal`. A point is two digits, row and column, 1 to 5 from the top left: 11 is a5, 15 is
 * e5, 33 is c3. A position `B3B/5/5/5/B3B G 0` is the board, the side to move, and the number of goats' turns made.
 * From that number follow the goats in hand, the goats eaten and the turn number; the quiet turns, which the form
 * does not hold, are read as 0. A game `1. G53 B5545 2. G54 ...` starts from the start; `#` says that the moves have
 * ended it.
 *
 * OBX (Online Baghchal Exchange) 2.0. Columns A to E, rows 1 to 5 from the top: A1 is a5.
 * `TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1` is the board, the side, goats in hand, goats eaten, the last
 * move, and the number of that move among its side's. The older form has no goats in hand; they follow from the
 * rest. The turn follows from the move's number, or where that is missing is the earliest possible; the quiet turns
 * are read as 0.
 *
 * Gamesman. `1_T---T---------------T---T2000` is the side (1 goats, 2 tigers), the board from the top left, goats in
 * hand and goats eaten, two digits each. The turn is read as the earliest possible one, the quiet turns as 0. Moves
 * are `c3` and `a1a2`, with a1 bottom left.
 *
 * Readers accept the form as its programs write it and nothing near it; `offset` (may be NULL) is set to where an
 * error was found. Writers refuse what their form cannot say, but leave out the quiet turns, and in Gamesman's form
 * the turn. They write a final NUL into `text`, which holds BC_DIALECT_TEXT_MAX characters, and set `length` (may be
 * NULL) to the length without it. What a writer has written reads and writes to the same text again.
 *
 * Errors of readers and writers of positions: BC_ERROR_DIALECT_* and BC_ERROR_POSITION_*. */
#ifndef BAGHCHAL_DIALECTS_H
#define BAGHCHAL_DIALECTS_H

#include <baghchal/game.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BC_DIALECT_TEXT_MAX = 96 };

enum bc_error bc_python_position_read(const struct bc_board *board, const char *text, size_t length,
                                      struct bc_position *position, size_t *offset);

/* A position can be written if its turn number is that of a game in which the goats had all turns from the first on. */
enum bc_error bc_python_position_write(const struct bc_board *board, const struct bc_position *position, char *text,
                                       size_t *length);

/* Reads a move: `G53`, `G1524`, `B5545` or `Bx2422`; the letter must be that of `side`, and a capture must have its x.
 * Errors: BC_ERROR_MOVE_SYNTAX, _POINT, _NO_LINE, _OTHER_SIDE; BC_ERROR_DIALECT_BOARD. */
enum bc_error bc_python_move_read(const struct bc_board *board, enum bc_side side, const char *text, size_t length,
                                  bc_move *move);

/* Writes a move into `text`, which holds BC_MOVE_TEXT_MAX characters; returns its length. On the standard board
 * only. */
size_t bc_python_move_write(enum bc_side side, bc_move move, char *text);

/* Games in a text. Each begins with its turn number `1.` and ends with its result, or where the next one begins. */
struct bc_python_reader {
    const struct bc_board *board;
    struct bc_rules rules; /* the form does not say by which rules a game was played */
    const char *text;
    size_t length;
    size_t offset; /* where the next game begins */
};

/* Begins to read a text. Board and text must outlive the reader. */
void bc_python_reader_init(struct bc_python_reader *reader, const struct bc_board *board, const struct bc_rules *rules,
                           const char *text, size_t length);

/* Reads the next game; its history is put into `memory`, `size` bytes of any alignment. White space may stand
 * between all tokens; a turn number stands before each turn of the goats. The result is optional, and without `#` it
 * may be an agreement or a resignation. Returns and errors are as those of bc_record_read(): BC_ERROR_RECORD_NONE at
 * the end; BC_ERROR_NO_SPACE leaves the reader where it is; after any other error it goes on at the next `1.`.
 * Errors: BC_ERROR_MOVE_*, BC_ERROR_GAME_OVER, BC_ERROR_RECORD_NUMBER, _RESULT, _LARGE, BC_ERROR_DIALECT_BOARD. */
enum bc_error bc_python_game_read(struct bc_python_reader *reader, void *memory, size_t size, struct bc_game *game,
                                  size_t *offset);

/* Writes a game on one line, without the line's end and without a NUL; `length` is set to the whole length even
 * where that is more than `capacity`. Errors: BC_ERROR_NO_SPACE, what fits having been written;
 * BC_ERROR_DIALECT_BOARD; BC_ERROR_DIALECT_START if the game was set up; BC_ERROR_DIALECT_NO_TURNS, since each game of a text begins
 * with the number of its first turn, and one without turns would lose itself among the others or lend them its result. */
enum bc_error bc_python_game_write(const struct bc_game *game, char *text, size_t capacity, size_t *length);

/* Reads a position with the move that led to it, BC_MOVE_NONE if the text has none; `last_move` may be NULL. */
enum bc_error bc_obx_read(const struct bc_board *board, const char *text, size_t length, struct bc_position *position,
                          bc_move *last_move, size_t *offset);

/* `last_move` is the move that led to the position, or BC_MOVE_NONE. */
enum bc_error bc_obx_write(const struct bc_board *board, const struct bc_position *position, bc_move last_move,
                           char *text, size_t *length);

enum bc_error bc_gamesman_position_read(const struct bc_board *board, const char *text, size_t length,
                                        struct bc_position *position, size_t *offset);
enum bc_error bc_gamesman_position_write(const struct bc_board *board, const struct bc_position *position, char *text,
                                         size_t *length);

/* Errors: BC_ERROR_MOVE_SYNTAX, _POINT, _NO_LINE; BC_ERROR_DIALECT_BOARD. bc_move_write_compact() writes the form. */
enum bc_error bc_gamesman_move_read(const struct bc_board *board, const char *text, size_t length, bc_move *move);

#ifdef __cplusplus
}
#endif

#endif
