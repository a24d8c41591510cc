/* Levels 1 to 8: a search of few turns, and chance misjudgement of what it finds. */
#include <baghchal/engine_level.h>

#include "engine/level_tables.h"

#include "rules/point_sets.h"

enum { SLOWEST = 1200 }; /* milliseconds after which a level moves in any case */

struct level {
    unsigned depth;
    unsigned nodes; /* thousands */
    unsigned lines;
    int misjudgement; /* hundredths of a goat: about the standard deviation */
    int certainty;    /* scores beyond this look no better or worse: how clearly a win is seen */
    uint32_t soft_milliseconds;
    uint32_t hard_milliseconds;
};

/* Each level sees more and misjudges less than the one below. docs/measurements.md has what that comes to; the misjudgements were chosen
 * so that each level scores about seven points in ten against the one below. Time is only a bound for slow machines: the nodes take
 * milliseconds. */
static const struct level levels[BC_LEVEL_MAX + 1] = {
    [1] = {1, 2, BC_MOVES_MAX, 130, 300, 0, SLOWEST},   [2] = {2, 2, BC_MOVES_MAX, 110, 500, 0, SLOWEST},
    [3] = {3, 4, BC_MOVES_MAX, 90, 1000, 0, SLOWEST},   [4] = {4, 6, BC_MOVES_MAX, 70, 2000, 0, SLOWEST},
    [5] = {5, 10, BC_MOVES_MAX, 50, 5000, 0, SLOWEST},  [6] = {6, 15, BC_MOVES_MAX, 35, 9000, 0, SLOWEST},
    [7] = {9, 60, BC_MOVES_MAX, 11, 30000, 0, SLOWEST}, [8] = {BC_ENGINE_DEPTH_MAX, 100, 1, 0, 30000, 0, SLOWEST},
};

enum {
    CAREFUL_LEVEL = 3, /* from which on no goat is given away in one */
    SACRIFICE = 150,   /* what a move that gives a goat must be better by than the best that does not */
};

/* With a clock the thousands of nodes do not count. */
static const struct level perfect = {BC_ENGINE_DEPTH_MAX, 1000, 1, 0, 30000, 450, 1400};

enum bc_error bc_level_read(const char *text, size_t length, unsigned *level)
{
    static const char word[] = "perfect";
    if (length == 1 && text[0] >= '0' + BC_LEVEL_MIN && text[0] <= '0' + BC_LEVEL_MAX) {
        *level = (unsigned)(text[0] - '0');
        return BC_OK;
    }
    if (length != sizeof word - 1) {
        return BC_ERROR_LEVEL;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] != word[i]) {
            return BC_ERROR_LEVEL;
        }
    }
    *level = BC_LEVEL_PERFECT;
    return BC_OK;
}

size_t bc_level_write(unsigned level, char *text)
{
    const char *word = "perfect";
    size_t length = 0;
    if (level < BC_LEVEL_PERFECT) {
        text[length++] = (char)('0' + level);
    } else {
        while (word[length] != '\0') {
            text[length] = word[length];
            length++;
        }
    }
    text[length] = '\0';
    return length;
}

static uint64_t mix(uint64_t word)
{
    word = (word ^ word >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ word >> 27) * UINT64_C(0x94D049BB133111EB);
    return word ^ word >> 31;
}

/* A chance amount from the sum of four even ones: bell-shaped, with about this standard deviation, within 3.5 times of it. */
static int chance(uint64_t word, int deviation)
{
    int sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        sum += (int)(word >> 16 * i & 0xFFFFU);
    }
    return (int)((int64_t)(sum - 2 * 0xFFFF) * deviation * 866 / 1000 / 0x8000);
}

/* Whether tigers could eat at once after the goats' move. */
static bool gives_goat(const struct bc_game *game, bc_move move)
{
    const struct bc_board *board = game->board;
    struct bc_position after = game->position;
    struct bc_undo undo;
    bc_position_make(board, &after, move, &undo);
    bc_points empty = board->points & ~(after.tigers | after.goats);
    for (unsigned i = 0; i < board->jump_shift_count; i++) {
        const struct bc_shift *shift = &board->jump_shifts[i];
        if ((after.tigers & shift->from & bc_points_back(after.goats, shift->over) &
             bc_points_back(empty, shift->to)) != 0) {
            return true;
        }
    }
    return false;
}

static int bounded(int score, int bound)
{
    if (score > bound) {
        return bound;
    }
    return score < -bound ? -bound : score;
}

/* The line that the level takes for the best. */
static const struct bc_engine_line *judge(const struct bc_game *game, unsigned level,
                                          const struct bc_engine_report *report, uint64_t seed)
{
    const struct level *how = &levels[level];
    bool careful = level >= CAREFUL_LEVEL && game->position.side == BC_GOATS;
    int best_safe = INT16_MIN;
    for (unsigned i = 0; careful && i < report->line_count; i++) {
        if (!gives_goat(game, report->lines[i].moves[0])) {
            best_safe = report->lines[i].score;
            break;
        }
    }
    const struct bc_engine_line *best = NULL;
    int best_score = 0;
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct bc_engine_line *line = &report->lines[i];
        if (careful && line->score < best_safe + SACRIFICE && gives_goat(game, line->moves[0]) &&
            best_safe != INT16_MIN) {
            continue;
        }
        uint64_t word = mix(seed ^ mix(game->position.hash + line->moves[0]));
        int score = bounded(line->score, how->certainty) + chance(word, how->misjudgement);
        if (best == NULL || score > best_score) {
            best = line;
            best_score = score;
        }
    }
    return best;
}

enum bc_error bc_level_choose(struct bc_engine *engine, const struct bc_game *game, unsigned level, uint64_t seed,
                              const struct bc_engine_host *host, struct bc_level_choice *choice)
{
    if (level < BC_LEVEL_MIN || level > BC_LEVEL_PERFECT) {
        return BC_ERROR_LEVEL;
    }
    if (game->ending != BC_ENDING_NONE) {
        return BC_ERROR_GAME_OVER;
    }
    const struct level *how = level == BC_LEVEL_PERFECT ? &perfect : &levels[level];
    bool clock = host != NULL && host->milliseconds != NULL;
    struct bc_engine_limits limits = {.depth = how->depth,
                                      .nodes = level == BC_LEVEL_PERFECT && clock ? 0 : how->nodes * UINT64_C(1000),
                                      .soft_milliseconds = how->soft_milliseconds,
                                      .hard_milliseconds = how->hard_milliseconds,
                                      .lines = how->lines,
                                      .without_tables = level != BC_LEVEL_PERFECT};
    struct bc_move_list kept;
    if (level == BC_LEVEL_PERFECT) {
        if (level_ask_tables(engine, game, &kept, choice)) {
            return BC_OK;
        }
        limits.only = kept.count > 0 ? &kept : NULL;
    }
    struct bc_engine_result result;
    enum bc_error error = bc_engine_search(engine, game, &limits, host, &result);
    if (error != BC_OK) {
        return error;
    }
    const struct bc_engine_line *line = &result.report.lines[0];
    if (level != BC_LEVEL_PERFECT) {
        line = judge(game, level, &result.report, seed);
        choice->from_tables = false;
    }
    choice->move = line->moves[0];
    choice->score = line->score;
    choice->nodes = result.report.nodes;
    choice->depth = result.report.depth;
    return BC_OK;
}
