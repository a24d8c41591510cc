#include "cli/solve_atlas.h"

#include "cli/command.h"
#include "solution/manifest.h"

#include <baghchal/solution.h>

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char heading[] = "# goats to win\tstuck goats\tquiet turns\tstart\tgoats zero\ttigers zero\n";
static const char layers_heading[] =
    "# phase\tplaced\teaten\tto move\tgoats win\ttigers win\tdraws\tgoats zero\ttigers zero\n";

enum { LIMIT = 100, LINE_MAX_LENGTH = 256, LAYERS_PATH_MAX = BC_SOLUTION_PATH_MAX + 64 };

struct atlas {
    const struct bc_index *index;
    FILE *table;
    const char *folder;
    unsigned goats_to_win; /* being worked on */
    bool terminal;         /* standard error is one */
};

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
    long whole = 0;
    long at = 0;
    rewind(table);
    for (int character; (character = fgetc(table)) != EOF;) {
        ++at;
        whole = character == '\n' ? at : whole;
    }
    return ferror(table) != 0 ? -1 : whole == at ? 0 : ftruncate(fileno(table), whole);
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static int add_row(FILE *table, const struct bc_rules *rules, const struct bc_solve_result *result)
{
    unsigned zero[2] = {0, 0};
    for (unsigned eaten = 0; eaten < rules->goats_to_win; ++eaten) {
        for (unsigned side = 0; side < 2; ++side) {
            for (unsigned winner = 0; winner < 2; ++winner) {
                zero[winner] = larger(zero[winner], result->movement[eaten][side].longest_zero[winner]);
            }
        }
    }
    char row[LINE_MAX_LENGTH];
    char key[64];
    write_key(rules, key, sizeof key);
    int length = snprintf(row, sizeof row, "%s%s\t%u\t%u\n", key, bc_value_word((enum bc_result)result->start), zero[0],
                          zero[1]);
    (void)fputs(row, stdout);
    (void)fflush(stdout);
    (void)fseek(table, 0, SEEK_END);
    return length > 0 && fputs(row, table) >= 0 && fflush(table) == 0 && fsync(fileno(table)) == 0 ? 0 : -1;
}

static void write_counts(FILE *file, const struct bc_solve_counts *counts)
{
    (void)fprintf(file, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, counts->goats_win, counts->tigers_win, counts->draws);
}

static void write_layers(FILE *file, const struct bc_board *board, unsigned goats_to_win,
                         const struct bc_solve_result *result)
{
    static const char *const sides[2] = {[BC_GOATS] = "goats", [BC_TIGERS] = "tigers"};
    unsigned goats = board->goat_count;
    (void)fputs(layers_heading, file);
    for (unsigned eaten = goats_to_win; eaten-- > 0;) {
        for (unsigned side = 2; side-- > 0;) {
            const struct bc_solve_movement_counts *layer = &result->movement[eaten][side];
            (void)fprintf(file, "movement\t%u\t%u\t%s", goats, eaten, sides[side]);
            write_counts(file, &layer->counts);
            (void)fprintf(file, "\t%u\t%u\n", layer->longest_zero[0], layer->longest_zero[1]);
        }
    }
    for (unsigned placed = goats; placed-- > 0;) {
        for (unsigned eaten = 0; eaten < goats_to_win && eaten <= placed; ++eaten) {
            /* With no goat placed the tigers never are to move. */
            for (unsigned side = placed == 0 ? 1U : 2U; side-- > 0;) {
                (void)fprintf(file, "placement\t%u\t%u\t%s", placed, eaten, sides[side]);
                write_counts(file, &result->placement[placed][eaten][side]);
                (void)fputs("\t\t\n", file);
            }
        }
    }
}

static void layers_path(const struct atlas *atlas, const struct bc_rules *rules, char path[LAYERS_PATH_MAX])
{
    (void)snprintf(path, LAYERS_PATH_MAX, "%s/layers-%u-%s-%u.tsv", atlas->folder, rules->goats_to_win,
                   bc_stalemate_word((enum bc_stalemate)rules->goat_stalemate), rules->quiet_turn_limit);
}

static bool has_layers(const struct atlas *atlas, const struct bc_rules *rules)
{
    char path[LAYERS_PATH_MAX];
    layers_path(atlas, rules, path);
    return access(path, R_OK) == 0;
}

/* The counts of one rule set in a file of their own, which appears once it is whole. */
static int save_layers(const struct atlas *atlas, const struct bc_rules *rules, const struct bc_solve_result *result)
{
    char path[LAYERS_PATH_MAX];
    char new_path[sizeof path + 4];
    layers_path(atlas, rules, path);
    (void)snprintf(new_path, sizeof new_path, "%s.new", path);
    FILE *file = fopen(new_path, "we");
    if (file == NULL) {
        return -1;
    }
    write_layers(file, atlas->index->board, rules->goats_to_win, result);
    bool written = ferror(file) == 0 && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int reason = errno;
    if (fclose(file) == 0 && written && rename(new_path, path) == 0) {
        return 0;
    }
    reason = written ? errno : reason;
    (void)unlink(new_path);
    errno = reason;
    return -1;
}

static void clear_progress(const struct atlas *atlas)
{
    if (atlas->terminal) {
        (void)fputs("\r\033[K", stderr);
    }
}

/* On a terminal a line that is written over; elsewhere the rows themselves tell how far the work is. */
static void show_progress(void *context, const struct bc_solve_progress *progress)
{
    const struct atlas *atlas = context;
    if (atlas->terminal) {
        (void)fprintf(stderr, "\r\033[K%u of %u goats to win: %s phase, %u goats %s", atlas->goats_to_win,
                      atlas->index->board->goat_count, progress->placement ? "placement" : "movement", progress->number,
                      progress->placement ? "placed" : "eaten");
    }
}

static enum bc_error keep_solved(void *context, const struct bc_rules *rules, const struct bc_solve_result *result)
{
    const struct atlas *atlas = context;
    clear_progress(atlas);
    errno = 0;
    return save_layers(atlas, rules, result) == 0 &&
                   (has_row(atlas->table, rules) || add_row(atlas->table, rules, result) == 0)
               ? BC_OK
               : BC_ERROR_SOLUTION_WRITE;
}

static enum bc_error solve_rows(struct atlas *atlas, const struct bc_solve_options *base)
{
    enum bc_error error = BC_OK;
    struct bc_solve_options options = *base;
    options.rules.repetition = BC_REPETITION_DRAW;
    options.count_placement = true;
    options.progress = show_progress;
    options.progress_context = atlas;
    for (unsigned goats = 1; goats <= atlas->index->board->goat_count && error == BC_OK; ++goats) {
        struct bc_solve_family family = {.context = atlas, .solved = keep_solved};
        options.rules.goats_to_win = (uint8_t)goats;
        atlas->goats_to_win = goats;
        for (unsigned member = 0; member < BC_SOLVE_FAMILY_SIZE; ++member) {
            options.rules.goat_stalemate =
                (uint8_t)((member & BC_SOLVE_FAMILY_DRAW) != 0 ? BC_STALEMATE_DRAW : BC_STALEMATE_TIGERS_WIN);
            options.rules.quiet_turn_limit = (member & BC_SOLVE_FAMILY_UNLIMITED) != 0 ? 0 : LIMIT;
            bool there = has_row(atlas->table, &options.rules) && has_layers(atlas, &options.rules);
            family.wanted |= there ? 0 : 1U << member;
        }
        options.rules.quiet_turn_limit = LIMIT;
        error = family.wanted == 0 ? BC_OK : bc_solve_family(atlas->index, &options, &family);
    }
    return error;
}

/* Makes a folder and those above it; `path` is as before afterwards. */
static int make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/');; at = strchr(at + 1, '/')) {
        if (at != NULL) {
            *at = '\0';
        }
        int made = mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : -1;
        if (at == NULL || made != 0) {
            return made;
        }
        *at = '/';
    }
}

/* The folder of atlases beside those of the solutions. */
static enum bc_error default_folder(const struct bc_board *board, const struct bc_rules *rules,
                                    char path[BC_SOLUTION_PATH_MAX])
{
    enum bc_error error = bc_solution_default_folder(board, rules, path);
    if (error != BC_OK) {
        return error;
    }
    char *name = strrchr(path, '/') + 1;
    size_t room = (size_t)(path + BC_SOLUTION_PATH_MAX - name);
    int length = snprintf(name, room, "atlas-%s", board->description->name);
    return length > 0 && (size_t)length < room ? BC_OK : BC_ERROR_SOLUTION_PATH;
}

/* A new table gets its head; one that is there must be of the same board. */
static int check_head(FILE *table, const struct bc_board *board)
{
    char head[LINE_MAX_LENGTH];
    char found[LINE_MAX_LENGTH] = "";
    (void)snprintf(head, sizeof head, "# baghchal atlas 1, board %s\n", board->description->name);
    rewind(table);
    if (fgets(found, sizeof found, table) == NULL) {
        (void)fseek(table, 0, SEEK_END);
        return fputs(head, table) >= 0 && fputs(heading, table) >= 0 ? 0 : -1;
    }
    errno = EEXIST;
    return strcmp(found, head) == 0 ? 0 : -1;
}

int solve_atlas(const struct bc_index *index, const struct bc_solve_options *options, const char *out)
{
    char folder[BC_SOLUTION_PATH_MAX];
    char path[sizeof folder + sizeof "/atlas.tsv"];
    enum bc_error error = BC_OK;
    if (out == NULL) {
        error = default_folder(index->board, &options->rules, folder);
    } else {
        int length = snprintf(folder, sizeof folder, "%s", out);
        error = length > 0 && (size_t)length < sizeof folder ? BC_OK : BC_ERROR_SOLUTION_PATH;
    }
    if (error != BC_OK) {
        return complain("solve", "%s", bc_error_text(error));
    }
    if (make_folders(folder) != 0) {
        return complain("solve", "%s: %s", folder, strerror(errno));
    }
    (void)snprintf(path, sizeof path, "%s/atlas.tsv", folder);
    FILE *table = fopen(path, "a+e");
    if (table == NULL) {
        return complain("solve", "%s: %s", path, strerror(errno));
    }
    if (flock(fileno(table), LOCK_EX | LOCK_NB) != 0 || check_head(table, index->board) != 0 ||
        cut_unfinished_line(table) != 0) {
        int code = errno == EEXIST        ? complain("solve", "%s is not an atlas of this board", path)
                   : errno == EWOULDBLOCK ? complain("solve", "another program is making %s", path)
                                          : complain("solve", "%s: %s", path, strerror(errno));
        (void)fclose(table);
        return code;
    }
    struct atlas atlas = {.index = index, .table = table, .folder = folder, .terminal = isatty(STDERR_FILENO) != 0};
    error = solve_rows(&atlas, options);
    clear_progress(&atlas);
    if (fclose(table) != 0 && error == BC_OK) {
        error = BC_ERROR_SOLUTION_WRITE;
    }
    if (error == BC_ERROR_CANCELLED) {
        return complain("solve", "stopped; %s keeps the rows that are done", path);
    }
    if (error == BC_ERROR_SOLUTION_WRITE) {
        return complain("solve", "%s: %s: %s", folder, bc_error_text(error), strerror(errno));
    }
    return error == BC_OK ? EXIT_DONE : complain("solve", "%s", bc_error_text(error));
}
