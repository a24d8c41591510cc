#include "cli/thinker.h"

#include <stdlib.h>
#include <time.h>

enum { CACHE_BYTES = 256 << 20 };

uint64_t milliseconds_now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

enum bc_error thinker_open(struct thinker *thinker, const struct bc_board *board, unsigned megabytes, unsigned threads)
{
    thinker->report = NULL;
    thinker->solution = NULL;
    thinker->maker = NULL;
    thinker->report_context = NULL;
    atomic_init(&thinker->stopped, false);
    size_t size = bc_engine_memory(threads, (size_t)megabytes << 20);
    thinker->memory = malloc(size);
    if (thinker->memory == NULL) {
        return BC_ERROR_MEMORY;
    }
    enum bc_error error = bc_engine_init(thinker->memory, size, board, threads, &thinker->engine);
    if (error != BC_OK) {
        free(thinker->memory);
        return error;
    }
    thinker_judge_for(thinker, 0);
    return BC_OK;
}

void thinker_judge_for(struct thinker *thinker, unsigned level)
{
    bc_engine_set_large_network(thinker->engine, level == 0 || level == BC_LEVEL_PERFECT);
}

void thinker_close(struct thinker *thinker)
{
    thinker_make_no_tables(thinker);
    bc_solution_close(thinker->solution);
    free(thinker->memory);
}

void thinker_ask_no_tables(struct thinker *thinker)
{
    bc_engine_set_solution(thinker->engine, NULL);
    bc_solution_close(thinker->solution);
    thinker->solution = NULL;
}

/* The rules whose tables serve: where repetition is forbidden, those with repetition as a draw, by which `perfect` is guided. */
static struct bc_rules rules_of_tables(const struct bc_rules *rules)
{
    struct bc_rules served = *rules;
    if (served.repetition == BC_REPETITION_FORBIDDEN) {
        served.repetition = BC_REPETITION_DRAW;
    }
    return served;
}

enum bc_error thinker_ask_tables(struct thinker *thinker, const struct bc_board *board, const struct bc_rules *rules,
                                 const char *folder)
{
    thinker_ask_no_tables(thinker);
    char path[BC_SOLUTION_PATH_MAX];
    struct bc_rules served = rules_of_tables(rules);
    enum bc_error error = folder != NULL ? BC_OK : bc_solution_default_folder(board, &served, path);
    if (error == BC_OK) {
        error = bc_solution_open(folder != NULL ? folder : path, board, &served, CACHE_BYTES, &thinker->solution);
    }
    if (error != BC_OK) {
        thinker->solution = NULL;
        return error;
    }
    bc_engine_set_solution(thinker->engine, thinker->solution);
    return BC_OK;
}

bool thinker_make_tables(struct thinker *thinker, const struct bc_board *board, const struct bc_rules *rules)
{
    bool movement_there = thinker->solution != NULL;
    thinker_make_no_tables(thinker);
    struct bc_rules served = rules_of_tables(rules);
    if (movement_there && bc_solution_has_placement(thinker->solution)) {
        return false;
    }
    if (!movement_there) {
        /* What is there and cannot be read is not overwritten. */
        enum bc_error error = thinker_ask_tables(thinker, board, &served, NULL);
        if (error != BC_ERROR_SOLUTION_MISSING) {
            return false;
        }
    }
    thinker->board = board;
    thinker->rules = served;
    thinker->maker = table_maker_start(board, &served, movement_there);
    return thinker->maker != NULL;
}

enum table_news thinker_look_for_tables(struct thinker *thinker)
{
    if (thinker->maker == NULL) {
        return TABLES_NOTHING_NEW;
    }
    enum table_news news = table_maker_look(thinker->maker);
    if ((news == TABLES_MOVEMENT_MADE || news == TABLES_WHOLE_MADE) &&
        thinker_ask_tables(thinker, thinker->board, &thinker->rules, NULL) != BC_OK) {
        news = TABLES_NOT_MADE;
    }
    return news;
}

const char *thinker_news(const struct thinker *thinker, enum table_news news)
{
    switch (news) {
    case TABLES_MOVEMENT_MADE:
        return "the tables of the movement phase are made and are asked from now on";
    case TABLES_WHOLE_MADE:
        return "the tables are made and are asked from now on";
    case TABLES_NOT_MADE:
        return table_maker_reason(thinker->maker)[0] != '\0' ? table_maker_reason(thinker->maker)
                                                             : "the tables were not made";
    case TABLES_NOTHING_NEW:
        break;
    }
    return NULL;
}

void thinker_make_no_tables(struct thinker *thinker)
{
    table_maker_end(thinker->maker);
    thinker->maker = NULL;
}

static uint64_t host_milliseconds(void *context)
{
    (void)context;
    return milliseconds_now();
}

static bool host_stop(void *context)
{
    const struct thinker *thinker = context;
    return atomic_load_explicit(&thinker->stopped, memory_order_relaxed);
}

static void host_report(void *context, const struct bc_engine_report *report)
{
    const struct thinker *thinker = context;
    if (thinker->report != NULL) {
        thinker->report(thinker->report_context, report);
    }
}

struct bc_engine_host thinker_host(struct thinker *thinker)
{
    return (struct bc_engine_host){
        .context = thinker, .milliseconds = host_milliseconds, .stop = host_stop, .report = host_report};
}
