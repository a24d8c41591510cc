#include "engine/transposition.h"

enum { GENERATIONS = 64, GENERATION_WORTH = 4 };

static uint64_t load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static struct transposition_entry *bucket_of(const struct transposition_table *table, uint64_t key)
{
    return table->entries + ((key & UINT32_MAX) * table->bucket_count >> 32) * TRANSPOSITION_BUCKET;
}

static int data_depth(uint64_t data)
{
    return (int)(data >> 48 & 255U);
}

static unsigned data_generation(uint64_t data)
{
    return (unsigned)(data >> 58);
}

static enum transposition_bound data_bound(uint64_t data)
{
    return (enum transposition_bound)(data >> 56 & 3U);
}

void transposition_init(struct transposition_table *table, void *memory, size_t size)
{
    uint64_t buckets = size / (sizeof(struct transposition_entry) * TRANSPOSITION_BUCKET);
    table->entries = memory;
    table->bucket_count = buckets < UINT32_MAX ? buckets : UINT32_MAX;
    transposition_clear(table);
}

void transposition_clear(struct transposition_table *table)
{
    for (uint64_t i = 0; i < table->bucket_count * TRANSPOSITION_BUCKET; i++) {
        store(&table->entries[i].check, 0);
        store(&table->entries[i].data, 0);
    }
    table->generation = 0;
}

void transposition_age(struct transposition_table *table)
{
    table->generation = (table->generation + 1) % GENERATIONS;
}

/* A score as stored: decided scores count from the entry's position. */
static int score_to_entry(int score, unsigned ply)
{
    if (score > BC_SCORE_DECIDED) {
        return score + (int)ply;
    }
    return score < -BC_SCORE_DECIDED ? score - (int)ply : score;
}

static int score_from_entry(int score, unsigned ply)
{
    if (score > BC_SCORE_DECIDED) {
        return score - (int)ply;
    }
    return score < -BC_SCORE_DECIDED ? score + (int)ply : score;
}

bool transposition_find(const struct transposition_table *table, uint64_t key, unsigned ply,
                        struct transposition_hit *hit)
{
    const struct transposition_entry *bucket = bucket_of(table, key);
    for (unsigned i = 0; i < TRANSPOSITION_BUCKET; i++) {
        uint64_t data = load(&bucket[i].data);
        if (data != 0 && (load(&bucket[i].check) ^ data) == key) {
            hit->move = (bc_move)(data & 0xFFFFU);
            hit->score = score_from_entry((int16_t)(data >> 16 & 0xFFFFU), ply);
            hit->evaluation = (int16_t)(data >> 32 & 0xFFFFU);
            hit->depth = data_depth(data);
            hit->bound = data_bound(data);
            return true;
        }
    }
    return false;
}

void transposition_store(struct transposition_table *table, uint64_t key, unsigned ply,
                         const struct transposition_hit *found)
{
    struct transposition_entry *bucket = bucket_of(table, key);
    struct transposition_entry *place = bucket;
    int least = INT16_MAX;
    bc_move move = found->move;
    for (unsigned i = 0; i < TRANSPOSITION_BUCKET; i++) {
        uint64_t data = load(&bucket[i].data);
        if (data != 0 && (load(&bucket[i].check) ^ data) == key) {
            if (found->bound != BOUND_EXACT && data_generation(data) == table->generation &&
                data_depth(data) > found->depth + 3) {
                return;
            }
            if (move == BC_MOVE_NONE) {
                move = (bc_move)(data & 0xFFFFU);
            }
            place = &bucket[i];
            break;
        }
        unsigned age = (table->generation + GENERATIONS - data_generation(data)) % GENERATIONS;
        int worth = data == 0 ? INT16_MIN : data_depth(data) - GENERATION_WORTH * (int)age;
        if (worth < least) {
            least = worth;
            place = &bucket[i];
        }
    }
    uint64_t data = (uint64_t)move | (uint64_t)(uint16_t)score_to_entry(found->score, ply) << 16 |
                    (uint64_t)(uint16_t)found->evaluation << 32 | (uint64_t)(uint8_t)found->depth << 48 |
                    (uint64_t)found->bound << 56 | (uint64_t)table->generation << 58;
    store(&place->data, data);
    store(&place->check, key ^ data);
}

unsigned transposition_full(const struct transposition_table *table)
{
    uint64_t sample = table->bucket_count * TRANSPOSITION_BUCKET;
    sample = sample < 1000 ? sample : 1000;
    unsigned used = 0;
    for (uint64_t i = 0; i < sample; i++) {
        uint64_t data = load(&table->entries[i].data);
        used += data != 0 && data_generation(data) == table->generation;
    }
    return sample == 0 ? 0 : (unsigned)((uint64_t)used * 1000U / sample);
}
