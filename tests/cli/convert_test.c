/* baghchal convert: from every form to every other. */
#include "cli/program_runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct program_result result;

static void convert(const char *arguments, const char *input, int exit_code, const char *output, const char *errors)
{
    char line[256];
    (void)snprintf(line, sizeof line, "convert %s", arguments);
    run_program(&result, line, input);
    assert_string_equal(result.output, output);
    assert_string_equal(result.errors, errors);
    assert_int_equal(result.exit_code, exit_code);
}

static void one_game_reads_the_same_in_every_form(void **state)
{
    (void)state;
    static const char record[] = "[GoatsToWin \"5\"]\n"
                                 "[GoatStalemate \"tigers\"]\n"
                                 "[Repetition \"draw\"]\n"
                                 "[QuietTurns \"100\"]\n"
                                 "[Result \"*\"]\n"
                                 "[Termination \"unfinished\"]\n"
                                 "\n"
                                 "1. b5 a5xc5 *\n";
    static const struct {
        const char *form;
        const char *text;
    } forms[] = {
        {"record", record},
        {"python-game", "1. G12 Bx1113\n"},
        {"position", "2T1T/5/5/5/T3T g 19 1 0 2\n"},
        {"python-position", "2B1B/5/5/5/B3B G 1\n"},
        {"obx", "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g @19 c1 mA1C1(B1) #t1\n"},
        {"gamesman", "1_--T-T---------------T---T1901\n"},
    };
    enum { FORMS = sizeof forms / sizeof forms[0], GAMES = 2 };
    char arguments[64];
    for (unsigned from = 0; from < FORMS; from++) {
        for (unsigned to = 0; to < FORMS; to++) {
            (void)snprintf(arguments, sizeof arguments, "--from %s --to %s", forms[from].form, forms[to].form);
            if (from < GAMES || strcmp(forms[to].form, "position") == 0 || from == to) {
                convert(arguments, forms[from].text, 0, forms[to].text, "");
            }
        }
    }
    convert("--from position --to obx", forms[2].text, 0, "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g @19 c1 - #t1\n", "");
    convert("--from obx --to gamesman", forms[4].text, 0, forms[5].text, "");
    convert("--from gamesman --to python-position", forms[5].text, 0, forms[3].text, "");
}

static void a_position_becomes_a_record_that_starts_there(void **state)
{
    (void)state;
    convert("--from position --to record --rules four", "2T1T/5/5/5/T3T g 19 1 0 2\n2T2/5/5/4T/T1TG1 g 15 4 0 6\n", 0,
            "[GoatsToWin \"4\"]\n"
            "[GoatStalemate \"tigers\"]\n"
            "[Repetition \"draw\"]\n"
            "[QuietTurns \"100\"]\n"
            "[Position \"2T1T/5/5/5/T3T g 19 1 0 2\"]\n"
            "[Result \"*\"]\n"
            "[Termination \"unfinished\"]\n"
            "\n"
            "*\n"
            "\n"
            "[GoatsToWin \"4\"]\n"
            "[GoatStalemate \"tigers\"]\n"
            "[Repetition \"draw\"]\n"
            "[QuietTurns \"100\"]\n"
            "[Position \"2T2/5/5/4T/T1TG1 g 15 4 0 6\"]\n"
            "[Result \"0-1\"]\n"
            "[Termination \"captured\"]\n"
            "\n"
            "0-1\n",
            "");
}

static void other_boards_have_their_own_positions_and_records(void **state)
{
    (void)state;
    convert("--from position --to position --board 4x4", "t2t/4/22/B2t g 12 0\r\n\r\n", 0, "T2T/4/4/T2T g 12 0 0 1\n",
            "");
    convert("--from record --to position", "[Board \"3x3\"]\n1. b2 *", 0, "T1T/1G1/T1T t 3 0 0 1\n", "");
    convert("--from record --to python-game", "[Board \"3x3\"]\n1. b2 *", 1, "",
            "-:1:1: this form knows only the standard board\n");
}

static void what_a_form_cannot_say_is_refused_and_the_rest_comes_out(void **state)
{
    (void)state;
    convert("--from record --to python-game",
            "1. c3 *\n"
            "[Position \"2T1T/5/5/5/T3T g 19 1 0 2\"]\n"
            "2. c3 *\n"
            "1. d3 *\n",
            1, "1. G33\n1. G34\n", "-:2:1: this form cannot say from which position a game starts\n");
    convert("--from record --to python-game", "1. c3 *\n1-0\n*\n1. d3 *\n", 1, "1. G33\n1. G34\n",
            "-:2:1: this form cannot hold a game without turns\n"
            "-:3:1: this form cannot hold a game without turns\n");
    convert("--from position --to python-game", "T3T/5/5/5/T3T g 20 0 0 1\n", 1, "",
            "-:1:1: this form cannot hold a game without turns\n");
    convert("--from position --to python-position", "T3T/5/5/5/T1G1T t 19 0 0 7\nT3T/5/5/5/T3T g 20 0 0 1\n", 1,
            "B3B/5/5/5/B3B G 0\n", "-:1:1: the number of turns does not fit the goats on the board and in hand\n");
}

static void faults_name_their_place(void **state)
{
    (void)state;
    convert("--from position --to obx", "T3T/5/5/5/T3T g 20 0 0 1\nT3T/5/5/5/T3T g 19 0 0 1\n\nT3T/5/x", 1,
            "TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #\n",
            "-:2:1: goats on the board, in hand and eaten do not add up to the number of goats\n"
            "-:4:7: a rank holds a character that is no piece and no digit from 1 to 9\n");
    convert("--from python-game --to position", "1. G33 B1122\n2. G33\n1. G34 1-0", 1, "T3T/5/3G1/5/T3T t 19 0 0 1\n",
            "-:2:4: G33: the point is not empty\n");
    convert("--from gamesman --to position", "\n", 1, "", "-:2:1: there is no position\n");
    convert("--from record --to position", "\n", 1, "", "-:2:1: there is no game\n");
}

static void a_wrong_command_line_is_refused(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "",
        "--from obx",
        "--to obx",
        "--from obx --to fen",
        "--from obx --to position one two",
        "--from obx --to position --board 4x4",
        "--from record --to record --rules four",
        "--from obx --to position --rules four",
        "--from position --to position --board 9x9",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char line[128];
        (void)snprintf(line, sizeof line, "convert %s", lines[i]);
        run_program(&result, line, NULL);
        assert_int_equal(result.exit_code, 2);
        assert_string_equal(result.output, "");
        assert_non_null(strstr(result.errors, "baghchal convert: "));
    }
    run_program(&result, "convert --from python-positon --to obx", NULL);
    assert_non_null(strstr(result.errors, "did you mean 'python-position'?"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_game_reads_the_same_in_every_form),
        cmocka_unit_test(a_position_becomes_a_record_that_starts_there),
        cmocka_unit_test(other_boards_have_their_own_positions_and_records),
        cmocka_unit_test(what_a_form_cannot_say_is_refused_and_the_rest_comes_out),
        cmocka_unit_test(faults_name_their_place),
        cmocka_unit_test(a_wrong_command_line_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
