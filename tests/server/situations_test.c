/* Situations that people have met on sites like this, continued: what a server has to do with crowds, lapsed invitations, names, moments that
 * coincide, and its own end. */
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
    (void)snprintf(path, sizeof path, "/api/v1/tables/%.15s%.80s", id, below);
    return path;
}

static json_t *post(const char *id, const char *below, const char *body, const char *secret, int status)
{
    return ask_json(&served, "POST", table_path(id, below), body, secret, status);
}

static void check_refused(json_t *answer, const char *code)
{
    assert_string_equal(text_at(answer, "error.code"), code);
    json_decref(answer);
}

static void change_database(const char *statement)
{
    char path[128];
    sqlite3 *database = NULL;
    (void)snprintf(path, sizeof path, "%s/tables.db", served.folder);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, statement, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
}

static void an_expired_invitation_is_told_and_can_be_looked_at(void **state)
{
    (void)state;
    json_t *made = ask_json(&served, "POST", "/api/v1/tables", "{}", NULL, 201);
    char id[16];
    (void)snprintf(id, sizeof id, "%s", text_at(made, "table.id"));
    json_decref(made);
    assert_int_equal(served_end(&served, SIGTERM), 0);
    change_database("UPDATE tables SET expires = 1");
    served_restart(&served);
    check_refused(post(id, "/seat", "{}", NULL, 410), "table_expired");
    json_decref(ask_json(&served, "GET", table_path(id, ""), NULL, NULL, 200));
}

/* What thirty browsers ask for when a teacher says: now. */
static void thirty_players_behind_one_address_are_at_ease(void **state)
{
    (void)state;
    static struct pair pairs[15];
    static struct socket_client *players[30];
    for (int i = 0; i < 30 * 8; i++) {
        struct answer answer = ask(&served, "GET", "/", NULL, NULL, NULL);
        assert_int_equal(answer.status, 200);
        answer_free(&answer);
    }
    for (int i = 0; i < 15; i++) {
        make_pair(&served, "nepal", &pairs[i]);
        players[2 * i] = socket_open(&served, pairs[i].id, pairs[i].goats, -1);
        players[2 * i + 1] = socket_open(&served, pairs[i].id, pairs[i].tigers, -1);
    }
    static const char *const moves[] = {"c3", "a1-a2", "c4", "a2-a1", "b1", "a1-a2", "d1", "a2-a1"};
    for (int ply = 0; ply < 8; ply++) {
        for (int i = 0; i < 15; i++) {
            char text[96];
            (void)snprintf(text, sizeof text, "{\"type\":\"move\",\"ply\":%d,\"move\":\"%s\"}", ply, moves[ply]);
            socket_send_text(players[2 * i + ply % 2], text);
            json_decref(socket_next_of(players[2 * i + ply % 2], "ok"));
        }
    }
    for (int i = 0; i < 30; i++) {
        socket_close(players[i]);
    }
    /* And again when the lesson is over: a lesson of a second, in which fifty more requests become free. */
    (void)usleep(1000000);
    for (int i = 0; i < 15; i++) {
        json_decref(ask_json(&served, "GET", table_path(pairs[i].id, ""), NULL, pairs[i].goats, 200));
    }
}

static void names_are_told_as_text_and_never_as_markup(void **state)
{
    (void)state;
    static const char name[] = "<img src=x onerror=alert(1)>\"'&";
    json_t *body = json_pack("{s:s}", "name", name);
    char *text = json_dumps(body, 0);
    json_t *made = ask_json(&served, "POST", "/api/v1/tables", text, NULL, 201);
    char id[16];
    (void)snprintf(id, sizeof id, "%s", text_at(made, "table.id"));
    assert_string_equal(text_at(made, "table.seats.goats.name"), name);
    static const struct {
        const char *below;
        const char *type;
    } reads[] = {{"", "Content-Type: application/json"}, {"/record", "Content-Type: text/plain"}};
    for (size_t i = 0; i < 2; i++) {
        struct answer answer = ask(&served, "GET", table_path(id, reads[i].below), NULL, NULL, NULL);
        assert_int_equal(answer.status, 200);
        assert_non_null(strstr(answer.headers, reads[i].type));
        assert_non_null(strstr(answer.headers, "X-Content-Type-Options: nosniff"));
        answer_free(&answer);
    }
    char page[32];
    (void)snprintf(page, sizeof page, "/t/%s", id);
    struct answer answer = ask(&served, "GET", page, NULL, NULL, NULL);
    assert_null(strstr(answer.text, "onerror"));
    answer_free(&answer);
    json_decref(body);
    json_decref(made);
    free(text);
}

static void a_spectator_who_joins_at_the_very_instant_of_a_move_misses_nothing(void **state)
{
    (void)state;
    static const char *const moves[] = {"c3", "a1-a2", "c4", "a2-a1"};
    struct pair pair;
    make_pair(&served, "repetition=none", &pair);
    struct socket_client *players[2] = {socket_open(&served, pair.id, pair.goats, -1),
                                        socket_open(&served, pair.id, pair.tigers, -1)};
    for (int ply = 0; ply < 4; ply++) {
        struct socket_client *watchers[8];
        char text[96];
        for (int i = 0; i < 4; i++) {
            watchers[i] = socket_open(&served, pair.id, NULL, -1);
        }
        (void)snprintf(text, sizeof text, "{\"type\":\"move\",\"ply\":%d,\"move\":\"%s\"}", ply, moves[ply]);
        socket_send_text(players[ply % 2], text);
        for (int i = 4; i < 8; i++) {
            watchers[i] = socket_open(&served, pair.id, NULL, -1);
        }
        for (int i = 0; i < 8; i++) {
            json_t *shown = socket_next_of(watchers[i], "state");
            long turns = number_at(shown, "table.ply");
            long seq = number_at(shown, "table.seq");
            json_decref(shown);
            if (turns == ply) {
                shown = socket_next_of(watchers[i], "move");
                assert_int_equal(number_at(shown, "seq"), seq + 1);
                json_decref(shown);
                turns++;
            }
            assert_int_equal(turns, ply + 1);
            socket_close(watchers[i]);
        }
        json_decref(socket_next_of(players[ply % 2], "ok"));
    }
    socket_close(players[0]);
    socket_close(players[1]);
}

static void the_wait_after_a_declined_offer_outlives_a_restart(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    json_decref(post(pair.id, "/moves", "{\"ply\":0,\"move\":\"c3\"}", pair.goats, 200));
    /* One dies by a move, which is stored in another way than an answer is. */
    json_decref(post(pair.id, "/offers", "{\"offer\":\"draw\"}", pair.goats, 200));
    json_decref(post(pair.id, "/moves", "{\"ply\":1,\"move\":\"a1-a2\"}", pair.tigers, 200));
    json_decref(post(pair.id, "/offers", "{\"offer\":\"takeback\"}", pair.tigers, 200));
    json_decref(post(pair.id, "/answers", "{\"number\":2,\"answer\":\"decline\"}", pair.goats, 200));
    assert_int_equal(served_end(&served, SIGKILL), SIGKILL);
    served_restart(&served);
    check_refused(post(pair.id, "/offers", "{\"offer\":\"draw\"}", pair.goats, 429), "offer_cooling");
    check_refused(post(pair.id, "/offers", "{\"offer\":\"takeback\"}", pair.tigers, 429), "offer_cooling");
    json_decref(post(pair.id, "/offers", "{\"offer\":\"draw\"}", pair.tigers, 200));
}

static void sigterm_with_open_lines_and_a_thinking_computer_ends_in_order(void **state)
{
    (void)state;
    struct pair pair;
    struct socket_client *clients[20];
    int files[20];
    char text[256];
    make_pair(&served, "nepal", &pair);
    for (int i = 0; i < 20; i++) {
        clients[i] = socket_open(&served, pair.id, i % 3 == 0 ? pair.goats : i % 3 == 1 ? pair.tigers : NULL, -1);
        files[i] = raw_connect(&served);
        int length = snprintf(text, sizeof text, "GET /api/v1/tables/%s/stream HTTP/1.1\r\nHost: a\r\n\r\n", pair.id);
        /* Streams, requests that are not whole, and connections that say nothing. */
        raw_send(files[i], text, i % 3 == 0 ? (size_t)length : i % 3 == 1 ? 20 : 0);
    }
    for (int i = 0; i < 8; i++) {
        json_t *made = ask_json(&served, "POST", "/api/v1/tables",
                                "{\"opponent\":\"computer\",\"level\":\"8\",\"side\":\"tigers\"}", NULL, 201);
        json_decref(made);
    }
    socket_send_text(clients[0], "{\"type\":\"move\",\"ply\":0,\"move\":\"c3\"}");
    assert_int_equal(served_end(&served, SIGTERM), 0);
    for (int i = 0; i < 20; i++) {
        json_t *message = NULL;
        while ((message = socket_next(clients[i])) != NULL) {
            json_decref(message);
        }
        assert_int_equal(clients[i]->close_code, 1012);
        socket_close(clients[i]);
        assert_int_equal(close(files[i]), 0);
    }
    served_restart(&served);
}

static void a_refused_secret_and_a_broken_request_leave_no_secret_in_the_log(void **state)
{
    (void)state;
    struct pair pair;
    char text[512];
    make_pair(&served, "nepal", &pair);
    json_decref(post(pair.id, "/moves", "{\"ply\":0,\"move\":\"c3\"}", pair.tigers, 409));
    json_decref(post(pair.id, "/moves", "nonsense", pair.goats, 400));
    (void)snprintf(text, sizeof text, "GET /t/%s?seat=%s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nx\r\n\r\n",
                   pair.id, pair.goats, pair.tigers);
    int file = raw_connect(&served);
    raw_send(file, text, strlen(text));
    assert_true(raw_read(file, text, sizeof text, 5) > 0);
    assert_int_equal(close(file), 0);
    struct socket_client *client = socket_open(&served, pair.id, pair.goats, -1);
    socket_send_text(client, "nonsense");
    json_decref(socket_next_of(client, "refused"));
    socket_close(client);
    assert_int_equal(served_end(&served, SIGTERM), 0);
    /* A row that cannot be read is complained of. */
    change_database("UPDATE tables SET moves = x'010203'");
    served_restart(&served);
    struct answer answer = ask(&served, "GET", table_path(pair.id, ""), NULL, pair.goats, NULL);
    assert_int_equal(answer.status, 503);
    answer_free(&answer);
    char *log = served_log(&served);
    assert_null(strstr(log, pair.goats));
    assert_null(strstr(log, pair.tigers));
    free(log);
    served_wait_for_log(&served, "error");
}

#define SERVED(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED(an_expired_invitation_is_told_and_can_be_looked_at),
        SERVED(thirty_players_behind_one_address_are_at_ease),
        SERVED(names_are_told_as_text_and_never_as_markup),
        SERVED(a_spectator_who_joins_at_the_very_instant_of_a_move_misses_nothing),
        SERVED(the_wait_after_a_declined_offer_outlives_a_restart),
        SERVED(sigterm_with_open_lines_and_a_thinking_computer_ends_in_order),
        SERVED(a_refused_secret_and_a_broken_request_leave_no_secret_in_the_log),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
