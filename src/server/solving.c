#include "server/solving.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

enum { LOWEST_PRIORITY = 19 };

/* A step is over when the child has ended and all that it said was read, and both handles may be used again. */
static void on_closed(uv_handle_t *handle)
{
    struct solving *solving = handle->data;
    if (--solving->open_handles > 0) {
        return;
    }
    solving->running = false;
    if (!solving->stopped) {
        solving->done(solving->context, solving->good, solving->said);
    }
}

static void on_child_exit(uv_process_t *process, int64_t status, int signal)
{
    struct solving *solving = process->data;
    solving->good = status == 0 && signal == 0;
    uv_close((uv_handle_t *)process, on_closed);
}

static void on_room_wanted(uv_handle_t *handle, size_t size, uv_buf_t *buffer)
{
    struct solving *solving = handle->data;
    (void)size;
    *buffer = uv_buf_init(solving->room, sizeof solving->room);
}

/* Keeps the last line that is not empty. */
static void on_said(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct solving *solving = stream->data;
    if (count < 0) {
        uv_close((uv_handle_t *)stream, on_closed);
        return;
    }
    for (ssize_t i = 0; i < count; i++) {
        char letter = buffer->base[i];
        if (letter == '\n') {
            solving->said_length = 0;
        } else if (solving->said_length + 1 < sizeof solving->said) {
            solving->said[solving->said_length++] = letter;
            solving->said[solving->said_length] = '\0';
        }
    }
}

static int spawn(struct solving *solving, uv_loop_t *loop)
{
    char solve[] = "solve";
    char out[] = "--out";
    char only[] = "--only";
    char movement[] = "movement";
    char again[] = "--again";
    char rules[] = "--rules";
    char board[] = "--board";
    char *arguments[12] = {solving->program, solve, out, solving->folder};
    size_t count = 4;
    if (solving->step == 0) {
        arguments[count++] = only;
        arguments[count++] = movement;
    }
    if (solving->again) {
        arguments[count++] = again;
    }
    if (solving->rules[0] != '\0') {
        arguments[count++] = rules;
        arguments[count++] = solving->rules;
    }
    if (solving->board[0] != '\0') {
        arguments[count++] = board;
        arguments[count++] = solving->board;
    }
    const unsigned piped = UV_CREATE_PIPE | UV_WRITABLE_PIPE;
    uv_stdio_container_t streams[3] = {{.flags = UV_IGNORE}, {.flags = UV_IGNORE}, {.flags = (uv_stdio_flags)piped}};
    streams[2].data.stream = (uv_stream_t *)&solving->output;
    uv_process_options_t options;
    memset(&options, 0, sizeof options);
    options.file = solving->program;
    options.args = arguments;
    options.exit_cb = on_child_exit;
    options.stdio = streams;
    options.stdio_count = 3;
    return uv_spawn(loop, &solving->process, &options);
}

/* Whatever the server's own priority is, and even where that is a real-time one. */
static void yield_to_others(pid_t child)
{
    const struct sched_param none = {0};
    (void)sched_setscheduler(child, SCHED_BATCH, &none);
    (void)setpriority(PRIO_PROCESS, (id_t)child, LOWEST_PRIORITY);
}

bool solving_next(struct solving *solving, uv_loop_t *loop)
{
    if (solving->running || solving->stopped || solving->step >= SOLVING_STEPS) {
        return false;
    }
    solving->running = true;
    solving->good = false;
    solving->open_handles = 2;
    solving->said_length = 0;
    solving->said[0] = '\0';
    (void)uv_pipe_init(loop, &solving->output, 0);
    int error = spawn(solving, loop);
    solving->process.data = solving->output.data = solving;
    solving->step++;
    if (error == 0) {
        yield_to_others(solving->process.pid);
        error = uv_read_start((uv_stream_t *)&solving->output, on_room_wanted, on_said);
        if (error != 0) {
            uv_close((uv_handle_t *)&solving->output, on_closed);
        }
        return true;
    }
    (void)snprintf(solving->said, sizeof solving->said, "%s", uv_strerror(error));
    uv_close((uv_handle_t *)&solving->process, on_closed);
    uv_close((uv_handle_t *)&solving->output, on_closed);
    return true;
}

void solving_stop(struct solving *solving)
{
    solving->stopped = true;
    if (solving->running && !uv_is_closing((uv_handle_t *)&solving->process)) {
        (void)uv_process_kill(&solving->process, SIGTERM);
    }
}

void solving_kill(struct solving *solving)
{
    solving->stopped = true;
    if (solving->running && !uv_is_closing((uv_handle_t *)&solving->process)) {
        (void)uv_process_kill(&solving->process, SIGKILL);
        uv_close((uv_handle_t *)&solving->process, on_closed);
    }
    if (solving->running && !uv_is_closing((uv_handle_t *)&solving->output)) {
        uv_close((uv_handle_t *)&solving->output, on_closed);
    }
}
