/* The store in SQLite: a database in WAL mode with synchronous=FULL, written by exactly one connection.
 *
 * Moves go to the table `journal`, which only grows at its end; move_journal.h tells why. A row of `tables` counts together with the moves of
 * the journal whose seq is above its own. Once the journal is long, each transaction brings some rows up to date, and when all are,
 * its front is deleted.
 *
 * The version of the schema is the database's user_version; each migration leads from one version to the next and runs in
 * one transaction with the change of that number. */
#include "server/store.h"

#include <sqlite3.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_SIZE = 4096,
    APPLICATION_ID = 0x42436861,
    FOLD_AT = 32768,       /* moves in the journal from which on rows are brought up to date */
    FOLD_TABLES = 16,      /* in one transaction */
    FOLD_DELETIONS = 4096, /* of moves in one transaction */
};

/* migrations[v] leads from version v to v + 1. What has been released is never edited. */
static const char *const migrations[STORE_SQLITE_VERSION] = {
    "CREATE TABLE tables ("
    " id INTEGER PRIMARY KEY,"
    " seq INTEGER NOT NULL,"
    " status INTEGER NOT NULL,"
    " maker INTEGER NOT NULL,"
    " line INTEGER NOT NULL,"
    " created INTEGER NOT NULL,"
    " changed INTEGER NOT NULL,"
    " expires INTEGER NOT NULL,"
    " rematch INTEGER NOT NULL,"
    " previous INTEGER NOT NULL,"
    " rules TEXT NOT NULL,"
    " start TEXT NOT NULL,"
    " result INTEGER NOT NULL,"
    " ending INTEGER NOT NULL,"
    " goats_kind INTEGER NOT NULL, goats_level INTEGER NOT NULL, goats_name TEXT NOT NULL, goats_secret BLOB NOT NULL,"
    " tigers_kind INTEGER NOT NULL, tigers_level INTEGER NOT NULL, tigers_name TEXT NOT NULL, tigers_secret BLOB NOT "
    "NULL,"
    " moves BLOB NOT NULL"
    ") STRICT",

    /* Offers outlive a restart; tables that never were played can be found to be forgotten. */
    "ALTER TABLE tables ADD COLUMN offer_number INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN offer_kind INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN offer_by INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN offer_ply INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_never_played ON tables (changed) WHERE status IN (0, 3, 4)",

    /* Moves are appended. */
    "CREATE TABLE journal ("
    " number INTEGER PRIMARY KEY,"
    " table_id INTEGER NOT NULL,"
    " seq INTEGER NOT NULL,"
    " move INTEGER NOT NULL,"
    " status INTEGER NOT NULL,"
    " result INTEGER NOT NULL,"
    " ending INTEGER NOT NULL"
    ") STRICT",

    /* So does the wait before an offer may be repeated. */
    "ALTER TABLE tables ADD COLUMN goats_draw_after INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN goats_takeback_after INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN goats_rematch_after INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN tigers_draw_after INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN tigers_takeback_after INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN tigers_rematch_after INTEGER NOT NULL DEFAULT 0",
};

#define COLUMNS                                                                                                  \
    "id, seq, status, maker, line, created, changed, expires, rematch, previous, rules, start, result, ending, " \
    "goats_kind, goats_level, goats_name, goats_secret, tigers_kind, tigers_level, tigers_name, tigers_secret, " \
    "moves, offer_number, offer_kind, offer_by, offer_ply, goats_draw_after, goats_takeback_after, "             \
    "goats_rematch_after, tigers_draw_after, tigers_takeback_after, tigers_rematch_after"

struct sqlite_store {
    struct store store;
    sqlite3 *database;
    sqlite3_stmt *begin;
    sqlite3_stmt *commit;
    sqlite3_stmt *roll_back;
    sqlite3_stmt *put;
    sqlite3_stmt *get;
    sqlite3_stmt *forget;
    sqlite3_stmt *append;
    sqlite3_stmt *shorten;
    struct move_journal journal; /* the moves of the journal that are not in rows */
    int64_t first;               /* the numbers of the journal: from here */
    int64_t next;                /* up to, but not with, this */
    int64_t fold_until;          /* rows are being brought up to date to delete up to, but not with, this; 0 when not */
    uint64_t *fold_ids;          /* tables still to be brought up to date, the last first */
    size_t fold_count;
    struct bc_board board; /* only to read and write rule sets */
    int lock;
};

const char *store_result_text(enum store_result result)
{
    switch (result) {
    case STORE_OK:
        return "no error";
    case STORE_MISSING:
        return "there is no such row";
    case STORE_BUSY:
        return "another program holds the database";
    case STORE_FULL:
        return "the disk is full";
    case STORE_DAMAGED:
        return "the database is damaged";
    case STORE_NEWER:
        return "a newer version of the program made the database";
    case STORE_FAILED:
    default:
        return "the database failed";
    }
}

static enum store_result result_of(int code)
{
    switch (code & 0xFF) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW:
        return STORE_OK;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return STORE_BUSY;
    case SQLITE_FULL:
        return STORE_FULL;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return STORE_DAMAGED;
    default:
        return STORE_FAILED;
    }
}

static struct sqlite_store *sqlite_store(struct store *store)
{
    return (struct sqlite_store *)store;
}

/* Runs a statement that gives no row. */
static enum store_result run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    (void)sqlite3_reset(statement);
    return result_of(code);
}

static enum store_result sqlite_begin(struct store *store)
{
    return run(sqlite_store(store)->begin);
}

static int bind_seat(sqlite3_stmt *statement, int first, const struct table_row_seat *seat)
{
    int code = sqlite3_bind_int(statement, first, seat->kind);
    code |= sqlite3_bind_int(statement, first + 1, seat->level);
    code |= sqlite3_bind_text(statement, first + 2, seat->name, -1, SQLITE_STATIC);
    code |= sqlite3_bind_blob(statement, first + 3, seat->secret_hash, SECRET_HASH_SIZE, SQLITE_STATIC);
    return code;
}

static enum store_result write_row(struct sqlite_store *self, const struct table_row *row)
{
    sqlite3_stmt *put = self->put;
    char rules[BC_RULES_TEXT_MAX];
    bc_rules_write(&self->board, &row->rules, rules);
    const int64_t numbers[] = {(int64_t)row->id,
                               (int64_t)row->seq,
                               row->status,
                               row->maker,
                               row->line,
                               row->created,
                               row->changed,
                               row->expires,
                               (int64_t)row->rematch,
                               (int64_t)row->previous};
    int code = SQLITE_OK;
    int at = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        code |= sqlite3_bind_int64(put, at++, numbers[i]);
    }
    code |= sqlite3_bind_text(put, at++, rules, -1, SQLITE_STATIC);
    code |= sqlite3_bind_text(put, at++, row->start, -1, SQLITE_STATIC);
    code |= sqlite3_bind_int(put, at++, row->result);
    code |= sqlite3_bind_int(put, at++, row->ending);
    code |= bind_seat(put, at, &row->seats[BC_GOATS]);
    code |= bind_seat(put, at + 4, &row->seats[BC_TIGERS]);
    at += 8;
    code |= sqlite3_bind_blob(put, at++, row->moves, (int)(row->move_count * sizeof *row->moves), SQLITE_STATIC);
    code |= sqlite3_bind_int64(put, at++, row->offer.number);
    code |= sqlite3_bind_int(put, at++, row->offer.kind);
    code |= sqlite3_bind_int(put, at++, row->offer.by);
    code |= sqlite3_bind_int64(put, at++, row->offer.ply);
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned kind = 1; kind < OFFER_KIND_COUNT; kind++) {
            code |= sqlite3_bind_int64(put, at++, row->seats[side == 0 ? BC_GOATS : BC_TIGERS].offer_allowed[kind]);
        }
    }
    enum store_result result = code == SQLITE_OK ? run(put) : STORE_FAILED;
    (void)sqlite3_clear_bindings(put);
    if (result == STORE_OK) {
        move_journal_clear(&self->journal, row->id);
    }
    return result;
}

static enum store_result sqlite_put(struct store *store, const struct table_row *row)
{
    return write_row(sqlite_store(store), row);
}

static enum store_result sqlite_append(struct store *store, const struct move_row *move)
{
    struct sqlite_store *self = sqlite_store(store);
    const int64_t numbers[] = {
        self->next, (int64_t)move->table_id, (int64_t)move->seq, move->move, move->status, move->result, move->ending};
    int code = SQLITE_OK;
    for (int i = 0; i < 7; i++) {
        code |= sqlite3_bind_int64(self->append, i + 1, numbers[i]);
    }
    enum store_result result = code == SQLITE_OK ? run(self->append) : STORE_FAILED;
    if (result != STORE_OK) {
        return result;
    }
    self->next++;
    return move_journal_add(&self->journal, move) ? STORE_OK : STORE_FAILED;
}

/* A small number of a column; numbers that do not fit give one that no field takes. */
static uint8_t small(sqlite3_stmt *row, int column)
{
    int64_t value = sqlite3_column_int64(row, column);
    return value < 0 || value > 254 ? 255 : (uint8_t)value;
}

static bool read_text(sqlite3_stmt *row, int column, char *text, size_t size)
{
    const unsigned char *value = sqlite3_column_text(row, column);
    size_t length = (size_t)sqlite3_column_bytes(row, column);
    if (value == NULL || length >= size) {
        return false;
    }
    memset(text, 0, size);
    memcpy(text, value, length);
    return true;
}

static bool read_seat(sqlite3_stmt *row, int first, struct table_row_seat *seat)
{
    seat->kind = small(row, first);
    seat->level = small(row, first + 1);
    if (!read_text(row, first + 2, seat->name, sizeof seat->name) ||
        sqlite3_column_bytes(row, first + 3) != SECRET_HASH_SIZE) {
        return false;
    }
    memcpy(seat->secret_hash, sqlite3_column_blob(row, first + 3), SECRET_HASH_SIZE);
    return true;
}

static bool read_moves(sqlite3_stmt *statement, int column, struct table_row *row)
{
    const void *moves = sqlite3_column_blob(statement, column);
    size_t size = (size_t)sqlite3_column_bytes(statement, column);
    row->move_count = size / sizeof *row->moves;
    row->moves = malloc(size + sizeof *row->moves);
    if (row->moves == NULL || size % sizeof *row->moves != 0) {
        return false;
    }
    if (size > 0) {
        memcpy(row->moves, moves, size);
    }
    return true;
}

static bool read_row(struct sqlite_store *self, sqlite3_stmt *get, struct table_row *row)
{
    char rules[BC_RULES_TEXT_MAX];
    *row = (struct table_row){
        .id = (uint64_t)sqlite3_column_int64(get, 0),
        .seq = (uint64_t)sqlite3_column_int64(get, 1),
        .status = small(get, 2),
        .maker = small(get, 3),
        .line = (uint32_t)sqlite3_column_int64(get, 4),
        .created = sqlite3_column_int64(get, 5),
        .changed = sqlite3_column_int64(get, 6),
        .expires = sqlite3_column_int64(get, 7),
        .rematch = (uint64_t)sqlite3_column_int64(get, 8),
        .previous = (uint64_t)sqlite3_column_int64(get, 9),
        .result = small(get, 12),
        .ending = small(get, 13),
        .offer = {.number = (uint32_t)sqlite3_column_int64(get, 23),
                  .kind = small(get, 24),
                  .by = small(get, 25),
                  .ply = (uint32_t)sqlite3_column_int64(get, 26)},
    };
    for (int kind = 1; kind < OFFER_KIND_COUNT; kind++) {
        row->seats[BC_GOATS].offer_allowed[kind] = sqlite3_column_int64(get, 26 + kind);
        row->seats[BC_TIGERS].offer_allowed[kind] = sqlite3_column_int64(get, 26 + OFFER_KIND_COUNT - 1 + kind);
    }
    return read_text(get, 10, rules, sizeof rules) &&
           bc_rules_read(&self->board, rules, strlen(rules), &row->rules, NULL) == BC_OK &&
           read_text(get, 11, row->start, sizeof row->start) && read_seat(get, 14, &row->seats[BC_GOATS]) &&
           read_seat(get, 18, &row->seats[BC_TIGERS]) && read_moves(get, 22, row);
}

/* Adds the moves of the journal to a row. */
static bool add_journal(const struct sqlite_store *self, struct table_row *row)
{
    const struct journal_table *table = move_journal_find(&self->journal, row->id);
    if (table == NULL) {
        return true;
    }
    bc_move *moves = realloc(row->moves, (row->move_count + table->count + 1) * sizeof *moves);
    if (moves == NULL) {
        return false;
    }
    row->moves = moves;
    for (size_t i = 0; i < table->count; i++) {
        const struct move_row *move = &table->moves[i];
        if (move->seq > row->seq) {
            moves[row->move_count++] = move->move;
            row->seq = move->seq;
            row->status = move->status;
            row->result = move->result;
            row->ending = move->ending;
            row->offer.kind = OFFER_NONE;
        }
    }
    return true;
}

static enum store_result read_table(struct sqlite_store *self, uint64_t id, struct table_row *row)
{
    if (sqlite3_bind_int64(self->get, 1, (sqlite3_int64)id) != SQLITE_OK) {
        return STORE_FAILED;
    }
    int code = sqlite3_step(self->get);
    enum store_result result = code == SQLITE_DONE ? STORE_MISSING : result_of(code);
    if (code == SQLITE_ROW && (!read_row(self, self->get, row) || !add_journal(self, row))) {
        table_row_free(row);
        result = STORE_DAMAGED;
    }
    (void)sqlite3_reset(self->get);
    return result;
}

static enum store_result sqlite_get(struct store *store, uint64_t id, struct table_row *row)
{
    return read_table(sqlite_store(store), id, row);
}

/* Brings the row of one table up to date. A row that is damaged stays as it is, and so do its moves in memory until the next start. */
static enum store_result fold_one(struct sqlite_store *self, uint64_t id)
{
    struct table_row row = {0};
    enum store_result result =
        move_journal_find(&self->journal, id) == NULL ? STORE_MISSING : read_table(self, id, &row);
    if (result != STORE_OK) {
        return result == STORE_MISSING || result == STORE_DAMAGED ? STORE_OK : result;
    }
    result = write_row(self, &row);
    table_row_free(&row);
    return result;
}

/* Does a part of bringing the rows up to date and of shortening the journal, within a transaction. */
static enum store_result fold_some(struct sqlite_store *self)
{
    enum store_result result = STORE_OK;
    if (self->fold_until == 0 && self->next - self->first >= FOLD_AT) {
        self->fold_ids = move_journal_tables(&self->journal, &self->fold_count);
        self->fold_until = self->fold_ids == NULL ? 0 : self->next;
    } else if (self->fold_count > 0) {
        for (int i = 0; i < FOLD_TABLES && self->fold_count > 0 && result == STORE_OK; i++) {
            result = fold_one(self, self->fold_ids[--self->fold_count]);
        }
    } else if (self->fold_until != 0) {
        int64_t until =
            self->first + FOLD_DELETIONS < self->fold_until ? self->first + FOLD_DELETIONS : self->fold_until;
        result = sqlite3_bind_int64(self->shorten, 1, until) == SQLITE_OK ? run(self->shorten) : STORE_FAILED;
        self->first = result == STORE_OK ? until : self->first;
        if (result == STORE_OK && until == self->fold_until) {
            self->fold_until = 0;
            free(self->fold_ids);
            self->fold_ids = NULL;
        }
    }
    return result;
}

static enum store_result sqlite_commit(struct store *store)
{
    struct sqlite_store *self = sqlite_store(store);
    enum store_result result = fold_some(self);
    return result == STORE_OK ? run(self->commit) : result;
}

static void forget_journal(struct sqlite_store *self)
{
    move_journal_free(&self->journal);
    free(self->fold_ids);
    self->fold_ids = NULL;
    self->fold_count = 0;
    self->fold_until = 0;
    self->first = self->next = 1;
}

/* Reads the whole journal into memory: at the start, and when a transaction that had changed it there was undone. */
static enum store_result read_journal(struct sqlite_store *self)
{
    sqlite3_stmt *all = NULL;
    forget_journal(self);
    int code =
        sqlite3_prepare_v2(self->database,
                           "SELECT number, table_id, journal.seq, move, journal.status, journal.result, journal.ending,"
                           " tables.seq FROM journal JOIN tables ON tables.id = table_id ORDER BY number",
                           -1, &all, NULL);
    bool good = code == SQLITE_OK;
    int64_t last = 0;
    while (good && (code = sqlite3_step(all)) == SQLITE_ROW) {
        const struct move_row move = {.table_id = (uint64_t)sqlite3_column_int64(all, 1),
                                      .seq = (uint64_t)sqlite3_column_int64(all, 2),
                                      .move = (uint16_t)sqlite3_column_int(all, 3),
                                      .status = small(all, 4),
                                      .result = small(all, 5),
                                      .ending = small(all, 6)};
        self->first = last == 0 ? sqlite3_column_int64(all, 0) : self->first;
        last = sqlite3_column_int64(all, 0);
        good = move.seq <= (uint64_t)sqlite3_column_int64(all, 7) || move_journal_add(&self->journal, &move);
    }
    (void)sqlite3_finalize(all);
    self->next = last + 1;
    self->first = last == 0 ? self->next : self->first;
    return good ? result_of(code) : STORE_FAILED;
}

static void sqlite_roll_back(struct store *store)
{
    struct sqlite_store *self = sqlite_store(store);
    if (sqlite3_get_autocommit(self->database) == 0) {
        (void)run(self->roll_back);
    }
    /* If even this fails, the next transaction fails too, since its numbers are taken, and comes here again. */
    (void)read_journal(self);
}

static enum store_result sqlite_forget(struct store *store, int64_t before, int64_t *count)
{
    struct sqlite_store *self = sqlite_store(store);
    if (sqlite3_bind_int64(self->forget, 1, before) != SQLITE_OK) {
        return STORE_FAILED;
    }
    enum store_result result = run(self->forget);
    *count = sqlite3_changes(self->database);
    return result;
}

static void sqlite_close(struct store *store)
{
    struct sqlite_store *self = sqlite_store(store);
    sqlite3_stmt *const statements[] = {self->begin, self->commit, self->roll_back, self->put,
                                        self->get,   self->forget, self->append,    self->shorten};
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        (void)sqlite3_finalize(statements[i]);
    }
    forget_journal(self);
    (void)sqlite3_close(self->database);
    if (self->lock >= 0) {
        (void)close(self->lock);
    }
    free(self);
}

static const struct store_operations operations = {
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .roll_back = sqlite_roll_back,
    .put = sqlite_put,
    .append = sqlite_append,
    .get = sqlite_get,
    .forget = sqlite_forget,
    .close = sqlite_close,
};

static enum store_result read_number(sqlite3 *database, const char *query, int *number)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database, query, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            *number = sqlite3_column_int(statement, 0);
        }
    }
    (void)sqlite3_finalize(statement);
    return result_of(code);
}

static enum store_result execute(sqlite3 *database, const char *statements)
{
    return result_of(sqlite3_exec(database, statements, NULL, NULL, NULL));
}

static enum store_result migrate(sqlite3 *database, int version)
{
    int present = 0;
    enum store_result result = read_number(database, "PRAGMA user_version", &present);
    if (result != STORE_OK) {
        return result;
    }
    if (present < 0 || present > STORE_SQLITE_VERSION) {
        return STORE_NEWER;
    }
    for (; present < version && present < STORE_SQLITE_VERSION && result == STORE_OK; present++) {
        char numbering[96] = "";
        (void)snprintf(numbering, sizeof numbering, "PRAGMA user_version = %d; PRAGMA application_id = %d", present + 1,
                       APPLICATION_ID);
        result = execute(database, "BEGIN IMMEDIATE");
        if (result == STORE_OK) {
            result = execute(database, migrations[present]);
        }
        if (result == STORE_OK) {
            result = execute(database, numbering);
        }
        if (result == STORE_OK) {
            result = execute(database, "COMMIT");
        }
        if (result != STORE_OK) {
            (void)execute(database, "ROLLBACK");
        }
    }
    return result;
}

static enum store_result open_database(const char *path, int version, sqlite3 **database)
{
    int code = sqlite3_open_v2(path, database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        return result_of(code);
    }
    (void)sqlite3_extended_result_codes(*database, 1);
    (void)sqlite3_busy_timeout(*database, LIMIT_STORE_PATIENCE);
    enum store_result result = execute(*database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                                                  "PRAGMA wal_autocheckpoint = 2000; PRAGMA cache_size = -16384;"
                                                  "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
    return result == STORE_OK ? migrate(*database, version) : result;
}

static enum store_result prepare(struct sqlite_store *self)
{
    const struct {
        sqlite3_stmt **statement;
        const char *text;
    } statements[] = {
        {&self->begin, "BEGIN IMMEDIATE"},
        {&self->commit, "COMMIT"},
        {&self->roll_back, "ROLLBACK"},
        {&self->put, "INSERT OR REPLACE INTO tables (" COLUMNS
                     ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"},
        {&self->get, "SELECT " COLUMNS " FROM tables WHERE id = ?"},
        {&self->append,
         "INSERT INTO journal (number, table_id, seq, move, status, result, ending) VALUES (?,?,?,?,?,?,?)"},
        {&self->shorten, "DELETE FROM journal WHERE number < ?"},
        {&self->forget, "DELETE FROM tables WHERE status IN (0, 3, 4) AND changed < ?"},
    };
    for (size_t i = 0; i < sizeof statements / sizeof statements[0]; i++) {
        int code = sqlite3_prepare_v3(self->database, statements[i].text, -1, SQLITE_PREPARE_PERSISTENT,
                                      statements[i].statement, NULL);
        if (code != SQLITE_OK) {
            return result_of(code);
        }
    }
    return STORE_OK;
}

/* Takes the lock file beside the database; the kernel gives it back when the process ends, however it ends. */
static enum store_result take_lock(const char *path, int *lock)
{
    char name[PATH_SIZE];
    if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name) {
        return STORE_FAILED;
    }
    *lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0) {
        return STORE_FAILED;
    }
    if (flock(*lock, LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? STORE_BUSY : STORE_FAILED;
    }
    return STORE_OK;
}

enum store_result store_sqlite_open(const char *path, struct store **store, char *message, size_t message_size)
{
    struct sqlite_store *self = calloc(1, sizeof *self);
    if (self == NULL) {
        (void)snprintf(message, message_size, "%s: there is not enough memory", path);
        return STORE_FAILED;
    }
    self->store.operations = &operations;
    self->lock = -1;
    bc_board_init_standard(&self->board);
    mode_t mask = umask(0077);
    enum store_result result = take_lock(path, &self->lock);
    if (result == STORE_OK) {
        result = open_database(path, STORE_SQLITE_VERSION, &self->database);
    }
    if (result == STORE_OK) {
        result = prepare(self);
    }
    if (result == STORE_OK) {
        result = read_journal(self);
    }
    (void)umask(mask);
    if (result != STORE_OK) {
        (void)snprintf(message, message_size, "%s: %s%s%s", path, store_result_text(result),
                       self->database == NULL ? "" : ": ",
                       self->database == NULL ? "" : sqlite3_errmsg(self->database));
        sqlite_close(&self->store);
        return result;
    }
    *store = &self->store;
    return STORE_OK;
}

enum store_result store_sqlite_create_version(const char *path, int version)
{
    sqlite3 *database = NULL;
    enum store_result result = open_database(path, version, &database);
    (void)sqlite3_close(database);
    return result;
}
