#include "server/move_journal.h"

#include <stdlib.h>

enum { FIRST_PLACES = 1024, FIRST_MOVES = 16 };

void move_journal_free(struct move_journal *journal)
{
    for (size_t i = 0; i < journal->place_count; i++) {
        free(journal->places[i].moves);
    }
    free(journal->places);
    *journal = (struct move_journal){0};
}

/* The place of a table, or the free one where it belongs. There is always a free one. */
static struct journal_table *place_of(struct journal_table *places, size_t place_count, uint64_t id)
{
    size_t at = (size_t)(id * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (place_count - 1);
    while (places[at].id != 0 && places[at].id != id) {
        at = (at + 1) & (place_count - 1);
    }
    return &places[at];
}

/* Makes room for one more table; tables without moves are dropped on the way. */
static bool make_room(struct move_journal *journal)
{
    if ((journal->used + 1) * 2 <= journal->place_count) {
        return true;
    }
    size_t filled = 0;
    for (size_t i = 0; i < journal->place_count; i++) {
        filled += journal->places[i].count > 0;
    }
    size_t place_count = FIRST_PLACES;
    while (place_count < (filled + 1) * 4) {
        place_count *= 2;
    }
    struct journal_table *places = calloc(place_count, sizeof *places);
    if (places == NULL) {
        return false;
    }
    for (size_t i = 0; i < journal->place_count; i++) {
        if (journal->places[i].count > 0) {
            *place_of(places, place_count, journal->places[i].id) = journal->places[i];
        } else {
            free(journal->places[i].moves);
        }
    }
    free(journal->places);
    *journal = (struct move_journal){.places = places, .place_count = place_count, .used = filled};
    return true;
}

bool move_journal_add(struct move_journal *journal, const struct move_row *move)
{
    if (!make_room(journal)) {
        return false;
    }
    struct journal_table *place = place_of(journal->places, journal->place_count, move->table_id);
    if (place->count == place->capacity) {
        size_t capacity = place->capacity == 0 ? FIRST_MOVES : place->capacity * 2;
        struct move_row *moves = realloc(place->moves, capacity * sizeof *moves);
        if (moves == NULL) {
            return false;
        }
        place->moves = moves;
        place->capacity = capacity;
    }
    if (place->id == 0) {
        place->id = move->table_id;
        journal->used++;
    }
    place->moves[place->count++] = *move;
    return true;
}

const struct journal_table *move_journal_find(const struct move_journal *journal, uint64_t table_id)
{
    if (journal->place_count == 0) {
        return NULL;
    }
    const struct journal_table *place = place_of(journal->places, journal->place_count, table_id);
    return place->count == 0 ? NULL : place;
}

void move_journal_clear(struct move_journal *journal, uint64_t table_id)
{
    if (journal->place_count > 0) {
        place_of(journal->places, journal->place_count, table_id)->count = 0;
    }
}

uint64_t *move_journal_tables(const struct move_journal *journal, size_t *count)
{
    uint64_t *ids = malloc((journal->used + 1) * sizeof *ids);
    *count = 0;
    for (size_t i = 0; ids != NULL && i < journal->place_count; i++) {
        if (journal->places[i].count > 0) {
            ids[(*count)++] = journal->places[i].id;
        }
    }
    return ids;
}
