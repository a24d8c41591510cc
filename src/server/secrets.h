/* Table ids, seat secrets and claims.
 *
 * A table id is 60 random bits, twelve characters of Crockford's base 32 in lower case. A seat's secret is 256 bits in base64url; the server keeps
 * only its SHA-256, which is enough because the secret is random. A claim is at least 128 bits of the client's own choice; the secret made from
 * it is a keyed hash, so the same claim leads to the same secret without being kept anywhere. */
#ifndef BAGHCHAL_SERVER_SECRETS_H
#define BAGHCHAL_SERVER_SECRETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TABLE_ID_LENGTH = 12,
    SECRET_LENGTH = 43,
    SECRET_HASH_SIZE = 32,
    CLAIM_LENGTH_MIN = 22,
    CLAIM_LENGTH_MAX = 64,
};

/* Fills memory with random bytes of the kernel. Returns false where they cannot be had. */
bool random_bytes(void *bytes, size_t size);

/* A new id, never 0; 0 when no random bytes can be had. */
uint64_t table_id_new(void);

/* Writes twelve characters and a NUL. */
void table_id_write(uint64_t id, char text[TABLE_ID_LENGTH + 1]);

/* Reads exactly `length` characters, which must be twelve; upper case is not taken. Returns false if they are no id. */
bool table_id_read(const char *text, size_t length, uint64_t *id);

/* Writes a new secret and a NUL. */
bool secret_new(char secret[SECRET_LENGTH + 1]);

/* The secret that a claim leads to at a table (or 0) for a side. The claim has CLAIM_LENGTH_MIN to CLAIM_LENGTH_MAX characters. */
void secret_from_claim(const char *claim, uint64_t table_id, unsigned side, char secret[SECRET_LENGTH + 1]);

/* The table that a claim makes. */
uint64_t table_id_from_claim(const char *claim);

/* The form only: base64url characters, and how many. */
bool claim_well_formed(const char *claim);

void secret_hash(const char *secret, size_t length, uint8_t hash[SECRET_HASH_SIZE]);

/* Compares two hashes in a time that does not depend on them. */
bool secret_hash_equal(const uint8_t a[SECRET_HASH_SIZE], const uint8_t b[SECRET_HASH_SIZE]);

#endif
