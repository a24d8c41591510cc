/* The reference positions with their exact values, read line by line. */
#ifndef TESTS_ENGINE_REFERENCE_VALUES_H
#define TESTS_ENGINE_REFERENCE_VALUES_H

#include <baghchal/text.h>

#include <stdio.h>
#include <string.h>

struct reference_value {
    struct bc_position position;
    enum bc_result result;
};

/* The next position of values.tsv that is not at an end; false after the last. */
static inline bool next_reference_value(FILE *file, const struct bc_board *board, struct reference_value *value)
{
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        char *tab = strchr(line, '\t');
        if (line[0] == '#' || tab == NULL ||
            bc_position_read(board, line, (size_t)(tab - line), &value->position, NULL) != BC_OK) {
            continue;
        }
        value->result = BC_RESULT_DRAW;
        if (strncmp(tab + 1, "goats", 5) == 0) {
            value->result = BC_RESULT_GOATS_WIN;
        } else if (strncmp(tab + 1, "tigers", 6) == 0) {
            value->result = BC_RESULT_TIGERS_WIN;
        }
        struct bc_rules rules = bc_rules_default(board);
        if (bc_rules_ending(board, &rules, &value->position, NULL) == BC_ENDING_NONE) {
            return true;
        }
    }
    return false;
}

#endif
