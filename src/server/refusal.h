/* Why the server refuses something: one list of codes with their HTTP status and a sentence. docs/protocol.md explains them. */
#ifndef BAGHCHAL_SERVER_REFUSAL_H
#define BAGHCHAL_SERVER_REFUSAL_H

#define REFUSAL_LIST(X)                                                                                     \
    X(NONE, "none", 200, "Nothing was refused.")                                                            \
    X(BAD_REQUEST, "bad_request", 400, "This is not an HTTP request as it should be.")                      \
    X(BAD_JSON, "bad_json", 400, "The body is not a JSON object.")                                          \
    X(BAD_FIELD, "bad_field", 400, "A field is missing, unknown or has the wrong form.")                    \
    X(BAD_FORMAT, "bad_format", 400, "There is no such text form.")                                         \
    X(BAD_RULES, "bad_rules", 422, "This is no rule set.")                                                  \
    X(BAD_POSITION, "bad_position", 422, "This is no position that a game can start from.")                 \
    X(NOT_IN_FORMAT, "not_in_format", 422, "This text form cannot hold that.")                              \
    X(BAD_NAME, "bad_name", 422, "A name has at most 40 characters and no control characters.")             \
    X(SEAT_REQUIRED, "seat_required", 401, "This needs the secret of a seat.")                              \
    X(SEAT_UNKNOWN, "seat_unknown", 403, "The secret belongs to no seat at this table.")                    \
    X(ORIGIN_REFUSED, "origin_refused", 403, "A page from another place may not do this.")                  \
    X(NOT_FOUND, "not_found", 404, "There is nothing at this address.")                                     \
    X(TABLE_UNKNOWN, "table_unknown", 404, "There is no such table.")                                       \
    X(NO_SOLUTION, "no_solution", 404, "No solution for this is at hand.")                                  \
    X(METHOD_NOT_ALLOWED, "method_not_allowed", 405, "The address does not take this method.")              \
    X(REQUEST_TIMEOUT, "request_timeout", 408, "The request took too long to arrive.")                      \
    X(STALE, "stale", 409, "This belongs to another turn than the present one.")                            \
    X(NOT_YOUR_TURN, "not_your_turn", 409, "It is the other side's turn.")                                  \
    X(GAME_OVER, "game_over", 409, "The game is over.")                                                     \
    X(NOT_STARTED, "not_started", 409, "The game has not started yet.")                                     \
    X(SEAT_TAKEN, "seat_taken", 409, "Somebody else has sat down already.")                                 \
    X(OWN_TABLE, "own_table", 409, "You hold the other seat of this table.")                                \
    X(ALREADY_STARTED, "already_started", 409, "The game has started already.")                             \
    X(OFFER_OPEN, "offer_open", 409, "Another offer stands.")                                               \
    X(OFFER_GONE, "offer_gone", 409, "This offer does not stand any longer.")                               \
    X(OFFER_NOT_NOW, "offer_not_now", 409, "This cannot be offered now.")                                   \
    X(NOTHING_TO_TAKE_BACK, "nothing_to_take_back", 409, "You have made no turn that could be taken back.") \
    X(GAME_TOO_LONG, "game_too_long", 409, "The game has as many turns as a game here can have.")           \
    X(TABLE_CANCELLED, "table_cancelled", 410, "The invitation was taken back.")                            \
    X(TABLE_EXPIRED, "table_expired", 410, "The invitation has lapsed.")                                    \
    X(TOO_LARGE, "too_large", 413, "The body is too large.")                                                \
    X(NOT_JSON, "not_json", 415, "The body must be application/json.")                                      \
    X(ILLEGAL_MOVE, "illegal_move", 422, "This is not a legal move now.")                                   \
    X(UPGRADE_REQUIRED, "upgrade_required", 426, "This address speaks WebSocket, version 13.")              \
    X(TOO_MANY_REQUESTS, "too_many_requests", 429, "Too many requests came from your address.")             \
    X(TOO_MANY_TABLES, "too_many_tables", 429, "Too many tables are open.")                                 \
    X(TOO_MANY_CONNECTIONS, "too_many_connections", 429, "Too many connections are open.")                  \
    X(OFFER_COOLING, "offer_cooling", 429, "This was offered a moment ago.")                                \
    X(HEADERS_TOO_LARGE, "headers_too_large", 431, "The header fields are too large.")                      \
    X(STORE_BUSY, "store_busy", 503, "The store did not take this; nothing was changed.")                   \
    X(SHUTTING_DOWN, "shutting_down", 503, "The server is about to stop.")

enum refusal {
#define REFUSAL_NAME(name, word, status, sentence) REFUSAL_##name,
    REFUSAL_LIST(REFUSAL_NAME)
#undef REFUSAL_NAME
        REFUSAL_COUNT
};

/* The code as clients see it, such as "not_your_turn"; its HTTP status; a sentence of English. */
const char *refusal_word(enum refusal refusal);
int refusal_status(enum refusal refusal);
const char *refusal_sentence(enum refusal refusal);

#endif
