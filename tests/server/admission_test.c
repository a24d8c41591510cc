/* Who is let in: origins, addresses, rates. */
#include "cmocka_all.h"

#include "server/address_book.h"
#include "server/limits.h"
#include "server/origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool accepted(const struct settings *settings, const char *origin, const char *host)
{
    struct http_request *request = calloc(1, sizeof *request);
    assert_non_null(request);
    request->present[HTTP_FIELD_ORIGIN] = origin != NULL;
    (void)snprintf(request->fields[HTTP_FIELD_ORIGIN], sizeof request->fields[HTTP_FIELD_ORIGIN], "%s",
                   origin == NULL ? "" : origin);
    request->present[HTTP_FIELD_HOST] = true;
    (void)snprintf(request->fields[HTTP_FIELD_HOST], sizeof request->fields[HTTP_FIELD_HOST], "%s", host);
    bool result = origin_accepted(settings, request);
    free(request);
    return result;
}

static void without_settings_the_own_host_by_number_or_localhost_is_accepted(void **state)
{
    (void)state;
    const struct settings settings = {0};
    assert_true(accepted(&settings, "http://127.0.0.1:8080", "127.0.0.1:8080"));
    assert_true(accepted(&settings, "http://localhost:8080", "localhost:8080"));
    assert_true(accepted(&settings, "http://[::1]:8080", "[::1]:8080"));
    assert_true(accepted(&settings, "https://192.168.1.7", "192.168.1.7"));
    assert_true(accepted(&settings, NULL, "anything"));
}

static void foreign_and_look_alike_origins_are_refused(void **state)
{
    (void)state;
    const struct settings settings = {0};
    assert_false(accepted(&settings, "http://evil.example", "127.0.0.1:8080"));
    assert_false(accepted(&settings, "http://127.0.0.1:8081", "127.0.0.1:8080"));
    assert_false(accepted(&settings, "http://127.0.0.1:80800", "127.0.0.1:8080"));
    assert_false(accepted(&settings, "null", "127.0.0.1:8080"));
    assert_false(accepted(&settings, "", "127.0.0.1:8080"));
    assert_false(accepted(&settings, "http://", ""));
    /* A foreign name that was made to point to this machine. */
    assert_false(accepted(&settings, "http://evil.example:8080", "evil.example:8080"));
    assert_false(accepted(&settings, "http://localhost.evil.example", "localhost.evil.example"));
    assert_false(accepted(&settings, "http://127.0.0.1.evil.example", "127.0.0.1.evil.example"));
}

static void with_settings_only_the_named_origins_are_accepted(void **state)
{
    (void)state;
    static char name[] = "https://play.example.com";
    const struct settings settings = {.origins = {name}, .origin_count = 1};
    assert_true(accepted(&settings, "https://play.example.com", "127.0.0.1:8080"));
    assert_false(accepted(&settings, "http://play.example.com", "play.example.com"));
    assert_false(accepted(&settings, "https://play.example.com.evil.org", "play.example.com"));
    assert_false(accepted(&settings, "https://evil-play.example.com", "play.example.com"));
    assert_false(accepted(&settings, "http://127.0.0.1:8080", "127.0.0.1:8080"));
    assert_true(accepted(&settings, NULL, "play.example.com"));
}

static void a_bucket_empties_and_fills(void **state)
{
    (void)state;
    struct bucket bucket = {0};
    for (int i = 0; i < 10; i++) {
        assert_int_equal(bucket_take(&bucket, 10, 100, 1000), 0);
    }
    assert_int_equal(bucket_take(&bucket, 10, 100, 1030), 70);
    assert_int_equal(bucket_take(&bucket, 10, 100, 1100), 0);
    assert_int_equal(bucket_take(&bucket, 10, 100, 1100), 100);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(bucket_take(&bucket, 10, 100, 1000000), 0);
    }
    assert_true(bucket_take(&bucket, 10, 100, 1000000) > 0);
}

static void one_household_of_ipv6_is_one_address_and_ipv4_are_single(void **state)
{
    (void)state;
    struct address a;
    struct address b;
    assert_true(address_read("2001:db8:1:2::1", &a));
    assert_true(address_read("2001:db8:1:2:ffff::7", &b));
    assert_true(a.network == b.network);
    assert_true(address_read("2001:db8:1:3::1", &b));
    assert_false(a.network == b.network);
    assert_true(address_read("10.0.0.1", &a));
    assert_true(address_read("10.0.0.2", &b));
    assert_false(a.network == b.network);
    assert_true(address_read("::ffff:10.0.0.1", &b));
    assert_true(a.network == b.network);
    assert_false(address_read("example.org", &a));
}

static void an_address_with_open_connections_is_not_forgotten(void **state)
{
    (void)state;
    struct address_book book;
    struct address first;
    assert_true(address_book_init(&book));
    assert_true(address_read("10.0.0.1", &first));
    struct address_entry *entry = address_book_find(&book, first, 1);
    assert_non_null(entry);
    entry->open = 3;
    for (uint32_t i = 0; i < 4 * LIMIT_ADDRESSES; i++) {
        (void)address_book_find(&book, (struct address){.network = 1000 + i}, 2 + i);
    }
    assert_int_equal(address_book_find(&book, first, 1000000)->open, 3);
    address_book_free(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_settings_the_own_host_by_number_or_localhost_is_accepted),
        cmocka_unit_test(foreign_and_look_alike_origins_are_refused),
        cmocka_unit_test(with_settings_only_the_named_origins_are_accepted),
        cmocka_unit_test(a_bucket_empties_and_fills),
        cmocka_unit_test(one_household_of_ipv6_is_one_address_and_ipv4_are_single),
        cmocka_unit_test(an_address_with_open_connections_is_not_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
