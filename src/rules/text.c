/* The native text forms of moves and positions. */
#include <baghchal/text.h>

#include "characters.h"
#include "point_sets.h"

void bc_text_locate(const char *text, size_t length, size_t offset, size_t *line, size_t *column)
{
    *line = 1;
    *column = 1;
    for (size_t i = 0; i < offset && i < length; i++) {
        if (text[i] == '\n') {
            (*line)++;
            *column = 1;
        } else {
            (*column)++;
        }
    }
}

int bc_point_read(const struct bc_board *board, const char *text)
{
    char file = bc_lower(text[0]);
    if (file < 'a' || file > 'z' || text[1] < '1' || text[1] > '9') {
        return -1;
    }
    return bc_board_point_at(board, (unsigned)(file - 'a'), (unsigned)(text[1] - '1'));
}

void bc_point_write(const struct bc_board *board, unsigned point, char *text)
{
    struct bc_place place = board->description->places[point];
    text[0] = (char)('a' + place.file);
    text[1] = (char)('1' + place.rank);
    text[2] = '\0';
}

static bool looks_like_point(const char *text)
{
    char file = bc_lower(text[0]);
    return file >= 'a' && file <= 'z' && text[1] >= '1' && text[1] <= '9';
}

enum bc_error bc_move_read(const struct bc_board *board, const char *text, size_t length, bc_move *move)
{
    if ((length != 2 && length != 4 && length != 5) || !looks_like_point(text)) {
        return BC_ERROR_MOVE_SYNTAX;
    }
    char sign = length == 5 ? bc_lower(text[2]) : '\0';
    if (length > 2 && (!looks_like_point(text + length - 2) || (sign != '\0' && sign != '-' && sign != 'x'))) {
        return BC_ERROR_MOVE_SYNTAX;
    }
    int from = bc_point_read(board, text);
    int to = bc_point_read(board, text + length - 2);
    if (from < 0 || to < 0) {
        return BC_ERROR_MOVE_POINT;
    }
    if (length == 2) {
        *move = bc_move_place((unsigned)to);
        return BC_OK;
    }
    int over = bc_board_over(board, (unsigned)from, (unsigned)to);
    bool neighbours = (board->neighbours[from] & bc_point_bit((unsigned)to)) != 0;
    if (neighbours && sign != 'x') {
        *move = bc_move_step((unsigned)from, (unsigned)to);
        return BC_OK;
    }
    if (over >= 0 && sign != '-') {
        *move = bc_move_jump((unsigned)from, (unsigned)over, (unsigned)to);
        return BC_OK;
    }
    return BC_ERROR_MOVE_NO_LINE;
}

static size_t write_move(const struct bc_board *board, bc_move move, char *text, bool compact)
{
    char *at = text;
    if (!bc_move_places(move)) {
        bc_point_write(board, bc_move_from(move), at);
        at += 2;
        if (!compact) {
            *at++ = bc_move_captures(move) ? 'x' : '-';
        }
    }
    bc_point_write(board, bc_move_to(move), at);
    return (size_t)(at + 2 - text);
}

size_t bc_move_write(const struct bc_board *board, bc_move move, char *text)
{
    return write_move(board, move, text, false);
}

size_t bc_move_write_compact(const struct bc_board *board, bc_move move, char *text)
{
    return write_move(board, move, text, true);
}

/* The points of a rank in the order of their files: at most one for each file. Returns how many. */
static unsigned rank_points(const struct bc_board *board, unsigned rank, uint8_t *points)
{
    unsigned count = 0;
    for (unsigned file = 0; file < 26; file++) {
        int point = bc_board_point_at(board, file, rank);
        if (point >= 0) {
            points[count++] = (uint8_t)point;
        }
    }
    return count;
}

/* Reads one rank from *at on, up to a '/', a space or the end. */
static enum bc_error read_rank(const struct bc_board *board, unsigned rank, const char *text, size_t length, size_t *at,
                               struct bc_position *position)
{
    uint8_t points[BC_POINTS_MAX];
    unsigned count = rank_points(board, rank, points);
    unsigned file = 0;
    while (*at < length && text[*at] != '/' && text[*at] != ' ') {
        char c = bc_lower(text[*at]);
        if (c >= '1' && c <= '9') {
            file += (unsigned)(c - '0');
            if (file > count) {
                return BC_ERROR_POSITION_RANK_LENGTH;
            }
        } else if (c == 't' || c == 'b' || c == 'g') {
            if (file >= count) {
                return BC_ERROR_POSITION_RANK_LENGTH;
            }
            *(c == 'g' ? &position->goats : &position->tigers) |= bc_point_bit(points[file++]);
        } else {
            return BC_ERROR_POSITION_PIECE;
        }
        (*at)++;
    }
    return file == count ? BC_OK : BC_ERROR_POSITION_RANK_LENGTH;
}

/* All ranks from the top, and the space behind them. */
static enum bc_error read_ranks(const struct bc_board *board, const char *text, size_t length, size_t *at,
                                struct bc_position *position)
{
    for (unsigned rank = board->rank_count; rank-- > 0;) {
        enum bc_error error = read_rank(board, rank, text, length, at, position);
        if (error != BC_OK) {
            return error;
        }
        char expected = rank > 0 ? '/' : ' ';
        if (*at >= length || text[*at] != expected) {
            return *at >= length && rank == 0 ? BC_ERROR_POSITION_SIDE : BC_ERROR_POSITION_RANKS;
        }
        (*at)++;
    }
    return BC_OK;
}

static enum bc_error read_side(const char *text, size_t length, size_t *at, struct bc_position *position)
{
    char c = *at < length ? bc_lower(text[*at]) : '\0';
    if ((c != 'g' && c != 't' && c != 'b') || (*at + 1 < length && text[*at + 1] != ' ')) {
        return BC_ERROR_POSITION_SIDE;
    }
    position->side = c == 'g' ? BC_GOATS : BC_TIGERS;
    (*at)++;
    return BC_OK;
}

/* A space and a number. */
static enum bc_error read_count(const char *text, size_t length, size_t *at, uint32_t maximum, uint32_t *count)
{
    if (*at >= length || text[*at] != ' ') {
        return BC_ERROR_POSITION_COUNT;
    }
    (*at)++;
    return bc_read_number(text, length, at, maximum, count) ? BC_OK : BC_ERROR_POSITION_COUNT;
}

static enum bc_error read_position(const struct bc_board *board, const char *text, size_t length, size_t *at,
                                   struct bc_position *position)
{
    *position = (struct bc_position){0};
    enum bc_error error = read_ranks(board, text, length, at, position);
    if (error == BC_OK) {
        error = read_side(text, length, at, position);
    }
    uint32_t hand = 0;
    uint32_t eaten = 0;
    uint32_t quiet = 0;
    uint32_t turn = 0;
    if (error == BC_OK) {
        error = read_count(text, length, at, board->goat_count, &hand);
    }
    if (error == BC_OK) {
        error = read_count(text, length, at, board->goat_count, &eaten);
    }
    position->goats_in_hand = (uint8_t)hand;
    position->goats_eaten = (uint8_t)eaten;
    bool short_form = *at == length;
    if (error == BC_OK && !short_form) {
        error = read_count(text, length, at, BC_QUIET_TURNS_MAX, &quiet);
    }
    if (error == BC_OK && !short_form) {
        error = read_count(text, length, at, BC_TURN_MAX, &turn);
    }
    if (error != BC_OK) {
        return error;
    }
    position->quiet_turns = (uint16_t)quiet;
    position->turn = short_form ? bc_position_earliest_turn(board, position) : turn;
    return *at == length ? BC_OK : BC_ERROR_POSITION_TRAILING;
}

enum bc_error bc_position_read(const struct bc_board *board, const char *text, size_t length,
                               struct bc_position *position, size_t *offset)
{
    struct bc_position result;
    size_t at = 0;
    enum bc_error error = read_position(board, text, length, &at, &result);
    if (error == BC_OK) {
        error = bc_position_check(board, &result);
        at = 0;
    }
    if (offset != NULL) {
        *offset = at;
    }
    if (error == BC_OK) {
        result.hash = bc_position_hash(board, &result);
        *position = result;
    }
    return error;
}

/* A run of empty points: one digit, or several on boards with longer ranks. */
static char *write_empty(char *at, unsigned count)
{
    while (count > 9) {
        *at++ = '9';
        count -= 9;
    }
    return count > 0 ? bc_append_number(at, count) : at;
}

static char *write_rank(const struct bc_board *board, const struct bc_position *position, unsigned rank, char *at)
{
    uint8_t points[BC_POINTS_MAX];
    unsigned count = rank_points(board, rank, points);
    unsigned empty = 0;
    for (unsigned i = 0; i < count; i++) {
        bool tiger = (position->tigers & bc_point_bit(points[i])) != 0;
        bool goat = (position->goats & bc_point_bit(points[i])) != 0;
        if (!tiger && !goat) {
            empty++;
            continue;
        }
        at = write_empty(at, empty);
        empty = 0;
        *at++ = tiger ? 'T' : 'G';
    }
    return write_empty(at, empty);
}

size_t bc_position_write(const struct bc_board *board, const struct bc_position *position, char *text)
{
    char *at = text;
    for (unsigned rank = board->rank_count; rank-- > 0;) {
        at = write_rank(board, position, rank, at);
        *at++ = rank > 0 ? '/' : ' ';
    }
    *at++ = position->side == BC_GOATS ? 'g' : 't';
    uint32_t counts[4] = {position->goats_in_hand, position->goats_eaten, position->quiet_turns, position->turn};
    for (unsigned i = 0; i < 4; i++) {
        *at++ = ' ';
        at = bc_append_number(at, counts[i]);
    }
    return (size_t)(at - text);
}
