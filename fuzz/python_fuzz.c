/* Positions and games of the Python package, tried both on the same text. */
#include "require.h"

#include "baghchal/dialects.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY_SIZE = 1 << 19, TEXT_SIZE = 1 << 17 };

static struct bc_board board;

static void try_position(const char *text, size_t length)
{
    struct bc_position position;
    size_t offset = 0;
    if (bc_python_position_read(&board, text, length, &position, &offset) != BC_OK) {
        REQUIRE(offset <= length);
        return;
    }
    REQUIRE(bc_position_check(&board, &position) == BC_OK);
    char written[BC_DIALECT_TEXT_MAX];
    size_t written_length = 0;
    REQUIRE(bc_python_position_write(&board, &position, written, &written_length) == BC_OK);
    REQUIRE(written_length == length && memcmp(written, text, length) == 0);
}

static void check_game(const struct bc_game *game)
{
    static unsigned char memory[MEMORY_SIZE];
    static char text[TEXT_SIZE];
    static char again[TEXT_SIZE];
    size_t length = 0;
    size_t length_again = 0;
    enum bc_error error = bc_python_game_write(game, text, sizeof text, &length);
    if (game->ply_count == 0) {
        REQUIRE(error == BC_ERROR_DIALECT_NO_TURNS);
        return;
    }
    REQUIRE(error == BC_OK);
    struct bc_python_reader reader;
    struct bc_game read;
    bc_python_reader_init(&reader, &board, &game->rules, text, length);
    REQUIRE(bc_python_game_read(&reader, memory, sizeof memory, &read, NULL) == BC_OK);
    REQUIRE(reader.offset == length);
    REQUIRE(read.result == game->result && read.ending == game->ending && read.ply_count == game->ply_count);
    REQUIRE(bc_python_game_write(&read, again, sizeof again, &length_again) == BC_OK);
    REQUIRE(length_again == length && memcmp(again, text, length) == 0);
}

static void try_games(const char *text, size_t length)
{
    static unsigned char memory[MEMORY_SIZE];
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_python_reader reader;
    struct bc_game game;
    size_t offset = 0;
    bc_python_reader_init(&reader, &board, &rules, text, length);
    for (;;) {
        size_t before = reader.offset;
        enum bc_error error = bc_python_game_read(&reader, memory, sizeof memory, &game, &offset);
        if (error == BC_ERROR_RECORD_NONE) {
            return;
        }
        REQUIRE(error != BC_ERROR_NO_SPACE && reader.offset > before && offset <= length);
        if (error == BC_OK) {
            check_game(&game);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (board.description == NULL) {
        bc_board_init_standard(&board);
    }
    try_position((const char *)data, size);
    try_games((const char *)data, size);
    return 0;
}
