/* Rule sets: the first byte chooses the board, the rest is the text. */
#include "require.h"

#include "baghchal/rules.h"

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
    struct bc_rules rules;
    size_t offset = 0;
    if (bc_rules_read(board, (const char *)data + 1, size - 1, &rules, &offset) != BC_OK) {
        REQUIRE(offset <= size - 1);
        return 0;
    }
    REQUIRE(bc_rules_check(board, &rules) == BC_OK);
    char written[BC_RULES_TEXT_MAX];
    size_t length = bc_rules_write(board, &rules, written);
    REQUIRE(length == strlen(written) && length < sizeof written);
    struct bc_rules again;
    REQUIRE(bc_rules_read(board, written, length, &again, NULL) == BC_OK);
    REQUIRE(bc_rules_equal(&again, &rules));
    return 0;
}
