/* baghchal engine: the engine protocol on standard input and output. */
#include "cli/commands.h"
#include "cli/engine_session.h"
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: baghchal engine [--board B]\n"
    "\n"
    "Speaks the engine protocol on standard input and output: a line a command, in the manner of UCI.\n"
    "\n"
    "  ugi                                        who the engine is and which options it has; ends with ugiok\n"
    "  isready                                    answered by readyok, also during a search\n"
    "  setoption name NAME value VALUE            Hash, Threads, MultiPV, Rules, Level, Seed, Tables\n"
    "  newgame                                    forget what earlier searches found\n"
    "  position startpos|pos P [moves MOVE...]    set up a game\n"
    "  go [depth N] [nodes N] [movetime MS] [infinite]\n"
    "                                             search; ends with bestmove\n"
    "  stop                                       end the search now\n"
    "  quit                                       leave; the end of the input means the same\n"
    "\n"
    "  --board B    standard, 4x4 or 3x3 (default: standard)\n"
    "\n"
    "Where a line cannot be obeyed the answer is 'info string' and the reason, and nothing changes.\n";

/* Lines of standard input, whole ones only. */
struct line_reader {
    char *text;
    size_t length;
    size_t capacity;
    size_t searched; /* up to here there is no line end */
    bool skipping;   /* the rest of a line that was too long */
};

static bool grow(struct line_reader *reader)
{
    if (reader->length < reader->capacity) {
        return true;
    }
    size_t capacity = reader->capacity == 0 ? 4096 : 2 * reader->capacity;
    char *text = capacity <= SESSION_LINE_MAX ? realloc(reader->text, capacity) : NULL;
    if (text == NULL) {
        engine_session_say("the line is too long");
        reader->length = reader->searched = 0;
        reader->skipping = true;
        return reader->capacity != 0;
    }
    reader->text = text;
    reader->capacity = capacity;
    return true;
}

/* Hands on every whole line that has come; returns false after "quit". */
static bool hand_on(struct line_reader *reader, struct engine_session *session)
{
    size_t start = 0;
    char *end;
    while ((end = memchr(reader->text + reader->searched, '\n', reader->length - reader->searched)) != NULL) {
        size_t stop = (size_t)(end - reader->text);
        if (!reader->skipping && !engine_session_line(session, reader->text + start, stop - start)) {
            return false;
        }
        reader->skipping = false;
        start = reader->searched = stop + 1;
    }
    reader->length -= start;
    memmove(reader->text, reader->text + start, reader->length);
    if (reader->skipping) {
        reader->length = 0;
    }
    reader->searched = reader->length;
    return true;
}

static int converse(struct engine_session *session)
{
    struct line_reader reader = {0};
    int code = EXIT_DONE;
    while (grow(&reader)) {
        ssize_t count = read(STDIN_FILENO, reader.text + reader.length, reader.capacity - reader.length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            code = complain("engine", "cannot read the input: %s", strerror(errno));
        }
        if (count <= 0) {
            if (!reader.skipping) {
                (void)engine_session_line(session, reader.text, reader.length); /* a last line without its end */
            }
            break;
        }
        reader.length += (size_t)count;
        if (!hand_on(&reader, session)) {
            break;
        }
    }
    free(reader.text);
    return code;
}

static int run(int argc, char **argv)
{
    const char *board_name = NULL;
    const struct option options[] = {{.name = "board", .text = &board_name}, {.name = NULL}};
    int code = read_options("engine", options, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    if (argc > 1) {
        return complain_usage("engine", "'%s' is one word too many", argv[1]);
    }
    static struct bc_board board;
    code = read_board_option("engine", board_name, &board);
    if (code != EXIT_DONE) {
        return code;
    }
    static struct engine_session session;
    enum bc_error error = engine_session_open(&session, board.description);
    if (error != BC_OK) {
        return complain("engine", "%s", bc_error_text(error));
    }
    code = converse(&session);
    engine_session_close(&session);
    return code;
}

const struct command engine_command = {"engine", "the engine protocol, for programs", help, run};
