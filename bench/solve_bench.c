/* Solves a rule set in memory and prints what it took:
 * bench_solve [--movement] [--no-end] [--count] [--path P] [--threads N] [--board B] [--rules R]. */
#include "solve/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double seconds_at_start;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_progress(void *context, const struct bc_solve_progress *progress)
{
    (void)context;
    fprintf(stderr, "%7.3f s: %s %u\n", now() - seconds_at_start, progress->placement ? "placed" : "eaten",
            progress->number);
}

static void print_movement(const struct bc_solve_result *result, unsigned goats_to_win)
{
    for (unsigned eaten = goats_to_win; eaten-- > 0;) {
        for (unsigned side = 2; side-- > 0;) {
            const struct bc_solve_movement_counts *m = &result->movement[eaten][side];
            unsigned long long won = side == BC_TIGERS ? m->counts.tigers_win : m->counts.goats_win;
            unsigned long long lost = side == BC_TIGERS ? m->counts.goats_win : m->counts.tigers_win;
            unsigned win = side == BC_TIGERS ? 1 : 0;
            printf("%u\t%c\t%llu\t%llu\t%llu\t%llu\t%u\t%u\t%u\t%u\n", eaten, side == BC_TIGERS ? 't' : 'g',
                   won + lost + (unsigned long long)m->counts.draws, won, lost, (unsigned long long)m->counts.draws,
                   m->longest_end[win], m->longest_end[1 - win], m->longest_zero[win], m->longest_zero[1 - win]);
        }
    }
}

static void print_placement(const struct bc_solve_result *result, unsigned goats)
{
    for (unsigned placed = goats + 1; placed-- > 0;) {
        for (unsigned eaten = 0; eaten <= placed; ++eaten) {
            for (unsigned side = 0; side < 2; ++side) {
                const struct bc_solve_counts *c = &result->placement[placed][eaten][side];
                if (c->goats_win + c->tigers_win + c->draws > 0) {
                    printf("%u\t%u\t%c\t%llu\t%llu\t%llu\n", placed, eaten, side == BC_TIGERS ? 't' : 'g',
                           (unsigned long long)c->goats_win, (unsigned long long)c->tigers_win,
                           (unsigned long long)c->draws);
                }
            }
        }
    }
}

static const char *argument_after(int *n, int count, char **arguments)
{
    if (*n + 1 >= count) {
        fprintf(stderr, "%s needs a value\n", arguments[*n]);
        exit(2);
    }
    return arguments[++*n];
}

int main(int count, char **arguments)
{
    struct bc_solve_options options = {.progress = print_progress};
    static struct bc_solve_result result;
    static struct bc_board board;
    const char *board_name = "standard";
    const char *rules = NULL;
    seconds_at_start = now();
    for (int n = 1; n < count; ++n) {
        if (strcmp(arguments[n], "--movement") == 0) {
            options.movement_only = true;
        } else if (strcmp(arguments[n], "--no-end") == 0) {
            options.without_end = true;
        } else if (strcmp(arguments[n], "--count") == 0) {
            options.count_placement = true;
        } else if (strcmp(arguments[n], "--path") == 0) {
            options.path = bc_solve_path_find(argument_after(&n, count, arguments));
        } else if (strcmp(arguments[n], "--threads") == 0) {
            options.threads = (unsigned)strtoul(argument_after(&n, count, arguments), NULL, 10);
        } else if (strcmp(arguments[n], "--board") == 0) {
            board_name = argument_after(&n, count, arguments);
        } else if (strcmp(arguments[n], "--rules") == 0) {
            rules = argument_after(&n, count, arguments);
        } else {
            fprintf(stderr, "unknown option %s\n", arguments[n]);
            return 2;
        }
    }
    const struct bc_board_description *description;
    struct bc_index *index;
    enum bc_error error = bc_board_find(board_name, strlen(board_name), &description);
    if (error == BC_OK) {
        error = bc_board_init(&board, description);
    }
    options.rules = bc_rules_default(&board);
    if (error == BC_OK && rules != NULL) {
        error = bc_rules_read(&board, rules, strlen(rules), &options.rules, NULL);
    }
    if (error == BC_OK) {
        error = bc_index_create(&board, &index);
    }
    if (error == BC_OK) {
        error = bc_solve(index, &options, &result);
        bc_index_destroy(index);
    }
    if (error != BC_OK) {
        fprintf(stderr, "%s\n", bc_error_text(error));
        return 1;
    }
    print_movement(&result, options.rules.goats_to_win);
    print_placement(&result, board.goat_count);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("start %s, path %s, planned %llu MB\n", bc_result_word((enum bc_result)result.start),
           bc_solve_path_name(result.path), (unsigned long long)(result.memory >> 20));
    printf("%.3f s, user %.3f s, system %.3f s, peak %ld MB\n", now() - seconds_at_start,
           (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec,
           (double)usage.ru_stime.tv_sec + 1e-6 * (double)usage.ru_stime.tv_usec, usage.ru_maxrss >> 10);
    return 0;
}
