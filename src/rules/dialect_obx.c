/* OBX, the Online Baghchal Exchange form of positions. */
#include "characters.h"
#include "dialect_board.h"
#include "point_sets.h"

static const struct bc_dialect_board form = {.tiger = 'T', .empty = 'X', .separator = '/'};

/* A position being read. */
struct obx {
    const struct bc_board *board;
    const char *text;
    size_t length;
    size_t at;
    struct bc_position position;
    bc_move last_move;
    bool has_hand;
    bool has_eaten;
    bool has_move;
    bool has_number;
    unsigned dashes; /* fields that are `-`: a missing last move or a missing number */
    uint32_t number; /* of the last move; 0 if missing */
    enum bc_side mover;
};

static char here(const struct obx *obx)
{
    return obx->at < obx->length ? obx->text[obx->at] : '\0';
}

static bool read_point(struct obx *obx, unsigned *point)
{
    if (obx->length - obx->at < 2) {
        return false;
    }
    char column = obx->text[obx->at];
    char row = obx->text[obx->at + 1];
    if (column < 'A' || column > 'E' || row < '1' || row > '5') {
        return false;
    }
    *point = bc_dialect_point((unsigned)(row - '1'), (unsigned)(column - 'A'));
    obx->at += 2;
    return true;
}

/* `C3`, `A1B1` or `A1C3(B2)`. */
static enum bc_error read_last_move(struct obx *obx)
{
    unsigned from = 0;
    unsigned to = 0;
    unsigned over = 0;
    if (!read_point(obx, &from)) {
        return BC_ERROR_MOVE_SYNTAX;
    }
    if (here(obx) == ' ' || here(obx) == '\0') {
        obx->last_move = bc_move_place(from);
        return BC_OK;
    }
    if (!read_point(obx, &to)) {
        return BC_ERROR_MOVE_SYNTAX;
    }
    if (here(obx) != '(') {
        obx->last_move = bc_move_step(from, to);
        return (obx->board->neighbours[from] & bc_point_bit(to)) != 0 ? BC_OK : BC_ERROR_MOVE_NO_LINE;
    }
    obx->at++;
    if (!read_point(obx, &over) || here(obx) != ')') {
        return BC_ERROR_MOVE_SYNTAX;
    }
    obx->at++;
    obx->last_move = bc_move_jump(from, over, to);
    return bc_board_over(obx->board, from, to) == (int)over ? BC_OK : BC_ERROR_MOVE_NO_LINE;
}

/* The side and the number behind `#`, if they are there. */
static bool read_number(struct obx *obx)
{
    if (here(obx) == ' ' || here(obx) == '\0') {
        return true;
    }
    if (here(obx) != 'g' && here(obx) != 't') {
        return false;
    }
    obx->mover = here(obx) == 'g' ? BC_GOATS : BC_TIGERS;
    obx->at++;
    return bc_dialect_number_read(obx->text, obx->length, &obx->at, BC_TURN_MAX - 1, &obx->number) && obx->number > 0;
}

static bool read_count(struct obx *obx, uint8_t *count)
{
    uint32_t number = 0;
    bool read = bc_dialect_number_read(obx->text, obx->length, &obx->at, obx->board->goat_count, &number);
    *count = (uint8_t)number;
    return read;
}

/* One field behind the side, whichever it is. */
static enum bc_error read_field(struct obx *obx)
{
    char c = here(obx);
    bool *has = c == '@' ? &obx->has_hand : c == 'c' ? &obx->has_eaten : c == 'm' ? &obx->has_move : &obx->has_number;
    if (c == '-') {
        obx->at++;
        obx->dashes++;
        return BC_OK;
    }
    if ((c != '@' && c != 'c' && c != 'm' && c != '#') || *has) {
        return BC_ERROR_DIALECT_FIELD;
    }
    *has = true;
    obx->at++;
    switch (c) {
    case '@':
        return read_count(obx, &obx->position.goats_in_hand) ? BC_OK : BC_ERROR_POSITION_COUNT;
    case 'c':
        return read_count(obx, &obx->position.goats_eaten) ? BC_OK : BC_ERROR_POSITION_COUNT;
    case 'm':
        return read_last_move(obx);
    default:
        return read_number(obx) ? BC_OK : BC_ERROR_DIALECT_NUMBER;
    }
}

/* Whether a move can have led to the position. */
static bool leads_to(const struct bc_position *position, bc_move move)
{
    bool goats_moved = position->side == BC_TIGERS;
    bc_points moved = goats_moved ? position->goats : position->tigers;
    bc_points left = bc_move_places(move) ? 0 : bc_point_bit(bc_move_from(move));
    if (bc_move_captures(move)) {
        left |= bc_point_bit(bc_move_over(move));
    }
    if ((moved & bc_point_bit(bc_move_to(move))) == 0 || ((position->goats | position->tigers) & left) != 0) {
        return false;
    }
    if (bc_move_captures(move)) {
        return !goats_moved && position->goats_eaten > 0;
    }
    return bc_move_places(move) ? goats_moved : !goats_moved || position->goats_in_hand == 0;
}

/* The turn from the number of the last move. */
static enum bc_error find_turn(struct obx *obx)
{
    struct bc_position *position = &obx->position;
    if (obx->number == 0) {
        position->turn = bc_position_earliest_turn(obx->board, position);
        return BC_OK;
    }
    if (obx->mover == (enum bc_side)position->side) {
        return BC_ERROR_DIALECT_NUMBER;
    }
    position->turn = obx->number + (obx->mover == BC_TIGERS ? 1 : 0);
    return BC_OK;
}

static enum bc_error read_fields(struct obx *obx)
{
    while (obx->at < obx->length) {
        if (here(obx) != ' ') {
            return BC_ERROR_DIALECT_FIELD;
        }
        obx->at++;
        enum bc_error error = read_field(obx);
        if (error != BC_OK) {
            return error;
        }
    }
    if (obx->dashes > (obx->has_move ? 0U : 1U) + (obx->has_number ? 0U : 1U)) {
        return BC_ERROR_DIALECT_FIELD;
    }
    return obx->has_eaten ? BC_OK : BC_ERROR_POSITION_COUNT;
}

static enum bc_error read_obx(struct obx *obx)
{
    struct bc_position *position = &obx->position;
    if (!bc_dialect_knows(obx->board)) {
        return BC_ERROR_DIALECT_BOARD;
    }
    enum bc_error error = bc_dialect_board_read(&form, obx->text, obx->length, &obx->at, position);
    if (error != BC_OK) {
        return error;
    }
    if (obx->length - obx->at < 2 || obx->text[obx->at] != ' ' ||
        (obx->text[obx->at + 1] != 'g' && obx->text[obx->at + 1] != 't')) {
        return BC_ERROR_POSITION_SIDE;
    }
    position->side = obx->text[obx->at + 1] == 'g' ? BC_GOATS : BC_TIGERS;
    obx->at += 2;
    error = read_fields(obx);
    if (error != BC_OK) {
        return error;
    }
    obx->at = 0;
    unsigned counted = bc_points_count(position->goats) + position->goats_eaten;
    if (!obx->has_hand && counted <= obx->board->goat_count) {
        position->goats_in_hand = (uint8_t)(obx->board->goat_count - counted);
    }
    if (obx->last_move != BC_MOVE_NONE && !leads_to(position, obx->last_move)) {
        return BC_ERROR_DIALECT_LAST_MOVE;
    }
    return find_turn(obx);
}

enum bc_error bc_obx_read(const struct bc_board *board, const char *text, size_t length, struct bc_position *position,
                          bc_move *last_move, size_t *offset)
{
    struct obx obx = {.board = board, .text = text, .length = length, .last_move = BC_MOVE_NONE};
    enum bc_error error = read_obx(&obx);
    error = bc_dialect_finish(board, &obx.position, position, obx.at, error, offset);
    if (error == BC_OK && last_move != NULL) {
        *last_move = obx.last_move;
    }
    return error;
}

static char *write_point(char *at, unsigned point)
{
    *at++ = (char)('A' + point % 5);
    *at++ = (char)('5' - point / 5);
    return at;
}

static char *write_last_move(char *at, bc_move move)
{
    if (move == BC_MOVE_NONE) {
        *at++ = '-';
        return at;
    }
    *at++ = 'm';
    at = write_point(at, bc_move_from(move));
    if (!bc_move_places(move)) {
        at = write_point(at, bc_move_to(move));
    }
    if (bc_move_captures(move)) {
        *at++ = '(';
        at = write_point(at, bc_move_over(move));
        *at++ = ')';
    }
    return at;
}

enum bc_error bc_obx_write(const struct bc_board *board, const struct bc_position *position, bc_move last_move,
                           char *text, size_t *length)
{
    if (!bc_dialect_knows(board)) {
        return BC_ERROR_DIALECT_BOARD;
    }
    if (last_move != BC_MOVE_NONE && !leads_to(position, last_move)) {
        return BC_ERROR_DIALECT_LAST_MOVE;
    }
    char *at = bc_dialect_board_write(&form, position, text);
    at = bc_append_word(at, position->side == BC_GOATS ? " g @" : " t @");
    at = bc_append_number(at, position->goats_in_hand);
    at = bc_append_number(bc_append_word(at, " c"), position->goats_eaten);
    *at++ = ' ';
    at = write_last_move(at, last_move);
    at = bc_append_word(at, " #");
    if (position->side == BC_TIGERS) {
        at = bc_append_number(bc_append_word(at, "g"), position->turn);
    } else if (position->turn > 1) {
        at = bc_append_number(bc_append_word(at, "t"), position->turn - 1);
    }
    if (length != NULL) {
        *length = (size_t)(at - text);
    }
    return BC_OK;
}
