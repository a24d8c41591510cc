/* baghchal engine: the engine protocol on standard input and output. */
#include "cli/commands.h"
#include "cli/engine_lines.h"
#include "cli/options.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: baghchal engine [--board B]\n"
    "\n"
    "Speaks the engine protocol on standard input and output: a line a command, in the manner of UCI.\n"
    "\n"
    "  ugi                                        who the engine is and which options it has; ends with ugiok\n"
    "  isready                                    answered by readyok, also during a search\n"
    "  setoption name NAME value VALUE            Hash, Threads, MultiPV, Rules, Level, Seed, Tables,\n"
    "                                             Solve, Network\n"
    "  newgame                                    forget what earlier searches found\n"
    "  position startpos|pos P [moves MOVE...]    set up a game\n"
    "  go [depth N] [nodes N] [movetime MS] [infinite]\n"
    "                                             search; ends with bestmove\n"
    "  stop                                       end the search now\n"
    "  quit                                       leave; the end of the input means the same\n"
    "\n"
    "  --board B    standard, 4x4 or 3x3 (default: standard)\n"
    "\n"
    "Where a line cannot be obeyed the answer is 'info string' and the reason, and nothing changes; after a position "
    "that\n"
    "cannot be set up the start is.\n";

static int converse(struct engine_session *session)
{
    struct engine_lines lines = {0};
    int code = EXIT_DONE;
    size_t room = 0;
    for (char *to; (to = engine_lines_room(&lines, &room)) != NULL;) {
        ssize_t count = read(STDIN_FILENO, to, room);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            code = complain("engine", "cannot read the input: %s", strerror(errno));
        }
        if (count <= 0) {
            (void)engine_lines_end(&lines, session);
            break;
        }
        if (!engine_lines_take(&lines, (size_t)count, session)) {
            break;
        }
    }
    engine_lines_free(&lines);
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
    enum bc_error error = engine_session_open(&session, board.description, THINKER_MEGABYTES);
    if (error != BC_OK) {
        return complain("engine", "%s", bc_error_text(error));
    }
    code = converse(&session);
    engine_session_close(&session);
    return code;
}

const struct command engine_command = {"engine", "the engine protocol, for programs", help, run};
