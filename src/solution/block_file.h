/* Files of compressed blocks: what the movement and the placement tables are kept in.
 *
 * Layout, all numbers little-endian: a header of BC_BLOCK_HEADER_SIZE bytes, the blocks one after the other, an index of eight
 * bytes a block (packed size, low half of the XXH3 of the packed bytes), and the XXH3 of the index. A block is one zstd
 * frame, or, where bit 31 of its size is set, stored as it is. docs/solution.md gives every field.
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

/* In an index, the block is stored as it is; likewise in struct bc_block_file. */
#define BC_BLOCK_STORED_SIZE ((uint32_t)1 << 31)
#define BC_BLOCK_STORED ((uint64_t)1 << 63)

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
    uint8_t implied;              /* placement: enum bc_implied */
    uint8_t mask_bits;            /* masks (placement) or entries (movement) of a block, as a power of two */
};

struct bc_block_file {
    int descriptor;
    struct bc_block_header header;
    uint64_t *offsets; /* block_count + 1 of them; BC_BLOCK_STORED is set in those of stored blocks */
    uint32_t *checks;
    _Atomic unsigned char *damaged; /* an enum bc_error a block; BC_OK while nothing bad is known */
};

/* Opens a file for reading. Takes nothing on trust: sizes, checksums and ranges are all looked at; blocks only when they are
 * read. Errors: BC_ERROR_SOLUTION_UNREADABLE, _TRUNCATED, _FORMAT, _VERSION, _CHECKSUM, BC_ERROR_MEMORY. */
enum bc_error bc_block_file_open(const char *path, struct bc_block_file *file);

/* The same for an open descriptor, which the file then owns and closes, also on failure. */
enum bc_error bc_block_file_adopt(int descriptor, struct bc_block_file *file);

void bc_block_file_close(struct bc_block_file *file);

/* Reads and unpacks a block into `raw`, which holds the header's block_size bytes; `raw_size` is set to how many it has.
 * `packed` is scratch of BC_BLOCK_SIZE_MAX bytes, `context` a ZSTD_DCtx. Errors: BC_ERROR_SOLUTION_READ, _TRUNCATED, _CHECKSUM,
 * _DAMAGED; they are remembered. */
enum bc_error bc_block_file_read(struct bc_block_file *file, uint32_t block, void *context, uint8_t *packed,
                                 uint8_t *raw, size_t *raw_size);

/* Remembers that a block's contents make no sense. */
void bc_block_file_condemn(struct bc_block_file *file, uint32_t block, enum bc_error error);

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

/* Appends the next block: a zstd frame, or its bytes as they are if `stored`. */
void bc_block_writer_append(struct bc_block_writer *writer, const uint8_t *packed, size_t size, bool stored);

/* Writes the index and brings everything to the disk. On success `size` and `hash` describe the whole file. Closes the writer in any
 * case. Errors: the first that happened since it was opened. */
enum bc_error bc_block_writer_finish(struct bc_block_writer *writer, uint64_t *size, uint64_t *hash);

/* Gives up; the unfinished file is left to the caller. */
void bc_block_writer_abandon(struct bc_block_writer *writer);

#endif
