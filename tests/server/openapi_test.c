/* The interface is what docs/openapi.yaml says: answers, refusals and messages, each compared with its schema. */
#include "cmocka_all.h"

#include "openapi.h"
#include "served.h"

#include "server/refusal.h"

#include <stdlib.h>
#include <string.h>

static struct served served;
static json_t *document;

static int start(void **state)
{
    (void)state;
    document = yaml_load(BC_REFERENCE_DIR "/../../docs/openapi.yaml");
    if (document == NULL) {
        return -1;
    }
    served_start(&served, NULL);
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

/* Asks and compares the answer with what the file says of this operation and status. `path` is the file's, with {id}. */
static json_t *check_answer(const char *method, const char *path, const char *id, const char *query, const char *body,
                            const char *secret)
{
    char target[512];
    char status[8];
    char verb[8];
    const char *place = strstr(path, "{id}");
    if (place == NULL) {
        (void)snprintf(target, sizeof target, "%s%s", path, query);
    } else {
        (void)snprintf(target, sizeof target, "%.*s%s%s%s", (int)(place - path), path, id, place + 4, query);
    }
    struct answer answer = ask(&served, method, target, body, secret, NULL);
    (void)snprintf(status, sizeof status, "%d", answer.status);
    (void)snprintf(verb, sizeof verb, "%s", method);
    for (char *letter = verb; *letter != '\0'; letter++) {
        *letter = (char)(*letter | 0x20);
    }
    json_t *operation = json_object_get(json_object_get(json_object_get(document, "paths"), path), verb);
    json_t *response = openapi_resolve(document, json_object_get(json_object_get(operation, "responses"), status));
    if (response == NULL) {
        fail_msg("%s %s: status %s is not described: %.300s", method, path, status, answer.text);
    }
    json_t *content = json_object_get(response, "content");
    json_t *schema = json_object_get(json_object_get(content, "application/json"), "schema");
    if (schema != NULL) {
        assert_non_null(answer.json);
        check_fits(schema, answer.json, target);
    } else {
        assert_non_null(json_object_get(content, "text/plain"));
    }
    json_t *json = json_incref(answer.json);
    answer_free(&answer);
    return json;
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
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    drop_answer("GET", "/api/v1/server", "", "", NULL, NULL);
    drop_answer("GET", "/health", "", "", NULL, NULL);
    drop_answer("GET", "/ready", "", "", NULL, NULL);
    drop_answer("GET", "/metrics", "", "", NULL, NULL);
    drop_answer("GET", "/api/v1/values", "", "?rules=nepal", NULL, NULL);
    drop_answer("GET", "/api/v1/values", "", "?rules=chess", NULL, NULL);
    drop_answer("GET", "/api/v1/values", "", "?moves=a1-a2", NULL, NULL);
    drop_answer("POST", tables, "", "",
                "{\"opponent\":\"computer\",\"level\":\"1\",\"side\":\"tigers\",\"name\":\"आशा\"}", NULL);
    drop_answer("POST", tables, "", "", "{\"rules\":\"chess\"}", NULL);
    drop_answer("POST", tables, "", "", "{\"position\":\"chess\"}", NULL);
    drop_answer("POST", tables, "", "", "nonsense", NULL);
    drop_answer("GET", table, pair.id, "", NULL, NULL);
    drop_answer("GET", table, pair.id, "", NULL, pair.tigers);
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
    drop_answer("GET", "/api/v1/tables/{id}/socket", pair.id, "", NULL, NULL);
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
        cmocka_unit_test(messages_are_as_described),
        cmocka_unit_test(every_refusal_is_described_and_no_other),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
