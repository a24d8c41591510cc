#include "engine/pattern_network.h"

#include "engine/network.h"
#include "engine/reference_values.h"

#include <baghchal/engine_large_network.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SOME_POSITIONS = 5000 };

static struct bc_board board;
static struct pattern_parts parts;
static uint64_t random_state;

static int make_board(void **state)
{
    (void)state;
    bc_board_init_standard(&board);
    pattern_parts_init(&parts, &board);
    random_state = 1;
    return 0;
}

static unsigned chance(unsigned count)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % count;
}

static bc_points chance_points(bc_points taken, unsigned count)
{
    bc_points points = 0;
    for (unsigned i = 0; i < count;) {
        bc_points bit = (bc_points)1 << chance(board.point_count);
        if (((points | taken) & bit) == 0) {
            points |= bit;
            i++;
        }
    }
    return points;
}

static struct search_position chance_position(void)
{
    struct search_position position = {.side = (uint8_t)chance(2)};
    unsigned placed = chance(PATTERN_GOATS + 1);
    unsigned eaten = chance(5);
    position.goats_eaten = (uint8_t)(eaten < placed ? eaten : placed);
    position.goats_in_hand = (uint8_t)(PATTERN_GOATS - placed);
    position.tigers = chance_points(0, 4);
    position.goats = chance_points(position.tigers, placed - position.goats_eaten);
    return position;
}

static unsigned state_on(const struct search_position *position, unsigned point)
{
    return (position->tigers >> point & 1U) + 2 * (position->goats >> point & 1U);
}

static void parts_add_up_to_the_state_of_each_line(void **state)
{
    (void)state;
    for (unsigned n = 0; n < SOME_POSITIONS; n++) {
        struct search_position position = chance_position();
        unsigned first = 0;
        for (unsigned l = 0; l < PATTERN_LINES; l++) {
            const struct bc_line *line = &board.description->lines[l];
            unsigned expected = first;
            unsigned worth = 1;
            for (unsigned i = 0; i < line->length; i++) {
                expected += state_on(&position, line->points[i]) * worth;
                worth *= 3;
            }
            first += worth;
            unsigned sum = 0;
            for (unsigned rank = 0; rank < PATTERN_RANKS; rank++) {
                unsigned rank_state = 0;
                for (unsigned file = PATTERN_RANKS; file > 0; file--) {
                    rank_state = 3 * rank_state + state_on(&position, rank * PATTERN_RANKS + file - 1);
                }
                sum += parts.of[rank][rank_state][l];
            }
            assert_int_equal(sum, expected);
        }
        assert_int_equal(first, PATTERN_ROWS);
    }
}

static int largest(const int16_t (*rows)[PATTERN_HIDDEN], unsigned count, unsigned column)
{
    int most = 0;
    for (unsigned i = 0; i < count; i++) {
        most = abs(rows[i][column]) > most ? abs(rows[i][column]) : most;
    }
    return most;
}

static void no_position_overflows_the_sums_of_the_first_layer(void **state)
{
    (void)state;
    for (unsigned column = 0; column < PATTERN_HIDDEN; column++) {
        int sum = largest(pattern_weights.in_hand, PATTERN_GOATS + 1, column) +
                  largest(pattern_weights.left, PATTERN_LEFT_MAX + 1, column);
        unsigned first = 0;
        for (unsigned l = 0; l < PATTERN_LINES; l++) {
            unsigned states = board.description->lines[l].length == 5 ? 243 : 27;
            sum += largest(pattern_weights.rows + first, states, column);
            first += states;
        }
        assert_true(sum <= INT16_MAX);
    }
}

static void every_instruction_set_gives_the_same_score(void **state)
{
    (void)state;
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2")) {
        skip();
    }
    struct bc_rules rules = bc_rules_default(&board);
    for (unsigned n = 0; n < SOME_POSITIONS; n++) {
        struct search_position position = chance_position();
        assert_int_equal(pattern_evaluate_avx2(&pattern_weights, &parts, &rules, &position),
                         pattern_evaluate(&pattern_weights, &parts, &rules, &position));
    }
#endif
}

static void scores_tell_wins_from_losses_in_nearly_all_reference_positions(void **state)
{
    (void)state;
    static struct search_board tables;
    search_board_init(&tables, &board);
    struct bc_rules rules = bc_rules_default(&board);
    FILE *file = fopen(BC_REFERENCE_DIR "/values.tsv", "r");
    assert_non_null(file);
    struct reference_value value;
    unsigned right = 0;
    unsigned wrong = 0;
    while (next_reference_value(file, &board, &value)) {
        struct search_position position;
        search_position_from(&tables, &value.position, &position);
        int score = pattern_evaluate(&pattern_weights, &parts, &rules, &position);
        if (value.result != BC_RESULT_DRAW && score != 0) {
            bool same = (score > 0) == (value.result == BC_RESULT_GOATS_WIN);
            right += same;
            wrong += !same;
        }
    }
    (void)fclose(file);
    print_message("%u right, %u wrong\n", right, wrong);
    assert_true(right > 100);
    assert_true(right > 3 * wrong);
}

static void an_engine_judges_by_the_large_network_when_asked_and_by_the_small_one_again(void **state)
{
    (void)state;
    size_t size = bc_engine_memory(1, 0);
    void *memory = malloc(size);
    struct bc_engine *engine;
    assert_non_null(memory);
    assert_int_equal(bc_engine_init(memory, size, &board, 1, &engine), BC_OK);
    struct bc_rules rules = bc_rules_default(&board);
    struct bc_game game;
    struct bc_ply plies[2];
    assert_int_equal(bc_game_init(&game, &board, &rules, NULL, plies, 2), BC_OK);
    assert_int_equal(bc_game_play(&game, bc_move_place(6)), BC_OK);
    struct search_position position;
    static struct search_board tables;
    search_board_init(&tables, &board);
    search_position_from(&tables, &game.position, &position);
    int small = network_evaluate(&network_weights, &rules, &position);
    int large = pattern_evaluate(&pattern_weights, &parts, &rules, &position);
    assert_int_equal(bc_engine_evaluate(engine, &game), -small);
    bc_engine_set_large_network(engine, true);
    assert_int_equal(bc_engine_evaluate(engine, &game), -large);
    bc_engine_set_large_network(engine, false);
    assert_int_equal(bc_engine_evaluate(engine, &game), -small);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_add_up_to_the_state_of_each_line),
        cmocka_unit_test(no_position_overflows_the_sums_of_the_first_layer),
        cmocka_unit_test(every_instruction_set_gives_the_same_score),
        cmocka_unit_test(scores_tell_wins_from_losses_in_nearly_all_reference_positions),
        cmocka_unit_test(an_engine_judges_by_the_large_network_when_asked_and_by_the_small_one_again),
    };
    return cmocka_run_group_tests_name("engine large network", tests, make_board, NULL);
}
