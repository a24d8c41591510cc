/* What is remembered about addresses: how many connections each has open, and token buckets for what it asks.
 *
 * An IPv4 address stands for itself, an IPv6 address for its /64 network, which is what one household gets. The book has a fixed size; the
 * address seen longest ago without open connections makes room. Loop thread only. */
#ifndef BAGHCHAL_SERVER_ADDRESS_BOOK_H
#define BAGHCHAL_SERVER_ADDRESS_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* 0 in `network` is no address. */
struct address {
    uint64_t network; /* the upper half of an IPv6 address; for IPv4 a value that no such half has */
};

struct bucket {
    uint64_t filled; /* when it was last filled, in milliseconds */
    int32_t tokens;
};

struct address_entry {
    struct address address;
    uint64_t seen;
    uint32_t open;
    struct bucket requests;
    struct bucket tables;
};

struct address_book {
    struct address_entry *entries;
    size_t set_count; /* a power of two */
    uint64_t seed;
};

bool address_book_init(struct address_book *book);
void address_book_free(struct address_book *book);

/* The entry of an address, made if need be; NULL where there is no room: then nothing is limited. Valid until the next call. */
struct address_entry *address_book_find(struct address_book *book, struct address address, uint64_t now);

/* Takes a token from a bucket of `burst` that fills by one each `interval`. Returns 0, or the milliseconds until there is one. A bucket of
 * zeros is full. */
int64_t bucket_take(struct bucket *bucket, int32_t burst, uint32_t interval, uint64_t now);

struct address address_of(const struct sockaddr *socket_address);

/* Reads an address as text. Returns false if it is none. */
bool address_read(const char *text, struct address *address);

#endif
