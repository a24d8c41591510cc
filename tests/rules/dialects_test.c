/* Foreign text forms: the examples of their programs, round trips over random games, and what is refused. */
#include "baghchal/dialects.h"
#include "baghchal/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TURNS_MAX = 400, TEXT_SIZE = 16384, MEMORY_SIZE = 65536 };

static struct bc_board board;
static struct bc_board other_board;
static struct bc_rules rules;

static int set_up(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    rules = bc_rules_default(&board);
    return bc_board_init(&other_board, bc_board_description(1)) == BC_OK ? 0 : -1;
}

/* A generator of its own, so that the games are the same everywhere. */
static uint64_t random_state;

static uint32_t next_random(uint32_t below)
{
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)(random_state >> 33) % below;
}

static struct bc_position read_native(const char *text)
{
    struct bc_position position;
    assert_int_equal(bc_position_read(&board, text, strlen(text), &position, NULL), BC_OK);
    return position;
}

static void expect_native(const struct bc_position *position, const char *expected)
{
    char text[BC_POSITION_TEXT_MAX];
    bc_position_write(&board, position, text);
    assert_string_equal(text, expected);
    assert_true(position->hash == bc_position_hash(&board, position));
}

typedef enum bc_error reader(const struct bc_board *board, const char *text, size_t length,
                             struct bc_position *position, size_t *offset);

static enum bc_error read_obx(const struct bc_board *obx_board, const char *text, size_t length,
                              struct bc_position *position, size_t *offset)
{
    return bc_obx_read(obx_board, text, length, position, NULL, offset);
}

static void expect_refused(reader *read, const char *text, enum bc_error expected, size_t expected_offset)
{
    struct bc_position position = {.turn = 77};
    size_t offset = SIZE_MAX;
    enum bc_error error = read(&board, text, strlen(text), &position, &offset);
    if (error != expected || offset != expected_offset) {
        fail_msg("%s at %zu, not %s at %zu: %s", bc_error_name(error), offset, bc_error_name(expected), expected_offset,
                 text);
    }
    assert_int_equal(position.turn, 77);
}

static void points_of_the_python_package_count_from_the_top_left(void **state)
{
    (void)state;
    static const struct {
        const char *python;
        const char *native;
        enum bc_side side;
    } moves[] = {
        {"G11", "a5", BC_GOATS},      {"G15", "e5", BC_GOATS},        {"G33", "c3", BC_GOATS},
        {"G51", "a1", BC_GOATS},      {"G53", "c1", BC_GOATS},        {"B5545", "e1-e2", BC_TIGERS},
        {"G1524", "e5-d4", BC_GOATS}, {"Bx2422", "d4xb4", BC_TIGERS},
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        bc_move move = BC_MOVE_NONE;
        char text[BC_MOVE_TEXT_MAX];
        assert_int_equal(bc_python_move_read(&board, moves[i].side, moves[i].python, strlen(moves[i].python), &move),
                         BC_OK);
        bc_move_write(&board, move, text);
        assert_string_equal(text, moves[i].native);
        assert_int_equal(bc_python_move_write(moves[i].side, move, text), strlen(moves[i].python));
        assert_string_equal(text, moves[i].python);
    }
}

static void moves_that_are_not_of_the_python_package_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum bc_side side;
        enum bc_error error;
    } moves[] = {
        {"", BC_GOATS, BC_ERROR_MOVE_SYNTAX},         {"c3", BC_GOATS, BC_ERROR_MOVE_SYNTAX},
        {"G", BC_GOATS, BC_ERROR_MOVE_SYNTAX},        {"G3", BC_GOATS, BC_ERROR_MOVE_SYNTAX},
        {"G333", BC_GOATS, BC_ERROR_MOVE_SYNTAX},     {"g33", BC_GOATS, BC_ERROR_MOVE_SYNTAX},
        {"G33#", BC_GOATS, BC_ERROR_MOVE_SYNTAX},     {"G03", BC_GOATS, BC_ERROR_MOVE_SYNTAX},
        {"G63", BC_GOATS, BC_ERROR_MOVE_POINT},       {"Bx33", BC_TIGERS, BC_ERROR_MOVE_SYNTAX},
        {"BX2422", BC_TIGERS, BC_ERROR_MOVE_SYNTAX},  {"B2422", BC_TIGERS, BC_ERROR_MOVE_NO_LINE},
        {"Bx5545", BC_TIGERS, BC_ERROR_MOVE_NO_LINE}, {"B5545", BC_GOATS, BC_ERROR_MOVE_OTHER_SIDE},
        {"G33", BC_TIGERS, BC_ERROR_MOVE_OTHER_SIDE},
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        bc_move move = BC_MOVE_NONE;
        enum bc_error error = bc_python_move_read(&board, moves[i].side, moves[i].text, strlen(moves[i].text), &move);
        assert_string_equal(bc_error_name(error), bc_error_name(moves[i].error));
    }
}

static void python_positions_mean_what_the_goats_turns_say(void **state)
{
    (void)state;
    static const struct {
        const char *python;
        const char *native;
    } positions[] = {
        {"B3B/5/5/5/B3B G 0", "T3T/5/5/5/T3T g 20 0 0 1"},
        {"B3B/5/5/5/B1G1B B 1", "T3T/5/5/5/T1G1T t 19 0 0 1"},
        {"B3B/5/5/2G1B/B4 G 2", "T3T/5/5/2G1T/T4 g 18 1 0 3"},
        {"BGGGG/GB1GG/GGBGG/GGGGG/GGBG1 B 20", "TGGGG/GT1GG/GGTGG/GGGGG/GGTG1 t 0 1 0 20"},
        {"BGGGG/GB1GG/GGBGG/GGGGG/GGBG1 G 57", "TGGGG/GT1GG/GGTGG/GGGGG/GGTG1 g 0 1 0 58"},
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct bc_position position;
        size_t offset = 0;
        const char *text = positions[i].python;
        enum bc_error error = bc_python_position_read(&board, text, strlen(text), &position, &offset);
        if (error != BC_OK) {
            fail_msg("%s at %zu: %s", bc_error_name(error), offset, text);
        }
        expect_native(&position, positions[i].native);
        char written[BC_DIALECT_TEXT_MAX];
        size_t length = 0;
        assert_int_equal(bc_python_position_write(&board, &position, written, &length), BC_OK);
        assert_string_equal(written, text);
        assert_int_equal(length, strlen(text));
    }
}

static void python_positions_are_refused_with_place_and_reason(void **state)
{
    (void)state;
    reader *read = bc_python_position_read;
    expect_refused(read, "", BC_ERROR_POSITION_RANK_LENGTH, 0);
    expect_refused(read, "T3T/5/5/5/T3T G 0", BC_ERROR_POSITION_PIECE, 0);
    expect_refused(read, "B3B/5/5/5/B3b G 0", BC_ERROR_POSITION_PIECE, 12);
    expect_refused(read, "B3B/41/5/5/B3B G 0", BC_ERROR_POSITION_RANK_LENGTH, 5);
    expect_refused(read, "B3B/6/5/5/B3B G 0", BC_ERROR_POSITION_PIECE, 4);
    expect_refused(read, "B3B/4/5/5/B3B G 0", BC_ERROR_POSITION_RANK_LENGTH, 5);
    expect_refused(read, "B3BG/5/5/5/B3B G 0", BC_ERROR_POSITION_RANK_LENGTH, 3);
    expect_refused(read, "B3B/5/5/5 G 0", BC_ERROR_POSITION_RANKS, 9);
    expect_refused(read, "B3B/5/5/5/B3B", BC_ERROR_POSITION_SIDE, 13);
    expect_refused(read, "B3B/5/5/5/B3B g 0", BC_ERROR_POSITION_SIDE, 13);
    expect_refused(read, "B3B/5/5/5/B3B G", BC_ERROR_POSITION_COUNT, 15);
    expect_refused(read, "B3B/5/5/5/B3B G ", BC_ERROR_POSITION_COUNT, 16);
    expect_refused(read, "B3B/5/5/5/B3B G 00", BC_ERROR_POSITION_COUNT, 16);
    expect_refused(read, "B3B/5/5/5/B3B G 0 ", BC_ERROR_POSITION_TRAILING, 17);
    expect_refused(read, "B3B/5/5/5/B3B B 0", BC_ERROR_DIALECT_TURNS, 16);
    expect_refused(read, "B3B/2G2/5/5/B3B G 0", BC_ERROR_DIALECT_TURNS, 18);
    expect_refused(read, "B3B/5/5/5/B4 G 0", BC_ERROR_POSITION_TIGERS, 0);
    expect_refused(read, "B3B/5/5/5/B3B G 99999999999999999999", BC_ERROR_POSITION_COUNT, 16);
}

static void a_position_whose_turns_do_not_fit_cannot_be_written_for_python(void **state)
{
    (void)state;
    struct bc_position position = read_native("T3T/5/5/5/T1G1T t 19 0 0 7");
    char text[BC_DIALECT_TEXT_MAX];
    assert_int_equal(bc_python_position_write(&board, &position, text, NULL), BC_ERROR_DIALECT_TURNS);
}

static void obx_examples_mean_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *obx;
        const char *native;
        const char *last_move;
        const char *canonical;
    } positions[] = {
        {"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #", "T3T/5/5/5/T3T g 20 0 0 1", NULL, NULL},
        {"TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1", "T3T/5/2G2/5/T3T t 19 0 0 1", "c3", NULL},
        {"TXTXT/TXXXX/XXXXX/XXXXX/XXXXX g @20 c0 - #t1", "T1T1T/T4/5/5/5 g 20 0 0 2", NULL, NULL},
        {"TXTXT/TGXXX/XXXXX/XXXXX/XXXXX t @18 c1 mB2 #g2", "T1T1T/TG3/5/5/5 t 18 1 0 2", "b4", NULL},
        {"XXXXT/XXXXX/XXTXX/XXXXX/TXXXT g @19 c1 mA1C3(B2) #t1", "4T/5/2T2/5/T3T g 19 1 0 2", "a5xc3", NULL},
        {"XTXXT/XXGXX/XXXXX/XXXXX/TXXXT g @19 c0 mA1B1 #t1", "1T2T/2G2/5/5/T3T g 19 0 0 2", "a5-b5", NULL},
        /* without the goats in hand */
        {"TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1", "T3T/5/2G2/5/T3T t 19 0 0 1", "c3",
         "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"},
        /* in another order */
        {"TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t #g1 mC3 c0 @19", "T3T/5/2G2/5/T3T t 19 0 0 1", "c3",
         "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"},
        /* without move and number */
        {"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - -", "T3T/5/5/5/T3T g 20 0 0 1", NULL,
         "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"},
        {"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 -", "T3T/5/5/5/T3T g 20 0 0 1", NULL,
         "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"},
        {"TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0", "T3T/5/5/5/T3T g 20 0 0 1", NULL,
         "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #"},
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct bc_position position;
        bc_move last_move = BC_MOVE_NONE;
        size_t offset = 0;
        const char *text = positions[i].obx;
        enum bc_error error = bc_obx_read(&board, text, strlen(text), &position, &last_move, &offset);
        if (error != BC_OK) {
            fail_msg("%s at %zu: %s", bc_error_name(error), offset, text);
        }
        expect_native(&position, positions[i].native);
        if (positions[i].last_move == NULL) {
            assert_int_equal(last_move, BC_MOVE_NONE);
        } else {
            char move[BC_MOVE_TEXT_MAX];
            bc_move_write(&board, last_move, move);
            assert_string_equal(move, positions[i].last_move);
        }
        char written[BC_DIALECT_TEXT_MAX];
        assert_int_equal(bc_obx_write(&board, &position, last_move, written, NULL), BC_OK);
        assert_string_equal(written, positions[i].canonical != NULL ? positions[i].canonical : text);
    }
}

static void obx_is_refused_with_place_and_reason(void **state)
{
    (void)state;
#define BOARD "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT"
    expect_refused(read_obx, "", BC_ERROR_POSITION_RANK_LENGTH, 0);
    expect_refused(read_obx, "T3T/5/5/5/T3T g", BC_ERROR_POSITION_PIECE, 1);
    expect_refused(read_obx, "TXXXT/XXXX/XXGXX/XXXXX/TXXXT t", BC_ERROR_POSITION_RANK_LENGTH, 10);
    expect_refused(read_obx, "TXXXT/XXXXX t", BC_ERROR_POSITION_RANKS, 11);
    expect_refused(read_obx, BOARD, BC_ERROR_POSITION_SIDE, 29);
    expect_refused(read_obx, BOARD " T @19 c0", BC_ERROR_POSITION_SIDE, 29);
    expect_refused(read_obx, BOARD " t @19", BC_ERROR_POSITION_COUNT, 35);
    expect_refused(read_obx, BOARD " t @019 c0", BC_ERROR_POSITION_COUNT, 33);
    expect_refused(read_obx, BOARD " t @19 @19 c0", BC_ERROR_DIALECT_FIELD, 36);
    expect_refused(read_obx, BOARD " t @19 c0 z", BC_ERROR_DIALECT_FIELD, 39);
    expect_refused(read_obx, BOARD " t  @19 c0", BC_ERROR_DIALECT_FIELD, 32);
    expect_refused(read_obx, BOARD " t @19 c0 ", BC_ERROR_DIALECT_FIELD, 39);
    expect_refused(read_obx, BOARD " t @19 c0 mC3 #g1 -", BC_ERROR_DIALECT_FIELD, 48);
    expect_refused(read_obx, BOARD " t @18 c0 mC3 #g1", BC_ERROR_POSITION_GOATS, 0);
    expect_refused(read_obx, BOARD " t @19 c0 mC6 #g1", BC_ERROR_MOVE_SYNTAX, 40);
    expect_refused(read_obx, BOARD " t @19 c0 mA1A3 #g1", BC_ERROR_MOVE_NO_LINE, 44);
    expect_refused(read_obx, BOARD " g @19 c0 mA1C3(B1) #t1", BC_ERROR_MOVE_NO_LINE, 48);
    expect_refused(read_obx, BOARD " t@19 c0", BC_ERROR_DIALECT_FIELD, 31);
    expect_refused(read_obx, BOARD " t @19 c0 m", BC_ERROR_MOVE_SYNTAX, 40);
    expect_refused(read_obx, BOARD " t @19 c0 mC3D #g1", BC_ERROR_MOVE_SYNTAX, 42);
    expect_refused(read_obx, BOARD " g @19 c0 mA1C3(B2 #t1", BC_ERROR_MOVE_SYNTAX, 47);
    expect_refused(read_obx, BOARD " t @19 c0 mD3 #g1", BC_ERROR_DIALECT_LAST_MOVE, 0);
    expect_refused(read_obx, BOARD " g @19 c0 mC3 #t1", BC_ERROR_DIALECT_LAST_MOVE, 0);
    expect_refused(read_obx, BOARD " t @19 c0 mB3C3 #g1", BC_ERROR_DIALECT_LAST_MOVE, 0);
    expect_refused(read_obx, BOARD " t @19 c0 mC3 #t1", BC_ERROR_DIALECT_NUMBER, 0);
    expect_refused(read_obx, BOARD " t @19 c0 mC3 #g0", BC_ERROR_DIALECT_NUMBER, 46);
    expect_refused(read_obx, BOARD " t @19 c0 mC3 #x1", BC_ERROR_DIALECT_NUMBER, 44);
#undef BOARD
}

static void gamesman_examples_mean_what_they_say(void **state)
{
    (void)state;
    static const struct {
        const char *gamesman;
        const char *native;
    } positions[] = {
        {"1_T---T---------------T---T2000", "T3T/5/5/5/T3T g 20 0 0 1"},
        {"2_T---T-------G-------T---T1900", "T3T/5/2G2/5/T3T t 19 0 0 1"},
        {"1_TGGGGGTGGGG-GGG-GGGGGTTGG0001", "TGGGG/GTGGG/G1GGG/1GGGG/GTTGG g 0 1 0 21"},
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct bc_position position;
        size_t offset = 0;
        const char *text = positions[i].gamesman;
        enum bc_error error = bc_gamesman_position_read(&board, text, strlen(text), &position, &offset);
        if (error != BC_OK) {
            fail_msg("%s at %zu: %s", bc_error_name(error), offset, text);
        }
        expect_native(&position, positions[i].native);
        char written[BC_DIALECT_TEXT_MAX];
        assert_int_equal(bc_gamesman_position_write(&board, &position, written, NULL), BC_OK);
        assert_string_equal(written, text);
    }
}

static void gamesman_is_refused_with_place_and_reason(void **state)
{
    (void)state;
    reader *read = bc_gamesman_position_read;
    expect_refused(read, "", BC_ERROR_POSITION_SIDE, 0);
    expect_refused(read, "3_T---T---------------T---T2000", BC_ERROR_POSITION_SIDE, 0);
    expect_refused(read, "1_T---T---------------T---", BC_ERROR_POSITION_RANK_LENGTH, 26);
    expect_refused(read, "1_T---T------x--------T---T2000", BC_ERROR_POSITION_PIECE, 13);
    expect_refused(read, "1_T---T---------------T---T200", BC_ERROR_POSITION_COUNT, 29);
    expect_refused(read, "1_T---T---------------T---T20000", BC_ERROR_POSITION_TRAILING, 31);
    expect_refused(read, "1_T---T---------------T---T9900", BC_ERROR_POSITION_GOATS, 31);
    expect_refused(read, "1_T---T---------------T---T1900", BC_ERROR_POSITION_GOATS, 0);
    expect_refused(read, "1_T-------------------T---T2000", BC_ERROR_POSITION_TIGERS, 0);
    bc_move move = BC_MOVE_NONE;
    assert_int_equal(bc_gamesman_move_read(&board, "a1a2", 4, &move), BC_OK);
    assert_int_equal(move, bc_move_step(0, 5));
    assert_int_equal(bc_gamesman_move_read(&board, "a1c3", 4, &move), BC_OK);
    assert_int_equal(move, bc_move_jump(0, 6, 12));
    assert_int_equal(bc_gamesman_move_read(&board, "a1-a2", 5, &move), BC_ERROR_MOVE_SYNTAX);
    assert_int_equal(bc_gamesman_move_read(&board, "A1a2", 4, &move), BC_ERROR_MOVE_SYNTAX);
}

static void other_boards_are_refused(void **state)
{
    (void)state;
    struct bc_position position;
    bc_position_start(&other_board, &position);
    char text[BC_DIALECT_TEXT_MAX];
    bc_move move = BC_MOVE_NONE;
    assert_int_equal(bc_python_position_write(&other_board, &position, text, NULL), BC_ERROR_DIALECT_BOARD);
    assert_int_equal(bc_obx_write(&other_board, &position, BC_MOVE_NONE, text, NULL), BC_ERROR_DIALECT_BOARD);
    assert_int_equal(bc_gamesman_position_write(&other_board, &position, text, NULL), BC_ERROR_DIALECT_BOARD);
    assert_int_equal(bc_python_position_read(&other_board, "", 0, &position, NULL), BC_ERROR_DIALECT_BOARD);
    assert_int_equal(bc_obx_read(&other_board, "", 0, &position, NULL, NULL), BC_ERROR_DIALECT_BOARD);
    assert_int_equal(bc_gamesman_position_read(&other_board, "", 0, &position, NULL), BC_ERROR_DIALECT_BOARD);
    assert_int_equal(bc_python_move_read(&other_board, BC_GOATS, "G33", 3, &move), BC_ERROR_DIALECT_BOARD);
    assert_int_equal(bc_gamesman_move_read(&other_board, "a1", 2, &move), BC_ERROR_DIALECT_BOARD);
    struct bc_rules other_rules = bc_rules_default(&other_board);
    struct bc_game game;
    size_t length = 0;
    assert_int_equal(bc_game_init(&game, &other_board, &other_rules, NULL, NULL, 0), BC_OK);
    assert_int_equal(bc_python_game_write(&game, NULL, 0, &length), BC_ERROR_DIALECT_BOARD);
    bc_position_start(&board, &position);
    assert_int_equal(bc_obx_write(&board, &position, bc_move_place(12), text, NULL), BC_ERROR_DIALECT_LAST_MOVE);
}

/* Reads the only game of a text. */
static enum bc_error read_python_game(const char *text, struct bc_game *game, size_t *offset)
{
    static unsigned char memory[MEMORY_SIZE];
    struct bc_python_reader games;
    bc_python_reader_init(&games, &board, &rules, text, strlen(text));
    enum bc_error error = bc_python_game_read(&games, memory, sizeof memory, game, offset);
    if (error == BC_OK) {
        assert_int_equal(bc_python_game_read(&games, memory, sizeof memory, game, offset), BC_ERROR_RECORD_NONE);
    }
    return error;
}

static void python_games_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *canonical;
        const char *native;
        enum bc_ending ending;
    } games[] = {
        {"1. G53 B5545", NULL, "T3T/5/5/4T/T1G2 g 19 0 0 2", BC_ENDING_NONE},
        {" 1. G53 B5545 2. G54\n", "1. G53 B5545 2. G54", "T3T/5/5/4T/T1GG1 t 18 0 0 2", BC_ENDING_NONE},
        {"1.G53 B5545\r\n2.G54 *", "1. G53 B5545 2. G54", "T3T/5/5/4T/T1GG1 t 18 0 0 2", BC_ENDING_NONE},
        {"1. G53 1-0", NULL, "T3T/5/5/5/T1G1T t 19 0 0 1", BC_ENDING_RESIGNATION},
        {"1. G53 1/2-1/2", NULL, "T3T/5/5/5/T1G1T t 19 0 0 1", BC_ENDING_AGREEMENT},
        {"1. G12 Bx1113", NULL, "2T1T/5/5/5/T3T g 19 1 0 2", BC_ENDING_NONE},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct bc_game game;
        size_t offset = 0;
        enum bc_error error = read_python_game(games[i].text, &game, &offset);
        if (error != BC_OK) {
            fail_msg("%s at %zu: %s", bc_error_name(error), offset, games[i].text);
        }
        expect_native(&game.position, games[i].native);
        assert_int_equal(game.ending, games[i].ending);
        char text[256];
        size_t length = 0;
        assert_int_equal(bc_python_game_write(&game, text, sizeof text - 1, &length), BC_OK);
        text[length] = '\0';
        assert_string_equal(text, games[i].canonical != NULL ? games[i].canonical : games[i].text);
    }
}

static void python_games_are_refused_with_place_and_reason(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum bc_error error;
        size_t offset;
    } games[] = {
        {"G53", BC_ERROR_RECORD_NUMBER, 0},
        {"2. G53", BC_ERROR_RECORD_NUMBER, 0},
        {"1 G53", BC_ERROR_RECORD_NUMBER, 0},
        {"1. G53 B5545 3. G54", BC_ERROR_RECORD_NUMBER, 13},
        {"1. G53 2. B5545", BC_ERROR_MOVE_SYNTAX, 7},
        {"1. G53 G54", BC_ERROR_MOVE_OTHER_SIDE, 7},
        {"1. G11", BC_ERROR_MOVE_OCCUPIED, 3},
        {"1. G53 B5543", BC_ERROR_MOVE_NO_LINE, 7},
        {"1. G53#", BC_ERROR_RECORD_RESULT, 6},
        {"1. G53 # 1-0", BC_ERROR_RECORD_RESULT, 7},
        {"1. G53 {a comment}", BC_ERROR_MOVE_SYNTAX, 7},
        {"1. G53 1-0 B5545", BC_ERROR_MOVE_SYNTAX, 11},
        {"1.", BC_ERROR_MOVE_SYNTAX, 2},
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct bc_game game;
        size_t offset = SIZE_MAX;
        enum bc_error error = read_python_game(games[i].text, &game, &offset);
        if (error != games[i].error || offset != games[i].offset) {
            fail_msg("%s at %zu: %s", bc_error_name(error), offset, games[i].text);
        }
    }
}

static void a_result_that_the_moves_contradict_is_refused(void **state)
{
    (void)state;
    struct bc_game game;
    size_t offset = 0;
    rules.goats_to_win = 1;
    assert_int_equal(read_python_game("1. G12 Bx1113# 0-1", &game, &offset), BC_OK);
    assert_int_equal(read_python_game("1. G12 Bx1113 # 0-1", &game, &offset), BC_OK);
    assert_int_equal(read_python_game("1. G12 Bx1113 0-1", &game, &offset), BC_OK);
    assert_int_equal(read_python_game("1. G12 Bx1113", &game, &offset), BC_OK);
    assert_int_equal(game.ending, BC_ENDING_CAPTURED);
    assert_int_equal(read_python_game("1. G12 Bx1113# 1-0", &game, &offset), BC_ERROR_RECORD_RESULT);
    assert_int_equal(offset, 15);
    assert_int_equal(read_python_game("1. G12 Bx1113 *", &game, &offset), BC_ERROR_RECORD_RESULT);
    rules = bc_rules_default(&board);
}

static void several_python_games_of_a_text_are_read_one_after_the_other(void **state)
{
    (void)state;
    static const char text[] = "1. G53 B5545 1-0\n1. G11\n\n1. G33 B1122\n1. G33";
    static unsigned char memory[MEMORY_SIZE];
    struct bc_python_reader games;
    struct bc_game game;
    size_t offset = 0;
    bc_python_reader_init(&games, &board, &rules, text, strlen(text));
    assert_int_equal(bc_python_game_read(&games, NULL, 0, &game, &offset), BC_ERROR_NO_SPACE);
    assert_int_equal(bc_python_game_read(&games, memory, 10, &game, &offset), BC_ERROR_NO_SPACE);
    assert_int_equal(bc_python_game_read(&games, memory, MEMORY_SIZE, &game, &offset), BC_OK);
    assert_int_equal(game.ply_count, 2);
    assert_int_equal(bc_python_game_read(&games, memory, MEMORY_SIZE, &game, &offset), BC_ERROR_MOVE_OCCUPIED);
    assert_int_equal(offset, 20);
    assert_int_equal(bc_python_game_read(&games, memory, MEMORY_SIZE, &game, &offset), BC_OK);
    assert_int_equal(game.ply_count, 2);
    assert_int_equal(bc_python_game_read(&games, memory, MEMORY_SIZE, &game, &offset), BC_OK);
    assert_int_equal(game.ply_count, 1);
    assert_int_equal(bc_python_game_read(&games, memory, MEMORY_SIZE, &game, &offset), BC_ERROR_RECORD_NONE);
}

static void a_game_that_was_set_up_or_has_no_turns_cannot_be_written_for_python(void **state)
{
    (void)state;
    struct bc_position start = read_native("T3T/5/2G2/5/T3T t 19 0 0 1");
    struct bc_game game;
    size_t length = 0;
    assert_int_equal(bc_game_init(&game, &board, &rules, &start, NULL, 0), BC_OK);
    assert_int_equal(bc_python_game_write(&game, NULL, 0, &length), BC_ERROR_DIALECT_START);
    assert_int_equal(bc_game_init(&game, &board, &rules, NULL, NULL, 0), BC_OK);
    assert_int_equal(bc_python_game_write(&game, NULL, 0, &length), BC_ERROR_DIALECT_NO_TURNS);
}

static void expect_same_position(const struct bc_position *a, const struct bc_position *b)
{
    char text[BC_POSITION_TEXT_MAX];
    bc_position_write(&board, b, text);
    expect_native(a, text);
    assert_true(a->hash == b->hash);
}

/* Writes the position in every form, and reads it back. */
static void check_round_trips(const struct bc_position *position, bc_move last_move)
{
    char text[BC_DIALECT_TEXT_MAX];
    char again[BC_DIALECT_TEXT_MAX];
    size_t length = 0;
    struct bc_position read;
    assert_int_equal(bc_python_position_write(&board, position, text, &length), BC_OK);
    assert_int_equal(bc_python_position_read(&board, text, length, &read, NULL), BC_OK);
    read.quiet_turns = position->quiet_turns;
    expect_same_position(&read, position);
    assert_int_equal(bc_python_position_write(&board, &read, again, NULL), BC_OK);
    assert_string_equal(again, text);

    bc_move last_read = BC_MOVE_NONE;
    assert_int_equal(bc_obx_write(&board, position, last_move, text, &length), BC_OK);
    assert_int_equal(bc_obx_read(&board, text, length, &read, &last_read, NULL), BC_OK);
    read.quiet_turns = position->quiet_turns;
    expect_same_position(&read, position);
    assert_int_equal(last_read, last_move);
    assert_int_equal(bc_obx_write(&board, &read, last_read, again, NULL), BC_OK);
    assert_string_equal(again, text);

    assert_int_equal(bc_gamesman_position_write(&board, position, text, &length), BC_OK);
    assert_int_equal(bc_gamesman_position_read(&board, text, length, &read, NULL), BC_OK);
    read.quiet_turns = position->quiet_turns;
    read.turn = position->turn;
    expect_same_position(&read, position);
    assert_int_equal(bc_gamesman_position_write(&board, &read, again, NULL), BC_OK);
    assert_string_equal(again, text);
}

static void random_games_survive_every_form(void **state)
{
    (void)state;
    static struct bc_ply plies[TURNS_MAX];
    static char text[TEXT_SIZE];
    static char again[TEXT_SIZE];
    for (unsigned i = 0; i < 300; i++) {
        random_state = i;
        rules = bc_rules_named(i % 6)->rules;
        struct bc_game game;
        assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, TURNS_MAX), BC_OK);
        struct bc_move_list moves;
        for (bc_game_moves(&game, &moves); moves.count > 0 && game.ply_count < TURNS_MAX;
             bc_game_moves(&game, &moves)) {
            bc_move move = moves.moves[next_random(moves.count)];
            assert_int_equal(bc_game_play(&game, move), BC_OK);
            check_round_trips(&game.position, move);
        }
        if (i % 5 == 0 && game.ending == BC_ENDING_NONE) {
            assert_int_equal(bc_game_resign(&game, i % 2 == 0 ? BC_GOATS : BC_TIGERS), BC_OK);
        } else if (i % 5 == 1 && game.ending == BC_ENDING_NONE) {
            assert_int_equal(bc_game_agree_draw(&game), BC_OK);
        }
        size_t length = 0;
        assert_int_equal(bc_python_game_write(&game, text, sizeof text - 1, &length), BC_OK);
        text[length] = '\0';
        struct bc_game read;
        assert_int_equal(read_python_game(text, &read, NULL), BC_OK);
        assert_int_equal(read.ending, game.ending);
        assert_int_equal(read.result, game.result);
        assert_int_equal(read.ply_count, game.ply_count);
        expect_same_position(&read.position, &game.position);
        size_t length_again = 0;
        assert_int_equal(bc_python_game_write(&read, again, sizeof again, &length_again), BC_OK);
        assert_int_equal(length_again, length);
        assert_memory_equal(again, text, length);
    }
    rules = bc_rules_default(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_the_python_package_count_from_the_top_left),
        cmocka_unit_test(moves_that_are_not_of_the_python_package_are_refused),
        cmocka_unit_test(python_positions_mean_what_the_goats_turns_say),
        cmocka_unit_test(python_positions_are_refused_with_place_and_reason),
        cmocka_unit_test(a_position_whose_turns_do_not_fit_cannot_be_written_for_python),
        cmocka_unit_test(obx_examples_mean_what_they_say),
        cmocka_unit_test(obx_is_refused_with_place_and_reason),
        cmocka_unit_test(gamesman_examples_mean_what_they_say),
        cmocka_unit_test(gamesman_is_refused_with_place_and_reason),
        cmocka_unit_test(other_boards_are_refused),
        cmocka_unit_test(python_games_are_read_and_written),
        cmocka_unit_test(python_games_are_refused_with_place_and_reason),
        cmocka_unit_test(a_result_that_the_moves_contradict_is_refused),
        cmocka_unit_test(several_python_games_of_a_text_are_read_one_after_the_other),
        cmocka_unit_test(a_game_that_was_set_up_or_has_no_turns_cannot_be_written_for_python),
        cmocka_unit_test(random_games_survive_every_form),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
