/* Rule sets with one goal, solved together: the work forks where they come to differ. */
#include "solve/solver.h"

#include <stdlib.h>

struct shared_solve {
    struct solver solver;
    struct bc_solve_options options; /* those of the members being worked on */
    struct bc_solve_result *result;
    struct movement *movement;
    const struct bc_solve_family *family;
    uint16_t limit;
    uint32_t stuck_goats; /* as stuck_goat_counts() */
};

/* The members with a property, or without it. */
static unsigned members(unsigned property, bool with)
{
    unsigned mask = 0;
    for (unsigned member = 0; member < BC_SOLVE_FAMILY_SIZE; ++member) {
        mask |= ((member & property) != 0) == with ? 1U << member : 0;
    }
    return mask;
}

static bool differ(unsigned wanted, unsigned property)
{
    return (wanted & members(property, true)) != 0 && (wanted & members(property, false)) != 0;
}

static void set_rules(struct shared_solve *s, bool draw, bool unlimited)
{
    s->options.rules.goat_stalemate = (uint8_t)(draw ? BC_STALEMATE_DRAW : BC_STALEMATE_TIGERS_WIN);
    s->options.rules.quiet_turn_limit = unlimited ? 0 : s->limit;
}

static enum bc_error solve_members(struct shared_solve *s, unsigned eaten, unsigned wanted);

/* What to come back to after a fork: the tiers that were left, and what was won too late for the limit. */
struct fork_point {
    unsigned eaten;
    bool limit_matters;
    size_t *beyond; /* sizes by class */
};

static void remember(const struct shared_solve *s, unsigned eaten, struct fork_point *point)
{
    point->eaten = eaten;
    point->limit_matters = s->result->limit_matters;
    for (uint32_t class = 0; class < s->solver.index->class_count; ++class) {
        point->beyond[class] = s->solver.beyond[class].size;
    }
}

static enum bc_error come_back(const struct shared_solve *s, const struct fork_point *point)
{
    s->result->limit_matters = point->limit_matters;
    for (uint32_t class = 0; class < s->solver.index->class_count; ++class) {
        s->solver.beyond[class].size = point->beyond[class];
    }
    return movement_forget(s->movement, point->eaten - 1);
}

/* Goes on with the members apart: those without the property have `eaten` tiers left, those with it start from the fork. */
static enum bc_error fork_members(struct shared_solve *s, unsigned wanted, unsigned property, unsigned eaten,
                                  const struct fork_point *point)
{
    enum bc_error error = solve_members(s, eaten, wanted & members(property, false));
    if (error == BC_OK) {
        error = come_back(s, point);
    }
    return error == BC_OK ? solve_members(s, point->eaten, wanted & members(property, true)) : error;
}

static enum bc_error hand_over(struct shared_solve *s, unsigned wanted)
{
    for (unsigned member = 0; member < BC_SOLVE_FAMILY_SIZE; ++member) {
        if ((wanted >> member & 1U) != 0) {
            set_rules(s, (member & BC_SOLVE_FAMILY_DRAW) != 0, (member & BC_SOLVE_FAMILY_UNLIMITED) != 0);
            enum bc_error error = s->family->solved(s->family->context, &s->options.rules, s->result);
            if (error != BC_OK) {
                return error;
            }
        }
    }
    return BC_OK;
}

/* Solves the tiers that are left until the members differ, and what follows from there. `forked` is set if they did. */
static enum bc_error solve_tiers(struct shared_solve *s, unsigned eaten, unsigned wanted, struct fork_point *point,
                                 bool *forked)
{
    enum bc_error error = BC_OK;
    *forked = false;
    while (error == BC_OK && eaten > 0 && !*forked) {
        remember(s, eaten, point);
        unsigned goats = s->solver.index->board->goat_count + 1U - eaten;
        *forked = differ(wanted, BC_SOLVE_FAMILY_DRAW) && (s->stuck_goats >> goats & 1U) != 0;
        if (*forked) {
            return fork_members(s, wanted, BC_SOLVE_FAMILY_DRAW, eaten, point);
        }
        set_rules(s, (wanted & members(BC_SOLVE_FAMILY_DRAW, false)) == 0,
                  (wanted & members(BC_SOLVE_FAMILY_UNLIMITED, false)) == 0);
        error = movement_solve_tier(s->movement, --eaten);
        *forked = error == BC_OK && differ(wanted, BC_SOLVE_FAMILY_UNLIMITED) && s->result->limit_matters;
        if (*forked) {
            error = fork_members(s, wanted, BC_SOLVE_FAMILY_UNLIMITED, eaten, point);
        }
    }
    return error;
}

/* Solves wanted members of which all tiers but the last `eaten` are solved. */
static enum bc_error solve_members(struct shared_solve *s, unsigned eaten, unsigned wanted)
{
    struct fork_point point = {.beyond = calloc(s->solver.index->class_count, sizeof *point.beyond)};
    bool forked = false;
    if (point.beyond == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = wanted == 0 ? BC_OK : solve_tiers(s, eaten, wanted, &point, &forked);
    free(point.beyond);
    if (error != BC_OK || forked || wanted == 0) {
        return error;
    }
    error = s->options.movement_only ? BC_OK : solve_placement(&s->solver);
    return error == BC_OK ? hand_over(s, wanted) : error;
}

enum bc_error bc_solve_family(const struct bc_index *index, const struct bc_solve_options *options,
                              const struct bc_solve_family *family)
{
    struct shared_solve s = {
        .options = *options,
        .result = malloc(sizeof *s.result),
        .family = family,
        .limit = options->rules.quiet_turn_limit,
        .stuck_goats = stuck_goat_counts(index),
    };
    if (s.result == NULL) {
        return BC_ERROR_MEMORY;
    }
    s.options.without_end = true;
    s.options.sink = (struct bc_solve_sink){0};
    enum bc_error error = solver_open(&s.solver, index, &s.options, s.result, !options->movement_only);
    if (error == BC_OK) {
        error = movement_begin(&s.solver, &s.movement);
    }
    if (error == BC_OK) {
        error = solve_members(&s, options->rules.goats_to_win, family->wanted);
    }
    movement_end(s.movement);
    solver_close(&s.solver);
    free(s.result);
    return error;
}
