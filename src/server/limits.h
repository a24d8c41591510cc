/* Every limit of the server, in one place. Sizes are bytes, times milliseconds unless the name says otherwise. */
#ifndef BAGHCHAL_SERVER_LIMITS_H
#define BAGHCHAL_SERVER_LIMITS_H

enum {
    /* what a client may send */
    LIMIT_TARGET = 8704,      /* a request's path with its query: /api/v1/values names a whole game there */
    LIMIT_HEADERS = 16384,    /* all header fields of a request together */
    LIMIT_HEADER_VALUE = 512, /* a header field that the server looks at */
    LIMIT_BODY = 4096,
    LIMIT_MESSAGE = 4096,    /* a WebSocket message */
    LIMIT_PIPELINED = 16384, /* bytes that came behind a request still being answered */
    LIMIT_NAME_LETTERS = 40,
    LIMIT_NAME_BYTES = 160,

    /* what is kept for a client */
    LIMIT_UNREAD = 131072,     /* a follower that leaves more than this unread is disconnected */
    LIMIT_SEND_BUFFER = 65536, /* what the kernel keeps for a follower */
    LIMIT_QUEUE = 4096,        /* requests that wait for one table */

    /* a game */
    LIMIT_PLIES = 4096,
    LIMIT_OFFER_WAIT = 30000, /* before the same seat repeats an offer that came to nothing */
    LIMIT_INVITATION_SECONDS = 24 * 60 * 60,

    /* patience */
    LIMIT_REQUEST_TIME = 10000, /* for a whole request to arrive */
    LIMIT_IDLE_TIME = 60000,    /* between requests of one connection */
    LIMIT_HELLO_TIME = 10000,   /* for the first message on a WebSocket */
    LIMIT_PING_AFTER = 20000,   /* without a sign of life */
    LIMIT_DEAD_AFTER = 50000,
    LIMIT_WRITE_TIME = 30000,      /* for an answer to be taken */
    LIMIT_STORE_PATIENCE = 2500,   /* for a database that somebody else holds */
    LIMIT_SHUTDOWN_TIME = 4000,    /* for the last writes and close frames */
    LIMIT_TABLE_KEPT_TIME = 60000, /* in memory when nobody uses it */

    /* rates: a bucket holds BURST requests and fills by one each INTERVAL */
    LIMIT_REQUEST_BURST = 300, /* of one address: thirty players behind one address must be at ease */
    LIMIT_REQUEST_INTERVAL = 20,
    LIMIT_TABLES_BURST = 60, /* tables made by one address */
    LIMIT_TABLES_INTERVAL = 2000,
    LIMIT_MESSAGE_BURST = 60, /* messages on one WebSocket, accepted moves apart */
    LIMIT_MESSAGE_INTERVAL = 100,
    LIMIT_ADDRESSES = 65536, /* addresses remembered */

    /* numbers that settings can change */
    LIMIT_CONNECTIONS_DEFAULT = 20000,
    LIMIT_CONNECTIONS_PER_ADDRESS_DEFAULT = 500,
    LIMIT_LIVE_TABLES_DEFAULT = 50000, /* in memory at once */

    /* the solution of the usual rules */
    LIMIT_SOLVING_LOOK =
        60 * 1000, /* between looks for one that somebody else made, and the first wait after a failure */
    LIMIT_SOLVING_WAIT = 12 * 60 * 60 * 1000, /* between attempts at most */

    /* the computer */
    LIMIT_THINKING_QUEUE = 1000, /* games waiting for the computer */
};

#endif
