#include "cli/solve_atlas.h"

#include "cli/command.h"
#include "solution/manifest.h"

#include <baghchal/solution.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char heading[] =
    "# goats to win\tstuck goats\tquiet turns\tstart\tgoats zero\ttigers zero\tgoats end\ttigers end\n";

enum { LIMIT = 100, LINE_MAX_LENGTH = 256 };

/* The key of a row as it begins the line. */
static void write_key(const struct bc_rules *rules, char *key, size_t size)
{
    (void)snprintf(key, size, "%u\t%s\t%u\t", rules->goats_to_win,
                   bc_stalemate_word((enum bc_stalemate)rules->goat_stalemate), rules->quiet_turn_limit);
}

static bool has_row(FILE *table, const struct bc_rules *rules)
{
    char key[64];
    char line[LINE_MAX_LENGTH];
    write_key(rules, key, sizeof key);
    rewind(table);
    while (fgets(line, sizeof line, table) != NULL) {
        if (strncmp(line, key, strlen(key)) == 0 && strchr(line, '\n') != NULL) {
            return true;
        }
    }
    return false;
}

/* A table that ends in the middle of a line (a program was killed) loses that line. */
static int cut_unfinished_line(FILE *table)
{
    char line[LINE_MAX_LENGTH];
    long whole = 0;
    rewind(table);
    while (fgets(line, sizeof line, table) != NULL && strchr(line, '\n') != NULL) {
        whole = ftell(table);
    }
    return whole < 0 ? -1 : ftruncate(fileno(table), whole);
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static int add_row(FILE *table, const struct bc_rules *rules, const struct bc_solve_result *result)
{
    unsigned zero[2] = {0, 0};
    unsigned end[2] = {0, 0};
    for (unsigned eaten = 0; eaten < rules->goats_to_win; ++eaten) {
        for (unsigned side = 0; side < 2; ++side) {
            for (unsigned winner = 0; winner < 2; ++winner) {
                zero[winner] = larger(zero[winner], result->movement[eaten][side].longest_zero[winner]);
                end[winner] = larger(end[winner], result->movement[eaten][side].longest_end[winner]);
            }
        }
    }
    char row[LINE_MAX_LENGTH];
    char key[64];
    write_key(rules, key, sizeof key);
    int length = snprintf(row, sizeof row, "%s%s\t%u\t%u\t%u\t%u\n", key, bc_value_word((enum bc_result)result->start),
                          zero[0], zero[1], end[0], end[1]);
    (void)fputs(row, stdout);
    (void)fflush(stdout);
    (void)fseek(table, 0, SEEK_END);
    return length > 0 && fputs(row, table) >= 0 && fflush(table) == 0 && fsync(fileno(table)) == 0 ? 0 : -1;
}

/* Solves one pair of rows: with the limit, and without it, which differs only where the limit matters. */
static enum bc_error solve_pair(const struct bc_index *index, const struct bc_solve_options *base, FILE *table,
                                struct bc_solve_result *result)
{
    struct bc_solve_options options = *base;
    bool known = false;
    for (unsigned limit = LIMIT;; limit = 0) {
        options.rules.quiet_turn_limit = (uint16_t)limit;
        if (!has_row(table, &options.rules)) {
            if (!known) {
                enum bc_error error = bc_solve(index, &options, result);
                if (error != BC_OK) {
                    return error;
                }
                known = limit == LIMIT && !result->limit_matters;
            }
            if (add_row(table, &options.rules, result) != 0) {
                return BC_ERROR_SOLUTION_WRITE;
            }
        }
        if (limit == 0) {
            return BC_OK;
        }
    }
}

static enum bc_error solve_rows(const struct bc_index *index, const struct bc_solve_options *base, FILE *table)
{
    struct bc_solve_result *result = malloc(sizeof *result);
    if (result == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = BC_OK;
    struct bc_solve_options options = *base;
    options.rules.repetition = BC_REPETITION_DRAW;
    for (unsigned goats = 1; goats <= index->board->goat_count && error == BC_OK; ++goats) {
        for (unsigned stalemate = 0; stalemate < 2 && error == BC_OK; ++stalemate) {
            options.rules.goats_to_win = (uint8_t)goats;
            options.rules.goat_stalemate = (uint8_t)(stalemate == 0 ? BC_STALEMATE_TIGERS_WIN : BC_STALEMATE_DRAW);
            error = solve_pair(index, &options, table, result);
        }
    }
    free(result);
    return error;
}

int solve_atlas(const struct bc_index *index, const struct bc_solve_options *options, const char *folder)
{
    char path[BC_SOLUTION_PATH_MAX];
    if (folder == NULL) {
        enum bc_error error = bc_solution_default_folder(index->board, &options->rules, path);
        if (error != BC_OK) {
            return complain("solve", "%s", bc_error_text(error));
        }
        *strrchr(path, '/') = '\0';
    } else if (strlen(folder) + sizeof "/atlas.tsv" > sizeof path) {
        return complain("solve", "%s", bc_error_text(BC_ERROR_SOLUTION_PATH));
    } else {
        memcpy(path, folder, strlen(folder) + 1);
    }
    for (char *at = strchr(path + 1, '/');; at = strchr(at + 1, '/')) {
        if (at != NULL) {
            *at = '\0';
        }
        if (mkdir(path, 0777) != 0 && errno != EEXIST) {
            return complain("solve", "%s: %s", path, strerror(errno));
        }
        if (at == NULL) {
            break;
        }
        *at = '/';
    }
    size_t folder_length = strlen(path);
    (void)snprintf(path + folder_length, sizeof path - folder_length, "/atlas.tsv");
    FILE *table = fopen(path, "a+");
    if (table == NULL || cut_unfinished_line(table) != 0) {
        int code = complain("solve", "%s: %s", path, strerror(errno));
        if (table != NULL) {
            (void)fclose(table);
        }
        return code;
    }
    (void)fseek(table, 0, SEEK_END);
    if (ftell(table) == 0) {
        (void)fputs(heading, table);
    }
    enum bc_error error = solve_rows(index, options, table);
    if (fclose(table) != 0 && error == BC_OK) {
        error = BC_ERROR_SOLUTION_WRITE;
    }
    if (error == BC_ERROR_CANCELLED) {
        return complain("solve", "stopped; %s keeps the rows that are done", path);
    }
    return error == BC_OK ? EXIT_DONE : complain("solve", "%s: %s", path, bc_error_text(error));
}
