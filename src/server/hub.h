/* The hub: all tables in memory, and everything that is asked of them.
 *
 * Order. What is asked of one table is done strictly one after the other. A change is applied, stored, and only when it is on disk told to
 * the table's followers and answered; whatever comes meanwhile waits. So nobody ever sees a state that a crash could take back, and who joins at the
 * very instant of a move sees it either in the state or as the next message, never twice and never not at all. When the store fails, the
 * table is read again from disk.
 *
 * Everything here runs in the loop thread. Requests and followers belong to the caller; a request is the hub's from hub_ask() until its
 * `answer` is called, exactly once, with everything in the answer valid only during the call. */
#ifndef BAGHCHAL_SERVER_HUB_H
#define BAGHCHAL_SERVER_HUB_H

#include "server/store_thread.h"
#include "server/table_json.h"

enum hub_request_kind {
    HUB_READ,
    HUB_MAKE,
    HUB_JOIN,
    HUB_SIT,
    HUB_MOVE,
    HUB_OFFER,
    HUB_ANSWER,
    HUB_RESIGN,
    HUB_CANCEL,
};

struct live_table;
struct hub_request;

/* Someone who is told what happens at a table. `send` gets one message, without a line end; `lost` says that the table went out of reach, after
 * which the follower is no longer at it. Neither may call back into the hub. */
struct follower {
    struct live_table *live; /* NULL when at no table */
    struct follower *previous, *next;
    int side; /* of the seat, or TABLE_NO_SIDE */
    void (*send)(struct follower *follower, const char *message, size_t length);
    void (*lost)(struct follower *follower);
};

struct hub_answer {
    enum refusal refusal;
    enum bc_error reason;      /* more about the refusal, or BC_OK */
    int64_t wait;              /* milliseconds after which it may be tried again, or 0 */
    int side;                  /* the asker's, or TABLE_NO_SIDE */
    bool repeated;             /* done already by an earlier request */
    const char *secret;        /* MAKE and SIT */
    const struct table *table; /* NULL where there is none to show */
    const struct table_presence *presence;
};

struct hub_request {
    struct hub_request *next;
    enum hub_request_kind kind;
    uint64_t table_id;

    /* who asks: whoever shows a secret, or else the seat of the follower, or nobody */
    bool has_secret;
    char secret[SECRET_LENGTH + 1];

    /* what for */
    uint32_t ply;
    uint32_t line;
    uint32_t number;
    bc_move move;
    enum offer_kind offer;
    enum offer_answer offer_answer;
    bool computer; /* a MOVE by the computer for the state `seq` */
    uint64_t seq;
    char name[LIMIT_NAME_BYTES + 1];
    char claim[CLAIM_LENGTH_MAX + 1]; /* "" for none */
    struct table_plan plan;           /* MAKE: `start` points to `start` below or is NULL; `name` is set by the hub */
    struct bc_position start;
    struct follower *follower; /* JOIN: who is to follow; else who asks, or NULL */

    void (*answer)(struct hub_request *request, const struct hub_answer *answer);
    void *context;
};

struct live_table {
    struct live_table *next; /* in its chain of the hub's map */
    struct hub *hub;
    uint64_t id;
    bool loaded;
    bool busy;     /* a change is being stored, or the table is being read */
    bool thinking; /* the computer is asked for a move */
    bool presence_changed;
    uint64_t used; /* hub->now_ms() when somebody last asked */
    struct table table;
    struct table_presence presence;
    unsigned side_followers[2];
    struct follower *followers;
    struct hub_request *queue_first, *queue_last;
    size_t queue_length;
    struct hub_request *current; /* the one whose change is being stored */
    struct hub_answer pending;   /* what it will be answered */
    char secret[SECRET_LENGTH + 1];
    bool told_as_move;
    bool stored_whole; /* the next move is, not appended */
};

struct hub_counts {
    uint64_t tables_made;
    uint64_t moves;
    uint64_t computer_moves;
    uint64_t games_finished;
    uint64_t refusals[REFUSAL_COUNT];
};

struct hub {
    const struct bc_board *board;
    struct store_thread *store;
    struct live_table **buckets;
    size_t bucket_count; /* a power of two */
    size_t table_count;
    size_t table_limit;
    size_t follower_count;
    int64_t (*now_ms)(void); /* milliseconds since 1970 */
    /* Asks the computer for a move at a table; hub_computer_moved() is called later, in the loop thread. NULL without a computer. */
    void (*think)(void *context, struct live_table *live);
    /* Whether the computer takes another game; may be NULL. */
    bool (*has_room)(void *context);
    void *think_context;
    void (*complain)(const char *what, uint64_t table_id, const char *why); /* for the log */
    struct hub_counts counts;
};

/* Errors: BC_ERROR_MEMORY. */
enum bc_error hub_init(struct hub *hub, const struct bc_board *board, struct store_thread *store);

/* Frees everything; no request may be open and the store must be at rest. */
void hub_free(struct hub *hub);

/* A request with nobody asking, for the present turn; NULL without memory. Freed by the caller, after it was answered. */
struct hub_request *hub_request_new(enum hub_request_kind kind, uint64_t table_id);

void hub_ask(struct hub *hub, struct hub_request *request);

/* Takes a follower from its table; may be called at any time, also for one at no table. */
void hub_leave(struct hub *hub, struct follower *follower);

/* The computer's answer: the move, or BC_MOVE_NONE if it found none. */
void hub_computer_moved(struct hub *hub, uint64_t table_id, uint64_t seq, bc_move move);

/* The first message to a follower: the whole table, or only that nothing has changed. */
void table_write_greeting(struct text_buffer *text, const struct hub_answer *answer, bool unchanged);

/* Now and then: tells changed numbers of spectators and lets go of tables that nobody uses. */
void hub_sweep(struct hub *hub);

/* Used by the hub's own parts. */
void hub_request_run(struct live_table *live, struct hub_request *request);
void hub_store_change(struct live_table *live, struct hub_request *request, const struct hub_answer *answer,
                      bool told_as_move, const struct table *second);
void hub_answer_now(struct live_table *live, struct hub_request *request, const struct hub_answer *answer);
void hub_follow(struct live_table *live, struct follower *follower, int side);
void hub_tell_change(struct live_table *live, bool as_move);
void hub_tell_presence(struct live_table *live);
void hub_lose_followers(struct live_table *live);

#endif
