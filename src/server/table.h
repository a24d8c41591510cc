/* A live table: two seats, a game, an offer; what may be done at it and what follows. Pure: no input, no output, no clock of its own.
 *
 * Every function that changes something returns REFUSAL_NONE or the reason why nothing was changed; the caller raises `seq` by
 * table_changed() once for each change that it is going to store. Times are milliseconds since 1970.
 *
 * Memory: table_init() and table_restore() allocate the history, which grows with the game; table_free() frees it. The board must outlive
 * the table. One thread at a time. */
#ifndef BAGHCHAL_SERVER_TABLE_H
#define BAGHCHAL_SERVER_TABLE_H

#include "server/limits.h"
#include "server/refusal.h"
#include "server/secrets.h"

#include <baghchal/game.h>

enum table_status { TABLE_WAITING, TABLE_PLAYING, TABLE_FINISHED, TABLE_CANCELLED, TABLE_EXPIRED, TABLE_STATUS_COUNT };
enum seat_kind { SEAT_OPEN, SEAT_PLAYER, SEAT_COMPUTER, SEAT_KIND_COUNT };
enum offer_kind { OFFER_NONE, OFFER_DRAW, OFFER_TAKEBACK, OFFER_REMATCH, OFFER_KIND_COUNT };
enum offer_answer { ANSWER_ACCEPT, ANSWER_DECLINE, ANSWER_CANCEL };

enum {
    TABLE_LEVEL_PERFECT = 9, /* levels are 1 to 8 and this one */
    TABLE_NO_SIDE = -1,
};

/* What `ply` or `line` is when a client does not say: the present one. */
#define TABLE_PRESENT UINT32_MAX

struct table_seat {
    uint8_t kind;                    /* enum seat_kind */
    uint8_t level;                   /* of a computer */
    char name[LIMIT_NAME_BYTES + 1]; /* "" for none */
    uint8_t secret_hash[SECRET_HASH_SIZE];
    int64_t offer_allowed[OFFER_KIND_COUNT]; /* when the seat may make this offer again */
};

struct table_offer {
    uint32_t number; /* rises with each offer made at the table */
    uint32_t ply;
    uint8_t kind; /* OFFER_NONE when no offer stands */
    uint8_t by;   /* enum bc_side */
};

struct table {
    uint64_t id;
    uint64_t seq;
    uint64_t rematch;  /* id or 0 */
    uint64_t previous; /* id or 0 */
    int64_t created;
    int64_t expires; /* while waiting */
    uint32_t line;   /* takebacks so far */
    uint8_t status;  /* enum table_status */
    uint8_t maker;   /* enum bc_side */
    struct table_offer offer;
    struct table_offer closed_offer; /* the last one that was declined or cancelled; not kept in the store */
    uint8_t closed_by;               /* ANSWER_DECLINE or ANSWER_CANCEL */
    struct table_seat seats[2];      /* by enum bc_side */
    struct bc_game game;
};

/* What a new table is to be. */
struct table_plan {
    struct bc_rules rules;
    const struct bc_position *start; /* NULL for the board's own */
    const char *name;                /* the maker's; may be "" */
    uint8_t maker;                   /* enum bc_side */
    bool computer;                   /* the other seat is the computer's */
    uint8_t level;
    uint8_t secret_hash[SECRET_HASH_SIZE];
};

/* Makes a table. Errors: BC_ERROR_MEMORY and those of bc_game_init(); nothing is to be freed then. */
enum bc_error table_init(struct table *table, const struct bc_board *board, const struct table_plan *plan, uint64_t id,
                         int64_t now);

/* Makes the rematch of a finished table: sides changed, same secrets. */
enum bc_error table_init_rematch(struct table *table, const struct table *old, uint64_t id, int64_t now);

void table_free(struct table *table);

/* The side of the seat that a secret opens, or TABLE_NO_SIDE. The time taken does not depend on how near it came. */
int table_seat_of(const struct table *table, const char *secret, size_t length);

void table_changed(struct table *table);

/* Lets an invitation lapse; returns whether it just did. */
bool table_expire(struct table *table, int64_t now);

/* Sits down on the open seat. `holder` is the side that the asker already holds, or TABLE_NO_SIDE. If the seat's hash is already the
 * given one this is the same request again: REFUSAL_NONE with `repeated` set and nothing changed. */
enum refusal table_sit(struct table *table, const char *name, const uint8_t hash[SECRET_HASH_SIZE], int holder,
                       unsigned *side, bool *repeated);

enum refusal table_cancel(struct table *table, unsigned side);

/* Makes a move decided on when `ply` turns had been made in line `line`. `repeated` is set when it had been made already. `reason` tells
 * more where the move is illegal. */
enum refusal table_move(struct table *table, unsigned side, uint32_t ply, uint32_t line, bc_move move, int64_t now,
                        bool *repeated, enum bc_error *reason);

/* Makes an offer; against the computer it is also granted. `wait` is set to milliseconds where waiting helps. When a rematch was granted
 * `rematch` is set: the caller makes it by table_init_rematch() and enters its id in `table->rematch`. */
enum refusal table_make_offer(struct table *table, unsigned side, enum offer_kind kind, uint32_t ply, int64_t now,
                              int64_t *wait, bool *rematch);

enum refusal table_answer_offer(struct table *table, unsigned side, uint32_t number, enum offer_answer answer,
                                int64_t now, bool *rematch);

enum refusal table_resign(struct table *table, unsigned side);

/* Whether the computer is to move. */
bool table_awaits_computer(const struct table *table);

/* Whether a text can be shown as a name: UTF-8, within the limits, no control or direction-changing characters. */
bool table_name_acceptable(const char *name, size_t length);

const char *table_status_word(unsigned status);
const char *seat_kind_word(unsigned kind);
const char *offer_kind_word(unsigned kind);
const char *offer_answer_word(unsigned answer);
const char *side_word(unsigned side);
const char *level_word(unsigned level);

/* OFFER_NONE and 0 where the word is none. */
enum offer_kind offer_kind_read(const char *word);
unsigned level_read(const char *word);

#endif
