/* Gamesman's positions: what is read is written to the same text. */
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
    size_t offset = 0;
    if (bc_gamesman_position_read(&board, (const char *)data, size, &position, &offset) != BC_OK) {
        REQUIRE(offset <= size);
        return 0;
    }
    REQUIRE(bc_position_check(&board, &position) == BC_OK);
    char written[BC_DIALECT_TEXT_MAX];
    size_t length = 0;
    REQUIRE(bc_gamesman_position_write(&board, &position, written, &length) == BC_OK);
    REQUIRE(length == size && memcmp(written, data, size) == 0);
    return 0;
}
