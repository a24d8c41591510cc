/* Reads HTTP/1 requests out of bytes, whole ones only, within the limits. Knows nothing of sockets.
 *
 * A reader is zeroed and initialised once a connection. The request it fills is the caller's memory and is read after HTTP_READER_REQUEST; then
 * http_reader_next() makes ready for the one behind it. After HTTP_READER_FAILED the connection can only be answered and closed. */
#ifndef BAGHCHAL_SERVER_HTTP_READER_H
#define BAGHCHAL_SERVER_HTTP_READER_H

#include "server/limits.h"
#include "server/refusal.h"

#include <llhttp/llhttp.h>

#include <stdbool.h>
#include <stddef.h>

/* The header fields that the server looks at. */
#define HTTP_FIELD_LIST(X)                     \
    X(HOST, "host")                            \
    X(ORIGIN, "origin")                        \
    X(AUTHORIZATION, "authorization")          \
    X(CONTENT_TYPE, "content-type")            \
    X(ACCEPT_ENCODING, "accept-encoding")      \
    X(IF_NONE_MATCH, "if-none-match")          \
    X(CONNECTION, "connection")                \
    X(UPGRADE, "upgrade")                      \
    X(SOCKET_KEY, "sec-websocket-key")         \
    X(SOCKET_VERSION, "sec-websocket-version") \
    X(FORWARDED_FOR, "x-forwarded-for")        \
    X(FORWARDED_PROTO, "x-forwarded-proto")

enum http_field {
#define HTTP_FIELD_NAME(name, text) HTTP_FIELD_##name,
    HTTP_FIELD_LIST(HTTP_FIELD_NAME)
#undef HTTP_FIELD_NAME
        HTTP_FIELD_COUNT
};

struct http_request {
    uint8_t method;  /* llhttp's HTTP_GET and so on */
    bool keep_alive; /* the client wants to go on with this connection */
    bool upgrade;    /* it asks to switch protocols, and what follows is not HTTP */
    bool present[HTTP_FIELD_COUNT];
    size_t target_length;
    size_t body_length;
    char *query; /* within target, behind the question mark; "" for none; set when the request is whole */
    char target[LIMIT_TARGET + 1];
    char fields[HTTP_FIELD_COUNT][LIMIT_HEADER_VALUE + 1];
    char body[LIMIT_BODY + 1];
};

enum http_reader_result { HTTP_READER_MORE, HTTP_READER_REQUEST, HTTP_READER_FAILED };

struct http_reader {
    llhttp_t parser;
    struct http_request *request;
    size_t header_bytes;
    enum refusal refusal; /* why it failed */
    int field;            /* the header field whose value comes, or -1 */
    bool in_value;
    unsigned name_length;
    char name[32];
};

void http_reader_init(struct http_reader *reader);

/* Whether a request has begun to arrive. */
bool http_reader_begun(const struct http_reader *reader);

/* Reads on; `request` is where the request being read is put, the same memory until it is whole. Sets how many bytes were used: all of them unless a
 * request is whole or the reader failed. */
enum http_reader_result http_reader_feed(struct http_reader *reader, struct http_request *request, const char *data,
                                         size_t length, size_t *used);

/* Makes ready for the next request. */
void http_reader_next(struct http_reader *reader);

/* Finds a parameter of a query and writes its decoded value. Returns 1 when found, 0 when it is not there, -1 when it does not fit or is not
 * well encoded. */
int http_query_value(const char *query, const char *name, char *value, size_t size);

/* Whether a comma-separated field holds a word, in any case, and does not decline it by q=0. */
bool http_field_has(const char *field, const char *word);

#endif
