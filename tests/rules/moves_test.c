/* Move generation against the naive generator, and the reasons given for moves that are none. */
#include "cmocka_all.h"
#include "random_positions.h"
#include "rules/naive_moves.h"

#include <baghchal/text.h>

#include <stdlib.h>
#include <string.h>

static struct naive_position naive_copy(const struct bc_board *board, const struct bc_position *position)
{
    struct naive_position copy = {.size = board->rank_count,
                                  .diagonals = board->rank_count != 4,
                                  .tigers_to_move = position->side == BC_TIGERS,
                                  .goats_in_hand = position->goats_in_hand};
    for (int point = 0; point < board->point_count; point++) {
        bool tiger = (position->tigers >> point & 1U) != 0;
        bool goat = (position->goats >> point & 1U) != 0;
        copy.grid[point / copy.size][point % copy.size] = tiger ? 'T' : goat ? 'G' : '.';
    }
    return copy;
}

static bool list_holds(const struct bc_move_list *list, bc_move move)
{
    for (unsigned i = 0; i < list->count; i++) {
        if (list->moves[i] == move) {
            return true;
        }
    }
    return false;
}

static bc_move from_naive(struct naive_move move)
{
    if (move.over >= 0) {
        return bc_move_jump((unsigned)move.from, (unsigned)move.over, (unsigned)move.to);
    }
    return bc_move_step((unsigned)move.from, (unsigned)move.to);
}

static void compare_generators(size_t board_index, unsigned positions)
{
    static struct bc_board board;
    random_test_board(&board, board_index);
    uint64_t state = 1 + board_index;
    for (unsigned i = 0; i < positions; i++) {
        struct bc_position position = random_position(&board, &state);
        struct naive_position copy = naive_copy(&board, &position);
        struct naive_move expected[NAIVE_MOVES_MAX];
        int count = naive_moves(&copy, expected);
        struct bc_move_list list;
        bc_position_moves(&board, &position, &list);
        if (list.count != count || bc_position_move_count(&board, &position) != (unsigned)count ||
            bc_position_has_move(&board, &position) != (count > 0)) {
            char text[BC_POSITION_TEXT_MAX];
            bc_position_write(&board, &position, text);
            fail_msg("%s: %d moves expected, %u listed, %u counted", text, count, list.count,
                     bc_position_move_count(&board, &position));
        }
        for (int m = 0; m < count; m++) {
            assert_true(list_holds(&list, from_naive(expected[m])));
        }
    }
}

static void agrees_with_a_naive_generator_on_a_million_positions_of_the_standard_board(void **state)
{
    (void)state;
    compare_generators(0, 1000000);
}

static void agrees_with_a_naive_generator_on_the_small_boards(void **state)
{
    (void)state;
    compare_generators(1, 200000);
    compare_generators(2, 200000);
}

static void lists_moves_in_rising_order_and_once(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        static struct bc_board board;
        random_test_board(&board, index);
        for (unsigned i = 0; i < 20000; i++) {
            struct bc_position position = random_position(&board, &seed);
            struct bc_move_list list;
            bc_position_moves(&board, &position, &list);
            for (unsigned m = 1; m < list.count; m++) {
                unsigned before = bc_move_from(list.moves[m - 1]) << 5 | bc_move_to(list.moves[m - 1]);
                assert_true(before < (bc_move_from(list.moves[m]) << 5 | bc_move_to(list.moves[m])));
            }
        }
    }
}

static void accepts_exactly_the_listed_moves_among_all_codes(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        static struct bc_board board;
        random_test_board(&board, index);
        for (unsigned i = 0; i < 60; i++) {
            struct bc_position position = random_position(&board, &seed);
            struct bc_move_list list;
            bc_position_moves(&board, &position, &list);
            for (unsigned code = 0; code <= 0xFFFF; code++) {
                bool accepted = bc_position_check_move(&board, &position, (bc_move)code) == BC_OK;
                assert_int_equal(accepted, list_holds(&list, (bc_move)code));
            }
        }
    }
}

static enum bc_error reason(const char *position_text, const char *move_text)
{
    static struct bc_board board;
    bc_board_init_standard(&board);
    struct bc_position position;
    bc_move move = BC_MOVE_NONE;
    assert_int_equal(bc_position_read(&board, position_text, strlen(position_text), &position, NULL), BC_OK);
    enum bc_error error = bc_move_read(&board, move_text, strlen(move_text), &move);
    return error != BC_OK ? error : bc_position_check_move(&board, &position, move);
}

static void tells_a_player_why_a_move_is_refused(void **state)
{
    (void)state;
    const char *start = "T3T/5/5/5/T3T g 20 0 0 1";
    const char *placing = "T3T/5/2G2/5/T3T t 19 0 0 1";
    const char *placed = "T3T/5/2G2/5/T3T g 19 0 0 2";
    const char *moving = "TGGGT/GGGGG/GGGG1/G3G/T2GT g 0 5 0 21";
    const char *tigers = "TGGGT/GGGGG/GGGG1/G3G/T2GT t 0 5 0 21";
    assert_int_equal(reason(start, "a1"), BC_ERROR_MOVE_OCCUPIED);
    assert_int_equal(reason(placed, "c3"), BC_ERROR_MOVE_OCCUPIED);
    assert_int_equal(reason(placed, "c3-c4"), BC_ERROR_MOVE_GOATS_IN_HAND);
    assert_int_equal(reason(placed, "b3-b4"), BC_ERROR_MOVE_EMPTY);
    assert_int_equal(reason(placed, "a1-a2"), BC_ERROR_MOVE_OTHER_SIDE);
    assert_int_equal(reason(placing, "b3"), BC_ERROR_MOVE_TIGER_PLACED);
    assert_int_equal(reason(placing, "c3-c4"), BC_ERROR_MOVE_OTHER_SIDE);
    assert_int_equal(reason(placing, "b2-b3"), BC_ERROR_MOVE_EMPTY);
    assert_int_equal(reason(placing, "a1xc3"), BC_ERROR_MOVE_NOTHING_TO_EAT);
    assert_int_equal(reason(placing, "a1xc1"), BC_ERROR_MOVE_NOTHING_TO_EAT);
    assert_int_equal(reason(placing, "a1-c2"), BC_ERROR_MOVE_NO_LINE);
    assert_int_equal(reason(placing, "a2xc4"), BC_ERROR_MOVE_NO_LINE);
    assert_int_equal(reason(placing, "b1-c2"), BC_ERROR_MOVE_NO_LINE);
    assert_int_equal(reason(moving, "e3"), BC_ERROR_MOVE_HAND_EMPTY);
    assert_int_equal(reason(moving, "c3xe3"), BC_ERROR_MOVE_GOAT_JUMPS);
    assert_int_equal(reason(moving, "d3-e3"), BC_OK);
    assert_int_equal(reason(moving, "a2-a3"), BC_ERROR_MOVE_OCCUPIED);
    assert_int_equal(reason(tigers, "e1-e2"), BC_ERROR_MOVE_OCCUPIED);
    assert_int_equal(reason(tigers, "e1xe3"), BC_OK);
    assert_int_equal(reason(tigers, "a1xc1"), BC_ERROR_MOVE_NOTHING_TO_EAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_a_naive_generator_on_a_million_positions_of_the_standard_board),
        cmocka_unit_test(agrees_with_a_naive_generator_on_the_small_boards),
        cmocka_unit_test(lists_moves_in_rising_order_and_once),
        cmocka_unit_test(accepts_exactly_the_listed_moves_among_all_codes),
        cmocka_unit_test(tells_a_player_why_a_move_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
