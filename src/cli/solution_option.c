#include "cli/solution_option.h"

#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int read_folder_option(const char *command, const struct bc_board *board, const struct bc_rules *rules,
                       const char *text, char *path)
{
    if (text == NULL) {
        enum bc_error error = bc_solution_default_folder(board, rules, path);
        return error == BC_OK ? EXIT_DONE : complain(command, "%s", bc_error_text(error));
    }
    int length = snprintf(path, BC_SOLUTION_PATH_MAX, "%s", text);
    if (length <= 0 || length >= BC_SOLUTION_PATH_MAX) {
        return complain(command, "'%s' cannot be a folder", text);
    }
    return EXIT_DONE;
}

int read_bytes_option(const char *command, const char *name, const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end = NULL;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    unsigned shift = 0;
    const char *unit = *end == '\0' ? NULL : strchr(units, *end & ~0x20);
    if (unit != NULL) {
        shift = 10 * ((unsigned)(unit - units) + 1);
        ++end;
    }
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number == 0 || number > UINT64_MAX >> shift) {
        return complain_usage(command, "--%s takes a number of bytes such as 800M or 3G, not '%s'", name, text);
    }
    *bytes = (uint64_t)number << shift;
    return EXIT_DONE;
}

int read_solve_option(const char *command, const char *text, bool *wanted)
{
    *wanted = text == NULL || strcmp(text, "yes") == 0;
    if (*wanted || strcmp(text, "no") == 0) {
        return EXIT_DONE;
    }
    return complain_usage(command, "--solve takes yes or no, not '%s'", text);
}

void allow_repetition(const char *command, struct bc_rules *rules)
{
    if (rules->repetition == BC_REPETITION_FORBIDDEN) {
        (void)complain(command, "%s; what follows holds for the same rules with repetition as a draw",
                       bc_error_text(BC_ERROR_SOLUTION_HISTORY));
        rules->repetition = BC_REPETITION_DRAW;
    }
}

int open_solution(const char *command, const struct bc_board *board, const struct bc_rules *rules, const char *folder,
                  size_t cache_bytes, struct bc_solution **solution)
{
    enum bc_error error = bc_solution_open(folder, board, rules, cache_bytes, solution);
    if (error == BC_OK) {
        return EXIT_DONE;
    }
    if (error != BC_ERROR_SOLUTION_MISSING) {
        return complain(command, "%s: %s", folder, bc_error_text(error));
    }
    char text[BC_RULES_TEXT_MAX];
    bc_rules_write(board, rules, text);
    bool standard = board->description == bc_board_description(0);
    return complain(command, "%s: %s; 'baghchal solve --rules %s%s%s' makes one", folder, bc_error_text(error), text,
                    standard ? "" : " --board ", standard ? "" : board->description->name);
}
