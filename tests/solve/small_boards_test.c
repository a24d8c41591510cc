/* Small boards solved by every path and compared, position by position, with a brute force. */
#include "cmocka_all.h"
#include "solve/brute_force.h"
#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>

/* All that the sink is given, unpacked: results and distances by [eaten or placed][class][mask][side]. */
struct heard {
    const struct bc_index *index;
    uint32_t masks;
    uint8_t *movement; /* results */
    uint16_t *zero;
    uint16_t *end;
    uint8_t *placement; /* results with goats to move */
};

static size_t place(const struct heard *heard, unsigned number, uint32_t class, uint32_t mask, unsigned side)
{
    return (((size_t)number * heard->index->class_count + class) * heard->masks + mask) * 2 + side;
}

static enum bc_error hear_movement(void *context, const struct bc_solve_movement *part)
{
    struct heard *heard = context;
    for (uint32_t rank = 0; rank < part->count; ++rank) {
        uint32_t mask = bc_index_unrank(heard->index, part->goats, rank);
        for (unsigned side = 0; side < 2; ++side) {
            size_t at = place(heard, part->eaten, part->class, mask, side);
            heard->movement[at] = part->result[side][rank];
            heard->zero[at] = part->zero[side][rank];
            heard->end[at] = part->end[side][rank];
        }
    }
    return BC_OK;
}

static enum bc_error hear_placement(void *context, const struct bc_solve_placement *part)
{
    struct heard *heard = context;
    for (uint32_t mask = 0; mask < heard->masks; ++mask) {
        unsigned goats = (unsigned)__builtin_popcount(mask);
        if (goats < part->least_goats || goats > part->most_goats) {
            continue;
        }
        const uint64_t *row = part->rows + (size_t)(mask / BC_SOLVE_ROW_MASKS) * BC_SOLVE_ROW_WORDS;
        bool tigers = (row[mask >> 6 & 7U] >> (mask & 63U) & 1U) != 0;
        bool not_goats = (row[8 + (mask >> 6 & 7U)] >> (mask & 63U) & 1U) != 0;
        heard->placement[place(heard, part->placed, part->class, mask, BC_GOATS)] =
            (uint8_t)(tigers      ? BC_RESULT_TIGERS_WIN
                      : not_goats ? BC_RESULT_DRAW
                                  : BC_RESULT_GOATS_WIN);
    }
    return BC_OK;
}

static void compare(const struct brute *brute, const struct heard *heard, const struct bc_solve_result *result,
                    unsigned least_placed)
{
    struct bc_solve_counts counts[BC_POINTS_MAX][BC_POINTS_MAX][2] = {0};
    const struct bc_board *board = brute->board;
    unsigned compared = 0;
    for (uint32_t n = 0; n < brute->count; ++n) {
        const struct brute_entry *entry = &brute->entries[n];
        const struct bc_position *position = &entry->position;
        unsigned symmetry;
        uint32_t class = bc_index_class_of(heard->index, position->tigers, &symmetry);
        uint32_t mask = bc_index_mask(heard->index, class, symmetry, position->goats);
        unsigned placed = (unsigned)board->goat_count - position->goats_in_hand;
        if (position->goats_eaten >= brute->rules.goats_to_win) {
            continue;
        }
        struct bc_solve_counts *count = &counts[placed][position->goats_eaten][position->side];
        *(entry->result == BC_RESULT_GOATS_WIN    ? &count->goats_win
          : entry->result == BC_RESULT_TIGERS_WIN ? &count->tigers_win
                                                  : &count->draws) += 1;
        if (position->goats_in_hand == 0) {
            size_t at = place(heard, position->goats_eaten, class, mask, position->side);
            assert_int_equal(heard->movement[at], entry->result);
            assert_int_equal(heard->zero[at], entry->zero);
            assert_int_equal(heard->end[at], entry->end);
            ++compared;
        } else if (position->side == BC_GOATS) {
            assert_int_equal(heard->placement[place(heard, placed, class, mask, BC_GOATS)], entry->result);
            ++compared;
        }
    }
    assert_true(compared > 0);
    for (unsigned eaten = 0; eaten < brute->rules.goats_to_win; ++eaten) {
        for (unsigned side = 0; side < 2; ++side) {
            assert_memory_equal(&result->movement[eaten][side].counts, &counts[board->goat_count][eaten][side],
                                sizeof(struct bc_solve_counts));
            /* With no goat placed it is never the tigers' turn. */
            unsigned first = least_placed > side ? least_placed : side;
            for (unsigned placed = first; placed < board->goat_count; ++placed) {
                assert_memory_equal(&result->placement[placed][eaten][side], &counts[placed][eaten][side],
                                    sizeof(struct bc_solve_counts));
            }
        }
    }
}

/* Solves by every path that the machine has and compares each with the brute force, from `least_placed` placed goats on. */
static void check_rules(const char *board_name, struct bc_rules rules, unsigned least_placed)
{
    static struct bc_solve_result result;
    struct bc_board board;
    const struct bc_board_description *description;
    struct bc_index *index;
    struct brute brute;
    assert_int_equal(bc_board_find(board_name, strlen(board_name), &description), BC_OK);
    assert_int_equal(bc_board_init(&board, description), BC_OK);
    assert_int_equal(bc_index_create(&board, &index), BC_OK);
    brute_make(&brute, &board, &rules, least_placed);
    for (unsigned path = BC_SOLVE_PATH_PORTABLE; path < BC_SOLVE_PATH_COUNT; ++path) {
        if (!bc_solve_path_available((enum bc_solve_path)path)) {
            continue;
        }
        struct heard heard = {.index = index, .masks = UINT32_C(1) << index->free_count};
        size_t size = place(&heard, board.goat_count + 1U, 0, 0, 0);
        heard.movement = calloc(size, 1);
        heard.zero = calloc(size, sizeof *heard.zero);
        heard.end = calloc(size, sizeof *heard.end);
        heard.placement = calloc(size, 1);
        struct bc_solve_options options = {
            .rules = rules,
            .count_placement = true,
            .threads = 2,
            .path = (enum bc_solve_path)path,
            .sink = {.context = &heard, .movement = hear_movement, .placement = hear_placement},
        };
        assert_int_equal(bc_solve(index, &options, &result), BC_OK);
        assert_int_equal(result.path, path);
        compare(&brute, &heard, &result, least_placed);
        struct bc_position start;
        bc_position_start(&board, &start);
        if (least_placed == 0) {
            assert_int_equal(result.start, brute_find(&brute, &start)->result);
        }
        free(heard.movement);
        free(heard.zero);
        free(heard.end);
        free(heard.placement);
    }
    brute_free(&brute);
    bc_index_destroy(index);
}

static struct bc_rules rules_of(unsigned goats, enum bc_stalemate stalemate, unsigned limit)
{
    return (struct bc_rules){.goats_to_win = (uint8_t)goats,
                             .goat_stalemate = (uint8_t)stalemate,
                             .repetition = BC_REPETITION_DRAW,
                             .quiet_turn_limit = (uint16_t)limit};
}

static void every_position_of_the_3x3_board_under_every_rule_set(void **state)
{
    (void)state;
    static const unsigned limits[] = {0, 1, 2, 3, 4, 6, 100};
    for (unsigned goats = 1; goats <= 4; ++goats) {
        for (size_t n = 0; n < sizeof limits / sizeof *limits; ++n) {
            check_rules("3x3", rules_of(goats, BC_STALEMATE_TIGERS_WIN, limits[n]), 0);
            check_rules("3x3", rules_of(goats, BC_STALEMATE_DRAW, limits[n]), 0);
        }
    }
}

static void every_position_of_the_4x4_board_where_stuck_goats_lose(void **state)
{
    (void)state;
    check_rules("4x4", rules_of(3, BC_STALEMATE_TIGERS_WIN, 0), 0);
}

static void late_positions_of_the_4x4_board_where_stuck_goats_draw_under_a_short_limit(void **state)
{
    (void)state;
    check_rules("4x4", rules_of(3, BC_STALEMATE_DRAW, 8), 9);
}

static void late_positions_of_the_4x4_board_with_six_goats_to_win(void **state)
{
    (void)state;
    check_rules("4x4", rules_of(6, BC_STALEMATE_TIGERS_WIN, 11), 9);
}

static enum bc_error refuse(void *context, const struct bc_solve_movement *part)
{
    (void)context;
    (void)part;
    return BC_ERROR_NO_SPACE;
}

static void an_error_of_the_sink_stops_the_work_and_is_returned(void **state)
{
    (void)state;
    static struct bc_solve_result result;
    static struct bc_board board;
    struct bc_index *index;
    assert_int_equal(bc_board_init(&board, bc_board_description(1)), BC_OK);
    assert_int_equal(bc_index_create(&board, &index), BC_OK);
    struct bc_solve_options options = {.rules = rules_of(3, BC_STALEMATE_DRAW, 0), .sink = {.movement = refuse}};
    assert_int_equal(bc_solve(index, &options, &result), BC_ERROR_NO_SPACE);
    bc_index_destroy(index);
}

static void a_cancelled_or_too_large_work_does_not_begin(void **state)
{
    (void)state;
    static struct bc_solve_result result;
    static struct bc_board board;
    struct bc_index *index;
    atomic_bool cancel = true;
    assert_int_equal(bc_board_init(&board, bc_board_description(1)), BC_OK);
    assert_int_equal(bc_index_create(&board, &index), BC_OK);
    struct bc_solve_options options = {.rules = rules_of(3, BC_STALEMATE_DRAW, 0), .cancel = &cancel};
    assert_int_equal(bc_solve(index, &options, &result), BC_ERROR_CANCELLED);
    options.memory_limit = 1000;
    assert_int_equal(bc_solve(index, &options, &result), BC_ERROR_MEMORY);
    bc_index_destroy(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_the_3x3_board_under_every_rule_set),
        cmocka_unit_test(every_position_of_the_4x4_board_where_stuck_goats_lose),
        cmocka_unit_test(late_positions_of_the_4x4_board_where_stuck_goats_draw_under_a_short_limit),
        cmocka_unit_test(late_positions_of_the_4x4_board_with_six_goats_to_win),
        cmocka_unit_test(an_error_of_the_sink_stops_the_work_and_is_returned),
        cmocka_unit_test(a_cancelled_or_too_large_work_does_not_begin),
    };
    return cmocka_run_group_tests_name("solving small boards", tests, NULL, NULL);
}
