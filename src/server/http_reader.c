#include "server/http_reader.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char *const field_names[HTTP_FIELD_COUNT] = {
#define HTTP_FIELD_TEXT(name, text) text,
    HTTP_FIELD_LIST(HTTP_FIELD_TEXT)
#undef HTTP_FIELD_TEXT
};

static struct http_reader *reader_of(llhttp_t *parser)
{
    return parser->data;
}

static int fail(struct http_reader *reader, enum refusal refusal)
{
    reader->refusal = refusal;
    return -1;
}

static int count_header_bytes(struct http_reader *reader, size_t length)
{
    reader->header_bytes += length;
    return reader->header_bytes > LIMIT_HEADERS ? fail(reader, REFUSAL_HEADERS_TOO_LARGE) : 0;
}

static int on_message_begin(llhttp_t *parser)
{
    struct http_reader *reader = reader_of(parser);
    struct http_request *request = reader->request;
    memset(request->present, 0, sizeof request->present);
    request->target_length = 0;
    request->body_length = 0;
    for (unsigned field = 0; field < HTTP_FIELD_COUNT; field++) {
        request->fields[field][0] = '\0';
    }
    reader->header_bytes = 0;
    reader->field = -1;
    reader->in_value = false;
    reader->name_length = 0;
    return 0;
}

static int on_url(llhttp_t *parser, const char *at, size_t length)
{
    struct http_reader *reader = reader_of(parser);
    struct http_request *request = reader->request;
    if (length > LIMIT_TARGET - request->target_length) {
        return fail(reader, REFUSAL_HEADERS_TOO_LARGE);
    }
    memcpy(request->target + request->target_length, at, length);
    request->target_length += length;
    return 0;
}

static int on_header_field(llhttp_t *parser, const char *at, size_t length)
{
    struct http_reader *reader = reader_of(parser);
    if (reader->in_value) {
        reader->in_value = false;
        reader->name_length = 0;
    }
    for (size_t i = 0; i < length; i++) {
        if (reader->name_length < sizeof reader->name - 1) {
            reader->name[reader->name_length++] = (char)tolower((unsigned char)at[i]);
        } else {
            reader->name[0] = '\0'; /* too long to be one of ours */
        }
    }
    reader->name[reader->name_length] = '\0';
    return count_header_bytes(reader, length);
}

static int begin_value(struct http_reader *reader)
{
    struct http_request *request = reader->request;
    reader->in_value = true;
    reader->field = -1;
    for (int field = 0; field < HTTP_FIELD_COUNT; field++) {
        if (strcmp(reader->name, field_names[field]) == 0) {
            reader->field = field;
        }
    }
    if (reader->field < 0) {
        return 0;
    }
    /* Whoever sends one of these twice means to say different things to different readers. Lists may be continued. */
    bool list = reader->field == HTTP_FIELD_FORWARDED_FOR || reader->field == HTTP_FIELD_CONNECTION ||
                reader->field == HTTP_FIELD_ACCEPT_ENCODING || reader->field == HTTP_FIELD_IF_NONE_MATCH;
    if (request->present[reader->field] && !list) {
        return fail(reader, REFUSAL_BAD_REQUEST);
    }
    char *value = request->fields[reader->field];
    size_t length = strlen(value);
    if (request->present[reader->field] && length + 2 < LIMIT_HEADER_VALUE) {
        memcpy(value + length, ", ", 3);
    }
    request->present[reader->field] = true;
    return 0;
}

static int on_header_value(llhttp_t *parser, const char *at, size_t length)
{
    struct http_reader *reader = reader_of(parser);
    if (!reader->in_value && begin_value(reader) != 0) {
        return -1;
    }
    if (reader->field >= 0) {
        char *value = reader->request->fields[reader->field];
        size_t present = strlen(value);
        if (length > LIMIT_HEADER_VALUE - present || memchr(at, '\0', length) != NULL) {
            return fail(reader, REFUSAL_HEADERS_TOO_LARGE);
        }
        memcpy(value + present, at, length);
        value[present + length] = '\0';
    }
    return count_header_bytes(reader, length);
}

static int on_body(llhttp_t *parser, const char *at, size_t length)
{
    struct http_reader *reader = reader_of(parser);
    struct http_request *request = reader->request;
    if (length > LIMIT_BODY - request->body_length) {
        return fail(reader, REFUSAL_TOO_LARGE);
    }
    memcpy(request->body + request->body_length, at, length);
    request->body_length += length;
    return 0;
}

static int on_headers_complete(llhttp_t *parser)
{
    struct http_reader *reader = reader_of(parser);
    if ((parser->flags & F_CONTENT_LENGTH) != 0 && parser->content_length > LIMIT_BODY) {
        return fail(reader, REFUSAL_TOO_LARGE);
    }
    return 0;
}

static int on_message_complete(llhttp_t *parser)
{
    struct http_reader *reader = reader_of(parser);
    struct http_request *request = reader->request;
    request->method = parser->method;
    request->keep_alive = llhttp_should_keep_alive(parser) != 0;
    request->upgrade = parser->upgrade != 0;
    request->target[request->target_length] = '\0';
    request->body[request->body_length] = '\0';
    char *mark = strchr(request->target, '?');
    request->query = mark == NULL ? request->target + request->target_length : mark + 1;
    if (mark != NULL) {
        *mark = '\0';
    }
    return HPE_PAUSED;
}

static const llhttp_settings_t *settings(void)
{
    static const llhttp_settings_t callbacks = {
        .on_message_begin = on_message_begin,
        .on_url = on_url,
        .on_header_field = on_header_field,
        .on_header_value = on_header_value,
        .on_headers_complete = on_headers_complete,
        .on_body = on_body,
        .on_message_complete = on_message_complete,
    };
    return &callbacks;
}

void http_reader_init(struct http_reader *reader)
{
    memset(reader, 0, sizeof *reader);
    llhttp_init(&reader->parser, HTTP_REQUEST, settings());
    reader->parser.data = reader;
    reader->field = -1;
}

bool http_reader_begun(const struct http_reader *reader)
{
    return reader->request != NULL;
}

enum http_reader_result http_reader_feed(struct http_reader *reader, struct http_request *request, const char *data,
                                         size_t length, size_t *used)
{
    *used = length;
    reader->request = request;
    llhttp_errno_t code = llhttp_execute(&reader->parser, data, length);
    if (code == HPE_OK) {
        return HTTP_READER_MORE;
    }
    const char *place = llhttp_get_error_pos(&reader->parser);
    *used = place != NULL && place >= data && place <= data + length ? (size_t)(place - data) : length;
    if (code == HPE_PAUSED || code == HPE_PAUSED_UPGRADE) {
        if (strlen(request->target) + strlen(request->query) + 1 < request->target_length) {
            reader->refusal = REFUSAL_BAD_REQUEST; /* a NUL within the target */
            return HTTP_READER_FAILED;
        }
        return HTTP_READER_REQUEST;
    }
    if (reader->refusal == REFUSAL_NONE) {
        reader->refusal = REFUSAL_BAD_REQUEST;
    }
    return HTTP_READER_FAILED;
}

void http_reader_next(struct http_reader *reader)
{
    reader->request = NULL;
    if (llhttp_get_errno(&reader->parser) == HPE_PAUSED_UPGRADE) {
        llhttp_resume_after_upgrade(&reader->parser);
    } else {
        llhttp_resume(&reader->parser);
    }
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Decodes up to the end of a parameter. */
static int decode(const char *at, char *value, size_t size)
{
    size_t length = 0;
    for (; *at != '\0' && *at != '&'; at++) {
        char c = *at;
        if (c == '%') {
            int high = hex_digit(at[1]);
            int low = high < 0 ? -1 : hex_digit(at[2]);
            if (low < 0 || (high == 0 && low == 0)) {
                return -1;
            }
            c = (char)(high * 16 + low);
            at += 2;
        } else if (c == '+') {
            c = ' ';
        }
        if (length + 1 >= size) {
            return -1;
        }
        value[length++] = c;
    }
    value[length] = '\0';
    return 1;
}

int http_query_value(const char *query, const char *name, char *value, size_t size)
{
    size_t name_length = strlen(name);
    for (const char *at = query; at != NULL && *at != '\0';) {
        if (strncmp(at, name, name_length) == 0 && at[name_length] == '=') {
            return decode(at + name_length + 1, value, size);
        }
        at = strchr(at, '&');
        at = at == NULL ? NULL : at + 1;
    }
    return 0;
}

/* Whether the parameters behind a word, up to the next comma, say that it is not wanted: q=0, q=0.0 and so on. */
static bool is_declined(const char *parameters)
{
    size_t length = strcspn(parameters, ",");
    const char *quality = strstr(parameters, "q=0");
    if (quality == NULL || (size_t)(quality - parameters) >= length) {
        return false;
    }
    quality += 3;
    quality += strspn(quality, ".0");
    return *quality == '\0' || strchr(", \t;", *quality) != NULL;
}

bool http_field_has(const char *field, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = field; *at != '\0';) {
        at += strspn(at, ", \t");
        size_t size = strcspn(at, ",; \t");
        if (size == length && strncasecmp(at, word, length) == 0) {
            return !is_declined(at + size);
        }
        at += strcspn(at, ",");
    }
    return false;
}
