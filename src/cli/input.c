#include "cli/input.h"

#include "cli/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 65536 };

/* More than BC_RECORD_ITEMS_MAX items, BC_RECORD_PLIES_MAX turns and BC_RECORD_TAGS_MAX tags take. */
static const size_t largest_memory = (size_t)128 << 20;

/* Reads a stream to its end; errno tells what went wrong. */
static bool read_stream(FILE *stream, struct input *input)
{
    size_t size = 0;
    for (;;) {
        if (input->length == size) {
            size = size == 0 ? FIRST_SIZE : size * 2;
            char *larger = realloc(input->text, size);
            if (larger == NULL) {
                return false;
            }
            input->text = larger;
        }
        size_t count = fread(input->text + input->length, 1, size - input->length, stream);
        input->length += count;
        if (count == 0) {
            return ferror(stream) == 0;
        }
    }
}

int read_input(const char *command, const char *path, struct input *input)
{
    bool standard = path == NULL || strcmp(path, "-") == 0;
    *input = (struct input){.name = standard ? "-" : path, .line = 1, .column = 1};
    FILE *stream = standard ? stdin : fopen(path, "rb");
    if (stream == NULL) {
        return complain(command, "%s: %s", path, strerror(errno));
    }
    bool read = read_stream(stream, input);
    int code = read ? EXIT_DONE : complain(command, "%s: %s", input->name, strerror(errno));
    if (!standard) {
        (void)fclose(stream);
    }
    return code;
}

void free_input(struct input *input)
{
    free(input->text);
    input->text = NULL;
}

void locate_input(struct input *input, size_t offset, size_t *line, size_t *column)
{
    if (offset < input->located) {
        input->located = 0;
        input->line = 1;
        input->column = 1;
    }
    for (; input->located < offset && input->located < input->length; input->located++) {
        bool line_end = input->text[input->located] == '\n';
        input->line += line_end ? 1 : 0;
        input->column = line_end ? 1 : input->column + 1;
    }
    *line = input->line;
    *column = input->column;
}

size_t skip_input_space(const struct input *input, size_t offset)
{
    while (offset < input->length && (input->text[offset] == ' ' || input->text[offset] == '\t' ||
                                      input->text[offset] == '\n' || input->text[offset] == '\r')) {
        offset++;
    }
    return offset;
}

int complain_at(struct input *input, size_t offset, const char *format, ...)
{
    size_t line = 0;
    size_t column = 0;
    locate_input(input, offset, &line, &column);
    (void)fflush(stdout);
    (void)fprintf(stderr, "%s:%zu:%zu: ", input->name, line, column);
    va_list arguments;
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    return EXIT_INPUT;
}

int prepare_boards(const char *command, struct known_boards *known)
{
    size_t count = 0;
    while (bc_board_description(count) != NULL) {
        count++;
    }
    *known = (struct known_boards){.boards = calloc(count, sizeof(const struct bc_board *)),
                                   .tables = calloc(count, sizeof *known->tables)};
    if (known->boards == NULL || known->tables == NULL) {
        return complain(command, "not enough memory");
    }
    for (; known->count < count; known->count++) {
        struct bc_board *board = &known->tables[known->count];
        enum bc_error error = bc_board_init(board, bc_board_description(known->count));
        if (error != BC_OK) {
            return complain(command, "%s", bc_error_text(error));
        }
        known->boards[known->count] = board;
    }
    return EXIT_DONE;
}

void free_boards(struct known_boards *known)
{
    free(known->tables);
    free(known->boards);
}

bool grow_memory(struct growing_memory *memory)
{
    size_t size = memory->size == 0 ? BC_RECORD_MEMORY_START : memory->size * 2;
    void *bytes = size <= largest_memory ? realloc(memory->bytes, size) : NULL;
    if (bytes == NULL) {
        return false;
    }
    memory->bytes = bytes;
    memory->size = size;
    return true;
}

/* The length of the move, or of what stands in its place, at an offset. */
static int move_length(const struct input *input, size_t offset)
{
    enum { SHOWN_MAX = 16 };
    int length = 0;
    while (length < SHOWN_MAX && offset + (size_t)length < input->length) {
        char c = input->text[offset + (size_t)length];
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && c != '-') {
            break;
        }
        length++;
    }
    return length;
}

int complain_fault(struct input *input, size_t offset, enum bc_error error)
{
    bool of_move = error == BC_ERROR_GAME_OVER || (error >= BC_ERROR_MOVE_SYNTAX && error <= BC_ERROR_MOVE_REPEATS);
    int length = of_move ? move_length(input, offset) : 0;
    if (length > 0) {
        return complain_at(input, offset, "%.*s: %s", length, input->text + offset, bc_error_text(error));
    }
    return complain_at(input, offset, "%s", bc_error_text(error));
}

int complain_game_fault(struct input *input, size_t offset, enum bc_error error, const struct bc_game *game)
{
    if (error == BC_ERROR_RECORD_RESULT || error == BC_ERROR_RECORD_TERMINATION) {
        return complain_at(input, offset, "%s: %s, %s", bc_error_text(error), bc_result_word(game->result),
                           bc_ending_word(game->ending));
    }
    return complain_fault(input, offset, error);
}

enum bc_error read_record(struct bc_record_reader *reader, struct input *input, struct growing_memory *memory,
                          struct bc_record *record)
{
    size_t offset = reader->offset;
    enum bc_error error = BC_ERROR_NO_SPACE;
    do {
        error = bc_record_read(reader, memory->bytes, memory->size, record, &offset);
    } while (error == BC_ERROR_NO_SPACE && grow_memory(memory));
    if (error != BC_OK && error != BC_ERROR_RECORD_NONE) {
        (void)complain_game_fault(input, offset, error, &record->game);
    }
    return error;
}
