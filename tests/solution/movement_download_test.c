/* The small form of the movement phase against the full tables. */
#include "cmocka_all.h"

#include "random_positions.h"
#include "solution/layout.h"
#include "solution/solved_board.h"

#include <baghchal/movement.h>
#include <baghchal/text.h>

struct opened {
    struct solved_board solved;
    uint8_t *file;
    size_t size;
    void *memory;
    size_t memory_size;
    struct bc_movement_tables *tables;
};

static void open_tables(struct opened *opened, size_t board, const struct bc_rules *rules)
{
    assert_int_equal(solved_board_make(&opened->solved, board, rules), BC_OK);
    opened->file = solved_board_read(&opened->solved, "movement.web", &opened->size);
    assert_non_null(opened->file);
    opened->memory_size = bc_movement_tables_memory(&opened->solved.board, opened->file, opened->size);
    assert_true(opened->memory_size > 0);
    opened->memory = malloc(opened->memory_size);
    assert_non_null(opened->memory);
    assert_int_equal(bc_movement_tables_open(&opened->solved.board, &opened->solved.rules, opened->file, opened->size,
                                             opened->memory, opened->memory_size, &opened->tables),
                     BC_OK);
}

static void close_tables(struct opened *opened)
{
    free(opened->memory);
    free(opened->file);
    solved_board_remove(&opened->solved);
}

/* Compares every movement position, with 0 to `quiet_max` quiet turns. */
static void compare_all(struct opened *opened, unsigned quiet_max)
{
    const struct bc_index *index = opened->solved.index;
    struct bc_solution *solution = NULL;
    assert_int_equal(
        bc_solution_open(opened->solved.folder, &opened->solved.board, &opened->solved.rules, 1 << 20, &solution),
        BC_OK);
    for (unsigned eaten = 0; eaten < opened->solved.rules.goats_to_win; ++eaten) {
        unsigned goats = opened->solved.board.goat_count - eaten;
        uint32_t masks = bc_index_mask_count(index, goats);
        for (uint32_t entry = 0; entry < index->class_count * masks * 2; ++entry) {
            uint32_t class = entry / 2 / masks;
            struct bc_position position = {
                .tigers = index->classes[class].tigers,
                .goats = bc_index_goats(index, class, bc_index_unrank(index, goats, entry / 2 % masks)),
                .side = (uint8_t)(entry & 1),
                .goats_eaten = (uint8_t)eaten,
                .quiet_turns = (uint16_t)(entry % (quiet_max + 1)),
                .turn = 1,
            };
            struct bc_probe probe;
            enum bc_result result = BC_RESULT_NONE;
            unsigned zero = 0;
            assert_int_equal(bc_solution_probe(solution, &position, &probe), BC_OK);
            assert_true(bc_movement_tables_probe(opened->tables, &position, &result, &zero));
            if (probe.result != (uint8_t)result || (result != BC_RESULT_DRAW && probe.zero != zero)) {
                char text[BC_POSITION_TEXT_MAX];
                bc_position_write(&opened->solved.board, &position, text);
                fail_msg("%s: %u zero %u, in the small form %u zero %u", text, probe.result, probe.zero, result, zero);
            }
        }
    }
    bc_solution_close(solution);
}

static void the_small_form_says_what_the_tables_say(void **state)
{
    (void)state;
    static const unsigned limits[] = {100, 0, 6};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; ++i) {
        struct opened opened;
        struct bc_rules rules = {.goats_to_win = 3, .quiet_turn_limit = (uint16_t)limits[i]};
        open_tables(&opened, 1, &rules);
        compare_all(&opened, 7);
        close_tables(&opened);
    }
    struct opened opened;
    struct bc_rules rules = {.goats_to_win = 4, .goat_stalemate = BC_STALEMATE_DRAW, .quiet_turn_limit = 3};
    open_tables(&opened, 2, &rules);
    compare_all(&opened, 3);
    close_tables(&opened);
}

static void a_position_of_the_placement_phase_is_not_answered(void **state)
{
    (void)state;
    struct opened opened;
    open_tables(&opened, 1, NULL);
    struct bc_position position;
    enum bc_result result = BC_RESULT_NONE;
    unsigned zero = 7;
    bc_position_start(&opened.solved.board, &position);
    assert_false(bc_movement_tables_probe(opened.tables, &position, &result, &zero));
    assert_int_equal(result, BC_RESULT_NONE);
    assert_int_equal(zero, 7);
    close_tables(&opened);
}

static enum bc_error reopen(struct opened *opened, const struct bc_rules *rules, size_t size)
{
    struct bc_movement_tables *tables = NULL;
    enum bc_error error = bc_movement_tables_open(&opened->solved.board, rules, opened->file, size, opened->memory,
                                                  opened->memory_size, &tables);
    assert_true((error == BC_OK) == (tables != NULL));
    return error;
}

static void damaged_files_are_refused_with_their_reason(void **state)
{
    (void)state;
    struct opened opened;
    open_tables(&opened, 2, NULL);
    for (size_t size = 0; size < opened.size; ++size) {
        assert_int_equal(reopen(&opened, NULL, size), BC_ERROR_SOLUTION_TRUNCATED);
    }
    for (size_t i = 0; i < opened.size; ++i) {
        opened.file[i] ^= 4;
        assert_int_not_equal(reopen(&opened, NULL, opened.size), BC_OK);
        opened.file[i] ^= 4;
    }
    opened.file[opened.size - 1] ^= 1;
    assert_int_equal(reopen(&opened, NULL, opened.size), BC_ERROR_SOLUTION_CHECKSUM);
    opened.file[opened.size - 1] ^= 1;
    opened.file[8] = 2;
    assert_int_equal(reopen(&opened, NULL, opened.size), BC_ERROR_SOLUTION_VERSION);
    opened.file[8] = 1;
    opened.file[0] = 'b';
    assert_int_equal(reopen(&opened, NULL, opened.size), BC_ERROR_SOLUTION_FORMAT);
    opened.file[0] = 'B';
    struct bc_rules other = opened.solved.rules;
    other.goats_to_win = 2;
    assert_int_equal(reopen(&opened, &other, opened.size), BC_ERROR_SOLUTION_RULES);
    other = opened.solved.rules;
    other.repetition = BC_REPETITION_FORBIDDEN;
    assert_int_equal(reopen(&opened, &other, opened.size), BC_ERROR_SOLUTION_HISTORY);
    opened.memory_size -= 1;
    assert_int_equal(reopen(&opened, NULL, opened.size), BC_ERROR_NO_SPACE);
    opened.memory_size += 1;
    assert_int_equal(reopen(&opened, &opened.solved.rules, opened.size), BC_OK);
    close_tables(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_small_form_says_what_the_tables_say),
        cmocka_unit_test(a_position_of_the_placement_phase_is_not_answered),
        cmocka_unit_test(damaged_files_are_refused_with_their_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
