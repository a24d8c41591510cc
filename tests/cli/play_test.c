/* Play on lines, as a script sees it. */
#include "cli/program_runner.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct program_result result;
static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    (void)strcpy(folder, "/tmp/baghchal-test-XXXXXX");
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    return setenv("PLAY_FOLDER", folder, 1) != 0 || setenv("XDG_STATE_HOME", folder, 1) != 0 ? -1 : 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    (void)snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command); /* NOLINT(cert-env33-c) */
}

/* The text of a file in the folder; empty if there is none. */
static const char *file_text(const char *name)
{
    static char text[65536];
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    text[0] = '\0';
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        (void)fclose(file);
    }
    return text;
}

static void assert_says(const char *text)
{
    if (strstr(result.output, text) == NULL) {
        fail_msg("\"%s\" is not in:\n%s\n%s", text, result.output, result.errors);
    }
}

static void assert_refuses(const char *text)
{
    if (strstr(result.errors, text) == NULL) {
        fail_msg("\"%s\" is not in:\n%s", text, result.errors);
    }
    assert_int_equal(result.exit_code, 1);
}

/* The moves of a reference game, one a line; returns the file's name and the expected end from the index. */
static void read_reference_game(const char *name, char *moves, size_t size)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/games/%s", BC_REFERENCE_DIR, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[256];
    size_t length = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *rest = line[0] == '[' ? NULL : line;
        const char *word = NULL;
        while (rest != NULL && (word = strsep(&rest, " \n")) != NULL) {
            if (word[0] >= 'a' && word[0] <= 'e') {
                length += (size_t)snprintf(moves + length, size - length, "%s\n", word);
            }
        }
    }
    (void)fclose(file);
}

static void a_whole_game_can_be_typed_and_is_kept_as_it_was(void **state)
{
    (void)state;
    static char moves[8192];
    read_reference_game("g0001.txt", moves, sizeof moves);
    run_program(&result, "play $PLAY_FOLDER/g1 --rules four", moves);
    assert_int_equal(result.exit_code, 0);
    assert_says("The goats win: no tiger can move. 1-0");
    assert_non_null(strstr(file_text("g1"), "[Result \"1-0\"]\n[Termination \"trapped\"]\n"));
    const char *last = strrchr(file_text("g1"), ' ');
    assert_string_equal(last, " 1-0\n");
    run_program(&result, "play $PLAY_FOLDER/g1", "a1\nundo\n");
    assert_refuses("line 1: a1: the game is over.");
    assert_says("1 turn taken back.");
    assert_non_null(strstr(file_text("g1"), "[Result \"*\"]"));
}

static void the_last_move_and_the_rules_in_force_are_always_shown(void **state)
{
    (void)state;
    run_program(&result, "play $PLAY_FOLDER/shown --rules four,quiet=0", "c3\na1-b1\n");
    assert_says("Last move: none. Rules: four,quiet=0.");
    assert_says("Last move: c3. Rules: four,quiet=0.");
    run_program(&result, "play $PLAY_FOLDER/shown", "");
    assert_says("Last move: a1-b1. Rules: four,quiet=0.");
}

static void turns_are_taken_back_and_made_again(void **state)
{
    (void)state;
    run_program(&result, "play", "c3\na1-b1\nb2\nundo 2\nredo\nredo\nredo\nundo 9\nundo\nb2\nredo\n");
    assert_int_equal(result.exit_code, 1);
    assert_says("2 turns taken back.");
    assert_says("1 turn made again.");
    assert_refuses("line 7: There is no turn to make again.");
    assert_says("3 turns taken back.");
    assert_refuses("line 9: There is no turn to take back.");
    assert_refuses("line 11: There is no turn to make again.");
}

static void a_refused_line_says_why_and_the_game_goes_on(void **state)
{
    (void)state;
    run_program(&result, "play", "hello\nr\na1\nc9\nc3\nc3-c4\na1-b3\nundo x\ndraw now\nmoves\n");
    assert_refuses("line 1: 'hello' is neither a move nor a command; 'help' lists both.");
    assert_refuses("line 2: 'r' could be redo, resign, rules.");
    assert_refuses("line 3: a1: the point is not empty.");
    assert_refuses("line 4: c9: the board has no such point.");
    assert_refuses("line 6: c3-c4: the piece belongs to the other side.");
    assert_refuses("line 7: a1-b3: no line leads from the one point to the other.");
    assert_refuses("line 8: 'undo' takes a number of turns, from 1.");
    assert_refuses("line 9: 'draw' takes nothing after it.");
    assert_says("a1-b1 a1-a2 a1-b2 e1-d1");
}

static void a_draw_is_offered_declined_and_accepted(void **state)
{
    (void)state;
    run_program(&result, "play $PLAY_FOLDER/draw", "accept\ndraw\nc3\nn\nc3\ndraw\naccept\n");
    assert_refuses("line 1: No draw is offered.");
    assert_refuses("line 3: A draw is offered: accept or decline it first.");
    assert_says("The goats offer a draw. Tigers: accept or decline?");
    assert_says("The draw is declined.");
    assert_says("The tigers offer a draw. Goats: accept or decline?");
    assert_says("A draw by agreement. 1/2-1/2");
    assert_non_null(strstr(file_text("draw"), "[Termination \"agreement\"]"));
    run_program(&result, "play $PLAY_FOLDER/draw", "board\nundo\n");
    assert_says("A draw by agreement. 1/2-1/2");
    assert_non_null(strstr(file_text("draw"), "[Termination \"unfinished\"]"));
    assert_non_null(strstr(file_text("draw"), "\n1. c3 *\n"));
}

static void the_side_to_move_resigns(void **state)
{
    (void)state;
    run_program(&result, "play $PLAY_FOLDER/resign", "c3\nresign\nresign\n");
    assert_says("The goats win: the tigers resign. 1-0");
    assert_refuses("line 3: The game is over.");
    assert_non_null(strstr(file_text("resign"), "[Termination \"resignation\"]"));
}

/* One goat and one tiger go to and fro: after four turns the start is back. */
#define TO_AND_FRO "--position 'T3T/5/2G2/5/T3T g 0 19 0 20'"

static void repetition_is_warned_of_and_then_a_draw(void **state)
{
    (void)state;
    run_program(&result, "play --rules all-goats " TO_AND_FRO,
                "c3-c4\na1-a2\nc4-c3\na2-a1\nc3-c4\na1-a2\nc4-c3\na2-a1\n");
    assert_int_equal(result.exit_code, 0);
    const char *warning =
        strstr(result.output, "This position is on the board for the second time; the third is a draw.");
    assert_non_null(warning);
    const char *danger = strstr(warning, "A draw by repetition: a2-a1\n");
    assert_non_null(danger);
    assert_non_null(strstr(danger, "A draw: the position is on the board for the third time. 1/2-1/2\n"));
}

static void forbidden_repetition_is_listed_and_refused_with_its_reason(void **state)
{
    (void)state;
    run_program(&result, "play --rules no-repeat,goats=20 " TO_AND_FRO, "c3-c4\na1-a2\nc4-c3\na2-a1\na2-a3\n");
    assert_says("Forbidden repetition: a2-a1\n");
    assert_refuses("line 4: a2-a1: the move would bring back an earlier position, which these rules forbid.");
    assert_says("Tigers: a2-a3.");
}

static void few_quiet_turns_are_warned_of(void **state)
{
    (void)state;
    run_program(&result, "play --rules all-goats,quiet=22 " TO_AND_FRO, "c3-c4\na1-a2\n");
    assert_null(strstr(result.output, "21 more turns"));
    assert_says("20 more turns without a capture: a draw.");
    run_program(&result, "play --rules all-goats,quiet=1 " TO_AND_FRO, "c3-c4\n");
    assert_says("1 more turn without a capture: a draw.");
    assert_says("A draw: 1 turn without a capture. 1/2-1/2");
}

static void rules_and_help_are_told(void **state)
{
    (void)state;
    run_program(&result, "play --rules no-repeat,goats=6,stalemate=draw", "rules\nhelp\n?\n");
    assert_int_equal(result.exit_code, 0);
    assert_says("The tigers win by eating 6 goats.");
    assert_says("When no goat can move, the game is a draw.");
    assert_says("Once all goats are placed, no turn may bring back an earlier arrangement of the\npieces.");
    assert_says("Turns without a capture are not limited.");
    assert_says("undo [N]");
}

static void a_game_is_saved_but_not_over_another_file(void **state)
{
    (void)state;
    char input[256];
    (void)snprintf(input, sizeof input, "c3\nsave %s/saved\nsave %s/saved\nsave\nsave /nowhere/saved\n", folder,
                   folder);
    run_program(&result, "play --goats 'A \"B\"' --tigers C", input);
    assert_says("Saved as ");
    run_shell(&result, "echo 'save ~/at-home' | HOME=$PLAY_FOLDER \"$BC_TEST_PROGRAM\" play", NULL);
    assert_says("/at-home.\n");
    assert_non_null(strstr(file_text("at-home"), "\n*\n"));
    (void)snprintf(input, sizeof input, "c3\nsave %s/saved-2\nsave %s/saved\nsave\nsave /nowhere/saved\n", folder,
                   folder);
    run_program(&result, "play", input);
    assert_refuses("line 3: ");
    assert_refuses(" exists already; choose another name.");
    assert_refuses("line 4: Name the file: save FILE.");
    assert_refuses("line 5: Not saved: /nowhere/saved: No such file or directory.");
    assert_non_null(strstr(file_text("saved"), "[Goats \"A \\\"B\\\"\"]\n[Tigers \"C\"]\n"));
    assert_non_null(strstr(file_text("saved"), "\n1. c3 *\n"));
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void a_file_that_playing_would_harm_is_left_alone(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"1. c3 {good} a1-b1 *\n", "holds comments, variations or annotations"},
        {"1. c3 *\n\n1. c3 *\n", "holds more than one game"},
        {"1. c3 a1-c2 *\n", "/harm:1:7: "},
        {"no game at all\n", "/harm:"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        write_file("harm", texts[i][0]);
        run_program(&result, "play $PLAY_FOLDER/harm", "c3\n");
        assert_refuses(texts[i][1]);
        assert_string_equal(file_text("harm"), texts[i][0]);
    }
    run_program(&result, "play $PLAY_FOLDER", "c3\n");
    assert_refuses("is not a regular file");
}

static void tags_of_a_file_are_kept(void **state)
{
    (void)state;
    write_file("tags", "[Event \"Dashain\"]\n[Annotator \"x\"]\n[Goats \"A\"]\n\n1. c3 *\n");
    run_program(&result, "play $PLAY_FOLDER/tags", "a1-b1\n");
    assert_int_equal(result.exit_code, 0);
    static const char tags[] = "[Event \"Dashain\"]\n[Annotator \"x\"]\n[Goats \"A\"]\n";
    assert_memory_equal(file_text("tags"), tags, sizeof tags - 1);
    assert_non_null(strstr(file_text("tags"), "\n1. c3 a1-b1 *\n"));
    run_program(&result, "play $PLAY_FOLDER/tags --rules four", "");
    assert_int_equal(result.exit_code, 2);
    assert_non_null(strstr(result.errors, "holds a game; --board, --rules and --position are for a new one"));
}

static void other_boards_and_positions_are_played_and_read_again(void **state)
{
    (void)state;
    run_program(&result, "play $PLAY_FOLDER/small --board 3x3 --ascii", "b2\nc3-c2\na2\na1xc3\n");
    assert_says("The tigers win: 1 goat is eaten. 0-1");
    run_program(&result, "play $PLAY_FOLDER/small --ascii", "");
    assert_says("3  T---.---T");
    run_program(&result, "play $PLAY_FOLDER/late --position '1TGGG/TTGGG/GGGGG/GGGGG/GGGGT t 0 0 0 21'", "b5-a5\n");
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(file_text("late"), "\n21... b5-a5 *\n"));
}

static void the_computer_answers_and_is_taken_back_with_the_player(void **state)
{
    (void)state;
    run_program(&result, "play $PLAY_FOLDER/computer --against 1", "c3\nundo\nb2\n");
    assert_int_equal(result.exit_code, 0);
    assert_says("2 turns taken back.");
    assert_non_null(strstr(file_text("computer"), "[Tigers \"Computer, level 1\"]\n"));
    assert_non_null(strstr(file_text("computer"), "\n1. b2 "));
    assert_null(strstr(file_text("computer"), " 2. "));
    /* The record says who plays; the computer moves again. */
    run_program(&result, "play $PLAY_FOLDER/computer", "c1\n");
    assert_int_equal(result.exit_code, 0);
    assert_non_null(strstr(file_text("computer"), " 2. c1 "));
    assert_says("Goats, turn 3> \n");
}

static void the_player_may_have_either_side_against_the_computer(void **state)
{
    (void)state;
    run_program(&result, "play --against 2 --side tigers --tigers Maya", "save $PLAY_FOLDER/x\nresign\n");
    assert_says("The goats win: the tigers resign. 1-0");
    run_program(&result, "play --board 3x3 --against perfect --solve no", "resign\n");
    assert_says("There are no tables for these rules");
    assert_says("The tigers win: the goats resign. 0-1");
}

static void a_wrong_opponent_is_refused(void **state)
{
    (void)state;
    static const char *const refused[][2] = {
        {"play --against 9", "--against takes a level from 1 to 8, or perfect, not '9'"},
        {"play --side goats", "--side goes with --against"},
        {"play --against 1 --side sheep", "--side takes goats or tigers, not 'sheep'"},
        {"play --new --resume", "--new and --resume exclude each other"},
        {"play --new file", "--new is for games that are not in a FILE"},
        {"play --tigers $'a\\nb'", "--tigers cannot hold control characters"},
        {"play a b", "there is more than one FILE"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        run_program(&result, refused[i][0], NULL);
        assert_int_equal(result.exit_code, 2);
        assert_non_null(strstr(result.errors, refused[i][1]));
    }
}

static void without_a_terminal_only_a_file_keeps_the_game(void **state)
{
    (void)state;
    run_program(&result, "play", "c3\n");
    assert_int_equal(result.exit_code, 0);
    char path[256];
    (void)snprintf(path, sizeof path, "%s/baghchal", folder);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void an_unfinished_game_is_resumed_and_a_left_one_collected(void **state)
{
    (void)state;
    run_program(&result, "play --resume", "c3\n");
    assert_refuses("there is no unfinished game to resume");
    write_file("baghchal/game-1.txt", "1. c3 a1-b1 *\n");
    run_program(&result, "play --resume", "b2\n");
    assert_int_equal(result.exit_code, 0);
    assert_says("The game is kept; 'baghchal play' resumes it.");
    assert_non_null(strstr(file_text("baghchal/game-1.txt"), "\n1. c3 a1-b1 2. b2 *\n"));
    run_program(&result, "play --resume", "new\nc2\nnew\n");
    assert_says("A new game. The last one is in ");
    const char *games = file_text("baghchal/games.txt");
    assert_non_null(strstr(games, "\n1. c3 a1-b1 2. b2 *\n\n["));
    assert_non_null(strstr(games, "\n1. c2 *\n"));
}

static void a_full_disk_is_told_and_leaves_the_last_good_file(void **state)
{
    (void)state;
    run_program(&result, "play $PLAY_FOLDER/full", "c3\n");
    assert_int_equal(result.exit_code, 0);
    /* Where no file may grow beyond nothing, the pipe to cat still works. */
    run_shell(
        &result,
        "set -o pipefail; (trap '' XFSZ; ulimit -f 0; exec \"$BC_TEST_PROGRAM\" play $PLAY_FOLDER/full 2>&1) | cat",
        "a1-b1\n");
    assert_int_equal(result.exit_code, 1);
    assert_says("Tigers: a1-b1.\nThe game is not kept: ");
    assert_says("full: File too large.\n");
    assert_says("baghchal play: the game is not kept: ");
    assert_non_null(strstr(file_text("full"), "\n1. c3 *\n"));
    run_shell(&result, "ls $PLAY_FOLDER | grep -c ^full", NULL);
    assert_string_equal(result.output, "1\n");
}

static void a_closed_pipe_ends_the_game_but_loses_nothing(void **state)
{
    (void)state;
    run_shell(
        &result,
        "(echo c3; sleep 0.3; echo a1-b1; echo b2) | \"$BC_TEST_PROGRAM\" play $PLAY_FOLDER/pipe | head -n 1; exit "
        "${PIPESTATUS[1]}",
        NULL);
    assert_int_equal(result.exit_code, 128 + SIGPIPE);
    assert_non_null(strstr(file_text("pipe"), "\n1. c3"));
}

static void closed_standard_streams_are_no_danger(void **state)
{
    (void)state;
    run_program(&result, "play $PLAY_FOLDER/closed <&- >&-", NULL);
    assert_int_equal(result.exit_code, 1);
    assert_non_null(strstr(result.errors, "cannot write the output: "));
    assert_non_null(strstr(file_text("closed"), "[Termination \"unfinished\"]\n\n*\n"));
}

static void characters_that_disturb_a_terminal_are_not_shown(void **state)
{
    (void)state;
    run_program(&result, "play", "\033[2Jx\n");
    assert_int_equal(result.exit_code, 1);
    assert_null(strchr(result.output, '\033'));
    assert_null(strchr(result.errors, '\033'));
}

static void a_long_game_is_kept_and_taken_back(void **state)
{
    (void)state;
    static char moves[100 * 24 + 32];
    size_t length = 0;
    for (unsigned i = 0; i < 100; i++) {
        length += (size_t)snprintf(moves + length, sizeof moves - length, "c3-c4\na1-a2\nc4-c3\na2-a1\n");
    }
    (void)snprintf(moves + length, sizeof moves - length, "undo 400\nredo 399\n");
    run_program(&result, "play $PLAY_FOLDER/long --ascii --rules goats=20,repetition=none,quiet=0 " TO_AND_FRO, moves);
    assert_int_equal(result.exit_code, 0);
    assert_says("400 turns taken back.");
    assert_says("399 turns made again.");
    assert_non_null(strstr(file_text("long"), "219. c4-c3 *\n"));
}

static void a_file_changed_by_another_program_is_not_overwritten(void **state)
{
    (void)state;
    run_shell(&result,
              "(echo c3; sleep 0.3; echo '1. b2 *' >$PLAY_FOLDER/shared; echo a1-b1) |"
              "\"$BC_TEST_PROGRAM\" play $PLAY_FOLDER/shared",
              NULL);
    assert_refuses("another program has changed the file");
    assert_string_equal(file_text("shared"), "1. b2 *\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_game_can_be_typed_and_is_kept_as_it_was),
        cmocka_unit_test(the_last_move_and_the_rules_in_force_are_always_shown),
        cmocka_unit_test(turns_are_taken_back_and_made_again),
        cmocka_unit_test(a_refused_line_says_why_and_the_game_goes_on),
        cmocka_unit_test(a_draw_is_offered_declined_and_accepted),
        cmocka_unit_test(the_side_to_move_resigns),
        cmocka_unit_test(repetition_is_warned_of_and_then_a_draw),
        cmocka_unit_test(forbidden_repetition_is_listed_and_refused_with_its_reason),
        cmocka_unit_test(few_quiet_turns_are_warned_of),
        cmocka_unit_test(rules_and_help_are_told),
        cmocka_unit_test(a_game_is_saved_but_not_over_another_file),
        cmocka_unit_test(a_file_that_playing_would_harm_is_left_alone),
        cmocka_unit_test(tags_of_a_file_are_kept),
        cmocka_unit_test(other_boards_and_positions_are_played_and_read_again),
        cmocka_unit_test(the_computer_answers_and_is_taken_back_with_the_player),
        cmocka_unit_test(the_player_may_have_either_side_against_the_computer),
        cmocka_unit_test(a_wrong_opponent_is_refused),
        cmocka_unit_test(without_a_terminal_only_a_file_keeps_the_game),
        cmocka_unit_test(an_unfinished_game_is_resumed_and_a_left_one_collected),
        cmocka_unit_test(a_full_disk_is_told_and_leaves_the_last_good_file),
        cmocka_unit_test(a_closed_pipe_ends_the_game_but_loses_nothing),
        cmocka_unit_test(closed_standard_streams_are_no_danger),
        cmocka_unit_test(characters_that_disturb_a_terminal_are_not_shown),
        cmocka_unit_test(a_long_game_is_kept_and_taken_back),
        cmocka_unit_test(a_file_changed_by_another_program_is_not_overwritten),
    };
    return cmocka_run_group_tests_name("baghchal play", tests, make_folder, remove_folder);
}
