/* HTTP answers. Each sends a whole response and lets the connection go on. */
#ifndef BAGHCHAL_SERVER_RESPOND_H
#define BAGHCHAL_SERVER_RESPOND_H

#include "server/connection.h"

/* `headers` are further lines, each ended by CR LF; may be "". */
void respond(struct connection *connection, int status, const char *type, const char *headers, const char *body,
             size_t length);
void respond_json(struct connection *connection, int status, const char *headers, const struct text_buffer *body);
void respond_refusal(struct connection *connection, enum refusal refusal, enum bc_error reason, int64_t wait);

/* A refusal by the hub: the table comes along where it helps (stale). */
void respond_hub_refusal(struct connection *connection, const struct hub_answer *answer);

/* Begins a response without end, in chunks. */
void respond_stream(struct connection *connection);

#endif
