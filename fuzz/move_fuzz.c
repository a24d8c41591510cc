/* Moves in all their forms: the first byte chooses the board, the rest is the text. */
#include "require.h"

#include "baghchal/dialects.h"
#include "baghchal/text.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_native(const struct bc_board *board, const char *text, size_t length)
{
    bc_move move = BC_MOVE_NONE;
    if (bc_move_read(board, text, length, &move) != BC_OK) {
        return;
    }
    char written[BC_MOVE_TEXT_MAX];
    bc_move again = BC_MOVE_NONE;
    size_t written_length = bc_move_write(board, move, written);
    REQUIRE(written_length == strlen(written) && written_length < sizeof written);
    REQUIRE(bc_move_read(board, written, written_length, &again) == BC_OK && again == move);
    written_length = bc_move_write_compact(board, move, written);
    REQUIRE(bc_move_read(board, written, written_length, &again) == BC_OK && again == move);
}

static void try_gamesman(const struct bc_board *board, const char *text, size_t length)
{
    bc_move move = BC_MOVE_NONE;
    char written[BC_MOVE_TEXT_MAX];
    if (bc_gamesman_move_read(board, text, length, &move) == BC_OK) {
        REQUIRE(bc_move_write_compact(board, move, written) == length && memcmp(written, text, length) == 0);
    }
}

static void try_python(const struct bc_board *board, enum bc_side side, const char *text, size_t length)
{
    bc_move move = BC_MOVE_NONE;
    char written[BC_MOVE_TEXT_MAX];
    if (bc_python_move_read(board, side, text, length, &move) == BC_OK && (side == BC_GOATS || !bc_move_places(move))) {
        REQUIRE(bc_python_move_write(side, move, written) == length && memcmp(written, text, length) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bc_board boards[3];
    for (size_t i = 0; i < 3 && boards[i].description == NULL; i++) {
        REQUIRE(bc_board_init(&boards[i], bc_board_description(i)) == BC_OK);
    }
    if (size > 0) {
        const struct bc_board *board = &boards[data[0] % 3];
        const char *text = (const char *)data + 1;
        try_native(board, text, size - 1);
        try_gamesman(board, text, size - 1);
        try_python(board, BC_GOATS, text, size - 1);
        try_python(board, BC_TIGERS, text, size - 1);
    }
    return 0;
}
