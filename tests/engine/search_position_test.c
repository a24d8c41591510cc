#include "engine/search_position.h"

#include "engine/transposition.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static uint64_t random_word(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Plays random games on every board and calls `look` with each position. */
static void walk(void (*look)(const struct search_board *tables, const struct bc_position *position,
                              const struct search_position *copy))
{
    static struct bc_board board;
    static struct search_board tables;
    uint64_t state = 88172645463325252U;
    for (unsigned b = 0; bc_board_description(b) != NULL; b++) {
        assert_int_equal(bc_board_init(&board, bc_board_description(b)), BC_OK);
        search_board_init(&tables, &board);
        for (unsigned game = 0; game < 40; game++) {
            struct bc_position position;
            bc_position_start(&board, &position);
            struct search_position copy;
            search_position_from(&tables, &position, &copy);
            for (unsigned ply = 0; ply < 120; ply++) {
                look(&tables, &position, &copy);
                struct bc_move_list moves;
                bc_position_moves(&board, &position, &moves);
                if (moves.count == 0) {
                    break;
                }
                bc_move move = moves.moves[random_word(&state) % moves.count];
                struct bc_undo undo;
                bc_position_make(&board, &position, move, &undo);
                struct search_position after;
                search_position_after(&tables, &copy, move, &after);
                copy = after;
            }
        }
    }
}

static void check_copy(const struct search_board *tables, const struct bc_position *position,
                       const struct search_position *copy)
{
    struct search_position scratch;
    search_position_from(tables, position, &scratch);
    assert_memory_equal(scratch.images, copy->images, sizeof scratch.images);
    assert_int_equal(scratch.tigers, copy->tigers);
    assert_int_equal(scratch.goats, copy->goats);
    assert_int_equal(scratch.side, copy->side);
    assert_int_equal(scratch.goats_in_hand, copy->goats_in_hand);
    assert_int_equal(scratch.goats_eaten, copy->goats_eaten);
    assert_int_equal(scratch.quiet_turns, copy->quiet_turns);
    assert_int_equal(search_position_has_move(tables->board, copy), bc_position_has_move(tables->board, position));
}

static void moves_keep_the_copy_equal_to_the_position_of_the_rules(void **state)
{
    (void)state;
    walk(check_copy);
}

static void check_keys(const struct search_board *tables, const struct bc_position *position,
                       const struct search_position *copy)
{
    unsigned symmetry;
    uint64_t key = search_position_key(tables, copy, 100, &symmetry);
    struct bc_position representative;
    bc_position_transform(tables->board, position, symmetry, &representative);
    for (unsigned s = 0; s < tables->board->symmetry_count; s++) {
        struct bc_position image;
        bc_position_transform(tables->board, position, s, &image);
        struct search_position image_copy;
        search_position_from(tables, &image, &image_copy);
        unsigned image_symmetry;
        assert_int_equal(search_position_key(tables, &image_copy, 100, &image_symmetry), key);
        struct bc_position same;
        bc_position_transform(tables->board, &image, image_symmetry, &same);
        assert_int_equal(same.tigers, representative.tigers);
        assert_int_equal(same.goats, representative.goats);
    }
}

static void all_images_of_a_position_share_one_key_and_one_representative(void **state)
{
    (void)state;
    walk(check_keys);
}

static void check_allowed(const struct search_board *tables, const struct bc_position *position,
                          const struct search_position *copy)
{
    unsigned count = 0;
    for (unsigned move = 0; move <= UINT16_MAX; move += position->turn % 5 == 0 ? 1 : 7) {
        bool allowed = bc_position_check_move(tables->board, position, (bc_move)move) == BC_OK;
        assert_int_equal(search_position_allows(tables->board, copy, (bc_move)move), allowed);
        count += allowed;
    }
    assert_true(position->turn % 5 != 0 || count == bc_position_move_count(tables->board, position));
}

static void any_word_is_told_apart_from_a_move(void **state)
{
    (void)state;
    static struct bc_board board;
    static struct search_board tables;
    bc_board_init_standard(&board);
    search_board_init(&tables, &board);
    struct bc_position position;
    bc_position_start(&board, &position);
    uint64_t random = 5;
    for (unsigned ply = 0; ply < 60; ply++) {
        struct search_position copy;
        search_position_from(&tables, &position, &copy);
        check_allowed(&tables, &position, &copy);
        struct bc_move_list moves;
        bc_position_moves(&board, &position, &moves);
        if (moves.count == 0) {
            break;
        }
        struct bc_undo undo;
        bc_position_make(&board, &position, moves.moves[random_word(&random) % moves.count], &undo);
    }
}

static void positions_with_few_quiet_turns_left_are_told_apart(void **state)
{
    (void)state;
    static struct bc_board board;
    static struct search_board tables;
    bc_board_init_standard(&board);
    search_board_init(&tables, &board);
    struct search_position position = {.tigers = 15, .goats = 0xFFFF0, .quiet_turns = 90};
    unsigned symmetry;
    uint64_t at_90 = search_position_key(&tables, &position, 100, &symmetry);
    position.quiet_turns = 91;
    assert_int_not_equal(search_position_key(&tables, &position, 100, &symmetry), at_90);
    uint64_t unlimited = search_position_key(&tables, &position, 0, &symmetry);
    position.quiet_turns = 3;
    assert_int_equal(search_position_key(&tables, &position, 0, &symmetry), unlimited);
}

static void the_table_gives_back_what_was_stored_with_distances_from_the_root(void **state)
{
    (void)state;
    static _Alignas(64) unsigned char memory[4096];
    struct transposition_table table;
    transposition_init(&table, memory, sizeof memory);
    struct transposition_hit stored = {
        .move = bc_move_step(1, 2), .score = BC_SCORE_WIN - 9, .evaluation = -77, .depth = 12, .bound = BOUND_EXACT};
    transposition_store(&table, 0x123456789ABCDEFU, 4, &stored);
    struct transposition_hit hit;
    assert_true(transposition_find(&table, 0x123456789ABCDEFU, 2, &hit));
    assert_int_equal(hit.move, stored.move);
    assert_int_equal(hit.score, BC_SCORE_WIN - 7);
    assert_int_equal(hit.evaluation, -77);
    assert_int_equal(hit.depth, 12);
    assert_int_equal(hit.bound, BOUND_EXACT);
    assert_false(transposition_find(&table, 0x123456789ABCDEEU, 2, &hit));
    transposition_clear(&table);
    assert_false(transposition_find(&table, 0x123456789ABCDEFU, 2, &hit));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_keep_the_copy_equal_to_the_position_of_the_rules),
        cmocka_unit_test(all_images_of_a_position_share_one_key_and_one_representative),
        cmocka_unit_test(any_word_is_told_apart_from_a_move),
        cmocka_unit_test(positions_with_few_quiet_turns_left_are_told_apart),
        cmocka_unit_test(the_table_gives_back_what_was_stored_with_distances_from_the_root),
    };
    return cmocka_run_group_tests_name("engine search position", tests, NULL, NULL);
}
