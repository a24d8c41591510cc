/* Making the solution in the background: the child's life, with a script in the place of `baghchal solve`. */
#include "cmocka_all.h"

#include "server/solving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct child {
    char folder[64];
    uv_loop_t loop;
    uv_timer_t timer;
    struct solving solving;
    bool go_on;
    int good;
    int bad;
    char said[SOLVING_SAID_MAX];
};

static void on_done(void *context, bool good, const char *said)
{
    struct child *child = context;
    child->good += good;
    child->bad += !good;
    (void)snprintf(child->said, sizeof child->said, "%s", said);
    if (child->go_on) {
        (void)solving_next(&child->solving, &child->loop);
    }
}

/* A child that runs this script, in which $F is a folder of the test's own. */
static void prepare(struct child *child, const char *script)
{
    memset(child, 0, sizeof *child);
    strcpy(child->folder, "/tmp/baghchal-solving-XXXXXX");
    assert_non_null(mkdtemp(child->folder));
    (void)snprintf(child->solving.program, sizeof child->solving.program, "%s/program", child->folder);
    (void)snprintf(child->solving.folder, sizeof child->solving.folder, "%s/made", child->folder);
    FILE *file = fopen(child->solving.program, "w");
    assert_non_null(file);
    (void)fprintf(file, "#!/bin/sh\nF='%s'\n%s\n", child->folder, script);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(child->solving.program, 0755), 0);
    assert_int_equal(uv_loop_init(&child->loop), 0);
    child->solving.done = on_done;
    child->solving.context = child;
}

static void finish(struct child *child)
{
    char command[96];
    assert_int_equal(uv_loop_close(&child->loop), 0);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", child->folder);
    assert_int_equal(system(command), 0);
}

static void read_file(const struct child *child, const char *name, char *text, size_t size)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", child->folder, name);
    FILE *file = fopen(path, "r");
    text[0] = '\0';
    if (file != NULL) {
        text[fread(text, 1, size - 1, file)] = '\0';
        assert_int_equal(fclose(file), 0);
    }
}

/* Calls back once the script has made the file "ready". */
static void when_ready(struct child *child, uv_timer_cb callback)
{
    assert_int_equal(uv_timer_init(&child->loop, &child->timer), 0);
    child->timer.data = child;
    assert_int_equal(uv_timer_start(&child->timer, callback, 10, 10), 0);
}

static bool is_ready(uv_timer_t *timer)
{
    const struct child *child = timer->data;
    char text[8];
    read_file(child, "ready", text, sizeof text);
    if (text[0] == '\0') {
        return false;
    }
    uv_close((uv_handle_t *)timer, NULL);
    return true;
}

static void stop_it(uv_timer_t *timer)
{
    struct child *child = timer->data;
    if (is_ready(timer)) {
        solving_stop(&child->solving);
    }
}

static void stop_it_and_lose_patience(uv_timer_t *timer)
{
    struct child *child = timer->data;
    if (is_ready(timer)) {
        solving_stop(&child->solving);
        solving_kill(&child->solving);
    }
}

static void the_movement_phase_is_made_first_and_then_everything(void **state)
{
    (void)state;
    struct child child;
    char text[512];
    char expected[512];
    prepare(&child, "echo \"$@\" >>$F/calls");
    child.go_on = true;
    assert_true(solving_next(&child.solving, &child.loop));
    assert_false(solving_next(&child.solving, &child.loop));
    assert_int_equal(uv_run(&child.loop, UV_RUN_DEFAULT), 0);
    read_file(&child, "calls", text, sizeof text);
    (void)snprintf(expected, sizeof expected, "solve --out %s/made --only movement\nsolve --out %s/made\n",
                   child.folder, child.folder);
    assert_string_equal(text, expected);
    assert_int_equal(child.good, 2);
    assert_int_equal(child.bad, 0);
    finish(&child);
}

static void the_reason_of_a_failure_is_handed_on(void **state)
{
    (void)state;
    struct child child;
    prepare(&child, "echo ' 10 %  movement phase' >&2; echo 'about 3.5 GiB are needed' >&2; exit 1");
    assert_true(solving_next(&child.solving, &child.loop));
    assert_int_equal(uv_run(&child.loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(child.bad, 1);
    assert_string_equal(child.said, "about 3.5 GiB are needed");
    child.solving.step = 0;
    assert_true(solving_next(&child.solving, &child.loop));
    assert_int_equal(uv_run(&child.loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(child.bad, 2);
    finish(&child);
}

static void a_program_that_cannot_be_started_is_a_failure(void **state)
{
    (void)state;
    struct child child;
    prepare(&child, "");
    assert_int_equal(unlink(child.solving.program), 0);
    assert_true(solving_next(&child.solving, &child.loop));
    assert_int_equal(uv_run(&child.loop, UV_RUN_DEFAULT), 0);
    assert_int_equal(child.bad, 1);
    assert_string_not_equal(child.said, "");
    finish(&child);
}

static void the_child_has_the_lowest_priority(void **state)
{
    (void)state;
    struct child child;
    char text[32];
    prepare(&child, "sleep 0.3; nice >$F/niceness");
    assert_true(solving_next(&child.solving, &child.loop));
    assert_int_equal(uv_run(&child.loop, UV_RUN_DEFAULT), 0);
    read_file(&child, "niceness", text, sizeof text);
    assert_string_equal(text, "19\n");
    finish(&child);
}

static void a_child_that_is_stopped_may_tidy_up_and_nothing_follows(void **state)
{
    (void)state;
    struct child child;
    char text[32];
    prepare(&child, "trap 'echo tidy >$F/end; exit 1' TERM; echo 1 >$F/ready; while :; do sleep 0.05; done");
    child.go_on = true;
    assert_true(solving_next(&child.solving, &child.loop));
    when_ready(&child, stop_it);
    assert_int_equal(uv_run(&child.loop, UV_RUN_DEFAULT), 0);
    read_file(&child, "end", text, sizeof text);
    assert_string_equal(text, "tidy\n");
    assert_int_equal(child.good + child.bad, 0);
    assert_false(child.solving.running);
    assert_false(solving_next(&child.solving, &child.loop));
    finish(&child);
}

static void a_child_that_does_not_listen_is_killed(void **state)
{
    (void)state;
    struct child child;
    prepare(&child, "trap '' TERM; echo 1 >$F/ready; while :; do sleep 0.05; done");
    assert_true(solving_next(&child.solving, &child.loop));
    when_ready(&child, stop_it_and_lose_patience);
    assert_int_equal(uv_run(&child.loop, UV_RUN_DEFAULT), 0);
    assert_false(child.solving.running);
    finish(&child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_movement_phase_is_made_first_and_then_everything),
        cmocka_unit_test(the_reason_of_a_failure_is_handed_on),
        cmocka_unit_test(a_program_that_cannot_be_started_is_a_failure),
        cmocka_unit_test(the_child_has_the_lowest_priority),
        cmocka_unit_test(a_child_that_is_stopped_may_tidy_up_and_nothing_follows),
        cmocka_unit_test(a_child_that_does_not_listen_is_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
