#include "server/standard_solution.h"

#include "server/limits.h"
#include "server/log.h"
#include "server/server.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Logs a reason, but not the same one again and again. */
static void tell(struct standard_solution *standard, const char *event, const char *why)
{
    if (strcmp(standard->told, why) != 0) {
        (void)snprintf(standard->told, sizeof standard->told, "%.*s", (int)sizeof standard->told - 1, why);
        log_event(LOG_LEVEL_WARNING, event, "why", why);
    }
}

static void wait_longer(struct standard_solution *standard, uv_loop_t *loop)
{
    uint64_t wait = LIMIT_SOLVING_LOOK;
    for (unsigned i = 0; i < standard->failures && wait < LIMIT_SOLVING_WAIT; i++) {
        wait *= 2;
    }
    standard->failures++;
    standard->next_attempt = uv_now(loop) + wait;
}

/* Gives a solution of another format version another name. Returns whether the place is free now. */
static bool set_aside(const char *folder)
{
    char aside[SOLVING_PATH_MAX];
    if (snprintf(aside, sizeof aside, "%s-other-version", folder) >= (int)sizeof aside || rename(folder, aside) != 0) {
        return false;
    }
    log_event(LOG_LEVEL_INFO, "a solution of another format version was set aside", "folder", aside);
    return true;
}

/* Whether nothing is lost when what lies in the folder is replaced: nothing, a part, or what is of no use to any program. */
static bool may_replace(struct standard_solution *standard, const struct bc_board *board, int *step)
{
    struct bc_solution *solution = NULL;
    const char *folder = standard->solving.folder;
    enum bc_error error = bc_solution_open(folder, board, &standard->rules, 1, &solution);
    bc_solution_close(solution);
    *step = error == BC_OK ? 1 : 0;
    bool replaceable = error == BC_OK || error == BC_ERROR_SOLUTION_MISSING || error == BC_ERROR_SOLUTION_MANIFEST ||
                       error == BC_ERROR_SOLUTION_FORMAT || error == BC_ERROR_SOLUTION_TRUNCATED ||
                       error == BC_ERROR_SOLUTION_CHECKSUM || error == BC_ERROR_SOLUTION_DAMAGED;
    if (replaceable || (error == BC_ERROR_SOLUTION_VERSION && set_aside(folder))) {
        return true;
    }
    tell(standard, "the solution of the usual rules is not made: what is in its folder is left alone",
         bc_error_text(error));
    return false;
}

static void look(struct server *server);

static void on_step(void *context, bool good, const char *said)
{
    struct server *server = context;
    struct standard_solution *standard = &server->standard_solution;
    if (!good) {
        tell(standard, "the solution of the usual rules was not made", said);
        wait_longer(standard, &server->loop);
        return;
    }
    standard->failures = 0;
    standard->told[0] = '\0';
    standard->solving.again = false;
    if (solutions_look(&server->solutions, NULL) == 0) {
        tell(standard, "the solution of the usual rules cannot be used", "it was made and yet cannot be opened");
        wait_longer(standard, &server->loop);
        return;
    }
    log_event(LOG_LEVEL_INFO, "solution made", "part", standard->solving.step == 1 ? "movement" : "whole");
    look(server);
}

/* Opens what has appeared, and makes what is missing when it is time. */
static void look(struct server *server)
{
    struct standard_solution *standard = &server->standard_solution;
    struct solving *solving = &standard->solving;
    if (standard->idle || solving->running || solving->stopped) {
        return;
    }
    if (!solving->again) {
        (void)solutions_look(&server->solutions, NULL);
        standard->idle = solutions_complete(&server->solutions, &standard->rules);
    }
    if (standard->idle) {
        return;
    }
    if (uv_now(&server->loop) < standard->next_attempt) {
        return;
    }
    int step = 0;
    if (!may_replace(standard, &server->board, &step)) {
        wait_longer(standard, &server->loop);
        return;
    }
    solving->step = solving->again ? 1 : step;
    if (solving_next(solving, &server->loop) && standard->failures == 0) {
        log_event(LOG_LEVEL_INFO, "making the solution of the usual rules in the background", "part",
                  solving->step == 1 ? "movement" : "whole");
    }
}

static void on_timer(uv_timer_t *timer)
{
    look(timer->data);
}

void standard_solution_start(struct server *server)
{
    struct standard_solution *standard = &server->standard_solution;
    struct solving *solving = &standard->solving;
    char name[BC_SOLUTION_NAME_MAX];
    size_t size = sizeof solving->program;
    standard->rules = bc_rules_default(&server->board);
    bc_solution_name(&server->board, &standard->rules, name);
    int length = snprintf(solving->folder, sizeof solving->folder, "%s/%s", server->settings->solutions, name);
    if (!server->settings->solve || length >= (int)sizeof solving->folder || uv_exepath(solving->program, &size) != 0) {
        return;
    }
    solving->done = on_step;
    solving->context = server;
    standard->wanted = true;
    (void)uv_timer_init(&server->loop, &standard->timer);
    standard->timer.data = server;
    (void)uv_timer_start(&standard->timer, on_timer, 0, LIMIT_SOLVING_LOOK);
}

void standard_solution_damaged(struct server *server, const struct bc_solution *solution)
{
    struct standard_solution *standard = &server->standard_solution;
    if (!solutions_condemn(&server->solutions, solution)) {
        return;
    }
    struct bc_rules rules = bc_solution_rules(solution);
    char name[BC_SOLUTION_NAME_MAX];
    bc_solution_name(&server->board, &rules, name);
    log_event(LOG_LEVEL_ERROR, "a solution is damaged", "solution", name);
    if (standard->wanted && bc_solution_covers(&rules, &standard->rules) == BC_OK) {
        standard->idle = false;
        standard->solving.again = true;
        (void)uv_timer_start(&standard->timer, on_timer, 0, LIMIT_SOLVING_LOOK);
    }
}

void standard_solution_stop(struct server *server)
{
    struct standard_solution *standard = &server->standard_solution;
    if (standard->wanted) {
        solving_stop(&standard->solving);
        uv_close((uv_handle_t *)&standard->timer, NULL);
    }
}

void standard_solution_kill(struct server *server)
{
    if (server->standard_solution.wanted) {
        solving_kill(&server->standard_solution.solving);
    }
}
