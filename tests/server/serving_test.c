/* The server as its clients meet it: invitations, lines that break, and the situations that people have met. */
#include "cmocka_all.h"

#include "served.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct served served;

static int start(void **state)
{
    (void)state;
    served_start(&served, NULL);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    served_stop(&served);
    return 0;
}

static char *table_path(const char *id, const char *below)
{
    static char path[128];
    (void)snprintf(path, sizeof path, "/api/v1/tables/%s%s", id, below);
    return path;
}

static json_t *post(const char *id, const char *below, const char *body, const char *secret, int status)
{
    return ask_json(&served, "POST", table_path(id, below), body, secret, status);
}

static void post_move(const struct pair *pair, const char *secret, int ply, const char *move)
{
    char body[96];
    (void)snprintf(body, sizeof body, "{\"ply\":%d,\"move\":\"%s\"}", ply, move);
    json_decref(post(pair->id, "/moves", body, secret, 200));
}

static void check_refused(json_t *answer, const char *code)
{
    assert_string_equal(text_at(answer, "error.code"), code);
    json_decref(answer);
}

static void the_server_restarts_between_invite_and_join(void **state)
{
    (void)state;
    json_t *made = ask_json(&served, "POST", "/api/v1/tables", "{\"name\":\"Asha\"}", NULL, 201);
    char id[16];
    char secret[64];
    (void)snprintf(id, sizeof id, "%s", text_at(made, "table.id"));
    (void)snprintf(secret, sizeof secret, "%s", text_at(made, "secret"));
    json_decref(made);
    assert_int_equal(served_end(&served, SIGTERM), 0);
    served_restart(&served);
    json_t *seated = post(id, "/seat", "{}", NULL, 201);
    assert_string_equal(text_at(seated, "table.status"), "playing");
    assert_string_equal(text_at(seated, "table.seats.goats.name"), "Asha");
    json_decref(seated);
    json_t *state_now = ask_json(&served, "GET", table_path(id, ""), NULL, secret, 200);
    assert_string_equal(text_at(state_now, "you"), "goats");
    json_decref(state_now);
}

static void a_cancelled_taken_or_own_invitation_is_told_and_never_lost(void **state)
{
    (void)state;
    struct pair pair;
    json_t *made = ask_json(&served, "POST", "/api/v1/tables", "{\"side\":\"tigers\"}", NULL, 201);
    char id[16];
    char secret[64];
    (void)snprintf(id, sizeof id, "%s", text_at(made, "table.id"));
    (void)snprintf(secret, sizeof secret, "%s", text_at(made, "secret"));
    json_decref(made);
    check_refused(post(id, "/seat", "{}", secret, 409), "own_table");
    check_refused(post(id, "/cancel", NULL, NULL, 401), "seat_required");
    json_decref(post(id, "/cancel", NULL, secret, 200));
    check_refused(post(id, "/seat", "{}", NULL, 410), "table_cancelled");
    json_t *shown = ask_json(&served, "GET", table_path(id, ""), NULL, NULL, 200);
    assert_string_equal(text_at(shown, "table.status"), "cancelled");
    json_decref(shown);
    make_pair(&served, "nepal", &pair);
    check_refused(post(pair.id, "/seat", "{}", NULL, 409), "seat_taken");
    check_refused(ask_json(&served, "GET", "/api/v1/tables/000000000001", NULL, NULL, 404), "table_unknown");
    check_refused(ask_json(&served, "GET", "/api/v1/tables/nonsense", NULL, NULL, 404), "table_unknown");
}

static void every_side_pairing_of_guests_can_play(void **state)
{
    (void)state;
    static const char *const sides[] = {"goats", "tigers", "random"};
    for (size_t i = 0; i < 3; i++) {
        char body[64];
        char id[16];
        (void)snprintf(body, sizeof body, "{\"side\":\"%s\"}", sides[i]);
        json_t *made = ask_json(&served, "POST", "/api/v1/tables", body, NULL, 201);
        (void)snprintf(id, sizeof id, "%s", text_at(made, "table.id"));
        json_t *seated = post(id, "/seat", "{}", NULL, 201);
        assert_string_not_equal(text_at(made, "you"), text_at(seated, "you"));
        const char *goats =
            strcmp(text_at(made, "you"), "goats") == 0 ? text_at(made, "secret") : text_at(seated, "secret");
        json_decref(post(id, "/moves", "{\"ply\":0,\"move\":\"c3\"}", goats, 200));
        json_decref(made);
        json_decref(seated);
    }
}

static void sitting_down_twice_with_one_claim_gets_one_seat(void **state)
{
    (void)state;
    static const char body[] = "{\"claim\":\"0123456789abcdefghijkl\"}";
    json_t *made = ask_json(&served, "POST", "/api/v1/tables", body, NULL, 201);
    json_t *again = ask_json(&served, "POST", "/api/v1/tables", body, NULL, 201);
    assert_string_equal(text_at(made, "table.id"), text_at(again, "table.id"));
    assert_string_equal(text_at(made, "secret"), text_at(again, "secret"));
    json_t *first = post(text_at(made, "table.id"), "/seat", "{\"claim\":\"zzzzzzzzzzzzzzzzzzzzzzzzzz\"}", NULL, 201);
    json_t *second = post(text_at(made, "table.id"), "/seat", "{\"claim\":\"zzzzzzzzzzzzzzzzzzzzzzzzzz\"}", NULL, 201);
    assert_string_equal(text_at(first, "secret"), text_at(second, "secret"));
    assert_string_not_equal(text_at(first, "secret"), text_at(made, "secret"));
    json_decref(made);
    json_decref(again);
    json_decref(first);
    json_decref(second);
}

static void head_prefetch_and_crawlers_change_nothing(void **state)
{
    (void)state;
    static const char *const methods[] = {"HEAD", "GET", "PUT", "DELETE", "OPTIONS", "PATCH"};
    static const char *const below[] = {"/seat", "/cancel", "/moves", "/offers", "/answers", "/resign", ""};
    json_t *made = ask_json(&served, "POST", "/api/v1/tables", "{}", NULL, 201);
    char id[16];
    (void)snprintf(id, sizeof id, "%s", text_at(made, "table.id"));
    json_decref(made);
    for (size_t method = 0; method < 6; method++) {
        for (size_t i = 0; i < 7; i++) {
            struct answer answer = ask(&served, methods[method], table_path(id, below[i]), NULL, NULL, NULL);
            bool reading = method < 2 && below[i][0] == '\0';
            assert_int_equal(answer.status, reading ? 200 : 405);
            assert_true(reading || strstr(answer.headers, "Allow: ") != NULL);
            answer_free(&answer);
        }
    }
    json_t *shown = ask_json(&served, "GET", table_path(id, ""), NULL, NULL, 200);
    assert_int_equal(number_at(shown, "table.seq"), 1);
    assert_string_equal(text_at(shown, "table.status"), "waiting");
    json_decref(shown);
}

static void the_identity_outlives_the_game_and_opens_the_rematch(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "four", &pair);
    json_decref(post(pair.id, "/resign", NULL, pair.goats, 200));
    json_t *offered = post(pair.id, "/offers", "{\"offer\":\"rematch\"}", pair.goats, 200);
    char body[64];
    (void)snprintf(body, sizeof body, "{\"number\":%ld,\"answer\":\"accept\"}",
                   number_at(offered, "table.offer.number"));
    json_decref(offered);
    assert_int_equal(served_end(&served, SIGKILL), SIGKILL);
    served_restart(&served);
    json_t *agreed = post(pair.id, "/answers", body, pair.tigers, 200);
    json_t *rematch = ask_json(&served, "GET", table_path(text_at(agreed, "table.rematch"), ""), NULL, pair.goats, 200);
    assert_string_equal(text_at(rematch, "you"), "tigers");
    assert_string_equal(text_at(rematch, "table.previous"), pair.id);
    assert_string_equal(text_at(rematch, "table.rules"), "four");
    json_decref(agreed);
    json_decref(rematch);
}

static void the_same_move_posted_a_hundred_times_at_once_counts_once(void **state)
{
    (void)state;
    struct pair pair;
    int files[100];
    char text[512];
    make_pair(&served, "nepal", &pair);
    int length =
        snprintf(text, sizeof text,
                 "POST /api/v1/tables/%s/moves HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                 "Authorization: Bearer %s\r\nContent-Length: 30\r\n\r\n{\"ply\":0,\"line\":0,\"move\":\"c3\"} ",
                 pair.id, served.port, pair.goats);
    for (int i = 0; i < 100; i++) {
        files[i] = raw_connect(&served);
    }
    for (int i = 0; i < 100; i++) {
        raw_send(files[i], text, (size_t)length);
    }
    for (int i = 0; i < 100; i++) {
        char answer[16] = "";
        assert_true(raw_read(files[i], answer, sizeof answer - 1, 10) > 12);
        assert_memory_equal(answer, "HTTP/1.1 200", 12);
        assert_int_equal(close(files[i]), 0);
    }
    json_t *shown = ask_json(&served, "GET", table_path(pair.id, ""), NULL, NULL, 200);
    assert_int_equal(number_at(shown, "table.ply"), 1);
    assert_int_equal(number_at(shown, "table.seq"), 3);
    json_decref(shown);
}

static void a_stale_move_gets_the_full_present_state(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    post_move(&pair, pair.goats, 0, "c3");
    json_t *stale = post(pair.id, "/moves", "{\"ply\":0,\"move\":\"c4\"}", pair.goats, 409);
    assert_string_equal(text_at(stale, "table.moves.0"), "c3");
    assert_string_equal(text_at(stale, "you"), "goats");
    check_refused(stale, "stale");
    json_t *illegal = post(pair.id, "/moves", "{\"ply\":1,\"move\":\"a1-c3\"}", pair.tigers, 422);
    assert_string_equal(text_at(illegal, "error.reason"), "move_no_line");
    check_refused(illegal, "illegal_move");
}

static void two_tabs_of_one_seat_stay_live_and_a_spectator_watches(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    struct socket_client *tabs[4] = {
        socket_open(&served, pair.id, pair.goats, -1), socket_open(&served, pair.id, pair.goats, -1),
        socket_open(&served, pair.id, pair.tigers, -1), socket_open(&served, pair.id, NULL, -1)};
    for (int i = 0; i < 4; i++) {
        json_decref(socket_next_of(tabs[i], "state"));
    }
    socket_send_text(tabs[0], "{\"type\":\"move\",\"request\":7,\"ply\":0,\"line\":0,\"move\":\"c3\"}");
    for (int i = 0; i < 4; i++) {
        json_t *move = socket_next_of(tabs[i], "move");
        assert_string_equal(text_at(move, "move"), "c3");
        assert_int_equal(number_at(move, "seq"), 3);
        assert_string_equal(text_at(move, "to_move"), "tigers");
        json_decref(move);
    }
    json_t *accepted = socket_next_of(tabs[0], "ok");
    assert_int_equal(number_at(accepted, "request"), 7);
    json_decref(accepted);
    socket_send_text(tabs[3], "{\"type\":\"move\",\"request\":8,\"ply\":1,\"move\":\"a1-a2\"}");
    json_t *refused = socket_next_of(tabs[3], "refused");
    check_refused(refused, "seat_required");
    for (int i = 0; i < 4; i++) {
        socket_close(tabs[i]);
    }
}

static void a_returning_socket_resumes_or_gets_what_it_missed(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    struct socket_client *client = socket_open(&served, pair.id, pair.goats, -1);
    json_t *message = socket_next_of(client, "state");
    long seq = number_at(message, "table.seq");
    json_decref(message);
    socket_close(client);
    client = socket_open(&served, pair.id, pair.goats, seq);
    message = socket_next(client);
    assert_string_equal(text_at(message, "type"), "resumed");
    assert_string_equal(text_at(message, "you"), "goats");
    json_decref(message);
    socket_close(client);
    post_move(&pair, pair.goats, 0, "c3");
    client = socket_open(&served, pair.id, pair.goats, seq);
    message = socket_next(client);
    assert_string_equal(text_at(message, "type"), "state");
    assert_int_equal(number_at(message, "table.ply"), 1);
    json_decref(message);
    socket_close(client);
}

static void presence_tells_who_is_there(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    struct socket_client *goats = socket_open(&served, pair.id, pair.goats, -1);
    json_decref(socket_next_of(goats, "state"));
    struct socket_client *tigers = socket_open(&served, pair.id, pair.tigers, -1);
    json_t *message = socket_next_of(goats, "presence");
    assert_true(json_is_true(value_at(message, "tigers")));
    json_decref(message);
    socket_close(tigers);
    message = socket_next_of(goats, "presence");
    assert_true(json_is_false(value_at(message, "tigers")));
    json_decref(message);
    struct socket_client *watcher = socket_open(&served, pair.id, NULL, -1);
    message = socket_next_of(goats, "presence");
    assert_int_equal(number_at(message, "spectators"), 1);
    json_decref(message);
    socket_close(watcher);
    socket_close(goats);
}

static void a_hello_followed_at_once_by_a_move_works(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    struct socket_client *client = socket_open(&served, pair.id, pair.goats, -1);
    socket_send_text(client, "{\"type\":\"move\",\"ply\":0,\"move\":\"c3\"}");
    json_decref(socket_next_of(client, "ok"));
    socket_close(client);
}

static void a_wrong_secret_or_table_closes_the_socket_with_its_code(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    struct socket_client *client = socket_open(&served, pair.id, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", -1);
    check_refused(socket_next_of(client, "refused"), "seat_unknown");
    assert_null(socket_next(client));
    assert_int_equal(client->close_code, 4403);
    socket_close(client);
    client = socket_open(&served, "000000000001", NULL, -1);
    check_refused(socket_next_of(client, "refused"), "table_unknown");
    assert_null(socket_next(client));
    assert_int_equal(client->close_code, 4404);
    socket_close(client);
}

static void the_server_restarts_in_mid_game_and_sockets_are_told_1012(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    struct socket_client *client = socket_open(&served, pair.id, pair.goats, -1);
    json_decref(socket_next_of(client, "state"));
    socket_send_text(client, "{\"type\":\"move\",\"ply\":0,\"move\":\"c3\"}");
    json_decref(socket_next_of(client, "ok"));
    assert_int_equal(served_end(&served, SIGTERM), 0);
    json_t *message = NULL;
    while ((message = socket_next(client)) != NULL) {
        json_decref(message);
    }
    assert_int_equal(client->close_code, 1012);
    socket_close(client);
    served_restart(&served);
    client = socket_open(&served, pair.id, pair.goats, 3);
    message = socket_next(client);
    assert_string_equal(text_at(message, "type"), "resumed");
    json_decref(message);
    socket_close(client);
}

static void after_kill_9_every_acknowledged_move_is_there(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    static const char *const moves[] = {"c3", "a1-a2", "c4", "a2-a3", "b1"};
    for (int i = 0; i < 5; i++) {
        post_move(&pair, i % 2 == 0 ? pair.goats : pair.tigers, i, moves[i]);
    }
    assert_int_equal(served_end(&served, SIGKILL), SIGKILL);
    served_restart(&served);
    json_t *shown = ask_json(&served, "GET", table_path(pair.id, ""), NULL, pair.tigers, 200);
    assert_int_equal(number_at(shown, "table.ply"), 5);
    assert_string_equal(text_at(shown, "table.moves.4"), "b1");
    assert_string_equal(text_at(shown, "you"), "tigers");
    json_decref(shown);
}

static void a_locked_database_refuses_the_move_cleanly_and_takes_it_later(void **state)
{
    (void)state;
    struct pair pair;
    char path[128];
    sqlite3 *other = NULL;
    make_pair(&served, "nepal", &pair);
    (void)snprintf(path, sizeof path, "%s/tables.db", served.folder);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    json_t *refused = post(pair.id, "/moves", "{\"ply\":0,\"move\":\"c3\"}", pair.goats, 503);
    assert_true(number_at(refused, "error.retry_after") > 0);
    check_refused(refused, "store_busy");
    json_t *shown = ask_json(&served, "GET", table_path(pair.id, ""), NULL, NULL, 200);
    assert_int_equal(number_at(shown, "table.ply"), 0);
    json_decref(shown);
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    post_move(&pair, pair.goats, 0, "c3");
}

static void the_computer_plays_a_whole_game_and_grants_takebacks(void **state)
{
    (void)state;
    json_t *made = ask_json(&served, "POST", "/api/v1/tables",
                            "{\"opponent\":\"computer\",\"level\":\"1\",\"side\":\"goats\"}", NULL, 201);
    char id[16];
    char secret[64];
    char body[96];
    (void)snprintf(id, sizeof id, "%s", text_at(made, "table.id"));
    (void)snprintf(secret, sizeof secret, "%s", text_at(made, "secret"));
    json_decref(made);
    json_decref(post(id, "/moves", "{\"ply\":0,\"move\":\"c3\"}", secret, 200));
    struct socket_client *client = socket_open(&served, id, secret, -1);
    json_t *table = socket_next_of(client, "state");
    bool answered = number_at(table, "table.ply") == 2;
    json_decref(table);
    if (!answered) {
        json_decref(socket_next_of(client, "move"));
    }
    json_t *back = post(id, "/offers", "{\"offer\":\"takeback\"}", secret, 200);
    assert_int_equal(number_at(back, "table.ply"), 0);
    json_decref(back);
    socket_close(client);
    table = ask_json(&served, "GET", table_path(id, ""), NULL, secret, 200);
    for (int i = 0; i < 500 && strcmp(text_at(table, "table.status"), "playing") == 0; i++) {
        if (strcmp(text_at(table, "table.to_move"), "goats") == 0) {
            json_t *legal = value_at(table, "table.legal");
            size_t choice = (size_t)i * 7 % json_array_size(legal);
            (void)snprintf(body, sizeof body, "{\"ply\":%ld,\"line\":%ld,\"move\":\"%s\"}",
                           number_at(table, "table.ply"), number_at(table, "table.line"),
                           json_string_value(json_array_get(legal, choice)));
            json_decref(table);
            table = post(id, "/moves", body, secret, 200);
        } else {
            json_decref(table);
            (void)usleep(20000);
            table = ask_json(&served, "GET", table_path(id, ""), NULL, secret, 200);
        }
    }
    assert_string_equal(text_at(table, "table.status"), "finished");
    assert_string_not_equal(text_at(table, "table.ending"), "null");
    json_decref(table);
}

static void the_stream_tells_a_table_line_by_line(void **state)
{
    (void)state;
    struct pair pair;
    char text[512];
    char data[16384] = "";
    size_t length = 0;
    make_pair(&served, "nepal", &pair);
    int file = raw_connect(&served);
    int size = snprintf(text, sizeof text, "GET /api/v1/tables/%s/stream HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n",
                        pair.id, served.port);
    raw_send(file, text, (size_t)size);
    bool moved = false;
    while (strstr(data, "\"type\":\"move\"") == NULL) {
        ssize_t got = raw_read(file, data + length, sizeof data - 1 - length, 5);
        assert_true(got > 0);
        length += (size_t)got;
        data[length] = '\0';
        if (!moved && strstr(data, "\"type\":\"state\"") != NULL) {
            moved = true;
            post_move(&pair, pair.goats, 0, "c3");
        }
    }
    assert_non_null(strstr(data, "application/x-ndjson"));
    assert_int_equal(close(file), 0);
}

static void foreign_look_alike_and_missing_origins_are_told_apart(void **state)
{
    (void)state;
    char own[96];
    (void)snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", served.port);
    struct answer answer = ask(&served, "POST", "/api/v1/tables", "{}", NULL, own);
    assert_int_equal(answer.status, 201);
    answer_free(&answer);
    static const char *const foreign[] = {"Origin: http://evil-example.com\r\n", "Origin: null\r\n",
                                          "Origin: http://127.0.0.1\r\n", "Origin: http://127.0.0.1.evil.com\r\n"};
    for (size_t i = 0; i < 4; i++) {
        answer = ask(&served, "POST", "/api/v1/tables", "{}", NULL, foreign[i]);
        assert_int_equal(answer.status, 403);
        answer_free(&answer);
        answer = ask(&served, "GET", "/api/v1/tables/000000000001/socket", NULL, NULL, foreign[i]);
        assert_int_equal(answer.status, 403);
        answer_free(&answer);
    }
    answer = ask(&served, "POST", "/api/v1/tables", "{}", NULL, NULL);
    assert_int_equal(answer.status, 201);
    answer_free(&answer);
}

static void records_come_in_every_text_form(void **state)
{
    (void)state;
    static const struct {
        const char *format;
        const char *text;
    } forms[] = {
        {"record", "1. c3 a1-a2 *\n"},
        {"python-game", "1. G33 B5141"},
        {"position", "T3T/5/2G2/T4/4T g 19 0 0 2\n"},
        {"python-position", "B3B/5/2G2/B4/4B G 1\n"},
        {"obx", "TXXXT/XXXXX/XXGXX/TXXXX/XXXXT g @19 c0 mA5A4 #t1\n"},
        {"gamesman", "1_T---T-------G--T--------T1900\n"},
    };
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    post_move(&pair, pair.goats, 0, "c3");
    post_move(&pair, pair.tigers, 1, "a1-a2");
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char below[64];
        (void)snprintf(below, sizeof below, "/record?format=%s", forms[i].format);
        struct answer answer = ask(&served, "GET", table_path(pair.id, below), NULL, NULL, NULL);
        assert_int_equal(answer.status, 200);
        if (strstr(answer.text, forms[i].text) == NULL) {
            fail_msg("%s: %s", forms[i].format, answer.text);
        }
        answer_free(&answer);
    }
    check_refused(ask_json(&served, "GET", table_path(pair.id, "/record?format=chess"), NULL, NULL, 400), "bad_format");
}

static void a_backup_can_be_made_while_serving(void **state)
{
    (void)state;
    struct pair pair;
    char command[512];
    make_pair(&served, "nepal", &pair);
    post_move(&pair, pair.goats, 0, "c3");
    (void)snprintf(command, sizeof command, "'%s' backup --data '%s' '%s/copy.db'", BC_PROGRAM, served.folder,
                   served.folder);
    assert_int_equal(system(command), 0);
    post_move(&pair, pair.tigers, 1, "a1-a2");
    (void)snprintf(command, sizeof command, "rm '%s'/tables.db*; mv '%s/copy.db' '%s/tables.db'", served.folder,
                   served.folder, served.folder);
    assert_int_equal(served_end(&served, SIGTERM), 0);
    assert_int_equal(system(command), 0);
    served_restart(&served);
    json_t *shown = ask_json(&served, "GET", table_path(pair.id, ""), NULL, NULL, 200);
    assert_int_equal(number_at(shown, "table.ply"), 1);
    json_decref(shown);
}

#define SERVED(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED(the_server_restarts_between_invite_and_join),
        SERVED(a_cancelled_taken_or_own_invitation_is_told_and_never_lost),
        SERVED(every_side_pairing_of_guests_can_play),
        SERVED(sitting_down_twice_with_one_claim_gets_one_seat),
        SERVED(head_prefetch_and_crawlers_change_nothing),
        SERVED(the_identity_outlives_the_game_and_opens_the_rematch),
        SERVED(the_same_move_posted_a_hundred_times_at_once_counts_once),
        SERVED(a_stale_move_gets_the_full_present_state),
        SERVED(two_tabs_of_one_seat_stay_live_and_a_spectator_watches),
        SERVED(a_returning_socket_resumes_or_gets_what_it_missed),
        SERVED(presence_tells_who_is_there),
        SERVED(a_hello_followed_at_once_by_a_move_works),
        SERVED(a_wrong_secret_or_table_closes_the_socket_with_its_code),
        SERVED(the_server_restarts_in_mid_game_and_sockets_are_told_1012),
        SERVED(after_kill_9_every_acknowledged_move_is_there),
        SERVED(a_locked_database_refuses_the_move_cleanly_and_takes_it_later),
        SERVED(the_computer_plays_a_whole_game_and_grants_takebacks),
        SERVED(the_stream_tells_a_table_line_by_line),
        SERVED(foreign_look_alike_and_missing_origins_are_told_apart),
        SERVED(records_come_in_every_text_form),
        SERVED(a_backup_can_be_made_while_serving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
