/* baghchal verify: checks a solution against itself through the ordinary move generator. */
#include "solution/verify.h"

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/solution_option.h"

#include <baghchal/text.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "Usage: baghchal verify [--sample N | --all] [--only PHASE] [--rules R] [--board B] [--solution DIR]\n"
    "                       [--threads N] [--seed N] [--memory LIMIT]\n"
    "\n"
    "Verifies a solution: the checksum of every file, the manifest's counts against every entry, and values and "
    "distances\n"
    "against those after each move, found by the ordinary move generator. Reports the first difference and exits 1.\n"
    "\n"
    "  --sample N      derive N entries of each phase, spread over all tigers and eaten goats (default: 100000)\n"
    "  --all           derive every entry; for the placement phase of the standard board this takes days\n"
    "  --only PHASE    movement or placement\n"
    "  --rules R       a rule set, such as nepal, four, or goats=7,quiet=0 (default: nepal)\n"
    "  --board B       standard, 4x4 or 3x3 (default: standard)\n"
    "  --solution DIR  the folder of the tables (default: where 'baghchal solve' puts them)\n"
    "  --threads N     threads (default: one for each processor)\n"
    "  --seed N        choose another sample (default: 1)\n"
    "  --memory LIMIT  memory for unpacked blocks, such as 500M (default: 512M)\n";

enum { DEFAULT_SAMPLE = 100000, THREADS_MAX = 256 };

#define DEFAULT_CACHE ((uint64_t)512 << 20)
#define NUMBER_MAX 1000000000000UL

static atomic_bool cancelled;

static void cancel(int signal)
{
    (void)signal;
    atomic_store(&cancelled, true);
}

static const char *const stages[BC_VERIFY_STAGE_COUNT] = {"checksums", "counts", "movement phase", "placement phase"};

struct progress_view {
    bool terminal;
    int last;
};

static void show_progress(void *context, enum bc_verify_stage stage, double done)
{
    struct progress_view *view = context;
    if (view->terminal) {
        (void)fprintf(stderr, "\r\033[K%s %3.0f %%", stages[stage], 100 * done);
        (void)fflush(stderr);
    } else if ((int)stage != view->last) {
        (void)fprintf(stderr, "%s\n", stages[stage]);
    }
    view->last = (int)stage;
}

static void describe_probe(const struct bc_probe *probe, char *text, size_t size)
{
    const char *value = bc_value_word((enum bc_result)probe->result);
    if (probe->has_distances) {
        (void)snprintf(text, size, "%s, zero %u, end %u", value, probe->zero, probe->end);
    } else {
        (void)snprintf(text, size, "%s", value);
    }
}

static void describe_counts(const struct bc_layer_counts *counts, char *text, size_t size)
{
    (void)snprintf(text, size, "%" PRIu64 " positions, %" PRIu64 " goats, %" PRIu64 " tigers, %" PRIu64 " draws",
                   counts->positions, counts->goats_win, counts->tigers_win, counts->draws);
}

static int write_report(const struct bc_board *board, const char *folder, const struct bc_verify_report *report)
{
    char text[BC_POSITION_TEXT_MAX];
    char stored[96];
    char derived[96];
    switch (report->problem) {
    case BC_VERIFY_NO_PROBLEM:
        (void)printf("%s\tclean\tmovement %" PRIu64 "\tplacement %" PRIu64 "\n", folder, report->movement_checked,
                     report->placement_checked);
        return EXIT_DONE;
    case BC_VERIFY_FILE:
        return complain("verify", "%s/%s: the size or the checksum is not that of the manifest", folder, report->file);
    case BC_VERIFY_COUNT:
        describe_counts(&report->expected, stored, sizeof stored);
        describe_counts(&report->found, derived, sizeof derived);
        if (report->layer_phase == BC_VERIFY_MOVEMENT) {
            return complain("verify", "movement phase, %u eaten, %s to move: the manifest says %s; the table has %s",
                            report->eaten, report->number == BC_TIGERS ? "tigers" : "goats", stored, derived);
        }
        return complain("verify", "placement phase, %u eaten, %u placed: the manifest says %s; the table has %s",
                        report->eaten, report->number, stored, derived);
    case BC_VERIFY_POSITION:
        bc_position_write(board, &report->position, text);
        describe_probe(&report->stored, stored, sizeof stored);
        describe_probe(&report->derived, derived, sizeof derived);
        return complain("verify", "%s: stored %s; its moves come to %s", text, stored, derived);
    }
    return EXIT_INPUT;
}

static int verify(const struct bc_board *board, const struct bc_rules *rules, const char *folder, size_t cache_bytes,
                  struct bc_verify_options *options)
{
    struct bc_solution *solution = NULL;
    int code = open_solution("verify", board, rules, folder, cache_bytes, &solution);
    if (code != EXIT_DONE) {
        return code;
    }
    if (!options->movement && !bc_solution_has_placement(solution)) {
        bc_solution_close(solution);
        return complain("verify", "%s: %s", folder, bc_error_text(BC_ERROR_SOLUTION_PLACEMENT));
    }
    struct progress_view view = {.terminal = isatty(STDERR_FILENO) != 0, .last = -1};
    struct bc_verify_report report;
    options->cancel = &cancelled;
    options->progress = show_progress;
    options->progress_context = &view;
    enum bc_error error = bc_solution_verify(solution, folder, options, &report);
    if (view.terminal && view.last >= 0) {
        (void)fputs("\r\033[K", stderr);
    }
    code = error == BC_OK ? write_report(board, folder, &report)
                          : complain("verify", "%s: %s", folder, bc_error_text(error));
    bc_solution_close(solution);
    return code;
}

static int run(int argc, char **argv)
{
    const char *board_name = NULL;
    const char *rules_text = NULL;
    const char *folder_text = NULL;
    const char *only = NULL;
    const char *memory = NULL;
    unsigned long sample = 0;
    unsigned long seed = 1;
    unsigned long threads = 0;
    bool all = false;
    const struct option table[] = {
        {.name = "board", .text = &board_name},
        {.name = "rules", .text = &rules_text},
        {.name = "solution", .text = &folder_text},
        {.name = "only", .text = &only},
        {.name = "memory", .text = &memory},
        {.name = "sample", .number = &sample, .minimum = 1, .maximum = NUMBER_MAX},
        {.name = "seed", .number = &seed, .minimum = 0, .maximum = NUMBER_MAX},
        {.name = "threads", .number = &threads, .minimum = 1, .maximum = THREADS_MAX},
        {.name = "all", .flag = &all},
        {0},
    };
    int code = read_options("verify", table, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    if (argc > 1) {
        return complain_usage("verify", "what is '%s'?", argv[1]);
    }
    if (all && sample != 0) {
        return complain_usage("verify", "--all and --sample exclude each other");
    }
    if (only != NULL && strcmp(only, "movement") != 0 && strcmp(only, "placement") != 0) {
        return complain_usage("verify", "--only takes movement or placement, not '%s'", only);
    }
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct bc_verify_options options = {
        .movement = only == NULL || only[0] == 'm',
        .placement = only == NULL || only[0] == 'p',
        .sample = all           ? 0
                  : sample != 0 ? sample
                                : DEFAULT_SAMPLE,
        .seed = seed,
        .threads = threads != 0     ? (unsigned)threads
                   : processors > 0 ? (unsigned)processors
                                    : 1,
    };
    struct bc_board board;
    struct bc_rules rules;
    char folder[BC_SOLUTION_PATH_MAX];
    uint64_t cache_bytes = DEFAULT_CACHE;
    if ((code = read_board_option("verify", board_name, &board)) != EXIT_DONE ||
        (code = read_rules_option("verify", &board, rules_text, &rules)) != EXIT_DONE ||
        (memory != NULL && (code = read_bytes_option("verify", "memory", memory, &cache_bytes)) != EXIT_DONE)) {
        return code;
    }
    allow_repetition("verify", &rules);
    if ((code = read_folder_option("verify", &board, &rules, folder_text, folder)) != EXIT_DONE) {
        return code;
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = cancel;
    action.sa_flags = (int)SA_RESETHAND;
    (void)sigaction(SIGINT, &action, NULL);
    return verify(&board, &rules, folder, (size_t)cache_bytes, &options);
}

const struct command verify_command = {
    .name = "verify",
    .summary = "check a solution against itself",
    .help = help,
    .run = run,
};
