/* Connections that are slow, huge, half open, malformed or too many: none crashes the server or keeps others waiting. */
#include "cmocka_all.h"

#include "served.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct served served;
static char page[64];
static char page_option[80];

static int start(void **state)
{
    (void)state;
    static const char *const options[] = {"--connections-per-address=60", NULL};
    served_start(&served, options);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    served_stop(&served);
    return 0;
}

static void check_alive(void)
{
    json_decref(ask_json(&served, "GET", "/health", NULL, NULL, 200));
}

/* Sends bytes and returns the status of the answer, 0 for none. */
static int status_of(const char *bytes, size_t length)
{
    char answer[256] = "";
    int file = raw_connect(&served);
    raw_send(file, bytes, length);
    ssize_t got = raw_read(file, answer, sizeof answer - 1, 5);
    assert_int_equal(close(file), 0);
    return got > 12 && strncmp(answer, "HTTP/1.1 ", 9) == 0 ? (int)strtol(answer + 9, NULL, 10) : 0;
}

static void malformed_requests_are_answered_and_closed(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "\r\n\r\n\r\nx\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/1.1\r\n: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost a\r\n\r\n",
        "POST /api/v1/tables HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        "POST /api/v1/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET http://other/ HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(status_of(bad[i], strlen(bad[i])), 400);
    }
    static const unsigned char noise[] = {0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3};
    assert_int_equal(status_of((const char *)noise, sizeof noise), 400);
    check_alive();
}

static void huge_requests_are_cut_off(void **state)
{
    (void)state;
    static const char large_body[] = "POST /api/v1/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n";
    char *large = malloc(200000);
    assert_non_null(large);
    assert_int_equal(status_of(large_body, sizeof large_body - 1), 413);
    size_t length = (size_t)snprintf(large, 64, "GET /");
    memset(large + length, 'a', 100000);
    assert_int_equal(status_of(large, length + 100000), 431);
    length = (size_t)snprintf(large, 64, "GET / HTTP/1.1\r\nHost: a\r\nX: ");
    memset(large + length, 'a', 100000);
    assert_int_equal(status_of(large, length + 100000), 431);
    free(large);
    check_alive();
}

static void half_open_and_silent_connections_keep_nobody_waiting(void **state)
{
    (void)state;
    int files[50];
    for (int i = 0; i < 50; i++) {
        files[i] = raw_connect(&served);
        raw_send(files[i], "POST /api/v1/tables HTTP/1.1\r\nHo", (size_t)i % 32);
    }
    check_alive();
    for (int i = 0; i < 50; i++) {
        assert_int_equal(close(files[i]), 0);
    }
    check_alive();
}

static void a_request_that_never_ends_is_told_so(void **state)
{
    (void)state;
    char answer[64] = "";
    int file = raw_connect(&served);
    raw_send(file, "GET / HTTP/1.1\r\nHost: a\r\n", 25);
    assert_true(raw_read(file, answer, sizeof answer - 1, 15) > 12);
    assert_memory_equal(answer, "HTTP/1.1 408", 12);
    assert_int_equal(close(file), 0);
}

static void one_address_has_only_so_many_connections(void **state)
{
    (void)state;
    int files[61];
    for (int i = 0; i < 61; i++) {
        files[i] = raw_connect(&served);
    }
    char answer[512] = "";
    assert_true(raw_read(files[60], answer, sizeof answer - 1, 5) > 12);
    assert_memory_equal(answer, "HTTP/1.1 429", 12);
    for (int i = 0; i < 61; i++) {
        assert_int_equal(close(files[i]), 0);
    }
    (void)usleep(200000);
    check_alive();
}

static void too_many_requests_are_told_to_wait_as_json(void **state)
{
    (void)state;
    int refused = 0;
    for (int i = 0; i < 2000 && refused == 0; i++) {
        struct answer answer = ask(&served, "GET", "/health", NULL, NULL, NULL);
        if (answer.status == 429) {
            refused = 1;
            assert_string_equal(text_at(answer.json, "error.code"), "too_many_requests");
            assert_true(number_at(answer.json, "error.retry_after") >= 1);
            assert_non_null(strstr(answer.headers, "Retry-After: "));
        }
        answer_free(&answer);
    }
    assert_int_equal(refused, 1);
}

static void a_seated_players_legal_move_passes_when_nothing_else_does(void **state)
{
    (void)state;
    struct pair pair;
    char path[64];
    make_pair(&served, "nepal", &pair);
    for (int i = 0; i < 2000; i++) {
        struct answer answer = ask(&served, "GET", "/health", NULL, NULL, NULL);
        bool enough = answer.status == 429;
        answer_free(&answer);
        if (enough) {
            break;
        }
    }
    (void)snprintf(path, sizeof path, "/api/v1/tables/%s/moves", pair.id);
    json_decref(ask_json(&served, "POST", path, "{\"ply\":0,\"move\":\"c3\"}", pair.goats, 200));
    json_decref(ask_json(&served, "POST", path, "{\"ply\":1,\"move\":\"a1-a2\"}", pair.tigers, 200));
}

static void what_is_no_websocket_handshake_is_refused(void **state)
{
    (void)state;
    json_t *refused = ask_json(&served, "GET", "/api/v1/tables/000000000001/socket", NULL, NULL, 426);
    assert_string_equal(text_at(refused, "error.code"), "upgrade_required");
    json_decref(refused);
}

/* Opens a socket at a table, sends one frame, and returns the code that the server closes with. */
static int close_code_after(const struct pair *pair, unsigned first, const void *bytes, size_t length)
{
    struct socket_client *client = socket_open(&served, pair->id, NULL, -1);
    json_decref(socket_next_of(client, "state"));
    socket_send_frame(client, first, bytes, length);
    json_t *message = NULL;
    while ((message = socket_next(client)) != NULL) {
        json_decref(message);
    }
    int code = client->close_code;
    socket_close(client);
    return code;
}

static void malformed_and_huge_frames_close_the_socket(void **state)
{
    (void)state;
    struct pair pair;
    char large[5000];
    make_pair(&served, "nepal", &pair);
    memset(large, ' ', sizeof large);
    assert_int_equal(close_code_after(&pair, 0x81, large, sizeof large), 1009);
    assert_int_equal(close_code_after(&pair, 0x81, "\xFF\xFE", 2), 1007);
    assert_int_equal(close_code_after(&pair, 0x82, "x", 1), 1003);
    assert_int_equal(close_code_after(&pair, 0xF1, "x", 1), 1002);
    assert_int_equal(close_code_after(&pair, 0x80, "x", 1), 1002);
    assert_int_equal(close_code_after(&pair, 0x88, "\x03\xE8", 2), 1000);
    check_alive();
}

static void nonsense_on_a_socket_is_refused_and_spam_ends_it(void **state)
{
    (void)state;
    struct pair pair;
    make_pair(&served, "nepal", &pair);
    struct socket_client *client = socket_open(&served, pair.id, pair.goats, -1);
    json_decref(socket_next_of(client, "state"));
    socket_send_text(client, "nonsense");
    json_t *refused = socket_next_of(client, "refused");
    assert_string_equal(text_at(refused, "error.code"), "bad_json");
    json_decref(refused);
    for (int i = 0; i < 200; i++) {
        socket_send_text(client, "{\"type\":\"state\"}");
    }
    json_t *message = NULL;
    while ((message = socket_next(client)) != NULL) {
        json_decref(message);
    }
    assert_int_equal(client->close_code, 1008);
    socket_close(client);
    check_alive();
}

static void a_client_that_does_not_read_is_disconnected(void **state)
{
    (void)state;
    static const char *const circle[] = {"b2-b3", "e5-d5", "b3-b2", "d5-e5"};
    struct pair pair;
    char path[64];
    json_t *made = ask_json(&served, "POST", "/api/v1/tables",
                            "{\"rules\":\"goats=20,quiet=0,repetition=none\","
                            "\"position\":\"TTT1T/5/5/1G3/GGGGG g 0 14 0 40\"}",
                            NULL, 201);
    (void)snprintf(pair.id, sizeof pair.id, "%s", text_at(made, "table.id"));
    (void)snprintf(pair.goats, sizeof pair.goats, "%s", text_at(made, "secret"));
    (void)snprintf(path, sizeof path, "/api/v1/tables/%s/seat", pair.id);
    json_t *seated = ask_json(&served, "POST", path, "{}", NULL, 201);
    (void)snprintf(pair.tigers, sizeof pair.tigers, "%s", text_at(seated, "secret"));
    json_decref(made);
    json_decref(seated);
    struct socket_client *deaf = socket_open(&served, pair.id, NULL, -1);
    struct socket_client *players[2] = {socket_open(&served, pair.id, pair.goats, -1),
                                        socket_open(&served, pair.id, pair.tigers, -1)};
    bool gone = false;
    for (int ply = 0; ply < 4000 && !gone; ply++) {
        char text[128];
        (void)snprintf(text, sizeof text, "{\"type\":\"move\",\"ply\":%d,\"move\":\"%s\"}", ply, circle[ply % 4]);
        socket_send_text(players[ply % 2], text);
        for (int i = 0; i < 2; i++) {
            json_decref(socket_next_of(players[i], "move"));
        }
        if (ply % 50 == 49) {
            struct answer answer = ask(&served, "GET", "/metrics", NULL, NULL, NULL);
            gone = strstr(answer.text, "baghchal_slow_clients_total 1") != NULL;
            answer_free(&answer);
        }
    }
    assert_true(gone);
    socket_close(deaf);
    socket_close(players[0]);
    socket_close(players[1]);
}

/* The server's resident memory in KiB. */
static long memory(void)
{
    char path[64];
    char line[256];
    long value = -1;
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)served.process);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            value = strtol(line + 6, NULL, 10);
        }
    }
    assert_int_equal(fclose(file), 0);
    assert_true(value > 0);
    return value;
}

/* Sends the same bytes again and again without ever reading, until nothing is taken for a second or so many bytes are. */
static size_t flood(int file, const char *bytes, size_t length, size_t most)
{
    size_t sent = 0;
    for (int idle = 0; idle < 100 && sent < most;) {
        ssize_t taken = send(file, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (taken > 0) {
            sent += (size_t)taken;
            idle = 0;
        } else if (errno == EAGAIN) {
            idle++;
            (void)usleep(10000);
        } else {
            break;
        }
    }
    return sent;
}

static int start_with_page(void **state)
{
    (void)state;
    static const char *const options[] = {page_option, NULL};
    char command[256];
    strcpy(page, "/tmp/baghchal-page-XXXXXX");
    assert_non_null(mkdtemp(page));
    (void)snprintf(page_option, sizeof page_option, "--web=%s", page);
    (void)snprintf(command, sizeof command, "echo page >'%s/index.html'; head -c 1000000 /dev/zero >'%s/large.js'",
                   page, page);
    assert_int_equal(system(command), 0);
    served_start(&served, options);
    return 0;
}

static int stop_with_page(void **state)
{
    char command[96];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", page);
    assert_int_equal(system(command), 0);
    return stop(state);
}

static void answers_that_nobody_reads_do_not_pile_up(void **state)
{
    (void)state;
    static const char question[] = "GET /large.js HTTP/1.1\r\nHost: a\r\n\r\n";
    static char all[200 * (sizeof question - 1) + 1];
    for (size_t i = 0; i < 200; i++) {
        (void)snprintf(all + i * (sizeof question - 1), sizeof question, "%s", question);
    }
    long before = memory();
    int files[4];
    for (int i = 0; i < 4; i++) {
        files[i] = raw_connect(&served);
        (void)flood(files[i], all, strlen(all), strlen(all));
    }
    check_alive();
    (void)usleep(300000);
    /* One answer for each, not two hundred. */
    assert_true(memory() - before < 20000);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(close(files[i]), 0);
    }
    check_alive();
}

static void pings_without_end_from_a_client_that_does_not_read_end_it(void **state)
{
    (void)state;
    struct pair pair;
    static char pings[131 * 64];
    static const char header[6] = {'\x89', '\xFD'}; /* 125 bytes of payload follow, masked with zeros */
    for (size_t i = 0; i < 64; i++) {
        memcpy(pings + 131 * i, header, sizeof header);
    }
    make_pair(&served, "nepal", &pair);
    struct socket_client *client = socket_open(&served, pair.id, NULL, -1);
    long before = memory();
    size_t sent = flood(client->file, pings, sizeof pings, (size_t)64 << 20);
    assert_true(sent < (size_t)64 << 20);
    assert_true(memory() - before < 20000);
    struct answer answer = ask(&served, "GET", "/metrics", NULL, NULL, NULL);
    assert_non_null(strstr(answer.text, "baghchal_slow_clients_total 1"));
    answer_free(&answer);
    socket_close(client);
}

#define SERVED(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED(malformed_requests_are_answered_and_closed),
        SERVED(huge_requests_are_cut_off),
        SERVED(half_open_and_silent_connections_keep_nobody_waiting),
        SERVED(a_request_that_never_ends_is_told_so),
        SERVED(one_address_has_only_so_many_connections),
        SERVED(too_many_requests_are_told_to_wait_as_json),
        SERVED(a_seated_players_legal_move_passes_when_nothing_else_does),
        SERVED(what_is_no_websocket_handshake_is_refused),
        SERVED(malformed_and_huge_frames_close_the_socket),
        SERVED(nonsense_on_a_socket_is_refused_and_spam_ends_it),
        SERVED(a_client_that_does_not_read_is_disconnected),
        cmocka_unit_test_setup_teardown(answers_that_nobody_reads_do_not_pile_up, start_with_page, stop_with_page),
        SERVED(pings_without_end_from_a_client_that_does_not_read_end_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
