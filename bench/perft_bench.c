/*
 * Leaves a second of bc_perft() beside those of the plain generator of plain_perft.h, in one process.
 *
 *     bench_perft [ROUNDS]
 *
 * For each position the two take turns ROUNDS times (5), each for at least a quarter of a second; then bc_perft()
 * runs on one and on two threads, which take the positions two turns below one by one. Each line gives medians of the
 * rounds; both generators must count the same leaves, or the program ends with 1.
 */
#include <baghchal/perft.h>
#include <baghchal/text.h>

#include "plain_perft.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS_MAX = 101, SPLIT_TURNS = 2, SUBTREES_MAX = BC_MOVES_MAX * BC_MOVES_MAX, THREADS = 2 };

static const double seconds_at_least = 0.25;

struct workload {
    const char *name;
    const char *position;
    unsigned depth;
};

static const struct workload workloads[] = {
    {"start", "T3T/5/5/5/T3T g 20 0 0 1", 7},
    {"placement", "1TGT1/TG2G/5/3TG/G2G1 g 14 0 0 7", 7},
    {"goats move", "GGGGT/GG1GG/G1TGG/GTGG1/GGGT1 g 0 3 0 21", 9},
    {"tigers move", "GG2T/GGGGT/GGTGG/GTGGG/G1GG1 t 0 3 2 21", 9},
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, unsigned count)
{
    qsort(values, count, sizeof values[0], compare_doubles);
    return values[count / 2];
}

/* The plain generator numbers points from the top left, the library from the lower left. */
static void to_plain(const struct bc_position *position, struct plain_position *plain)
{
    memset(plain, 0, sizeof *plain);
    for (unsigned point = 0; point < PLAIN_POINTS; ++point) {
        unsigned mirrored = (4 - point / 5) * 5 + point % 5;
        if ((position->tigers >> point & 1U) != 0) {
            plain->board[mirrored] = PLAIN_TIGER;
        } else if ((position->goats >> point & 1U) != 0) {
            plain->board[mirrored] = PLAIN_GOAT;
        }
    }
    plain->goats_in_hand = position->goats_in_hand;
    plain->goats_eaten = position->goats_eaten;
    plain->tigers_to_move = position->side == BC_TIGERS;
}

/* The positions below a root that threads share out among themselves. */
struct split {
    const struct bc_board *board;
    const struct bc_rules *rules;
    struct bc_position *subtrees;
    size_t count;
    unsigned depth;
    atomic_size_t next;
    atomic_uint_fast64_t leaves;
};

static void split_tree(struct split *split, struct bc_position *position, unsigned turns)
{
    if (turns == 0) {
        split->subtrees[split->count++] = *position;
        return;
    }
    if (position->goats_eaten >= split->rules->goats_to_win) {
        return;
    }
    struct bc_move_list list;
    bc_position_moves(split->board, position, &list);
    for (unsigned i = 0; i < list.count; ++i) {
        struct bc_undo undo;
        bc_position_make(split->board, position, list.moves[i], &undo);
        split_tree(split, position, turns - 1);
        bc_position_unmake(position, list.moves[i], &undo);
    }
}

static void *count_subtrees(void *argument)
{
    struct split *split = argument;
    uint64_t leaves = 0;
    size_t taken = 0;
    while ((taken = atomic_fetch_add(&split->next, 1)) < split->count) {
        leaves += bc_perft(split->board, split->rules, &split->subtrees[taken], split->depth);
    }
    atomic_fetch_add(&split->leaves, leaves);
    return NULL;
}

static uint64_t perft_on_threads(struct split *split, unsigned threads)
{
    pthread_t others[THREADS];
    unsigned started = 0;
    atomic_store(&split->next, 0);
    atomic_store(&split->leaves, 0);
    while (started + 1 < threads && pthread_create(&others[started], NULL, count_subtrees, split) == 0) {
        ++started;
    }
    count_subtrees(split);
    for (unsigned i = 0; i < started; ++i) {
        pthread_join(others[i], NULL);
    }
    return atomic_load(&split->leaves);
}

struct contestants {
    struct split split;
    struct bc_position position;
    struct plain_position plain;
    unsigned depth;
};

static uint64_t count_plain(struct contestants *of)
{
    return plain_perft(&of->plain, (int)of->depth);
}

static uint64_t count_library(struct contestants *of)
{
    return bc_perft(of->split.board, of->split.rules, &of->position, of->depth);
}

static uint64_t count_one_thread(struct contestants *of)
{
    return perft_on_threads(&of->split, 1);
}

static uint64_t count_two_threads(struct contestants *of)
{
    return perft_on_threads(&of->split, THREADS);
}

/* Leaves a second; `leaves` is set to the count of one run. */
static double rate(struct contestants *of, uint64_t (*count)(struct contestants *), uint64_t *leaves)
{
    double start = now();
    double elapsed;
    unsigned runs = 0;
    do {
        *leaves = count(of);
        ++runs;
        elapsed = now() - start;
    } while (elapsed < seconds_at_least);
    return (double)*leaves * runs / elapsed;
}

static bool measure(struct contestants *of, const char *name, unsigned rounds)
{
    uint64_t (*const counts[])(struct contestants *) = {count_plain, count_library, count_one_thread,
                                                        count_two_threads};
    enum { PLAIN, LIBRARY, ONE_THREAD, TWO_THREADS, CONTESTANTS };
    double rates[CONTESTANTS][ROUNDS_MAX];
    double ratios[ROUNDS_MAX];
    double gains[ROUNDS_MAX];
    uint64_t leaves[CONTESTANTS];
    for (unsigned round = 0; round < rounds; ++round) {
        for (unsigned i = 0; i < CONTESTANTS; ++i) {
            rates[i][round] = rate(of, counts[i], &leaves[i]);
            if (leaves[i] != leaves[PLAIN]) {
                fprintf(stderr, "%s: %llu leaves, but the plain generator counts %llu\n", name,
                        (unsigned long long)leaves[i], (unsigned long long)leaves[PLAIN]);
                return false;
            }
        }
        ratios[round] = rates[LIBRARY][round] / rates[PLAIN][round];
        gains[round] = rates[TWO_THREADS][round] / rates[ONE_THREAD][round];
    }
    printf("%s\t%u\t%llu\t%.0f\t%.0f\t%.1f\t%.2f\n", name, of->depth, (unsigned long long)leaves[PLAIN],
           median(rates[PLAIN], rounds) / 1e6, median(rates[LIBRARY], rounds) / 1e6, median(ratios, rounds),
           median(gains, rounds));
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 5;
    if (rounds < 1 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: bench_perft [ROUNDS, 1 to %d]\n", ROUNDS_MAX);
        return 2;
    }
    static struct bc_board board;
    bc_board_init_standard(&board);
    struct bc_rules rules = bc_rules_default(&board);
    plain_perft_prepare();

    struct contestants of = {.split = {.board = &board, .rules = &rules}};
    of.split.subtrees = malloc(SUBTREES_MAX * sizeof of.split.subtrees[0]);
    if (of.split.subtrees == NULL) {
        fputs("not enough memory\n", stderr);
        return 1;
    }
    int result = 0;
    puts("position\tdepth\tleaves\tplain M/s\tlibrary M/s\tratio\ttwo threads");
    for (size_t i = 0; i < sizeof workloads / sizeof workloads[0]; ++i) {
        const char *text = workloads[i].position;
        if (bc_position_read(&board, text, strlen(text), &of.position, NULL) != BC_OK) {
            fprintf(stderr, "not a position: %s\n", text);
            result = 1;
            continue;
        }
        to_plain(&of.position, &of.plain);
        of.depth = workloads[i].depth;
        of.split.count = 0;
        of.split.depth = of.depth - SPLIT_TURNS;
        split_tree(&of.split, &of.position, SPLIT_TURNS);
        if (!measure(&of, workloads[i].name, (unsigned)rounds)) {
            result = 1;
        }
    }
    free(of.split.subtrees);
    return result;
}
