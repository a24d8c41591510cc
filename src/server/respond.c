#include "server/respond.h"
#include "server/server.h"

#include <stdio.h>
#include <string.h>

/* On every answer. The page needs no inline script or style; `wasm-unsafe-eval` allows WebAssembly and no evaluation of scripts. */
static const char common_headers[] =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src "
    "'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";

void respond(struct connection *connection, int status, const char *type, const char *headers, const char *body,
             size_t length)
{
    struct text_buffer text = {0};
    text_append_format(&text, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n", status,
                       llhttp_status_name((llhttp_status_t)status), type, length);
    text_append_words(&text, common_headers);
    text_append_words(&text, headers);
    text_append_words(&text, connection->close_after_answer ? "Connection: close\r\n\r\n" : "\r\n");
    if (!connection->head) {
        text_append(&text, body, length);
    }
    if (text.failed) {
        connection_close(connection);
    } else {
        connection_send(connection, text.data, text.length);
    }
    text_buffer_free(&text);
    connection->server->responses[status / 100 % 10]++;
    connection_answered(connection);
}

void respond_json(struct connection *connection, int status, const char *headers, const struct text_buffer *body)
{
    char all[256];
    if (body->failed) {
        connection_close(connection);
        connection_answered(connection);
        return;
    }
    (void)snprintf(all, sizeof all, "Cache-Control: no-store\r\n%s", headers);
    respond(connection, status, "application/json", all, body->data, body->length);
}

static void retry_header(char *line, size_t size, int64_t wait)
{
    line[0] = '\0';
    if (wait > 0) {
        (void)snprintf(line, size, "Retry-After: %lld\r\n", (long long)((wait + 999) / 1000));
    }
}

void respond_refusal(struct connection *connection, enum refusal refusal, enum bc_error reason, int64_t wait)
{
    const struct hub_answer answer = {.refusal = refusal, .reason = reason, .wait = wait, .side = TABLE_NO_SIDE};
    connection->server->hub.counts.refusals[refusal]++;
    respond_hub_refusal(connection, &answer);
}

void respond_hub_refusal(struct connection *connection, const struct hub_answer *answer)
{
    struct text_buffer text = {0};
    char headers[64];
    retry_header(headers, sizeof headers, answer->wait);
    text_append_words(&text, "{");
    text_json_field(&text, "error");
    refusal_write_json(&text, answer->refusal, answer->reason, answer->wait);
    if (answer->refusal == REFUSAL_STALE && answer->table != NULL) {
        struct text_buffer table = {0};
        table_write_json(&table, answer->table);
        table_write_state_fields(&text, answer->side, &table, answer->presence);
        text_buffer_free(&table);
    }
    text_append_words(&text, "}");
    respond_json(connection, refusal_status(answer->refusal), headers, &text);
    text_buffer_free(&text);
}

void respond_stream(struct connection *connection)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nCache-Control: no-store\r\n"
                               "X-Accel-Buffering: no\r\nTransfer-Encoding: chunked\r\n";
    connection_send(connection, head, sizeof head - 1);
    connection_send(connection, common_headers, sizeof common_headers - 1);
    connection_send(connection, "\r\n", 2);
    connection->server->responses[2]++;
    connection->mode = CONNECTION_STREAM;
    connection->close_after_answer = false;
    connection_bound_buffer(connection);
    connection_answered(connection);
}
