#include "server/secrets.h"

#include <nettle/hmac.h>
#include <nettle/memops.h>
#include <nettle/sha2.h>

#include <string.h>
#include <sys/random.h>

static const char id_letters[] = "0123456789abcdefghjkmnpqrstvwxyz";

bool random_bytes(void *bytes, size_t size)
{
    /* Up to 256 bytes are never interrupted and never come short once the kernel's pool is ready. */
    return size <= 256 && getrandom(bytes, size, 0) == (ssize_t)size;
}

uint64_t table_id_new(void)
{
    uint64_t id = 0;
    do {
        if (!random_bytes(&id, sizeof id)) {
            return 0;
        }
        id &= ((uint64_t)1 << 60) - 1;
    } while (id == 0);
    return id;
}

void table_id_write(uint64_t id, char text[TABLE_ID_LENGTH + 1])
{
    for (unsigned i = 0; i < TABLE_ID_LENGTH; i++) {
        text[i] = id_letters[id >> (55 - 5 * i) & 31];
    }
    text[TABLE_ID_LENGTH] = '\0';
}

bool table_id_read(const char *text, size_t length, uint64_t *id)
{
    if (length != TABLE_ID_LENGTH) {
        return false;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < TABLE_ID_LENGTH; i++) {
        const char *letter = text[i] == '\0' ? NULL : strchr(id_letters, text[i]);
        if (letter == NULL) {
            return false;
        }
        value = value << 5 | (uint64_t)(letter - id_letters);
    }
    *id = value;
    return value != 0;
}

/* 32 bytes are 43 characters and one of padding, which is left out. */
static void write_secret(const uint8_t bytes[32], char secret[SECRET_LENGTH + 1])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned bits = 0;
    unsigned have = 0;
    size_t at = 0;
    for (size_t i = 0; i < 32; i++) {
        bits = bits << 8 | bytes[i];
        have += 8;
        while (have >= 6) {
            have -= 6;
            secret[at++] = letters[bits >> have & 63];
        }
    }
    secret[at++] = letters[bits << (6 - have) & 63];
    secret[at] = '\0';
}

bool secret_new(char secret[SECRET_LENGTH + 1])
{
    uint8_t bytes[32];
    if (!random_bytes(bytes, sizeof bytes)) {
        return false;
    }
    write_secret(bytes, secret);
    return true;
}

void secret_from_claim(const char *claim, uint64_t table_id, unsigned side, char secret[SECRET_LENGTH + 1])
{
    struct hmac_sha256_ctx context;
    uint8_t bytes[SHA256_DIGEST_SIZE];
    char seat[TABLE_ID_LENGTH + 2];
    table_id_write(table_id, seat);
    seat[TABLE_ID_LENGTH] = (char)('0' + side);
    hmac_sha256_set_key(&context, strlen(claim), (const uint8_t *)claim);
    hmac_sha256_update(&context, TABLE_ID_LENGTH + 1, (const uint8_t *)seat);
    hmac_sha256_digest(&context, sizeof bytes, bytes);
    write_secret(bytes, secret);
}

uint64_t table_id_from_claim(const char *claim)
{
    struct hmac_sha256_ctx context;
    uint8_t bytes[SHA256_DIGEST_SIZE];
    static const uint8_t purpose[] = "table";
    hmac_sha256_set_key(&context, strlen(claim), (const uint8_t *)claim);
    hmac_sha256_update(&context, sizeof purpose, purpose);
    hmac_sha256_digest(&context, sizeof bytes, bytes);
    uint64_t id = 0;
    memcpy(&id, bytes, sizeof id);
    id &= ((uint64_t)1 << 60) - 1;
    return id == 0 ? 1 : id;
}

bool claim_well_formed(const char *claim)
{
    size_t length = strlen(claim);
    if (length < CLAIM_LENGTH_MIN || length > CLAIM_LENGTH_MAX) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        char c = claim[i];
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!letter && c != '-' && c != '_') {
            return false;
        }
    }
    return true;
}

void secret_hash(const char *secret, size_t length, uint8_t hash[SECRET_HASH_SIZE])
{
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, length, (const uint8_t *)secret);
    sha256_digest(&context, SECRET_HASH_SIZE, hash);
}

bool secret_hash_equal(const uint8_t a[SECRET_HASH_SIZE], const uint8_t b[SECRET_HASH_SIZE])
{
    return memeql_sec(a, b, SECRET_HASH_SIZE) != 0;
}
