/* The WebSocket client of the tests. */
#include "cmocka_all.h"

#include "served.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 5 };

void socket_send_frame(struct socket_client *client, unsigned first_byte, const void *bytes, size_t length)
{
    static const unsigned char mask[4] = {0x12, 0x34, 0x56, 0x78};
    unsigned char *frame = malloc(length + 16);
    assert_non_null(frame);
    size_t at = 2;
    frame[0] = (unsigned char)first_byte;
    if (length < 126) {
        frame[1] = (unsigned char)(0x80 | length);
    } else {
        assert_true(length < 65536);
        frame[1] = 0x80 | 126;
        frame[2] = (unsigned char)(length >> 8);
        frame[3] = (unsigned char)length;
        at = 4;
    }
    memcpy(frame + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < length; i++) {
        frame[at + i] = (unsigned char)(((const unsigned char *)bytes)[i] ^ mask[i & 3]);
    }
    raw_send(client->file, frame, at + length);
    free(frame);
}

void socket_send_text(struct socket_client *client, const char *text)
{
    socket_send_frame(client, 0x81, text, strlen(text));
}

struct socket_client *socket_open(const struct served *served, const char *id, const char *secret, long since)
{
    struct socket_client *client = calloc(1, sizeof *client);
    char text[512];
    char number[32] = "";
    assert_non_null(client);
    client->file = raw_connect(served);
    int length = snprintf(text, sizeof text,
                          "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                          id, served->port);
    raw_send(client->file, text, (size_t)length);
    unsigned char *end = NULL;
    while (end == NULL) {
        ssize_t got = raw_read(client->file, client->data + client->length, sizeof client->data - client->length,
                               PATIENCE_SECONDS);
        assert_true(got > 0);
        client->length += (size_t)got;
        end = memmem(client->data, client->length, "\r\n\r\n", 4);
    }
    assert_memory_equal(client->data, "HTTP/1.1 101", 12);
    /* The example of RFC 6455. */
    assert_non_null(memmem(client->data, client->length, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", 28));
    client->length -= (size_t)(end + 4 - client->data);
    memmove(client->data, end + 4, client->length);
    if (since >= 0) {
        (void)snprintf(number, sizeof number, ",\"since\":%ld", since);
    }
    (void)snprintf(text, sizeof text, "{\"type\":\"hello\"%s%s%s%s}", secret == NULL ? "" : ",\"seat\":\"",
                   secret == NULL ? "" : secret, secret == NULL ? "" : "\"", number);
    socket_send_text(client, text);
    return client;
}

void socket_close(struct socket_client *client)
{
    assert_int_equal(close(client->file), 0);
    free(client);
}

/* Takes a whole frame from the front: its first byte, and its payload copied to memory that the caller frees; -1 when there is none. */
static int take_frame(struct socket_client *client, char **payload, size_t *length)
{
    const unsigned char *data = client->data;
    size_t header = 2;
    if (client->length < header) {
        return -1;
    }
    size_t size = data[1] & 127U;
    if (size == 126) {
        header = 4;
        size = client->length < header ? 0 : (size_t)data[2] << 8 | data[3];
    } else if (size == 127) {
        header = 10;
        size = 0;
        for (size_t i = 2; i < 10 && client->length >= header; i++) {
            size = size << 8 | data[i];
        }
    }
    if (client->length < header || client->length - header < size) {
        return -1;
    }
    int first = data[0];
    *payload = malloc(size + 1);
    assert_non_null(*payload);
    memcpy(*payload, data + header, size);
    (*payload)[size] = '\0';
    *length = size;
    client->length -= header + size;
    memmove(client->data, client->data + header + size, client->length);
    return first;
}

json_t *socket_next(struct socket_client *client)
{
    for (;;) {
        char *payload = NULL;
        size_t length = 0;
        int first = take_frame(client, &payload, &length);
        if (first == 0x81) {
            json_t *message = json_loadb(payload, length, JSON_REJECT_DUPLICATES, NULL);
            assert_non_null(message);
            free(payload);
            return message;
        }
        if (first == 0x88) {
            client->close_code = length < 2 ? 1005 : (unsigned char)payload[0] << 8 | (unsigned char)payload[1];
            free(payload);
            return NULL;
        }
        if (first == 0x89) {
            socket_send_frame(client, 0x8A, payload, length);
        }
        free(payload);
        if (first >= 0) {
            continue;
        }
        ssize_t got = raw_read(client->file, client->data + client->length, sizeof client->data - client->length,
                               PATIENCE_SECONDS);
        if (got < 0) {
            fail_msg("no message came");
        }
        if (got == 0) {
            client->ended = true;
            return NULL;
        }
        client->length += (size_t)got;
    }
}

json_t *socket_next_of(struct socket_client *client, const char *type)
{
    for (;;) {
        json_t *message = socket_next(client);
        if (message == NULL) {
            fail_msg("the server closed with %d instead of saying %s", client->close_code, type);
        }
        if (strcmp(text_at(message, "type"), type) == 0) {
            return message;
        }
        json_decref(message);
    }
}

bool socket_is_silent(struct socket_client *client, int milliseconds)
{
    struct pollfd waiting = {.fd = client->file, .events = POLLIN};
    return client->length == 0 && poll(&waiting, 1, milliseconds) == 0;
}
