/* What the foreign text forms share. */
#include "dialect_board.h"

#include "characters.h"
#include "point_sets.h"

enum { SIDE_LENGTH = 5 };

bool bc_dialect_knows(const struct bc_board *board)
{
    return board->description == bc_board_description(0);
}

unsigned bc_dialect_point(unsigned row, unsigned column)
{
    return (SIDE_LENGTH - 1 - row) * SIDE_LENGTH + column;
}

/* Reads one row. A run of empty points is one digit, as long as the run is. */
static enum bc_error read_row(const struct bc_dialect_board *form, unsigned row, const char *text, size_t length,
                              size_t *at, struct bc_position *position)
{
    bool after_run = false;
    for (unsigned column = 0; column < SIDE_LENGTH; (*at)++) {
        char c = *at < length ? text[*at] : '\0';
        if (c == form->tiger || c == 'G') {
            *(c == 'G' ? &position->goats : &position->tigers) |= bc_point_bit(bc_dialect_point(row, column));
            column++;
            after_run = false;
        } else if (form->empty == '\0' && c >= '1' && c <= '5') {
            unsigned run = (unsigned)(c - '0');
            if (after_run || run > SIDE_LENGTH - column) {
                return BC_ERROR_POSITION_RANK_LENGTH;
            }
            column += run;
            after_run = true;
        } else if (form->empty != '\0' && c == form->empty) {
            column++;
        } else {
            return *at == length || (c != '\0' && (c == form->separator || c == ' ')) ? BC_ERROR_POSITION_RANK_LENGTH
                                                                                      : BC_ERROR_POSITION_PIECE;
        }
    }
    return BC_OK;
}

enum bc_error bc_dialect_board_read(const struct bc_dialect_board *form, const char *text, size_t length, size_t *at,
                                    struct bc_position *position)
{
    for (unsigned row = 0; row < SIDE_LENGTH; row++) {
        if (row > 0 && form->separator != '\0') {
            if (*at == length || text[*at] != form->separator) {
                return *at == length || text[*at] == ' ' ? BC_ERROR_POSITION_RANKS : BC_ERROR_POSITION_RANK_LENGTH;
            }
            (*at)++;
        }
        enum bc_error error = read_row(form, row, text, length, at, position);
        if (error != BC_OK) {
            return error;
        }
    }
    return BC_OK;
}

char *bc_dialect_board_write(const struct bc_dialect_board *form, const struct bc_position *position, char *text)
{
    for (unsigned row = 0; row < SIDE_LENGTH; row++) {
        if (row > 0 && form->separator != '\0') {
            *text++ = form->separator;
        }
        char run = '0';
        for (unsigned column = 0; column < SIDE_LENGTH; column++) {
            bc_points point = bc_point_bit(bc_dialect_point(row, column));
            bool tiger = (position->tigers & point) != 0;
            bool empty = !tiger && (position->goats & point) == 0;
            run = (char)(run + (empty ? 1 : 0));
            if (form->empty == '\0' && run > '0' && (!empty || column == SIDE_LENGTH - 1)) {
                *text++ = run;
                run = '0';
            }
            if (!empty || form->empty != '\0') {
                *text++ = (char)(tiger ? form->tiger : empty ? form->empty : 'G');
            }
        }
    }
    return text;
}

bool bc_dialect_number_read(const char *text, size_t length, size_t *at, uint32_t maximum, uint32_t *number)
{
    size_t start = *at;
    if (!bc_read_number(text, length, at, maximum, number)) {
        return false;
    }
    if (text[start] == '0' && *at > start + 1) {
        *at = start;
        return false;
    }
    return true;
}

enum bc_error bc_dialect_finish(const struct bc_board *board, struct bc_position *read, struct bc_position *position,
                                size_t at, enum bc_error error, size_t *offset)
{
    if (error == BC_OK) {
        error = bc_position_check(board, read);
        at = 0;
    }
    if (error == BC_OK) {
        read->hash = bc_position_hash(board, read);
        *position = *read;
    } else if (offset != NULL) {
        *offset = at;
    }
    return error;
}
