#if defined(__x86_64__)
#include "solve/goat_rows.h"

#include <immintrin.h>

/* What a call of pull() works out from a plan once. */
struct wide_move {
    __m512i bytes[WIDE_PERMUTATIONS_MAX]; /* indices of the byte permutations */
    __m512i inner;                        /* matrices that reorder the bits of bytes */
    __m512i keep;                         /* masks of a target row that exist */
    __m512i flip_keep;
    unsigned flip_shift; /* not 0: a bit inside bytes is flipped on loading */
    uint32_t source_words[1 << WIDE_CROSS_MAX];
    uint32_t target_words[1 << WIDE_CROSS_MAX];
    unsigned targets_exist; /* mask over the rows of a group */
};

/* For vgf2p8affineqb: the matrix by which bit i of a byte is taken from bit from[i]. */
static uint64_t bit_matrix(const uint8_t from[8])
{
    uint64_t matrix = 0;
    for (unsigned i = 0; i < 8; ++i) {
        if (from[i] != NO_BIT) {
            matrix |= UINT64_C(1) << (8 * (7 - i) + from[i]);
        }
    }
    return matrix;
}

static __m512i byte_numbers(void)
{
    uint8_t numbers[64];
    for (unsigned n = 0; n < 64; ++n) {
        numbers[n] = (uint8_t)n;
    }
    return _mm512_loadu_si512(numbers);
}

static inline uint32_t row_words(uint32_t cross_bits, unsigned n)
{
    return _pdep_u32(n, cross_bits) * ROW_WORDS;
}

static void wide_move_make(const struct plan *plan, struct wide_move *move)
{
    const struct wide_plan *wide = &plan->wide;
    __m512i numbers = byte_numbers();
    unsigned flip_row = 0;
    uint8_t flip_byte = 0;
    move->flip_shift = 0;
    if (plan->flipped < WIDE_INNER_BITS) {
        move->flip_shift = 1U << plan->flipped;
        move->flip_keep = (__m512i)row_spread(word_zeros[plan->flipped]);
    } else if (plan->flipped < LOW_BITS) {
        flip_byte = (uint8_t)(1U << (plan->flipped - WIDE_INNER_BITS));
    } else if (plan->flipped != NO_BIT) {
        flip_row = 1U << (plan->flipped - LOW_BITS);
    }
    /* 1. Byte permutations. Transposing by vgf2p8affineqb takes the bytes of a square in reverse order. */
    unsigned before = plan->cross == 0 ? 0 : wide->transpositions[0] + 1U;
    unsigned count = before + wide->transpositions[1] + 1U;
    for (unsigned p = 0; p < count; ++p) {
        uint8_t from[8] = {NO_BIT, NO_BIT, NO_BIT, NO_BIT, NO_BIT, NO_BIT, NO_BIT, NO_BIT};
        bool transposed_next = p != count - 1 && p + 1 != before;
        for (unsigned b = 0; b < WIDE_BYTE_BITS; ++b) {
            from[wide->byte_from[p][b]] = (uint8_t)b;
        }
        __m512i places = transposed_next ? _mm512_xor_si512(numbers, _mm512_set1_epi8(7)) : numbers;
        __m512i matrix = _mm512_set1_epi64((long long)bit_matrix(from));
        move->bytes[p] = _mm512_gf2p8affine_epi64_epi8(places, matrix, 0);
    }
    move->bytes[0] = _mm512_xor_si512(move->bytes[0], _mm512_set1_epi8((char)flip_byte));
    /* 2. Order of the bits in a byte. */
    uint8_t inner[8];
    for (unsigned n = 0; n < 8; ++n) {
        inner[n] = 0;
        for (unsigned i = 0; i < WIDE_INNER_BITS; ++i) {
            inner[n] |= (uint8_t)((n >> i & 1U) << wide->inner_from[i]);
        }
    }
    move->inner = _mm512_set1_epi64((long long)bit_matrix(inner));
    /* 3. Rows and masks. */
    row_vector keep = row_spread(ALL_ONES);
    if (plan->low_zero != NO_BIT) {
        keep &= row_zeros(plan->low_zero);
    }
    if (plan->low_one != NO_BIT) {
        keep &= ~row_zeros(plan->low_one);
    }
    move->keep = (__m512i)keep;
    move->targets_exist = 0;
    for (unsigned n = 0; n < 1U << plan->cross; ++n) {
        uint32_t target = _pdep_u32(n, plan->cross_target);
        move->source_words[n] = row_words(plan->cross_source, n ^ flip_row);
        move->target_words[n] = target * ROW_WORDS;
        if (((target ^ plan->row_value) & plan->row_fixed & plan->cross_target) == 0) {
            move->targets_exist |= 1U << n;
        }
    }
}

ROW_INLINE __m512i transpose_squares(__m512i row)
{
    return _mm512_gf2p8affine_epi64_epi8(_mm512_set1_epi64((long long)UINT64_C(0x8040201008040201)), row, 0);
}

/* Permutes bytes, then `transpositions` times transposes and permutes bytes, from permutation `*next` on. */
ROW_INLINE __m512i permute_row(const struct wide_move *move, __m512i row, unsigned *next, unsigned transpositions)
{
    row = _mm512_permutexvar_epi8(move->bytes[(*next)++], row);
    for (unsigned t = 0; t < transpositions; ++t) {
        row = _mm512_permutexvar_epi8(move->bytes[(*next)++], transpose_squares(row));
    }
    return row;
}

/* Exchanges bit t of the number of rows with bit 8 - t of the masks. */
ROW_INLINE void exchange_rows(__m512i *a, __m512i *b, unsigned t)
{
    __m512i low = *a;
    __m512i high = *b;
    if (t == 0) {
        *a = _mm512_shuffle_i64x2(low, high, 0x44);
        *b = _mm512_shuffle_i64x2(low, high, 0xEE);
    } else if (t == 1) {
        *a = _mm512_permutex2var_epi64(low, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), high);
        *b = _mm512_permutex2var_epi64(low, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), high);
    } else {
        *a = _mm512_unpacklo_epi64(low, high);
        *b = _mm512_unpackhi_epi64(low, high);
    }
}

ROW_INLINE void move_group(const struct wide_move *move, const uint64_t *source, uint64_t *target, unsigned cross,
                           unsigned before, unsigned after, bool reorder)
{
    __m512i rows[1 << WIDE_CROSS_MAX];
    unsigned count = 1U << cross;
    unsigned used = 0;
    for (unsigned n = 0; n < count; ++n) {
        rows[n] = _mm512_loadu_si512(source + move->source_words[n]);
        if (move->flip_shift != 0) {
            rows[n] = _mm512_slli_epi64(_mm512_and_si512(rows[n], move->flip_keep), move->flip_shift);
        }
        if (cross > 0) {
            used = 0;
            rows[n] = permute_row(move, rows[n], &used, before);
        }
    }
    for (unsigned t = 0; t < cross; ++t) {
        for (unsigned n = 0; n < count; ++n) {
            if ((n >> t & 1U) == 0) {
                exchange_rows(&rows[n], &rows[n | 1U << t], t);
            }
        }
    }
    for (unsigned n = 0; n < count; ++n) {
        unsigned next = used;
        __m512i row = permute_row(move, rows[n], &next, after);
        if (reorder) {
            row = _mm512_gf2p8affine_epi64_epi8(row, move->inner, 0);
        }
        if ((move->targets_exist >> n & 1U) != 0) {
            uint64_t *to = target + move->target_words[n];
            __m512i old = _mm512_loadu_si512(to);
            /* old | (row & keep) */
            _mm512_storeu_si512(to, _mm512_ternarylogic_epi64(old, row, move->keep, 0xF8));
        }
    }
}

/* How many groups ahead rows are fetched into the cache: 6 to 32 differed by less than the noise. */
enum { GROUPS_AHEAD = 16 };

/* Whether all rows of a target group are all ones already, so that nothing can be added. */
ROW_INLINE bool group_is_full(const struct wide_move *move, const uint64_t *target, unsigned cross)
{
    __m512i all = _mm512_loadu_si512(target + move->target_words[0]);
    for (unsigned n = 1; n < 1U << cross; ++n) {
        all = _mm512_and_si512(all, _mm512_loadu_si512(target + move->target_words[n]));
    }
    return _mm512_cmpneq_epi64_mask(all, _mm512_set1_epi64(-1)) == 0;
}

ROW_INLINE void move_groups(const struct wide_move *move, const uint64_t *source, uint64_t *target,
                            const uint32_t *targets, const uint32_t *sources, size_t count, size_t listed,
                            unsigned cross, unsigned before, unsigned after, bool reorder)
{
    for (size_t n = 0; n < count; ++n) {
        const uint64_t *from = source + (size_t)sources[n] * ROW_WORDS;
        uint64_t *to = target + (size_t)targets[n] * ROW_WORDS;
        if (n + GROUPS_AHEAD < listed) {
            const uint64_t *soon = source + (size_t)sources[n + GROUPS_AHEAD] * ROW_WORDS;
            for (unsigned r = 0; r < 1U << cross; ++r) {
                for (unsigned plane = 0; plane < 2; ++plane) {
                    _mm_prefetch((const char *)(soon + move->source_words[r] + (size_t)plane * PLANE_WORDS),
                                 _MM_HINT_T1);
                }
            }
        }
        for (unsigned plane = 0; plane < 2; ++plane) {
            if (group_is_full(move, to + (size_t)plane * PLANE_WORDS, cross)) {
                continue;
            }
            move_group(move, from + (size_t)plane * PLANE_WORDS, to + (size_t)plane * PLANE_WORDS, cross, before, after,
                       reorder);
        }
    }
}

static void copy_rows(const struct wide_move *move, const uint64_t *source, uint64_t *target, const uint32_t *targets,
                      const uint32_t *sources, size_t count, size_t listed)
{
    for (size_t n = 0; n < count; ++n) {
        if (n + GROUPS_AHEAD < listed) {
            const uint64_t *soon = source + (size_t)sources[n + GROUPS_AHEAD] * ROW_WORDS;
            _mm_prefetch((const char *)soon, _MM_HINT_T1);
            _mm_prefetch((const char *)(soon + PLANE_WORDS), _MM_HINT_T1);
        }
        for (unsigned plane = 0; plane < 2; ++plane) {
            const uint64_t *from = source + (size_t)sources[n] * ROW_WORDS + (size_t)plane * PLANE_WORDS;
            uint64_t *to = target + (size_t)targets[n] * ROW_WORDS + (size_t)plane * PLANE_WORDS;
            __m512i old = _mm512_loadu_si512(to);
            __m512i row = _mm512_loadu_si512(from);
            _mm512_storeu_si512(to, _mm512_ternarylogic_epi64(old, row, move->keep, 0xF8));
        }
    }
}

/* A function for each number of crossing bits and each shape of permutation. */
#define MOVE_FUNCTION(cross, before, after, reorder)                                                                \
    static void move_##cross##_##before##_##after##_##reorder(const struct wide_move *move, const uint64_t *source, \
                                                              uint64_t *target, const uint32_t *targets,            \
                                                              const uint32_t *sources, size_t count, size_t listed) \
    {                                                                                                               \
        move_groups(move, source, target, targets, sources, count, listed, cross, before, after, reorder);          \
    }
#define MOVE_FUNCTIONS_OF(cross, before) \
    MOVE_FUNCTION(cross, before, 0, 0)   \
    MOVE_FUNCTION(cross, before, 0, 1)   \
    MOVE_FUNCTION(cross, before, 1, 0)   \
    MOVE_FUNCTION(cross, before, 2, 0)
#define MOVE_FUNCTIONS(cross)   \
    MOVE_FUNCTIONS_OF(cross, 0) \
    MOVE_FUNCTIONS_OF(cross, 1) \
    MOVE_FUNCTIONS_OF(cross, 2)
MOVE_FUNCTIONS_OF(0, 0)
MOVE_FUNCTIONS(1)
MOVE_FUNCTIONS(2)
MOVE_FUNCTIONS(3)

typedef void (*move_function)(const struct wide_move *move, const uint64_t *source, uint64_t *target,
                              const uint32_t *targets, const uint32_t *sources, size_t count, size_t listed);

#define MOVE_ENTRIES_OF(cross, before)                                                               \
    {                                                                                                \
        move_##cross##_##before##_0_0, move_##cross##_##before##_1_0, move_##cross##_##before##_2_0, \
            move_##cross##_##before##_0_1                                                            \
    }
#define MOVE_ENTRIES(cross)                                                             \
    {                                                                                   \
        MOVE_ENTRIES_OF(cross, 0), MOVE_ENTRIES_OF(cross, 1), MOVE_ENTRIES_OF(cross, 2) \
    }

/* [crossing bits][transpositions before][transpositions after; 3: none but bits reordered] */
static const move_function move_functions[WIDE_CROSS_MAX + 1][3][4] = {
    {MOVE_ENTRIES_OF(0, 0)},
    MOVE_ENTRIES(1),
    MOVE_ENTRIES(2),
    MOVE_ENTRIES(3),
};

static void prepare(const struct plan *plan, void *move)
{
    if (plan->wide.possible) {
        wide_move_make(plan, move);
    }
}

static void run(const struct plan *plan, const void *prepared, const uint64_t *source, uint64_t *target,
                const uint32_t *targets, const uint32_t *sources, size_t count, size_t listed)
{
    const struct wide_move *move = prepared;
    if (!plan->wide.possible) {
        kernels_portable.pull(plan, source, target, targets, sources, count);
        return;
    }
    if (plan->wide.copy) {
        copy_rows(move, source, target, targets, sources, count, listed);
        return;
    }
    unsigned after = plan->wide.reorder ? 3U : plan->wide.transpositions[1];
    move_functions[plan->cross][plan->wide.transpositions[0]][after](move, source, target, targets, sources, count,
                                                                     listed);
}

static void pull(const struct plan *plan, const uint64_t *source, uint64_t *target, const uint32_t *targets,
                 const uint32_t *sources, size_t count)
{
    if (count == 0) {
        return;
    }
    if (!plan->wide.possible) {
        kernels_portable.pull(plan, source, target, targets, sources, count);
        return;
    }
    struct wide_move move;
    wide_move_make(plan, &move);
    run(plan, &move, source, target, targets, sources, count, count);
}

const struct kernels kernels_avx512 = {
    .path = BC_SOLVE_PATH_AVX512,
    .pull = pull,
    .move_bytes = sizeof(struct wide_move),
    .prepare = prepare,
    .run = run,
    .place_goats = place_goats,
    .count_levels = count_levels,
    .count_bits = count_bits,
};
#endif
