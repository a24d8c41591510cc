/* The server: what its parts share, its start and its end.
 *
 * One loop thread owns everything here. Stopping has stages: no new connections and no new work; the computer and the store come to an end, every move
 * that was taken being on disk; sockets are closed with code 1012; when all are gone, or after LIMIT_SHUTDOWN_TIME, the loop ends. */
#ifndef BAGHCHAL_SERVER_SERVER_H
#define BAGHCHAL_SERVER_SERVER_H

#include "server/address_book.h"
#include "server/computer.h"
#include "server/hub.h"
#include "server/settings.h"
#include "server/solutions.h"
#include "server/standard_solution.h"
#include "server/static_files.h"
#include "server/store_thread.h"

struct connection;

struct server {
    uv_loop_t loop;
    const struct settings *settings;
    struct bc_board board;
    struct static_files files;
    struct store_thread store;
    struct hub hub;
    struct computer computer;
    bool has_computer;
    struct solutions solutions;
    struct standard_solution standard_solution;
    struct address_book addresses;
    struct address trusted[SETTINGS_LIST_MAX];
    size_t trusted_count;
    uv_tcp_t listener;
    uv_timer_t sweep;
    uv_timer_t deadline;
    uv_signal_t signals[2];
    uv_idle_t later;
    bool later_active;
    bool stopping;
    bool store_stopped;
    unsigned probes; /* at work in the worker pool */
    struct connection *connections;
    struct connection *due;
    size_t connection_count;
    int port; /* the one it listens at */
    uint64_t stop_began;
    /* counted for /metrics */
    uint64_t connections_accepted;
    uint64_t messages_received;
    uint64_t messages_sent;
    uint64_t slow_clients;
    uint64_t responses[10];      /* by the first digit of the status */
    struct text_buffer outgoing; /* frames on their way from wslay to one write */
    char read_buffer[65536];
};

/* Opens the store, loads the page, listens. Errors: false and a sentence. The server is large: not for the stack. */
bool server_start(struct server *server, const struct settings *settings, char *message, size_t size);

/* Serves until SIGTERM or SIGINT, then frees everything. Returns whether it ended in order. */
bool server_run(struct server *server);

/* Begins to stop, from within the loop. */
void server_stop(struct server *server);

/* Makes the loop look at server->due again. */
void server_continue_later(struct server *server);

#endif
