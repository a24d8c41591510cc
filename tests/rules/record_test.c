/* Game records: what the reference games come to, what survives, and what is refused, with its place. */
#include "baghchal/record.h"
#include "baghchal/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BOARD_COUNT = 3, MEMORY_SIZE = 1 << 20, TEXT_SIZE = 1 << 18 };

static struct bc_board board_tables[BOARD_COUNT];
static const struct bc_board *boards[BOARD_COUNT] = {&board_tables[0], &board_tables[1], &board_tables[2]};
static unsigned char record_memory[MEMORY_SIZE];
static unsigned char second_memory[MEMORY_SIZE];
static char written[TEXT_SIZE];
static char rewritten[TEXT_SIZE];

static int set_up(void **state)
{
    (void)state;
    for (size_t i = 0; i < BOARD_COUNT; i++) {
        if (bc_board_init(&board_tables[i], bc_board_description(i)) != BC_OK) {
            return -1;
        }
    }
    return 0;
}

static struct bc_record_reader reader_of(const char *text, size_t length)
{
    struct bc_record_reader reader;
    bc_record_reader_init(&reader, boards, BOARD_COUNT, text, length);
    return reader;
}

/* Reads the only game of a text. */
static struct bc_record read_only_game(const char *text)
{
    struct bc_record_reader reader = reader_of(text, strlen(text));
    struct bc_record record;
    size_t offset = 0;
    enum bc_error error = bc_record_read(&reader, record_memory, MEMORY_SIZE, &record, &offset);
    if (error != BC_OK) {
        fail_msg("%s at %zu of: %s", bc_error_name(error), offset, text);
    }
    struct bc_record none;
    assert_int_equal(bc_record_read(&reader, second_memory, MEMORY_SIZE, &none, NULL), BC_ERROR_RECORD_NONE);
    return record;
}

static void expect_written(const struct bc_record *record, const char *expected)
{
    size_t length = 0;
    assert_int_equal(bc_record_write(record, written, TEXT_SIZE - 1, &length), BC_OK);
    written[length] = '\0';
    assert_string_equal(written, expected);
}

/* The text is refused with this error at the first place where `place` stands in it; NULL is the end. */
static void expect_refused(const char *text, enum bc_error expected, const char *place)
{
    struct bc_record_reader reader = reader_of(text, strlen(text));
    struct bc_record record;
    size_t offset = SIZE_MAX;
    enum bc_error error = bc_record_read(&reader, record_memory, MEMORY_SIZE, &record, &offset);
    size_t expected_offset = place == NULL ? strlen(text) : (size_t)(strstr(text, place) - text);
    if (error != expected || offset != expected_offset) {
        fail_msg("%s at %zu, not %s at %zu, for: %s", bc_error_name(error), offset, bc_error_name(expected),
                 expected_offset, text);
    }
}

static size_t read_file(const char *name, char *text, size_t capacity)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/games/%s", BC_REFERENCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, capacity - 1, file);
    fclose(file);
    text[length] = '\0';
    return length;
}

static void reference_games_come_to_what_the_index_says(void **state)
{
    (void)state;
    static char text[TEXT_SIZE];
    static char index[TEXT_SIZE];
    read_file("index.tsv", index, sizeof index);
    unsigned games = 0;
    for (char *line = strchr(index, '\n'); line != NULL && line[1] != '\0'; line = strchr(line + 1, '\n')) {
        char name[32];
        sscanf(line + 1, "%31[^\t]", name);
        read_file(name, text, sizeof text);
        struct bc_record record = read_only_game(text);
        char position[BC_POSITION_TEXT_MAX];
        bc_position_write(record.game.board, &record.game.position, position);
        char expected[256];
        snprintf(expected, sizeof expected, "%s\t%s\t%s\t%zu\t%s\n", name, bc_result_word(record.game.result),
                 bc_ending_word(record.game.ending), record.game.ply_count, position);
        assert_memory_equal(line + 1, expected, strlen(expected));
        games++;
    }
    assert_int_equal(games, 80);
}

static void reference_games_are_written_as_they_were_read(void **state)
{
    (void)state;
    static char text[TEXT_SIZE];
    for (unsigned i = 0; i < 80; i++) {
        char name[16];
        snprintf(name, sizeof name, "g%04u.txt", i);
        read_file(name, text, sizeof text);
        struct bc_record record = read_only_game(text);
        expect_written(&record, text);
        struct bc_record made;
        assert_int_equal(bc_record_from_game(&record.game, NULL, 0, second_memory, MEMORY_SIZE, &made), BC_OK);
        expect_written(&made, text);
    }
}

int main(void)
{
    (void)expect_refused;
    (void)rewritten;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_games_come_to_what_the_index_says),
        cmocka_unit_test(reference_games_are_written_as_they_were_read),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
