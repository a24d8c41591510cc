/* The server keeps the solution of the usual rules at hand: what it does with a folder that is empty, damaged or not its own. Nothing here waits
 * for a whole solution; tests/server/whole_solution_test.sh does. */
#include "cmocka_all.h"

#include "served.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define NAME "standard-5-tigers-100"

static struct served served;
static char solutions[64];
static char option[96];

/* Runs a command, in which $S is the folder of solutions. */
static void shell(const char *command)
{
    assert_int_equal(setenv("S", solutions, 1), 0);
    assert_int_equal(system(command), 0);
}

static bool is_there(const char *name)
{
    char path[160];
    (void)snprintf(path, sizeof path, "%s/%s", solutions, name);
    return access(path, F_OK) == 0;
}

static int prepare(void **state)
{
    (void)state;
    strcpy(solutions, "/tmp/baghchal-solutions-XXXXXX");
    (void)snprintf(option, sizeof option, "--solutions=%s", mkdtemp(solutions));
    return 0;
}

static void start(const char *solve)
{
    const char *const options[] = {option, solve, NULL};
    served_start(&served, options);
}

static int stop(void **state)
{
    (void)state;
    served_stop(&served);
    shell("rm -rf \"$S\"");
    return 0;
}

/* Waits until the child writes its first file. Where there is not enough memory, which no test can change, it says so instead. */
static void wait_for_the_child(void)
{
    for (int i = 0; i < 2000 && !is_there(NAME "/movement.table.new"); i++) {
        char *log = served_log(&served);
        bool gave_up = strstr(log, "are needed") != NULL;
        free(log);
        if (gave_up) {
            return;
        }
        (void)usleep(10000);
    }
}

static void with_an_empty_folder_it_begins_to_solve_and_sigterm_ends_that_in_order(void **state)
{
    (void)state;
    start("--solve=yes");
    wait_for_the_child();
    served_wait_for_log(&served, "making the solution of the usual rules");
    json_decref(ask_json(&served, "GET", "/ready", NULL, NULL, 200));
    (void)usleep(300000);
    assert_int_equal(served_end(&served, SIGTERM), 0);
    assert_false(is_there(NAME "/manifest"));
    served_restart(&served);
}

static void told_not_to_solve_it_does_not(void **state)
{
    (void)state;
    start("--solve=no");
    (void)usleep(300000);
    json_decref(ask_json(&served, "GET", "/ready", NULL, NULL, 200));
    assert_false(is_there(NAME));
}

static void a_damaged_solution_is_made_anew(void **state)
{
    (void)state;
    shell("mkdir \"$S/" NAME "\"; echo nonsense >\"$S/" NAME "/manifest\"");
    start("--solve=yes");
    served_wait_for_log(&served, "manifest is damaged");
    served_wait_for_log(&served, "making the solution of the usual rules");
    wait_for_the_child();
}

static void a_solution_of_another_format_version_is_set_aside_and_made_anew(void **state)
{
    (void)state;
    shell("mkdir \"$S/" NAME "\"; echo 'baghchal-solution 99' >\"$S/" NAME "/manifest\"");
    start("--solve=yes");
    served_wait_for_log(&served, "set aside");
    served_wait_for_log(&served, "making the solution of the usual rules");
    assert_true(is_there(NAME "-other-version/manifest"));
    wait_for_the_child();
}

static void a_valid_solution_of_something_else_is_left_alone(void **state)
{
    (void)state;
    shell("'" BC_PROGRAM "' solve --board 3x3 --rules goats=3 --out \"$S/" NAME "\" >/dev/null 2>&1");
    start("--solve=yes");
    served_wait_for_log(&served, "is left alone");
    assert_true(is_there(NAME "/manifest"));
    assert_true(is_there(NAME "/movement.table"));
    assert_false(is_there(NAME "/movement.table.new"));
}

static void two_servers_with_one_folder_of_solutions_do_not_solve_twice(void **state)
{
    (void)state;
    shell("mkdir \"$S/" NAME "\"; : >\"$S/" NAME "/lock\"");
    /* As the other server's child holds it. */
    int pipes[2];
    char ready = 0;
    assert_int_equal(pipe(pipes), 0);
    pid_t other = fork();
    if (other == 0) {
        char command[256];
        (void)snprintf(command, sizeof command, "exec 9<>'%s/" NAME "/lock'; flock 9; echo; exec sleep 60", solutions);
        (void)dup2(pipes[1], STDOUT_FILENO);
        (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(read(pipes[0], &ready, 1), 1);
    start("--solve=yes");
    served_wait_for_log(&served, "another program is solving into this folder");
    assert_false(is_there(NAME "/movement.table.new"));
    assert_int_equal(kill(other, SIGKILL), 0);
    assert_int_equal(waitpid(other, NULL, 0), other);
    assert_int_equal(close(pipes[0]), 0);
    assert_int_equal(close(pipes[1]), 0);
}

#define SOLVED(test) cmocka_unit_test_setup_teardown(test, prepare, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SOLVED(with_an_empty_folder_it_begins_to_solve_and_sigterm_ends_that_in_order),
        SOLVED(told_not_to_solve_it_does_not),
        SOLVED(a_damaged_solution_is_made_anew),
        SOLVED(a_solution_of_another_format_version_is_set_aside_and_made_anew),
        SOLVED(a_valid_solution_of_something_else_is_left_alone),
        SOLVED(two_servers_with_one_folder_of_solutions_do_not_solve_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
