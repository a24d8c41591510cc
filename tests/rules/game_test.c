/* Games with their history: endings in their order, repetition in its three forms, takeback. */
#include "cmocka_all.h"
#include "random_positions.h"

#include <baghchal/text.h>

#include <stdlib.h>
#include <string.h>

enum { PLIES = 2000 };

static struct bc_board board;
static struct bc_ply plies[PLIES];
static struct bc_game game;

/* Begins a game on the standard board; NULL is the usual start. */
static void begin(const char *rules_text, const char *position_text)
{
    bc_board_init_standard(&board);
    struct bc_rules rules;
    struct bc_position position;
    assert_int_equal(bc_rules_read(&board, rules_text, strlen(rules_text), &rules, NULL), BC_OK);
    if (position_text != NULL) {
        assert_int_equal(bc_position_read(&board, position_text, strlen(position_text), &position, NULL), BC_OK);
    }
    assert_int_equal(bc_game_init(&game, &board, &rules, position_text != NULL ? &position : NULL, plies, PLIES),
                     BC_OK);
}

static bc_move move_of(const char *text)
{
    bc_move move = BC_MOVE_NONE;
    assert_int_equal(bc_move_read(&board, text, strlen(text), &move), BC_OK);
    return move;
}

static enum bc_error try_move(const char *text)
{
    return bc_game_play(&game, move_of(text));
}

/* Plays moves separated by spaces; all must be legal. */
static void play(const char *moves)
{
    while (*moves != '\0') {
        size_t length = strcspn(moves, " ");
        bc_move move = BC_MOVE_NONE;
        assert_int_equal(bc_move_read(&board, moves, length, &move), BC_OK);
        assert_int_equal(bc_game_play(&game, move), BC_OK);
        moves += length + (moves[length] == ' ');
    }
}

static void assert_ended(enum bc_ending ending, enum bc_result result)
{
    assert_string_equal(bc_ending_word(game.ending), bc_ending_word(ending));
    assert_int_equal(game.result, result);
    struct bc_move_list list;
    bc_game_moves(&game, &list);
    assert_int_equal(list.count == 0, ending != BC_ENDING_NONE);
}

static void stuck_goats_lose_or_draw_as_the_option_says(void **state)
{
    (void)state;
    begin("nepal", "T1GGG/TTGGG/GGGGG/GGGGG/GGGGT t 0 0 0 21");
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    play("a5-b5");
    assert_ended(BC_ENDING_STUCK, BC_RESULT_TIGERS_WIN);
    assert_int_equal(try_move("a4-a5"), BC_ERROR_GAME_OVER);
    begin("spiralogics", "T1GGG/TTGGG/GGGGG/GGGGG/GGGGT t 0 0 0 21");
    play("a5-b5");
    assert_ended(BC_ENDING_STUCK, BC_RESULT_DRAW);
    assert_int_equal(bc_game_take_back(&game, 1), BC_OK);
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
}

static void the_fifth_goat_ends_the_game_in_the_placement_phase(void **state)
{
    (void)state;
    begin("nepal", "T3T/5/5/1G3/T3T t 15 4 0 5");
    play("a1xc3");
    assert_ended(BC_ENDING_CAPTURED, BC_RESULT_TIGERS_WIN);
    begin("six", "T3T/5/5/1G3/T3T t 15 4 0 5");
    play("a1xc3");
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
}

/* Four tigers in a corner, walled in two deep by 14 goats, 6 in hand. */
static void the_last_hole_closes_in_the_placement_phase(void **state)
{
    (void)state;
    begin("nepal", "5/GGGG1/GGGG1/TTGG1/TTG2 g 9 0 0 12");
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    play("d1");
    assert_ended(BC_ENDING_TRAPPED, BC_RESULT_GOATS_WIN);
    assert_int_equal(game.position.goats_in_hand, 8);
    assert_int_equal(game.position.quiet_turns, 0);
}

static void the_third_time_is_a_draw_though_not_in_a_row(void **state)
{
    (void)state;
    begin("nepal", "GGGGG/G1GGG/GTTGG/GG1TG/GGTGG g 0 1 0 21");
    assert_int_equal(bc_game_occurrences(&game, NULL, 0), 1);
    play("b5-b4 d2-c2 b4-b5 c2-d2"); /* twice */
    size_t earlier[2] = {9, 9};
    assert_int_equal(bc_game_occurrences(&game, earlier, 2), 2);
    assert_int_equal(earlier[0], 0);
    play("a5-b4 d2-c2 b4-a5"); /* another way round */
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    assert_int_equal(bc_game_occurrences_after(&game, move_of("c2-d2")), 3);
    play("c2-d2");
    assert_int_equal(bc_game_occurrences(&game, earlier, 2), 3);
    assert_int_equal(earlier[0], 4);
    assert_int_equal(earlier[1], 0);
    assert_ended(BC_ENDING_REPETITION, BC_RESULT_DRAW);
    assert_int_equal(bc_game_take_back(&game, 1), BC_OK);
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    assert_int_equal(bc_game_occurrences_after(&game, move_of("c2-d2")), 3);
}

static void the_same_pieces_with_the_other_side_to_move_are_another_position(void **state)
{
    (void)state;
    begin("nepal", "G2GG/2GGG/GGGGG/GGGGG/TTTT1 g 0 4 0 21");
    play("a5-a4 d1-e1 a4-b4 e1-d1"); /* the goat needs three turns to return, the tiger two */
    assert_true(bc_game_brings_back(&game, move_of("b4-a5")));
    assert_int_equal(bc_game_occurrences_after(&game, move_of("b4-a5")), 1);
    play("b4-a5");
    assert_int_equal(game.position.goats, game.start.goats);
    assert_int_equal(game.position.tigers, game.start.tigers);
    assert_int_equal(bc_game_occurrences(&game, NULL, 0), 1);
    begin("no-repeat", "G2GG/2GGG/GGGGG/GGGGG/TTTT1 g 0 4 0 21");
    play("a5-a4 d1-e1 a4-b4 e1-d1");
    assert_int_equal(try_move("b4-a5"), BC_ERROR_MOVE_REPEATS);
}

static void without_the_rule_repetition_has_no_end(void **state)
{
    (void)state;
    begin("repetition=none", "GGGGG/G1GGG/GTTGG/GG1TG/GGTGG g 0 1 0 21");
    for (int i = 0; i < 24; i++) {
        play("b5-b4 d2-c2 b4-b5 c2-d2");
    }
    assert_int_equal(bc_game_occurrences(&game, NULL, 0), 25);
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    assert_int_equal(bc_game_quiet_turns_left(&game), 4);
    play("b5-b4 d2-c2 b4-b5");
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    play("c2-d2");
    assert_ended(BC_ENDING_QUIET, BC_RESULT_DRAW);
    assert_int_equal(bc_game_quiet_turns_left(&game), 0);
}

static void placement_positions_never_count_and_the_last_placement_is_the_first_time(void **state)
{
    (void)state;
    begin("nepal", "GGGGG/GGGGG/GG3/GG3/T1TTT g 6 0 0 15");
    assert_int_equal(bc_game_occurrences(&game, NULL, 0), 0);
    begin("nepal", "GGGG1/G1GGG/GTTGG/GG1TG/GGTGG g 1 1 0 20");
    assert_int_equal(bc_game_occurrences(&game, NULL, 0), 0);
    assert_int_equal(bc_game_quiet_turns_left(&game), -1);
    assert_int_equal(bc_game_occurrences_after(&game, move_of("e5")), 1);
    play("e5");
    assert_int_equal(bc_game_occurrences(&game, NULL, 0), 1);
    assert_int_equal(bc_game_quiet_turns_left(&game), 100);
    play("d2-c2 b5-b4 c2-d2 b4-b5");
    assert_int_equal(bc_game_occurrences(&game, NULL, 0), 2);
    play("d2-c2 b5-b4 c2-d2 b4-b5");
    assert_ended(BC_ENDING_REPETITION, BC_RESULT_DRAW);
    assert_int_equal(game.position.quiet_turns, 8);
}

static void a_quiet_turn_of_the_limit_is_a_draw_but_a_capture_is_not(void **state)
{
    (void)state;
    const char *position = "TG3/5/2T2/1T2G/3TG t 0 17 99 70";
    begin("all-goats", position);
    play("a5xc5");
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    assert_int_equal(game.position.quiet_turns, 0);
    begin("all-goats", position);
    play("a5-a4");
    assert_ended(BC_ENDING_QUIET, BC_RESULT_DRAW);
    assert_int_equal(bc_game_take_back(&game, 1), BC_OK);
    assert_int_equal(game.position.quiet_turns, 99);
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
}

static void trapping_on_the_turn_of_the_limit_wins(void **state)
{
    (void)state;
    begin("nepal", "GGGG1/TGGGG/GTTGG/GGGGG/GTGGG g 0 0 99 70");
    play("e4-e5");
    assert_int_equal(game.position.quiet_turns, 100);
    assert_ended(BC_ENDING_TRAPPED, BC_RESULT_GOATS_WIN);
}

static void forbidden_repetition_refuses_the_move_and_says_why(void **state)
{
    (void)state;
    begin("no-repeat", "GGGGG/G1GGG/GTTGG/GG1TG/GGTGG g 0 1 0 21");
    play("b5-b4 d2-c2");
    assert_int_equal(bc_game_check_move(&game, move_of("b4-b5")), BC_OK);
    play("b4-b5");
    assert_true(bc_game_brings_back(&game, move_of("c2-d2")));
    assert_int_equal(try_move("c2-d2"), BC_ERROR_MOVE_REPEATS);
    struct bc_move_list list;
    bc_game_moves(&game, &list);
    for (unsigned i = 0; i < list.count; i++) {
        assert_int_not_equal(list.moves[i], move_of("c2-d2"));
    }
    assert_int_equal(game.ply_count, 3);
    assert_int_equal(bc_game_take_back(&game, 3), BC_OK);
    play("b5-b4 d2-c2 b4-b5");
    assert_int_equal(try_move("c2-d2"), BC_ERROR_MOVE_REPEATS);
}

/* Only a1 and one tiger can move: the tiger that steps to a1 cannot step back, for that would restore the start. */
static void forbidden_repetition_can_leave_a_side_without_a_move(void **state)
{
    (void)state;
    begin("no-repeat", "GGGGG/GGGGG/GGGGG/TTGGG/1TTG1 t 0 1 0 30");
    struct bc_move_list list;
    bc_game_moves(&game, &list);
    assert_true(list.count > 0);
    /* A brute force over the few lines that remain finds an end by lack of allowed moves. */
    uint64_t seed = 5;
    bool seen_trapped_with_moves = false;
    for (int i = 0; i < 3000 && !seen_trapped_with_moves; i++) {
        begin("no-repeat", "GGGGG/GGGGG/GGGGG/TTGGG/1TTG1 t 0 1 0 30");
        random_playout(&game, &seed);
        seen_trapped_with_moves = (game.ending == BC_ENDING_TRAPPED || game.ending == BC_ENDING_STUCK) &&
                                  bc_position_has_move(&board, &game.position);
    }
    assert_true(seen_trapped_with_moves);
    bc_position_moves(&board, &game.position, &list);
    for (unsigned i = 0; i < list.count; i++) {
        assert_true(bc_game_brings_back(&game, list.moves[i]));
    }
    assert_int_equal(game.result, game.ending == BC_ENDING_TRAPPED ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN);
}

static void takeback_restores_every_counter_through_a_whole_game(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        random_test_board(&board, index);
        for (int i = 0; i < 30; i++) {
            static struct bc_position positions[PLIES + 1];
            static size_t occurrences[PLIES + 1];
            struct bc_rules rules = random_rules(&board, &seed);
            assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, 300), BC_OK);
            struct bc_move_list list;
            for (bc_game_moves(&game, &list); list.count > 0 && game.ply_count < 300; bc_game_moves(&game, &list)) {
                positions[game.ply_count] = game.position;
                occurrences[game.ply_count] = bc_game_occurrences(&game, NULL, 0);
                assert_int_equal(bc_game_play(&game, list.moves[random_below(&seed, list.count)]), BC_OK);
            }
            while (game.ply_count > 0) {
                size_t count = 1 + random_below(&seed, 5);
                count = count < game.ply_count ? count : game.ply_count;
                assert_int_equal(bc_game_take_back(&game, count), BC_OK);
                assert_memory_equal(&game.position, &positions[game.ply_count], sizeof game.position);
                assert_int_equal(bc_game_occurrences(&game, NULL, 0), occurrences[game.ply_count]);
                assert_int_equal(game.ending, BC_ENDING_NONE);
            }
            assert_int_equal(bc_game_take_back(&game, 1), BC_ERROR_TAKE_BACK);
        }
    }
}

/* Counts by comparing every earlier position: the plain reading of the rules. */
static void counts_of_repetition_agree_with_a_plain_count(void **state)
{
    (void)state;
    static struct bc_position positions[PLIES + 1];
    uint64_t seed = 7;
    for (size_t index = 0; bc_board_description(index) != NULL; index++) {
        random_test_board(&board, index);
        struct bc_rules rules = bc_rules_default(&board);
        rules.repetition = BC_REPETITION_NONE;
        rules.quiet_turn_limit = 0;
        for (int i = 0; i < 20; i++) {
            assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, 300), BC_OK);
            struct bc_move_list list;
            for (bc_game_moves(&game, &list); list.count > 0 && game.ply_count < 300; bc_game_moves(&game, &list)) {
                positions[game.ply_count] = game.position;
                size_t same = 0;
                for (size_t p = 0; p <= game.ply_count && game.position.goats_in_hand == 0; p++) {
                    same += positions[p].goats_in_hand == 0 && positions[p].tigers == game.position.tigers &&
                            positions[p].goats == game.position.goats && positions[p].side == game.position.side;
                }
                assert_int_equal(bc_game_occurrences(&game, NULL, 0), same);
                bc_move move = list.moves[random_below(&seed, list.count)];
                size_t after = bc_game_occurrences_after(&game, move);
                assert_int_equal(bc_game_play(&game, move), BC_OK);
                assert_int_equal(bc_game_occurrences(&game, NULL, 0), after);
            }
        }
    }
}

static void agreement_and_resignation_end_the_game_and_can_be_taken_back(void **state)
{
    (void)state;
    begin("nepal", NULL);
    play("c3 a1-b2");
    assert_int_equal(bc_game_agree_draw(&game), BC_OK);
    assert_ended(BC_ENDING_AGREEMENT, BC_RESULT_DRAW);
    assert_int_equal(bc_game_resign(&game, BC_GOATS), BC_ERROR_GAME_OVER);
    assert_int_equal(bc_game_take_back(&game, 0), BC_OK);
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    assert_int_equal(bc_game_resign(&game, BC_GOATS), BC_OK);
    assert_ended(BC_ENDING_RESIGNATION, BC_RESULT_TIGERS_WIN);
    assert_int_equal(bc_game_agree_draw(&game), BC_ERROR_GAME_OVER);
    assert_int_equal(bc_game_take_back(&game, 1), BC_OK);
    assert_ended(BC_ENDING_NONE, BC_RESULT_NONE);
    assert_int_equal(game.ply_count, 1);
    assert_int_equal(bc_game_resign(&game, BC_TIGERS), BC_OK);
    assert_ended(BC_ENDING_RESIGNATION, BC_RESULT_GOATS_WIN);
}

static void a_full_history_refuses_the_move_and_larger_memory_takes_it(void **state)
{
    (void)state;
    static struct bc_ply larger[4];
    begin("nepal", NULL);
    struct bc_rules rules = bc_rules_default(&board);
    assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, 2), BC_OK);
    play("c3 a1-b2");
    assert_int_equal(try_move("c4"), BC_ERROR_HISTORY_FULL);
    assert_int_equal(game.ply_count, 2);
    assert_int_equal(bc_game_set_history(&game, larger, 1), BC_ERROR_NO_SPACE);
    assert_int_equal(bc_game_set_history(&game, larger, 4), BC_OK);
    play("c4");
    assert_int_equal(bc_game_take_back(&game, 3), BC_OK);
    assert_int_equal(game.position.goats_in_hand, 20);
}

static void a_game_can_begin_at_its_end(void **state)
{
    (void)state;
    begin("nepal", "GGGGG/TGGG1/GTTGG/GGGGG/GTGGG t 0 0 2 21");
    assert_ended(BC_ENDING_TRAPPED, BC_RESULT_GOATS_WIN);
    begin("nepal", "GGGGG/GG1TG/GGT1G/G1T1G/GTGG1 g 0 4 100 140");
    assert_ended(BC_ENDING_QUIET, BC_RESULT_DRAW);
    assert_int_equal(bc_game_take_back(&game, 0), BC_OK);
    assert_ended(BC_ENDING_QUIET, BC_RESULT_DRAW);
}

static void a_game_refuses_rules_and_positions_that_make_no_sense(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_position position;
    bc_position_start(&board, &position);
    position.goats_eaten = 3;
    assert_int_equal(bc_game_init(&game, &board, &rules, &position, plies, PLIES), BC_ERROR_POSITION_GOATS);
    rules.goats_to_win = 0;
    assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, PLIES), BC_ERROR_RULES_VALUE);
    rules.goats_to_win = 21;
    assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, PLIES), BC_ERROR_RULES_BOARD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stuck_goats_lose_or_draw_as_the_option_says),
        cmocka_unit_test(the_fifth_goat_ends_the_game_in_the_placement_phase),
        cmocka_unit_test(the_last_hole_closes_in_the_placement_phase),
        cmocka_unit_test(the_third_time_is_a_draw_though_not_in_a_row),
        cmocka_unit_test(the_same_pieces_with_the_other_side_to_move_are_another_position),
        cmocka_unit_test(without_the_rule_repetition_has_no_end),
        cmocka_unit_test(placement_positions_never_count_and_the_last_placement_is_the_first_time),
        cmocka_unit_test(a_quiet_turn_of_the_limit_is_a_draw_but_a_capture_is_not),
        cmocka_unit_test(trapping_on_the_turn_of_the_limit_wins),
        cmocka_unit_test(forbidden_repetition_refuses_the_move_and_says_why),
        cmocka_unit_test(forbidden_repetition_can_leave_a_side_without_a_move),
        cmocka_unit_test(takeback_restores_every_counter_through_a_whole_game),
        cmocka_unit_test(counts_of_repetition_agree_with_a_plain_count),
        cmocka_unit_test(agreement_and_resignation_end_the_game_and_can_be_taken_back),
        cmocka_unit_test(a_full_history_refuses_the_move_and_larger_memory_takes_it),
        cmocka_unit_test(a_game_can_begin_at_its_end),
        cmocka_unit_test(a_game_refuses_rules_and_positions_that_make_no_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
