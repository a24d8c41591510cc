#include "solution/index.h"

enum { PLACEMENTS_MAX = 1 << 27 };

static void fill_binomials(struct bc_index *index)
{
    for (unsigned n = 0; n <= BC_POINTS_MAX; ++n) {
        index->binomials[n][0] = 1;
        for (unsigned k = 1; k <= n; ++k) {
            index->binomials[n][k] = index->binomials[n - 1][k - 1] + (k < n ? index->binomials[n - 1][k] : 0);
        }
    }
}

static unsigned smallest_image(const struct bc_board *board, unsigned point)
{
    unsigned smallest = point;
    for (unsigned s = 0; s < board->symmetry_count; ++s) {
        if (board->symmetries[s][point] < smallest) {
            smallest = board->symmetries[s][point];
        }
    }
    return smallest;
}

static void fill_order(struct bc_index *index)
{
    const struct bc_board *board = index->board;
    uint32_t keys[BC_POINTS_MAX];
    for (unsigned p = 0; p < board->point_count; ++p) {
        unsigned neighbours = (unsigned)__builtin_popcount(board->neighbours[p]);
        uint32_t key = neighbours << 16 | smallest_image(board, p) << 8 | p;
        unsigned at = p;
        for (; at > 0 && keys[at - 1] > key; --at) {
            keys[at] = keys[at - 1];
        }
        keys[at] = key;
    }
    for (unsigned i = 0; i < board->point_count; ++i) {
        index->order[i] = (uint8_t)(keys[i] & 255U);
    }
}

static void fill_byte_tables(struct bc_index *index)
{
    const struct bc_board *board = index->board;
    uint8_t place[BC_POINTS_MAX] = {0};
    for (unsigned i = 0; i < board->point_count; ++i) {
        place[index->order[i]] = (uint8_t)i;
    }
    for (unsigned bit = 0; bit < board->point_count; ++bit) {
        for (unsigned value = 0; value < 256; ++value) {
            if ((value >> (bit & 7U) & 1U) == 0) {
                continue;
            }
            for (unsigned s = 0; s < board->symmetry_count; ++s) {
                index->ordered[s][bit >> 3][value] |= UINT32_C(1) << place[board->symmetries[s][bit]];
            }
            index->points_of_order[bit >> 3][value] |= UINT32_C(1) << index->order[bit];
        }
    }
}

static uint32_t in_order(const struct bc_index *index, unsigned symmetry, bc_points points)
{
    const uint32_t(*bytes)[256] = index->ordered[symmetry];
    return bytes[0][points & 255U] | bytes[1][points >> 8 & 255U] | bytes[2][points >> 16 & 255U] |
           bytes[3][points >> 24];
}

uint32_t bc_index_rank(const struct bc_index *index, uint32_t mask)
{
    uint32_t rank = 0;
    for (unsigned k = 1; mask != 0; ++k, mask &= mask - 1) {
        rank += index->binomials[__builtin_ctz(mask)][k];
    }
    return rank;
}

uint32_t bc_index_unrank(const struct bc_index *index, unsigned goats, uint32_t rank)
{
    uint32_t mask = 0;
    unsigned n = BC_POINTS_MAX - 1;
    for (unsigned k = goats; k > 0; --k) {
        while (n >= k && index->binomials[n][k] > rank) {
            --n;
        }
        unsigned bit = n >= k ? n : k - 1;
        mask |= UINT32_C(1) << bit;
        rank -= bit >= k ? index->binomials[bit][k] : 0;
    }
    return mask;
}

/* Makes the class of a representative and enters all its images into the table of placements. */
static void add_class(struct bc_index *index, bc_points tigers)
{
    const struct bc_board *board = index->board;
    struct bc_index_class *class = &index->classes[index->class_count];
    class->tigers = tigers;
    for (unsigned s = 0; s < board->symmetry_count; ++s) {
        bc_points image = bc_board_transform(board, s, tigers);
        index->placements[bc_index_rank(index, image)] = index->class_count << 4 | board->inverse[s];
        if (image == tigers) {
            class->stabilizer[class->stabilizer_count++] = (uint8_t)s;
        }
    }
    index->placements[bc_index_rank(index, tigers)] = index->class_count << 4;
    unsigned count = 0;
    for (unsigned i = 0; i < board->point_count; ++i) {
        if ((tigers >> index->order[i] & 1U) == 0) {
            class->points[count++] = index->order[i];
        }
    }
    ++index->class_count;
}

static bool is_representative(const struct bc_board *board, bc_points tigers)
{
    for (unsigned s = 1; s < board->symmetry_count; ++s) {
        if (bc_board_transform(board, s, tigers) < tigers) {
            return false;
        }
    }
    return true;
}

/* The smallest and the largest set of tigers, as numbers. */
static bc_points first_tigers(const struct bc_board *board)
{
    return (bc_points)((UINT64_C(1) << board->tiger_count) - 1);
}

static bc_points last_tigers(const struct bc_board *board)
{
    return first_tigers(board) << (board->point_count - board->tiger_count);
}

uint32_t bc_index_class_count(const struct bc_board *board)
{
    uint32_t count = 0;
    for (bc_points tigers = first_tigers(board);; tigers = bc_index_next(tigers)) {
        count += is_representative(board, tigers);
        if (tigers == last_tigers(board)) {
            return count;
        }
    }
}

static uint64_t count_placements(const struct bc_board *board)
{
    uint64_t count = 1;
    for (unsigned i = 0; i < board->tiger_count; ++i) {
        count = count * (board->point_count - i) / (i + 1U);
    }
    return count;
}

size_t bc_index_memory(const struct bc_board *board)
{
    uint64_t placements = count_placements(board);
    if (board->tiger_count == 0 || placements > PLACEMENTS_MAX) {
        return 0;
    }
    return sizeof(struct bc_index) + bc_index_class_count(board) * sizeof(struct bc_index_class) +
           (size_t)placements * sizeof(uint32_t);
}

struct bc_index *bc_index_place(const struct bc_board *board, void *memory)
{
    struct bc_index *index = memory;
    *index = (struct bc_index){.board = board};
    index->free_count = (uint8_t)(board->point_count - board->tiger_count);
    fill_binomials(index);
    fill_order(index);
    fill_byte_tables(index);
    /* The classes follow the index in memory, the placements follow the classes. */
    uint32_t class_count = bc_index_class_count(board);
    index->classes = (struct bc_index_class *)(index + 1);
    for (uint32_t class = 0; class < class_count; ++class) {
        index->classes[class] = (struct bc_index_class){0};
    }
    index->placements = (uint32_t *)(void *)(index->classes + class_count);
    for (bc_points tigers = first_tigers(board); index->class_count < class_count; tigers = bc_index_next(tigers)) {
        if (is_representative(board, tigers)) {
            add_class(index, tigers);
        }
    }
    return index;
}

uint32_t bc_index_class_of(const struct bc_index *index, bc_points tigers, unsigned *symmetry)
{
    uint32_t entry = index->placements[bc_index_rank(index, tigers)];
    *symmetry = entry & 15U;
    return entry >> 4;
}

uint32_t bc_index_mask(const struct bc_index *index, uint32_t class, unsigned symmetry, bc_points goats)
{
    uint32_t mask = in_order(index, symmetry, goats);
    uint32_t tigers = in_order(index, 0, index->classes[class].tigers);
    /* Close the gaps that the tigers leave, from the highest down. */
    while (tigers != 0) {
        uint32_t tiger = UINT32_C(1) << (31 - __builtin_clz(tigers));
        mask = (mask & (tiger - 1)) | (mask >> 1 & ~(tiger - 1));
        tigers ^= tiger;
    }
    return mask;
}

bc_points bc_index_goats(const struct bc_index *index, uint32_t class, uint32_t mask)
{
    uint32_t tigers = in_order(index, 0, index->classes[class].tigers);
    for (; tigers != 0; tigers &= tigers - 1) {
        uint32_t below = (tigers & (0U - tigers)) - 1;
        mask = (mask & below) | (mask & ~below) << 1;
    }
    const uint32_t(*bytes)[256] = index->points_of_order;
    return bytes[0][mask & 255U] | bytes[1][mask >> 8 & 255U] | bytes[2][mask >> 16 & 255U] | bytes[3][mask >> 24];
}

uint32_t bc_index_canonical(const struct bc_index *index, uint32_t class, uint32_t mask)
{
    const struct bc_index_class *of = &index->classes[class];
    if (of->stabilizer_count == 1) {
        return mask;
    }
    bc_points goats = bc_index_goats(index, class, mask);
    uint32_t smallest = mask;
    for (unsigned i = 1; i < of->stabilizer_count; ++i) {
        uint32_t image = bc_index_mask(index, class, of->stabilizer[i], goats);
        if (image < smallest) {
            smallest = image;
        }
    }
    return smallest;
}
