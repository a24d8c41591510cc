/* bench_load: a server under load.
 *
 * Makes tables, connects both players of each, moves at a steady rate, and tells how long a move takes to the other player, how much memory
 * and time the server takes, and whether every acknowledged move is there at the end. With --kills the server is killed with SIGKILL again and again
 * in the meantime, and started again; the players come back by themselves. With --yardstick a minimal server of node and ws then gets the same
 * load. */
#include "load.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const char help[] =
    "Usage: bench_load [--program FILE | --port N [--pid N]] [--tables N] [--rate N] [--seconds N] [--kills N]\n"
    "                  [--yardstick N]\n"
    "\n"
    "  --program FILE    start this program as the server, on a new database below TMPDIR or /tmp\n"
    "  --port N          use the server at this port of 127.0.0.1 instead\n"
    "  --pid N           its process, to tell its memory and time\n"
    "  --tables N        tables with two players each (5000)\n"
    "  --rate N          moves a second of all tables together (5000)\n"
    "  --seconds N       how long (60)\n"
    "  --kills N         how often the server is killed in that time (0)\n"
    "  --yardstick N     afterwards the same load for N seconds on a minimal server of node and ws (0)\n";

/* A turn of the loop takes some milliseconds; one that takes so many seconds was not this program's own doing. */
#define HELD_UP 0.1

double now_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void give_up(const char *what)
{
    fprintf(stderr, "bench_load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void read_arguments(struct load *load, int argc, char **argv)
{
    *load = (struct load){.table_count = 5000, .rate = 5000, .seconds = 60};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        const char *value = i + 1 < argc ? argv[++i] : NULL;
        if (value == NULL) {
            fputs(help, stderr);
            exit(2);
        }
        double number = strtod(value, NULL);
        if (strcmp(name, "--program") == 0) {
            load->program = value;
        } else if (strcmp(name, "--port") == 0) {
            load->port = (int)number;
        } else if (strcmp(name, "--pid") == 0) {
            load->server = (pid_t)number;
        } else if (strcmp(name, "--tables") == 0) {
            load->table_count = (size_t)number;
        } else if (strcmp(name, "--rate") == 0) {
            load->rate = number;
        } else if (strcmp(name, "--seconds") == 0) {
            load->seconds = number;
        } else if (strcmp(name, "--kills") == 0) {
            load->kills = (long)number;
        } else if (strcmp(name, "--yardstick") == 0) {
            load->yardstick_seconds = number;
        } else {
            fputs(help, stderr);
            exit(2);
        }
    }
    if ((load->program == NULL) == (load->port == 0) || load->table_count == 0 || load->rate <= 0) {
        fputs(help, stderr);
        exit(2);
    }
    load->interval = (double)load->table_count / load->rate;
}

static void poll_sockets(struct load *load, int milliseconds)
{
    struct epoll_event events[512];
    int count = epoll_wait(load->poll, events, 512, milliseconds);
    for (int i = 0; i < count; i++) {
        player_events(load, events[i].data.ptr, events[i].events);
    }
}

/* Connects whoever is away and may come back. */
static void bring_back(struct load *load, bool counted)
{
    double now = now_seconds();
    for (size_t i = 0; i < load->table_count; i++) {
        for (unsigned side = 0; side < 2; side++) {
            struct player *player = &load->tables[i].players[side];
            if (player->state == PLAYER_AWAY && player->return_at <= now) {
                load->returns += counted;
                open_player(load, player);
            }
        }
    }
}

static void connect_everyone(struct load *load)
{
    double start = now_seconds();
    for (size_t i = 0; i < load->table_count; i++) {
        for (unsigned side = 0; side < 2; side++) {
            struct player *player = &load->tables[i].players[side];
            *player = (struct player){.table = &load->tables[i], .side = side, .file = -1};
        }
    }
    make_tables(load);
    printf("tables made in %.1f s\n", now_seconds() - start);
    start = now_seconds();
    for (size_t i = 0; i < load->table_count; i++) {
        open_player(load, &load->tables[i].players[0]);
        open_player(load, &load->tables[i].players[1]);
        if (i % 50 == 49) {
            poll_sockets(load, 1);
        }
    }
    while (load->live < 2 * load->table_count && now_seconds() - start < 60) {
        poll_sockets(load, 10);
        bring_back(load, true);
    }
    printf("%zu sockets connected in %.1f s\n", load->live, now_seconds() - start);
}

static void move_where_due(struct load *load, double now)
{
    for (size_t i = 0; i < load->table_count; i++) {
        struct load_table *table = &load->tables[i];
        if (!table->moving && table->due_at <= now && table->players[0].state == PLAYER_LIVE &&
            table->players[1].state == PLAYER_LIVE) {
            send_move(load, table);
        }
    }
}

/* A moment by chance in each of equal parts of the time. */
static double next_kill_after(const struct load *load, double start)
{
    double part = load->seconds / (double)(load->kills > 0 ? load->kills : 1);
    return start + part * ((double)load->kills_done + (double)random() / (double)RAND_MAX);
}

static void run(struct load *load)
{
    double start = now_seconds();
    double end = start + load->seconds;
    double next_kill = next_kill_after(load, start);
    for (size_t i = 0; i < load->table_count; i++) {
        load->tables[i].due_at = start + load->interval * (double)i / (double)load->table_count;
    }
    double now = start;
    while (now < end) {
        move_where_due(load, now);
        poll_sockets(load, 1);
        if (now >= next_kill && load->kills_done < load->kills) {
            load->kills_done++;
            stop_server(load, SIGKILL);
            start_server(load);
            next_kill = next_kill_after(load, start);
            now = now_seconds();
        }
        bring_back(load, true);
        double before = now;
        now = now_seconds();
        if (now - before > HELD_UP) {
            load->held_up += now - before;
            load->held_up_longest = now - before > load->held_up_longest ? now - before : load->held_up_longest;
        }
    }
    /* What is still on its way may arrive. */
    double patience = now_seconds() + 5;
    for (size_t moving = 1; (moving > 0 || load->live < 2 * load->table_count) && now_seconds() < patience;) {
        poll_sockets(load, 10);
        bring_back(load, true);
        moving = 0;
        for (size_t i = 0; i < load->table_count; i++) {
            moving += load->tables[i].moving;
        }
    }
}

static double percentile(const struct load *load, double share)
{
    uint64_t total = 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < LATENCY_BUCKETS; i++) {
        total += load->latencies[i];
    }
    for (size_t i = 0; i < LATENCY_BUCKETS; i++) {
        seen += load->latencies[i];
        if (total > 0 && (double)seen >= share * (double)total) {
            return (double)(i + 1) / 10;
        }
    }
    return 0;
}

/* What the players met, and what the server took for it. */
static void tell(const struct load *load, double took, long idle, double processor)
{
    long memory = server_memory(load, "VmRSS:");
    printf("%llu moves in %.1f s: %.0f a second; %llu late, %llu refused\n", (unsigned long long)load->moves, took,
           (double)load->moves / took, (unsigned long long)load->late, (unsigned long long)load->refused);
    printf("to the other player: median %.1f ms, 90 %% %.1f, 99 %% %.1f, 99.9 %% %.1f, longest %.1f\n",
           percentile(load, 0.5), percentile(load, 0.9), percentile(load, 0.99), percentile(load, 0.999),
           percentile(load, 1));
    if (load->kills > 0) {
        printf("killed %ld times; %llu connections made again; at the end %zu of %zu players there\n", load->kills_done,
               (unsigned long long)load->returns, load->live, 2 * load->table_count);
    } else {
        printf("this program was held up for %.1f s, %.2f s at once\n", load->held_up, load->held_up_longest);
    }
    if (memory > 0) {
        printf("memory: %ld KiB, %ld before the connections: %.1f KiB a connection\n", memory, idle,
               (double)(memory - idle) / (double)(2 * load->table_count));
    }
    if (memory > 0 && load->kills == 0) {
        printf("processor: %.0f %% of one\n", processor / took * 100);
    }
}

/* One server under load, from its start to its end. Returns whether everything was right. */
static bool measure(struct load *load)
{
    if (load->program != NULL) {
        start_server(load);
    }
    long idle = server_memory(load, "VmRSS:");
    connect_everyone(load);
    double before = server_seconds(load);
    double start = now_seconds();
    run(load);
    double took = now_seconds() - start;
    tell(load, took, idle, server_seconds(load) - before);
    if (load->is_yardstick) {
        stop_server(load, SIGTERM);
        return true;
    }
    tell_store(load);
    size_t wrong = check_tables(load);
    bool away = load->live < 2 * load->table_count;
    printf("%llu acknowledged moves missing, %zu tables wrong\n", (unsigned long long)load->lost, wrong);
    if (load->program != NULL) {
        stop_server(load, SIGTERM);
        bool sound = check_database(load);
        printf("the database is %s\n", sound ? "sound" : "damaged");
        wrong += !sound;
    }
    return load->lost == 0 && wrong == 0 && !away;
}

/* The same load for the yardstick. */
static void measure_yardstick(const struct load *load)
{
    static struct load yardstick;
    yardstick = (struct load){.program = "node",
                              .is_yardstick = true,
                              .table_count = load->table_count,
                              .rate = load->rate,
                              .interval = load->interval,
                              .seconds = load->yardstick_seconds};
    yardstick.poll = epoll_create1(EPOLL_CLOEXEC);
    yardstick.tables = calloc(load->table_count, sizeof *load->tables);
    if (yardstick.poll < 0 || yardstick.tables == NULL) {
        give_up("start");
    }
    printf("\nthe yardstick, node with ws:\n");
    (void)measure(&yardstick);
    free(yardstick.tables);
}

/* Lets go of every connection. */
static void hang_up(struct load *load)
{
    for (size_t i = 0; i < 2 * load->table_count; i++) {
        struct player *player = &load->tables[i / 2].players[i % 2];
        if (player->file >= 0) {
            (void)close(player->file);
        }
        free(player->input);
    }
    free(load->tables);
    (void)close(load->poll);
}

int main(int argc, char **argv)
{
    static struct load load;
    struct rlimit files;
    read_arguments(&load, argc, argv);
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    load.poll = epoll_create1(EPOLL_CLOEXEC);
    load.tables = calloc(load.table_count, sizeof *load.tables);
    if (load.poll < 0 || load.tables == NULL) {
        give_up("start");
    }
    const char *base = getenv("TMPDIR");
    (void)snprintf(load.folder, sizeof load.folder, "%s/baghchal-load-XXXXXX", base == NULL ? "/tmp" : base);
    if (load.program != NULL && mkdtemp(load.folder) == NULL) {
        give_up(load.folder);
    }
    bool right = measure(&load);
    if (load.program != NULL) {
        char command[96];
        (void)snprintf(command, sizeof command, "rm -rf '%s'", load.folder);
        right = system(command) == 0 && right;
    }
    hang_up(&load);
    if (load.yardstick_seconds > 0) {
        measure_yardstick(&load);
    }
    return right ? 0 : 1;
}
