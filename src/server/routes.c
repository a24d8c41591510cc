#include "server/routes.h"
#include "server/origin.h"
#include "server/respond.h"
#include "server/server.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What an old page gets that asks for a script of a build that is gone: a fresh start instead of a white page, once. */
static const char stale_script[] = "const key = 'baghchal-fresh-start';\n"
                                   "let tried = true;\n"
                                   "try {\n"
                                   "  tried = Date.now() - Number(sessionStorage.getItem(key)) < 10000;\n"
                                   "  sessionStorage.setItem(key, String(Date.now()));\n"
                                   "} catch { tried = true; }\n"
                                   "if (!tried && typeof location !== 'undefined') location.reload();\n"
                                   "export default undefined;\n";

int bearer_secret(const struct http_request *request, char *secret, size_t size)
{
    const char *field = request->fields[HTTP_FIELD_AUTHORIZATION];
    if (field[0] == '\0') {
        return 0;
    }
    if (strncasecmp(field, "Bearer ", 7) != 0 || strlen(field + 7) != SECRET_LENGTH || size <= SECRET_LENGTH) {
        return -1;
    }
    memcpy(secret, field + 7, SECRET_LENGTH + 1);
    return 1;
}

void refuse_method(struct connection *connection, const char *allowed)
{
    struct text_buffer text = {0};
    char headers[64];
    (void)snprintf(headers, sizeof headers, "Allow: %s\r\n", allowed);
    text_append_words(&text, "{");
    text_json_field(&text, "error");
    refusal_write_json(&text, REFUSAL_METHOD_NOT_ALLOWED, BC_OK, 0);
    text_append_words(&text, "}");
    connection->server->hub.counts.refusals[REFUSAL_METHOD_NOT_ALLOWED]++;
    respond_json(connection, 405, headers, &text);
    text_buffer_free(&text);
}

static void send_file(struct connection *connection, const struct static_file *file)
{
    static const char *const encodings[STATIC_ENCODING_COUNT] = {"", "Content-Encoding: gzip\r\n",
                                                                 "Content-Encoding: br\r\n"};
    const struct http_request *request = connection->request;
    enum static_encoding form = static_file_choose(file, request->fields[HTTP_FIELD_ACCEPT_ENCODING]);
    char headers[256];
    (void)snprintf(headers, sizeof headers, "%sVary: Accept-Encoding\r\nETag: %s\r\nCache-Control: %s\r\n",
                   encodings[form], file->forms[form].tag,
                   file->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (strstr(request->fields[HTTP_FIELD_IF_NONE_MATCH], file->forms[form].tag) != NULL) {
        respond(connection, 304, file->type, headers + strlen(encodings[form]), "", 0);
        return;
    }
    respond(connection, 200, file->type, headers, file->forms[form].data, file->forms[form].size);
}

static bool has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path);
    size_t size = strlen(ending);
    return length >= size && strcmp(path + length - size, ending) == 0;
}

/* A file of the page, or the page itself for its own addresses such as /t/ID. */
static void answer_page(struct connection *connection, const char *path)
{
    const struct static_files *files = &connection->server->files;
    const struct static_file *file = static_files_find(files, path);
    const char *name = strrchr(path, '/');
    if (file == NULL && strncmp(path, "/assets/", 8) == 0 && has_ending(path, ".js")) {
        respond(connection, 200, "text/javascript; charset=utf-8", "Cache-Control: no-store\r\n", stale_script,
                sizeof stale_script - 1);
        return;
    }
    if (file == NULL && name != NULL && strchr(name, '.') == NULL) {
        file = static_files_find(files, "/index.html");
    }
    if (file != NULL) {
        send_file(connection, file);
    } else if (files->count == 0 && strcmp(path, "/") == 0) {
        static const char words[] = "Bagh-Chal: the server runs without its page; the interface is at /api/v1.\n";
        respond(connection, 200, "text/plain; charset=utf-8", "", words, sizeof words - 1);
    } else {
        respond_refusal(connection, REFUSAL_NOT_FOUND, BC_OK, 0);
    }
}

static void answer_status(struct connection *connection, bool good)
{
    if (!good) {
        respond_refusal(connection, REFUSAL_SHUTTING_DOWN, BC_OK, 2000);
        return;
    }
    struct text_buffer text = {0};
    text_append_words(&text, "{\"status\":\"ok\"}");
    respond_json(connection, 200, "", &text);
    text_buffer_free(&text);
}

/* Believes a proxy about whom it speaks for: the last address that it names. */
static void find_client(struct connection *connection)
{
    const char *field = connection->request->fields[HTTP_FIELD_FORWARDED_FOR];
    if (!connection->trusted || field[0] == '\0' || connection->counted) {
        return;
    }
    const char *last = strrchr(field, ',');
    last = last == NULL ? field : last + 1;
    last += strspn(last, " \t");
    char text[64];
    (void)snprintf(text, sizeof text, "%.*s", (int)strcspn(last, " \t"), last);
    (void)address_read(text, &connection->client);
}

static bool is_move_of_a_seat(const struct http_request *request)
{
    return request->method == HTTP_POST && request->fields[HTTP_FIELD_AUTHORIZATION][0] != '\0' &&
           has_ending(request->target, "/moves");
}

/* What is asked of every request; false when it was refused. A seat's move is let through: it pays only when it is refused. */
static bool admit(struct connection *connection)
{
    struct server *server = connection->server;
    const struct http_request *request = connection->request;
    if (request->target[0] != '/' || (!request->present[HTTP_FIELD_HOST] && connection->reader.parser.http_minor > 0)) {
        respond_refusal(connection, REFUSAL_BAD_REQUEST, BC_OK, 0);
        return false;
    }
    find_client(connection);
    struct address_entry *entry = address_book_find(&server->addresses, connection->client, uv_now(&server->loop));
    if (entry != NULL && !is_move_of_a_seat(request)) {
        int64_t wait =
            bucket_take(&entry->requests, LIMIT_REQUEST_BURST, LIMIT_REQUEST_INTERVAL, uv_now(&server->loop));
        if (wait > 0) {
            respond_refusal(connection, REFUSAL_TOO_MANY_REQUESTS, BC_OK, wait);
            return false;
        }
    }
    bool changes = request->method != HTTP_GET && request->method != HTTP_HEAD;
    bool origin_asked = changes || request->upgrade || has_ending(request->target, "/socket");
    if (origin_asked && !origin_accepted(server->settings, request)) {
        respond_refusal(connection, REFUSAL_ORIGIN_REFUSED, BC_OK, 0);
        return false;
    }
    if (server->stopping && strcmp(request->target, "/health") != 0) {
        respond_refusal(connection, REFUSAL_SHUTTING_DOWN, BC_OK, 2000);
        return false;
    }
    return true;
}

void route_request(struct connection *connection)
{
    const struct http_request *request = connection->request;
    if (!admit(connection)) {
        return;
    }
    const char *path = request->target;
    if (strncmp(path, "/api/v1/tables", 14) == 0 && (path[14] == '/' || path[14] == '\0')) {
        route_tables(connection, path + 14);
        return;
    }
    if (request->method != HTTP_GET && request->method != HTTP_HEAD) {
        refuse_method(connection, "GET, HEAD");
    } else if (strcmp(path, "/api/v1/server") == 0) {
        answer_server(connection);
    } else if (strcmp(path, "/api/v1/values") == 0) {
        answer_values(connection);
    } else if (strcmp(path, "/health") == 0) {
        answer_status(connection, true);
    } else if (strcmp(path, "/ready") == 0) {
        answer_status(connection, !connection->server->stopping);
    } else if (strcmp(path, "/metrics") == 0) {
        answer_metrics(connection);
    } else if (strncmp(path, "/api/", 5) == 0) {
        respond_refusal(connection, REFUSAL_NOT_FOUND, BC_OK, 0);
    } else {
        answer_page(connection, path);
    }
}
