/* Game records: every game of the text is read. What is read is written, read again, and written to the same bytes;
 * and what the moves come to is the same again. */
#include "require.h"

#include "baghchal/record.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BOARD_COUNT = 3, LARGEST_MEMORY = 1 << 26 };

static struct bc_board tables[BOARD_COUNT];
static const struct bc_board *const boards[BOARD_COUNT] = {&tables[0], &tables[1], &tables[2]};

/* Reads the next game with memory that grows from nothing; `memory` is the caller's to free. */
static enum bc_error read_game(struct bc_record_reader *reader, void **memory, struct bc_record *record)
{
    enum bc_error error = BC_ERROR_NO_SPACE;
    size_t offset = 0;
    for (size_t size = 0; error == BC_ERROR_NO_SPACE && size <= LARGEST_MEMORY; size = size == 0 ? 256 : size * 2) {
        size_t before = reader->offset;
        free(*memory);
        *memory = size == 0 ? NULL : malloc(size);
        REQUIRE(*memory != NULL || size == 0);
        error = bc_record_read(reader, *memory, size, record, &offset);
        REQUIRE(error == BC_ERROR_RECORD_NONE || error == BC_ERROR_NO_SPACE || reader->offset > before);
    }
    REQUIRE(error != BC_ERROR_NO_SPACE);
    REQUIRE(offset <= reader->length && reader->offset <= reader->length);
    return error;
}

static char *write_record(const struct bc_record *record, size_t *length)
{
    REQUIRE(bc_record_write(record, NULL, 0, length) == BC_ERROR_NO_SPACE);
    char *text = malloc(*length);
    size_t again = 0;
    REQUIRE(text != NULL && bc_record_write(record, text, *length, &again) == BC_OK && again == *length);
    return text;
}

static void check_record(const struct bc_record *record)
{
    size_t length = 0;
    char *text = write_record(record, &length);
    struct bc_record_reader reader;
    bc_record_reader_init(&reader, boards, BOARD_COUNT, text, length);
    void *memory = NULL;
    struct bc_record again;
    REQUIRE(read_game(&reader, &memory, &again) == BC_OK);
    REQUIRE(reader.offset == length - 1);
    REQUIRE(again.item_count == record->item_count && again.tag_count == record->tag_count);
    REQUIRE(again.game.result == record->game.result && again.game.ending == record->game.ending);
    REQUIRE(again.game.ply_count == record->game.ply_count);
    REQUIRE(same_position(&again.game.position, &record->game.position));
    size_t length_again = 0;
    char *text_again = write_record(&again, &length_again);
    REQUIRE(length_again == length && memcmp(text_again, text, length) == 0);
    free(text_again);
    free(memory);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < BOARD_COUNT && tables[i].description == NULL; i++) {
        REQUIRE(bc_board_init(&tables[i], bc_board_description(i)) == BC_OK);
    }
    struct bc_record_reader reader;
    struct bc_record record;
    void *memory = NULL;
    bc_record_reader_init(&reader, boards, BOARD_COUNT, (const char *)data, size);
    enum bc_error error = BC_OK;
    while ((error = read_game(&reader, &memory, &record)) != BC_ERROR_RECORD_NONE) {
        if (error == BC_OK) {
            check_record(&record);
        }
    }
    free(memory);
    return 0;
}
