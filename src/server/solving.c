#include "server/solving.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

enum { LOWEST_PRIORITY = 19, PATH_SIZE = 4096 };

static void on_child_exit(uv_process_t *process, int64_t status, int signal)
{
    struct solving *solving = process->data;
    solving->running = false;
    uv_close((uv_handle_t *)process, NULL);
    if (!solving->stopped) {
        solving->done(solving->context, status == 0 && signal == 0);
    }
}

bool solving_next(struct solving *solving, uv_loop_t *loop)
{
    char program[PATH_SIZE];
    size_t size = sizeof program;
    if (solving->running || solving->stopped || solving->step >= SOLVING_STEPS || uv_exepath(program, &size) != 0) {
        return false;
    }
    char solve[] = "solve";
    char out[] = "--out";
    char only[] = "--only";
    char movement[] = "movement";
    char *arguments[] = {program, solve, out, solving->folder, only, movement, NULL};
    if (solving->step > 0) {
        arguments[4] = NULL;
    }
    uv_stdio_container_t streams[3] = {{.flags = UV_IGNORE}, {.flags = UV_IGNORE}, {.flags = UV_IGNORE}};
    uv_process_options_t options;
    memset(&options, 0, sizeof options);
    options.file = program;
    options.args = arguments;
    options.exit_cb = on_child_exit;
    options.stdio = streams;
    options.stdio_count = 3;
    solving->process.data = solving;
    solving->step++;
    if (uv_spawn(loop, &solving->process, &options) != 0) {
        uv_close((uv_handle_t *)&solving->process, NULL);
        return false;
    }
    solving->running = true;
    (void)setpriority(PRIO_PROCESS, (id_t)solving->process.pid, LOWEST_PRIORITY);
    return true;
}

void solving_stop(struct solving *solving)
{
    solving->stopped = true;
    if (solving->running) {
        (void)uv_process_kill(&solving->process, SIGTERM);
    }
}
