/* The native text forms of moves and positions. */
#include "cmocka_all.h"
#include "random_positions.h"

#include <baghchal/text.h>

#include <string.h>

static struct bc_board board;

static enum bc_error read_position(const char *text, struct bc_position *position, size_t *offset)
{
    return bc_position_read(&board, text, strlen(text), position, offset);
}

static void the_start_has_its_text(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    struct bc_position position;
    bc_position_start(&board, &position);
    char text[BC_POSITION_TEXT_MAX];
    assert_int_equal(bc_position_write(&board, &position, text), 24);
    assert_string_equal(text, "T3T/5/5/5/T3T g 20 0 0 1");
}

static void random_positions_survive_their_text(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        random_test_board(&board, index);
        for (int i = 0; i < 20000; i++) {
            struct bc_position position = random_position(&board, &seed);
            struct bc_position again;
            memset(&again, 0xAA, sizeof again);
            char text[BC_POSITION_TEXT_MAX];
            size_t length = bc_position_write(&board, &position, text);
            assert_int_equal(length, strlen(text));
            assert_int_equal(bc_position_read(&board, text, length, &again, NULL), BC_OK);
            char rewritten[BC_POSITION_TEXT_MAX];
            bc_position_write(&board, &again, rewritten);
            assert_string_equal(text, rewritten);
            assert_true(again.hash == position.hash);
        }
    }
}

static void assert_canonical(const char *accepted, const char *canonical)
{
    struct bc_position position;
    char text[BC_POSITION_TEXT_MAX];
    assert_int_equal(read_position(accepted, &position, NULL), BC_OK);
    bc_position_write(&board, &position, text);
    assert_string_equal(text, canonical);
}

static void readers_take_the_other_spellings(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_canonical("B3B/5/5/5/B3B g 20 0 0 1", "T3T/5/5/5/T3T g 20 0 0 1");
    assert_canonical("t3t/23/11111/5/T111b G 20 0 0 1", "T3T/5/5/5/T3T g 20 0 0 1");
    assert_canonical("T3T/5/2g2/5/T3T t 19 0", "T3T/5/2G2/5/T3T t 19 0 0 1");
    assert_canonical("T3T/5/2G2/5/T3T T 18 1", "T3T/5/2G2/5/T3T t 18 1 0 2");
    assert_canonical("T3T/5/2G2/5/T3T g 18 1", "T3T/5/2G2/5/T3T g 18 1 0 3");
    assert_canonical("GG2T/GGGGT/GGTGG/GTGGG/G1GG1 t 0 3", "GG2T/GGGGT/GGTGG/GTGGG/G1GG1 t 0 3 0 20");
    assert_canonical("T3T/5/5/5/T3T t 20 0", "T3T/5/5/5/T3T t 20 0 0 1");
}

static void assert_refused(const char *text, enum bc_error expected, size_t place)
{
    struct bc_position position;
    size_t offset = 999;
    enum bc_error error = read_position(text, &position, &offset);
    if (error != expected || offset != place) {
        fail_msg("%s: %s at %zu, expected %s at %zu", text, bc_error_name(error), offset, bc_error_name(expected),
                 place);
    }
}

static void each_fault_of_a_position_is_named_with_its_place(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_refused("", BC_ERROR_POSITION_RANK_LENGTH, 0);
    assert_refused("T3T/5/5/5", BC_ERROR_POSITION_RANKS, 9);
    assert_refused("T3T/5/5/5 g 20 0 0 1", BC_ERROR_POSITION_RANKS, 9);
    assert_refused("T3T/5/5/5/T3T/5 g 20 0 0 1", BC_ERROR_POSITION_RANKS, 13);
    assert_refused("T3T/5/5/4/T3T g 20 0 0 1", BC_ERROR_POSITION_RANK_LENGTH, 9);
    assert_refused("T4T/5/5/5/T3T g 20 0 0 1", BC_ERROR_POSITION_RANK_LENGTH, 2);
    assert_refused("T3T/9/5/5/T3T g 20 0 0 1", BC_ERROR_POSITION_RANK_LENGTH, 4);
    assert_refused("T3T/5/xxxxx/5/T3T g 20 0 0 1", BC_ERROR_POSITION_PIECE, 6);
    assert_refused("T3T/5/5/5/T3T", BC_ERROR_POSITION_SIDE, 13);
    assert_refused("T3T/5/5/5/T3T ", BC_ERROR_POSITION_SIDE, 14);
    assert_refused("T3T/5/5/5/T3T x 20 0 0 1", BC_ERROR_POSITION_SIDE, 14);
    assert_refused("T3T/5/5/5/T3T goats 20 0 0 1", BC_ERROR_POSITION_SIDE, 14);
    assert_refused("T3T/5/5/5/T3T g", BC_ERROR_POSITION_COUNT, 15);
    assert_refused("T3T/5/5/5/T3T g 20", BC_ERROR_POSITION_COUNT, 18);
    assert_refused("T3T/5/5/5/T3T g -1 0 0 1", BC_ERROR_POSITION_COUNT, 16);
    assert_refused("T3T/5/5/5/T3T g 21 0 0 1", BC_ERROR_POSITION_COUNT, 16);
    assert_refused("T3T/5/5/5/T3T g 20 0 0", BC_ERROR_POSITION_COUNT, 22);
    assert_refused("T3T/5/5/5/T3T g 20 0 65536 1", BC_ERROR_POSITION_COUNT, 21);
    assert_refused("T3T/5/5/5/T3T g 20 0 0 99999999999999999999", BC_ERROR_POSITION_COUNT, 23);
    assert_refused("T3T/5/5/5/T3T g 20 0 0 0", BC_ERROR_POSITION_COUNT, 0);
    assert_refused("T3T/5/5/5/T3T  g 20 0 0 1", BC_ERROR_POSITION_SIDE, 14);
    assert_refused("T3T/5/5/5/T3T g 20  0 0 1", BC_ERROR_POSITION_COUNT, 19);
    assert_refused("T3T/5/5/5/T3T g 20 0 0 1 ", BC_ERROR_POSITION_TRAILING, 24);
    assert_refused("T3T/5/5/5/T3T g 20 0 0 1 x", BC_ERROR_POSITION_TRAILING, 24);
    assert_refused("T3T/5/5/5/T4 g 20 0 0 1", BC_ERROR_POSITION_TIGERS, 0);
    assert_refused("T3T/5/2T2/5/T3T g 20 0 0 1", BC_ERROR_POSITION_TIGERS, 0);
    assert_refused("T3T/5/2G2/5/T3T g 20 0 0 1", BC_ERROR_POSITION_GOATS, 0);
    assert_refused("T3T/5/2G2/5/T3T g 0 18 0 30", BC_ERROR_POSITION_GOATS, 0);
    assert_refused("T3T/5/2G2/5/T3T g 19 0 3 2", BC_ERROR_POSITION_PHASE, 0);
}

static void assert_move(const char *text, const char *native, const char *compact)
{
    bc_move move = BC_MOVE_NONE;
    char written[BC_MOVE_TEXT_MAX];
    assert_int_equal(bc_move_read(&board, text, strlen(text), &move), BC_OK);
    assert_int_equal(bc_move_write(&board, move, written), strlen(native));
    assert_string_equal(written, native);
    assert_int_equal(bc_move_write_compact(&board, move, written), strlen(compact));
    assert_string_equal(written, compact);
}

static void moves_have_a_native_and_a_compact_form(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    assert_move("c3", "c3", "c3");
    assert_move("C3", "c3", "c3");
    assert_move("c3-c4", "c3-c4", "c3c4");
    assert_move("c3c4", "c3-c4", "c3c4");
    assert_move("a1xc3", "a1xc3", "a1c3");
    assert_move("A1XC3", "a1xc3", "a1c3");
    assert_move("a1c3", "a1xc3", "a1c3");
    assert_move("e5e3", "e5xe3", "e5e3");
}

static void every_move_survives_both_forms(void **state)
{
    (void)state;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        random_test_board(&board, index);
        for (unsigned from = 0; from < board.point_count; from++) {
            for (unsigned to = 0; to < board.point_count; to++) {
                int over = bc_board_over(&board, from, to);
                bool near = (board.neighbours[from] >> to & 1U) != 0;
                if (from != to && over < 0 && !near) {
                    continue;
                }
                bc_move move = over >= 0 ? bc_move_jump(from, (unsigned)over, to) : bc_move_step(from, to);
                char text[BC_MOVE_TEXT_MAX];
                bc_move again = BC_MOVE_NONE;
                size_t length = bc_move_write(&board, move, text);
                assert_int_equal(bc_move_read(&board, text, length, &again), BC_OK);
                assert_int_equal(again, move);
                length = bc_move_write_compact(&board, move, text);
                assert_int_equal(bc_move_read(&board, text, length, &again), BC_OK);
                assert_int_equal(again, move);
            }
        }
    }
}

static void texts_that_are_no_moves_are_refused(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    static const struct {
        const char *text;
        enum bc_error error;
    } cases[] = {
        {"", BC_ERROR_MOVE_SYNTAX},         {"c", BC_ERROR_MOVE_SYNTAX},      {"c3-", BC_ERROR_MOVE_SYNTAX},
        {"c3+c4", BC_ERROR_MOVE_SYNTAX},    {"c3-c4 ", BC_ERROR_MOVE_SYNTAX}, {"3c", BC_ERROR_MOVE_SYNTAX},
        {"c3c", BC_ERROR_MOVE_SYNTAX},      {"c33c", BC_ERROR_MOVE_SYNTAX},   {"f3", BC_ERROR_MOVE_POINT},
        {"c6", BC_ERROR_MOVE_POINT},        {"c3-c9", BC_ERROR_MOVE_POINT},   {"a1-b3", BC_ERROR_MOVE_NO_LINE},
        {"a1-c3", BC_ERROR_MOVE_NO_LINE},   {"a1xb2", BC_ERROR_MOVE_NO_LINE}, {"b1-c2", BC_ERROR_MOVE_NO_LINE},
        {"b1xd3", BC_ERROR_MOVE_NO_LINE},   {"a1a1", BC_ERROR_MOVE_NO_LINE},  {"a1-a1", BC_ERROR_MOVE_NO_LINE},
        {"\xC3\xA9", BC_ERROR_MOVE_SYNTAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bc_move move = BC_MOVE_NONE;
        assert_int_equal(bc_move_read(&board, cases[i].text, strlen(cases[i].text), &move), cases[i].error);
        assert_int_equal(move, BC_MOVE_NONE);
    }
}

static void lines_and_columns_count_from_one(void **state)
{
    (void)state;
    const char *text = "ab\nc\n\nd";
    static const size_t expected[][3] = {{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {5, 3, 1}, {6, 4, 1}, {7, 4, 2}, {99, 4, 2}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        size_t line = 0;
        size_t column = 0;
        bc_text_locate(text, 7, expected[i][0], &line, &column);
        assert_int_equal(line, expected[i][1]);
        assert_int_equal(column, expected[i][2]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_has_its_text),
        cmocka_unit_test(random_positions_survive_their_text),
        cmocka_unit_test(readers_take_the_other_spellings),
        cmocka_unit_test(each_fault_of_a_position_is_named_with_its_place),
        cmocka_unit_test(moves_have_a_native_and_a_compact_form),
        cmocka_unit_test(every_move_survives_both_forms),
        cmocka_unit_test(texts_that_are_no_moves_are_refused),
        cmocka_unit_test(lines_and_columns_count_from_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
