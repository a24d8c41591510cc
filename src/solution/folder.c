/* Names of folders. */
#include <baghchal/solution.h>

#include <stdio.h>
#include <stdlib.h>

size_t bc_solution_name(const struct bc_board *board, const struct bc_rules *rules, char *name)
{
    int length = snprintf(name, BC_SOLUTION_NAME_MAX, "%s-%u-%s-%u", board->description->name, rules->goats_to_win,
                          bc_stalemate_word((enum bc_stalemate)rules->goat_stalemate), rules->quiet_turn_limit);
    return length < 0 ? 0 : (size_t)length;
}

enum bc_error bc_solution_default_folder(const struct bc_board *board, const struct bc_rules *rules, char *path)
{
    char name[BC_SOLUTION_NAME_MAX];
    bc_solution_name(board, rules, name);
    /* The XDG base directory specification: relative paths are to be ignored. */
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length = -1;
    if (data != NULL && data[0] == '/') {
        length = snprintf(path, BC_SOLUTION_PATH_MAX, "%s/baghchal/%s", data, name);
    } else if (home != NULL && home[0] != '\0') {
        length = snprintf(path, BC_SOLUTION_PATH_MAX, "%s/.local/share/baghchal/%s", home, name);
    }
    return length < 0 || length >= BC_SOLUTION_PATH_MAX ? BC_ERROR_SOLUTION_PATH : BC_OK;
}
