/* Files of compressed blocks: what the movement and the placement tables are kept in.
 *
 * Layout, all numbers little-endian: a header of BC_BLOCK_HEADER_SIZE bytes, the blocks one after the other, an index of eight
 * bytes a block (packed size, low half of the XXH3 of the packed bytes), and the XXH3 of the index. A block whose packed
 * size equals its raw size is stored as it is; every other is one zstd frame. docs/solution.md gives every field.
 *
 * A reader is immutable after opening, but for the marks of damaged blocks, and may be used by any number of threads. A
 * writer belongs to one thread. */
#ifndef BAGHCHAL_SOLUTION_BLOCK_FILE_H
#define BAGHCHAL_SOLUTION_BLOCK_FILE_H

#include <baghchal/board.h>
#include <baghchal/rules.h>

#include <stdatomic.h>
#include <stdint.h>
#include <xxhash.h>

enum {
    BC_BLOCK_FORMAT_VERSION = 1,
    BC_BLOCK_HEADER_SIZE = 128,
    BC_BLOCK_BOARD_NAME_MAX = 24, /* with the final NUL */
    BC_BLOCK_SIZE_MAX = 1 << 20,  /* raw bytes of a block */
};

enum bc_block_kind {
    BC_BLOCKS_MOVEMENT = 1,
    BC_BLOCKS_PLACEMENT = 2,
};

/* Values that a table need not hold because a rule gives them; its entries there are arbitrary. */
enum bc_implied {
    BC_IMPLIED_NOTHING = 0,
    /* With one goat to win left to eat, goats to place: the tigers win when every placement leaves a capture. */
    BC_IMPLIED_LAST_CAPTURE = 1,
};

/* What a file says about itself. */
struct bc_block_header {
    uint32_t kind; /* enum bc_block_kind */
    uint32_t block_count;
    uint32_t block_size; /* raw bytes of the largest block */
    char board[BC_BLOCK_BOARD_NAME_MAX];
    struct bc_rules rules; /* repetition is BC_REPETITION_DRAW */
    uint8_t point_count;
    uint8_t order[BC_POINTS_MAX]; /* goat masks: free points in this order, lowest bit first */
    uint8_t zero_width;           /* movement: bytes of a zero code and of an end distance; placement: 0 */
    uint8_t end_width;
    uint8_t
        mask_bits; /* placement: a block holds 2^mask_bits goat masks; movement: entries a block, as a power of two */
};

struct bc_block_file {
    int descriptor;
    struct bc_block_header header;
    uint64_t *offsets; /* block_count + 1 of them */
    uint32_t *checks;
    _Atomic unsigned char *damaged; /* an enum bc_error a block; BC_OK while nothing bad is known */
};

/* Opens a file for reading. Takes nothing on trust: sizes, checksums and ranges are all looked at; blocks only when they are
 * read. Errors: BC_ERROR_SOLUTION_UNREADABLE, _TRUNCATED, _FORMAT, _VERSION, _CHECKSUM, BC_ERROR_MEMORY. */
enum bc_error bc_block_file_open(const char *path, struct bc_block_file *file);

/* The same for an open descriptor, which the file then owns and closes, also on failure. */
enum bc_error bc_block_file_adopt(int descriptor, struct bc_block_file *file);

void bc_block_file_close(struct bc_block_file *file);

/* Reads and unpacks a block that must come to exactly `raw_size` bytes. `packed` is scratch of BC_BLOCK_SIZE_MAX bytes,
 * `context` a ZSTD_DCtx. Errors: BC_ERROR_SOLUTION_READ, _CHECKSUM, _DAMAGED; they are remembered. */
enum bc_error bc_block_file_read(struct bc_block_file *file, uint32_t block, size_t raw_size, void *context,
                                 uint8_t *packed, uint8_t *raw);

struct bc_block_writer {
    int descriptor;
    enum bc_error error; /* the first that happened; later calls do nothing */
    struct bc_block_header header;
    uint32_t written;
    uint64_t size;
    uint8_t *index;
    uint8_t *buffer; /* gathers small blocks into large writes */
    size_t buffered;
    XXH3_state_t *hash; /* of the whole file */
};

/* Starts a file at `path`, replacing what is there. Errors: BC_ERROR_SOLUTION_WRITE, _DISK_FULL, BC_ERROR_MEMORY. */
enum bc_error bc_block_writer_open(struct bc_block_writer *writer, const char *path,
                                   const struct bc_block_header *header);

/* Appends the next block, already packed, or raw if `size` is its raw size. */
void bc_block_writer_append(struct bc_block_writer *writer, const uint8_t *packed, size_t size);

/* Writes the index and brings everything to the disk. On success `size` and `hash` describe the whole file. Closes the writer in any
 * case. Errors: the first that happened since it was opened. */
enum bc_error bc_block_writer_finish(struct bc_block_writer *writer, uint64_t *size, uint64_t *hash);

/* Gives up; the unfinished file is left to the caller. */
void bc_block_writer_abandon(struct bc_block_writer *writer);

#endif
