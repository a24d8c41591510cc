/* Where tables are kept: one interface, so that another database can stand in for SQLite.
 *
 * A table is one row, which holds everything, its moves too. A change is stored by writing the row whole or by adding one move to it, so a table on
 * disk is always one that once was in memory. All functions of a store are called by one thread at a time. */
#ifndef BAGHCHAL_SERVER_STORE_H
#define BAGHCHAL_SERVER_STORE_H

#include "server/move_journal.h"
#include "server/table.h"

enum store_result {
    STORE_OK,
    STORE_MISSING, /* no such row */
    STORE_BUSY,    /* another program holds the database */
    STORE_FULL,    /* the disk is full */
    STORE_DAMAGED, /* the database or a row is not what was written */
    STORE_NEWER,   /* a newer version of the program made the database */
    STORE_FAILED,
};

struct table_row_seat {
    uint8_t kind;
    uint8_t level;
    char name[LIMIT_NAME_BYTES + 1];
    uint8_t secret_hash[SECRET_HASH_SIZE];
    int64_t offer_allowed[OFFER_KIND_COUNT]; /* OFFER_NONE apart */
};

struct table_row {
    uint64_t id;
    uint64_t seq;
    uint64_t rematch;
    uint64_t previous;
    int64_t created;
    int64_t changed;
    int64_t expires;
    uint32_t line;
    uint8_t status;
    uint8_t maker;
    struct table_offer offer;
    struct table_row_seat seats[2];
    struct bc_rules rules;
    char start[BC_POSITION_TEXT_MAX];
    uint8_t result; /* enum bc_result */
    uint8_t ending; /* enum bc_ending; says agreement and resignation, which moves do not */
    bc_move *moves; /* owned by the row */
    size_t move_count;
};

struct store;

struct store_operations {
    enum store_result (*begin)(struct store *store);
    enum store_result (*commit)(struct store *store);
    void (*roll_back)(struct store *store);
    /* Inserts the row or puts it in the place of the one with its id; within begin and commit. */
    enum store_result (*put)(struct store *store, const struct table_row *row);
    /* Adds a move to a table whose row is there; within begin and commit. */
    enum store_result (*append)(struct store *store, const struct move_row *move);
    /* Reads a row; its moves are allocated. */
    enum store_result (*get)(struct store *store, uint64_t id, struct table_row *row);
    /* Deletes tables that never were played and have not changed since `before`; sets how many. */
    enum store_result (*forget)(struct store *store, int64_t before, int64_t *count);
    void (*close)(struct store *store);
};

struct store {
    const struct store_operations *operations;
};

/* Opens the database `path`, making it or bringing it to the present schema where needed. `message` (of `message_size`) is set to a
 * sentence when it fails. The one who opens it is its only writer: a lock beside the database keeps others out (STORE_BUSY). */
enum store_result store_sqlite_open(const char *path, struct store **store, char *message, size_t message_size);

/* Copies the database to `target`, which must not exist, while a server may be writing; `target` is complete or not there. */
enum store_result store_sqlite_backup(const char *path, const char *target, char *message, size_t message_size);

/* The version of the schema, and brings an older database only up to `version`: for tests of migrations. */
enum { STORE_SQLITE_VERSION = 4 };
enum store_result store_sqlite_create_version(const char *path, int version);

const char *store_result_text(enum store_result result);

/* A table as a row. Errors: false without memory. table_row_free() frees the moves. */
bool table_row_from_table(struct table_row *row, const struct table *table, int64_t now);
void table_row_free(struct table_row *row);

/* The last move of a table, to be appended. */
void move_row_from_table(struct move_row *move, const struct table *table);

/* The table of a row. Errors: BC_ERROR_MEMORY, and whatever the rules say when the row is no game. */
enum bc_error table_from_row(struct table *table, const struct bc_board *board, const struct table_row *row);

#endif
