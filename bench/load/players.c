/* The players' sockets: connecting, the handshake, frames, moves, and coming back by themselves. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { INPUT_SIZE = 2048 };

const char *move_of_turn(long ply)
{
    static const char *const circle[] = {"b2-b3", "e5-d5", "b3-b2", "d5-e5"};
    return circle[ply % 4];
}

static void leave(struct load *load, struct player *player)
{
    if (player->file >= 0) {
        (void)close(player->file);
    }
    load->live -= player->state == PLAYER_LIVE;
    player->file = -1;
    player->state = PLAYER_AWAY;
    player->input_length = 0;
    /* With jitter, so that thousands do not come back in the same moment. */
    player->return_at = now_seconds() + 0.05 + (double)random() / (double)RAND_MAX * 0.5;
}

static void watch(struct load *load, struct player *player, uint32_t events, int operation)
{
    struct epoll_event event = {.events = events, .data = {.ptr = player}};
    if (epoll_ctl(load->poll, operation, player->file, &event) != 0) {
        give_up("epoll_ctl");
    }
}

void open_player(struct load *load, struct player *player)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load->port)};
    int on = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    player->file = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (player->file < 0) {
        give_up("socket");
    }
    (void)setsockopt(player->file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    int result = connect(player->file, (const struct sockaddr *)&address, sizeof address);
    if (result != 0 && errno != EINPROGRESS) {
        leave(load, player);
        return;
    }
    player->state = PLAYER_CONNECTING;
    watch(load, player, EPOLLOUT, EPOLL_CTL_ADD);
}

/* A masked text frame; the mask is zeros, which leaves the text as it is. */
static void send_text(struct load *load, struct player *player, const char *text)
{
    char frame[512];
    size_t length = strlen(text);
    size_t at = 2;
    frame[0] = (char)0x81;
    if (length < 126) {
        frame[1] = (char)(0x80 | length);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        at = 4;
    }
    memset(frame + at, 0, 4);
    memcpy(frame + at + 4, text, length); /* NOLINT(bugprone-not-null-terminated-result): frames know their length */
    at += 4 + length;
    if (send(player->file, frame, at, MSG_NOSIGNAL) != (ssize_t)at) {
        leave(load, player);
    }
}

void send_move(struct load *load, struct load_table *table)
{
    char text[96];
    (void)snprintf(text, sizeof text, "{\"type\":\"move\",\"ply\":%ld,\"line\":0,\"move\":\"%s\"}", table->ply,
                   move_of_turn(table->ply));
    table->moving = true;
    table->told_mover = table->told_other = false;
    table->sent_at = now_seconds();
    send_text(load, &table->players[table->ply % 2], text);
}

static long number_after(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at == NULL ? -1 : strtol(at + strlen(name), NULL, 10);
}

static void finish_turn(struct load *load, struct load_table *table)
{
    if (table->told_mover && table->told_other) {
        table->moving = false;
        table->ply++;
        load->moves++;
        /* The tables keep their places in time: after a stall they must not all move in the same moment for ever. */
        double now = now_seconds();
        table->due_at += load->interval;
        while (table->due_at < now) {
            table->due_at += load->interval;
            load->late++;
        }
    }
}

static void on_state(struct load *load, struct player *player, const char *message)
{
    struct load_table *table = player->table;
    long ply = number_after(message, ",\"ply\":");
    if (player->state != PLAYER_GREETING) {
        return;
    }
    player->state = PLAYER_LIVE;
    load->live++;
    if (ply < table->acknowledged) {
        load->lost++;
    }
    /* Both know the same now: what was on its way either came or did not, and is not sent again. */
    table->ply = ply;
    table->moving = false;
}

static void on_message(struct load *load, struct player *player, const char *message)
{
    struct load_table *table = player->table;
    if (strncmp(message, "{\"type\":\"move\"", 14) == 0) {
        long ply = number_after(message, ",\"ply\":");
        if (ply > table->acknowledged) {
            table->acknowledged = ply;
        }
        if (table->moving && ply == table->ply + 1 && player->side != (unsigned)(table->ply % 2)) {
            double tenths = (now_seconds() - table->sent_at) * 10000;
            load->latencies[tenths >= LATENCY_BUCKETS - 1 ? LATENCY_BUCKETS - 1 : (size_t)tenths]++;
            table->told_other = true;
            finish_turn(load, table);
        }
    } else if (strncmp(message, "{\"type\":\"ok\"", 12) == 0) {
        if (table->moving && player->side == (unsigned)(table->ply % 2)) {
            table->told_mover = true;
            finish_turn(load, table);
        }
    } else if (strncmp(message, "{\"type\":\"state\"", 15) == 0) {
        on_state(load, player, message);
    } else if (strncmp(message, "{\"type\":\"refused\"", 17) == 0) {
        load->refused++;
        table->moving = false;
    }
}

/* Takes whole frames from the front of the input; false when the server closed. */
static bool take_frames(struct load *load, struct player *player)
{
    size_t at = 0;
    for (;;) {
        unsigned char *frame = (unsigned char *)player->input + at;
        size_t have = player->input_length - at;
        size_t header = have < 2 ? 0 : (frame[1] & 127U) == 126 ? 4 : (frame[1] & 127U) == 127 ? 10 : 2;
        if (header == 0 || have < header) {
            break;
        }
        size_t size = frame[1] & 127U;
        for (size_t i = 2, long_size = 0; i < header; i++) {
            long_size = long_size << 8 | frame[i];
            size = long_size;
        }
        if (have - header < size) {
            break;
        }
        if ((frame[0] & 15U) == 8) {
            return false;
        }
        if ((frame[0] & 15U) == 1) {
            char after = player->input[at + header + size];
            player->input[at + header + size] = '\0';
            on_message(load, player, player->input + at + header);
            if (player->state == PLAYER_AWAY) {
                return true;
            }
            player->input[at + header + size] = after;
        }
        at += header + size;
    }
    player->input_length -= at;
    memmove(player->input, player->input + at, player->input_length);
    return true;
}

static bool take_handshake(struct load *load, struct player *player)
{
    char text[160];
    player->input[player->input_length] = '\0';
    char *end = strstr(player->input, "\r\n\r\n");
    if (end == NULL) {
        return true;
    }
    if (strncmp(player->input, "HTTP/1.1 101", 12) != 0) {
        return false;
    }
    player->input_length -= (size_t)(end + 4 - player->input);
    memmove(player->input, end + 4, player->input_length);
    player->state = PLAYER_GREETING;
    (void)snprintf(text, sizeof text, "{\"type\":\"hello\",\"seat\":\"%s\"}", player->secret);
    send_text(load, player, text);
    return true;
}

static bool read_more(struct player *player)
{
    for (;;) {
        if (player->input_size - player->input_length < INPUT_SIZE) {
            player->input_size += 2 * INPUT_SIZE;
            player->input = realloc(player->input, player->input_size + 1);
            if (player->input == NULL) {
                give_up("memory");
            }
        }
        ssize_t got =
            recv(player->file, player->input + player->input_length, player->input_size - player->input_length, 0);
        if (got <= 0) {
            return got < 0 && errno == EAGAIN;
        }
        player->input_length += (size_t)got;
    }
}

static void shake_hands(struct load *load, struct player *player)
{
    char text[512];
    size_t number = (size_t)(player->table - load->tables);
    int length = snprintf(text, sizeof text,
                          "GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                          "X-Forwarded-For: 10.%zu.%zu.%zu\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                          player->table->id, load->port, number >> 16 & 255, number >> 8 & 255, number & 255);
    if (send(player->file, text, (size_t)length, MSG_NOSIGNAL) != length) {
        leave(load, player);
        return;
    }
    player->state = PLAYER_SHAKING;
    watch(load, player, EPOLLIN, EPOLL_CTL_MOD);
}

void player_events(struct load *load, struct player *player, uint32_t events)
{
    if (player->state == PLAYER_AWAY) {
        return;
    }
    if (player->state == PLAYER_CONNECTING) {
        if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
            leave(load, player);
        } else {
            shake_hands(load, player);
        }
        return;
    }
    bool open = read_more(player);
    if (player->state == PLAYER_SHAKING && player->input_length > 0) {
        open = take_handshake(load, player) && open;
    }
    if (player->state == PLAYER_GREETING || player->state == PLAYER_LIVE) {
        open = take_frames(load, player) && open;
    }
    if (!open && player->state != PLAYER_AWAY) {
        leave(load, player);
    }
}
