/* The readers of solutions. The first byte chooses which; with bit 3 set the checksums are put right first, so that what lies
 * behind them is reached:
 *   0  a manifest
 *   1  a file of blocks, each of which is read
 *   2  the small form of the movement phase of the 3x3 board, every position of which is probed
 *   3  a folder of the 3x3 board, every position of which is probed: the size of the movement table in 16 bits,
 *      that table, the placement table. */
#include "require.h"

#include "solution/block_file.h"
#include "solution/bytes.h"
#include "solution/index.h"
#include "solution/manifest.h"
#include "solution/movement_download.h"

#include <baghchal/movement.h>
#include <baghchal/solution.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    KINDS = 4,
    REPAIR = 8,
    SMALL_BOARD = 2, /* 3x3 in the library's list */
    DOWNLOAD_SIZES_AT = 44,
    BLOCKS_COUNT_AT = 44,
    BLOCKS_CHECKSUM_AT = 120,
};

static struct bc_board board;
static struct bc_index *board_index;
static char folder[64];

static void remove_folder(void)
{
    static const char *const names[] = {BC_MANIFEST_NAME, BC_MOVEMENT_TABLE_NAME, BC_PLACEMENT_TABLE_NAME};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char path[128];
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
    bc_index_destroy(board_index);
}

static void set_up(void)
{
    if (board.description != NULL) {
        return;
    }
    REQUIRE(bc_board_init(&board, bc_board_description(SMALL_BOARD)) == BC_OK);
    REQUIRE(bc_index_create(&board, &board_index) == BC_OK);
    (void)snprintf(folder, sizeof folder, "/tmp/solution-fuzz-XXXXXX");
    REQUIRE(mkdtemp(folder) != NULL);
    REQUIRE(atexit(remove_folder) == 0);
}

static void fuzz_manifest(const uint8_t *data, size_t size)
{
    static struct bc_manifest manifest;
    static struct bc_manifest again;
    static char text[BC_MANIFEST_SIZE_MAX];
    static char rewritten[BC_MANIFEST_SIZE_MAX];
    if (bc_manifest_read((const char *)data, size, &manifest) != BC_OK) {
        return;
    }
    size_t length = bc_manifest_write(&manifest, text, sizeof text);
    REQUIRE(length > 0 && bc_manifest_read(text, length, &again) == BC_OK);
    REQUIRE(bc_manifest_write(&again, rewritten, sizeof rewritten) == length);
    REQUIRE(memcmp(text, rewritten, length) == 0);
}

/* Puts the last line of a manifest right. */
static void repair_manifest(uint8_t *data, size_t size)
{
    enum { CHECKSUM_LINE = 9 + 16 + 1 };
    if (size >= CHECKSUM_LINE) {
        char line[CHECKSUM_LINE + 1];
        (void)snprintf(line, sizeof line, "checksum %016llx\n",
                       (unsigned long long)XXH3_64bits(data, size - CHECKSUM_LINE));
        memcpy(data + size - CHECKSUM_LINE, line, CHECKSUM_LINE);
    }
}

/* The header, the index, and each block that lies where the index says. */
static void repair_blocks(uint8_t *data, size_t size)
{
    if (size < BC_BLOCK_HEADER_SIZE + 8) {
        return;
    }
    uint64_t index_size = 8 * (uint64_t)bc_load_32(data + BLOCKS_COUNT_AT);
    if (index_size <= size - BC_BLOCK_HEADER_SIZE - 8) {
        uint8_t *index = data + (size - 8 - index_size);
        uint64_t offset = BC_BLOCK_HEADER_SIZE;
        for (uint64_t at = 0; at < index_size; at += 8) {
            uint32_t block = bc_load_32(index + at) & ~BC_BLOCK_STORED_SIZE;
            if (offset + block <= size) {
                bc_store_32(index + at + 4, (uint32_t)XXH3_64bits(data + offset, block));
            }
            offset += block;
        }
        bc_store_64(data + size - 8, XXH3_64bits(index, index_size));
    }
    bc_store_64(data + BLOCKS_CHECKSUM_AT, XXH3_64bits(data, BLOCKS_CHECKSUM_AT));
}

static void fuzz_blocks(const uint8_t *data, size_t size)
{
    static uint8_t packed[BC_BLOCK_SIZE_MAX];
    int descriptor = memfd_create("blocks", MFD_CLOEXEC);
    REQUIRE(descriptor >= 0 && write(descriptor, data, size) == (ssize_t)size);
    struct bc_block_file file;
    if (bc_block_file_adopt(descriptor, &file) != BC_OK) {
        return;
    }
    ZSTD_DCtx *context = ZSTD_createDCtx();
    uint8_t *raw = malloc(file.header.block_size);
    REQUIRE(context != NULL && raw != NULL);
    for (uint32_t block = 0; block <= file.header.block_count; ++block) {
        size_t raw_size = 0;
        enum bc_error error = bc_block_file_read(&file, block, context, packed, raw, &raw_size);
        REQUIRE(error != BC_OK || raw_size <= file.header.block_size);
        REQUIRE(bc_block_file_read(&file, block, context, packed, raw, &raw_size) == error);
    }
    free(raw);
    ZSTD_freeDCtx(context);
    bc_block_file_close(&file);
}

static uint64_t fnv(const uint8_t *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

static void repair_download(uint8_t *data, size_t size)
{
    enum { GOATS_TO_WIN_AT = 40 };
    size_t header = size <= GOATS_TO_WIN_AT ? SIZE_MAX : bc_download_header_size(data[GOATS_TO_WIN_AT]);
    if (header <= size) {
        bc_store_64(data + header - 16, fnv(data + header, size - header));
        bc_store_64(data + header - 8, fnv(data, header - 8));
    }
}

/* Calls `probe` for every position of the board: pieces, goats eaten, side. */
static void each_position(void (*probe)(void *context, const struct bc_position *position), void *context)
{
    for (uint32_t class = 0; class < board_index->class_count; ++class) {
        for (uint32_t mask = 0; mask >> board_index->free_count == 0; ++mask) {
            unsigned goats = (unsigned)__builtin_popcount(mask);
            for (unsigned eaten = 0; eaten < 2 && eaten + goats <= board.goat_count; ++eaten) {
                for (unsigned side = 0; side < 2; ++side) {
                    struct bc_position position = {.tigers = board_index->classes[class].tigers,
                                                   .goats = bc_index_goats(board_index, class, mask),
                                                   .side = (uint8_t)side,
                                                   .goats_eaten = (uint8_t)eaten,
                                                   .goats_in_hand = (uint8_t)(board.goat_count - eaten - goats)};
                    position.turn = bc_position_earliest_turn(&board, &position);
                    probe(context, &position);
                }
            }
        }
    }
}

static void probe_download(void *context, const struct bc_position *position)
{
    enum bc_result result = BC_RESULT_NONE;
    unsigned zero = 0;
    if (bc_movement_tables_probe(context, position, &result, &zero)) {
        REQUIRE(result != BC_RESULT_NONE && position->goats_in_hand == 0);
    }
}

static void fuzz_download(const uint8_t *data, size_t size)
{
    size_t needed = bc_movement_tables_memory(&board, data, size);
    if (needed == 0) {
        struct bc_movement_tables *tables = NULL;
        REQUIRE(bc_movement_tables_open(&board, NULL, data, size, NULL, 0, &tables) != BC_OK && tables == NULL);
        return;
    }
    void *memory = malloc(needed);
    REQUIRE(memory != NULL);
    /* Only the board's own rules: unpacking takes long with more goats to win, as it starts anew for each. */
    const struct bc_rules rules = bc_rules_default(&board);
    struct bc_movement_tables *tables = NULL;
    if (bc_movement_tables_open(&board, &rules, data, size, memory, needed, &tables) == BC_OK) {
        each_position(probe_download, tables);
    }
    free(memory);
}

static void put_file(const char *name, const void *bytes, size_t size)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    REQUIRE(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static void probe_solution(void *context, const struct bc_position *position)
{
    struct bc_probe probe = {.result = BC_RESULT_NONE};
    struct bc_probe again = {.result = BC_RESULT_NONE};
    enum bc_error error = bc_solution_probe(context, position, &probe);
    REQUIRE(error != BC_OK || probe.result != BC_RESULT_NONE);
    REQUIRE(bc_solution_probe(context, position, &again) == error);
    REQUIRE(error != BC_OK || (probe.result == again.result && probe.zero == again.zero && probe.end == again.end));
}

static void fuzz_folder(const uint8_t *movement, size_t movement_size, const uint8_t *placement, size_t placement_size)
{
    static struct bc_manifest manifest;
    static char text[BC_MANIFEST_SIZE_MAX];
    manifest = (struct bc_manifest){
        .board = "3x3",
        .rules = bc_rules_default(&board),
        .start = BC_RESULT_DRAW,
        .file_count = 2,
        .files = {{.name = BC_MOVEMENT_TABLE_NAME, .size = movement_size},
                  {.name = BC_PLACEMENT_TABLE_NAME, .size = placement_size}},
    };
    put_file(BC_MANIFEST_NAME, text, bc_manifest_write(&manifest, text, sizeof text));
    put_file(BC_MOVEMENT_TABLE_NAME, movement, movement_size);
    put_file(BC_PLACEMENT_TABLE_NAME, placement, placement_size);
    struct bc_solution *solution = NULL;
    enum bc_error error = bc_solution_open(folder, &board, NULL, 1, &solution);
    REQUIRE((error == BC_OK) == (solution != NULL));
    if (error == BC_OK) {
        each_position(probe_solution, solution);
    }
    bc_solution_close(solution);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    set_up();
    if (size == 0) {
        return 0;
    }
    unsigned kind = data[0] % KINDS;
    bool repair = (data[0] & REPAIR) != 0;
    uint8_t *bytes = malloc(size); /* of exactly this size, for the address sanitizer */
    REQUIRE(bytes != NULL);
    memcpy(bytes, data + 1, --size);
    if (kind == 0) {
        if (repair) {
            repair_manifest(bytes, size);
        }
        fuzz_manifest(bytes, size);
    } else if (kind == 1) {
        if (repair) {
            repair_blocks(bytes, size);
        }
        fuzz_blocks(bytes, size);
    } else if (kind == 2) {
        if (repair) {
            repair_download(bytes, size);
        }
        fuzz_download(bytes, size);
    } else if (size >= 2) {
        size_t movement = bc_load_16(bytes);
        movement = movement < size - 2 ? movement : size - 2;
        if (repair) {
            repair_blocks(bytes + 2, movement);
            repair_blocks(bytes + 2 + movement, size - 2 - movement);
        }
        fuzz_folder(bytes + 2, movement, bytes + 2 + movement, size - 2 - movement);
    }
    free(bytes);
    return 0;
}
