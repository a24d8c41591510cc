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

static void everything_in_a_record_survives(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF[Event \"A \\\"quoted\\\" name and a \\\\\"]\r\n"
                               "[ Goats\t\"\xE0\xA4\xAC\xE0\xA4\xBE\xE0\xA4\x98\" ] [Tigers\"\"]\r\n"
                               "\r\n"
                               "{before the first move} $10 1.c3!? {after it,\r\non two lines} (1. B3 $4 a5b4 {x} "
                               "(1... e5-e4! 2. c3) 2. C3!!)\r\n"
                               "(1. d3) A5-B5?? $255 2. d3 1/2-1/2";
    static const char expected[] = "[Event \"A \\\"quoted\\\" name and a \\\\\"]\n"
                                   "[Goats \"\xE0\xA4\xAC\xE0\xA4\xBE\xE0\xA4\x98\"]\n"
                                   "[Tigers \"\"]\n"
                                   "\n"
                                   "{before the first move} $10 1. c3 $5 {after it,\r\n"
                                   "on two lines} (1. b3 $4 a5-b4 {x} (1... e5-e4 $1 2. c3) 2. c3 $3) (1. d3) 1...\n"
                                   "a5-b5 $4 $255 2. d3 1/2-1/2\n";
    struct bc_record record = read_only_game(text);
    assert_int_equal(record.game.ending, BC_ENDING_AGREEMENT);
    assert_int_equal(record.game.ply_count, 3);
    assert_int_equal(record.tag_count, 3);
    const struct bc_record_tag *tag = bc_record_find_tag(&record, "Event");
    assert_non_null(tag);
    assert_int_equal(tag->value_length, strlen("A \"quoted\" name and a \\"));
    assert_memory_equal(tag->value, "A \"quoted\" name and a \\", tag->value_length);
    assert_null(bc_record_find_tag(&record, "event"));
    expect_written(&record, expected);
    static char kept[TEXT_SIZE];
    memcpy(kept, written, sizeof kept);
    record = read_only_game(kept);
    expect_written(&record, expected);
}

static void a_game_may_start_from_a_position_with_the_tigers(void **state)
{
    (void)state;
    static const char text[] = "[GoatStalemate \"draw\"]\n"
                               "[Position \"T1GGG/TTGGG/GGGGG/GGGGG/GGGGT t 0 0 0 21\"]\n"
                               "[Result \"1/2-1/2\"]\n"
                               "[Termination \"stuck\"]\n"
                               "\n"
                               "21... a5-b5 1/2-1/2\n";
    struct bc_record record = read_only_game(text);
    assert_int_equal(record.game.ending, BC_ENDING_STUCK);
    expect_written(&record, text);
    record = read_only_game(
        "[Position \"T1GGG/TTGGG/GGGGG/GGGGG/GGGGT t 0 0\"]\n[Rules \"spiralogics\"]\n20... a5-b5 1/2-1/2");
    assert_int_equal(record.game.result, BC_RESULT_DRAW);
    record = read_only_game("[Position \"T1GGG/TTGGG/GGGGG/GGGGG/GGGGT t 0 0 0 21\"] 21... a5-b5 0-1");
    assert_int_equal(record.game.ending, BC_ENDING_STUCK);
}

static void tags_say_by_which_rules_a_game_is_played(void **state)
{
    (void)state;
    struct bc_record record = read_only_game("*");
    struct bc_rules expected = bc_rules_default(boards[0]);
    assert_true(bc_rules_equal(&record.game.rules, &expected));
    record = read_only_game("[Rules \"no-repeat\"]*");
    assert_int_equal(record.game.rules.repetition, BC_REPETITION_FORBIDDEN);
    assert_int_equal(record.game.rules.quiet_turn_limit, 0);
    record = read_only_game("[QuietTurns \"7\"] [Rules \"no-repeat\"] [GoatsToWin \"20\"]*");
    assert_int_equal(record.game.rules.repetition, BC_REPETITION_FORBIDDEN);
    assert_int_equal(record.game.rules.quiet_turn_limit, 7);
    assert_int_equal(record.game.rules.goats_to_win, 20);
    record = read_only_game("[Board \"4x4\"] 1. b2 a1-b1 *");
    assert_ptr_equal(record.game.board, boards[1]);
    assert_int_equal(record.game.rules.goats_to_win, 3);
}

static void faults_of_tags_are_refused_with_their_place(void **state)
{
    (void)state;
    expect_refused("[", BC_ERROR_RECORD_TAG, NULL);
    expect_refused("[]", BC_ERROR_RECORD_TAG, "]");
    expect_refused("[Event]", BC_ERROR_RECORD_TAG, "]");
    expect_refused("[Event x]", BC_ERROR_RECORD_TAG, "x]");
    expect_refused("[Event \"x", BC_ERROR_RECORD_TAG, NULL);
    expect_refused("[Event \"x\n\"] *", BC_ERROR_RECORD_TAG, "\n");
    expect_refused("[Event \"x\"", BC_ERROR_RECORD_TAG, NULL);
    expect_refused("[Event \"x\" y] *", BC_ERROR_RECORD_TAG, "y]");
    expect_refused("[Event \"\\n\"] *", BC_ERROR_RECORD_TAG, "\\n");
    expect_refused("[Event \"\x01\"] *", BC_ERROR_RECORD_CONTROL, "\x01");
    expect_refused("[A \"x\"] [Bee \"y\"] [A \"z\"] *", BC_ERROR_RECORD_TAG_TWICE, "A \"z");
    expect_refused("[Board \"9x9\"] *", BC_ERROR_BOARD_UNKNOWN, "9x9");
    expect_refused("[Rules \"nepali\"] *", BC_ERROR_RULES_NAME, "nepali");
    expect_refused("[Rules \"four,goats=3\"] *", BC_ERROR_RULES_NAME, "four");
    expect_refused("[GoatsToWin \"0\"] *", BC_ERROR_RULES_VALUE, "0");
    expect_refused("[GoatsToWin \"21\"] *", BC_ERROR_RULES_BOARD, "21");
    expect_refused("[GoatsToWin \"five\"] *", BC_ERROR_RULES_VALUE, "five");
    expect_refused("[GoatStalemate \"goats\"] *", BC_ERROR_RULES_VALUE, "goats");
    expect_refused("[Repetition \"twice\"] *", BC_ERROR_RULES_VALUE, "twice");
    expect_refused("[QuietTurns \"-1\"] *", BC_ERROR_RULES_VALUE, "-1");
    expect_refused("[QuietTurns \"65536\"] *", BC_ERROR_RULES_VALUE, "65536");
    expect_refused("[Position \"T3T/5/5/x/T3T g 20 0\"] *", BC_ERROR_POSITION_PIECE, "x");
    expect_refused("[Result \"2-0\"] *", BC_ERROR_RECORD_RESULT_WORD, "2-0");
    expect_refused("[Termination \"time\"] *", BC_ERROR_RECORD_TERMINATION_WORD, "time");
}

static void faults_of_the_moves_text_are_refused_with_their_place(void **state)
{
    (void)state;
    expect_refused("1. c3", BC_ERROR_RECORD_NO_RESULT, NULL);
    expect_refused("[Event \"x\"]\n", BC_ERROR_RECORD_NO_RESULT, NULL);
    expect_refused("1. c3 [Event \"x\"] *", BC_ERROR_RECORD_NO_RESULT, "[");
    expect_refused("1. c3 {open *", BC_ERROR_RECORD_COMMENT, "{");
    expect_refused("{a\x02} *", BC_ERROR_RECORD_CONTROL, "\x02");
    expect_refused("} *", BC_ERROR_RECORD_SYNTAX, "}");
    expect_refused("1. c3 ; rest\n *", BC_ERROR_RECORD_SYNTAX, ";");
    expect_refused("1. c3!!! *", BC_ERROR_RECORD_SYNTAX, "!");
    expect_refused("1. c3 ! *", BC_ERROR_RECORD_SYNTAX, "!");
    expect_refused("1. c3 $256 *", BC_ERROR_RECORD_ANNOTATION, "$");
    expect_refused("1. c3 $ *", BC_ERROR_RECORD_ANNOTATION, "$");
    expect_refused("2. c3 *", BC_ERROR_RECORD_NUMBER, "2");
    expect_refused("99999999999. c3 *", BC_ERROR_RECORD_NUMBER, "9");
    expect_refused("1. c3 2. a5-b5 *", BC_ERROR_RECORD_NUMBER, "2");
    expect_refused("1. c3 1. a5-b5 *", BC_ERROR_RECORD_DOTS, "1. a");
    expect_refused("1... c3 *", BC_ERROR_RECORD_DOTS, "1...");
    expect_refused("1.. c3 *", BC_ERROR_RECORD_DOTS, "..");
    expect_refused("1 c3 *", BC_ERROR_RECORD_SYNTAX, "1");
    expect_refused("1. c3 1-1", BC_ERROR_RECORD_SYNTAX, "1-1");
    expect_refused("1a. c3 *", BC_ERROR_RECORD_SYNTAX, "1a");
    expect_refused("(1. c3) *", BC_ERROR_RECORD_VARIATION_BEGIN, "(");
    expect_refused("1. c3 ((1. b3)) *", BC_ERROR_RECORD_VARIATION_BEGIN, "(1.");
    expect_refused("1. c3 ) *", BC_ERROR_RECORD_VARIATION_END, ")");
    expect_refused("1. c3 ({nothing}) *", BC_ERROR_RECORD_VARIATION_EMPTY, ")");
    expect_refused("1. c3 (1. b3 *", BC_ERROR_RECORD_VARIATION_OPEN, "(");
    expect_refused("1. c3 (1. b3", BC_ERROR_RECORD_VARIATION_OPEN, "(");
    expect_refused("1. c3 (1. b3 a5-b5 (1... e5-e4) *", BC_ERROR_RECORD_VARIATION_OPEN, "(");
    expect_refused("1. c9 *", BC_ERROR_MOVE_POINT, "c9");
    expect_refused("1. hello *", BC_ERROR_MOVE_SYNTAX, "hello");
    expect_refused("1. a1 *", BC_ERROR_MOVE_OCCUPIED, "a1");
    expect_refused("1. c3 a5-c5 *", BC_ERROR_MOVE_NO_LINE, "a5-c5");
    expect_refused("1. c3 (1. b3 a5-b5 2. b3) a5-b5 *", BC_ERROR_MOVE_OCCUPIED, "b3) a5");
    expect_refused("1. c3 (1. b3 a5-b5) a5-b5 (1... a5-b5 2. a5) 2. b5 *", BC_ERROR_MOVE_OCCUPIED, "b5 *");
}

/* The end of these games by their moves: the fifth goat is eaten. */
#define FOUR_EATEN "[Position \"T3T/1G3/5/5/T3T t 15 4 0 6\"]\n"

static void what_the_moves_contradict_is_refused(void **state)
{
    (void)state;
    struct bc_record record = read_only_game(FOUR_EATEN "6... a5xc3 0-1");
    assert_int_equal(record.game.ending, BC_ENDING_CAPTURED);
    read_only_game(FOUR_EATEN "[Result \"0-1\"] [Termination \"captured\"] 6... a5xc3 0-1");
    expect_refused(FOUR_EATEN "6... a5xc3 *", BC_ERROR_RECORD_RESULT, "*");
    expect_refused(FOUR_EATEN "6... a5xc3 1-0", BC_ERROR_RECORD_RESULT, "1-0");
    expect_refused(FOUR_EATEN "6... a5xc3 1/2-1/2", BC_ERROR_RECORD_RESULT, "1/2");
    expect_refused(FOUR_EATEN "[Result \"*\"] 6... a5xc3 0-1", BC_ERROR_RECORD_RESULT_TAG, "*");
    expect_refused(FOUR_EATEN "[Termination \"resignation\"] 6... a5xc3 0-1", BC_ERROR_RECORD_TERMINATION, "resign");
    expect_refused(FOUR_EATEN "[Termination \"unfinished\"] 6... a5xc3 0-1", BC_ERROR_RECORD_TERMINATION, "unf");
    expect_refused(FOUR_EATEN "[Termination \"trapped\"] 6... a5xc3 0-1", BC_ERROR_RECORD_TERMINATION, "trapped");
    expect_refused(FOUR_EATEN "6... a5xc3 7. a5 0-1", BC_ERROR_GAME_OVER, "a5 ");
}

static void what_the_moves_leave_open_is_for_the_players_to_say(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum bc_result result;
        enum bc_ending ending;
    } sound[] = {
        {"1. c3 *", BC_RESULT_NONE, BC_ENDING_NONE},
        {"[Termination \"unfinished\"] 1. c3 *", BC_RESULT_NONE, BC_ENDING_NONE},
        {"1. c3 1-0", BC_RESULT_GOATS_WIN, BC_ENDING_RESIGNATION},
        {"[Termination \"resignation\"] 1. c3 0-1", BC_RESULT_TIGERS_WIN, BC_ENDING_RESIGNATION},
        {"1. c3 1/2-1/2", BC_RESULT_DRAW, BC_ENDING_AGREEMENT},
        {"[Termination \"agreement\"] 1. c3 1/2-1/2", BC_RESULT_DRAW, BC_ENDING_AGREEMENT},
    };
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++) {
        struct bc_record record = read_only_game(sound[i].text);
        assert_int_equal(record.game.result, sound[i].result);
        assert_int_equal(record.game.ending, sound[i].ending);
    }
    expect_refused("[Termination \"captured\"] 1. c3 0-1", BC_ERROR_RECORD_TERMINATION, "captured");
    expect_refused("[Termination \"agreement\"] 1. c3 0-1", BC_ERROR_RECORD_TERMINATION, "agreement");
    expect_refused("[Termination \"resignation\"] 1. c3 1/2-1/2", BC_ERROR_RECORD_TERMINATION, "resign");
    expect_refused("[Termination \"resignation\"] 1. c3 *", BC_ERROR_RECORD_TERMINATION, "resign");
    expect_refused("[Termination \"unfinished\"] 1. c3 1-0", BC_ERROR_RECORD_TERMINATION, "unf");
    expect_refused("[Result \"1-0\"] 1. c3 *", BC_ERROR_RECORD_RESULT_TAG, "1-0");
}

static void the_game_after_a_faulty_one_is_read(void **state)
{
    (void)state;
    static const char *const faulty[] = {
        "1. a1 *\n",                                                     /* an illegal move: the result ends the game */
        "1. a1 {*} (x) *\n[Event \"next\"]\n",                           /* text that cannot be divided */
        "[GoatsToWin \"99\"]\n\n1. c3 *",                                /* a tag without meaning */
        "[GoatsToWin 99]\n[Event \"x\"]\n\n1. c3 *\n[Event \"next\"]\n", /* no tag: the tags behind it are its */
        "[Event \"x\"]\n1. c3 { *\n[Event \"next\"]\n",                  /* a comment that is not closed */
        "1. c3\n[Event \"next\"]\n",                                     /* no result */
        "1. c3 (1. b3 *\n\n\n[Event \"next\"]\n",
        "\x01[Event \"not at the start of a line\"] *\n[Event \"next\"]\n",
    };
    for (size_t i = 0; i < sizeof faulty / sizeof faulty[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s\n1. d3 e5-e4 *\n", faulty[i]);
        struct bc_record_reader reader = reader_of(text, strlen(text));
        struct bc_record record;
        assert_true(bc_record_read(&reader, record_memory, MEMORY_SIZE, &record, NULL) != BC_OK);
        enum bc_error error = bc_record_read(&reader, record_memory, MEMORY_SIZE, &record, NULL);
        if (error != BC_OK || record.game.ply_count != 2) {
            fail_msg("%s after: %s", bc_error_name(error), text);
        }
        assert_int_equal(bc_record_read(&reader, record_memory, MEMORY_SIZE, &record, NULL), BC_ERROR_RECORD_NONE);
    }
}

static void empty_texts_hold_no_game(void **state)
{
    (void)state;
    static const char *const empty[] = {"", "\n", " \t\r\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n"};
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        struct bc_record_reader reader = reader_of(empty[i], strlen(empty[i]));
        struct bc_record record;
        assert_int_equal(bc_record_read(&reader, NULL, 0, &record, NULL), BC_ERROR_RECORD_NONE);
    }
}

static void a_nul_is_refused_wherever_it_stands(void **state)
{
    (void)state;
    static const char text[] = "[Event \"x\"]\n1. c3! {comment} (1. b3 $1) 1... a5-b5 *\n";
    char broken[sizeof text];
    for (size_t i = 0; i + 2 < sizeof text; i++) {
        memcpy(broken, text, sizeof text);
        broken[i] = '\0';
        struct bc_record_reader reader = reader_of(broken, sizeof text - 1);
        struct bc_record record;
        size_t offset = 0;
        assert_true(bc_record_read(&reader, record_memory, MEMORY_SIZE, &record, &offset) != BC_OK);
        assert_true(offset <= sizeof text);
    }
}

static void too_little_memory_is_said_and_nothing_is_lost(void **state)
{
    (void)state;
    static const char text[] = "[Event \"\\\"x\\\"\"]\n\n1. c3 {comment} (1. b3) 1... a5-b5 *\n";
    struct bc_record_reader reader = reader_of(text, strlen(text));
    struct bc_record record;
    size_t size = 0;
    assert_int_equal(bc_record_read(&reader, NULL, 0, &record, NULL), BC_ERROR_NO_SPACE);
    /* Memory of exactly this size, so that a sanitizer sees every step beyond it. */
    for (;; size++) {
        unsigned char *memory = malloc(size == 0 ? 1 : size);
        assert_non_null(memory);
        enum bc_error error = bc_record_read(&reader, memory, size, &record, NULL);
        if (error == BC_OK) {
            expect_written(&record, text);
        } else {
            assert_int_equal(error, BC_ERROR_NO_SPACE);
        }
        free(memory);
        if (error == BC_OK) {
            break;
        }
    }
    assert_in_range(size, 100, 1000);
    record = read_only_game(text);
    char small[64];
    size_t length = 0;
    assert_int_equal(bc_record_write(&record, small, 10, &length), BC_ERROR_NO_SPACE);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(small, text, 10);
    size_t measured = 0;
    assert_int_equal(bc_record_write(&record, NULL, 0, &measured), BC_ERROR_NO_SPACE);
    assert_int_equal(measured, length);
    for (size_t room = 0; room < 600; room += 7) {
        struct bc_record made;
        unsigned char *memory = malloc(room == 0 ? 1 : room);
        assert_non_null(memory);
        enum bc_error error = bc_record_from_game(&record.game, record.tags, record.tag_count, memory, room, &made);
        assert_true(error == BC_OK || error == BC_ERROR_NO_SPACE);
        free(memory);
    }
}

static void tags_that_the_reader_would_not_take_make_no_record(void **state)
{
    (void)state;
    struct bc_record record = read_only_game("1. c3 *");
    struct bc_game game = record.game;
    struct bc_record made;
    static const struct bc_record_tag unsound[] = {
        {"Result", "*", 6, 1}, {"Board", "4x4", 5, 3}, {"", "x", 0, 1}, {"A b", "x", 3, 1}, {"Event", "x\ny", 5, 3},
    };
    for (size_t i = 0; i < sizeof unsound / sizeof unsound[0]; i++) {
        assert_int_equal(bc_record_from_game(&game, &unsound[i], 1, second_memory, MEMORY_SIZE, &made),
                         BC_ERROR_ARGUMENT);
    }
    static const struct bc_record_tag twice[] = {{"Event", "x", 5, 1}, {"Event", "y", 5, 1}};
    assert_int_equal(bc_record_from_game(&game, twice, 2, second_memory, MEMORY_SIZE, &made), BC_ERROR_ARGUMENT);
    assert_int_equal(bc_record_from_game(&game, twice, 1, second_memory, MEMORY_SIZE, &made), BC_OK);
    assert_int_equal(made.tag_count, 7);
}

static void limits_are_kept(void **state)
{
    (void)state;
    static char text[1 << 16];
    char *at = text;
    for (unsigned i = 0; i <= BC_RECORD_TAGS_MAX; i++) {
        at += sprintf(at, "[T%u \"\"]\n", i);
    }
    (void)stpcpy(at, "*");
    char last[16];
    snprintf(last, sizeof last, "[T%d ", BC_RECORD_TAGS_MAX);
    expect_refused(text, BC_ERROR_RECORD_LARGE, last);
    at = stpcpy(text, "c3 ");
    for (unsigned i = 0; i < BC_RECORD_DEPTH_MAX; i++) {
        at += sprintf(at, "(%s ", i % 2 == 0 ? "b3" : "d3");
    }
    *at = '\0';
    char *inner = at;
    for (unsigned i = 0; i < BC_RECORD_DEPTH_MAX; i++) {
        at = stpcpy(at, ")");
    }
    (void)stpcpy(at, " *");
    struct bc_record record = read_only_game(text);
    assert_int_equal(record.item_count, 1 + 3 * BC_RECORD_DEPTH_MAX);
    (void)stpcpy(inner, " (c3");
    expect_refused(text, BC_ERROR_RECORD_DEPTH, "(c3");
    at = text;
    for (unsigned i = 0; i < BC_RECORD_PLIES_MAX; i++) {
        at = stpcpy(at, "c3 ");
    }
    (void)stpcpy(at, "d3 *");
    expect_refused(text, BC_ERROR_RECORD_LARGE, "d3");
}

static void a_game_longer_than_a_record_may_be_makes_none(void **state)
{
    (void)state;
    static struct bc_ply plies[BC_RECORD_PLIES_MAX + 1];
    const struct bc_rules rules = {.goats_to_win = 20, .repetition = BC_REPETITION_NONE};
    static const char text[] = "T3T/5/2G2/5/T3T g 0 19 0 20";
    struct bc_position start;
    assert_int_equal(bc_position_read(boards[0], text, strlen(text), &start, NULL), BC_OK);
    struct bc_game game;
    assert_int_equal(bc_game_init(&game, boards[0], &rules, &start, plies, BC_RECORD_PLIES_MAX + 1), BC_OK);
    static const char *const moves[] = {"c3-c2", "a5-b5", "c2-c3", "b5-a5"};
    for (size_t i = 0; i <= BC_RECORD_PLIES_MAX; i++) {
        bc_move move = BC_MOVE_NONE;
        assert_int_equal(bc_move_read(boards[0], moves[i % 4], 5, &move), BC_OK);
        assert_int_equal(bc_game_play(&game, move), BC_OK);
    }
    struct bc_record record;
    assert_int_equal(bc_record_from_game(&game, NULL, 0, record_memory, MEMORY_SIZE, &record), BC_ERROR_RECORD_LARGE);
    assert_int_equal(bc_game_take_back(&game, 1), BC_OK);
    assert_int_equal(bc_record_from_game(&game, NULL, 0, record_memory, MEMORY_SIZE, &record), BC_OK);
    size_t length = 0;
    assert_int_equal(bc_record_write(&record, written, TEXT_SIZE - 1, &length), BC_OK);
    written[length] = '\0';
    record = read_only_game(written);
    assert_int_equal(record.game.ply_count, BC_RECORD_PLIES_MAX);
}

/* Reads every game of a text and returns how many there are, faulty ones included. */
static size_t count_games(const char *text, size_t length)
{
    static unsigned char memory[1 << 25];
    struct bc_record_reader reader = reader_of(text, length);
    struct bc_record record;
    size_t count = 0;
    enum bc_error error = BC_OK;
    while ((error = bc_record_read(&reader, memory, sizeof memory, &record, NULL)) != BC_ERROR_RECORD_NONE) {
        assert_int_not_equal(error, BC_ERROR_NO_SPACE);
        count++;
    }
    return count;
}

/* Ten megabytes of one thing over and over. The time limit of the test is what would fail. */
static void large_nonsense_is_refused_in_linear_time(void **state)
{
    (void)state;
    static const char *const pieces[] = {"(",    ")",           "{",       "}",   "[",
                                         "$1",   "!",           "1",       "1.",  "c3 ",
                                         "*",    "[A \"\"]*\n", "[\n",     "\"",  "[A \"b\"]\n{\n",
                                         "c3 (", "[A \"\n",     "c3 (b3 ", "{} ", "[A \"\\",
                                         "\\"};
    enum { LENGTH = 10 << 20 };
    char *text = malloc(LENGTH);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        size_t piece = strlen(pieces[i]);
        for (size_t at = 0; at < LENGTH; at++) {
            text[at] = pieces[i][at % piece];
        }
        assert_true(count_games(text, LENGTH) > 0);
    }
    free(text);
}

/* A generator of its own, so that the games are the same everywhere. */
static uint64_t random_state;

static uint32_t next_random(uint32_t below)
{
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(random_state >> 33) % below;
}

static void play_randomly(struct bc_game *game, size_t turns)
{
    struct bc_move_list moves;
    for (bc_game_moves(game, &moves); moves.count > 0 && turns > 0; turns--) {
        assert_int_equal(bc_game_play(game, moves.moves[next_random(moves.count)]), BC_OK);
        bc_game_moves(game, &moves);
    }
}

/* Ends some of the games that go on. */
static void end_randomly(struct bc_game *game)
{
    unsigned choice = next_random(3);
    if (game->ending == BC_ENDING_NONE && choice == 0) {
        assert_int_equal(bc_game_resign(game, next_random(2) == 0 ? BC_GOATS : BC_TIGERS), BC_OK);
    } else if (game->ending == BC_ENDING_NONE && choice == 1) {
        assert_int_equal(bc_game_agree_draw(game), BC_OK);
    }
}

static void expect_same_position(const struct bc_board *board, const struct bc_position *a, const struct bc_position *b)
{
    char a_text[BC_POSITION_TEXT_MAX];
    char b_text[BC_POSITION_TEXT_MAX];
    bc_position_write(board, a, a_text);
    bc_position_write(board, b, b_text);
    assert_string_equal(a_text, b_text);
    assert_true(a->hash == b->hash);
}

static void expect_same_game(const struct bc_game *a, const struct bc_game *b)
{
    assert_int_equal(a->ply_count, b->ply_count);
    assert_int_equal(a->ending, b->ending);
    assert_int_equal(a->result, b->result);
    assert_true(bc_rules_equal(&a->rules, &b->rules));
    expect_same_position(a->board, &a->start, &b->start);
    expect_same_position(a->board, &a->position, &b->position);
    for (size_t i = 0; i < a->ply_count; i++) {
        assert_int_equal(a->plies[i].move, b->plies[i].move);
    }
}

static void random_games_on_every_board_under_all_rules_survive(void **state)
{
    (void)state;
    enum { TURNS_MAX = 600 };
    static struct bc_ply plies[TURNS_MAX];
    for (unsigned i = 0; i < 900; i++) {
        random_state = i;
        const struct bc_board *board = boards[i % BOARD_COUNT];
        struct bc_rules rules = bc_rules_named(next_random(6))->rules;
        rules.goats_to_win = (uint8_t)(1 + next_random(board->goat_count));
        rules.goat_stalemate = (uint8_t)next_random(2);
        rules.repetition = (uint8_t)next_random(3);
        rules.quiet_turn_limit = (uint16_t)(next_random(2) * 30);
        struct bc_game game;
        assert_int_equal(bc_game_init(&game, board, &rules, NULL, plies, TURNS_MAX), BC_OK);
        play_randomly(&game, next_random(TURNS_MAX));
        if (i % 4 == 0) { /* go on from where this game has come */
            struct bc_position start = game.position;
            assert_int_equal(bc_game_init(&game, board, &rules, &start, plies, TURNS_MAX), BC_OK);
            play_randomly(&game, next_random(40));
        }
        end_randomly(&game);
        static const struct bc_record_tag tags[] = {{"Event", "Random \"game\"", 5, 13}, {"Goats", "\\", 5, 1}};
        struct bc_record made;
        size_t length = 0;
        assert_int_equal(bc_record_from_game(&game, tags, 2, second_memory, MEMORY_SIZE, &made), BC_OK);
        assert_int_equal(bc_record_write(&made, written, TEXT_SIZE - 1, &length), BC_OK);
        written[length] = '\0';
        struct bc_record record = read_only_game(written);
        expect_same_game(&record.game, &game);
        size_t length_again = 0;
        assert_int_equal(bc_record_write(&record, rewritten, TEXT_SIZE, &length_again), BC_OK);
        assert_int_equal(length_again, length);
        assert_memory_equal(rewritten, written, length);
        for (char *line = written; (line = strchr(line, '\n')) != NULL; line++) {
            const char *end = strchr(line + 1, '\n');
            assert_true(end == NULL || end - line <= 80);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_games_come_to_what_the_index_says),
        cmocka_unit_test(reference_games_are_written_as_they_were_read),
        cmocka_unit_test(everything_in_a_record_survives),
        cmocka_unit_test(a_game_may_start_from_a_position_with_the_tigers),
        cmocka_unit_test(tags_say_by_which_rules_a_game_is_played),
        cmocka_unit_test(faults_of_tags_are_refused_with_their_place),
        cmocka_unit_test(faults_of_the_moves_text_are_refused_with_their_place),
        cmocka_unit_test(what_the_moves_contradict_is_refused),
        cmocka_unit_test(what_the_moves_leave_open_is_for_the_players_to_say),
        cmocka_unit_test(the_game_after_a_faulty_one_is_read),
        cmocka_unit_test(empty_texts_hold_no_game),
        cmocka_unit_test(a_nul_is_refused_wherever_it_stands),
        cmocka_unit_test(too_little_memory_is_said_and_nothing_is_lost),
        cmocka_unit_test(tags_that_the_reader_would_not_take_make_no_record),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(a_game_longer_than_a_record_may_be_makes_none),
        cmocka_unit_test(large_nonsense_is_refused_in_linear_time),
        cmocka_unit_test(random_games_on_every_board_under_all_rules_survive),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
