/* What a reader says of folders that are not as they should be, and a writer of folders that are in use. */
#include "cmocka_all.h"

#include "solution/solved_board.h"
#include "solution/verify.h"
#include "solve/solution_folder.h"

#include <baghchal/text.h>

#include <fcntl.h>
#include <sys/stat.h>

static int solve_board(void **state)
{
    struct solved_board *solved = calloc(1, sizeof *solved);
    *state = solved;
    return solved == NULL || solved_board_make(solved, 1, NULL) != BC_OK;
}

static int remove_board(void **state)
{
    solved_board_remove(*state);
    free(*state);
    return 0;
}

static uint8_t *must_read(const struct solved_board *solved, const char *name, size_t *size)
{
    uint8_t *bytes = solved_board_read(solved, name, size);
    if (bytes == NULL) {
        fail_msg("%s cannot be read", name);
        abort(); /* never reached: says that what follows has memory */
    }
    return bytes;
}

static enum bc_error try_open(const struct solved_board *solved, const struct bc_rules *rules)
{
    struct bc_solution *solution = NULL;
    enum bc_error error = bc_solution_open(solved->folder, &solved->board, rules, 1 << 18, &solution);
    assert_true((error == BC_OK) == (solution != NULL));
    bc_solution_close(solution);
    return error;
}

/* Opens the folder with a file changed, and puts the file back. */
static enum bc_error open_changed(const struct solved_board *solved, const char *name, size_t size, size_t at,
                                  uint8_t flip)
{
    size_t whole = 0;
    uint8_t *bytes = must_read(solved, name, &whole);
    size = size < whole ? size : whole;
    if (at < size) {
        bytes[at] ^= flip;
    }
    assert_true(solved_board_write(solved, name, bytes, size));
    enum bc_error error = try_open(solved, NULL);
    if (at < size) {
        bytes[at] ^= flip;
    }
    assert_true(solved_board_write(solved, name, bytes, whole));
    free(bytes);
    return error;
}

static void a_whole_folder_opens(void **state)
{
    struct solved_board *solved = *state;
    assert_int_equal(try_open(solved, NULL), BC_OK);
    assert_int_equal(try_open(solved, &solved->rules), BC_OK);
}

static void truncated_tables_are_refused(void **state)
{
    struct solved_board *solved = *state;
    static const char *const names[] = {"movement.table", "placement.table"};
    for (unsigned i = 0; i < 2; ++i) {
        for (size_t size = 0; size < 300; size += 7) {
            assert_int_equal(open_changed(solved, names[i], size, SIZE_MAX, 0), BC_ERROR_SOLUTION_TRUNCATED);
        }
        assert_int_equal(open_changed(solved, names[i], 60000, SIZE_MAX, 0), BC_ERROR_SOLUTION_TRUNCATED);
    }
}

static void a_changed_header_is_refused(void **state)
{
    struct solved_board *solved = *state;
    for (size_t at = 0; at < 128; ++at) {
        enum bc_error error = open_changed(solved, "movement.table", SIZE_MAX, at, 0x10);
        enum bc_error expected = at < 8    ? BC_ERROR_SOLUTION_FORMAT
                                 : at < 12 ? BC_ERROR_SOLUTION_VERSION
                                           : BC_ERROR_SOLUTION_CHECKSUM;
        assert_int_equal(error, expected);
    }
}

static void a_changed_manifest_is_refused(void **state)
{
    struct solved_board *solved = *state;
    size_t size = 0;
    uint8_t *bytes = must_read(solved, "manifest", &size);
    free(bytes);
    for (size_t at = 0; at < size; ++at) {
        assert_int_not_equal(open_changed(solved, "manifest", SIZE_MAX, at, 1), BC_OK);
        assert_int_equal(open_changed(solved, "manifest", at, SIZE_MAX, 0), BC_ERROR_SOLUTION_MANIFEST);
    }
    /* "baghchal-solution 1" becomes "baghchal-solution 3". */
    assert_int_equal(open_changed(solved, "manifest", SIZE_MAX, 18, 2), BC_ERROR_SOLUTION_VERSION);
}

static void a_flipped_bit_in_a_block_is_found_when_the_block_is_read(void **state)
{
    struct solved_board *solved = *state;
    size_t size = 0;
    uint8_t *bytes = must_read(solved, "placement.table", &size);
    for (size_t i = 128; i < 140000; ++i) {
        bytes[i] ^= 0x20;
    }
    assert_true(solved_board_write(solved, "placement.table", bytes, size));
    struct bc_solution *solution = NULL;
    struct bc_position position;
    struct bc_probe probe;
    assert_int_equal(bc_solution_open(solved->folder, &solved->board, NULL, 1, &solution), BC_OK);
    assert_int_equal(bc_position_read(&solved->board, "TTTT/4/4/4 g 12 0 0 1", 21, &position, NULL), BC_OK);
    assert_int_equal(bc_solution_probe(solution, &position, &probe), BC_ERROR_SOLUTION_CHECKSUM);
    /* Once refused, always refused, even if the file should get well again. */
    for (size_t i = 128; i < 140000; ++i) {
        bytes[i] ^= 0x20;
    }
    assert_true(solved_board_write(solved, "placement.table", bytes, size));
    assert_int_equal(bc_solution_probe(solution, &position, &probe), BC_ERROR_SOLUTION_CHECKSUM);
    bc_solution_close(solution);
    assert_int_equal(bc_solution_open(solved->folder, &solved->board, NULL, 1, &solution), BC_OK);
    assert_int_equal(bc_solution_probe(solution, &position, &probe), BC_OK);
    bc_solution_close(solution);
    free(bytes);
}

static void verification_reports_a_file_that_was_changed(void **state)
{
    struct solved_board *solved = *state;
    size_t size = 0;
    uint8_t *bytes = must_read(solved, "movement.table", &size);
    struct bc_solution *solution = NULL;
    struct bc_verify_options options = {.movement = true, .placement = true, .sample = 1000, .threads = 2};
    struct bc_verify_report report;
    bytes[1000] ^= 1;
    assert_int_equal(bc_solution_open(solved->folder, &solved->board, NULL, 1 << 20, &solution), BC_OK);
    assert_true(solved_board_write(solved, "movement.table", bytes, size));
    assert_int_equal(bc_solution_verify(solution, solved->folder, &options, &report), BC_OK);
    assert_int_equal(report.problem, BC_VERIFY_FILE);
    assert_string_equal(report.file, "movement.table");
    bytes[1000] ^= 1;
    assert_true(solved_board_write(solved, "movement.table", bytes, size));
    assert_int_equal(bc_solution_verify(solution, solved->folder, &options, &report), BC_OK);
    assert_int_equal(report.problem, BC_VERIFY_NO_PROBLEM);
    assert_int_equal(report.movement_checked, 1000);
    bc_solution_close(solution);
    free(bytes);
}

static void tables_of_other_rules_and_boards_are_refused(void **state)
{
    struct solved_board *solved = *state;
    struct bc_rules rules = solved->rules;
    rules.goats_to_win = 2;
    assert_int_equal(try_open(solved, &rules), BC_ERROR_SOLUTION_RULES);
    rules = solved->rules;
    rules.quiet_turn_limit = 99;
    assert_int_equal(try_open(solved, &rules), BC_ERROR_SOLUTION_RULES);
    rules = solved->rules;
    rules.goat_stalemate = BC_STALEMATE_DRAW;
    assert_int_equal(try_open(solved, &rules), BC_ERROR_SOLUTION_RULES);
    rules = solved->rules;
    rules.repetition = BC_REPETITION_NONE;
    assert_int_equal(try_open(solved, &rules), BC_OK);
    rules.repetition = BC_REPETITION_FORBIDDEN;
    assert_int_equal(try_open(solved, &rules), BC_ERROR_SOLUTION_HISTORY);
    struct bc_board other;
    struct bc_solution *solution = NULL;
    assert_int_equal(bc_board_init(&other, bc_board_description(2)), BC_OK);
    assert_int_equal(bc_solution_open(solved->folder, &other, NULL, 1, &solution), BC_ERROR_SOLUTION_BOARD);
}

static void a_folder_without_a_manifest_holds_nothing(void **state)
{
    struct solved_board *solved = *state;
    struct bc_solution *solution = NULL;
    char path[TEMPORARY_PATH_MAX + 64];
    assert_int_equal(bc_solution_open("/nonexistent/folder", &solved->board, NULL, 1, &solution),
                     BC_ERROR_SOLUTION_MISSING);
    (void)snprintf(path, sizeof path, "%s/manifest", solved->folder);
    size_t size = 0;
    uint8_t *bytes = must_read(solved, "manifest", &size);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(try_open(solved, NULL), BC_ERROR_SOLUTION_MISSING);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(try_open(solved, NULL), BC_ERROR_SOLUTION_UNREADABLE);
    assert_int_equal(rmdir(path), 0);
    assert_true(solved_board_write(solved, "manifest", bytes, size));
    free(bytes);
}

static void a_missing_table_is_refused(void **state)
{
    struct solved_board *solved = *state;
    char path[TEMPORARY_PATH_MAX + 64];
    char other[TEMPORARY_PATH_MAX + 64];
    (void)snprintf(path, sizeof path, "%s/placement.table", solved->folder);
    (void)snprintf(other, sizeof other, "%s/elsewhere", solved->folder);
    assert_int_equal(rename(path, other), 0);
    assert_int_equal(try_open(solved, NULL), BC_ERROR_SOLUTION_TRUNCATED);
    assert_int_equal(rename(other, path), 0);
}

static void a_second_solve_into_a_folder_is_told(void **state)
{
    struct solved_board *solved = *state;
    struct bc_solution_folder first;
    struct bc_solution_folder second;
    assert_int_equal(bc_solution_folder_open(&first, solved->folder), BC_OK);
    assert_int_equal(bc_solution_folder_open(&second, solved->folder), BC_ERROR_SOLUTION_LOCKED);
    bc_solution_folder_close(&first);
    assert_int_equal(bc_solution_folder_open(&second, solved->folder), BC_OK);
    bc_solution_folder_close(&second);
    assert_int_equal(try_open(solved, NULL), BC_OK);
}

static void what_a_killed_solve_left_is_removed(void **state)
{
    struct solved_board *solved = *state;
    static const uint8_t bytes[] = "half";
    size_t size = 0;
    struct bc_solution_folder folder;
    assert_true(solved_board_write(solved, "placement.table.new", bytes, sizeof bytes));
    assert_int_equal(bc_solution_folder_open(&folder, solved->folder), BC_OK);
    bc_solution_folder_close(&folder);
    assert_null(solved_board_read(solved, "placement.table.new", &size));
    assert_int_equal(try_open(solved, NULL), BC_OK);
}

static void a_full_disk_is_found_before_starting(void **state)
{
    struct solved_board *solved = *state;
    struct bc_solution_folder folder;
    assert_int_equal(bc_solution_folder_open(&folder, solved->folder), BC_OK);
    assert_int_equal(bc_solution_folder_check_space(&folder, 1), BC_OK);
    assert_int_equal(bc_solution_folder_check_space(&folder, UINT64_MAX), BC_ERROR_SOLUTION_DISK_FULL);
    bc_solution_folder_close(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_folder_opens),
        cmocka_unit_test(truncated_tables_are_refused),
        cmocka_unit_test(a_changed_header_is_refused),
        cmocka_unit_test(a_changed_manifest_is_refused),
        cmocka_unit_test(a_flipped_bit_in_a_block_is_found_when_the_block_is_read),
        cmocka_unit_test(verification_reports_a_file_that_was_changed),
        cmocka_unit_test(tables_of_other_rules_and_boards_are_refused),
        cmocka_unit_test(a_folder_without_a_manifest_holds_nothing),
        cmocka_unit_test(a_missing_table_is_refused),
        cmocka_unit_test(a_second_solve_into_a_folder_is_told),
        cmocka_unit_test(what_a_killed_solve_left_is_removed),
        cmocka_unit_test(a_full_disk_is_found_before_starting),
    };
    return cmocka_run_group_tests(tests, solve_board, remove_board);
}
