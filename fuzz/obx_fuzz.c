/* OBX: what is read is written to a text that is read and written to the same again. */
#include "require.h"

#include "baghchal/dialects.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bc_board board;
    if (board.description == NULL) {
        bc_board_init_standard(&board);
    }
    struct bc_position position;
    bc_move move = BC_MOVE_NONE;
    size_t offset = 0;
    if (bc_obx_read(&board, (const char *)data, size, &position, &move, &offset) != BC_OK) {
        REQUIRE(offset <= size);
        return 0;
    }
    REQUIRE(bc_position_check(&board, &position) == BC_OK);
    char written[BC_DIALECT_TEXT_MAX];
    char again[BC_DIALECT_TEXT_MAX];
    size_t length = 0;
    REQUIRE(bc_obx_write(&board, &position, move, written, &length) == BC_OK);
    REQUIRE(length == strlen(written) && length < sizeof written);
    struct bc_position read;
    bc_move read_move = BC_MOVE_NONE;
    REQUIRE(bc_obx_read(&board, written, length, &read, &read_move, NULL) == BC_OK);
    REQUIRE(same_position(&read, &position) && read_move == move);
    REQUIRE(bc_obx_write(&board, &read, read_move, again, NULL) == BC_OK && strcmp(again, written) == 0);
    return 0;
}
