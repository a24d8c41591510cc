/* Makes the tables that `perfect` asks where they are missing: in the background, at the lowest priority, first the movement phase, then the whole
 * where memory allows, in the folder where solutions of the rules are kept. The work itself is the server's struct solving, which a thread
 * of the maker's own looks after.
 *
 * These functions: one thread at a time. table_maker_start() returned NULL: nothing to end. Else table_maker_end() once;
 * what is not finished by then is given up, and nothing half done stays. */
#ifndef CLI_TABLE_MAKER_H
#define CLI_TABLE_MAKER_H

#include <baghchal/rules.h>

struct table_maker;

enum table_news {
    TABLES_NOTHING_NEW,
    TABLES_MOVEMENT_MADE, /* positions with all goats placed */
    TABLES_WHOLE_MADE,
    TABLES_NOT_MADE, /* table_maker_reason() says why; told once */
};

/* Begins. `movement_there` says that the movement phase need not be made. NULL where no child can be started. */
struct table_maker *table_maker_start(const struct bc_board *board, const struct bc_rules *rules, bool movement_there);

/* What has happened since it was last asked, one thing at a time. */
enum table_news table_maker_look(struct table_maker *maker);

/* To be asked after TABLES_NOT_MADE. */
const char *table_maker_reason(const struct table_maker *maker);

/* NULL does nothing. */
void table_maker_end(struct table_maker *maker);

#endif
