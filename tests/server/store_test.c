/* The store: rows come back as they were, migrations from every version, damage, locks, backups. */
#include "cmocka_all.h"

#include "server/store.h"

#include <baghchal/text.h>

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NOW = 1700000000, MESSAGE_SIZE = 512 };

struct place {
    char folder[64];
    char path[128];
    char other[128];
};

static struct bc_board board;

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    if (place == NULL) {
        return -1;
    }
    bc_board_init_standard(&board);
    strcpy(place->folder, "/tmp/baghchal-store-XXXXXX");
    if (mkdtemp(place->folder) == NULL) {
        return -1;
    }
    (void)snprintf(place->path, sizeof place->path, "%s/tables.db", place->folder);
    (void)snprintf(place->other, sizeof place->other, "%s/copy.db", place->folder);
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    struct place *place = *state;
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", place->folder);
    int result = system(command);
    free(place);
    return result;
}

static struct store *open_store(const char *path)
{
    struct store *store = NULL;
    char message[MESSAGE_SIZE] = "";
    enum store_result result = store_sqlite_open(path, &store, message, sizeof message);
    assert_string_equal(message, "");
    assert_int_equal(result, STORE_OK);
    return store;
}

/* Runs statements of SQL on a database from outside. */
static void change(const char *path, const char *statements)
{
    sqlite3 *database = NULL;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, statements, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
}

static void play(struct table *table, const char *text)
{
    bc_move move = BC_MOVE_NONE;
    bool repeated = false;
    enum bc_error reason = BC_OK;
    assert_int_equal(bc_move_read(&board, text, strlen(text), &move), BC_OK);
    assert_int_equal(
        table_move(table, table->game.position.side, TABLE_PRESENT, TABLE_PRESENT, move, NOW, &repeated, &reason),
        REFUSAL_NONE);
}

static void make_table(struct table *table, uint64_t id)
{
    static const char rules[] = "goats=6,repetition=forbidden";
    struct table_plan plan = {.name = "आशा", .maker = BC_TIGERS};
    uint8_t hash[SECRET_HASH_SIZE] = {1, 2, 3};
    unsigned side = 0;
    bool repeated = false;
    assert_int_equal(bc_rules_read(&board, rules, strlen(rules), &plan.rules, NULL), BC_OK);
    plan.secret_hash[0] = 9;
    assert_int_equal(table_init(table, &board, &plan, id, NOW), BC_OK);
    assert_int_equal(table_sit(table, "Bir", hash, TABLE_NO_SIDE, &side, &repeated), REFUSAL_NONE);
    table_changed(table);
    play(table, "c3");
    play(table, "a1-a2");
}

static void put(struct store *store, const struct table *table)
{
    struct table_row row;
    assert_true(table_row_from_table(&row, table, NOW));
    assert_int_equal(store->operations->begin(store), STORE_OK);
    assert_int_equal(store->operations->put(store, &row), STORE_OK);
    assert_int_equal(store->operations->commit(store), STORE_OK);
    table_row_free(&row);
}

static void assert_same(const struct table *a, const struct table *b)
{
    assert_true(a->id == b->id && a->seq == b->seq && a->rematch == b->rematch && a->previous == b->previous);
    assert_true(a->created == b->created && a->expires == b->expires && a->line == b->line);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->maker, b->maker);
    assert_int_equal(a->offer.kind, b->offer.kind);
    assert_int_equal(a->offer.number, b->offer.number);
    assert_int_equal(a->offer.by, b->offer.by);
    assert_int_equal(a->offer.ply, b->offer.ply);
    for (unsigned side = 0; side < 2; side++) {
        assert_int_equal(a->seats[side].kind, b->seats[side].kind);
        assert_int_equal(a->seats[side].level, b->seats[side].level);
        assert_string_equal(a->seats[side].name, b->seats[side].name);
        assert_memory_equal(a->seats[side].secret_hash, b->seats[side].secret_hash, SECRET_HASH_SIZE);
        assert_memory_equal(a->seats[side].offer_allowed, b->seats[side].offer_allowed,
                            sizeof a->seats[side].offer_allowed);
    }
    assert_true(bc_rules_equal(&a->game.rules, &b->game.rules));
    assert_int_equal(a->game.ply_count, b->game.ply_count);
    assert_true(a->game.position.hash == b->game.position.hash);
    assert_int_equal(a->game.result, b->game.result);
    assert_int_equal(a->game.ending, b->game.ending);
}

static void check_comes_back(struct store *store, const struct table *table)
{
    struct table_row row;
    struct table read;
    assert_int_equal(store->operations->get(store, table->id, &row), STORE_OK);
    assert_int_equal(table_from_row(&read, &board, &row), BC_OK);
    assert_same(table, &read);
    table_row_free(&row);
    table_free(&read);
}

static void tables_come_back_as_they_were(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct table table;
    struct table_row row;
    int64_t wait = 0;
    bool rematch = false;
    make_table(&table, 77);
    assert_int_equal(table_make_offer(&table, BC_GOATS, OFFER_DRAW, TABLE_PRESENT, NOW, &wait, &rematch), REFUSAL_NONE);
    put(store, &table);
    check_comes_back(store, &table);
    assert_int_equal(table_answer_offer(&table, BC_TIGERS, table.offer.number, ANSWER_ACCEPT, NOW, &rematch),
                     REFUSAL_NONE);
    put(store, &table);
    check_comes_back(store, &table);
    store->operations->close(store);
    store = open_store(place->path);
    check_comes_back(store, &table);
    assert_int_equal(store->operations->get(store, 78, &row), STORE_MISSING);
    store->operations->close(store);
    table_free(&table);
}

static void the_wait_before_an_offer_is_repeated_comes_back(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct table table;
    int64_t wait = 0;
    bool rematch = false;
    make_table(&table, 77);
    assert_int_equal(table_make_offer(&table, BC_GOATS, OFFER_DRAW, TABLE_PRESENT, NOW, &wait, &rematch), REFUSAL_NONE);
    assert_int_equal(table_answer_offer(&table, BC_TIGERS, table.offer.number, ANSWER_DECLINE, NOW, &rematch),
                     REFUSAL_NONE);
    assert_int_equal(table_make_offer(&table, BC_TIGERS, OFFER_TAKEBACK, TABLE_PRESENT, NOW, &wait, &rematch),
                     REFUSAL_NONE);
    assert_int_equal(table_answer_offer(&table, BC_TIGERS, table.offer.number, ANSWER_CANCEL, NOW + 5, &rematch),
                     REFUSAL_NONE);
    put(store, &table);
    check_comes_back(store, &table);
    store->operations->close(store);
    table_free(&table);
}

static void a_resigned_game_comes_back_with_its_winner(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    for (unsigned side = 0; side < 2; side++) {
        struct table table;
        make_table(&table, 100 + side);
        assert_int_equal(table_resign(&table, side), REFUSAL_NONE);
        put(store, &table);
        check_comes_back(store, &table);
        table_free(&table);
    }
    store->operations->close(store);
}

static void what_was_rolled_back_is_not_there(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct table table;
    struct table_row row;
    make_table(&table, 5);
    assert_true(table_row_from_table(&row, &table, NOW));
    assert_int_equal(store->operations->begin(store), STORE_OK);
    assert_int_equal(store->operations->put(store, &row), STORE_OK);
    store->operations->roll_back(store);
    table_row_free(&row);
    assert_int_equal(store->operations->get(store, 5, &row), STORE_MISSING);
    store->operations->close(store);
    table_free(&table);
}

static void check_old_row(struct store *store)
{
    struct table_row row;
    struct table table;
    assert_int_equal(store->operations->get(store, 7, &row), STORE_OK);
    assert_int_equal(table_from_row(&table, &board, &row), BC_OK);
    assert_int_equal(table.line, 2);
    assert_int_equal(table.seats[BC_TIGERS].level, 5);
    assert_int_equal(table.game.ply_count, 1);
    assert_int_equal(table.offer.kind, OFFER_NONE);
    table_row_free(&row);
    put(store, &table);
    check_comes_back(store, &table);
    table_free(&table);
}

static void every_earlier_version_is_brought_to_the_present_one(void **state)
{
    const struct place *place = *state;
    for (int version = 0; version < STORE_SQLITE_VERSION; version++) {
        char path[160];
        (void)snprintf(path, sizeof path, "%s/version-%d.db", place->folder, version);
        assert_int_equal(store_sqlite_create_version(path, version), STORE_OK);
        if (version >= 1) {
            change(path,
                   "INSERT INTO tables (id, seq, status, maker, line, created, changed, expires, rematch, previous,"
                   " rules, start, result, ending, goats_kind, goats_level, goats_name, goats_secret, tigers_kind,"
                   " tigers_level, tigers_name, tigers_secret, moves) VALUES (7, 3, 1, 0, 2, 10, 11, 12, 0, 0,"
                   " 'nepal', 'T3T/5/5/5/T3T g 20 0 0 1', 0, 0, 1, 0, 'Asha', zeroblob(32), 2, 5, '', zeroblob(32),"
                   " x'8c01')");
        }
        struct store *store = open_store(path);
        if (version >= 1) {
            check_old_row(store);
        }
        store->operations->close(store);
        store = open_store(path);
        store->operations->close(store);
    }
}

static void a_database_of_a_newer_version_is_refused(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    char message[MESSAGE_SIZE] = "";
    store->operations->close(store);
    change(place->path, "PRAGMA user_version = 99");
    assert_int_equal(store_sqlite_open(place->path, &store, message, sizeof message), STORE_NEWER);
    assert_non_null(strstr(message, "newer version"));
}

static void a_file_that_is_no_database_gives_a_clear_error(void **state)
{
    const struct place *place = *state;
    struct store *store = NULL;
    char message[MESSAGE_SIZE] = "";
    FILE *file = fopen(place->path, "w");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++) {
        assert_true(fputs("this is not a database ", file) >= 0);
    }
    assert_int_equal(fclose(file), 0);
    assert_int_equal(store_sqlite_open(place->path, &store, message, sizeof message), STORE_DAMAGED);
    assert_non_null(strstr(message, "tables.db"));
    assert_non_null(strstr(message, "damaged"));
}

static void a_row_that_is_no_game_is_not_handed_out(void **state)
{
    static const char *const damages[] = {
        "UPDATE tables SET moves = x'0102030405'",
        "UPDATE tables SET moves = x'ffff'",
        "UPDATE tables SET start = 'nonsense', moves = x''",
        "UPDATE tables SET start = 'T3T/5/5/5/T3T g 20 0 0 1', result = 3",
        "UPDATE tables SET result = 0, status = 77",
        "UPDATE tables SET status = 1, rules = 'chess'",
    };
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct table table;
    make_table(&table, 6);
    put(store, &table);
    table_free(&table);
    store->operations->close(store);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        change(place->path, damages[i]);
        store = open_store(place->path);
        struct table_row row;
        enum store_result result = store->operations->get(store, 6, &row);
        if (result == STORE_OK) {
            assert_int_not_equal(table_from_row(&table, &board, &row), BC_OK);
            table_row_free(&row);
        } else {
            assert_int_equal(result, STORE_DAMAGED);
        }
        store->operations->close(store);
    }
}

static void a_second_server_is_kept_out(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct store *second = NULL;
    char message[MESSAGE_SIZE] = "";
    assert_int_equal(store_sqlite_open(place->path, &second, message, sizeof message), STORE_BUSY);
    assert_non_null(strstr(message, "another program"));
    store->operations->close(store);
    store = open_store(place->path);
    store->operations->close(store);
}

static void a_locked_database_refuses_a_write_cleanly(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct table table;
    sqlite3 *other = NULL;
    assert_int_equal(sqlite3_open(place->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store->operations->begin(store), STORE_BUSY);
    store->operations->roll_back(store);
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    make_table(&table, 8);
    put(store, &table);
    check_comes_back(store, &table);
    table_free(&table);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    store->operations->close(store);
}

static void the_database_is_for_its_owner_only(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct stat status;
    assert_int_equal(stat(place->path, &status), 0);
    assert_int_equal(status.st_mode & 0077, 0);
    store->operations->close(store);
}

static void only_tables_that_never_were_played_are_forgotten(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct table waiting;
    struct table played;
    struct table_row row;
    struct table_plan plan = {.name = "", .rules = bc_rules_default(&board)};
    int64_t count = 0;
    assert_int_equal(table_init(&waiting, &board, &plan, 1, NOW), BC_OK);
    make_table(&played, 2);
    put(store, &waiting);
    put(store, &played);
    assert_int_equal(store->operations->forget(store, NOW, &count), STORE_OK);
    assert_int_equal(count, 0);
    assert_int_equal(store->operations->forget(store, NOW + 1, &count), STORE_OK);
    assert_int_equal(count, 1);
    assert_int_equal(store->operations->get(store, 1, &row), STORE_MISSING);
    check_comes_back(store, &played);
    table_free(&waiting);
    table_free(&played);
    store->operations->close(store);
}

static void a_backup_is_whole_and_never_overwrites(void **state)
{
    const struct place *place = *state;
    struct store *store = open_store(place->path);
    struct table table;
    char message[MESSAGE_SIZE] = "";
    for (uint64_t id = 1; id <= 50; id++) {
        make_table(&table, id);
        put(store, &table);
        table_free(&table);
    }
    assert_int_equal(store_sqlite_backup(place->path, place->other, message, sizeof message), STORE_OK);
    assert_int_equal(store_sqlite_backup(place->path, place->other, message, sizeof message), STORE_FAILED);
    assert_non_null(strstr(message, "exists"));
    store->operations->close(store);
    store = open_store(place->other);
    make_table(&table, 50);
    check_comes_back(store, &table);
    table_free(&table);
    store->operations->close(store);
}

static void a_backup_of_nothing_leaves_nothing_behind(void **state)
{
    const struct place *place = *state;
    char message[MESSAGE_SIZE] = "";
    assert_int_equal(store_sqlite_backup("/nonexistent/tables.db", place->other, message, sizeof message),
                     STORE_FAILED);
    assert_string_not_equal(message, "");
    assert_int_not_equal(access(place->other, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tables_come_back_as_they_were, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_wait_before_an_offer_is_repeated_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_resigned_game_comes_back_with_its_winner, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_rolled_back_is_not_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_earlier_version_is_brought_to_the_present_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_database_of_a_newer_version_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_that_is_no_database_gives_a_clear_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_row_that_is_no_game_is_not_handed_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_second_server_is_kept_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_locked_database_refuses_a_write_cleanly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_database_is_for_its_owner_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_tables_that_never_were_played_are_forgotten, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_backup_is_whole_and_never_overwrites, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_backup_of_nothing_leaves_nothing_behind, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
