/* The load program: many tables with two sockets each, moves at a steady rate, every one accounted for. */
#ifndef BAGHCHAL_BENCH_LOAD_H
#define BAGHCHAL_BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { SECRET_SIZE = 64, ID_SIZE = 16, LATENCY_BUCKETS = 20000 };

enum player_state { PLAYER_AWAY, PLAYER_CONNECTING, PLAYER_SHAKING, PLAYER_GREETING, PLAYER_LIVE };

struct player {
    struct load_table *table;
    unsigned side;
    int file;
    enum player_state state;
    double return_at; /* when it connects again */
    char secret[SECRET_SIZE];
    char *input;
    size_t input_length;
    size_t input_size;
};

/* A table: `ply` turns are known to be made and seen by both; one more may be on its way. */
struct load_table {
    char id[ID_SIZE];
    struct player players[2];
    long ply;
    long acknowledged; /* turns that the server has ever said are made */
    bool moving;
    bool told_mover;
    bool told_other;
    double sent_at;
    double due_at;
};

struct load {
    int port;
    pid_t server; /* 0 where it is not known */
    const char *program;
    char folder[64];
    size_t table_count;
    double rate; /* moves a second of all tables together */
    double seconds;
    long kills;
    double yardstick_seconds;
    bool is_yardstick;
    struct load_table *tables;
    int poll;
    double interval; /* between two moves of a table */
    /* what came of it */
    uint64_t moves;
    uint64_t late; /* turns that came due while the one before was still on its way */
    uint64_t lost; /* acknowledged turns that the server did not know later */
    uint64_t refused;
    uint64_t returns;                    /* connections made again */
    uint64_t latencies[LATENCY_BUCKETS]; /* by tenths of a millisecond; the last for all above */
    size_t live;
    long kills_done;
    double held_up; /* seconds in which this program had no processor, or waited for one */
    double held_up_longest;
};

double now_seconds(void);

/* server.c: the server as a process of its own, and requests to it. */
void start_server(struct load *load);
void stop_server(struct load *load, int number);
long server_memory(const struct load *load, const char *field); /* in KiB, of /proc/PID/status */
double server_seconds(const struct load *load);                 /* of processor time */
void make_tables(struct load *load);
/* Reads every table and compares: returns how many are not what they should be. */
size_t check_tables(struct load *load);
/* Tells how long the server's transactions took. */
void tell_store(const struct load *load);
/* Whether the database of the ended server can be copied and is in order. */
bool check_database(const struct load *load);

/* players.c: the sockets. */
void open_player(struct load *load, struct player *player);
void player_events(struct load *load, struct player *player, uint32_t events);
void send_move(struct load *load, struct load_table *table);
const char *move_of_turn(long ply);

_Noreturn void give_up(const char *what);

#endif
