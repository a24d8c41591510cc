#include "server/connection.h"
#include "server/respond.h"
#include "server/routes.h"
#include "server/server.h"

#include <stdlib.h>
#include <string.h>

enum { WRITE_CHUNK = 65536, LINGER_TIME = 2000 };

struct pending_write {
    uv_write_t request;
    struct connection *connection;
    char data[];
};

/* Hands bytes to what reads them now. The connection outlives this: libuv lets go of a closed one only later. */
static void feed(struct connection *connection, const char *data, size_t length);

void connection_hold(struct connection *connection)
{
    connection->references++;
}

static void free_if_done(struct connection *connection)
{
    if (!connection->closed || connection->references > 0) {
        return;
    }
    websocket_free(connection);
    free(connection->request);
    free(connection->pending);
    free(connection);
}

void connection_release(struct connection *connection)
{
    connection->references--;
    free_if_done(connection);
}

static void forget_due(struct connection *connection)
{
    struct connection **slot = &connection->server->due;
    while (*slot != NULL && *slot != connection) {
        slot = &(*slot)->next_due;
    }
    if (*slot != NULL) {
        *slot = connection->next_due;
    }
    connection->due = false;
}

static void on_closed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    struct server *server = connection->server;
    hub_leave(&server->hub, &connection->follower);
    if (connection->due) {
        forget_due(connection);
    }
    if (connection->previous != NULL) {
        connection->previous->next = connection->next;
    } else {
        server->connections = connection->next;
    }
    if (connection->next != NULL) {
        connection->next->previous = connection->previous;
    }
    server->connection_count--;
    if (connection->counted) {
        struct address_entry *entry = address_book_find(&server->addresses, connection->client, uv_now(&server->loop));
        if (entry != NULL && entry->open > 0) {
            entry->open--;
        }
    }
    connection->closed = true;
    free_if_done(connection);
}

void connection_close(struct connection *connection)
{
    if (!connection->closing) {
        connection->closing = true;
        uv_close((uv_handle_t *)&connection->tcp, on_closed);
    }
}

size_t connection_unsent(const struct connection *connection)
{
    return uv_stream_get_write_queue_size((const uv_stream_t *)&connection->tcp);
}

/* Says that nothing more comes and waits a little for the client to close: closing with unread bytes would cut off what it is being told. */
static void linger(struct connection *connection)
{
    int file = -1;
    connection->mode = CONNECTION_LINGERING;
    connection->began = uv_now(&connection->server->loop);
    if (uv_fileno((uv_handle_t *)&connection->tcp, &file) == 0) {
        (void)shutdown(file, SHUT_WR);
    }
}

static void on_written(uv_write_t *request, int status)
{
    struct pending_write *write = (struct pending_write *)request;
    struct connection *connection = write->connection;
    free(write);
    if (connection->closing) {
        return;
    }
    if (status != 0) {
        connection_close(connection);
        return;
    }
    connection->progress = uv_now(&connection->server->loop);
    if (connection->answering || connection_unsent(connection) > 0) {
        return;
    }
    if (connection->close_after_answer) {
        linger(connection);
    } else if (connection->mode == CONNECTION_HTTP) {
        connection_make_due(connection);
    }
}

static bool keep_for_later(struct connection *connection, const char *data, size_t length)
{
    struct pending_write *write = malloc(sizeof *write + length);
    if (write == NULL) {
        return false;
    }
    memcpy(write->data, data, length);
    write->connection = connection;
    uv_buf_t buffer = uv_buf_init(write->data, (unsigned)length);
    if (uv_write(&write->request, (uv_stream_t *)&connection->tcp, &buffer, 1, on_written) != 0) {
        free(write);
        return false;
    }
    return true;
}

void connection_send(struct connection *connection, const char *data, size_t length)
{
    if (connection->closing) {
        return;
    }
    if (connection_unsent(connection) == 0) {
        connection->progress = uv_now(&connection->server->loop);
        uv_buf_t buffer = {.base = NULL, .len = length};
        /* libuv's buffers are not const, but writing does not change them. */
        memcpy(&buffer.base, &data, sizeof data);
        int taken = uv_try_write((uv_stream_t *)&connection->tcp, &buffer, 1);
        if (taken < 0 && taken != UV_EAGAIN) {
            connection_close(connection);
            return;
        }
        size_t sent = taken < 0 ? 0 : (size_t)taken;
        data += sent;
        length -= sent;
    }
    while (length > 0) {
        size_t chunk = length < WRITE_CHUNK ? length : WRITE_CHUNK;
        if (!keep_for_later(connection, data, chunk)) {
            connection_close(connection);
            return;
        }
        data += chunk;
        length -= chunk;
    }
}

void connection_bound_buffer(struct connection *connection)
{
    int size = LIMIT_SEND_BUFFER;
    (void)uv_send_buffer_size((uv_handle_t *)&connection->tcp, &size);
}

void connection_finish(struct connection *connection)
{
    connection->close_after_answer = true;
    if (!connection->closing && connection->mode != CONNECTION_LINGERING && connection_unsent(connection) == 0) {
        linger(connection);
    }
}

static void stop_reading(struct connection *connection)
{
    if (connection->reading && !connection->closing) {
        connection->reading = false;
        (void)uv_read_stop((uv_stream_t *)&connection->tcp);
    }
}

/* Every read goes into one buffer of the server and is used up before the next. */
static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    (void)suggested;
    struct connection *connection = handle->data;
    *buffer = uv_buf_init(connection->server->read_buffer, sizeof connection->server->read_buffer);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct connection *connection = stream->data;
    if (count == UV_EOF && connection->mode == CONNECTION_HTTP && connection_unsent(connection) > 0) {
        stop_reading(connection);
        connection->close_after_answer = true;
        return;
    }
    if (count < 0) {
        connection_close(connection);
        return;
    }
    if (count > 0) {
        connection->heard = uv_now(&connection->server->loop);
        connection->pinged = false;
        feed(connection, buffer->base, (size_t)count);
    }
}

static void start_reading(struct connection *connection)
{
    if (!connection->reading && !connection->closing) {
        connection->reading = true;
        if (uv_read_start((uv_stream_t *)&connection->tcp, on_allocate, on_read) != 0) {
            connection_close(connection);
        }
    }
}

/* Keeps bytes that come behind a request until it is answered. */
static bool keep_pending(struct connection *connection, const char *data, size_t length)
{
    if (length == 0) {
        return true;
    }
    if (length > sizeof connection->server->read_buffer - connection->pending_length) {
        return false;
    }
    char *pending = realloc(connection->pending, connection->pending_length + length);
    if (pending == NULL) {
        return false;
    }
    memcpy(pending + connection->pending_length, data, length);
    connection->pending = pending;
    connection->pending_length += length;
    return true;
}

static void refuse_and_finish(struct connection *connection, enum refusal refusal)
{
    connection->answering = true;
    connection->close_after_answer = true;
    respond_refusal(connection, refusal, BC_OK, 0);
}

static void feed_http(struct connection *connection, const char *data, size_t length)
{
    while (length > 0 && !connection->closing && connection->mode == CONNECTION_HTTP) {
        size_t used = 0;
        /* A client that does not take its answers gets no further ones. */
        if (connection->answering || connection_unsent(connection) > 0) {
            stop_reading(connection);
            if (!keep_pending(connection, data, length)) {
                connection_close(connection);
            }
            return;
        }
        if (connection->request == NULL) {
            connection->request = calloc(1, sizeof *connection->request);
            connection->began = uv_now(&connection->server->loop);
        }
        if (connection->request == NULL) {
            connection_close(connection);
            return;
        }
        enum http_reader_result result =
            http_reader_feed(&connection->reader, connection->request, data, length, &used);
        data += used;
        length -= used;
        if (result == HTTP_READER_FAILED) {
            refuse_and_finish(connection, connection->reader.refusal);
            return;
        }
        if (result == HTTP_READER_REQUEST) {
            connection->answering = true;
            connection->head = connection->request->method == HTTP_HEAD;
            connection->close_after_answer =
                !connection->request->keep_alive || connection->request->upgrade || connection->server->stopping;
            route_request(connection);
        }
    }
    if (length > 0 && connection->mode != CONNECTION_HTTP) {
        feed(connection, data, length);
    }
}

static void feed(struct connection *connection, const char *data, size_t length)
{
    switch (connection->mode) {
    case CONNECTION_HTTP:
        feed_http(connection, data, length);
        break;
    case CONNECTION_SOCKET:
        websocket_input(connection, data, length);
        break;
    case CONNECTION_STREAM:
    case CONNECTION_LINGERING:
    default:
        break; /* what they say is of no interest any more */
    }
}

void connection_make_due(struct connection *connection)
{
    if (!connection->due) {
        connection->due = true;
        connection->next_due = connection->server->due;
        connection->server->due = connection;
        server_continue_later(connection->server);
    }
}

void connection_answered(struct connection *connection)
{
    connection->answering = false;
    free(connection->request);
    connection->request = NULL;
    if (connection->closing) {
        return;
    }
    connection->began = uv_now(&connection->server->loop);
    if (connection->mode != CONNECTION_HTTP) {
        connection_make_due(connection);
        return;
    }
    if (connection->close_after_answer) {
        start_reading(connection);
        connection_finish(connection);
        return;
    }
    http_reader_next(&connection->reader);
    connection_make_due(connection);
}

void connections_continue(struct server *server)
{
    while (server->due != NULL) {
        struct connection *connection = server->due;
        server->due = connection->next_due;
        connection->due = false;
        if (connection->closing || connection->answering ||
            (connection->mode == CONNECTION_HTTP && connection_unsent(connection) > 0)) {
            continue;
        }
        websocket_flush(connection);
        char *pending = connection->pending;
        size_t length = connection->pending_length;
        connection->pending = NULL;
        connection->pending_length = 0;
        start_reading(connection);
        if (length > 0 && !connection->closing) {
            feed(connection, pending, length);
        }
        free(pending);
    }
}

static bool trusts(const struct server *server, struct address address)
{
    for (size_t i = 0; i < server->trusted_count; i++) {
        if (server->trusted[i].network == address.network) {
            return true;
        }
    }
    return false;
}

/* Whether a new connection is one too many, of all or of its address. */
static bool too_many(struct server *server, struct connection *connection)
{
    if (server->connection_count > (size_t)server->settings->connections) {
        return true;
    }
    if (connection->trusted) {
        return false;
    }
    struct address_entry *entry = address_book_find(&server->addresses, connection->peer, uv_now(&server->loop));
    if (entry == NULL) {
        return false;
    }
    entry->open++;
    connection->counted = true;
    return entry->open > (uint32_t)server->settings->connections_per_address;
}

static void on_refused_close(uv_handle_t *handle)
{
    free(handle->data);
}

void connection_accept(struct server *server, uv_stream_t *listener)
{
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return;
    }
    connection->server = server;
    connection->tcp.data = connection;
    if (uv_tcp_init(&server->loop, &connection->tcp) != 0) {
        free(connection);
        return;
    }
    connection->tcp.data = connection;
    struct sockaddr_storage peer;
    int size = sizeof peer;
    if (uv_accept(listener, (uv_stream_t *)&connection->tcp) != 0 ||
        uv_tcp_getpeername(&connection->tcp, (struct sockaddr *)&peer, &size) != 0) {
        uv_close((uv_handle_t *)&connection->tcp, on_refused_close);
        return;
    }
    (void)uv_tcp_nodelay(&connection->tcp, 1);
    connection->peer = address_of((const struct sockaddr *)&peer);
    connection->client = connection->peer;
    connection->trusted = trusts(server, connection->peer);
    connection->heard = connection->began = connection->progress = uv_now(&server->loop);
    connection->follower.side = TABLE_NO_SIDE;
    http_reader_init(&connection->reader);
    connection->next = server->connections;
    if (server->connections != NULL) {
        server->connections->previous = connection;
    }
    server->connections = connection;
    server->connection_count++;
    server->connections_accepted++;
    start_reading(connection);
    if (too_many(server, connection) && !connection->closing) {
        refuse_and_finish(connection, REFUSAL_TOO_MANY_CONNECTIONS);
    }
}

static void sweep_http(struct connection *connection, uint64_t now)
{
    if (connection->answering || connection_unsent(connection) > 0) {
        return;
    }
    uint64_t waited = now - connection->began;
    if (connection->request != NULL && waited > LIMIT_REQUEST_TIME) {
        refuse_and_finish(connection, REFUSAL_REQUEST_TIMEOUT);
    } else if (connection->request == NULL && waited > LIMIT_IDLE_TIME) {
        connection_close(connection);
    }
}

static void sweep_socket(struct connection *connection, uint64_t now)
{
    uint64_t silent = now - connection->heard;
    if (!connection->joined && now - connection->began > LIMIT_HELLO_TIME) {
        websocket_close(connection, 1001);
    } else if (silent > LIMIT_DEAD_AFTER) {
        connection_close(connection);
    } else if (silent > LIMIT_PING_AFTER && !connection->pinged) {
        connection->pinged = true;
        websocket_ping(connection);
    }
}

void connection_sweep(struct connection *connection, uint64_t now)
{
    if (connection->closing) {
        return;
    }
    if (connection_unsent(connection) > 0 && now - connection->progress > LIMIT_WRITE_TIME) {
        connection_close(connection);
        return;
    }
    switch (connection->mode) {
    case CONNECTION_HTTP:
        sweep_http(connection, now);
        break;
    case CONNECTION_SOCKET:
        sweep_socket(connection, now);
        break;
    case CONNECTION_STREAM:
        if (now - connection->began > LIMIT_PING_AFTER) {
            connection->began = now;
            connection_send(connection, "1\r\n\n\r\n", 6);
        }
        break;
    case CONNECTION_LINGERING:
    default:
        if (now - connection->began > LINGER_TIME) {
            connection_close(connection);
        }
        break;
    }
}
