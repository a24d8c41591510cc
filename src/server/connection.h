/* A client's connection: TCP, then HTTP requests one after the other, then perhaps a stream or a WebSocket for good.
 *
 * Life. The server opens connections; connection_close() ends one at any moment and may be called from anywhere, also while the hub tells
 * something: the memory is freed later, once libuv has let go of the handle and no request of it is open at the hub (connection_hold() and
 * connection_release() count those). After connection_close() nothing is sent any more and sending is harmless.
 *
 * Writes go out at once where the kernel takes them. What it does not take is kept, up to LIMIT_UNREAD for a follower; more, and the client is
 * disconnected. Loop thread only. */
#ifndef BAGHCHAL_SERVER_CONNECTION_H
#define BAGHCHAL_SERVER_CONNECTION_H

#include "server/address_book.h"
#include "server/http_reader.h"
#include "server/hub.h"

#include <uv.h>
#include <wslay/wslay.h>

struct server;

enum connection_mode {
    CONNECTION_HTTP,
    CONNECTION_STREAM,    /* a response without end */
    CONNECTION_SOCKET,    /* a WebSocket */
    CONNECTION_LINGERING, /* everything said; waiting for the client to close */
};

struct connection {
    uv_tcp_t tcp;
    struct server *server;
    struct connection *previous, *next; /* among all */
    struct connection *next_due;
    enum connection_mode mode;
    bool due;       /* has bytes to be looked at again, or frames to be sent */
    bool closing;   /* connection_close() was called */
    bool closed;    /* libuv has let go */
    bool answering; /* a request waits for its answer */
    bool reading;
    bool close_after_answer;
    bool head;   /* the request being answered is a HEAD: no body */
    bool joined; /* a socket's hello was sent to the hub */
    bool pinged;
    bool close_queued; /* a close frame is on its way */
    bool trusted;      /* the peer is a proxy that is believed */
    bool counted;      /* in the address book's number of open connections */
    unsigned references;
    uint64_t heard;        /* when anything last came; loop time in milliseconds, like the next ones */
    uint64_t began;        /* when the present request began to come, or the mode was entered */
    uint64_t progress;     /* when the kernel last took something */
    struct address peer;   /* who is connected */
    struct address client; /* whom it speaks for: the peer, or whoever a trusted proxy names */
    struct http_reader reader;
    struct http_request *request; /* while one is read or answered */
    char *pending;                /* bytes behind the request being answered */
    size_t pending_length;
    struct follower follower;
    wslay_event_context_ptr socket;
    const char *input; /* bytes for the socket */
    size_t input_length;
    uint64_t table_id; /* of a socket */
    struct bucket messages;
};

/* Takes a connection that waits at the listener. */
void connection_accept(struct server *server, uv_stream_t *listener);

void connection_hold(struct connection *connection);
void connection_release(struct connection *connection);

/* Ends it now; what was not yet taken by the kernel is lost. */
void connection_close(struct connection *connection);

/* Ends it once everything is sent. */
void connection_finish(struct connection *connection);

void connection_send(struct connection *connection, const char *data, size_t length);

/* Lets the kernel keep only so much for a follower: it would take megabytes for one that does not read. */
void connection_bound_buffer(struct connection *connection);

/* Bytes that the kernel has not taken yet. */
size_t connection_unsent(const struct connection *connection);

/* The answer to the present request is sent: goes on to the next one. */
void connection_answered(struct connection *connection);

/* Sees to it that connections_continue() looks at the connection. */
void connection_make_due(struct connection *connection);

/* Goes on with connections that have bytes to be looked at again. */
void connections_continue(struct server *server);

/* Once a second: patience, pings, stalled writes. */
void connection_sweep(struct connection *connection, uint64_t now);

/* websocket.c: switches to WebSocket after a handshake; false when the request is none, with the refusal set. */
bool websocket_accept(struct connection *connection, uint64_t table_id, enum refusal *refusal);
void websocket_input(struct connection *connection, const char *data, size_t length);
void websocket_flush(struct connection *connection);
void websocket_free(struct connection *connection);
void websocket_ping(struct connection *connection);
void websocket_close(struct connection *connection, uint16_t code);
void websocket_say(struct connection *connection, const char *message, size_t length);

#endif
