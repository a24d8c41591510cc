/* What clients write, read: bodies of requests and messages of a WebSocket become requests to the hub. Pure. */
#ifndef BAGHCHAL_SERVER_CLIENT_MESSAGE_H
#define BAGHCHAL_SERVER_CLIENT_MESSAGE_H

#include "server/hub.h"

enum client_message_type {
    MESSAGE_HELLO,
    MESSAGE_MOVE,
    MESSAGE_OFFER,
    MESSAGE_ANSWER,
    MESSAGE_RESIGN,
    MESSAGE_CANCEL,
    MESSAGE_STATE,
    MESSAGE_PING,
    MESSAGE_TYPE_COUNT,
};

struct client_message {
    enum client_message_type type;
    bool has_request;
    int64_t request;
    bool has_since; /* HELLO */
    uint64_t since;
};

/* Reads a message; for HELLO the secret, if any, is put into `request`, for the others what the hub needs, its kind included (STATE is a
 * READ; PING leaves it alone). On a refusal `message->has_request` still tells what could be read of it. `reason` is set for moves that are none. */
enum refusal client_message_read(const struct bc_board *board, const char *text, size_t length,
                                 struct client_message *message, struct hub_request *request, enum bc_error *reason);

/* Reads the body of a request of `request->kind`; an empty body stands for an empty object. */
enum refusal client_body_read(const struct bc_board *board, const char *text, size_t length,
                              struct hub_request *request, enum bc_error *reason);

#endif
