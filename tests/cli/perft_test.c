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

/* The reference has a position, then the leaves of each depth. Asks for as many depths as have at most `leaves_max` leaves. */
static void check_reference(unsigned long long leaves_max, const char *options)
{
    FILE *file = fopen(BC_REFERENCE_DIR "/perft.tsv", "r");
    assert_non_null(file);
    char line[512];
    unsigned positions = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') {
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        char *rest = line;
        const char *position = strsep(&rest, "\t");
        char expected[512] = "";
        size_t length = 0;
        unsigned depth = 0;
        while (rest != NULL && strtoull(rest, NULL, 10) <= leaves_max) {
            length +=
                (size_t)snprintf(expected + length, sizeof expected - length, "%u\t%s\n", ++depth, strsep(&rest, "\t"));
        }
        char arguments[256];
        (void)snprintf(arguments, sizeof arguments, "perft %u --position '%s' %s", depth, position, options);
        run_program(&result, arguments, NULL);
        assert_string_equal(result.errors, "");
        assert_string_equal(result.output, expected);
        assert_int_equal(result.exit_code, 0);
        positions++;
    }
    (void)fclose(file);
    assert_true(positions >= 10);
}

static void the_reference_counts_come_out(void **state)
{
    (void)state;
    check_reference(2000000, "");
}

static void several_threads_count_the_same(void **state)
{
    (void)state;
    check_reference(2000000, "--threads 3");
}

static void divide_lists_each_move_before_the_last_line(void **state)
{
    (void)state;
    run_program(&result, "perft 1 --divide --board 3x3", NULL);
    assert_string_equal(result.output, "b1\t1\na2\t1\nb2\t1\nc2\t1\nb3\t1\n1\t5\n");
    run_program(&result, "perft 3 --divide", NULL);
    assert_int_equal(result.exit_code, 0);
    unsigned long long sum = 0;
    unsigned moves = 0;
    for (char *rest = result.output; rest != NULL && *rest != '\0';) {
        const char *line = strsep(&rest, "\n");
        if (line[0] >= 'a') {
            sum += strtoull(strchr(line, '\t'), NULL, 10);
            moves++;
        }
    }
    assert_int_equal(moves, 21);
    assert_int_equal(sum, 5052);
}

static void a_finished_position_has_no_lines_of_play(void **state)
{
    (void)state;
    run_program(&result, "perft 2 --divide --position 'T3T/5/5/5/T3T g 15 5 0 6'", NULL);
    assert_string_equal(result.output, "1\t0\n2\t0\n");
    run_program(&result, "perft 1 --rules six --position 'T3T/5/5/5/T3T g 15 5 0 6'", NULL);
    assert_string_equal(result.output, "1\t21\n");
}

static void json_holds_depths_and_moves(void **state)
{
    (void)state;
    run_program(&result, "perft 1 --divide --json --board 3x3", NULL);
    assert_string_equal(result.output,
                        "{\"board\": \"3x3\", \"rules\": \"nepal\", \"position\": \"T1T/3/T1T g 4 0 0 1\", "
                        "\"depths\": [{\"depth\": 1, \"leaves\": 5}], \"moves\": {\"b1\": 1, \"a2\": 1, "
                        "\"b2\": 1, \"c2\": 1, \"b3\": 1}}\n");
}

static void a_wrong_command_line_is_refused_with_what_would_be_right(void **state)
{
    (void)state;
    static const char *const refused[][2] = {
        {"perft", "DEPTH is missing"},
        {"perft 0", "DEPTH is a number from 1 to 99, not '0'"},
        {"perft 5x", "DEPTH is a number from 1 to 99, not '5x'"},
        {"perft -- -1", "DEPTH is a number from 1 to 99, not '-1'"},
        {"perft 1 2", "there is more than one DEPTH"},
        {"perft 1 --threads 0", "--threads takes a number from 1 to 256, not '0'"},
        {"perft 1 --threads", "--threads needs a value"},
        {"perft 1 --divide=yes", "--divide takes no value"},
        {"perft 1 --rules five", "--rules: no rule set or option has that name, at 'five'"},
        {"perft 1 --board 9x9", "--board: no board is called '9x9'; there are standard, 4x4, 3x3"},
        {"perft 1 --thread 2", "unknown option '--thread'; did you mean '--threads'?"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        run_program(&result, refused[i][0], NULL);
        assert_int_equal(result.exit_code, 2);
        assert_string_equal(result.output, "");
        assert_non_null(strstr(result.errors, refused[i][1]));
        assert_non_null(strstr(result.errors, "See 'baghchal perft --help'."));
    }
    run_program(&result, "perft 1 --position 'T3T/5/5/5 g 20 0'", NULL);
    assert_int_equal(result.exit_code, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_counts_come_out),
        cmocka_unit_test(several_threads_count_the_same),
        cmocka_unit_test(divide_lists_each_move_before_the_last_line),
        cmocka_unit_test(a_finished_position_has_no_lines_of_play),
        cmocka_unit_test(json_holds_depths_and_moves),
        cmocka_unit_test(a_wrong_command_line_is_refused_with_what_would_be_right),
    };
    return cmocka_run_group_tests_name("baghchal perft", tests, NULL, NULL);
}
