/* The HTTP reader: any bytes, in pieces of any size, give the same requests as all at once, within the limits. */
#include "server/http_reader.h"

#include <stdlib.h>
#include <string.h>

enum { REQUESTS_MAX = 64 };

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

struct reading {
    unsigned requests;
    size_t targets; /* their lengths together */
    size_t bodies;
    enum refusal refusal;
};

static void check_request(const struct http_request *request)
{
    char value[64];
    require(request->target_length <= LIMIT_TARGET && request->body_length <= LIMIT_BODY);
    for (unsigned field = 0; field < HTTP_FIELD_COUNT; field++) {
        require(memchr(request->fields[field], '\0', LIMIT_HEADER_VALUE + 1) != NULL);
    }
    (void)http_query_value(request->query, "format", value, sizeof value);
    (void)http_field_has(request->fields[HTTP_FIELD_CONNECTION], "upgrade");
}

/* Reads everything in pieces of `piece` bytes. */
static struct reading read_all(const uint8_t *data, size_t size, size_t piece)
{
    struct reading reading = {0};
    struct http_reader reader;
    struct http_request *request = calloc(1, sizeof *request);
    require(request != NULL);
    http_reader_init(&reader);
    size_t at = 0;
    while (at < size && reading.refusal == REFUSAL_NONE && reading.requests < REQUESTS_MAX) {
        size_t length = size - at < piece ? size - at : piece;
        size_t used = 0;
        enum http_reader_result result = http_reader_feed(&reader, request, (const char *)data + at, length, &used);
        require(used <= length);
        at += used;
        if (result == HTTP_READER_REQUEST) {
            check_request(request);
            reading.requests++;
            reading.targets += request->target_length;
            reading.bodies += request->body_length;
            http_reader_next(&reader);
        } else if (result == HTTP_READER_FAILED) {
            reading.refusal = reader.refusal;
            require(reading.refusal != REFUSAL_NONE);
        }
    }
    free(request);
    return reading;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) {
        return 0;
    }
    struct reading whole = read_all(data + 1, size - 1, size);
    struct reading pieces = read_all(data + 1, size - 1, (size_t)data[0] + 1);
    require(whole.requests == pieces.requests && whole.targets == pieces.targets && whole.bodies == pieces.bodies);
    require((whole.refusal == REFUSAL_NONE) == (pieces.refusal == REFUSAL_NONE));
    return 0;
}
