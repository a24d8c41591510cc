#include "solve/layer_stash.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum {
    WORD_BITS = 6,       /* the low bits of a mask lie within a word, the others say which word */
    STASH_LEVEL = -3,    /* of zstd: docs/measurements.md has the sizes and times of others */
    WHOLE_WORD_MIN = 57, /* with so many masks of a word in a layer nothing is won by squeezing them together */
    LEVELS = WORD_BITS + 1,
    LAID_WORDS = 1 << 11, /* of each plane are laid at a time */
};

/* The bits of a word whose number has `ones` bits set. */
static uint64_t level_bits(unsigned ones)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < 64; ++i) {
        if ((unsigned)__builtin_popcount(i) == ones) {
            bits |= (uint64_t)1 << i;
        }
    }
    return bits;
}

/* The bits of a word that are masks: fewer than 64 on a board with less than six points for goats. */
static uint64_t existing_bits(const struct bc_layer_stash *stash)
{
    return stash->free_points >= WORD_BITS ? ~(uint64_t)0 : ((uint64_t)1 << (1U << stash->free_points)) - 1;
}

/* How the words of a layer are kept, by the number of goats on the points that choose the word. */
struct layer_shape {
    uint64_t select[BC_POINTS_MAX + 1]; /* the word's masks that belong to the layer */
    uint8_t bytes[BC_POINTS_MAX + 1];   /* that a word takes in a stream; 0 when nothing of it is kept */
};

static void shape_layer(const struct bc_layer_stash *stash, unsigned least, unsigned most, struct layer_shape *shape)
{
    uint64_t exists = existing_bits(stash);
    memset(shape, 0, sizeof *shape);
    for (unsigned high = 0; high <= BC_POINTS_MAX; ++high) {
        for (unsigned low = 0; low < LEVELS; ++low) {
            if (high + low >= least && high + low <= most) {
                shape->select[high] |= level_bits(low) & exists;
            }
        }
        unsigned masks = (unsigned)__builtin_popcountll(shape->select[high]);
        bool whole = !stash->squeezes || masks >= WHOLE_WORD_MIN;
        shape->bytes[high] = (uint8_t)(masks == 0 ? 0 : whole ? 8 : (masks + 7) / 8);
    }
}

static size_t stream_size(const struct bc_layer_stash *stash, const struct layer_shape *shape)
{
    size_t size = 0;
    for (uint32_t word = 0; word < stash->word_count; ++word) {
        size += shape->bytes[stash->word_goats[word]];
    }
    return size;
}

/* --- laying words of a layer in their places --- */

/* Words first to end of all planes of a class. */
struct laying {
    const struct bc_layer_stash *stash;
    uint32_t first;
    uint32_t end;
    uint64_t levels[LEVELS];
};

/* Lays one word of a layer: with `high` goats on the points that choose it. `plane` is the word in the first plane of its kind. */
static inline __attribute__((always_inline)) void lay_word(const struct laying *laying, unsigned placed, unsigned high,
                                                           uint64_t value, uint64_t *plane)
{
    const struct bc_layer_stash *stash = laying->stash;
    for (unsigned low = 0; low < LEVELS && high + low + BC_SOLVE_KEPT_EATEN <= placed; ++low) {
        unsigned eaten = placed - high - low;
        if (eaten < stash->goats_to_win) {
            plane[(size_t)eaten * 2 * stash->word_count] |= value & laying->levels[low];
        }
    }
}

/* --- squeezing: the masks of a word that belong to a layer, side by side --- */

#if defined(__x86_64__)
__attribute__((target("bmi2"))) static uint8_t *squeeze(const struct bc_layer_stash *stash, const uint64_t *plane,
                                                        const struct layer_shape *shape, uint8_t *to)
{
    for (uint32_t word = 0; word < stash->word_count; ++word) {
        unsigned high = stash->word_goats[word];
        unsigned bytes = shape->bytes[high];
        if (bytes == 0) {
            continue;
        }
        /* Rows of 512 masks hold eight words of one plane, then eight of the other. */
        uint64_t value = plane[(word / 8) * BC_SOLVE_ROW_WORDS + word % 8];
        value = bytes == 8 ? value & shape->select[high] : _pext_u64(value, shape->select[high]);
        memcpy(to, &value, sizeof value);
        to += bytes;
    }
    return to;
}

__attribute__((target("bmi2"))) static const uint8_t *lay_squeezed(const struct laying *laying,
                                                                   const struct layer_shape *shape, unsigned placed,
                                                                   const uint8_t *from, uint64_t *plane)
{
    for (uint32_t word = laying->first; word < laying->end; ++word) {
        unsigned high = laying->stash->word_goats[word];
        unsigned bytes = shape->bytes[high];
        if (bytes != 0) {
            uint64_t value;
            memcpy(&value, from, sizeof value);
            value = bytes == 8 ? value : _pdep_u64(value, shape->select[high]);
            lay_word(laying, placed, high, value, plane + word);
            from += bytes;
        }
    }
    return from;
}

static bool machine_squeezes(void)
{
    return __builtin_cpu_supports("bmi2") != 0;
}
#else
static bool machine_squeezes(void)
{
    return false;
}
#endif

static uint8_t *copy_whole(const struct bc_layer_stash *stash, const uint64_t *plane, const struct layer_shape *shape,
                           uint8_t *to)
{
    for (uint32_t word = 0; word < stash->word_count; ++word) {
        unsigned high = stash->word_goats[word];
        if (shape->bytes[high] != 0) {
            uint64_t value = plane[(word / 8) * BC_SOLVE_ROW_WORDS + word % 8] & shape->select[high];
            memcpy(to, &value, sizeof value);
            to += sizeof value;
        }
    }
    return to;
}

static const uint8_t *lay_whole(const struct laying *laying, const struct layer_shape *shape, unsigned placed,
                                const uint8_t *from, uint64_t *plane)
{
    for (uint32_t word = laying->first; word < laying->end; ++word) {
        unsigned high = laying->stash->word_goats[word];
        if (shape->bytes[high] != 0) {
            uint64_t value;
            memcpy(&value, from, sizeof value);
            lay_word(laying, placed, high, value, plane + word);
            from += sizeof value;
        }
    }
    return from;
}

static const uint8_t *lay_stream(const struct laying *laying, const struct layer_shape *shape, unsigned placed,
                                 const uint8_t *from, uint64_t *plane)
{
#if defined(__x86_64__)
    if (laying->stash->squeezes) {
        return lay_squeezed(laying, shape, placed, from, plane);
    }
#endif
    return lay_whole(laying, shape, placed, from, plane);
}

static uint8_t *store_stream(const struct bc_layer_stash *stash, const uint64_t *plane, const struct layer_shape *shape,
                             uint8_t *to)
{
#if defined(__x86_64__)
    if (stash->squeezes) {
        return squeeze(stash, plane, shape, to);
    }
#endif
    return copy_whole(stash, plane, shape, to);
}

/* --- the stash --- */

/* The layer's shape; the fewest goats are those of a layer in which all but one of the goats to win are eaten. Layers of so few goats that
 * all of their masks are kept elsewhere have no bytes. */
static void shape_of_placed(const struct bc_layer_stash *stash, unsigned placed, struct layer_shape *shape)
{
    if (placed < BC_SOLVE_KEPT_EATEN) {
        memset(shape, 0, sizeof *shape);
        return;
    }
    unsigned least = placed >= stash->goats_to_win ? placed - stash->goats_to_win + 1 : 0;
    shape_layer(stash, least, placed - BC_SOLVE_KEPT_EATEN, shape);
}

/* The bytes of both streams of all layers of a class. */
static size_t raw_size_of_class(const struct bc_layer_stash *stash)
{
    size_t size = 0;
    for (unsigned placed = 0; placed < stash->goat_count; ++placed) {
        struct layer_shape shape;
        shape_of_placed(stash, placed, &shape);
        size += 2 * stream_size(stash, &shape);
    }
    return size;
}

enum bc_error bc_layer_stash_init(struct bc_layer_stash *stash, const struct bc_index *index,
                                  const struct bc_rules *rules, unsigned worker_count)
{
    memset(stash, 0, sizeof *stash);
    stash->free_points = index->free_count;
    stash->goat_count = index->board->goat_count;
    stash->goats_to_win = rules->goats_to_win;
    stash->class_count = index->class_count;
    stash->word_count = stash->free_points > WORD_BITS ? (uint32_t)1 << (stash->free_points - WORD_BITS) : 1;
    stash->squeezes = machine_squeezes();
    stash->worker_count = worker_count;
    stash->packets = calloc((size_t)stash->goat_count * stash->class_count, sizeof *stash->packets);
    stash->workers = calloc(worker_count, sizeof *stash->workers);
    stash->word_goats = malloc(stash->word_count);
    if (stash->packets == NULL || stash->workers == NULL || stash->word_goats == NULL) {
        bc_layer_stash_free(stash);
        return BC_ERROR_MEMORY;
    }
    for (uint32_t word = 0; word < stash->word_count; ++word) {
        stash->word_goats[word] = (uint8_t)__builtin_popcount(word);
    }
    size_t raw_size = raw_size_of_class(stash);
    for (unsigned i = 0; i < worker_count; ++i) {
        struct bc_stash_worker *worker = &stash->workers[i];
        /* Loads and stores are of whole words, so a stream may be overrun by one. */
        worker->raw_capacity = raw_size + sizeof(uint64_t);
        worker->packed_capacity = ZSTD_compressBound((size_t)2 * stash->word_count * sizeof(uint64_t));
        worker->pack = ZSTD_createCCtx();
        worker->unpack = ZSTD_createDCtx();
        worker->raw = malloc(worker->raw_capacity);
        worker->packed = malloc(worker->packed_capacity);
        if (worker->pack == NULL || worker->unpack == NULL || worker->raw == NULL || worker->packed == NULL) {
            bc_layer_stash_free(stash);
            return BC_ERROR_MEMORY;
        }
    }
    return BC_OK;
}

void bc_layer_stash_free(struct bc_layer_stash *stash)
{
    for (unsigned i = 0; stash->workers != NULL && i < stash->worker_count; ++i) {
        ZSTD_freeCCtx(stash->workers[i].pack);
        ZSTD_freeDCtx(stash->workers[i].unpack);
        free(stash->workers[i].raw);
        free(stash->workers[i].packed);
    }
    for (size_t i = 0; stash->packets != NULL && i < (size_t)stash->goat_count * stash->class_count; ++i) {
        free(stash->packets[i].bytes);
    }
    free(stash->workers);
    free(stash->word_goats);
    free(stash->packets);
    memset(stash, 0, sizeof *stash);
}

enum bc_error bc_layer_stash_add(struct bc_layer_stash *stash, const struct bc_solve_placement *part)
{
    struct bc_stash_worker *worker = &stash->workers[part->thread];
    struct layer_shape shape;
    shape_of_placed(stash, part->placed, &shape);
    uint8_t *end = store_stream(stash, part->rows, &shape, worker->raw);
    end = store_stream(stash, part->rows + BC_SOLVE_ROW_WORDS / 2, &shape, end);
    size_t raw_size = (size_t)(end - worker->raw);
    if (raw_size == 0) {
        return BC_OK;
    }
    size_t size =
        ZSTD_compressCCtx(worker->pack, worker->packed, worker->packed_capacity, worker->raw, raw_size, STASH_LEVEL);
    if (ZSTD_isError(size)) {
        return BC_ERROR_MEMORY;
    }
    struct bc_layer_packet *packet = &stash->packets[(size_t)part->placed * stash->class_count + part->class];
    packet->bytes = malloc(size);
    if (packet->bytes == NULL) {
        return BC_ERROR_MEMORY;
    }
    memcpy(packet->bytes, worker->packed, size);
    packet->size = (uint32_t)size;
    packet->raw_size = (uint32_t)raw_size;
    return BC_OK;
}

/* Unpacks all layers of a class, one behind the other, and lists where the two streams of each begin. */
static enum bc_error unpack_layers(struct bc_layer_stash *stash, struct bc_stash_worker *worker, uint32_t class,
                                   const struct layer_shape *shapes, const uint8_t *streams[][2])
{
    uint8_t *raw = worker->raw;
    for (unsigned placed = 0; placed < stash->goat_count; ++placed) {
        struct bc_layer_packet *packet = &stash->packets[(size_t)placed * stash->class_count + class];
        size_t half = stream_size(stash, &shapes[placed]);
        size_t room = worker->raw_capacity - (size_t)(raw - worker->raw);
        size_t size =
            packet->bytes == NULL ? 0 : ZSTD_decompressDCtx(worker->unpack, raw, room, packet->bytes, packet->size);
        if (size != packet->raw_size || size != 2 * half) {
            return BC_ERROR_MEMORY; /* a layer that never came or was spoilt in memory */
        }
        streams[placed][0] = raw;
        streams[placed][1] = raw + half;
        raw += size;
        free(packet->bytes);
        packet->bytes = NULL;
        packet->size = 0;
    }
    return BC_OK;
}

/* The masks of a word with `high` goats on the points that choose it that leave a goat in hand when `eaten` are eaten. */
static uint64_t in_hand_bits(const struct laying *laying, unsigned high, unsigned eaten)
{
    uint64_t bits = 0;
    for (unsigned low = 0; low < LEVELS && high + low + eaten < laying->stash->goat_count; ++low) {
        bits |= laying->levels[low];
    }
    return bits & existing_bits(laying->stash);
}

/* Lays what the solver kept of a class. Neighbouring masks take turns: while one has its value with none eaten in one set of planes, it
 * has that with one eaten in the other, where the next has none. */
static void lay_kept(const struct laying *laying, const struct bc_solve_kept *kept, uint32_t class, uint64_t *planes)
{
    const struct bc_layer_stash *stash = laying->stash;
    unsigned eaten_count = stash->goats_to_win < BC_SOLVE_KEPT_EATEN ? stash->goats_to_win : BC_SOLVE_KEPT_EATEN;
    uint64_t even = laying->levels[0] | laying->levels[2] | laying->levels[4] | laying->levels[6];
    uint64_t in_hand[BC_SOLVE_KEPT_EATEN][BC_POINTS_MAX + 1];
    for (unsigned eaten = 0; eaten < eaten_count; ++eaten) {
        for (unsigned high = 0; high <= BC_POINTS_MAX; ++high) {
            in_hand[eaten][high] = in_hand_bits(laying, high, eaten);
        }
    }
    for (uint32_t word = laying->first; word < laying->end; ++word) {
        unsigned high = stash->word_goats[word];
        size_t place = class * kept->class_words + (size_t)(word / 8) * BC_SOLVE_ROW_WORDS + word % 8;
        for (unsigned kind = 0; kind < 2; ++kind, place += BC_SOLVE_ROW_WORDS / 2) {
            for (unsigned eaten = 0; eaten < eaten_count; ++eaten) {
                uint64_t value = (kept->planes[(high + eaten) % 2][place] & even) |
                                 (kept->planes[(high + eaten + 1) % 2][place] & ~even);
                planes[(size_t)(2 * eaten + kind) * stash->word_count + word] = value & in_hand[eaten][high];
            }
        }
    }
}

enum bc_error bc_layer_stash_collect(struct bc_layer_stash *stash, unsigned worker, uint32_t class,
                                     const struct bc_solve_kept *kept, uint64_t *planes)
{
    struct layer_shape shapes[BC_POINTS_MAX];
    const uint8_t *streams[BC_POINTS_MAX][2];
    for (unsigned placed = 0; placed < stash->goat_count; ++placed) {
        shape_of_placed(stash, placed, &shapes[placed]);
    }
    enum bc_error error = unpack_layers(stash, &stash->workers[worker], class, shapes, streams);
    if (error != BC_OK) {
        return error;
    }
    struct laying laying = {.stash = stash};
    for (unsigned low = 0; low < LEVELS; ++low) {
        laying.levels[low] = level_bits(low);
    }
    /* Part by part, so that a part of all planes stays in the cache while layer after layer is laid. */
    for (; laying.first < stash->word_count; laying.first = laying.end) {
        laying.end = laying.first + (stash->word_count < LAID_WORDS ? stash->word_count : (uint32_t)LAID_WORDS);
        for (unsigned plane = 2U * BC_SOLVE_KEPT_EATEN; plane < 2U * stash->goats_to_win; ++plane) {
            memset(planes + (size_t)plane * stash->word_count + laying.first, 0,
                   (laying.end - laying.first) * sizeof *planes);
        }
        lay_kept(&laying, kept, class, planes);
        for (unsigned placed = 0; placed < stash->goat_count; ++placed) {
            for (unsigned kind = 0; kind < 2; ++kind) {
                streams[placed][kind] = lay_stream(&laying, &shapes[placed], placed, streams[placed][kind],
                                                   planes + (size_t)kind * stash->word_count);
            }
        }
    }
    return BC_OK;
}

uint64_t bc_layer_stash_size(const struct bc_layer_stash *stash)
{
    uint64_t size = 0;
    for (size_t i = 0; i < (size_t)stash->goat_count * stash->class_count; ++i) {
        size += stash->packets[i].size;
    }
    return size;
}
