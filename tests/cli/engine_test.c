#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATIENCE = 60000, LINE_SIZE = 4096 };

/* A running engine: what is written to it and what it answers. */
struct conversation {
    pid_t process;
    int input;
    int output;
    char buffer[1 << 16];
    size_t length;
    char line[LINE_SIZE];
};

static struct conversation talk;

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int begin(void **state)
{
    (void)state;
    int in[2];
    int out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        return 1;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    talk.process = fork();
    if (talk.process == 0) {
        (void)dup2(in[0], STDIN_FILENO);
        (void)dup2(out[1], STDOUT_FILENO);
        (void)execl(BC_PROGRAM, BC_PROGRAM, "engine", (char *)NULL);
        _exit(127);
    }
    (void)close(in[0]);
    (void)close(out[1]);
    talk.input = in[1];
    talk.output = out[0];
    talk.length = 0;
    return talk.process < 0;
}

static void tell_bytes(const char *text, size_t length)
{
    while (length > 0) {
        ssize_t count = write(talk.input, text, length);
        assert_true(count > 0);
        text += count;
        length -= (size_t)count;
    }
}

static void tell(const char *text)
{
    tell_bytes(text, strlen(text));
    tell_bytes("\n", 1);
}

/* The next line of the answer, or NULL at its end. */
static const char *next_line(void)
{
    for (;;) {
        char *end = memchr(talk.buffer, '\n', talk.length);
        if (end != NULL) {
            size_t length = (size_t)(end - talk.buffer);
            assert_true(length < LINE_SIZE);
            memcpy(talk.line, talk.buffer, length);
            talk.line[length] = '\0';
            talk.length -= length + 1;
            memmove(talk.buffer, end + 1, talk.length);
            return talk.line;
        }
        struct pollfd ready = {.fd = talk.output, .events = POLLIN};
        assert_int_equal(poll(&ready, 1, PATIENCE), 1);
        ssize_t count = read(talk.output, talk.buffer + talk.length, sizeof talk.buffer - talk.length);
        assert_true(count >= 0);
        if (count == 0) {
            return NULL;
        }
        talk.length += (size_t)count;
    }
}

/* Reads up to the first line that begins so, and returns it. */
static const char *await(const char *beginning)
{
    const char *line;
    do {
        line = next_line();
        assert_non_null(line);
    } while (strncmp(line, beginning, strlen(beginning)) != 0);
    return line;
}

/* The exit code once the program has ended by itself. */
static int exit_code(void)
{
    double deadline = now() + PATIENCE;
    int status = 0;
    while (waitpid(talk.process, &status, WNOHANG) == 0) {
        assert_true(now() < deadline);
        (void)usleep(1000);
    }
    talk.process = 0;
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int end(void **state)
{
    (void)state;
    (void)close(talk.input);
    if (talk.process > 0) {
        (void)kill(talk.process, SIGKILL);
        (void)waitpid(talk.process, NULL, 0);
    }
    (void)close(talk.output);
    return 0;
}

static void leave(void)
{
    tell("quit");
    assert_int_equal(exit_code(), 0);
}

static void it_introduces_itself_and_is_ready(void **state)
{
    (void)state;
    tell("ugi");
    (void)await("id name Baghchal");
    (void)await("ugiok");
    tell("isready");
    (void)await("readyok");
    leave();
}

static void go_before_any_position_searches_the_start(void **state)
{
    (void)state;
    tell("go depth 4");
    assert_non_null(strstr(await("info depth 4"), " pv "));
    (void)await("bestmove ");
    leave();
}

static void it_is_ready_while_it_searches(void **state)
{
    (void)state;
    tell("go infinite");
    tell("isready");
    (void)await("readyok");
    tell("stop");
    (void)await("bestmove ");
    leave();
}

static void an_infinite_search_that_has_found_everything_waits_for_stop(void **state)
{
    (void)state;
    tell("position pos GGGG1/TGGGG/GTTGG/GGGGG/GTGGG g 0 0 1 21");
    tell("go infinite");
    (void)usleep(200000);
    tell("isready");
    for (const char *line = next_line(); strcmp(line, "readyok") != 0; line = next_line()) {
        assert_null(strstr(line, "bestmove"));
    }
    tell("stop");
    (void)await("bestmove ");
    leave();
}

static void stop_is_obeyed_within_20_milliseconds(void **state)
{
    (void)state;
    double best = PATIENCE;
    for (unsigned i = 0; i < 20; i++) {
        tell("position startpos moves c3");
        tell("go infinite");
        (void)usleep(20000);
        double asked = now();
        tell("stop");
        (void)await("bestmove ");
        double taken = now() - asked;
        best = taken < best ? taken : best;
    }
    /* The quickest, since the machine may do other things too. */
    print_message("answer to stop: %.2f ms\n", best);
    assert_true(best < 20);
    leave();
}

/* The engine's thread that was started last. */
static pid_t newest_thread(void)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%d/task", (int)talk.process);
    DIR *tasks = opendir(path);
    assert_non_null(tasks);
    pid_t newest = 0;
    for (struct dirent *entry = readdir(tasks); entry != NULL; entry = readdir(tasks)) {
        pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        newest = thread > newest ? thread : newest;
    }
    (void)closedir(tasks);
    return newest;
}

/* Leaves a thread next to nothing of a processor that another process, which is returned, keeps busy. */
static pid_t starve(pid_t thread)
{
    cpu_set_t allowed;
    cpu_set_t one;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    size_t processor = 0;
    while (!CPU_ISSET(processor, &allowed)) {
        processor++;
    }
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    pid_t busy = fork();
    assert_true(busy >= 0);
    if (busy == 0) {
        (void)sched_setaffinity(0, sizeof one, &one);
        for (volatile unsigned turns = 0;; turns++) {
        }
    }
    const struct sched_param none = {0};
    assert_int_equal(sched_setaffinity(thread, sizeof one, &one), 0);
    assert_int_equal(sched_setscheduler(thread, SCHED_IDLE, &none), 0);
    return busy;
}

static void stop_is_obeyed_though_the_search_has_no_processor(void **state)
{
    (void)state;
    double best = PATIENCE;
    for (unsigned i = 0; i < 5; i++) {
        tell("position startpos moves c3");
        tell("go infinite");
        (void)await("info depth 3 ");
        pid_t busy = starve(newest_thread());
        (void)usleep(30000);
        double asked = now();
        tell("stop");
        (void)await("bestmove ");
        double taken = now() - asked;
        best = taken < best ? taken : best;
        (void)kill(busy, SIGKILL);
        (void)waitpid(busy, NULL, 0);
        /* Nothing comes after the answer. */
        tell("isready");
        assert_string_equal(next_line(), "readyok");
    }
    print_message("answer to stop: %.2f ms\n", best);
    assert_true(best < 20);
    leave();
}

static void a_thousand_stops_with_and_without_a_search_do_no_harm(void **state)
{
    (void)state;
    tell("setoption name Threads value 2");
    tell("setoption name Hash value 1");
    for (unsigned i = 0; i < 1000; i++) {
        if (i % 3 == 0) {
            tell("go depth 12");
            tell("stop");
            (void)await("bestmove ");
        }
        tell("stop");
    }
    tell("isready");
    (void)await("readyok");
    leave();
}

static void the_end_of_the_input_ends_a_search_and_the_program(void **state)
{
    (void)state;
    tell("setoption name Threads value 2");
    tell("go infinite");
    (void)await("info depth 3");
    (void)close(talk.input);
    talk.input = -1;
    (void)await("bestmove ");
    assert_int_equal(exit_code(), 0);
}

static void quit_in_the_middle_of_a_search_ends_the_program(void **state)
{
    (void)state;
    tell("go depth 100");
    leave();
}

static void what_cannot_be_obeyed_is_answered_with_the_reason(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "dance",
        "go depth",
        "go depth 0",
        "go depth 101",
        "go nodes -5",
        "go movetime 99999999999999999999",
        "go sideways",
        "position",
        "position nowhere",
        "position startpos c3",
        "position startpos moves z9",
        "position startpos moves c3 c3",
        "position startpos moves a1b2",
        "position pos",
        "position pos T3T/5/5/5/T3T g 19 0",
        "position pos T3T/5/5/5/T3T moves c3",
        "setoption",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value 0",
        "setoption name Hash value ten",
        "setoption name Threads value 65",
        "setoption name Level value 10",
        "setoption name Rules value chess",
        "setoption name Colour value red",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tell(wrong[i]);
        tell("isready");
        assert_memory_equal(next_line(), "info string ", 12);
        assert_string_equal(next_line(), "readyok");
    }
    tell("go depth 2");
    (void)await("bestmove ");
    leave();
}

static void bytes_without_meaning_do_no_harm(void **state)
{
    (void)state;
    char garbage[3001];
    uint64_t random = 42;
    for (size_t i = 0; i < sizeof garbage; i++) {
        random = random * UINT64_C(6364136223846793005) + 1;
        garbage[i] = (char)(random >> 56);
    }
    garbage[sizeof garbage - 1] = '\n';
    tell_bytes(garbage, sizeof garbage);
    tell("");
    tell("   \t ");
    tell("isready\r");
    (void)await("readyok");
    leave();
}

static void a_line_without_end_is_refused_and_the_next_one_read(void **state)
{
    (void)state;
    static char line[3000000];
    memset(line, 'x', sizeof line);
    tell_bytes(line, sizeof line);
    tell("");
    tell("isready");
    assert_string_equal(next_line(), "info string the line is too long");
    assert_string_equal(next_line(), "readyok");
    leave();
}

static void a_game_of_many_moves_is_set_up(void **state)
{
    (void)state;
    static char line[100000];
    size_t length = (size_t)snprintf(line, sizeof line, "position pos GG1GG/GTGTG/G1GGG/G1T1G/GTGGG g 0 1 0 30 moves");
    tell("setoption name Rules value repetition=none,quiet=0");
    for (unsigned i = 0; i < 1500; i++) {
        length += (size_t)snprintf(line + length, sizeof line - length, " %s", i % 2 == 0 ? "c5b4" : "b4c5");
    }
    tell(line);
    tell("isready");
    assert_memory_equal(next_line(), "info string ", 12); /* the goats have no piece on c5 */
    (void)await("readyok");
    tell("position pos GGGGG/G1GGG/GTTGG/GG1TG/GGTGG g 0 1 12 26 moves a4b4 c1c2 b4a4 c2c1 a4b4 c1c2 b4a4 c2c1 a4b4");
    tell("go depth 3");
    (void)await("bestmove ");
    leave();
}

static void a_finished_game_has_no_best_move(void **state)
{
    (void)state;
    tell("position pos GGGGG/TGGG1/GTTGG/GGGGG/GTGGG t 0 0 2 21");
    tell("go depth 3");
    assert_string_equal(await("bestmove "), "bestmove (none)");
    leave();
}

static void levels_answer_without_limits(void **state)
{
    (void)state;
    tell("setoption name Hash value 4");
    tell("setoption name Solve value no");
    for (unsigned level = 1; level <= 9; level++) {
        char line[64];
        (void)snprintf(line, sizeof line, "setoption name Level value %c", "12345678p"[level - 1]);
        tell(level < 9 ? line : "setoption name Level value perfect");
        tell("position startpos moves c3 a1b2");
        tell("go");
        (void)await("bestmove ");
    }
    leave();
}

static void several_lines_come_in_order(void **state)
{
    (void)state;
    tell("setoption name MultiPV value 3");
    tell("go depth 3");
    (void)await("info depth 3 seldepth");
    assert_non_null(strstr(next_line(), " multipv 2 "));
    assert_non_null(strstr(next_line(), " multipv 3 "));
    (void)await("bestmove ");
    leave();
}

static void a_search_must_be_stopped_before_the_game_changes(void **state)
{
    (void)state;
    tell("go infinite");
    (void)await("info depth 1");
    tell("position startpos moves c3");
    (void)await("info string a search is under way");
    tell("stop");
    tell("position startpos moves c3");
    tell("go depth 2");
    (void)await("bestmove ");
    (void)await("bestmove ");
    leave();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(it_introduces_itself_and_is_ready),
        TEST(go_before_any_position_searches_the_start),
        TEST(it_is_ready_while_it_searches),
        TEST(an_infinite_search_that_has_found_everything_waits_for_stop),
        TEST(stop_is_obeyed_within_20_milliseconds),
        TEST(stop_is_obeyed_though_the_search_has_no_processor),
        TEST(a_thousand_stops_with_and_without_a_search_do_no_harm),
        TEST(the_end_of_the_input_ends_a_search_and_the_program),
        TEST(quit_in_the_middle_of_a_search_ends_the_program),
        TEST(what_cannot_be_obeyed_is_answered_with_the_reason),
        TEST(bytes_without_meaning_do_no_harm),
        TEST(a_line_without_end_is_refused_and_the_next_one_read),
        TEST(a_game_of_many_moves_is_set_up),
        TEST(a_finished_game_has_no_best_move),
        TEST(levels_answer_without_limits),
        TEST(several_lines_come_in_order),
        TEST(a_search_must_be_stopped_before_the_game_changes),
    };
    return cmocka_run_group_tests_name("cli engine", tests, NULL, NULL);
}
