/* A server of one's own for a test, and a plain client for it: HTTP requests, WebSockets, raw bytes. Every function fails the test when
 * something takes more than some seconds. */
#ifndef BAGHCHAL_TESTS_SERVER_SERVED_H
#define BAGHCHAL_TESTS_SERVER_SERVED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct served {
    pid_t process;
    int port;
    char folder[64]; /* its data, a new one below /tmp */
    const char *options[16];
};

/* Starts the built program in a new folder, with further options, ended by NULL. */
void served_start(struct served *served, const char *const *options);

/* Starts it again on the same data. */
void served_restart(struct served *served);

/* Sends a signal and waits for the end; returns what waitpid() says. */
int served_end(struct served *served, int signal);

/* Ends it in order, asks that it did so and that its log holds nothing like a secret, and removes its data. */
void served_stop(struct served *served);

/* What it has logged so far; the caller frees it. With BAGHCHAL_TEST_LOG in the environment the log goes to the terminal instead. */
char *served_log(const struct served *served);

/* Waits until the log holds these words. */
void served_wait_for_log(const struct served *served, const char *words);

/* The answer to a request. */
struct answer {
    int status;
    char headers[4096];
    char *text; /* the body, ended by a NUL */
    size_t length;
    json_t *json; /* of the body, or NULL */
};

void answer_free(struct answer *answer);

/* `body` and `secret` may be NULL; `headers` are further lines, each ended by CR LF, or NULL. */
struct answer ask(const struct served *served, const char *method, const char *path, const char *body,
                  const char *secret, const char *headers);

/* As ask(), on a connection that stands already and is closed afterwards. */
struct answer ask_on(int file, const struct served *served, const char *method, const char *path, const char *body,
                     const char *secret, const char *headers);

/* As ask(), asserts the status, and returns the JSON, for json_decref(). */
json_t *ask_json(const struct served *served, const char *method, const char *path, const char *body,
                 const char *secret, int status);

/* A raw connection; reading gets up to `size` bytes within the seconds given, -1 when nothing came, 0 at the end. */
int raw_connect(const struct served *served);
void raw_send(int file, const void *bytes, size_t length);
ssize_t raw_read(int file, void *bytes, size_t size, int seconds);

/* A WebSocket. */
struct socket_client {
    int file;
    unsigned char data[1 << 20];
    size_t length;
    int close_code; /* once closed by the server, else 0 */
    bool ended;     /* the connection is at its end */
};

/* Opens the socket of a table and says hello, with a secret unless it is NULL, and `since` unless it is negative. */
struct socket_client *socket_open(const struct served *served, const char *id, const char *secret, long since);
void socket_close(struct socket_client *client);
void socket_send_text(struct socket_client *client, const char *text);
void socket_send_frame(struct socket_client *client, unsigned first_byte, const void *bytes, size_t length);

/* The next message, or NULL when the server closed. Fails the test when none comes in 5 seconds. */
json_t *socket_next(struct socket_client *client);

/* The next message of a type, others being dropped. */
json_t *socket_next_of(struct socket_client *client, const char *type);

/* Whether nothing comes for some time. */
bool socket_is_silent(struct socket_client *client, int milliseconds);

/* Values within JSON by a path such as "table.seats.goats.kind"; the test fails where they are not. */
const char *text_at(json_t *json, const char *path);
long number_at(json_t *json, const char *path);
json_t *value_at(json_t *json, const char *path);

/* A table of two people: its id and both secrets. */
struct pair {
    char id[16];
    char goats[64];
    char tigers[64];
};

void make_pair(const struct served *served, const char *rules, struct pair *pair);

#endif
