/* Native positions: the first byte chooses the board, the rest is the text. What is read is sound, and is written
 * and read again to the same. */
#include "require.h"

#include "baghchal/text.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bc_board boards[3];
    for (size_t i = 0; i < 3 && boards[i].description == NULL; i++) {
        REQUIRE(bc_board_init(&boards[i], bc_board_description(i)) == BC_OK);
    }
    if (size == 0) {
        return 0;
    }
    const struct bc_board *board = &boards[data[0] % 3];
    const char *text = (const char *)data + 1;
    struct bc_position position;
    size_t offset = 0;
    if (bc_position_read(board, text, size - 1, &position, &offset) != BC_OK) {
        REQUIRE(offset < size);
        return 0;
    }
    REQUIRE(bc_position_check(board, &position) == BC_OK);
    REQUIRE(position.hash == bc_position_hash(board, &position));
    char written[BC_POSITION_TEXT_MAX];
    size_t length = bc_position_write(board, &position, written);
    REQUIRE(length == strlen(written) && length < sizeof written);
    struct bc_position again;
    REQUIRE(bc_position_read(board, written, length, &again, NULL) == BC_OK);
    REQUIRE(same_position(&again, &position));
    return 0;
}
