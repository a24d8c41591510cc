/* Moves that are in the database's journal and not yet in the rows of their tables: the same in memory, by table.
 *
 * A move that is written as a whole row costs a page of its own; appended to a journal, hundreds of moves share one. So moves are appended, and now and
 * then, a few tables at a time, the rows are brought up to date and the front of the journal is deleted. Single-threaded; no database here. */
#ifndef BAGHCHAL_SERVER_MOVE_JOURNAL_H
#define BAGHCHAL_SERVER_MOVE_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A move and what the table is after it. */
struct move_row {
    uint64_t table_id;
    uint64_t seq;
    uint16_t move;
    uint8_t status;
    uint8_t result;
    uint8_t ending;
};

struct journal_table {
    uint64_t id; /* 0 for a free place */
    struct move_row *moves;
    size_t count;
    size_t capacity;
};

struct move_journal {
    struct journal_table *places;
    size_t place_count; /* 0 or a power of two */
    size_t used;        /* places with an id, those without moves included */
};

void move_journal_free(struct move_journal *journal);

/* Returns false without memory. */
bool move_journal_add(struct move_journal *journal, const struct move_row *move);

/* The moves of a table, oldest first; NULL for none. */
const struct journal_table *move_journal_find(const struct move_journal *journal, uint64_t table_id);

/* The row of a table is up to date. */
void move_journal_clear(struct move_journal *journal, uint64_t table_id);

/* The ids of all tables with moves, in memory that the caller frees; `count` is 0 without memory or tables. */
uint64_t *move_journal_tables(const struct move_journal *journal, size_t *count);

#endif
