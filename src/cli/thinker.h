/* An engine with memory, a clock and a switch to stop it: what the commands that think share.
 *
 * thinker_open() failed: nothing to close. It worked: thinker_close() once, when no search is under way. The switch may be set
 * from any thread; everything else belongs to one thread at a time. */
#ifndef CLI_THINKER_H
#define CLI_THINKER_H

#include "cli/table_maker.h"

#include <baghchal/engine_large_network.h>
#include <baghchal/engine_level.h>
#include <baghchal/engine_solution.h>

#include <stdatomic.h>

enum {
    THINKER_MEGABYTES = 64, /* of transposition table, unless told otherwise */
    THINKER_MEGABYTES_MAX = 65536,
};

struct thinker {
    struct bc_engine *engine;
    void *memory;
    struct bc_solution *solution; /* that the engine asks, or NULL */
    struct table_maker *maker;    /* at work on tables, or NULL */
    const struct bc_board *board; /* of these tables */
    struct bc_rules rules;
    atomic_bool stopped;                                                  /* the search under way is to end */
    void (*report)(void *context, const struct bc_engine_report *report); /* NULL, or called after every depth */
    void *report_context;
};

/* Makes an engine with so many megabytes (1 to THINKER_MEGABYTES_MAX) and threads. Errors: BC_ERROR_MEMORY, those of bc_engine_init(). */
enum bc_error thinker_open(struct thinker *thinker, const struct bc_board *board, unsigned megabytes, unsigned threads);

void thinker_close(struct thinker *thinker);

/* Lets the engine ask the tables in `folder`, NULL for the folder where solutions of these rules are kept; where the rules forbid
 * repetition, of the same rules with repetition as a draw, by which the level `perfect` is guided.
 * Errors: those of bc_solution_open(), among them BC_ERROR_SOLUTION_MISSING; the engine then asks none. */
enum bc_error thinker_ask_tables(struct thinker *thinker, const struct bc_board *board, const struct bc_rules *rules,
                                 const char *folder);

void thinker_ask_no_tables(struct thinker *thinker);

/* Lets the engine judge positions as it should for a level: 1 to 8 by the small network, so that they are the same everywhere,
 * perfect and the full search (0) by the large one. A thinker begins with that for the full search. */
void thinker_judge_for(struct thinker *thinker, unsigned level);

/* Where the engine asks no tables, or those of the movement phase alone, and these rules can have more: begins to make them in the
 * background. Returns whether they are being made. Another question for tables does not end that; closing the thinker does. */
bool thinker_make_tables(struct thinker *thinker, const struct bc_board *board, const struct bc_rules *rules);

/* Whether some have been made meanwhile; if so the engine asks them from now on. To be called between searches. */
enum table_news thinker_look_for_tables(struct thinker *thinker);

/* What is to be said about news: a sentence without its full stop, or NULL. */
const char *thinker_news(const struct thinker *thinker, enum table_news news);

/* Gives up making tables. */
void thinker_make_no_tables(struct thinker *thinker);

/* What a search of this thinker is to be given as its surroundings. */
struct bc_engine_host thinker_host(struct thinker *thinker);

/* Milliseconds of a clock that never goes back. */
uint64_t milliseconds_now(void);

#endif
