/* The interface is what docs/openapi.yaml says: answers, refusals and messages, each compared with its schema. */
#include "cmocka_all.h"

#include "openapi.h"
#include "served.h"

#include "server/refusal.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct served served;
static json_t *document;

/* "get PATH STATUS" of what was asked and answered as described. */
static char met[128][64];
static size_t met_count;

/* Where a whole solution lies, for values; the test of one sets it. */
static char solutions_option[256];

static int start(void **state)
{
    (void)state;
    document = yaml_load(BC_REFERENCE_DIR "/../../docs/openapi.yaml");
    if (document == NULL) {
        return -1;
    }
    const char *solutions = getenv("BAGHCHAL_TEST_SOLUTIONS");
    (void)snprintf(solutions_option, sizeof solutions_option, "--solutions=%s",
                   solutions == NULL ? "/nowhere" : solutions);
    static const char *const options[] = {"--trusted-proxy=127.0.0.1", solutions_option, NULL};
    served_start(&served, options);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    served_stop(&served);
    json_decref(document);
    return 0;
}

static json_t *schema_named(const char *name)
{
    char path[64];
    (void)snprintf(path, sizeof path, "components.schemas.%s", name);
    return value_at(document, path);
}

static void check_fits(json_t *schema, json_t *value, const char *what)
{
    char why[512] = "";
    if (!openapi_fits(document, schema, value, why, sizeof why)) {
        char *text = json_dumps(value, 0);
        fail_msg("%s: %s\n%.600s", what, why, text);
    }
}

static bool is_met(const char *verb, const char *path, const char *status)
{
    char key[sizeof met[0]];
    (void)snprintf(key, sizeof key, "%s %s %s", verb, path, status);
    for (size_t i = 0; i < met_count; i++) {
        if (strcmp(met[i], key) == 0) {
            return true;
        }
    }
    return false;
}

static void note_met(const char *verb, const char *path, const char *status)
{
    if (!is_met(verb, path, status)) {
        assert_true(met_count < sizeof met / sizeof met[0]);
        (void)snprintf(met[met_count++], sizeof met[0], "%s %s %s", verb, path, status);
    }
}

/* The path of a request: the file's, with {id} filled in, and a query. */
static void write_target(char *target, size_t size, const char *path, const char *id, const char *query)
{
    const char *place = strstr(path, "{id}");
    if (place == NULL) {
        (void)snprintf(target, size, "%s%s", path, query);
    } else {
        (void)snprintf(target, size, "%.*s%s%s%s", (int)(place - path), path, id, place + 4, query);
    }
}

/* Compares an answer with what the file says of this operation and status, and frees it. */
static json_t *take_answer(const char *method, const char *path, const char *target, struct answer *answer)
{
    char status[8];
    char verb[8];
    (void)snprintf(status, sizeof status, "%d", answer->status);
    (void)snprintf(verb, sizeof verb, "%s", method);
    for (char *letter = verb; *letter != '\0'; letter++) {
        *letter = (char)(*letter | 0x20);
    }
    json_t *operation = json_object_get(json_object_get(json_object_get(document, "paths"), path), verb);
    json_t *response = openapi_resolve(document, json_object_get(json_object_get(operation, "responses"), status));
    if (response == NULL) {
        fail_msg("%s %s: status %s is not described: %.300s", method, path, status, answer->text);
    }
    json_t *content = json_object_get(response, "content");
    json_t *schema = json_object_get(json_object_get(content, "application/json"), "schema");
    if (schema != NULL) {
        assert_non_null(answer->json);
        check_fits(schema, answer->json, target);
    } else {
        assert_non_null(json_object_get(content, "text/plain"));
    }
    note_met(verb, path, status);
    json_t *json = json_incref(answer->json);
    answer_free(answer);
    return json;
}

/* Asks and compares the answer with what the file says of this operation and status. `path` is the file's, with {id}. */
static json_t *check_answer(const char *method, const char *path, const char *id, const char *query, const char *body,
                            const char *secret)
{
    char target[512];
    write_target(target, sizeof target, path, id, query);
    struct answer answer = ask(&served, method, target, body, secret, NULL);
    return take_answer(method, path, target, &answer);
}

static void drop_answer(const char *method, const char *path, const char *id, const char *query, const char *body,
                        const char *secret)
{
    json_decref(check_answer(method, path, id, query, body, secret));
}

static void answers_are_as_described(void **state)
{
    (void)state;
    static const char tables[] = "/api/v1/tables";
    static const char table[] = "/api/v1/tables/{id}";
    static const char moves[] = "/api/v1/tables/{id}/moves";
    static const char stranger[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    drop_answer("GET", "/api/v1/server", "", "", NULL, NULL);
    drop_answer("GET", "/health", "", "", NULL, NULL);
    drop_answer("GET", "/ready", "", "", NULL, NULL);
    drop_answer("GET", "/metrics", "", "", NULL, NULL);
    drop_answer("GET", "/api/v1/values", "", "?rules=nepal", NULL, NULL);
    drop_answer("GET", "/api/v1/values", "", "?rules=chess", NULL, NULL);
    drop_answer("GET", "/api/v1/values", "", "?rules=goats%3D7", NULL, NULL);
    drop_answer("GET", "/api/v1/values", "", "?moves=a1-a2", NULL, NULL);
    drop_answer("GET", "/api/v1/values", "", "?rules=%zz", NULL, NULL);
    drop_answer("POST", tables, "", "",
                "{\"opponent\":\"computer\",\"level\":\"1\",\"side\":\"tigers\",\"name\":\"आशा\"}", NULL);
    drop_answer("POST", tables, "", "", "{\"rules\":\"chess\"}", NULL);
    drop_answer("POST", tables, "", "", "{\"position\":\"chess\"}", NULL);
    drop_answer("POST", tables, "", "", "nonsense", NULL);
    drop_answer("GET", table, pair.id, "", NULL, NULL);
    drop_answer("GET", table, pair.id, "", NULL, pair.tigers);
    drop_answer("GET", table, pair.id, "", NULL, stranger);
    drop_answer("GET", table, "000000000001", "", NULL, NULL);
    drop_answer("POST", "/api/v1/tables/{id}/seat", pair.id, "", "{}", NULL);
    drop_answer("POST", "/api/v1/tables/{id}/seat", pair.id, "", "[]", NULL);
    drop_answer("POST", moves, pair.id, "", "{\"ply\":0,\"line\":0,\"move\":\"c3\"}", pair.goats);
    drop_answer("POST", moves, pair.id, "", "{\"ply\":0,\"line\":0,\"move\":\"c4\"}", pair.goats);
    drop_answer("POST", moves, pair.id, "", "{\"ply\":1,\"line\":0,\"move\":\"c4\"}", pair.goats);
    drop_answer("POST", moves, pair.id, "", "{\"ply\":1,\"line\":0,\"move\":\"a1-a2\"}", NULL);
    drop_answer("POST", moves, pair.id, "", "{\"ply\":1,\"line\":0,\"move\":\"a1-b1-c1\"}", pair.tigers);
    drop_answer("POST", "/api/v1/tables/{id}/cancel", pair.id, "", NULL, pair.goats);
    drop_answer("POST", "/api/v1/tables/{id}/offers", pair.id, "", "{\"offer\":\"draw\"}", pair.goats);
    drop_answer("POST", "/api/v1/tables/{id}/offers", pair.id, "", "{\"offer\":\"takeback\"}", pair.tigers);
    drop_answer("POST", "/api/v1/tables/{id}/answers", pair.id, "", "{\"number\":1,\"answer\":\"decline\"}",
                pair.tigers);
    drop_answer("POST", "/api/v1/tables/{id}/answers", pair.id, "", "{\"number\":1,\"answer\":\"decline\"}",
                pair.tigers);
    drop_answer("POST", "/api/v1/tables/{id}/offers", pair.id, "", "{\"offer\":\"draw\"}", pair.goats);
    drop_answer("POST", "/api/v1/tables/{id}/resign", pair.id, "", NULL, pair.goats);
    drop_answer("POST", "/api/v1/tables/{id}/resign", pair.id, "", NULL, pair.goats);
    drop_answer("GET", "/api/v1/tables/{id}/record", pair.id, "", NULL, NULL);
    drop_answer("GET", "/api/v1/tables/{id}/record", pair.id, "?format=chess", NULL, NULL);
    drop_answer("GET", "/api/v1/tables/{id}/record", pair.id, "", NULL, stranger);
    drop_answer("GET", "/api/v1/tables/{id}/record", "000000000001", "", NULL, NULL);
    drop_answer("GET", "/api/v1/tables/{id}/stream", pair.id, "?since=x", NULL, NULL);
    drop_answer("GET", "/api/v1/tables/{id}/stream", pair.id, "", NULL, stranger);
    drop_answer("GET", "/api/v1/tables/{id}/stream", "000000000001", "", NULL, NULL);
    drop_answer("GET", "/api/v1/tables/{id}/socket", "nonsense", "", NULL, NULL);
    drop_answer("GET", "/api/v1/tables/{id}/socket", pair.id, "", NULL, NULL);
}

static void a_game_without_turns_has_no_text_for_python(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    json_t *refused = check_answer("GET", "/api/v1/tables/{id}/record", pair.id, "?format=python-game", NULL, NULL);
    assert_string_equal(text_at(refused, "error.code"), "not_in_format");
    assert_string_equal(text_at(refused, "error.reason"), "dialect_no_turns");
    json_decref(refused);
}

static void a_stream_is_as_described(void **state)
{
    (void)state;
    struct pair pair;
    char text[256];
    char data[16384] = "";
    size_t length = 0;
    make_pair(&served, "nepal", &pair);
    int file = raw_connect(&served);
    int size = snprintf(text, sizeof text, "GET /api/v1/tables/%s/stream HTTP/1.1\r\nHost: a\r\n\r\n", pair.id);
    raw_send(file, text, (size_t)size);
    const char *line = NULL;
    while (line == NULL || strchr(line, '\n') == NULL) {
        ssize_t got = raw_read(file, data + length, sizeof data - 1 - length, 10);
        assert_true(got > 0);
        length += (size_t)got;
        data[length] = '\0';
        line = strchr(data, '{');
    }
    assert_memory_equal(data, "HTTP/1.1 200", 12);
    assert_non_null(strstr(data, "application/x-ndjson"));
    json_t *message = json_loadb(line, strcspn(line, "\n"), 0, NULL);
    assert_non_null(message);
    check_fits(schema_named("ServerMessage"), message, "stream");
    json_decref(message);
    assert_int_equal(close(file), 0);
    note_met("get", "/api/v1/tables/{id}/stream", "200");
}

static void messages_are_as_described(void **state)
{
    (void)state;
    static const char *const said[] = {
        "{\"type\":\"move\",\"request\":1,\"ply\":0,\"line\":0,\"move\":\"c3\"}",
        "{\"type\":\"move\",\"request\":2,\"ply\":0,\"line\":0,\"move\":\"c4\"}",
        "{\"type\":\"offer\",\"request\":3,\"offer\":\"draw\"}",
        "{\"type\":\"answer\",\"request\":4,\"number\":1,\"answer\":\"cancel\"}",
        "{\"type\":\"state\",\"request\":5}",
        "{\"type\":\"ping\",\"request\":6}",
        "{\"type\":\"resign\",\"request\":7}",
        "{\"type\":\"cancel\",\"request\":8}",
    };
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    struct socket_client *client = socket_open(&served, pair.id, pair.goats, 2);
    struct socket_client *watcher = socket_open(&served, pair.id, NULL, -1);
    note_met("get", "/api/v1/tables/{id}/socket", "101");
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        json_t *message = json_loads(said[i], 0, NULL);
        check_fits(schema_named("ClientMessage"), message, said[i]);
        json_decref(message);
        socket_send_text(client, said[i]);
        for (bool answered = false; !answered;) {
            message = socket_next(client);
            assert_non_null(message);
            check_fits(schema_named("ServerMessage"), message, said[i]);
            answered = json_integer_value(json_object_get(message, "request")) == (json_int_t)i + 1;
            json_decref(message);
        }
    }
    json_t *message = socket_next_of(watcher, "move");
    check_fits(schema_named("ServerMessage"), message, "what a spectator is told");
    json_decref(message);
    socket_close(client);
    socket_close(watcher);
}

/* Asks every GET of the file, each on a connection that was prepared. */
static void ask_every_get(const struct pair *pair, const int *files)
{
    const char *path = NULL;
    json_t *operations = NULL;
    size_t i = 0;
    json_object_foreach(json_object_get(document, "paths"), path, operations)
    {
        char target[512];
        if (json_object_get(operations, "get") == NULL) {
            continue;
        }
        write_target(target, sizeof target, path, pair->id, "");
        struct answer answer = ask_on(files[i++], &served, "GET", target, NULL, NULL, NULL);
        json_decref(take_answer("GET", path, target, &answer));
    }
}

static void too_many_requests_are_refused_as_described(void **state)
{
    (void)state;
    static const char other[] = "X-Forwarded-For: 10.9.9.9\r\n";
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    const char *path = NULL;
    json_t *operations = NULL;
    json_object_foreach(json_object_get(document, "paths"), path, operations)
    {
        char target[512];
        if (json_object_get(operations, "get") == NULL) {
            continue;
        }
        write_target(target, sizeof target, path, pair.id, "");
        struct answer answer = ask(&served, "GET", target, NULL, NULL, other);
        while (answer.status != 429) {
            answer_free(&answer);
            answer = ask(&served, "GET", target, NULL, NULL, other);
        }
        json_decref(take_answer("GET", path, target, &answer));
    }
}

static void a_foreign_page_is_refused_a_socket_as_described(void **state)
{
    (void)state;
    static const char path[] = "/api/v1/tables/{id}/socket";
    struct answer answer =
        ask(&served, "GET", "/api/v1/tables/000000000001/socket", NULL, NULL, "Origin: https://evil-example.com\r\n");
    json_decref(take_answer("GET", path, path, &answer));
}

/* While a move waits for a locked database the server cannot stop yet, and takes nothing new. */
static void a_stopping_server_refuses_as_described(void **state)
{
    (void)state;
    struct pair pair;
    int files[32];
    char path[128];
    char text[512];
    sqlite3 *other = NULL;
    static const char body[] = "{\"ply\":0,\"move\":\"c3\"}";
    make_pair(&served, "nepal", &pair);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        files[i] = raw_connect(&served);
    }
    (void)snprintf(path, sizeof path, "%s/tables.db", served.folder);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    int moving = raw_connect(&served);
    (void)snprintf(text, sizeof text,
                   "POST /api/v1/tables/%s/moves HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   pair.id, pair.goats, sizeof body - 1, body);
    raw_send(moving, text, strlen(text));
    /* Everything that was sent before is read before the signal. */
    json_decref(ask_json(&served, "GET", "/ready", NULL, NULL, 200));
    assert_int_equal(kill(served.process, SIGTERM), 0);
    served_wait_for_log(&served, "stopping");
    ask_every_get(&pair, files);
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(other), SQLITE_OK);
    assert_true(raw_read(moving, text, sizeof text, 10) > 12);
    assert_memory_equal(text, "HTTP/1.1 ", 9);
    assert_int_equal(close(moving), 0);
    assert_int_equal(served_end(&served, SIGTERM), 0);
    served_restart(&served);
}

static void every_status_of_every_get_has_been_met(void **state)
{
    (void)state;
    const char *path = NULL;
    const char *status = NULL;
    json_t *operations = NULL;
    json_t *response = NULL;
    json_object_foreach(json_object_get(document, "paths"), path, operations)
    {
        json_t *responses = json_object_get(json_object_get(operations, "get"), "responses");
        json_object_foreach(responses, status, response)
        {
            /* Values need a solution, which the test of a whole one brings along. */
            bool possible = getenv("BAGHCHAL_TEST_SOLUTIONS") != NULL || strcmp(path, "/api/v1/values") != 0 ||
                            strcmp(status, "200") != 0;
            if (possible && !is_met("get", path, status)) {
                fail_msg("GET %s never gave %s", path, status);
            }
        }
    }
}

static void every_refusal_is_described_and_no_other(void **state)
{
    (void)state;
    json_t *codes = json_object_get(schema_named("RefusalCode"), "enum");
    assert_int_equal(json_array_size(codes), REFUSAL_COUNT - 1);
    for (unsigned refusal = 1; refusal < REFUSAL_COUNT; refusal++) {
        size_t i = 0;
        json_t *code = NULL;
        bool found = false;
        json_array_foreach(codes, i, code)
        {
            found = found || strcmp(json_string_value(code), refusal_word((enum refusal)refusal)) == 0;
        }
        if (!found) {
            fail_msg("%s is not described", refusal_word((enum refusal)refusal));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_as_described),
        cmocka_unit_test(a_game_without_turns_has_no_text_for_python),
        cmocka_unit_test(a_stream_is_as_described),
        cmocka_unit_test(messages_are_as_described),
        cmocka_unit_test(too_many_requests_are_refused_as_described),
        cmocka_unit_test(a_foreign_page_is_refused_a_socket_as_described),
        cmocka_unit_test(a_stopping_server_refuses_as_described),
        cmocka_unit_test(every_status_of_every_get_has_been_met),
        cmocka_unit_test(every_refusal_is_described_and_no_other),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
