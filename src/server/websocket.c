/* The WebSocket of a table: handshake, frames (by wslay), and messages. */
#include "server/client_message.h"
#include "server/connection.h"
#include "server/respond.h"
#include "server/server.h"

#include <nettle/base64.h>
#include <nettle/sha1.h>

#include <stdlib.h>
#include <string.h>

enum { CLOSE_NO_SEAT = 4403, CLOSE_NO_TABLE = 4404, CLOSE_POLICY = 1008, KEY_LENGTH = 24, ACCEPT_LENGTH = 28 };

/* A message at the hub with the connection that waits for it. */
struct call {
    struct hub_request request;
    struct connection *connection;
    struct client_message message;
};

static struct connection *connection_of(struct follower *follower)
{
    return (struct connection *)(void *)((char *)follower - offsetof(struct connection, follower));
}

static ssize_t take_input(wslay_event_context_ptr context, uint8_t *data, size_t length, int flags, void *user)
{
    (void)flags;
    struct connection *connection = user;
    if (connection->input_length == 0) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t size = length < connection->input_length ? length : connection->input_length;
    memcpy(data, connection->input, size);
    connection->input += size;
    connection->input_length -= size;
    return (ssize_t)size;
}

static ssize_t give_output(wslay_event_context_ptr context, const uint8_t *data, size_t length, int flags, void *user)
{
    (void)flags;
    struct connection *connection = user;
    if (connection->closing) {
        wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
        return -1;
    }
    text_append(&connection->server->outgoing, (const char *)data, length);
    return (ssize_t)length;
}

/* Closes a connection that leaves too much unread. */
static bool is_deaf(struct connection *connection)
{
    if (connection_unsent(connection) <= LIMIT_UNREAD) {
        return false;
    }
    connection->server->slow_clients++;
    connection_close(connection);
    return true;
}

/* Sends all frames that wait in one write. wslay hands out headers and payloads one by one. */
void websocket_flush(struct connection *connection)
{
    if (connection->closing || connection->socket == NULL) {
        return;
    }
    /* Answers to pings come this way alone. */
    if (is_deaf(connection)) {
        return;
    }
    struct text_buffer *outgoing = &connection->server->outgoing;
    outgoing->length = 0;
    if (wslay_event_send(connection->socket) != 0 || outgoing->failed) {
        outgoing->failed = false;
        connection_close(connection);
        return;
    }
    if (outgoing->length > 0) {
        connection_send(connection, outgoing->data, outgoing->length);
    }
    /* After both close frames, or after one that nobody will answer, only the bytes on their way are left. */
    if (wslay_event_get_close_sent(connection->socket) != 0 &&
        (wslay_event_get_close_received(connection->socket) != 0 ||
         !wslay_event_get_read_enabled(connection->socket))) {
        connection_finish(connection);
    }
}

void websocket_say(struct connection *connection, const char *message, size_t length)
{
    if (connection->closing || connection->mode != CONNECTION_SOCKET || connection->close_queued) {
        return;
    }
    if (is_deaf(connection)) {
        return;
    }
    const struct wslay_event_msg frame = {
        .opcode = WSLAY_TEXT_FRAME, .msg = (const uint8_t *)message, .msg_length = length};
    if (wslay_event_queue_msg(connection->socket, &frame) != 0) {
        connection_close(connection);
        return;
    }
    connection->server->messages_sent++;
    /* Once this turn of the loop is over: what follows for the same client goes along. */
    connection_make_due(connection);
}

void websocket_ping(struct connection *connection)
{
    const struct wslay_event_msg frame = {.opcode = WSLAY_PING};
    if (!connection->closing && !connection->close_queued && wslay_event_queue_msg(connection->socket, &frame) == 0) {
        websocket_flush(connection);
    }
}

void websocket_close(struct connection *connection, uint16_t code)
{
    if (connection->closing || connection->mode != CONNECTION_SOCKET || connection->close_queued) {
        return;
    }
    /* wslay sends control frames before messages: what was said before goes first. */
    websocket_flush(connection);
    if (connection->closing) {
        return;
    }
    connection->close_queued = true;
    if (wslay_event_queue_close(connection->socket, code, NULL, 0) != 0) {
        connection_close(connection);
        return;
    }
    websocket_flush(connection);
    if (!connection->closing) {
        connection_finish(connection);
    }
}

static void say_text(struct connection *connection, struct text_buffer *text)
{
    if (text->failed) {
        connection_close(connection);
    } else {
        websocket_say(connection, text->data, text->length);
    }
    text_buffer_free(text);
}

static void begin_message(struct text_buffer *text, const char *type, const struct client_message *message)
{
    text_append_words(text, "{");
    text_json_string_field(text, "type", type);
    if (message->has_request) {
        text_json_number_field(text, "request", message->request);
    }
}

static void say_refused(struct connection *connection, const struct client_message *message,
                        const struct hub_answer *answer)
{
    struct text_buffer text = {0};
    begin_message(&text, "refused", message);
    text_json_field(&text, "error");
    refusal_write_json(&text, answer->refusal, answer->reason, answer->wait);
    if (answer->refusal == REFUSAL_STALE && answer->table != NULL) {
        struct text_buffer table = {0};
        table_write_json(&table, answer->table);
        table_write_state_fields(&text, answer->side, &table, answer->presence);
        text_buffer_free(&table);
    }
    text_append_words(&text, "}");
    say_text(connection, &text);
}

/* A token for everything that is not an accepted move; without one the client is too fast. */
static bool pay(struct connection *connection, const struct client_message *message)
{
    int64_t wait = bucket_take(&connection->messages, LIMIT_MESSAGE_BURST, LIMIT_MESSAGE_INTERVAL,
                               uv_now(&connection->server->loop));
    if (wait == 0) {
        return true;
    }
    const struct hub_answer answer = {.refusal = REFUSAL_TOO_MANY_REQUESTS, .wait = wait, .side = TABLE_NO_SIDE};
    connection->server->hub.counts.refusals[REFUSAL_TOO_MANY_REQUESTS]++;
    say_refused(connection, message, &answer);
    websocket_close(connection, CLOSE_POLICY);
    return false;
}

static void say_answer(struct connection *connection, const struct client_message *message,
                       const struct hub_answer *answer)
{
    struct text_buffer text = {0};
    if (message->type == MESSAGE_STATE) {
        struct text_buffer table = {0};
        begin_message(&text, "state", message);
        table_write_json(&table, answer->table);
        table_write_state_fields(&text, answer->side, &table, answer->presence);
        text_buffer_free(&table);
    } else {
        begin_message(&text, "ok", message);
        text_json_number_field(&text, "seq", (int64_t)answer->table->seq);
    }
    text_append_words(&text, "}");
    say_text(connection, &text);
}

static void on_answer(struct hub_request *request, const struct hub_answer *answer)
{
    struct call *call = request->context;
    struct connection *connection = call->connection;
    bool accepted_move = call->message.type == MESSAGE_MOVE && answer->refusal == REFUSAL_NONE && !answer->repeated;
    bool paid_already = call->message.type != MESSAGE_MOVE;
    if (!connection->closing && (accepted_move || paid_already || pay(connection, &call->message))) {
        if (answer->refusal != REFUSAL_NONE) {
            say_refused(connection, &call->message, answer);
        } else {
            say_answer(connection, &call->message, answer);
        }
    }
    free(call);
    connection_release(connection);
}

static void on_hello_answer(struct hub_request *request, const struct hub_answer *answer)
{
    struct call *call = request->context;
    struct connection *connection = call->connection;
    if (connection->closing) {
        /* It may have been closed before the hub made it a follower: then nobody else takes it out again. */
        hub_leave(&connection->server->hub, &connection->follower);
    } else if (answer->refusal != REFUSAL_NONE) {
        say_refused(connection, &call->message, answer);
        websocket_close(connection, answer->refusal == REFUSAL_TABLE_UNKNOWN  ? CLOSE_NO_TABLE
                                    : answer->refusal == REFUSAL_SEAT_UNKNOWN ? CLOSE_NO_SEAT
                                                                              : 1012);
    } else {
        struct text_buffer text = {0};
        bool same = call->message.has_since && call->message.since == answer->table->seq;
        table_write_greeting(&text, answer, same);
        say_text(connection, &text);
    }
    free(call);
    connection_release(connection);
}

static void socket_send(struct follower *follower, const char *message, size_t length)
{
    websocket_say(connection_of(follower), message, length);
}

static void socket_lost(struct follower *follower)
{
    websocket_close(connection_of(follower), 1012);
}

static void say_pong(struct connection *connection, const struct client_message *message)
{
    struct text_buffer text = {0};
    begin_message(&text, "pong", message);
    text_append_words(&text, "}");
    say_text(connection, &text);
}

/* Refuses what did not even get to the hub; a hello that went wrong ends the connection. */
static void refuse_message(struct connection *connection, const struct client_message *message, enum refusal refusal,
                           enum bc_error reason)
{
    const struct hub_answer answer = {.refusal = refusal, .reason = reason, .side = TABLE_NO_SIDE};
    connection->server->hub.counts.refusals[refusal]++;
    if (message->type == MESSAGE_MOVE && !pay(connection, message)) {
        return;
    }
    say_refused(connection, message, &answer);
    if (message->type == MESSAGE_HELLO) {
        websocket_close(connection, refusal == REFUSAL_SEAT_UNKNOWN ? CLOSE_NO_SEAT : CLOSE_POLICY);
    }
}

static void ask_hub(struct connection *connection, struct call *call)
{
    struct hub_request *request = &call->request;
    connection_hold(connection);
    request->table_id = connection->table_id;
    request->follower = &connection->follower;
    if (call->message.type == MESSAGE_HELLO) {
        connection->joined = true;
        connection->follower.send = socket_send;
        connection->follower.lost = socket_lost;
        request->answer = on_hello_answer;
    } else {
        request->answer = on_answer;
    }
    hub_ask(&connection->server->hub, request);
}

static void on_text(struct connection *connection, const char *text, size_t length)
{
    struct hub_request *request = hub_request_new(HUB_READ, connection->table_id);
    struct call *call = calloc(1, sizeof *call);
    if (request == NULL || call == NULL) {
        free(request);
        free(call);
        connection_close(connection);
        return;
    }
    call->request = *request;
    free(request);
    call->request.context = call;
    call->connection = connection;
    enum bc_error reason = BC_OK;
    struct client_message *message = &call->message;
    enum refusal refusal =
        client_message_read(&connection->server->board, text, length, message, &call->request, &reason);
    /* The client speaks first, and only once says hello. */
    bool hello = message->type == MESSAGE_HELLO;
    if (refusal == REFUSAL_NONE && hello == connection->joined) {
        refusal = REFUSAL_BAD_FIELD;
    }
    if (connection->server->stopping) {
        refusal = REFUSAL_SHUTTING_DOWN;
    }
    if (message->type != MESSAGE_MOVE && !pay(connection, message)) {
        free(call);
    } else if (refusal != REFUSAL_NONE) {
        refuse_message(connection, message, refusal, reason);
        free(call);
    } else if (message->type == MESSAGE_PING) {
        say_pong(connection, message);
        free(call);
    } else {
        ask_hub(connection, call);
    }
}

static void on_message(wslay_event_context_ptr context, const struct wslay_event_on_msg_recv_arg *message, void *user)
{
    (void)context;
    struct connection *connection = user;
    if (message->opcode == WSLAY_TEXT_FRAME && !connection->closing && !connection->close_queued) {
        connection->server->messages_received++;
        on_text(connection, (const char *)message->msg, message->msg_length);
    } else if (message->opcode == WSLAY_BINARY_FRAME) {
        websocket_close(connection, 1003);
    }
}

void websocket_input(struct connection *connection, const char *data, size_t length)
{
    connection->input = data;
    connection->input_length = length;
    int result = wslay_event_recv(connection->socket);
    connection->input_length = 0;
    if (result != 0) {
        connection_close(connection);
    } else {
        websocket_flush(connection);
    }
}

void websocket_free(struct connection *connection)
{
    if (connection->socket != NULL) {
        wslay_event_context_free(connection->socket);
        connection->socket = NULL;
    }
}

/* The answer to a client's key: RFC 6455, section 4.2.2. */
static void accept_key(const char *key, char accept[ACCEPT_LENGTH + 1])
{
    static const char fixed[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx context;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&context);
    sha1_update(&context, strlen(key), (const uint8_t *)key);
    sha1_update(&context, sizeof fixed - 1, (const uint8_t *)fixed);
    sha1_digest(&context, sizeof digest, digest);
    base64_encode_raw(accept, sizeof digest, digest);
    accept[ACCEPT_LENGTH] = '\0';
}

static bool is_handshake(const struct http_request *request)
{
    return request->upgrade && http_field_has(request->fields[HTTP_FIELD_CONNECTION], "upgrade") &&
           http_field_has(request->fields[HTTP_FIELD_UPGRADE], "websocket") &&
           strcmp(request->fields[HTTP_FIELD_SOCKET_VERSION], "13") == 0 &&
           strlen(request->fields[HTTP_FIELD_SOCKET_KEY]) == KEY_LENGTH;
}

/* Counts a socket that came through a trusted proxy against the address it comes from. */
static bool count_behind_proxy(struct connection *connection)
{
    struct server *server = connection->server;
    if (connection->counted || !connection->trusted) {
        return true;
    }
    struct address_entry *entry = address_book_find(&server->addresses, connection->client, uv_now(&server->loop));
    if (entry == NULL || connection->client.network == connection->peer.network) {
        return true;
    }
    if (entry->open >= (uint32_t)server->settings->connections_per_address) {
        return false;
    }
    entry->open++;
    connection->counted = true;
    return true;
}

bool websocket_accept(struct connection *connection, uint64_t table_id, enum refusal *refusal)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = take_input, .send_callback = give_output, .on_msg_recv_callback = on_message};
    if (!is_handshake(connection->request)) {
        *refusal = REFUSAL_UPGRADE_REQUIRED;
        return false;
    }
    if (!count_behind_proxy(connection)) {
        *refusal = REFUSAL_TOO_MANY_CONNECTIONS;
        return false;
    }
    if (wslay_event_context_server_init(&connection->socket, &callbacks, connection) != 0) {
        *refusal = REFUSAL_STORE_BUSY;
        return false;
    }
    wslay_event_config_set_max_recv_msg_length(connection->socket, LIMIT_MESSAGE);
    char accept[ACCEPT_LENGTH + 1];
    accept_key(connection->request->fields[HTTP_FIELD_SOCKET_KEY], accept);
    struct text_buffer text = {0};
    text_append_format(&text,
                       "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       "Sec-WebSocket-Accept: %s\r\n\r\n",
                       accept);
    connection->mode = CONNECTION_SOCKET;
    connection->close_after_answer = false;
    connection->table_id = table_id;
    connection_bound_buffer(connection);
    connection_send(connection, text.data, text.length);
    text_buffer_free(&text);
    connection->server->responses[1]++;
    connection_answered(connection);
    return true;
}
