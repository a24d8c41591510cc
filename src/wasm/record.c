/* The game for a browser page, to take along: as a record, and in the text forms of other programs. */
#include "wasm/module.h"

#include <baghchal/dialects.h>
#include <baghchal/record.h>

/* What the page may ask for; the order is the page's too. */
enum form {
    FORM_RECORD,
    FORM_PYTHON_GAME,
    FORM_PYTHON_POSITION,
    FORM_OBX,
    FORM_GAMESMAN,
};

enum { TAGS_MAX = 4 };

static char memory[BC_RECORD_MEMORY_START];

/* Where a line of the buffer that begins at `start` ends. */
static unsigned line_end(unsigned start, unsigned length)
{
    while (start < length && module_buffer[start] != '\n') {
        ++start;
    }
    return start;
}

/* The tags that the page has put into the buffer: lines of name and value in turn. They are moved to `kept`, since the
 * buffer is where the record goes. */
static size_t read_tags(unsigned length, char *kept, struct bc_record_tag *tags)
{
    size_t count = 0;
    for (unsigned i = 0; i < length; ++i) {
        kept[i] = module_buffer[i];
    }
    for (unsigned start = 0; start < length && count < TAGS_MAX; ++count) {
        unsigned name_end = line_end(start, length);
        unsigned value_start = name_end < length ? name_end + 1 : length;
        unsigned value_end = line_end(value_start, length);
        tags[count] = (struct bc_record_tag){
            .name = kept + start,
            .name_length = name_end - start,
            .value = kept + value_start,
            .value_length = value_end - value_start,
        };
        start = value_end + 1;
    }
    return count;
}

/* Writes the game, or its present position, into the buffer and returns the length, or minus the error. For a record, the
 * buffer may hold tags first (`length` bytes, at most 1024): a name and a value, each on a line, at most four of them. */
int MODULE_EXPORT(game_write)(unsigned form, unsigned length)
{
    enum { KEPT_MAX = 1024 };
    static char kept[KEPT_MAX];
    struct bc_record_tag tags[TAGS_MAX];
    struct bc_record record;
    size_t written = 0;
    enum bc_error error = BC_ERROR_ARGUMENT;
    const struct bc_position *position = &module_game.position;
    switch (form) {
    case FORM_RECORD:
        if (length > KEPT_MAX) {
            break;
        }
        error = bc_record_from_game(&module_game, tags, read_tags(length, kept, tags), memory, sizeof memory, &record);
        if (error == BC_OK) {
            error = bc_record_write(&record, module_buffer, MODULE_BUFFER_SIZE, &written);
        }
        break;
    case FORM_PYTHON_GAME:
        error = bc_python_game_write(&module_game, module_buffer, MODULE_BUFFER_SIZE, &written);
        break;
    case FORM_PYTHON_POSITION:
        error = bc_python_position_write(&module_board, position, module_buffer, &written);
        break;
    case FORM_OBX: {
        size_t plies = module_game.ply_count;
        bc_move last = plies > 0 ? module_game.plies[plies - 1].move : BC_MOVE_NONE;
        error = bc_obx_write(&module_board, position, last, module_buffer, &written);
        break;
    }
    case FORM_GAMESMAN:
        error = bc_gamesman_position_write(&module_board, position, module_buffer, &written);
        break;
    default:
        break;
    }
    return error == BC_OK ? (int)written : -(int)error;
}
