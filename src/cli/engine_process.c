#include "cli/engine_process.h"

#include "cli/thinker.h"

#include <baghchal/text.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEAVE_MILLISECONDS = 1000 };

static pid_t start(char *const *arguments, const int input[2], const int output[2])
{
    pid_t process = fork();
    if (process == 0) {
        if (dup2(input[0], STDIN_FILENO) >= 0 && dup2(output[1], STDOUT_FILENO) >= 0) {
            (void)signal(SIGPIPE, SIG_DFL);
            (void)execvp(arguments[0], arguments);
        }
        _exit(127);
    }
    return process;
}

bool engine_process_open(struct engine_process *engine, char *const *arguments, int milliseconds)
{
    int input[2];
    int output[2];
    *engine = (struct engine_process){.input = -1, .output = -1};
    if (pipe2(input, O_CLOEXEC) != 0) {
        return false;
    }
    if (pipe2(output, O_CLOEXEC) != 0) {
        (void)close(input[0]);
        (void)close(input[1]);
        return false;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    engine->process = start(arguments, input, output);
    (void)close(input[0]);
    (void)close(output[1]);
    engine->input = input[1];
    engine->output = output[0];
    char rest[8];
    if (engine->process > 0 && engine_process_say(engine, "ugi") &&
        engine_process_await(engine, "ugiok", milliseconds, rest, sizeof rest)) {
        return true;
    }
    engine_process_close(engine);
    return false;
}

void engine_process_close(struct engine_process *engine)
{
    if (engine->process > 0) {
        (void)engine_process_say(engine, "quit");
    }
    (void)close(engine->input);
    (void)close(engine->output);
    if (engine->process > 0) {
        uint64_t deadline = milliseconds_now() + LEAVE_MILLISECONDS;
        while (waitpid(engine->process, NULL, WNOHANG) == 0) {
            if (milliseconds_now() >= deadline) {
                (void)kill(engine->process, SIGKILL);
                (void)waitpid(engine->process, NULL, 0);
                break;
            }
            (void)usleep(1000);
        }
    }
    free(engine->line);
}

static bool write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t count = write(file, text, length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        text += count;
        length -= (size_t)count;
    }
    return true;
}

bool engine_process_say(struct engine_process *engine, const char *line)
{
    return write_all(engine->input, line, strlen(line)) && write_all(engine->input, "\n", 1);
}

/* Reads more of the answer until the deadline. A line that fills the buffer is let go. */
static bool read_more(struct engine_process *engine, uint64_t deadline)
{
    if (engine->length == sizeof engine->buffer) {
        engine->length = 0;
    }
    for (;;) {
        uint64_t now = milliseconds_now();
        struct pollfd ready = {.fd = engine->output, .events = POLLIN};
        int count = poll(&ready, 1, now < deadline ? (int)(deadline - now) : 0);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return false;
        }
        ssize_t got = read(engine->output, engine->buffer + engine->length, sizeof engine->buffer - engine->length);
        if (got <= 0) {
            return false;
        }
        engine->length += (size_t)got;
        return true;
    }
}

/* Whether the line is the word alone or followed by a blank. */
static bool begins_with(const char *line, size_t length, const char *word)
{
    size_t word_length = strlen(word);
    return length >= word_length && memcmp(line, word, word_length) == 0 &&
           (length == word_length || line[word_length] == ' ');
}

bool engine_process_await(struct engine_process *engine, const char *word, int milliseconds, char *rest,
                          size_t capacity)
{
    uint64_t deadline = milliseconds_now() + (uint64_t)milliseconds;
    for (;;) {
        char *end = memchr(engine->buffer, '\n', engine->length);
        if (end == NULL) {
            if (!read_more(engine, deadline)) {
                return false;
            }
            continue;
        }
        size_t length = (size_t)(end - engine->buffer);
        if (length > 0 && engine->buffer[length - 1] == '\r') {
            length--;
        }
        bool found = begins_with(engine->buffer, length, word);
        if (found) {
            size_t from = strlen(word) + 1;
            size_t rest_length = length > from ? length - from : 0;
            rest_length = rest_length < capacity ? rest_length : capacity - 1;
            memcpy(rest, engine->buffer + from, rest_length);
            rest[rest_length] = '\0';
        }
        size_t used = (size_t)(end - engine->buffer) + 1;
        engine->length -= used;
        memmove(engine->buffer, end + 1, engine->length);
        if (found) {
            return true;
        }
    }
}

/* The command that sets up a game: the start and every turn since. */
static bool say_position(struct engine_process *engine, const struct bc_game *game)
{
    size_t needed = 64 + BC_POSITION_TEXT_MAX + game->ply_count * (BC_MOVE_TEXT_MAX + 1);
    if (engine->line_capacity < needed) {
        char *line = realloc(engine->line, needed * 2);
        if (line == NULL) {
            return false;
        }
        engine->line = line;
        engine->line_capacity = needed * 2;
    }
    char *at = stpcpy(engine->line, "position pos ");
    at += bc_position_write(game->board, &game->start, at);
    if (game->ply_count > 0) {
        at = stpcpy(at, " moves");
    }
    for (size_t i = 0; i < game->ply_count; i++) {
        *at++ = ' ';
        at += bc_move_write_compact(game->board, game->plies[i].move, at);
    }
    return engine_process_say(engine, engine->line);
}

bool engine_process_move(struct engine_process *engine, const struct bc_game *game, unsigned move_milliseconds,
                         int patience, bc_move *move)
{
    char command[64];
    char answer[64];
    (void)snprintf(command, sizeof command, "go movetime %u", move_milliseconds);
    if (!say_position(engine, game) || !engine_process_say(engine, command) ||
        !engine_process_await(engine, "bestmove", (int)move_milliseconds + patience, answer, sizeof answer)) {
        return false;
    }
    answer[strcspn(answer, " \t")] = '\0';
    return bc_move_read(game->board, answer, strlen(answer), move) == BC_OK;
}
