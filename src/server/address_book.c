#include "server/address_book.h"
#include "server/limits.h"
#include "server/secrets.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <stdlib.h>
#include <string.h>

enum { WAYS = 4 };

/* No /64 network begins with these bytes: fe00::/9 is reserved beyond the link-local and site-local parts. */
static const uint64_t ipv4_mark = UINT64_C(0xFE00FFFF00000000);

bool address_book_init(struct address_book *book)
{
    *book = (struct address_book){.set_count = LIMIT_ADDRESSES / WAYS};
    book->entries = calloc(LIMIT_ADDRESSES, sizeof *book->entries);
    return book->entries != NULL && random_bytes(&book->seed, sizeof book->seed);
}

void address_book_free(struct address_book *book)
{
    free(book->entries);
    book->entries = NULL;
}

struct address_entry *address_book_find(struct address_book *book, struct address address, uint64_t now)
{
    uint64_t mixed = (address.network ^ book->seed) * UINT64_C(0x9E3779B97F4A7C15);
    struct address_entry *set = &book->entries[((mixed >> 40) & (book->set_count - 1)) * WAYS];
    struct address_entry *oldest = NULL;
    for (unsigned way = 0; way < WAYS; way++) {
        if (set[way].address.network == address.network) {
            set[way].seen = now;
            return &set[way];
        }
        if (set[way].open == 0 && (oldest == NULL || set[way].seen < oldest->seen)) {
            oldest = &set[way];
        }
    }
    if (oldest != NULL) {
        *oldest = (struct address_entry){.address = address, .seen = now};
    }
    return oldest;
}

int64_t bucket_take(struct bucket *bucket, int32_t burst, uint32_t interval, uint64_t now)
{
    if (bucket->filled == 0) {
        bucket->filled = now;
        bucket->tokens = burst;
    }
    uint64_t new_tokens = (now - bucket->filled) / interval;
    if (new_tokens >= (uint64_t)burst) {
        bucket->tokens = burst;
        bucket->filled = now;
    } else {
        bucket->tokens += (int32_t)new_tokens;
        bucket->filled += new_tokens * interval;
        bucket->tokens = bucket->tokens > burst ? burst : bucket->tokens;
    }
    if (bucket->tokens > 0) {
        bucket->tokens--;
        return 0;
    }
    return (int64_t)(interval - (now - bucket->filled));
}

static struct address from_ipv6(const uint8_t bytes[16])
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    struct address address = {0};
    if (memcmp(bytes, mapped, sizeof mapped) == 0) {
        uint32_t ipv4 = 0;
        memcpy(&ipv4, bytes + 12, sizeof ipv4);
        address.network = ipv4_mark | ntohl(ipv4);
        return address;
    }
    for (unsigned i = 0; i < 8; i++) {
        address.network = address.network << 8 | bytes[i];
    }
    if (address.network == 0) {
        address.network = 1; /* ::1 and the like */
    }
    return address;
}

struct address address_of(const struct sockaddr *socket_address)
{
    if (socket_address->sa_family == AF_INET) {
        struct sockaddr_in ipv4;
        memcpy(&ipv4, socket_address, sizeof ipv4);
        return (struct address){.network = ipv4_mark | ntohl(ipv4.sin_addr.s_addr)};
    }
    if (socket_address->sa_family == AF_INET6) {
        struct sockaddr_in6 ipv6;
        memcpy(&ipv6, socket_address, sizeof ipv6);
        return from_ipv6(ipv6.sin6_addr.s6_addr);
    }
    return (struct address){0};
}

bool address_read(const char *text, struct address *address)
{
    struct in_addr ipv4;
    struct in6_addr ipv6;
    if (inet_pton(AF_INET, text, &ipv4) == 1) {
        address->network = ipv4_mark | ntohl(ipv4.s_addr);
        return true;
    }
    if (inet_pton(AF_INET6, text, &ipv6) == 1) {
        *address = from_ipv6(ipv6.s6_addr);
        return true;
    }
    return false;
}
