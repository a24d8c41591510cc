/* Solving, probing and verifying from the command line, on the smallest board. */
#include "cli/program_runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct program_result result;
static char folder[] = "/tmp/baghchal-test-XXXXXX";

/* Runs the program on the 3x3 board, in a shell where "$D" is the folder of the tests. */
static void run_small(const char *arguments, const char *input)
{
    char line[1024];
    (void)snprintf(line, sizeof line, "D=%s; run() { \"$BC_TEST_PROGRAM\" \"$1\" --board 3x3 \"${@:2}\"; }; run %s",
                   folder, arguments);
    run_shell(&result, line, input);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    run_small("rules >/dev/null; rm -r -- \"$D\"", NULL);
    return result.exit_code;
}

static void a_solution_is_made_probed_and_verified(void **state)
{
    (void)state;
    run_small("solve --out \"$D/s\"", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "start\ttigers\n"));
    assert_non_null(strstr(result.output, "file\tmovement.web\t"));
    run_small("value --solution \"$D/s\"", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "T1T/3/T1T g 4 0 0 1\ttigers\nmove\tvalue\tzero\tend\nb1\ttigers\t-\t-\n"));
    run_small("verify --solution \"$D/s\" --all", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "clean\tmovement 230\tplacement 598\n"));
}

static void a_second_run_keeps_what_is_there(void **state)
{
    (void)state;
    run_small("solve --out \"$D/s\"", NULL);
    run_small("solve --out \"$D/s\"", NULL);
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(result.output, "holds this solution already"));
}

static void positions_from_standard_input_come_out_beside_bad_lines(void **state)
{
    (void)state;
    run_small("solve --out \"$D/s\"", NULL);
    run_small("value --solution \"$D/s\" --stdin", "T1T/3/T1T g 4 0 0 1\nrubbish\nT1T/1G1/T1T t 3 0 0 1\n");
    assert_int_equal(result.exit_code, 1);
    assert_string_equal(result.output, "T1T/3/T1T g 4 0 0 1\ttigers\nT1T/1G1/T1T t 3 0 0 1\ttigers\n");
    assert_non_null(strstr(result.errors, "<stdin>:2:1: "));
}

static void the_longest_wins_come_with_lines_as_long(void **state)
{
    (void)state;
    run_small("solve --out \"$D/s\"", NULL);
    run_small("value --solution \"$D/s\" --longest", NULL);
    assert_int_equal(result.exit_code, 0);
    const char *tigers = strstr(result.output, "end\ttigers\t");
    assert_non_null(tigers);
    unsigned long distance = strtoul(tigers + sizeof "end\ttigers\t" - 1, NULL, 10);
    const char *line = strchr(tigers, '\n') + 1;
    unsigned long turns = 1;
    for (; *line != '\n'; ++line) {
        turns += *line == ' ';
    }
    assert_true(distance > 1);
    assert_int_equal(turns, distance);
    run_small("value --solution \"$D/s\" --longest --json", NULL);
    assert_non_null(strstr(result.output, "\"metric\": \"zero\""));
}

static void a_damaged_table_is_found(void **state)
{
    (void)state;
    run_small("solve --out \"$D/damaged\"", NULL);
    run_small(
        "verify --solution \"$D/damaged\"; printf x | dd of=\"$D/damaged/movement.table\" bs=1 seek=200 conv=notrunc "
        "status=none; run verify --solution \"$D/damaged\"",
        NULL);
    assert_int_equal(result.exit_code, 1);
    assert_non_null(strstr(result.errors, "movement.table: the size or the checksum is not that of the manifest"));
}

static void a_folder_that_cannot_be_written_is_named_with_the_reason(void **state)
{
    (void)state;
    run_small("solve --out /dev/null/s", NULL);
    assert_int_equal(result.exit_code, 1);
    assert_non_null(strstr(result.errors, "/dev/null/s: "));
    assert_non_null(strstr(result.errors, "Not a directory"));
}

static void too_little_memory_is_said_before_anything_is_done(void **state)
{
    (void)state;
    run_small("solve --memory 1K --out \"$D/little\"", NULL);
    assert_int_equal(result.exit_code, 1);
    assert_non_null(strstr(result.errors, "there is not enough memory: about "));
    run_small("solve --memory much --out \"$D/little\"", NULL);
    assert_int_equal(result.exit_code, 2);
}

static void the_atlas_has_every_rule_set_and_goes_on_where_it_was_stopped(void **state)
{
    (void)state;
    run_small("solve --atlas --out \"$D/atlas\"", NULL);
    assert_int_equal(result.exit_code, 0);
    unsigned lines = 0;
    for (const char *at = result.output; (at = strchr(at, '\n')) != NULL; ++at) {
        ++lines;
    }
    assert_int_equal(lines, 16);
    /* Cut off in the middle of the third row, as if killed there. */
    run_small("solve --atlas --out \"$D/atlas\"; head -c 110 \"$D/atlas/atlas.tsv\" >\"$D/cut\"; "
              "cp \"$D/atlas/atlas.tsv\" \"$D/whole\"; cp \"$D/cut\" \"$D/atlas/atlas.tsv\"; "
              "run solve --atlas --out \"$D/atlas\" >/dev/null && cmp \"$D/whole\" \"$D/atlas/atlas.tsv\"",
              NULL);
    assert_int_equal(result.exit_code, 0);
}

static void the_atlas_says_of_every_rule_set_what_its_own_solution_says(void **state)
{
    (void)state;
    run_shell(
        &result,
        "set -e; D=$(mktemp -d); trap 'rm -r -- \"$D\"' EXIT; cd \"$D\"; "
        "\"$BC_TEST_PROGRAM\" solve --atlas --board 3x3 --out atlas >/dev/null; "
        "for goats in 1 2 3 4; do for stuck in tigers draw; do for quiet in 100 0; do "
        "  rules=goats=$goats,stalemate=$stuck,quiet=$quiet; "
        "  \"$BC_TEST_PROGRAM\" solve --board 3x3 --rules \"$rules\" --out one --again >/dev/null 2>&1; "
        "  grep -qP \"^$goats\\t$stuck\\t$quiet\\t$(awk '/^start/ {print $2}' one/manifest)\\t\" atlas/atlas.tsv; "
        "  awk '/^movement/ {print \"movement\", $2, $3, $5, $6, $7, $9, $10} "
        "       /^placement/ {print \"placement\", $3, $2, $5, $6, $7}' one/manifest >manifest; "
        "  awk -F '\\t' '$1 == \"movement\" {print $1, $3, $4, $5, $6, $7, $8, $9} "
        "       $1 == \"placement\" && $4 == \"goats\" {print $1, $2, $3, $5, $6, $7}' "
        "       \"atlas/layers-$goats-$stuck-$quiet.tsv\" >layers; "
        "  test -s layers; diff manifest layers; rm -r one; "
        "done; done; done",
        NULL);
    assert_string_equal(result.output, "");
    assert_string_equal(result.errors, "");
    assert_int_equal(result.exit_code, 0);
}

static void a_full_disk_is_named_and_leaves_no_half_counts(void **state)
{
    (void)state;
    run_small("rules >/dev/null; mkdir \"$D/full\"; ln -s /dev/full \"$D/full/layers-1-tigers-100.tsv.new\"; "
              "run solve --atlas --out \"$D/full\"; code=$?; ls \"$D/full\"; exit $code",
              NULL);
    assert_int_equal(result.exit_code, 1);
    assert_string_equal(result.output, "atlas.tsv\n");
    assert_non_null(strstr(result.errors, "No space left"));
}

static void a_phase_that_is_not_there_cannot_be_verified(void **state)
{
    (void)state;
    run_small("solve --only movement --out \"$D/half\" >/dev/null; run verify --only placement --solution \"$D/half\"",
              NULL);
    assert_int_equal(result.exit_code, 1);
    assert_non_null(strstr(result.errors, "holds only the movement phase"));
}

static void missing_counts_are_made_again(void **state)
{
    (void)state;
    run_small("solve --atlas --out \"$D/atlas\"; rm \"$D/atlas/layers-3-draw-0.tsv\"; "
              "cp \"$D/atlas/atlas.tsv\" \"$D/whole\"; run solve --atlas --out \"$D/atlas\" && "
              "cmp \"$D/whole\" \"$D/atlas/atlas.tsv\" && test -s \"$D/atlas/layers-3-draw-0.tsv\"",
              NULL);
    assert_int_equal(result.exit_code, 0);
}

static void a_file_that_is_no_atlas_is_left_alone(void **state)
{
    (void)state;
    run_small("solve --atlas --rules four --out \"$D/n\"", NULL);
    assert_int_equal(result.exit_code, 2);
    run_small("rules >/dev/null; mkdir \"$D/notes\"; printf 'some notes' >\"$D/notes/atlas.tsv\"; "
              "run solve --atlas --out \"$D/notes\"; cat \"$D/notes/atlas.tsv\"",
              NULL);
    assert_string_equal(result.output, "some notes");
    assert_non_null(strstr(result.errors, "atlas.tsv is not an atlas of this board"));
}

static void two_programs_do_not_write_one_atlas(void **state)
{
    (void)state;
    run_small("solve --atlas --out \"$D/two\" >/dev/null; exec 9>>\"$D/two/atlas.tsv\"; flock 9; "
              "run solve --atlas --out \"$D/two\"",
              NULL);
    assert_int_equal(result.exit_code, 1);
    assert_non_null(strstr(result.errors, "another program is making "));
}

static void an_atlas_of_another_board_is_refused(void **state)
{
    (void)state;
    run_small(
        "solve --atlas --out \"$D/mine\" >/dev/null; \"$BC_TEST_PROGRAM\" solve --atlas --board 4x4 --out \"$D/mine\"",
        NULL);
    assert_int_equal(result.exit_code, 1);
    assert_non_null(strstr(result.errors, "atlas.tsv is not an atlas of this board"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solution_is_made_probed_and_verified),
        cmocka_unit_test(a_second_run_keeps_what_is_there),
        cmocka_unit_test(positions_from_standard_input_come_out_beside_bad_lines),
        cmocka_unit_test(the_longest_wins_come_with_lines_as_long),
        cmocka_unit_test(a_damaged_table_is_found),
        cmocka_unit_test(a_folder_that_cannot_be_written_is_named_with_the_reason),
        cmocka_unit_test(too_little_memory_is_said_before_anything_is_done),
        cmocka_unit_test(the_atlas_has_every_rule_set_and_goes_on_where_it_was_stopped),
        cmocka_unit_test(the_atlas_says_of_every_rule_set_what_its_own_solution_says),
        cmocka_unit_test(a_full_disk_is_named_and_leaves_no_half_counts),
        cmocka_unit_test(a_phase_that_is_not_there_cannot_be_verified),
        cmocka_unit_test(missing_counts_are_made_again),
        cmocka_unit_test(a_file_that_is_no_atlas_is_left_alone),
        cmocka_unit_test(two_programs_do_not_write_one_atlas),
        cmocka_unit_test(an_atlas_of_another_board_is_refused),
    };
    return cmocka_run_group_tests_name("baghchal solve", tests, make_folder, remove_folder);
}
