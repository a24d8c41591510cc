/* Lines on which nothing is said: those that live are kept alive through a proxy that cuts at sixty seconds, those that are dead are found out. All
 * at once, since each takes more than a minute. */
#include "cmocka_all.h"

#include "served.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WATCHED_SECONDS = 75, PROXY_SECONDS = 60 };

/* A connection, watched as a proxy would. */
struct line {
    int file;
    bool answers; /* pings */
    bool ended;
    int close_code;
    double heard;
    double longest_silence;
    unsigned pings;
    char said[65536];
    size_t length;
};

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct line *line_new(int file, bool answers)
{
    struct line *line = calloc(1, sizeof *line);
    assert_non_null(line);
    line->file = file;
    line->answers = answers;
    line->heard = now();
    return line;
}

/* Reads what has come. */
static void hear(struct line *line)
{
    struct pollfd waiting = {.fd = line->file, .events = POLLIN};
    double silence = now() - line->heard;
    line->longest_silence = silence > line->longest_silence ? silence : line->longest_silence;
    if (line->ended || poll(&waiting, 1, 0) <= 0) {
        return;
    }
    assert_true(line->length < sizeof line->said - 1);
    ssize_t got = read(line->file, line->said + line->length, sizeof line->said - 1 - line->length);
    if (got <= 0) {
        line->ended = true;
        return;
    }
    line->length += (size_t)got;
    line->heard = now();
}

/* Goes through the frames that have come; none is longer than 65535 bytes. */
static void take_frames(struct line *line)
{
    static const unsigned char pong[6] = {0x8A, 0x80, 0, 0, 0, 0};
    for (;;) {
        const unsigned char *data = (const unsigned char *)line->said;
        size_t header = line->length > 1 && data[1] == 126 ? 4 : 2;
        if (line->length < header) {
            return;
        }
        size_t size = header == 4 ? (size_t)data[2] << 8 | data[3] : data[1];
        if (line->length < header + size) {
            return;
        }
        if (data[0] == 0x89) {
            line->pings++;
            raw_send(line->file, pong, line->answers ? sizeof pong : 0);
        } else if (data[0] == 0x88 && size >= 2) {
            line->close_code = data[2] << 8 | data[3];
        }
        line->length -= header + size;
        memmove(line->said, line->said + header + size, line->length);
    }
}

static struct line *upgrade(const struct served *served, const char *id)
{
    char text[512];
    int length = snprintf(text, sizeof text,
                          "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                          id);
    int file = raw_connect(served);
    raw_send(file, text, (size_t)length);
    length = (int)raw_read(file, text, sizeof text - 1, 10);
    assert_true(length > 4);
    assert_memory_equal(text, "HTTP/1.1 101", 12);
    assert_memory_equal(text + length - 4, "\r\n\r\n", 4);
    return line_new(file, false);
}

static void living_lines_are_kept_and_dead_ones_found(void **state)
{
    (void)state;
    static struct served served;
    struct pair pair;
    char text[256];
    served_start(&served, NULL);
    make_pair(&served, "nepal", &pair);

    /* A player who thinks for more than a minute. */
    struct socket_client *thinker = socket_open(&served, pair.id, pair.goats, -1);
    struct line *idle = line_new(thinker->file, true);
    /* One whose TCP swallows everything: open, but nobody is there. */
    struct socket_client *gone = socket_open(&served, pair.id, pair.tigers, -1);
    struct line *dead = line_new(gone->file, false);
    /* A socket that never says hello, and a stream, and a browser's connection that is kept. */
    struct line *silent = upgrade(&served, pair.id);
    struct line *stream = line_new(raw_connect(&served), false);
    (void)snprintf(text, sizeof text, "GET /api/v1/tables/%s/stream HTTP/1.1\r\nHost: a\r\n\r\n", pair.id);
    raw_send(stream->file, text, strlen(text));
    struct line *kept = line_new(raw_connect(&served), false);
    raw_send(kept->file, "GET /health HTTP/1.1\r\nHost: a\r\n\r\n", 34);

    struct line *const lines[] = {idle, dead, silent, stream, kept};
    for (double end = now() + WATCHED_SECONDS; now() < end; (void)usleep(50000)) {
        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
            hear(lines[i]);
        }
        take_frames(idle);
        take_frames(dead);
        take_frames(silent);
    }

    assert_false(idle->ended);
    assert_true(idle->pings >= 2);
    assert_true(idle->longest_silence < PROXY_SECONDS);
    assert_false(stream->ended);
    assert_true(stream->longest_silence < PROXY_SECONDS);
    assert_true(dead->ended);
    assert_true(dead->pings >= 1);
    assert_true(silent->ended || silent->close_code != 0);
    assert_int_equal(silent->close_code, 1001);
    assert_true(kept->ended);
    /* The other player was told. */
    json_t *shown = NULL;
    (void)snprintf(text, sizeof text, "/api/v1/tables/%s", pair.id);
    shown = ask_json(&served, "GET", text, NULL, NULL, 200);
    assert_true(json_is_true(value_at(shown, "presence.goats")));
    assert_true(json_is_false(value_at(shown, "presence.tigers")));
    json_decref(shown);

    /* The living one still plays. */
    thinker->length = 0;
    socket_send_text(thinker, "{\"type\":\"move\",\"ply\":0,\"move\":\"c3\"}");
    json_decref(socket_next_of(thinker, "ok"));
    socket_close(thinker);
    socket_close(gone);
    assert_int_equal(close(silent->file), 0);
    assert_int_equal(close(stream->file), 0);
    assert_int_equal(close(kept->file), 0);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        free(lines[i]);
    }
    served_stop(&served);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(living_lines_are_kept_and_dead_ones_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
