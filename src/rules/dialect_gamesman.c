/* Gamesman's positions and moves. */
#include <baghchal/text.h>

#include "characters.h"
#include "dialect_board.h"

static const struct bc_dialect_board form = {.tiger = 'T', .empty = '-'};

/* Two digits. */
static bool read_count(const char *text, size_t length, size_t *at, uint8_t *count)
{
    if (length - *at < 2 || !bc_is_digit(text[*at]) || !bc_is_digit(text[*at + 1])) {
        return false;
    }
    *count = (uint8_t)((text[*at] - '0') * 10 + (text[*at + 1] - '0'));
    *at += 2;
    return true;
}

static enum bc_error read_position(const struct bc_board *board, const char *text, size_t length, size_t *at,
                                   struct bc_position *position)
{
    if (!bc_dialect_knows(board)) {
        return BC_ERROR_DIALECT_BOARD;
    }
    if (length < 2 || (text[0] != '1' && text[0] != '2') || text[1] != '_') {
        return BC_ERROR_POSITION_SIDE;
    }
    position->side = text[0] == '1' ? BC_GOATS : BC_TIGERS;
    *at = 2;
    enum bc_error error = bc_dialect_board_read(&form, text, length, at, position);
    if (error != BC_OK) {
        return error;
    }
    if (!read_count(text, length, at, &position->goats_in_hand) ||
        !read_count(text, length, at, &position->goats_eaten)) {
        return BC_ERROR_POSITION_COUNT;
    }
    if (*at != length) {
        return BC_ERROR_POSITION_TRAILING;
    }
    if (position->goats_in_hand > board->goat_count) {
        return BC_ERROR_POSITION_GOATS;
    }
    position->turn = bc_position_earliest_turn(board, position);
    return BC_OK;
}

enum bc_error bc_gamesman_position_read(const struct bc_board *board, const char *text, size_t length,
                                        struct bc_position *position, size_t *offset)
{
    struct bc_position read = {0};
    size_t at = 0;
    enum bc_error error = read_position(board, text, length, &at, &read);
    return bc_dialect_finish(board, &read, position, at, error, offset);
}

enum bc_error bc_gamesman_position_write(const struct bc_board *board, const struct bc_position *position, char *text,
                                         size_t *length)
{
    if (!bc_dialect_knows(board)) {
        return BC_ERROR_DIALECT_BOARD;
    }
    char *at = text;
    *at++ = position->side == BC_GOATS ? '1' : '2';
    *at++ = '_';
    at = bc_dialect_board_write(&form, position, at);
    *at++ = (char)('0' + position->goats_in_hand / 10);
    *at++ = (char)('0' + position->goats_in_hand % 10);
    *at++ = (char)('0' + position->goats_eaten / 10);
    *at++ = (char)('0' + position->goats_eaten % 10);
    *at = '\0';
    if (length != NULL) {
        *length = (size_t)(at - text);
    }
    return BC_OK;
}

enum bc_error bc_gamesman_move_read(const struct bc_board *board, const char *text, size_t length, bc_move *move)
{
    if (!bc_dialect_knows(board)) {
        return BC_ERROR_DIALECT_BOARD;
    }
    if (length != 2 && length != 4) {
        return BC_ERROR_MOVE_SYNTAX;
    }
    for (size_t i = 0; i < length; i += 2) {
        if (text[i] < 'a' || text[i] > 'z') {
            return BC_ERROR_MOVE_SYNTAX;
        }
    }
    return bc_move_read(board, text, length, move);
}
