#include "cmocka_all.h"

#include "served.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 20, ANSWER_SIZE = 4 << 20, LOG_SIZE = 1 << 20 };

static void run_program(const struct served *served, int output)
{
    char data[80];
    static char program[] = BC_PROGRAM;
    char *arguments[40] = {program, NULL};
    static char serve[] = "serve";
    static char port[] = "--port=0";
    static char solve[] = "--solve=no";
    size_t count = 1;
    (void)snprintf(data, sizeof data, "--data=%s", served->folder);
    arguments[count++] = serve;
    arguments[count++] = port;
    arguments[count++] = solve;
    arguments[count++] = data;
    for (size_t i = 0; served->options[i] != NULL; i++) {
        arguments[count] = strdup(served->options[i]);
        count++;
    }
    arguments[count] = NULL;
    (void)dup2(output, STDOUT_FILENO);
    char path[80];
    (void)snprintf(path, sizeof path, "%s/log", served->folder);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (getenv("BAGHCHAL_TEST_LOG") == NULL && log >= 0) {
        (void)dup2(log, STDERR_FILENO);
    }
    (void)execv(BC_PROGRAM, arguments);
    _exit(127);
}

void served_restart(struct served *served)
{
    int pipes[2];
    char line[256] = "";
    assert_int_equal(pipe(pipes), 0);
    served->process = fork();
    assert_true(served->process >= 0);
    if (served->process == 0) {
        run_program(served, pipes[1]);
    }
    assert_int_equal(close(pipes[1]), 0);
    size_t length = 0;
    while (strchr(line, '\n') == NULL && length + 1 < sizeof line) {
        ssize_t got = raw_read(pipes[0], line + length, sizeof line - 1 - length, PATIENCE_SECONDS);
        assert_true(got > 0);
        length += (size_t)got;
        line[length] = '\0';
    }
    assert_int_equal(close(pipes[0]), 0);
    const char *colon = strrchr(line, ':');
    assert_non_null(colon);
    served->port = (int)strtol(colon + 1, NULL, 10);
    assert_true(served->port > 0);
}

void served_start(struct served *served, const char *const *options)
{
    memset(served, 0, sizeof *served);
    for (size_t i = 0; options != NULL && options[i] != NULL; i++) {
        served->options[i] = options[i];
    }
    strcpy(served->folder, "/tmp/baghchal-served-XXXXXX");
    assert_non_null(mkdtemp(served->folder));
    served_restart(served);
}

int served_end(struct served *served, int signal)
{
    int status = 0;
    assert_true(served->process > 0);
    assert_int_equal(kill(served->process, signal), 0);
    for (int i = 0; i < PATIENCE_SECONDS * 100; i++) {
        pid_t ended = waitpid(served->process, &status, WNOHANG);
        if (ended == served->process) {
            served->process = 0;
            return status;
        }
        (void)usleep(10000);
    }
    (void)kill(served->process, SIGKILL);
    fail_msg("the server did not end");
    return status;
}

/* Nothing in the log has the form of a secret: 43 characters of base64url in a row. */
static void check_log_keeps_secrets(const struct served *served)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char *log = served_log(served);
    for (const char *at = log; *at != '\0'; at++) {
        size_t length = strspn(at, letters);
        if (length >= 43) {
            fail_msg("the log holds what may be a secret: %.*s", (int)length, at);
        }
        at += length > 0 ? length - 1 : 0;
    }
    free(log);
}

void served_stop(struct served *served)
{
    char command[96];
    if (served->process > 0) {
        int status = served_end(served, SIGTERM);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    check_log_keeps_secrets(served);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", served->folder);
    assert_int_equal(system(command), 0);
}

char *served_log(const struct served *served)
{
    char path[80];
    (void)snprintf(path, sizeof path, "%s/log", served->folder);
    char *text = calloc(1, LOG_SIZE);
    assert_non_null(text);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        (void)fread(text, 1, LOG_SIZE - 1, file);
        assert_int_equal(fclose(file), 0);
    }
    return text;
}

void served_wait_for_log(const struct served *served, const char *words)
{
    for (int i = 0; i < PATIENCE_SECONDS * 20; i++) {
        char *text = served_log(served);
        bool found = strstr(text, words) != NULL;
        free(text);
        if (found) {
            return;
        }
        (void)usleep(50000);
    }
    fail_msg("the log does not say: %s", words);
}

int raw_connect(const struct served *served)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)served->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int size = 4096; /* so that a client that does not read is soon noticed */
    assert_true(file >= 0);
    assert_int_equal(setsockopt(file, SOL_SOCKET, SO_RCVBUF, &size, sizeof size), 0);
    assert_int_equal(connect(file, (const struct sockaddr *)&address, sizeof address), 0);
    return file;
}

void raw_send(int file, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(file, at, length, MSG_NOSIGNAL);
        if (sent <= 0) {
            return; /* the server closed; what it said is still to be read */
        }
        at += sent;
        length -= (size_t)sent;
    }
}

ssize_t raw_read(int file, void *bytes, size_t size, int seconds)
{
    struct pollfd waiting = {.fd = file, .events = POLLIN};
    if (poll(&waiting, 1, seconds * 1000) <= 0) {
        return -1;
    }
    ssize_t got = read(file, bytes, size);
    return got < 0 ? 0 : got;
}

void answer_free(struct answer *answer)
{
    free(answer->text);
    json_decref(answer->json);
    *answer = (struct answer){0};
}

/* Splits what was read into head and body; returns whether all of it is there. */
static bool is_whole(const char *data, size_t length, size_t *head, size_t *body, bool no_body)
{
    const char *end = memmem(data, length, "\r\n\r\n", 4);
    if (end == NULL) {
        return false;
    }
    *head = (size_t)(end - data) + 4;
    const char *field = memmem(data, *head, "Content-Length: ", 16);
    *body = field == NULL || no_body ? 0 : strtoul(field + 16, NULL, 10);
    return length >= *head + *body;
}

struct answer ask_on(int file, const struct served *served, const char *method, const char *path, const char *body,
                     const char *secret, const char *headers)
{
    struct answer answer = {0};
    char head[12288];
    int length = snprintf(
        head, sizeof head,
        "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s%s%s%s%sContent-Length: %zu\r\n\r\n", method,
        path, served->port, headers == NULL ? "" : headers, body == NULL ? "" : "Content-Type: application/json\r\n",
        secret == NULL ? "" : "Authorization: Bearer ", secret == NULL ? "" : secret, secret == NULL ? "" : "\r\n",
        body == NULL ? 0 : strlen(body));
    assert_true(length > 0 && (size_t)length < sizeof head);
    raw_send(file, head, (size_t)length);
    raw_send(file, body, body == NULL ? 0 : strlen(body));
    char *data = malloc(ANSWER_SIZE);
    assert_non_null(data);
    size_t got = 0;
    size_t head_size = 0;
    size_t body_size = 0;
    while (!is_whole(data, got, &head_size, &body_size, strcmp(method, "HEAD") == 0)) {
        ssize_t more = raw_read(file, data + got, ANSWER_SIZE - 1 - got, PATIENCE_SECONDS);
        if (more <= 0) {
            fail_msg("%s %s: no whole answer after %zu bytes", method, path, got);
        }
        got += (size_t)more;
    }
    assert_int_equal(close(file), 0);
    (void)snprintf(answer.headers, sizeof answer.headers, "%.*s", (int)head_size, data);
    answer.status = (int)strtol(data + 9, NULL, 10);
    memmove(data, data + head_size, body_size);
    data[body_size] = '\0';
    answer.text = data;
    answer.length = body_size;
    answer.json = json_loadb(data, body_size, JSON_REJECT_DUPLICATES, NULL);
    return answer;
}

struct answer ask(const struct served *served, const char *method, const char *path, const char *body,
                  const char *secret, const char *headers)
{
    return ask_on(raw_connect(served), served, method, path, body, secret, headers);
}

json_t *ask_json(const struct served *served, const char *method, const char *path, const char *body,
                 const char *secret, int status)
{
    struct answer answer = ask(served, method, path, body, secret, NULL);
    if (answer.status != status || answer.json == NULL) {
        fail_msg("%s %s %s: %d %.300s", method, path, body == NULL ? "" : body, answer.status, answer.text);
    }
    json_t *json = json_incref(answer.json);
    answer_free(&answer);
    return json;
}

json_t *value_at(json_t *json, const char *path)
{
    char name[64];
    json_t *value = json;
    for (const char *at = path; *at != '\0';) {
        size_t length = strcspn(at, ".");
        (void)snprintf(name, sizeof name, "%.*s", (int)length, at);
        value = json_is_array(value) ? json_array_get(value, strtoul(name, NULL, 10)) : json_object_get(value, name);
        at += length;
        at += *at == '.';
    }
    if (value == NULL) {
        fail_msg("there is no %s", path);
    }
    return value;
}

const char *text_at(json_t *json, const char *path)
{
    json_t *value = value_at(json, path);
    return json_is_null(value) ? "null" : json_string_value(value);
}

long number_at(json_t *json, const char *path)
{
    json_t *value = value_at(json, path);
    assert_true(json_is_integer(value));
    return (long)json_integer_value(value);
}

void make_pair(const struct served *served, const char *rules, struct pair *pair)
{
    char body[256];
    char path[64];
    (void)snprintf(body, sizeof body, "{\"side\":\"goats\",\"rules\":\"%s\"}", rules);
    json_t *made = ask_json(served, "POST", "/api/v1/tables", body, NULL, 201);
    (void)snprintf(pair->id, sizeof pair->id, "%s", text_at(made, "table.id"));
    (void)snprintf(pair->goats, sizeof pair->goats, "%s", text_at(made, "secret"));
    json_decref(made);
    (void)snprintf(path, sizeof path, "/api/v1/tables/%s/seat", pair->id);
    json_t *seated = ask_json(served, "POST", path, "{}", NULL, 201);
    (void)snprintf(pair->tigers, sizeof pair->tigers, "%s", text_at(seated, "secret"));
    json_decref(seated);
}
