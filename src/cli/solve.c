/* baghchal solve: makes the solution of a rule set. */
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/solution_option.h"
#include "cli/solve_atlas.h"
#include "solve/make_solution.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "Usage: baghchal solve [--rules R] [--board B] [--only movement] [--out DIR] [--threads N] [--memory LIMIT]\n"
    "                      [--path PATH] [--again]\n"
    "       baghchal solve --atlas [--board B] [--out DIR] [--threads N] [--memory LIMIT] [--path PATH]\n"
    "\n"
    "Solves a rule set completely and keeps the tables in a folder: value and distances of every position once all "
    "goats\n"
    "are placed, and the value of every position before. Stopped at any moment it leaves nothing half done.\n"
    "\n"
    "  --rules R        a rule set, such as nepal, four, or goats=7,quiet=0 (default: nepal)\n"
    "  --board B        standard, 4x4 or 3x3 (default: standard)\n"
    "  --only movement  only the positions with all goats placed\n"
    "  --out DIR        the folder (default: one for each rule set below ~/.local/share/baghchal or "
    "$XDG_DATA_HOME/baghchal)\n"
    "  --threads N      threads (default: one for each processor)\n"
    "  --memory LIMIT   use no more memory than this, such as 3G (default: what is available)\n"
    "  --path PATH      the instruction set: auto, portable, avx2 or avx512 (default: auto)\n"
    "  --again          solve even if the folder holds the solution already\n"
    "  --atlas          the value of the start under all forty rule sets, with the quiet-turn limit of 100 and "
    "without\n"
    "                   one, as a table in DIR/atlas.tsv, with the counts of each in DIR/layers-*.tsv; what is there\n"
    "                   already is kept (default: atlas-BOARD beside the folders of solutions)\n";

enum { PROGRESS_INTERVAL_MILLISECONDS = 200 };

static atomic_bool cancelled;

static void cancel(int signal)
{
    (void)signal;
    atomic_store(&cancelled, true);
}

/* Ctrl-C and a polite kill end the work in order. */
static void catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = cancel;
    action.sa_flags = (int)SA_RESETHAND; /* a second Ctrl-C ends the program at once */
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
}

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct progress_view {
    double started;
    double shown;
    bool terminal;
    int last_stage;
    unsigned last_number;
};

static void describe(const struct bc_make_progress *progress, char *text, size_t size)
{
    switch (progress->stage) {
    case BC_MAKE_MOVEMENT:
        (void)snprintf(text, size, "movement phase, %u goats eaten", progress->number);
        return;
    case BC_MAKE_PLACEMENT:
        (void)snprintf(text, size, "placement phase, %u goats placed", progress->number);
        return;
    case BC_MAKE_PACKING:
        (void)snprintf(text, size, "writing the placement table");
        return;
    case BC_MAKE_STAGE_COUNT:
        break;
    }
    text[0] = '\0';
}

/* On a terminal one line that is written over, elsewhere a line for each new part of the work. */
static void show_progress(void *context, const struct bc_make_progress *progress)
{
    struct progress_view *view = context;
    double time = now();
    bool is_new = (int)progress->stage != view->last_stage || progress->number != view->last_number;
    char text[64];
    describe(progress, text, sizeof text);
    if (view->terminal) {
        if (!is_new && time - view->shown < PROGRESS_INTERVAL_MILLISECONDS / 1000.0) {
            return;
        }
        double elapsed = time - view->started;
        double left = progress->done > 0.01 ? elapsed / progress->done - elapsed : 0;
        (void)fprintf(stderr, "\r\033[K%3.0f %%  %s", 100 * progress->done, text);
        if (left > 0) {
            (void)fprintf(stderr, ", %.0f s left", left);
        }
        (void)fflush(stderr);
        view->shown = time;
    } else if (is_new) {
        (void)fprintf(stderr, "%3.0f %%  %s\n", 100 * progress->done, text);
    }
    view->last_stage = (int)progress->stage;
    view->last_number = progress->number;
}

static int read_path_option(const char *name, enum bc_solve_path *path)
{
    *path = name == NULL ? BC_SOLVE_PATH_AUTO : bc_solve_path_find(name);
    if (*path == BC_SOLVE_PATH_COUNT) {
        return complain_usage("solve", "--path takes auto, portable, avx2 or avx512, not '%s'", name);
    }
    return bc_solve_path_available(*path) ? EXIT_DONE
                                          : complain("solve", "this machine cannot run the path '%s'", name);
}

static void write_summary(const struct bc_board *board, const struct bc_manifest *manifest, const char *folder,
                          double seconds)
{
    char rules[BC_RULES_TEXT_MAX];
    bc_rules_write(board, &manifest->rules, rules);
    (void)printf("board\t%s\nrules\t%s\n", manifest->board, rules);
    if (manifest->start != BC_RESULT_NONE) {
        (void)printf("start\t%s\n", bc_value_word((enum bc_result)manifest->start));
    }
    (void)printf("folder\t%s\n", folder);
    for (size_t i = 0; i < manifest->file_count; ++i) {
        (void)printf("file\t%s\t%" PRIu64 "\n", manifest->files[i].name, manifest->files[i].size);
    }
    (void)printf("seconds\t%.1f\n", seconds);
}

/* A number of bytes for people. */
static void describe_bytes(uint64_t bytes, char *text, size_t size)
{
    static const char *const units[] = {"KiB", "MiB", "GiB"};
    double number = (double)bytes / 1024;
    unsigned unit = 0;
    for (; number >= 1000 && unit < 2; ++unit) {
        number /= 1024;
    }
    (void)snprintf(text, size, number < 10 ? "%.1f %s" : "%.0f %s", number, units[unit]);
}

/* `reason` is what errno was, or 0. */
static int report_failure(enum bc_error error, int reason, const struct bc_index *index,
                          const struct bc_make_options *options)
{
    char needed[32];
    if (error == BC_ERROR_MEMORY) {
        describe_bytes(bc_make_memory_estimate(index, &options->solve), needed, sizeof needed);
        return complain("solve", "%s: about %s are needed", bc_error_text(error), needed);
    }
    if (error == BC_ERROR_SOLUTION_DISK_FULL) {
        describe_bytes(bc_make_disk_estimate(index, &options->solve), needed, sizeof needed);
        return complain("solve", "%s: %s: about %s are needed", options->folder, bc_error_text(error), needed);
    }
    if (error == BC_ERROR_CANCELLED) {
        return complain("solve", "stopped; nothing was written");
    }
    if (error == BC_ERROR_SOLUTION_WRITE && reason != 0) {
        return complain("solve", "%s: %s: %s", options->folder, bc_error_text(error), strerror(reason));
    }
    return complain("solve", "%s: %s", options->folder, bc_error_text(error));
}

/* Whether the folder already holds what is asked for. */
static bool is_solved(const char *folder, const struct bc_board *board, const struct bc_rules *rules,
                      bool movement_only)
{
    struct bc_solution *solution = NULL;
    if (bc_solution_open(folder, board, rules, 1, &solution) != BC_OK) {
        return false;
    }
    bool enough = movement_only || bc_solution_has_placement(solution);
    bc_solution_close(solution);
    return enough;
}

static int solve_one(const struct bc_index *index, const struct bc_make_options *options, bool again)
{
    const struct bc_solve_options *solve = &options->solve;
    if (!again && is_solved(options->folder, index->board, &solve->rules, solve->movement_only)) {
        (void)printf("%s holds this solution already; --again makes it anew\n", options->folder);
        return EXIT_DONE;
    }
    struct bc_solve_result *result = malloc(sizeof *result);
    struct bc_manifest *manifest = malloc(sizeof *manifest);
    if (result == NULL || manifest == NULL) {
        free(result);
        free(manifest);
        return complain("solve", "%s", bc_error_text(BC_ERROR_MEMORY));
    }
    double started = now();
    struct progress_view view = {.started = started, .terminal = isatty(STDERR_FILENO) != 0, .last_stage = -1};
    struct bc_make_options watched = *options;
    watched.progress = show_progress;
    watched.progress_context = &view;
    errno = 0;
    enum bc_error error = bc_make_solution(index, &watched, result, manifest);
    int reason = errno;
    if (view.terminal && view.last_stage >= 0) {
        (void)fprintf(stderr, "\r\033[K");
    }
    int code = EXIT_DONE;
    if (error == BC_OK) {
        write_summary(index->board, manifest, options->folder, now() - started);
    } else {
        code = report_failure(error, reason, index, options);
    }
    free(result);
    free(manifest);
    return code;
}

static int run(int argc, char **argv)
{
    const char *board_name = NULL;
    const char *rules_text = NULL;
    const char *only = NULL;
    const char *out = NULL;
    const char *memory = NULL;
    const char *path = NULL;
    unsigned long threads = 0;
    bool again = false;
    bool atlas = false;
    const struct option table[] = {
        {.name = "board", .text = &board_name},
        {.name = "rules", .text = &rules_text},
        {.name = "only", .text = &only},
        {.name = "out", .text = &out},
        {.name = "memory", .text = &memory},
        {.name = "path", .text = &path},
        {.name = "threads", .number = &threads, .minimum = 1, .maximum = BC_SOLVE_THREADS_MAX},
        {.name = "again", .flag = &again},
        {.name = "atlas", .flag = &atlas},
        {0},
    };
    int code = read_options("solve", table, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    if (argc > 1) {
        return complain_usage("solve", "what is '%s'?", argv[1]);
    }
    if (atlas && (rules_text != NULL || only != NULL || again)) {
        return complain_usage("solve",
                              "--atlas solves every rule set: it goes with none of --rules, --only and --again");
    }
    if (only != NULL && strcmp(only, "movement") != 0) {
        return complain_usage("solve", "--only takes movement, not '%s'", only);
    }
    struct bc_board board;
    struct bc_make_options options = {
        .solve = {.movement_only = only != NULL, .threads = (unsigned)threads, .cancel = &cancelled}};
    if ((code = read_path_option(path, &options.solve.path)) != EXIT_DONE ||
        (code = read_board_option("solve", board_name, &board)) != EXIT_DONE ||
        (code = read_rules_option("solve", &board, rules_text, &options.solve.rules)) != EXIT_DONE ||
        (memory != NULL &&
         (code = read_bytes_option("solve", "memory", memory, &options.solve.memory_limit)) != EXIT_DONE)) {
        return code;
    }
    struct bc_index *index = NULL;
    enum bc_error error = bc_index_create(&board, &index);
    if (error != BC_OK) {
        return complain("solve", "%s", bc_error_text(error));
    }
    catch_signals();
    if (atlas) {
        code = solve_atlas(index, &options.solve, out);
    } else {
        char folder[BC_SOLUTION_PATH_MAX];
        allow_repetition("solve", &options.solve.rules);
        code = read_folder_option("solve", &board, &options.solve.rules, out, folder);
        if (code == EXIT_DONE) {
            options.folder = folder;
            code = solve_one(index, &options, again);
        }
    }
    bc_index_destroy(index);
    return code;
}

const struct command solve_command = {
    .name = "solve",
    .summary = "make the solution of a rule set",
    .help = help,
    .run = run,
};
