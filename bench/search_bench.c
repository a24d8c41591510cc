/* The search's speed and signature.
 *
 * bench_search [--depth N] [--threads N] [--large] [--check SIGNATURE]
 *
 * Searches a list of positions to a fixed depth, each from an empty table, and prints for each the nodes and the time, then
 * nodes per second and the signature: the sum of all nodes on one thread, which changes exactly when the behaviour of the search
 * changes. With --check only the signature is compared (exit 1 if it differs). Without it the same
 * is then searched on --threads threads (2), and the ratio of the times to depth printed. --large judges by the large network. */
#include <baghchal/engine_large_network.h>
#include <baghchal/text.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEFAULT_DEPTH = 12, TABLE_BYTES = 1 << 24 };

static const char *const positions[] = {
    "T3T/5/5/5/T3T g 20 0 0 1",
    "T3T/5/5/5/T1G1T t 19 0 0 1",
    "5/2T2/5/1T1T1/T1G2 g 19 0 0 2",
    "G1TG1/TG3/G3G/1TG2/T1G1G t 10 2 0 10",
    "T1GT1/G1GG1/TGGGG/G2G1/GGGT1 g 7 0 0 14",
    "1G3/1GTG1/1GTT1/1GGG1/GGT2 t 11 0 0 9",
    "G1GGG/T1GTT/1GT2/4G/GGGG1 t 8 1 0 12",
    "TGG1G/GTGGG/1T2G/GTG2/1GG1G g 5 2 0 16",
    "T2GT/2TG1/2T1G/5/3GG t 15 0 0 5",
    "1G3/GG2G/2TT1/GGT1G/1T2G g 12 0 0 9",
    "GG1GT/T2GG/G3G/1G1TG/1T3 g 11 0 0 10",
    "1GGGG/T2GG/GT1GG/GGGGG/GTGTG t 0 3 0 20",
    "GGTGG/GGGGG/GGTGG/1GGGT/GG1GT t 0 1 0 20",
    "GTGGG/GTGGG/G1GGG/GGTGT/G1GGG t 0 1 0 20",
    "GGGG1/GTG1G/GGTGG/GGGGG/1GTTG t 0 2 0 20",
    "G2GG/GGG1G/GTGTG/TGGGT/G1GGG t 0 3 0 20",
    "GGGTG/GGG1T/G1GGT/1GGG1/1GGTG t 0 4 0 20",
};

enum { POSITION_COUNT = sizeof positions / sizeof positions[0] };

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

struct totals {
    uint64_t nodes;
    double seconds;
};

static enum bc_error search_all(const struct bc_board *board, struct bc_engine *engine, unsigned depth,
                                unsigned threads, bool print, struct totals *totals)
{
    *totals = (struct totals){0};
    for (size_t i = 0; i < POSITION_COUNT; i++) {
        struct bc_position position;
        enum bc_error error = bc_position_read(board, positions[i], strlen(positions[i]), &position, NULL);
        struct bc_rules rules = bc_rules_default(board);
        struct bc_game game;
        if (error == BC_OK) {
            error = bc_game_init(&game, board, &rules, &position, NULL, 0);
        }
        if (error != BC_OK) {
            fprintf(stderr, "%s: %s\n", positions[i], bc_error_text(error));
            return error;
        }
        bc_engine_clear(engine);
        struct bc_engine_limits limits = {.depth = depth};
        struct bc_engine_result result;
        double start = now();
        error = threads > 1 ? bc_engine_search_parallel(engine, &game, &limits, NULL, &result)
                            : bc_engine_search(engine, &game, &limits, NULL, &result);
        if (error != BC_OK) {
            fprintf(stderr, "%s: %s\n", positions[i], bc_error_text(error));
            return error;
        }
        double seconds = now() - start;
        totals->nodes += result.report.nodes;
        totals->seconds += seconds;
        if (print) {
            char move[BC_MOVE_TEXT_MAX];
            (void)bc_move_write(board, result.best, move);
            printf("%-42s %-6s %6d %10llu nodes %8.1f ms\n", positions[i], move, result.report.lines[0].score,
                   (unsigned long long)result.report.nodes, seconds * 1e3);
        }
    }
    return BC_OK;
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && end != text && *end == '\0';
}

struct arguments {
    uint64_t depth;
    uint64_t threads;
    uint64_t signature;
    bool check;
    bool large;
};

static bool read_arguments(int argc, char **argv, struct arguments *arguments)
{
    *arguments = (struct arguments){.depth = DEFAULT_DEPTH, .threads = 2};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--large") == 0) {
            arguments->large = true;
            continue;
        }
        uint64_t *target = NULL;
        if (strcmp(argv[i], "--depth") == 0) {
            target = &arguments->depth;
        } else if (strcmp(argv[i], "--threads") == 0) {
            target = &arguments->threads;
        } else if (strcmp(argv[i], "--check") == 0) {
            target = &arguments->signature;
            arguments->check = true;
        }
        if (target == NULL || ++i == argc || !read_number(argv[i], target)) {
            return false;
        }
    }
    return arguments->depth >= 1 && arguments->depth <= BC_ENGINE_DEPTH_MAX && arguments->threads >= 1 &&
           arguments->threads <= BC_ENGINE_THREADS_MAX;
}

static int run(const struct bc_board *board, struct bc_engine *engine, const struct arguments *arguments)
{
    struct totals one;
    if (search_all(board, engine, (unsigned)arguments->depth, 1, !arguments->check, &one) != BC_OK) {
        return 1;
    }
    printf("%.0f nodes per second, %.2f s to depth\nsignature %llu\n", (double)one.nodes / one.seconds, one.seconds,
           (unsigned long long)one.nodes);
    if (arguments->check) {
        return one.nodes == arguments->signature ? 0 : 1;
    }
    if (arguments->threads > 1) {
        struct totals many;
        if (search_all(board, engine, (unsigned)arguments->depth, (unsigned)arguments->threads, false, &many) !=
            BC_OK) {
            return 1;
        }
        printf("%u threads: %.0f nodes per second, %.2f s to depth: %.2f times shorter\n", (unsigned)arguments->threads,
               (double)many.nodes / many.seconds, many.seconds, one.seconds / many.seconds);
    }
    return 0;
}

int main(int argc, char **argv)
{
    struct arguments arguments;
    if (!read_arguments(argc, argv, &arguments)) {
        fputs("Usage: bench_search [--depth N] [--threads N] [--large] [--check SIGNATURE]\n", stderr);
        return 2;
    }
    static struct bc_board board;
    bc_board_init_standard(&board);
    size_t size = bc_engine_memory((unsigned)arguments.threads, TABLE_BYTES);
    void *memory = malloc(size);
    struct bc_engine *engine;
    int status = 1;
    if (memory != NULL && bc_engine_init(memory, size, &board, (unsigned)arguments.threads, &engine) == BC_OK) {
        bc_engine_set_large_network(engine, arguments.large);
        status = run(&board, engine, &arguments);
    }
    free(memory);
    return status;
}
