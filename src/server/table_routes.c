/* /api/v1/tables and what lies below: requests become requests to the hub, its answers become responses. */
#include "server/client_message.h"
#include "server/record_text.h"
#include "server/respond.h"
#include "server/routes.h"
#include "server/server.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A request at the hub with the connection that waits for it. */
struct call {
    struct hub_request request;
    struct connection *connection;
    bool move; /* pays for its rate only when refused */
    enum record_format format;
    bool has_since;
    uint64_t since;
};

static struct call *call_new(struct connection *connection, enum hub_request_kind kind, uint64_t table_id)
{
    struct call *call = calloc(1, sizeof *call);
    struct hub_request *request = hub_request_new(kind, table_id);
    if (call == NULL || request == NULL) {
        free(call);
        free(request);
        return NULL;
    }
    call->request = *request;
    free(request);
    call->connection = connection;
    call->request.context = call;
    connection_hold(connection);
    return call;
}

static void call_end(struct call *call)
{
    struct connection *connection = call->connection;
    free(call);
    connection_release(connection);
}

static void write_state(struct text_buffer *text, const struct hub_answer *answer)
{
    struct text_buffer table = {0};
    text_append_words(text, "{");
    if (answer->secret != NULL) {
        text_json_string_field(text, "secret", answer->secret);
    }
    table_write_json(&table, answer->table);
    table_write_state_fields(text, answer->side, &table, answer->presence);
    text_append_words(text, "}");
    text_buffer_free(&table);
}

static void answer_state(struct hub_request *request, const struct hub_answer *answer)
{
    struct call *call = request->context;
    struct connection *connection = call->connection;
    struct server *server = connection->server;
    if (connection->closing) {
        connection_answered(connection);
        call_end(call);
        return;
    }
    if (answer->refusal != REFUSAL_NONE) {
        struct address_entry *entry =
            call->move ? address_book_find(&server->addresses, connection->client, uv_now(&server->loop)) : NULL;
        int64_t wait = entry == NULL ? 0
                                     : bucket_take(&entry->requests, LIMIT_REQUEST_BURST, LIMIT_REQUEST_INTERVAL,
                                                   uv_now(&server->loop));
        if (wait > 0) {
            respond_refusal(connection, REFUSAL_TOO_MANY_REQUESTS, BC_OK, wait);
        } else {
            respond_hub_refusal(connection, answer);
        }
        call_end(call);
        return;
    }
    struct text_buffer text = {0};
    write_state(&text, answer);
    respond_json(connection, answer->secret != NULL ? 201 : 200, "", &text);
    text_buffer_free(&text);
    call_end(call);
}

static void answer_record(struct hub_request *request, const struct hub_answer *answer)
{
    struct call *call = request->context;
    struct connection *connection = call->connection;
    struct text_buffer text = {0};
    enum bc_error error = BC_OK;
    if (answer->refusal != REFUSAL_NONE) {
        respond_hub_refusal(connection, answer);
    } else if ((error = record_text_write(&text, answer->table, call->format)) != BC_OK) {
        respond_refusal(connection, error == BC_ERROR_MEMORY ? REFUSAL_STORE_BUSY : REFUSAL_NOT_IN_FORMAT, error, 0);
    } else {
        respond(connection, 200, "text/plain; charset=utf-8", "Cache-Control: no-store\r\n", text.data, text.length);
    }
    text_buffer_free(&text);
    call_end(call);
}

static void stream_send(struct follower *follower, const char *message, size_t length)
{
    struct connection *connection =
        (struct connection *)(void *)((char *)follower - offsetof(struct connection, follower));
    if (connection_unsent(connection) > LIMIT_UNREAD) {
        connection->server->slow_clients++;
        connection_close(connection);
        return;
    }
    struct text_buffer text = {0};
    text_append_format(&text, "%zx\r\n", length + 1);
    text_append(&text, message, length);
    text_append_words(&text, "\n\r\n");
    if (text.failed) {
        connection_close(connection);
    } else {
        connection_send(connection, text.data, text.length);
    }
    text_buffer_free(&text);
}

static void stream_lost(struct follower *follower)
{
    struct connection *connection =
        (struct connection *)(void *)((char *)follower - offsetof(struct connection, follower));
    connection_close(connection);
}

static void answer_stream(struct hub_request *request, const struct hub_answer *answer)
{
    struct call *call = request->context;
    struct connection *connection = call->connection;
    if (connection->closing) {
        /* It may have been closed before the hub made it a follower: then nobody else takes it out again. */
        hub_leave(&connection->server->hub, &connection->follower);
        connection_answered(connection);
    } else if (answer->refusal != REFUSAL_NONE) {
        respond_hub_refusal(connection, answer);
    } else {
        struct text_buffer text = {0};
        table_write_greeting(&text, answer, call->has_since && call->since == answer->table->seq);
        respond_stream(connection);
        stream_send(&connection->follower, text.data, text.length);
        text_buffer_free(&text);
    }
    call_end(call);
}

/* Puts the bearer's secret into a request; false when it was refused. */
static bool take_secret(struct connection *connection, struct hub_request *request)
{
    int found = bearer_secret(connection->request, request->secret, sizeof request->secret);
    request->has_secret = found == 1;
    return found >= 0;
}

static void ask(struct call *call, void (*answer)(struct hub_request *, const struct hub_answer *))
{
    call->request.answer = answer;
    hub_ask(&call->connection->server->hub, &call->request);
}

static void refuse_call(struct call *call, enum refusal refusal, enum bc_error reason, int64_t wait)
{
    respond_refusal(call->connection, refusal, reason, wait);
    call_end(call);
}

static bool is_json(const struct http_request *request)
{
    const char *type = request->fields[HTTP_FIELD_CONTENT_TYPE];
    return strncasecmp(type, "application/json", 16) == 0 && (type[16] == '\0' || type[16] == ';' || type[16] == ' ');
}

/* A POST: reads its body and asks the hub. */
static void post(struct connection *connection, enum hub_request_kind kind, uint64_t table_id)
{
    struct server *server = connection->server;
    const struct http_request *http = connection->request;
    if (http->method != HTTP_POST) {
        refuse_method(connection, "POST");
        return;
    }
    struct call *call = call_new(connection, kind, table_id);
    if (call == NULL) {
        respond_refusal(connection, REFUSAL_STORE_BUSY, BC_OK, 1000);
        return;
    }
    enum bc_error reason = BC_OK;
    enum refusal refusal = REFUSAL_NONE;
    call->move = kind == HUB_MOVE;
    if (http->body_length > 0 && !is_json(http)) {
        refusal = REFUSAL_NOT_JSON;
    } else if (!take_secret(connection, &call->request)) {
        refusal = REFUSAL_SEAT_UNKNOWN;
    } else if (!call->request.has_secret && kind != HUB_MAKE && kind != HUB_SIT) {
        refusal = REFUSAL_SEAT_REQUIRED;
    } else {
        refusal = client_body_read(&server->board, http->body, http->body_length, &call->request, &reason);
    }
    if (refusal != REFUSAL_NONE) {
        refuse_call(call, refusal, reason, 0);
        return;
    }
    ask(call, answer_state);
}

static void make_table(struct connection *connection)
{
    struct server *server = connection->server;
    const struct http_request *http = connection->request;
    if (http->method != HTTP_POST) {
        refuse_method(connection, "POST");
        return;
    }
    struct call *call = call_new(connection, HUB_MAKE, 0);
    if (call == NULL) {
        respond_refusal(connection, REFUSAL_STORE_BUSY, BC_OK, 1000);
        return;
    }
    struct hub_request *request = &call->request;
    enum bc_error reason = BC_OK;
    enum refusal refusal = REFUSAL_NOT_JSON;
    int64_t wait = 0;
    if (http->body_length == 0 || is_json(http)) {
        refusal = client_body_read(&server->board, http->body, http->body_length, request, &reason);
    }
    if (refusal == REFUSAL_NONE) {
        struct address_entry *entry = address_book_find(&server->addresses, connection->client, uv_now(&server->loop));
        wait = entry == NULL
                   ? 0
                   : bucket_take(&entry->tables, LIMIT_TABLES_BURST, LIMIT_TABLES_INTERVAL, uv_now(&server->loop));
        refusal = wait > 0 ? REFUSAL_TOO_MANY_TABLES : REFUSAL_NONE;
    }
    if (refusal == REFUSAL_NONE) {
        request->table_id = request->claim[0] == '\0' ? table_id_new() : table_id_from_claim(request->claim);
        refusal = request->table_id == 0 ? REFUSAL_STORE_BUSY : REFUSAL_NONE;
    }
    if (refusal != REFUSAL_NONE) {
        refuse_call(call, refusal, reason, wait);
        return;
    }
    ask(call, answer_state);
}

static void get(struct connection *connection, uint64_t table_id, const char *what)
{
    const struct http_request *http = connection->request;
    if (http->method != HTTP_GET && http->method != HTTP_HEAD) {
        refuse_method(connection, "GET, HEAD");
        return;
    }
    char word[32] = "";
    bool record = strcmp(what, "/record") == 0;
    bool stream = strcmp(what, "/stream") == 0 && http->method == HTTP_GET;
    struct call *call = call_new(connection, stream ? HUB_JOIN : HUB_READ, table_id);
    if (call == NULL) {
        respond_refusal(connection, REFUSAL_STORE_BUSY, BC_OK, 1000);
        return;
    }
    int found = record ? http_query_value(http->query, "format", word, sizeof word)
                       : http_query_value(http->query, "since", word, sizeof word);
    if (record && (found < 0 || !record_format_read(found == 0 ? "record" : word, &call->format))) {
        refuse_call(call, REFUSAL_BAD_FORMAT, BC_OK, 0);
        return;
    }
    char *end = word;
    call->has_since = stream && found == 1;
    call->since = strtoull(word, &end, 10);
    if (stream && (found < 0 || (found == 1 && (end == word || *end != '\0')))) {
        refuse_call(call, REFUSAL_BAD_FIELD, BC_OK, 0);
        return;
    }
    if (!take_secret(connection, &call->request)) {
        refuse_call(call, REFUSAL_SEAT_UNKNOWN, BC_OK, 0);
        return;
    }
    if (stream) {
        connection->follower.send = stream_send;
        connection->follower.lost = stream_lost;
        call->request.follower = &connection->follower;
    }
    ask(call, record ? answer_record : stream ? answer_stream : answer_state);
}

static void open_socket(struct connection *connection, uint64_t table_id)
{
    if (connection->request->method != HTTP_GET) {
        refuse_method(connection, "GET");
        return;
    }
    enum refusal refusal = REFUSAL_NONE;
    if (!websocket_accept(connection, table_id, &refusal)) {
        respond_refusal(connection, refusal, BC_OK, 0);
    }
}

void route_tables(struct connection *connection, const char *rest)
{
    static const struct {
        const char *path;
        enum hub_request_kind kind;
    } posts[] = {{"/seat", HUB_SIT},     {"/cancel", HUB_CANCEL},  {"/moves", HUB_MOVE},
                 {"/offers", HUB_OFFER}, {"/answers", HUB_ANSWER}, {"/resign", HUB_RESIGN}};
    uint64_t table_id = 0;
    if (rest[0] == '\0') {
        make_table(connection);
        return;
    }
    size_t length = strcspn(rest + 1, "/");
    const char *what = rest + 1 + length;
    if (!table_id_read(rest + 1, length, &table_id)) {
        respond_refusal(connection, REFUSAL_TABLE_UNKNOWN, BC_OK, 0);
        return;
    }
    if (what[0] == '\0' || strcmp(what, "/record") == 0 || strcmp(what, "/stream") == 0) {
        get(connection, table_id, what);
        return;
    }
    if (strcmp(what, "/socket") == 0) {
        open_socket(connection, table_id);
        return;
    }
    for (size_t i = 0; i < sizeof posts / sizeof posts[0]; i++) {
        if (strcmp(what, posts[i].path) == 0) {
            post(connection, posts[i].kind, table_id);
            return;
        }
    }
    respond_refusal(connection, REFUSAL_NOT_FOUND, BC_OK, 0);
}
