#include "server/record_text.h"

#include <baghchal/dialects.h>
#include <baghchal/record.h>
#include <baghchal/text.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAGS = 4, SEAT_NAME_SIZE = LIMIT_NAME_BYTES + 1 };

static const char *const format_words[RECORD_FORMAT_COUNT] = {"record",          "python-game", "position",
                                                              "python-position", "obx",         "gamesman"};

bool record_format_read(const char *word, enum record_format *format)
{
    for (unsigned i = 0; i < RECORD_FORMAT_COUNT; i++) {
        if (strcmp(word, format_words[i]) == 0) {
            *format = (enum record_format)i;
            return true;
        }
    }
    return false;
}

static void name_seat(const struct table_seat *seat, char name[SEAT_NAME_SIZE])
{
    if (seat->kind == SEAT_COMPUTER) {
        (void)snprintf(name, SEAT_NAME_SIZE, "Computer, level %s", level_word(seat->level));
    } else {
        (void)snprintf(name, SEAT_NAME_SIZE, "%s", seat->name[0] == '\0' ? "?" : seat->name);
    }
}

static enum bc_error write_record(struct text_buffer *text, const struct table *table)
{
    char goats[SEAT_NAME_SIZE];
    char tigers[SEAT_NAME_SIZE];
    char date[16] = "????.??.??";
    struct tm parts;
    time_t seconds = (time_t)(table->created / 1000);
    if (gmtime_r(&seconds, &parts) != NULL) {
        (void)strftime(date, sizeof date, "%Y.%m.%d", &parts);
    }
    name_seat(&table->seats[BC_GOATS], goats);
    name_seat(&table->seats[BC_TIGERS], tigers);
    const struct bc_record_tag tags[TAGS] = {
        {"Event", "Casual", 5, 6},
        {"Date", date, 4, strlen(date)},
        {"Goats", goats, 5, strlen(goats)},
        {"Tigers", tigers, 6, strlen(tigers)},
    };
    struct bc_record record;
    void *memory = malloc(BC_RECORD_MEMORY_START);
    if (memory == NULL) {
        return BC_ERROR_MEMORY;
    }
    size_t length = 0;
    enum bc_error error = bc_record_from_game(&table->game, tags, TAGS, memory, BC_RECORD_MEMORY_START, &record);
    if (error == BC_OK) {
        (void)bc_record_write(&record, NULL, 0, &length);
        char *room = text_reserve(text, length + 1);
        error = room == NULL ? BC_ERROR_MEMORY : bc_record_write(&record, room, length, &length);
        text->length += error == BC_OK ? length : 0;
    }
    free(memory);
    return error;
}

static enum bc_error write_python_game(struct text_buffer *text, const struct table *table)
{
    size_t length = 0;
    enum bc_error error = bc_python_game_write(&table->game, NULL, 0, &length);
    if (error != BC_OK && error != BC_ERROR_NO_SPACE) {
        return error;
    }
    char *room = text_reserve(text, length + 1);
    error = room == NULL ? BC_ERROR_MEMORY : bc_python_game_write(&table->game, room, length, &length);
    if (error == BC_OK) {
        text->length += length;
        text_append(text, "\n", 1);
    }
    return error;
}

static enum bc_error write_position(struct text_buffer *text, const struct table *table, enum record_format format)
{
    const struct bc_game *game = &table->game;
    char line[BC_POSITION_TEXT_MAX];
    size_t length = 0;
    enum bc_error error = BC_OK;
    if (format == RECORD_POSITION) {
        length = bc_position_write(game->board, &game->position, line);
    } else if (format == RECORD_PYTHON_POSITION) {
        error = bc_python_position_write(game->board, &game->position, line, &length);
    } else if (format == RECORD_OBX) {
        bc_move last = game->ply_count == 0 ? BC_MOVE_NONE : game->plies[game->ply_count - 1].move;
        error = bc_obx_write(game->board, &game->position, last, line, &length);
    } else {
        error = bc_gamesman_position_write(game->board, &game->position, line, &length);
    }
    if (error == BC_OK) {
        text_append(text, line, length);
        text_append(text, "\n", 1);
    }
    return error;
}

enum bc_error record_text_write(struct text_buffer *text, const struct table *table, enum record_format format)
{
    enum bc_error error = format == RECORD_NATIVE        ? write_record(text, table)
                          : format == RECORD_PYTHON_GAME ? write_python_game(text, table)
                                                         : write_position(text, table, format);
    return error == BC_OK && text->failed ? BC_ERROR_MEMORY : error;
}
