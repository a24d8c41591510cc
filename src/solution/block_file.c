#include "solution/block_file.h"

#include "solution/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum {
    INDEX_ENTRY_SIZE = 8,
    CHECKSUM_SIZE = 8,
    WRITE_BUFFER_SIZE = 1 << 20,
};

/* Offsets of the header's fields. */
enum {
    AT_MAGIC = 0,
    AT_VERSION = 8,
    AT_KIND = 12,
    AT_BOARD = 16,
    AT_GOATS_TO_WIN = 40,
    AT_STALEMATE = 41,
    AT_QUIET_LIMIT = 42,
    AT_BLOCK_COUNT = 44,
    AT_BLOCK_SIZE = 48,
    AT_POINT_COUNT = 52,
    AT_ORDER = 53,
    AT_MASK_BITS = 85,
    AT_IMPLIED = 86,
    AT_CHECKSUM = 120,
};

static const char magic[8] = {'B', 'A', 'G', 'H', 'C', 'H', 'A', 'L'};

static void write_header(const struct bc_block_header *header, uint8_t bytes[BC_BLOCK_HEADER_SIZE])
{
    memset(bytes, 0, BC_BLOCK_HEADER_SIZE);
    memcpy(bytes + AT_MAGIC, magic, sizeof magic);
    bc_store_32(bytes + AT_VERSION, BC_BLOCK_FORMAT_VERSION);
    bc_store_32(bytes + AT_KIND, header->kind);
    memcpy(bytes + AT_BOARD, header->board, BC_BLOCK_BOARD_NAME_MAX);
    bytes[AT_GOATS_TO_WIN] = header->rules.goats_to_win;
    bytes[AT_STALEMATE] = header->rules.goat_stalemate;
    bc_store_16(bytes + AT_QUIET_LIMIT, header->rules.quiet_turn_limit);
    bc_store_32(bytes + AT_BLOCK_COUNT, header->block_count);
    bc_store_32(bytes + AT_BLOCK_SIZE, header->block_size);
    bytes[AT_POINT_COUNT] = header->point_count;
    memcpy(bytes + AT_ORDER, header->order, BC_POINTS_MAX);
    bytes[AT_MASK_BITS] = header->mask_bits;
    bytes[AT_IMPLIED] = header->implied;
    bc_store_64(bytes + AT_CHECKSUM, XXH3_64bits(bytes, AT_CHECKSUM));
}

/* Whether the order names each point of the board once. */
static bool order_is_permutation(const struct bc_block_header *header)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < header->point_count; ++i) {
        if (header->order[i] >= header->point_count) {
            return false;
        }
        seen |= (uint64_t)1 << header->order[i];
    }
    return seen == ((uint64_t)1 << header->point_count) - 1;
}

static enum bc_error read_header(const uint8_t bytes[BC_BLOCK_HEADER_SIZE], struct bc_block_header *header)
{
    if (memcmp(bytes + AT_MAGIC, magic, sizeof magic) != 0) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    if (bc_load_32(bytes + AT_VERSION) != BC_BLOCK_FORMAT_VERSION) {
        return BC_ERROR_SOLUTION_VERSION;
    }
    if (bc_load_64(bytes + AT_CHECKSUM) != XXH3_64bits(bytes, AT_CHECKSUM)) {
        return BC_ERROR_SOLUTION_CHECKSUM;
    }
    memset(header, 0, sizeof *header);
    header->kind = bc_load_32(bytes + AT_KIND);
    memcpy(header->board, bytes + AT_BOARD, BC_BLOCK_BOARD_NAME_MAX);
    header->rules.goats_to_win = bytes[AT_GOATS_TO_WIN];
    header->rules.goat_stalemate = bytes[AT_STALEMATE];
    header->rules.repetition = BC_REPETITION_DRAW;
    header->rules.quiet_turn_limit = bc_load_16(bytes + AT_QUIET_LIMIT);
    header->block_count = bc_load_32(bytes + AT_BLOCK_COUNT);
    header->block_size = bc_load_32(bytes + AT_BLOCK_SIZE);
    header->point_count = bytes[AT_POINT_COUNT];
    memcpy(header->order, bytes + AT_ORDER, BC_POINTS_MAX);
    header->mask_bits = bytes[AT_MASK_BITS];
    header->implied = bytes[AT_IMPLIED];
    if (header->board[BC_BLOCK_BOARD_NAME_MAX - 1] != '\0' || header->point_count == 0 ||
        header->point_count > BC_POINTS_MAX || !order_is_permutation(header) || header->block_size == 0 ||
        header->block_size > BC_BLOCK_SIZE_MAX || header->mask_bits > 20 || header->implied > BC_IMPLIED_LAST_CAPTURE) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    return BC_OK;
}

/* Reads exactly `size` bytes. A short read means that the file is shorter than it says. */
static enum bc_error read_at(int descriptor, void *bytes, size_t size, uint64_t offset)
{
    uint8_t *at = bytes;
    while (size > 0) {
        ssize_t got = pread(descriptor, at, size, (off_t)offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return BC_ERROR_SOLUTION_READ;
        }
        if (got == 0) {
            return BC_ERROR_SOLUTION_TRUNCATED;
        }
        at += got;
        size -= (size_t)got;
        offset += (uint64_t)got;
    }
    return BC_OK;
}

/* Turns the index on disk into offsets and checksums, and sees that the blocks fill the file exactly. */
static enum bc_error read_index(struct bc_block_file *file, const uint8_t *index, uint64_t index_offset)
{
    uint64_t offset = BC_BLOCK_HEADER_SIZE;
    for (uint32_t i = 0; i < file->header.block_count; ++i) {
        const uint8_t *entry = index + (size_t)i * INDEX_ENTRY_SIZE;
        bool stored = (bc_load_32(entry) & BC_BLOCK_STORED_SIZE) != 0;
        uint32_t size = bc_load_32(entry) & ~BC_BLOCK_STORED_SIZE;
        if (size == 0 || size > file->header.block_size) {
            return BC_ERROR_SOLUTION_FORMAT;
        }
        file->offsets[i] = offset | (stored ? BC_BLOCK_STORED : 0);
        file->checks[i] = bc_load_32(entry + 4);
        offset += size;
    }
    file->offsets[file->header.block_count] = offset;
    return offset == index_offset ? BC_OK : BC_ERROR_SOLUTION_FORMAT;
}

static enum bc_error load(struct bc_block_file *file)
{
    struct stat status;
    if (fstat(file->descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        return BC_ERROR_SOLUTION_UNREADABLE;
    }
    uint64_t file_size = (uint64_t)status.st_size;
    uint8_t bytes[BC_BLOCK_HEADER_SIZE];
    enum bc_error error = read_at(file->descriptor, bytes, sizeof bytes, 0);
    if (error == BC_OK) {
        error = read_header(bytes, &file->header);
    }
    if (error != BC_OK) {
        return error;
    }
    uint32_t count = file->header.block_count;
    uint64_t index_size = (uint64_t)count * INDEX_ENTRY_SIZE;
    if (file_size < BC_BLOCK_HEADER_SIZE + index_size + CHECKSUM_SIZE) {
        return BC_ERROR_SOLUTION_TRUNCATED;
    }
    uint64_t index_offset = file_size - CHECKSUM_SIZE - index_size;
    uint8_t *index = malloc(index_size + CHECKSUM_SIZE);
    file->offsets = malloc(((size_t)count + 1) * sizeof *file->offsets);
    file->checks = malloc(((size_t)count + 1) * sizeof *file->checks);
    file->damaged = calloc((size_t)count + 1, 1);
    if (index == NULL || file->offsets == NULL || file->checks == NULL || file->damaged == NULL) {
        error = BC_ERROR_MEMORY;
    } else {
        error = read_at(file->descriptor, index, index_size + CHECKSUM_SIZE, index_offset);
    }
    if (error == BC_OK && bc_load_64(index + index_size) != XXH3_64bits(index, index_size)) {
        /* The end of the file is not an index: most likely the file was cut short. */
        error = BC_ERROR_SOLUTION_TRUNCATED;
    }
    if (error == BC_OK) {
        error = read_index(file, index, index_offset);
    }
    free(index);
    /* Probes come in no order: what the system would read ahead is waited for and not used. Only advice, so it may fail. */
    (void)posix_fadvise(file->descriptor, 0, 0, POSIX_FADV_RANDOM);
    return error;
}

enum bc_error bc_block_file_adopt(int descriptor, struct bc_block_file *file)
{
    memset(file, 0, sizeof *file);
    file->descriptor = descriptor;
    enum bc_error error = load(file);
    if (error != BC_OK) {
        bc_block_file_close(file);
    }
    return error;
}

enum bc_error bc_block_file_open(const char *path, struct bc_block_file *file)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        memset(file, 0, sizeof *file);
        file->descriptor = -1;
        return errno == ENOENT ? BC_ERROR_SOLUTION_TRUNCATED : BC_ERROR_SOLUTION_UNREADABLE;
    }
    return bc_block_file_adopt(descriptor, file);
}

void bc_block_file_close(struct bc_block_file *file)
{
    if (file->descriptor >= 0) {
        close(file->descriptor);
    }
    free(file->offsets);
    free(file->checks);
    free(file->damaged);
    file->descriptor = -1;
    file->offsets = NULL;
    file->checks = NULL;
    file->damaged = NULL;
}

/* Fetches, checks and unpacks; what is wrong is the caller's to remember. */
static enum bc_error read_block(struct bc_block_file *file, uint32_t block, void *context, uint8_t *packed,
                                uint8_t *raw, size_t *raw_size)
{
    bool stored = (file->offsets[block] & BC_BLOCK_STORED) != 0;
    uint64_t offset = file->offsets[block] & ~BC_BLOCK_STORED;
    size_t size = (size_t)((file->offsets[block + 1] & ~BC_BLOCK_STORED) - offset);
    uint8_t *target = stored ? raw : packed;
    enum bc_error error = read_at(file->descriptor, target, size, offset);
    if (error != BC_OK) {
        return error;
    }
    if ((uint32_t)XXH3_64bits(target, size) != file->checks[block]) {
        return BC_ERROR_SOLUTION_CHECKSUM;
    }
    *raw_size = stored ? size : ZSTD_decompressDCtx(context, raw, file->header.block_size, packed, size);
    return ZSTD_isError(*raw_size) ? BC_ERROR_SOLUTION_DAMAGED : BC_OK;
}

enum bc_error bc_block_file_read(struct bc_block_file *file, uint32_t block, void *context, uint8_t *packed,
                                 uint8_t *raw, size_t *raw_size)
{
    if (block >= file->header.block_count) {
        return BC_ERROR_SOLUTION_DAMAGED;
    }
    enum bc_error error = (enum bc_error)atomic_load_explicit(&file->damaged[block], memory_order_relaxed);
    if (error != BC_OK) {
        return error;
    }
    error = read_block(file, block, context, packed, raw, raw_size);
    if (error != BC_OK) {
        bc_block_file_condemn(file, block, error);
    }
    return error;
}

void bc_block_file_condemn(struct bc_block_file *file, uint32_t block, enum bc_error error)
{
    atomic_store_explicit(&file->damaged[block], (unsigned char)error, memory_order_relaxed);
}

/* --- writing --- */

static void flush(struct bc_block_writer *writer)
{
    const uint8_t *at = writer->buffer;
    while (writer->buffered > 0 && writer->error == BC_OK) {
        ssize_t put = write(writer->descriptor, at, writer->buffered);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            writer->error = errno == ENOSPC || errno == EDQUOT ? BC_ERROR_SOLUTION_DISK_FULL : BC_ERROR_SOLUTION_WRITE;
            return;
        }
        at += put;
        writer->buffered -= (size_t)put;
    }
}

static void put(struct bc_block_writer *writer, const uint8_t *bytes, size_t size)
{
    XXH3_64bits_update(writer->hash, bytes, size);
    writer->size += size;
    while (size > 0 && writer->error == BC_OK) {
        size_t room = WRITE_BUFFER_SIZE - writer->buffered;
        size_t part = size < room ? size : room;
        memcpy(writer->buffer + writer->buffered, bytes, part);
        writer->buffered += part;
        bytes += part;
        size -= part;
        if (writer->buffered == WRITE_BUFFER_SIZE) {
            flush(writer);
        }
    }
}

static void release(struct bc_block_writer *writer)
{
    if (writer->descriptor >= 0) {
        close(writer->descriptor);
    }
    free(writer->index);
    free(writer->buffer);
    XXH3_freeState(writer->hash);
    writer->descriptor = -1;
    writer->index = NULL;
    writer->buffer = NULL;
    writer->hash = NULL;
}

enum bc_error bc_block_writer_open(struct bc_block_writer *writer, const char *path,
                                   const struct bc_block_header *header)
{
    memset(writer, 0, sizeof *writer);
    writer->header = *header;
    writer->index = malloc((size_t)header->block_count * INDEX_ENTRY_SIZE + CHECKSUM_SIZE);
    writer->buffer = malloc(WRITE_BUFFER_SIZE);
    writer->hash = XXH3_createState();
    writer->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (writer->index == NULL || writer->buffer == NULL || writer->hash == NULL) {
        writer->error = BC_ERROR_MEMORY;
    } else if (writer->descriptor < 0) {
        writer->error = errno == ENOSPC || errno == EDQUOT ? BC_ERROR_SOLUTION_DISK_FULL : BC_ERROR_SOLUTION_WRITE;
    }
    if (writer->error != BC_OK) {
        release(writer);
        return writer->error;
    }
    XXH3_64bits_reset(writer->hash);
    uint8_t bytes[BC_BLOCK_HEADER_SIZE];
    write_header(header, bytes);
    put(writer, bytes, sizeof bytes);
    return BC_OK;
}

void bc_block_writer_append(struct bc_block_writer *writer, const uint8_t *packed, size_t size, bool stored)
{
    if (writer->error != BC_OK) {
        return;
    }
    if (writer->written == writer->header.block_count || size == 0 || size > writer->header.block_size) {
        writer->error = BC_ERROR_ARGUMENT;
        return;
    }
    uint8_t *entry = writer->index + (size_t)writer->written * INDEX_ENTRY_SIZE;
    bc_store_32(entry, (uint32_t)size | (stored ? BC_BLOCK_STORED_SIZE : 0));
    bc_store_32(entry + 4, (uint32_t)XXH3_64bits(packed, size));
    ++writer->written;
    put(writer, packed, size);
}

enum bc_error bc_block_writer_finish(struct bc_block_writer *writer, uint64_t *size, uint64_t *hash)
{
    if (writer->error == BC_OK && writer->written != writer->header.block_count) {
        writer->error = BC_ERROR_ARGUMENT;
    }
    if (writer->error == BC_OK) {
        size_t index_size = (size_t)writer->written * INDEX_ENTRY_SIZE;
        bc_store_64(writer->index + index_size, XXH3_64bits(writer->index, index_size));
        put(writer, writer->index, index_size + CHECKSUM_SIZE);
        flush(writer);
    }
    if (writer->error == BC_OK && fsync(writer->descriptor) != 0) {
        writer->error = errno == ENOSPC || errno == EDQUOT ? BC_ERROR_SOLUTION_DISK_FULL : BC_ERROR_SOLUTION_WRITE;
    }
    *size = writer->size;
    *hash = writer->hash == NULL ? 0 : XXH3_64bits_digest(writer->hash);
    release(writer);
    return writer->error;
}

void bc_block_writer_abandon(struct bc_block_writer *writer)
{
    release(writer);
}
