/* Positions and games of the Python package `baghchal`. */
#include "characters.h"
#include "dialect_board.h"
#include "point_sets.h"
#include "record_lexer.h"
#include "text_output.h"

static const struct bc_dialect_board form = {.tiger = 'B', .separator = '/'};

/* `G 12` behind the board: the side, and the goats' turns made, from which the rest follows. */
static enum bc_error read_side_and_turns(const struct bc_board *board, const char *text, size_t length, size_t *at,
                                         struct bc_position *position)
{
    if (length - *at < 2 || text[*at] != ' ' || (text[*at + 1] != 'G' && text[*at + 1] != 'B')) {
        return BC_ERROR_POSITION_SIDE;
    }
    position->side = text[*at + 1] == 'G' ? BC_GOATS : BC_TIGERS;
    *at += 2;
    if (*at == length || text[*at] != ' ') {
        return *at == length ? BC_ERROR_POSITION_COUNT : BC_ERROR_POSITION_SIDE;
    }
    ++*at;
    size_t start = *at;
    uint32_t turns = 0;
    if (!bc_dialect_number_read(text, length, at, BC_TURN_MAX - 1, &turns)) {
        return BC_ERROR_POSITION_COUNT;
    }
    if (*at != length) {
        return BC_ERROR_POSITION_TRAILING;
    }
    uint32_t placed = turns < board->goat_count ? turns : board->goat_count;
    uint32_t on_board = bc_points_count(position->goats);
    position->turn = turns + (position->side == BC_GOATS ? 1 : 0);
    if (placed < on_board || position->turn == 0) {
        *at = start;
        return BC_ERROR_DIALECT_TURNS;
    }
    position->goats_in_hand = (uint8_t)(board->goat_count - placed);
    position->goats_eaten = (uint8_t)(placed - on_board);
    return BC_OK;
}

enum bc_error bc_python_position_read(const struct bc_board *board, const char *text, size_t length,
                                      struct bc_position *position, size_t *offset)
{
    struct bc_position read = {0};
    size_t at = 0;
    enum bc_error error = BC_ERROR_DIALECT_BOARD;
    if (bc_dialect_knows(board)) {
        error = bc_dialect_board_read(&form, text, length, &at, &read);
    }
    if (error == BC_OK) {
        error = read_side_and_turns(board, text, length, &at, &read);
    }
    return bc_dialect_finish(board, &read, position, at, error, offset);
}

enum bc_error bc_python_position_write(const struct bc_board *board, const struct bc_position *position, char *text,
                                       size_t *length)
{
    if (!bc_dialect_knows(board)) {
        return BC_ERROR_DIALECT_BOARD;
    }
    uint32_t turns = position->turn - (position->side == BC_GOATS ? 1 : 0);
    uint32_t placed = turns < board->goat_count ? turns : board->goat_count;
    if (placed + position->goats_in_hand != board->goat_count) {
        return BC_ERROR_DIALECT_TURNS;
    }
    char *at = bc_dialect_board_write(&form, position, text);
    at = bc_append_word(at, position->side == BC_GOATS ? " G " : " B ");
    at = bc_append_number(at, turns);
    if (length != NULL) {
        *length = (size_t)(at - text);
    }
    return BC_OK;
}

static bool is_place(char c)
{
    return c >= '1' && c <= '9';
}

/* The point named by two digits, or -1. */
static int read_point(const char *text)
{
    return text[0] <= '5' && text[1] <= '5'
               ? (int)bc_dialect_point((unsigned)(text[0] - '1'), (unsigned)(text[1] - '1'))
               : -1;
}

enum bc_error bc_python_move_read(const struct bc_board *board, enum bc_side side, const char *text, size_t length,
                                  bc_move *move)
{
    if (!bc_dialect_knows(board)) {
        return BC_ERROR_DIALECT_BOARD;
    }
    if (length == 0 || (text[0] != 'G' && text[0] != 'B')) {
        return BC_ERROR_MOVE_SYNTAX;
    }
    bool captures = length > 1 && text[1] == 'x';
    size_t first = captures ? 2 : 1;
    size_t digits = first;
    while (digits < length && is_place(text[digits])) {
        digits++;
    }
    if (digits != length || (length - first != 4 && (length - first != 2 || captures))) {
        return BC_ERROR_MOVE_SYNTAX;
    }
    if ((text[0] == 'G') != (side == BC_GOATS)) {
        return BC_ERROR_MOVE_OTHER_SIDE;
    }
    int from = read_point(text + first);
    int to = read_point(text + length - 2);
    if (from < 0 || to < 0) {
        return BC_ERROR_MOVE_POINT;
    }
    if (length - first == 2) {
        *move = bc_move_place((unsigned)to);
        return BC_OK;
    }
    int over = bc_board_over(board, (unsigned)from, (unsigned)to);
    bool neighbours = (board->neighbours[from] & bc_point_bit((unsigned)to)) != 0;
    if (captures ? over < 0 : !neighbours) {
        return BC_ERROR_MOVE_NO_LINE;
    }
    *move = captures ? bc_move_jump((unsigned)from, (unsigned)over, (unsigned)to)
                     : bc_move_step((unsigned)from, (unsigned)to);
    return BC_OK;
}

static char *write_point(char *at, unsigned point)
{
    *at++ = (char)('5' - point / 5);
    *at++ = (char)('1' + point % 5);
    return at;
}

size_t bc_python_move_write(enum bc_side side, bc_move move, char *text)
{
    char *at = text;
    *at++ = side == BC_GOATS ? 'G' : 'B';
    if (bc_move_captures(move)) {
        *at++ = 'x';
    }
    if (!bc_move_places(move)) {
        at = write_point(at, bc_move_from(move));
    }
    at = write_point(at, bc_move_to(move));
    *at = '\0';
    return (size_t)(at - text);
}

void bc_python_reader_init(struct bc_python_reader *reader, const struct bc_board *board, const struct bc_rules *rules,
                           const char *text, size_t length)
{
    *reader = (struct bc_python_reader){.board = board, .rules = *rules, .text = text, .length = length};
}

/* The place of the next turn number 1 from `at` on, or the end. */
static size_t next_game(const struct bc_python_reader *reader, size_t at)
{
    for (; at + 1 < reader->length; at++) {
        if (reader->text[at] == '1' && reader->text[at + 1] == '.' && (at == 0 || !bc_is_digit(reader->text[at - 1]))) {
            return at;
        }
    }
    return reader->length;
}

/* The end of the word at `at`: letters, digits, `-` and `/`. */
static size_t word_end(const struct bc_python_reader *reader, size_t at)
{
    while (at < reader->length) {
        char c = bc_lower(reader->text[at]);
        if (!bc_is_digit(c) && (c < 'a' || c > 'z') && c != '-' && c != '/') {
            break;
        }
        at++;
    }
    return at;
}

/* A turn number with its dot before a turn of the goats. */
static enum bc_error read_number(const struct bc_python_reader *reader, const struct bc_game *game, size_t *at)
{
    uint32_t number = 0;
    size_t end = *at;
    if (!bc_read_number(reader->text, reader->length, &end, BC_TURN_MAX, &number) || end == reader->length ||
        reader->text[end] != '.' || number != game->position.turn || game->position.side != BC_GOATS) {
        return BC_ERROR_RECORD_NUMBER;
    }
    *at = bc_record_skip_space(reader->text, reader->length, end + 1);
    return BC_OK;
}

/* What stands behind the moves: `#`, a result, both or nothing. */
static enum bc_error read_end(const struct bc_python_reader *reader, struct bc_game *game, size_t *at)
{
    if (*at < reader->length && reader->text[*at] == '#') {
        if (game->ending == BC_ENDING_NONE) {
            return BC_ERROR_RECORD_RESULT;
        }
        *at = bc_record_skip_space(reader->text, reader->length, *at + 1);
    }
    size_t end = *at < reader->length && reader->text[*at] == '*' ? *at + 1 : word_end(reader, *at);
    enum bc_result result = BC_RESULT_NONE;
    if (!bc_record_result_read(reader->text + *at, end - *at, &result)) {
        return BC_OK;
    }
    bc_record_end_by_players(game, result);
    if (game->result != result) {
        return BC_ERROR_RECORD_RESULT;
    }
    *at = end;
    return BC_OK;
}

/* The moves and the end of one game, which goes up to `end` at most; *at is moved to where it ends or where the
 * fault is. */
static enum bc_error read_game(const struct bc_python_reader *reader, struct bc_game *game, size_t end, size_t *at)
{
    while (*at < end) {
        enum bc_side side = (enum bc_side)game->position.side;
        char c = reader->text[*at];
        size_t word = word_end(reader, *at);
        enum bc_result result = BC_RESULT_NONE;
        if (c == '#' || c == '*' || bc_record_result_read(reader->text + *at, word - *at, &result)) {
            break;
        }
        if (side == BC_GOATS) {
            enum bc_error error = read_number(reader, game, at);
            if (error != BC_OK) {
                return error;
            }
            word = word_end(reader, *at);
        }
        bc_move move = BC_MOVE_NONE;
        enum bc_error error = bc_python_move_read(reader->board, side, reader->text + *at, word - *at, &move);
        if (error == BC_OK) {
            error = bc_game_play(game, move);
        }
        if (error != BC_OK) {
            return error;
        }
        *at = bc_record_skip_space(reader->text, reader->length, word);
    }
    enum bc_error error = read_end(reader, game, at);
    if (error == BC_OK) {
        *at = bc_record_skip_space(reader->text, reader->length, *at);
        error = *at < end ? BC_ERROR_MOVE_SYNTAX : BC_OK;
    }
    return error;
}

enum bc_error bc_python_game_read(struct bc_python_reader *reader, void *memory, size_t size, struct bc_game *game,
                                  size_t *offset)
{
    reader->offset = bc_record_skip_space(reader->text, reader->length, reader->offset);
    if (reader->offset == reader->length) {
        return BC_ERROR_RECORD_NONE;
    }
    size_t at = reader->offset;
    size_t end = next_game(reader, at + 1);
    size_t moves = 0;
    for (size_t i = at; i < end; i++) {
        moves += reader->text[i] == 'G' || reader->text[i] == 'B' ? 1 : 0;
    }
    enum bc_error error = bc_dialect_knows(reader->board) ? BC_OK : BC_ERROR_DIALECT_BOARD;
    if (moves > BC_RECORD_PLIES_MAX) {
        error = BC_ERROR_RECORD_LARGE;
    }
    if (error == BC_OK) {
        struct bc_record_memory room;
        bc_record_memory_init(&room, memory, size);
        struct bc_ply *plies = bc_record_memory_low(&room, moves * sizeof *plies, true);
        if (plies == NULL) {
            return BC_ERROR_NO_SPACE;
        }
        error = bc_game_init(game, reader->board, &reader->rules, NULL, plies, moves);
    }
    if (error == BC_OK) {
        error = read_game(reader, game, end, &at);
    }
    if (error != BC_OK && offset != NULL) {
        *offset = at;
    }
    reader->offset = end;
    return error;
}

enum bc_error bc_python_game_write(const struct bc_game *game, char *text, size_t capacity, size_t *length)
{
    struct bc_position start;
    bc_position_start(game->board, &start);
    *length = 0;
    if (!bc_dialect_knows(game->board)) {
        return BC_ERROR_DIALECT_BOARD;
    }
    if (game->start.hash != start.hash || game->start.turn != start.turn) {
        return BC_ERROR_DIALECT_START;
    }
    if (game->ply_count == 0) {
        return BC_ERROR_DIALECT_NO_TURNS;
    }
    struct bc_text_output output = {.capacity = capacity};
    output.text = text;
    for (size_t i = 0; i < game->ply_count; i++) {
        char word[24];
        bc_output_word(&output, i > 0 ? " " : "");
        if (i % 2 == 0) {
            bc_append_word(bc_append_number(word, (uint32_t)(i / 2) + 1), ". ");
            bc_output_word(&output, word);
        }
        bc_python_move_write(i % 2 == 0 ? BC_GOATS : BC_TIGERS, game->plies[i].move, word);
        bc_output_word(&output, word);
    }
    bool by_moves = game->ending != BC_ENDING_NONE && game->ending < BC_ENDING_AGREEMENT;
    bc_output_word(&output, by_moves ? "#" : "");
    if (game->result != BC_RESULT_NONE) {
        bc_output_word(&output, " ");
        bc_output_word(&output, bc_result_word(game->result));
    }
    *length = output.length;
    return output.length <= capacity ? BC_OK : BC_ERROR_NO_SPACE;
}
