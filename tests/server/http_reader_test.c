/* The HTTP reader: requests in pieces, limits, and what is not HTTP. */
#include "cmocka_all.h"

#include "server/http_reader.h"

#include <stdlib.h>
#include <string.h>

struct reading {
    struct http_reader reader;
    struct http_request *request;
};

static int set_up(void **state)
{
    struct reading *reading = calloc(1, sizeof *reading);
    if (reading == NULL) {
        return -1;
    }
    reading->request = calloc(1, sizeof *reading->request);
    http_reader_init(&reading->reader);
    *state = reading;
    return reading->request == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    struct reading *reading = *state;
    free(reading->request);
    free(reading);
    return 0;
}

static enum http_reader_result feed(struct reading *reading, const char *text, size_t length, size_t *used)
{
    return http_reader_feed(&reading->reader, reading->request, text, length, used);
}

static enum http_reader_result feed_all(struct reading *reading, const char *text)
{
    size_t used = 0;
    return feed(reading, text, strlen(text), &used);
}

static const char example[] =
    "POST /api/v1/tables?x=1 HTTP/1.1\r\nHost: localhost:8080\r\nAuthorization: Bearer abc\r\n"
    "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

static void check_example(const struct http_request *request)
{
    assert_int_equal(request->method, HTTP_POST);
    assert_string_equal(request->target, "/api/v1/tables");
    assert_string_equal(request->query, "x=1");
    assert_string_equal(request->fields[HTTP_FIELD_HOST], "localhost:8080");
    assert_string_equal(request->fields[HTTP_FIELD_AUTHORIZATION], "Bearer abc");
    assert_string_equal(request->body, "{}");
    assert_true(request->keep_alive);
    assert_false(request->present[HTTP_FIELD_ORIGIN]);
}

static void a_request_is_read_whole(void **state)
{
    struct reading *reading = *state;
    assert_int_equal(feed_all(reading, example), HTTP_READER_REQUEST);
    check_example(reading->request);
}

static void a_request_that_comes_byte_by_byte_is_the_same(void **state)
{
    struct reading *reading = *state;
    for (size_t i = 0; i + 1 < sizeof example; i++) {
        size_t used = 0;
        enum http_reader_result result = feed(reading, example + i, 1, &used);
        assert_int_equal(result, i + 2 == sizeof example ? HTTP_READER_REQUEST : HTTP_READER_MORE);
    }
    check_example(reading->request);
}

static void requests_behind_each_other_are_read_one_at_a_time(void **state)
{
    struct reading *reading = *state;
    static const char two[] = "GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: b\r\n\r\n";
    size_t used = 0;
    assert_int_equal(feed(reading, two, sizeof two - 1, &used), HTTP_READER_REQUEST);
    assert_string_equal(reading->request->target, "/one");
    assert_int_equal(used, (sizeof two - 1) / 2);
    http_reader_next(&reading->reader);
    assert_false(http_reader_begun(&reading->reader));
    assert_int_equal(feed(reading, two + used, sizeof two - 1 - used, &used), HTTP_READER_REQUEST);
    assert_string_equal(reading->request->target, "/two");
    assert_string_equal(reading->request->fields[HTTP_FIELD_HOST], "b");
}

static void chunked_bodies_are_put_together(void **state)
{
    struct reading *reading = *state;
    assert_int_equal(feed_all(reading, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                                       "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"),
                     HTTP_READER_REQUEST);
    assert_string_equal(reading->request->body, "abcde");
}

static void check_refused(struct reading *reading, const char *text, enum refusal refusal)
{
    http_reader_init(&reading->reader);
    assert_int_equal(feed_all(reading, text), HTTP_READER_FAILED);
    assert_string_equal(refusal_word(reading->reader.refusal), refusal_word(refusal));
}

static void what_is_not_http_is_refused(void **state)
{
    struct reading *reading = *state;
    check_refused(reading, "hello\r\n\r\n", REFUSAL_BAD_REQUEST);
    check_refused(reading, "\x16\x03\x01\x02", REFUSAL_BAD_REQUEST);
    check_refused(reading, "GET / HTTP/9.9\r\n\r\n", REFUSAL_BAD_REQUEST);
    check_refused(reading, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", REFUSAL_BAD_REQUEST);
    check_refused(reading, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
                  REFUSAL_BAD_REQUEST);
    check_refused(reading, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
                  REFUSAL_BAD_REQUEST);
    check_refused(reading, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\nabc", REFUSAL_BAD_REQUEST);
}

static void a_body_beyond_the_limit_is_refused_before_it_comes(void **state)
{
    struct reading *reading = *state;
    char text[8000] = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1100\r\n";
    size_t length = strlen(text);
    check_refused(reading, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4097\r\n\r\n", REFUSAL_TOO_LARGE);
    memset(text + length, 'x', 0x1100);
    text[length + 0x1100] = '\0';
    check_refused(reading, text, REFUSAL_TOO_LARGE);
}

/* Feeds the same piece again and again until the reader has enough. */
static void check_endless(struct reading *reading, const char *start, const char *piece)
{
    enum http_reader_result result = feed_all(reading, start);
    for (int i = 0; i < 5000 && result == HTTP_READER_MORE; i++) {
        result = feed_all(reading, piece);
    }
    assert_int_equal(result, HTTP_READER_FAILED);
    assert_int_equal(reading->reader.refusal, REFUSAL_HEADERS_TOO_LARGE);
}

static void endless_headers_are_refused(void **state)
{
    check_endless(*state, "GET / HTTP/1.1\r\nHost: a\r\n", "X-Filler: abcdefgh\r\n");
}

static void an_endless_header_is_refused(void **state)
{
    check_endless(*state, "GET / HTTP/1.1\r\nHost: a", "aaaaaaaaaaaa");
}

static void an_endless_target_is_refused(void **state)
{
    check_endless(*state, "GET /", "aaaaaaaaaaaa");
}

static void an_upgrade_leaves_what_follows_alone(void **state)
{
    struct reading *reading = *state;
    static const char text[] =
        "GET /s HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81\x85zzzz";
    size_t used = 0;
    assert_int_equal(feed(reading, text, sizeof text - 1, &used), HTTP_READER_REQUEST);
    assert_true(reading->request->upgrade);
    assert_int_equal(sizeof text - 1 - used, 6);
    assert_true(http_field_has(reading->request->fields[HTTP_FIELD_CONNECTION], "upgrade"));
}

static void queries_are_decoded(void **state)
{
    (void)state;
    char value[16];
    char large[64];
    assert_int_equal(http_query_value("a=1&rules=no-repeat%2Cgoats%3D6&b=", "rules", value, sizeof value), -1);
    assert_int_equal(http_query_value("a=1&rules=no-repeat%2Cgoats%3D6&b=", "rules", large, sizeof large), 1);
    assert_string_equal(large, "no-repeat,goats=6");
    assert_int_equal(http_query_value("a=1&b=x+y", "b", value, sizeof value), 1);
    assert_string_equal(value, "x y");
    assert_int_equal(http_query_value("a=1&b=", "b", value, sizeof value), 1);
    assert_string_equal(value, "");
    assert_int_equal(http_query_value("ab=1", "b", value, sizeof value), 0);
    assert_int_equal(http_query_value("b=%0", "b", value, sizeof value), -1);
    assert_int_equal(http_query_value("b=%00", "b", value, sizeof value), -1);
    assert_int_equal(http_query_value("b=%zz", "b", value, sizeof value), -1);
}

static void fields_with_lists_are_searched_by_whole_words(void **state)
{
    (void)state;
    assert_true(http_field_has("gzip, deflate, br", "br"));
    assert_true(http_field_has("GZIP;q=1.0", "gzip"));
    assert_false(http_field_has("bro, gzipped", "br"));
    assert_false(http_field_has("", "br"));
    assert_false(http_field_has("br;q=0, gzip", "br"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_request_is_read_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_request_that_comes_byte_by_byte_is_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(requests_behind_each_other_are_read_one_at_a_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chunked_bodies_are_put_together, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_http_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_body_beyond_the_limit_is_refused_before_it_comes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(endless_headers_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_endless_header_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_endless_target_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_upgrade_leaves_what_follows_alone, set_up, tear_down),
        cmocka_unit_test(queries_are_decoded),
        cmocka_unit_test(fields_with_lists_are_searched_by_whole_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
