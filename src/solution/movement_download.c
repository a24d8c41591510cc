#include "solution/movement_download.h"

#include "solution/bytes.h"

enum {
    AT_VERSION = 8,
    AT_KIND = 12,
    AT_BOARD = 16,
    AT_GOATS_TO_WIN = 40,
    AT_STALEMATE = 41,
    AT_QUIET_LIMIT = 42,
    AT_SIZES = 44,
    BOARD_NAME_SIZE = 24,
    CHECKSUM_SIZE = 8,
};

static const uint8_t magic[8] = {'B', 'A', 'G', 'H', 'C', 'H', 'A', 'L'};

struct bc_movement_tables {
    const struct bc_board *board;
    const struct bc_index *index;
    struct bc_rules rules;
    const uint8_t *tiers[BC_POINTS_MAX]; /* by eaten goats */
    uint32_t masks[BC_POINTS_MAX];
};

#define FNV_START UINT64_C(0xCBF29CE484222325)

static uint64_t fnv(uint64_t hash, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

size_t bc_download_header_size(unsigned goats_to_win)
{
    return AT_SIZES + (size_t)goats_to_win * sizeof(uint32_t) + 2 * CHECKSUM_SIZE;
}

static uint64_t count_entries(const struct bc_index *index, unsigned goats_to_win)
{
    uint64_t entries = 0;
    for (unsigned eaten = 0; eaten < goats_to_win; ++eaten) {
        entries +=
            (uint64_t)index->class_count * bc_index_mask_count(index, (unsigned)index->board->goat_count - eaten);
    }
    return entries;
}

size_t bc_download_entries(const struct bc_index *index, unsigned goats_to_win)
{
    uint64_t entries = count_entries(index, goats_to_win);
    return entries > BC_DOWNLOAD_ENTRIES_MAX ? 0 : (size_t)entries;
}

void bc_download_header(const struct bc_index *index, const struct bc_rules *rules, const uint8_t *const *streams,
                        const size_t *sizes, uint8_t *header)
{
    size_t size = bc_download_header_size(rules->goats_to_win);
    for (size_t i = 0; i < size; ++i) {
        header[i] = i < sizeof magic ? magic[i] : 0;
    }
    bc_store_32(header + AT_VERSION, BC_DOWNLOAD_VERSION);
    bc_store_32(header + AT_KIND, BC_DOWNLOAD_KIND);
    const char *name = index->board->description->name;
    for (unsigned i = 0; i + 1 < BOARD_NAME_SIZE && name[i] != '\0'; ++i) {
        header[AT_BOARD + i] = (uint8_t)name[i];
    }
    header[AT_GOATS_TO_WIN] = rules->goats_to_win;
    header[AT_STALEMATE] = rules->goat_stalemate;
    bc_store_16(header + AT_QUIET_LIMIT, rules->quiet_turn_limit);
    uint64_t hash = FNV_START;
    for (unsigned i = 0; i < rules->goats_to_win; ++i) {
        bc_store_32(header + AT_SIZES + (size_t)i * sizeof(uint32_t), (uint32_t)sizes[i]);
        hash = fnv(hash, streams[i], sizes[i]);
    }
    bc_store_64(header + size - 2 * CHECKSUM_SIZE, hash);
    bc_store_64(header + size - CHECKSUM_SIZE, fnv(FNV_START, header, size - CHECKSUM_SIZE));
}

/* --- reading --- */

static bool same_name(const uint8_t *bytes, const char *name)
{
    for (unsigned i = 0; i < BOARD_NAME_SIZE; ++i) {
        if (bytes[i] != (uint8_t)name[i]) {
            return false;
        }
        if (name[i] == '\0') {
            return true;
        }
    }
    return false;
}

static enum bc_error check_header(const struct bc_board *board, const uint8_t *file, size_t size,
                                  struct bc_rules *rules)
{
    if (size < AT_SIZES) {
        return BC_ERROR_SOLUTION_TRUNCATED;
    }
    for (unsigned i = 0; i < sizeof magic; ++i) {
        if (file[i] != magic[i]) {
            return BC_ERROR_SOLUTION_FORMAT;
        }
    }
    if (bc_load_32(file + AT_VERSION) != BC_DOWNLOAD_VERSION) {
        return BC_ERROR_SOLUTION_VERSION;
    }
    if (bc_load_32(file + AT_KIND) != BC_DOWNLOAD_KIND) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    if (!same_name(file + AT_BOARD, board->description->name)) {
        return BC_ERROR_SOLUTION_BOARD;
    }
    *rules = (struct bc_rules){.goats_to_win = file[AT_GOATS_TO_WIN],
                               .goat_stalemate = file[AT_STALEMATE],
                               .repetition = BC_REPETITION_DRAW,
                               .quiet_turn_limit = bc_load_16(file + AT_QUIET_LIMIT)};
    if (bc_rules_check(board, rules) != BC_OK) {
        return BC_ERROR_SOLUTION_FORMAT;
    }
    size_t header = bc_download_header_size(rules->goats_to_win);
    if (size < header) {
        return BC_ERROR_SOLUTION_TRUNCATED;
    }
    return bc_load_64(file + header - CHECKSUM_SIZE) == fnv(FNV_START, file, header - CHECKSUM_SIZE)
               ? BC_OK
               : BC_ERROR_SOLUTION_CHECKSUM;
}

/* Whether the streams fill the rest of the file and have their checksum. */
static enum bc_error check_streams(const uint8_t *file, size_t size, unsigned goats_to_win)
{
    size_t header = bc_download_header_size(goats_to_win);
    uint64_t streams = 0;
    for (unsigned i = 0; i < goats_to_win; ++i) {
        streams += bc_load_32(file + AT_SIZES + (size_t)i * sizeof(uint32_t));
    }
    if (size - header != streams) {
        return size - header < streams ? BC_ERROR_SOLUTION_TRUNCATED : BC_ERROR_SOLUTION_FORMAT;
    }
    return fnv(FNV_START, file + header, size - header) == bc_load_64(file + header - 2 * CHECKSUM_SIZE)
               ? BC_OK
               : BC_ERROR_SOLUTION_CHECKSUM;
}

static size_t aligned(size_t size)
{
    return (size + 7) & ~(size_t)7;
}

/* In memory: the tables' struct, the index, the models, the entries. */
static size_t memory_of(const struct bc_board *board, unsigned goats_to_win)
{
    size_t index = bc_index_memory(board);
    if (index == 0) {
        return 0;
    }
    /* Entries are counted as the index would count them. */
    uint64_t masks = 0;
    unsigned free_count = (unsigned)board->point_count - board->tiger_count;
    for (unsigned eaten = 0; eaten < goats_to_win; ++eaten) {
        unsigned goats = (unsigned)board->goat_count - eaten;
        uint64_t choices = goats <= free_count;
        for (unsigned i = 0; i < goats && choices != 0; ++i) {
            choices = choices * (free_count - i) / (i + 1);
        }
        masks += choices;
    }
    uint64_t entries = masks * bc_index_class_count(board);
    if (entries > BC_DOWNLOAD_ENTRIES_MAX) {
        return 0;
    }
    return aligned(sizeof(struct bc_movement_tables)) + aligned(index) +
           BC_MOVEMENT_CODE_MODELS * sizeof(struct bc_code_model) + (size_t)entries;
}

size_t bc_movement_tables_memory(const struct bc_board *board, const uint8_t *file, size_t size)
{
    struct bc_rules rules;
    return check_header(board, file, size, &rules) == BC_OK ? memory_of(board, rules.goats_to_win) : 0;
}

enum bc_error bc_movement_tables_open(const struct bc_board *board, const struct bc_rules *rules, const uint8_t *file,
                                      size_t size, void *memory, size_t memory_size, struct bc_movement_tables **tables)
{
    *tables = NULL;
    struct bc_rules solved;
    enum bc_error error = check_header(board, file, size, &solved);
    if (error != BC_OK) {
        return error;
    }
    if (rules != NULL) {
        if (rules->goats_to_win != solved.goats_to_win || rules->goat_stalemate != solved.goat_stalemate ||
            rules->quiet_turn_limit != solved.quiet_turn_limit) {
            return BC_ERROR_SOLUTION_RULES;
        }
        if (rules->repetition == BC_REPETITION_FORBIDDEN) {
            return BC_ERROR_SOLUTION_HISTORY;
        }
    }
    error = check_streams(file, size, solved.goats_to_win);
    if (error != BC_OK) {
        return error;
    }
    size_t needed = memory_of(board, solved.goats_to_win);
    if (needed == 0 || memory_size < needed) {
        return BC_ERROR_NO_SPACE;
    }
    uint8_t *at = memory;
    struct bc_movement_tables *opened = memory;
    *opened = (struct bc_movement_tables){.board = board, .rules = solved};
    at += aligned(sizeof *opened);
    opened->index = bc_index_place(board, at);
    at += aligned(bc_index_memory(board));
    struct bc_code_model *models = (struct bc_code_model *)(void *)at;
    at += BC_MOVEMENT_CODE_MODELS * sizeof *models;
    const uint8_t *stream = file + bc_download_header_size(solved.goats_to_win);
    for (unsigned i = 0; i < solved.goats_to_win; ++i) {
        unsigned eaten = solved.goats_to_win - 1U - i;
        struct bc_code_tier tier = {.index = opened->index,
                                    .eaten = (uint8_t)eaten,
                                    .goats_to_win = solved.goats_to_win,
                                    .entries = at,
                                    .models = models};
        size_t packed = bc_load_32(file + AT_SIZES + (size_t)i * sizeof(uint32_t));
        bc_movement_decode(&tier, stream, packed);
        stream += packed;
        opened->tiers[eaten] = at;
        opened->masks[eaten] = bc_index_mask_count(opened->index, (unsigned)board->goat_count - eaten);
        at += (size_t)opened->index->class_count * opened->masks[eaten];
    }
    *tables = opened;
    return BC_OK;
}

struct bc_rules bc_movement_tables_rules(const struct bc_movement_tables *tables)
{
    return tables->rules;
}

/* --- probing --- */

/* Counts quiet turns in: a win that takes too long is a draw. */
static enum bc_result in_time(const struct bc_rules *rules, enum bc_result result, unsigned quiet_turns, unsigned *zero)
{
    if (result == BC_RESULT_DRAW || (rules->quiet_turn_limit != 0 && *zero + quiet_turns > rules->quiet_turn_limit)) {
        *zero = 0;
        return BC_RESULT_DRAW;
    }
    return result;
}

static enum bc_result probe_tigers(const struct bc_movement_tables *tables, const struct bc_position *position,
                                   unsigned *zero)
{
    unsigned symmetry = 0;
    uint32_t class = bc_index_class_of(tables->index, position->tigers, &symmetry);
    uint32_t mask = bc_index_mask(tables->index, class, symmetry, position->goats);
    unsigned eaten = position->goats_eaten;
    uint8_t entry = tables->tiers[eaten][(size_t) class * tables->masks[eaten] + bc_index_rank(tables->index, mask)];
    *zero = entry == 0 ? 0 : (entry - 1U) / 2;
    enum bc_result result = entry == 0 ? BC_RESULT_DRAW : (entry & 1) != 0 ? BC_RESULT_GOATS_WIN : BC_RESULT_TIGERS_WIN;
    return in_time(&tables->rules, result, position->quiet_turns, zero);
}

/* Goats to move, with a move: the best of what tigers have after each. */
static enum bc_result probe_goats(const struct bc_movement_tables *tables, const struct bc_position *position,
                                  unsigned *zero)
{
    struct bc_move_list list;
    bc_position_moves(tables->board, position, &list);
    enum bc_result best = BC_RESULT_TIGERS_WIN;
    unsigned nearest = ~0U; /* win of the goats */
    unsigned farthest = 0;  /* win of the tigers */
    for (unsigned i = 0; i < list.count; ++i) {
        struct bc_position next = *position;
        struct bc_undo undo;
        unsigned after = 0;
        bc_position_make(tables->board, &next, list.moves[i], &undo);
        enum bc_result result = probe_tigers(tables, &next, &after);
        if (result == BC_RESULT_GOATS_WIN) {
            best = result;
            nearest = after < nearest ? after : nearest;
        } else if (result == BC_RESULT_DRAW) {
            best = best == BC_RESULT_TIGERS_WIN ? result : best;
        } else {
            farthest = after > farthest ? after : farthest;
        }
    }
    *zero = best == BC_RESULT_DRAW ? 0 : 1 + (best == BC_RESULT_GOATS_WIN ? nearest : farthest);
    return best;
}

bool bc_movement_tables_probe(const struct bc_movement_tables *tables, const struct bc_position *position,
                              enum bc_result *result, unsigned *zero)
{
    if (position->goats_in_hand != 0 || bc_position_check(tables->board, position) != BC_OK) {
        return false;
    }
    *zero = 0;
    if (bc_rules_ending(tables->board, &tables->rules, position, result) != BC_ENDING_NONE) {
        return true;
    }
    *result = position->side == BC_TIGERS ? probe_tigers(tables, position, zero) : probe_goats(tables, position, zero);
    return true;
}
