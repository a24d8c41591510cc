#include "server/server.h"
#include "server/connection.h"
#include "server/log.h"

#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

enum { SWEEP_INTERVAL = 1000, BACKLOG = 4096, PATH_SIZE = 4096 };

/* Tables that never were played are forgotten when they have not changed for so long. */
static const int64_t forget_after = (int64_t)30 * 24 * 60 * 60 * 1000;

static int64_t now_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void complain_of_table(const char *what, uint64_t table_id, const char *why)
{
    char detail[256];
    char id[TABLE_ID_LENGTH + 1];
    table_id_write(table_id, id);
    (void)snprintf(detail, sizeof detail, "%s: %s", id, why);
    log_event(LOG_LEVEL_ERROR, what, "table", detail);
}

static void complain_of_solution(const char *name, enum bc_error error)
{
    char detail[256];
    (void)snprintf(detail, sizeof detail, "%s: %s", name, bc_error_text(error));
    log_event(LOG_LEVEL_WARNING, "solution cannot be used", "solution", detail);
}

static void think(void *context, struct live_table *live)
{
    struct server *server = context;
    struct bc_solution *solution = solutions_for(&server->solutions, &live->table.game.rules);
    if (server->stopping || !computer_ask(&server->computer, &live->table, solution)) {
        live->thinking = false;
    }
}

static bool has_room(void *context)
{
    const struct server *server = context;
    return computer_has_room(&server->computer);
}

static void on_computer_moved(void *context, uint64_t table_id, uint64_t seq, bc_move move)
{
    struct server *server = context;
    if (move == BC_MOVE_NONE && !server->stopping) {
        complain_of_table("computer found no move", table_id, "");
    }
    if (!server->stopping) {
        hub_computer_moved(&server->hub, table_id, seq, move);
    }
}

static void on_later(uv_idle_t *handle)
{
    struct server *server = handle->data;
    server->later_active = false;
    (void)uv_idle_stop(handle);
    connections_continue(server);
}

void server_continue_later(struct server *server)
{
    if (!server->later_active) {
        server->later_active = uv_idle_start(&server->later, on_later) == 0;
    }
}

static void on_connection(uv_stream_t *listener, int status)
{
    if (status == 0) {
        connection_accept(listener->data, listener);
    }
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *server = timer->data;
    uint64_t now = uv_now(&server->loop);
    for (struct connection *connection = server->connections; connection != NULL; connection = connection->next) {
        connection_sweep(connection, now);
    }
    if (!server->store_stopped) {
        hub_sweep(&server->hub);
    }
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    server_stop(handle->data);
}

static bool fail(char *message, size_t size, const char *what, const char *why)
{
    (void)snprintf(message, size, "%s: %s", what, why);
    return false;
}

/* Makes a folder and those above it. */
static bool make_folders(const char *folder)
{
    char path[PATH_SIZE];
    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0755) != 0 && errno != EEXIST) {
            return false;
        }
        *slash = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Every connection is a file: takes as many as the system lets us have. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static bool read_proxies(struct server *server, char *message, size_t size)
{
    for (size_t i = 0; i < server->settings->trusted_proxy_count; i++) {
        const char *text = server->settings->trusted_proxies[i];
        if (!address_read(text, &server->trusted[i])) {
            return fail(message, size, text, "this is not an address");
        }
        server->trusted_count++;
    }
    return true;
}

static void forget_old_tables(struct store *store)
{
    int64_t count = 0;
    if (store->operations->forget(store, now_ms() - forget_after, &count) == STORE_OK && count > 0) {
        log_event(LOG_LEVEL_INFO, "tables that never were played forgotten", NULL, NULL);
    }
}

static bool open_store(struct server *server, char *message, size_t size)
{
    char path[PATH_SIZE];
    struct store *store = NULL;
    const char *folder = server->settings->data;
    if (!make_folders(folder)) {
        return fail(message, size, folder, strerror(errno));
    }
    if (snprintf(path, sizeof path, "%s/tables.db", folder) >= (int)sizeof path) {
        return fail(message, size, folder, strerror(ENAMETOOLONG));
    }
    if (store_sqlite_open(path, &store, message, size) != STORE_OK) {
        return false;
    }
    forget_old_tables(store);
    int error = store_thread_start(&server->store, &server->loop, store);
    if (error != 0) {
        store->operations->close(store);
        return fail(message, size, "store", uv_strerror(error));
    }
    return true;
}

static bool listen_at(struct server *server, char *message, size_t size)
{
    struct sockaddr_storage address;
    const struct settings *settings = server->settings;
    int error = strchr(settings->address, ':') != NULL
                    ? uv_ip6_addr(settings->address, settings->port, (struct sockaddr_in6 *)&address)
                    : uv_ip4_addr(settings->address, settings->port, (struct sockaddr_in *)&address);
    if (error == 0) {
        error = uv_tcp_bind(&server->listener, (const struct sockaddr *)&address, 0);
    }
    if (error == 0) {
        error = uv_listen((uv_stream_t *)&server->listener, BACKLOG, on_connection);
    }
    int length = sizeof address;
    if (error == 0) {
        error = uv_tcp_getsockname(&server->listener, (struct sockaddr *)&address, &length);
    }
    if (error != 0) {
        char where[128];
        (void)snprintf(where, sizeof where, "%s port %d", settings->address, settings->port);
        return fail(message, size, where, uv_strerror(error));
    }
    /* Both kinds of address have the port at the same place. */
    server->port = ntohs(((const struct sockaddr_in *)&address)->sin_port);
    return true;
}

static void start_handles(struct server *server)
{
    (void)uv_tcp_init(&server->loop, &server->listener);
    (void)uv_timer_init(&server->loop, &server->sweep);
    (void)uv_timer_init(&server->loop, &server->deadline);
    (void)uv_idle_init(&server->loop, &server->later);
    (void)uv_signal_init(&server->loop, &server->signals[0]);
    (void)uv_signal_init(&server->loop, &server->signals[1]);
    server->listener.data = server->sweep.data = server->deadline.data = server->later.data = server;
    server->signals[0].data = server->signals[1].data = server;
}

static void close_handles(struct server *server)
{
    uv_handle_t *const handles[] = {(uv_handle_t *)&server->listener,   (uv_handle_t *)&server->sweep,
                                    (uv_handle_t *)&server->deadline,   (uv_handle_t *)&server->later,
                                    (uv_handle_t *)&server->signals[0], (uv_handle_t *)&server->signals[1]};
    for (size_t i = 0; i < sizeof handles / sizeof handles[0]; i++) {
        if (!uv_is_closing(handles[i])) {
            uv_close(handles[i], NULL);
        }
    }
}

static void start_computer(struct server *server)
{
    unsigned threads = (unsigned)server->settings->threads;
    server->computer.done = NULL;
    if (threads == 0) {
        return;
    }
    if (computer_start(&server->computer, &server->loop, &server->board, threads) != BC_OK) {
        log_event(LOG_LEVEL_WARNING, "no computer opponent: its threads could not be started", NULL, NULL);
        return;
    }
    server->computer.done = on_computer_moved;
    server->computer.context = server;
    server->has_computer = true;
    server->hub.think = think;
    server->hub.has_room = has_room;
    server->hub.think_context = server;
}

bool server_start(struct server *server, const struct settings *settings, char *message, size_t size)
{
    memset(server, 0, sizeof *server);
    server->settings = settings;
    bc_board_init_standard(&server->board);
    server->solutions.board = &server->board;
    server->solutions.folder = settings->solutions;
    (void)signal(SIGPIPE, SIG_IGN);
    raise_file_limit();
    if (!read_proxies(server, message, size)) {
        return false;
    }
    if (settings->web != NULL && !static_files_load(&server->files, settings->web, message, size)) {
        return false;
    }
    if (!address_book_init(&server->addresses) || uv_loop_init(&server->loop) != 0) {
        (void)fail(message, size, "server", "there is not enough memory");
        goto free_memory;
    }
    start_handles(server);
    if (!listen_at(server, message, size) || !open_store(server, message, size)) {
        goto close_loop;
    }
    if (hub_init(&server->hub, &server->board, &server->store) != BC_OK) {
        (void)fail(message, size, "server", "there is not enough memory");
        goto stop_store;
    }
    server->hub.now_ms = now_ms;
    server->hub.complain = complain_of_table;
    server->hub.table_limit = (size_t)settings->tables;
    (void)uv_timer_start(&server->sweep, on_sweep, SWEEP_INTERVAL, SWEEP_INTERVAL);
    (void)uv_signal_start(&server->signals[0], on_signal, SIGTERM);
    (void)uv_signal_start(&server->signals[1], on_signal, SIGINT);
    start_computer(server);
    (void)solutions_look(&server->solutions, complain_of_solution);
    standard_solution_start(server);
    return true;
stop_store:
    store_thread_stop(&server->store);
close_loop:
    close_handles(server);
    (void)uv_run(&server->loop, UV_RUN_DEFAULT);
    (void)uv_loop_close(&server->loop);
free_memory:
    address_book_free(&server->addresses);
    static_files_free(&server->files);
    return false;
}

/* Says goodbye to everyone: sockets by a close frame, the others by closing. */
static void close_connections(struct server *server)
{
    for (struct connection *connection = server->connections; connection != NULL; connection = connection->next) {
        if (connection->mode == CONNECTION_SOCKET) {
            websocket_close(connection, 1012);
        } else if (!connection->answering && connection_unsent(connection) == 0) {
            connection_close(connection);
        } else {
            connection_finish(connection);
        }
    }
}

/* Goes on once everything taken is on disk and answered, or patience is at its end. */
static void stop_further(struct server *server, bool now)
{
    if (!server->store_stopped && (now || (server->store.waiting == 0 && server->probes == 0))) {
        server->store_stopped = true;
        store_thread_stop(&server->store);
        close_connections(server);
    }
    if (now) {
        standard_solution_kill(server);
        for (struct connection *connection = server->connections; connection != NULL; connection = connection->next) {
            connection_close(connection);
        }
    }
    if (server->store_stopped && server->connections == NULL && !server->standard_solution.solving.running) {
        close_handles(server);
    }
}

static void on_deadline(uv_timer_t *timer)
{
    struct server *server = timer->data;
    uint64_t waited = (uv_hrtime() - server->stop_began) / 1000000;
    stop_further(server, waited > LIMIT_SHUTDOWN_TIME);
}

void server_stop(struct server *server)
{
    if (server->stopping) {
        return;
    }
    server->stopping = true;
    server->stop_began = uv_hrtime();
    log_event(LOG_LEVEL_INFO, "stopping", NULL, NULL);
    uv_close((uv_handle_t *)&server->listener, NULL);
    standard_solution_stop(server);
    if (server->has_computer) {
        computer_stop(&server->computer);
    }
    (void)uv_timer_start(&server->deadline, on_deadline, 0, 10);
}

bool server_run(struct server *server)
{
    (void)uv_run(&server->loop, UV_RUN_DEFAULT);
    hub_free(&server->hub);
    solutions_close(&server->solutions);
    text_buffer_free(&server->outgoing);
    bool clean = uv_loop_close(&server->loop) == 0;
    address_book_free(&server->addresses);
    static_files_free(&server->files);
    log_event(LOG_LEVEL_INFO, "stopped", NULL, NULL);
    return clean;
}
