#include "solution/movement_code.h"

enum {
    NEIGHBOURS = 5,
    FAST_RATE = 4,
    SLOW_RATE = 7,
    PROBABILITY_MIN = 32, /* of 65536 */
    MOBILITY_MAX = 15,
    ZERO_BITS = 7,
    MODELS_MIN = 1 << 10,
    MODELS_AN_ENTRY = 4, /* up to BC_MOVEMENT_CODE_MODELS in all */
};

/* What a decision is about: keeps contexts of different kinds apart. */
enum decision {
    SAME_VALUE = 1,
    IS_DRAW,
    GOATS_WIN,
    OTHER_VALUE,
    SAME_ZERO,
    SECOND_ZERO,
    ZERO_BIT,
};

enum value {
    VALUE_DRAW,
    VALUE_GOATS,
    VALUE_TIGERS,
    VALUE_UNKNOWN,
};

/* --- the range coder: carries as in LZMA --- */

struct coder {
    struct bc_code_model *models;
    uint32_t model_count; /* a power of two */
    bool decoding;
    uint32_t range;
    uint32_t code; /* decoding */
    const uint8_t *in;
    const uint8_t *in_end;
    uint64_t low;     /* encoding */
    uint8_t held;     /* the last byte, which a carry may still change, */
    uint64_t pending; /* and how many bytes are held back in all */
    uint8_t *out;
    size_t size;
    size_t capacity;
};

static uint8_t next_byte(struct coder *coder)
{
    return coder->in < coder->in_end ? *coder->in++ : 0;
}

static void emit(struct coder *coder, uint8_t byte)
{
    if (coder->size < coder->capacity) {
        coder->out[coder->size] = byte;
    }
    ++coder->size;
}

static void shift_low(struct coder *coder)
{
    if (coder->low < 0xFF000000U || coder->low > UINT32_MAX) {
        uint8_t carry = (uint8_t)(coder->low >> 32);
        uint8_t byte = coder->held;
        for (; coder->pending > 0; --coder->pending) {
            emit(coder, (uint8_t)(byte + carry));
            byte = 0xFF;
        }
        coder->held = (uint8_t)(coder->low >> 24);
    }
    ++coder->pending;
    coder->low = (coder->low & 0x00FFFFFFU) << 8;
}

/* Codes one decision: takes `bit` when encoding, returns what was coded. */
static unsigned code_bit(struct coder *coder, struct bc_code_model *model, unsigned bit)
{
    uint32_t probability = ((uint32_t)model->fast + model->slow) >> 1;
    probability = probability < PROBABILITY_MIN ? PROBABILITY_MIN : probability;
    probability = probability > 65536 - PROBABILITY_MIN ? 65536 - PROBABILITY_MIN : probability;
    uint32_t bound = (coder->range >> 16) * probability;
    if (coder->decoding) {
        bit = coder->code < bound;
    }
    if (bit != 0) {
        coder->range = bound;
        model->fast = (uint16_t)(model->fast + ((65535U - model->fast) >> FAST_RATE));
        model->slow = (uint16_t)(model->slow + ((65535U - model->slow) >> SLOW_RATE));
    } else {
        coder->low += coder->decoding ? 0 : bound;
        coder->code -= coder->decoding ? bound : 0;
        coder->range -= bound;
        model->fast = (uint16_t)(model->fast - (model->fast >> FAST_RATE));
        model->slow = (uint16_t)(model->slow - (model->slow >> SLOW_RATE));
    }
    while (coder->range < 1U << 24) {
        coder->range <<= 8;
        if (coder->decoding) {
            coder->code = coder->code << 8 | next_byte(coder);
        } else {
            shift_low(coder);
        }
    }
    return bit;
}

static struct bc_code_model *model_of(const struct coder *coder, enum decision decision, uint32_t context)
{
    uint32_t hash = (uint32_t)decision * 0x9E3779B1U ^ context * 0x85EBCA6BU;
    hash ^= hash >> 15;
    hash *= 0x2C1B3C6DU;
    hash ^= hash >> 12;
    return &coder->models[hash & (coder->model_count - 1)];
}

/* --- what is seen of a position --- */

/* The tigers of a class, as bits of a mask: where each may step, and over which points one may jump to each. */
struct tiger_reach {
    unsigned tiger_count;
    uint32_t steps[BC_POINTS_MAX];
    unsigned landing_count;
    uint8_t landings[BC_POINTS_MAX];
    unsigned jump_count[BC_POINTS_MAX];           /* by landing */
    uint32_t overs[BC_POINTS_MAX][BC_POINTS_MAX]; /* by landing, one bit each */
    uint32_t over_any[BC_POINTS_MAX];             /* by landing */
};

static void find_reach(const struct bc_index *index, uint32_t class, struct tiger_reach *reach)
{
    const struct bc_board *board = index->board;
    uint32_t bit_of[BC_POINTS_MAX];
    for (unsigned p = 0; p < BC_POINTS_MAX; ++p) {
        bit_of[p] = 0;
    }
    for (unsigned i = 0; i < index->free_count; ++i) {
        bit_of[index->classes[class].points[i]] = UINT32_C(1) << i;
    }
    *reach = (struct tiger_reach){0};
    unsigned place_of[BC_POINTS_MAX];
    for (unsigned p = 0; p < BC_POINTS_MAX; ++p) {
        place_of[p] = BC_POINTS_MAX;
    }
    for (bc_points rest = index->classes[class].tigers; rest != 0; rest &= rest - 1) {
        unsigned from = (unsigned)__builtin_ctz(rest);
        for (bc_points next = board->neighbours[from]; next != 0; next &= next - 1) {
            reach->steps[reach->tiger_count] |= bit_of[__builtin_ctz(next)];
        }
        ++reach->tiger_count;
        for (unsigned i = board->jump_first[from]; i < board->jump_first[from + 1]; ++i) {
            uint32_t over = bit_of[board->jumps[i].over];
            unsigned to = board->jumps[i].to;
            if (over == 0 || bit_of[to] == 0) {
                continue;
            }
            if (place_of[to] == BC_POINTS_MAX) {
                place_of[to] = reach->landing_count;
                reach->landings[reach->landing_count++] = (uint8_t)__builtin_ctz(bit_of[to]);
            }
            unsigned place = place_of[to];
            reach->overs[place][reach->jump_count[place]++] = over;
            reach->over_any[place] |= over;
        }
    }
}

static bool has_capture(const struct tiger_reach *reach, uint32_t mask)
{
    for (unsigned i = 0; i < reach->landing_count; ++i) {
        if ((mask >> reach->landings[i] & 1) == 0 && (mask & reach->over_any[i]) != 0) {
            return true;
        }
    }
    return false;
}

/* Captures counted up to 2, trapped tigers (not asking for captures), and steps counted up to MOBILITY_MAX. */
struct features {
    uint32_t captures;
    uint32_t trapped;
    uint32_t mobility;
};

static struct features find_features(const struct tiger_reach *reach, uint32_t mask)
{
    struct features features = {0, 0, 0};
    for (unsigned i = 0; i < reach->landing_count; ++i) {
        if ((mask >> reach->landings[i] & 1) == 0 && (mask & reach->over_any[i]) != 0) {
            for (unsigned j = 0; j < reach->jump_count[i]; ++j) {
                features.captures += (mask & reach->overs[i][j]) != 0;
            }
        }
    }
    features.captures = features.captures > 2 ? 2 : features.captures;
    for (unsigned i = 0; i < reach->tiger_count; ++i) {
        unsigned steps = (unsigned)__builtin_popcount(reach->steps[i] & ~mask);
        features.mobility += steps;
        features.trapped += steps == 0;
    }
    features.mobility = features.mobility > MOBILITY_MAX ? MOBILITY_MAX : features.mobility;
    return features;
}

/* --- entries --- */

static enum value value_of(uint8_t entry)
{
    return entry == 0 ? VALUE_DRAW : (entry & 1) != 0 ? VALUE_GOATS : VALUE_TIGERS;
}

/* The entries of masks in which one goat stands on the next lower free point, from the lowest up. Returns how many there are. */
static unsigned find_neighbours(const struct bc_index *index, const uint8_t *entries, uint32_t rank, uint32_t mask,
                                uint8_t found[NEIGHBOURS])
{
    unsigned count = 0;
    for (uint32_t holes = ~mask & (mask >> 1); holes != 0 && count < NEIGHBOURS; holes &= holes - 1) {
        unsigned hole = (unsigned)__builtin_ctz(holes);
        /* The goat above the hole is the `goats`-th; moving it down takes C(hole, goats - 1) from the rank. */
        unsigned goats = (unsigned)__builtin_popcount(mask & (uint32_t)((UINT64_C(4) << hole) - 1));
        found[count++] = entries[rank - index->binomials[hole][goats - 1]];
    }
    return count;
}

static enum value code_value(struct coder *coder, enum value value, const enum value near[4],
                             const struct features *features, unsigned eaten)
{
    uint32_t context = 0;
    for (unsigned i = 0; i < 4; ++i) {
        context = context * 4 + (uint32_t)near[i];
    }
    context = (context * 3 + features->captures) * BC_POINTS_MAX + eaten;
    context = (context * 8 + features->trapped) * (MOBILITY_MAX + 1) + features->mobility;
    if (near[0] == VALUE_UNKNOWN) {
        if (code_bit(coder, model_of(coder, IS_DRAW, context), value == VALUE_DRAW) != 0) {
            return VALUE_DRAW;
        }
        return code_bit(coder, model_of(coder, GOATS_WIN, context), value == VALUE_GOATS) != 0 ? VALUE_GOATS
                                                                                               : VALUE_TIGERS;
    }
    if (code_bit(coder, model_of(coder, SAME_VALUE, context), value == near[0]) != 0) {
        return near[0];
    }
    enum value lower = near[0] == VALUE_DRAW ? VALUE_GOATS : VALUE_DRAW;
    enum value higher = near[0] == VALUE_TIGERS ? VALUE_GOATS : VALUE_TIGERS;
    return code_bit(coder, model_of(coder, OTHER_VALUE, context), value == lower) != 0 ? lower : higher;
}

static unsigned code_zero(struct coder *coder, unsigned zero, enum value value, const uint8_t *near,
                          unsigned near_count, const struct features *features)
{
    unsigned guesses[3] = {0, 0, 0}; /* one more than the zero of neighbours of the same value; 0 for none */
    unsigned count = 0;
    for (unsigned i = 0; i < near_count && count < 3; ++i) {
        if (value_of(near[i]) == value) {
            guesses[count++] = (near[i] - 1U) / 2 + 1;
        }
    }
    uint32_t seen = (features->captures != 0) + 2 * features->trapped;
    uint32_t winner = value == VALUE_GOATS;
    uint32_t context = (((guesses[0] * 128 + guesses[1]) * 128 + guesses[2]) * 2 + winner) * 16 + seen;
    if (count > 0 && code_bit(coder, model_of(coder, SAME_ZERO, context), zero + 1 == guesses[0]) != 0) {
        return guesses[0] - 1;
    }
    if (count > 1 && guesses[1] != guesses[0] &&
        code_bit(coder, model_of(coder, SECOND_ZERO, context), zero + 1 == guesses[1]) != 0) {
        return guesses[1] - 1;
    }
    context = ((guesses[0] * 2 + winner) * 16 + seen) << (ZERO_BITS + 1);
    uint32_t node = 1;
    for (unsigned bit = ZERO_BITS; bit-- > 0;) {
        node = node * 2 + code_bit(coder, model_of(coder, ZERO_BIT, context + node), zero >> bit & 1);
    }
    return node - (1U << ZERO_BITS);
}

static uint8_t code_entry(struct coder *coder, const struct bc_code_tier *tier, const struct tiger_reach *reach,
                          const uint8_t *entries, uint32_t rank, uint32_t mask)
{
    uint8_t near[NEIGHBOURS];
    unsigned near_count = find_neighbours(tier->index, entries, rank, mask, near);
    enum value near_values[4];
    for (unsigned i = 0; i < 4; ++i) {
        near_values[i] = i < near_count ? value_of(near[i]) : VALUE_UNKNOWN;
    }
    struct features features = find_features(reach, mask);
    uint8_t entry = coder->decoding ? 0 : entries[rank];
    enum value value = code_value(coder, value_of(entry), near_values, &features, tier->eaten);
    if (value == VALUE_DRAW) {
        return 0;
    }
    unsigned zero = code_zero(coder, entry == 0 ? 0 : (entry - 1U) / 2, value, near, near_count, &features);
    return (uint8_t)((value == VALUE_GOATS ? 1 : 2) + 2 * zero);
}

static void code_tier(struct coder *coder, const struct bc_code_tier *tier)
{
    const struct bc_index *index = tier->index;
    unsigned goats = (unsigned)index->board->goat_count - tier->eaten;
    uint32_t count = bc_index_mask_count(index, goats);
    uint64_t wanted = MODELS_AN_ENTRY * (uint64_t)count * index->class_count;
    coder->model_count = MODELS_MIN;
    while (coder->model_count < wanted && coder->model_count < BC_MOVEMENT_CODE_MODELS) {
        coder->model_count *= 2;
    }
    for (uint32_t i = 0; i < coder->model_count; ++i) {
        coder->models[i].fast = 32768;
        coder->models[i].slow = 32768;
    }
    bool last = tier->eaten + 1U == tier->goats_to_win;
    uint8_t *entries = tier->entries;
    for (uint32_t class = 0; class < index->class_count; ++class, entries += count) {
        struct tiger_reach reach;
        find_reach(index, class, &reach);
        uint32_t mask = (uint32_t)((UINT64_C(1) << goats) - 1);
        for (uint32_t rank = 0; rank < count; ++rank) {
            if (last && has_capture(&reach, mask)) {
                entries[rank] = 2 + 2 * 1;
            } else {
                entries[rank] = code_entry(coder, tier, &reach, entries, rank, mask);
            }
            mask = bc_index_next(mask);
        }
    }
}

size_t bc_movement_encode(const struct bc_code_tier *tier, uint8_t *packed, size_t capacity)
{
    struct coder coder = {.models = tier->models, .range = UINT32_MAX, .out = packed, .capacity = capacity};
    code_tier(&coder, tier);
    for (unsigned i = 0; i < 5; ++i) {
        shift_low(&coder);
    }
    return coder.size <= capacity ? coder.size : 0;
}

void bc_movement_decode(const struct bc_code_tier *tier, const uint8_t *packed, size_t size)
{
    struct coder coder = {
        .models = tier->models, .decoding = true, .range = UINT32_MAX, .in = packed, .in_end = packed + size};
    for (unsigned i = 0; i < 4; ++i) {
        coder.code = coder.code << 8 | next_byte(&coder);
    }
    code_tier(&coder, tier);
}
