/* What the foreign text forms share: the standard board written point by point from the top left. */
#ifndef BAGHCHAL_RULES_DIALECT_BOARD_H
#define BAGHCHAL_RULES_DIALECT_BOARD_H

#include <baghchal/dialects.h>

struct bc_dialect_board {
    char tiger;
    char empty;     /* an empty point; '\0' where a digit stands for a run of them */
    char separator; /* between rows; '\0' for none */
};

/* Whether the board is the one that foreign forms know. */
bool bc_dialect_knows(const struct bc_board *board);

/* The point in a row and a column counted from 0, the top left. */
unsigned bc_dialect_point(unsigned row, unsigned column);

/* Reads all points from *at on into the sets of the position, which are empty. */
enum bc_error bc_dialect_board_read(const struct bc_dialect_board *form, const char *text, size_t length, size_t *at,
                                    struct bc_position *position);

/* Writes all points; returns the place behind them. */
char *bc_dialect_board_write(const struct bc_dialect_board *form, const struct bc_position *position, char *text);

/* Reads a number without leading zeros. */
bool bc_dialect_number_read(const char *text, size_t length, size_t *at, uint32_t maximum, uint32_t *number);

/* Checks a position that was read and hands it out. */
enum bc_error bc_dialect_finish(const struct bc_board *board, struct bc_position *read, struct bc_position *position,
                                size_t at, enum bc_error error, size_t *offset);

#endif
