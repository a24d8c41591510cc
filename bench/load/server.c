/* The server as a process, its memory and time, and the requests that make and check tables. */
#include "load.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANSWER_SIZE = 1 << 20 };

void start_server(struct load *load)
{
    int pipes[2];
    char data[96];
    char solutions[96];
    char port[32];
    char line[256] = "";
    /* A server that inherited the players' sockets would keep them open, and their events would never end. */
    if (pipe2(pipes, O_CLOEXEC) != 0) {
        give_up("pipe");
    }
    (void)snprintf(data, sizeof data, "--data=%s", load->folder);
    (void)snprintf(solutions, sizeof solutions, "--solutions=%s", load->folder); /* none */
    (void)snprintf(port, sizeof port, "--port=%d", load->port);
    load->server = fork();
    if (load->server == 0) {
        (void)dup2(pipes[1], STDOUT_FILENO);
        if (load->is_yardstick) {
            (void)setenv("NODE_PATH", "/usr/share/nodejs", 0);
            (void)execlp(load->program, load->program, BC_BENCH_YARDSTICK, "0", (char *)NULL);
            _exit(127);
        }
        (void)execl(load->program, load->program, "serve", data, port, "--solve=no", "--threads=0",
                    "--trusted-proxy=127.0.0.1", "--connections=100000", solutions, (char *)NULL);
        _exit(127);
    }
    (void)close(pipes[1]);
    FILE *output = fdopen(pipes[0], "r");
    if (output == NULL || fgets(line, sizeof line, output) == NULL) {
        give_up("the server did not start");
    }
    const char *colon = strrchr(line, ':');
    load->port = colon == NULL ? 0 : (int)strtol(colon + 1, NULL, 10);
    (void)fclose(output);
}

void stop_server(struct load *load, int number)
{
    if (load->server > 0) {
        (void)kill(load->server, number);
        (void)waitpid(load->server, NULL, 0);
        load->server = 0;
    }
}

long server_memory(const struct load *load, const char *field)
{
    char path[64];
    char line[256];
    long value = -1;
    (void)snprintf(path, sizeof path, "/proc/%d/status", (int)load->server);
    FILE *file = load->server > 0 ? fopen(path, "r") : NULL;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, field, strlen(field)) == 0) {
            value = strtol(line + strlen(field) + 1, NULL, 10);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return value;
}

double server_seconds(const struct load *load)
{
    char path[64];
    char line[1024] = "";
    unsigned long user = 0;
    unsigned long system = 0;
    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)load->server);
    FILE *file = load->server > 0 ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return 0;
    }
    char *found = fgets(line, sizeof line, file);
    (void)fclose(file);
    const char *at = found == NULL ? NULL : strrchr(line, ')');
    for (int field = 2; at != NULL && field < 14; field++) {
        at = strchr(at + 1, ' ');
    }
    if (at != NULL) {
        char *end = NULL;
        user = strtoul(at, &end, 10);
        system = strtoul(end, NULL, 10);
    }
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static int connect_plain(const struct load *load)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0 || connect(file, (const struct sockaddr *)&address, sizeof address) != 0) {
        give_up("connect");
    }
    return file;
}

/* Sends a request on a kept connection and reads its answer; each table comes from an address of its own, as behind a proxy. */
static const char *request(const struct load *load, int file, const char *method, const char *path, const char *body,
                           size_t number)
{
    static char answer[ANSWER_SIZE];
    char text[1024];
    int length =
        snprintf(text, sizeof text,
                 "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nX-Forwarded-For: 10.%zu.%zu.%zu\r\n"
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 method, path, load->port, number >> 16 & 255, number >> 8 & 255, number & 255, strlen(body), body);
    if (send(file, text, (size_t)length, MSG_NOSIGNAL) != length) {
        give_up("send");
    }
    size_t got = 0;
    for (;;) {
        ssize_t more = recv(file, answer + got, sizeof answer - 1 - got, 0);
        if (more <= 0) {
            give_up("the server closed in the middle of an answer");
        }
        got += (size_t)more;
        answer[got] = '\0';
        const char *end = strstr(answer, "\r\n\r\n");
        const char *size = strcasestr(answer, "content-length: ");
        if (end != NULL && size != NULL && got >= (size_t)(end + 4 - answer) + strtoul(size + 16, NULL, 10)) {
            return strncmp(answer + 9, "20", 2) == 0 ? end + 4 : NULL;
        }
    }
}

void tell_store(const struct load *load)
{
    int file = connect_plain(load);
    const char *answer = request(load, file, "GET", "/metrics", "", 0);
    static const char *const bounds[] = {"0.005", "0.05", "0.2", "1", "+Inf"};
    printf("transactions on disk within");
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0] && answer != NULL; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "baghchal_store_seconds_bucket{le=\"%s\"} ", bounds[i]);
        const char *at = strstr(answer, name);
        printf("%s %s s: %s%.*s", i == 0 ? "" : ",", bounds[i], at == NULL ? "?" : "",
               at == NULL ? 0 : (int)strcspn(at + strlen(name), "\n"), at == NULL ? "" : at + strlen(name));
    }
    printf("\n");
    (void)close(file);
}

bool check_database(const struct load *load)
{
    char command[512];
    (void)snprintf(command, sizeof command, "'%s' backup --data '%s' '%s/copy.db' >/dev/null", load->program,
                   load->folder, load->folder);
    return system(command) == 0;
}

static void take(const char *answer, const char *name, char *value, size_t size)
{
    const char *at = answer == NULL ? NULL : strstr(answer, name);
    if (at == NULL) {
        give_up("a table could not be made");
    }
    at += strlen(name);
    (void)snprintf(value, size, "%.*s", (int)strcspn(at, "\""), at);
}

void make_tables(struct load *load)
{
    int file = connect_plain(load);
    for (size_t i = 0; i < load->table_count; i++) {
        struct load_table *table = &load->tables[i];
        char path[64];
        const char *answer = request(load, file, "POST", "/api/v1/tables",
                                     "{\"rules\":\"goats=20,quiet=0,repetition=none\","
                                     "\"position\":\"TTT1T/5/5/1G3/GGGGG g 0 14 0 40\"}",
                                     i);
        take(answer, "\"secret\":\"", table->players[0].secret, SECRET_SIZE);
        take(answer, "\"id\":\"", table->id, ID_SIZE);
        (void)snprintf(path, sizeof path, "/api/v1/tables/%s/seat", table->id);
        take(request(load, file, "POST", path, "{}", i), "\"secret\":\"", table->players[1].secret, SECRET_SIZE);
    }
    (void)close(file);
}

/* Whether the answer's moves are the circle, at least as many as were acknowledged. */
static bool is_right(const struct load_table *table, const char *answer)
{
    const char *at = answer == NULL ? NULL : strstr(answer, "\"moves\":[");
    long count = 0;
    if (at == NULL) {
        return false;
    }
    at += 9;
    while (*at == '"' || *at == ',') {
        char move[16];
        at += *at == ',';
        (void)snprintf(move, sizeof move, "\"%s\"", move_of_turn(count));
        if (strncmp(at, move, strlen(move)) != 0) {
            return false;
        }
        at += strlen(move);
        count++;
    }
    return *at == ']' && count >= table->acknowledged;
}

size_t check_tables(struct load *load)
{
    int file = connect_plain(load);
    size_t wrong = 0;
    for (size_t i = 0; i < load->table_count; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/api/v1/tables/%s", load->tables[i].id);
        wrong += !is_right(&load->tables[i], request(load, file, "GET", path, "", i));
    }
    (void)close(file);
    return wrong;
}
