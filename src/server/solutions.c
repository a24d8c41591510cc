#include "server/solutions.h"

#include <stdio.h>
#include <string.h>

enum { CACHE_BYTES = 64 * 1024 * 1024 };

/* Whether nothing better than what is open can be found under this name. */
static bool is_complete(const struct solutions *solutions, const char *name)
{
    for (size_t i = 0; i < solutions->count; i++) {
        const struct open_solution *entry = &solutions->open[i];
        if (strcmp(entry->name, name) == 0 && !entry->damaged && bc_solution_has_placement(entry->solution)) {
            return true;
        }
    }
    return false;
}

/* Whether the movement phase at least is open under this name. */
static bool has_movement(const struct solutions *solutions, const char *name)
{
    for (size_t i = 0; i < solutions->count; i++) {
        if (strcmp(solutions->open[i].name, name) == 0 && !solutions->open[i].damaged) {
            return true;
        }
    }
    return false;
}

/* A solution of the movement phase alone is opened again once the rest is there; the old one stays for those who still ask it. */
static bool open_one(struct solutions *solutions, const char *name, const struct bc_rules *rules,
                     void (*complain)(const char *name, enum bc_error error))
{
    char path[BC_SOLUTION_PATH_MAX];
    struct open_solution *entry = &solutions->open[solutions->count];
    if (solutions->count == SOLUTIONS_MAX ||
        snprintf(path, sizeof path, "%s/%s", solutions->folder, name) >= (int)sizeof path) {
        return false;
    }
    enum bc_error error = bc_solution_open(path, solutions->board, rules, CACHE_BYTES, &entry->solution);
    if (error != BC_OK) {
        if (error != BC_ERROR_SOLUTION_MISSING && complain != NULL) {
            complain(name, error);
        }
        return false;
    }
    if (has_movement(solutions, name) && !bc_solution_has_placement(entry->solution)) {
        bc_solution_close(entry->solution);
        return false;
    }
    (void)snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->rules = bc_solution_rules(entry->solution);
    entry->damaged = false;
    solutions->count++;
    return true;
}

unsigned solutions_look(struct solutions *solutions, void (*complain)(const char *name, enum bc_error error))
{
    unsigned opened = 0;
    for (size_t i = 0; bc_rules_named(i) != NULL; i++) {
        struct bc_rules rules = bc_rules_named(i)->rules;
        char name[BC_SOLUTION_NAME_MAX];
        rules.repetition = BC_REPETITION_DRAW;
        bc_solution_name(solutions->board, &rules, name);
        if (!is_complete(solutions, name)) {
            opened += open_one(solutions, name, &rules, complain);
        }
    }
    return opened;
}

bool solutions_complete(const struct solutions *solutions, const struct bc_rules *rules)
{
    char name[BC_SOLUTION_NAME_MAX];
    bc_solution_name(solutions->board, rules, name);
    return is_complete(solutions, name);
}

bool solutions_condemn(struct solutions *solutions, const struct bc_solution *solution)
{
    for (size_t i = 0; i < solutions->count; i++) {
        if (solutions->open[i].solution == solution && !solutions->open[i].damaged) {
            solutions->open[i].damaged = true;
            return true;
        }
    }
    return false;
}

struct bc_solution *solutions_for(const struct solutions *solutions, const struct bc_rules *rules)
{
    for (size_t i = solutions->count; i-- > 0;) {
        if (bc_solution_covers(&solutions->open[i].rules, rules) == BC_OK) {
            return solutions->open[i].solution;
        }
    }
    return NULL;
}

void solutions_close(struct solutions *solutions)
{
    for (size_t i = 0; i < solutions->count; i++) {
        bc_solution_close(solutions->open[i].solution);
    }
    solutions->count = 0;
}
