#include "cli/table_maker.h"

#include "server/solving.h"

#include <baghchal/solution.h>

#include <stdlib.h>
#include <string.h>

struct table_maker {
    uv_loop_t loop;
    struct solving solving;
    enum table_news news;
    char reason[SOLVING_SAID_MAX];
};

static void on_step(void *context, bool good, const char *said)
{
    struct table_maker *maker = context;
    if (!good) {
        maker->news = TABLES_NOT_MADE;
        (void)strncpy(maker->reason, said, sizeof maker->reason - 1);
        return;
    }
    maker->news = maker->solving.step < SOLVING_STEPS ? TABLES_MOVEMENT_MADE : TABLES_WHOLE_MADE;
    (void)solving_next(&maker->solving, &maker->loop);
}

struct table_maker *table_maker_start(const struct bc_board *board, const struct bc_rules *rules, bool movement_there)
{
    struct table_maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL || uv_loop_init(&maker->loop) != 0) {
        free(maker);
        return NULL;
    }
    struct solving *solving = &maker->solving;
    size_t size = sizeof solving->program;
    bool found =
        uv_exepath(solving->program, &size) == 0 && bc_solution_default_folder(board, rules, solving->folder) == BC_OK;
    (void)strncpy(solving->board, board->description->name, sizeof solving->board - 1);
    (void)bc_rules_write(board, rules, solving->rules);
    solving->step = movement_there ? 1 : 0;
    solving->done = on_step;
    solving->context = maker;
    if (!found || !solving_next(solving, &maker->loop)) {
        table_maker_end(maker);
        return NULL;
    }
    return maker;
}

enum table_news table_maker_look(struct table_maker *maker)
{
    (void)uv_run(&maker->loop, UV_RUN_NOWAIT);
    enum table_news news = maker->news;
    maker->news = TABLES_NOTHING_NEW;
    return news;
}

const char *table_maker_reason(const struct table_maker *maker)
{
    return maker->reason;
}

void table_maker_end(struct table_maker *maker)
{
    if (maker != NULL) {
        solving_kill(&maker->solving);
        (void)uv_run(&maker->loop, UV_RUN_DEFAULT);
        (void)uv_loop_close(&maker->loop);
        free(maker);
    }
}
