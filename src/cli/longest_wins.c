#include "cli/longest_wins.h"

#include "cli/command.h"
#include "solution/manifest.h"
#include "solution/tables.h"

#include <baghchal/text.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum metric { ZERO, END, METRIC_COUNT };

enum { LINE_TURNS_MAX = 2000 };

static const char *const metric_words[METRIC_COUNT] = {[ZERO] = "zero", [END] = "end"};

struct longest {
    unsigned distance; /* 0: there is no such win */
    struct bc_position position;
};

/* What one line of best play needs. */
struct line {
    struct bc_game game;
    struct bc_game_probe probe;
    struct bc_ply plies[LINE_TURNS_MAX];
    bc_move moves[LINE_TURNS_MAX];
    size_t count;
};

static void keep_longer(const struct bc_solution *solution, const struct bc_movement_entry *entry, unsigned eaten,
                        unsigned side, uint32_t class, uint32_t rank, struct longest longest[METRIC_COUNT][2])
{
    const struct bc_index *index = solution->index;
    const unsigned distances[METRIC_COUNT] = {[ZERO] = entry->zero, [END] = entry->end};
    for (unsigned metric = 0; metric < METRIC_COUNT; ++metric) {
        struct longest *found = &longest[metric][entry->result == BC_RESULT_TIGERS_WIN];
        if (distances[metric] <= found->distance) {
            continue;
        }
        uint32_t mask = bc_index_unrank(index, index->board->goat_count - eaten, rank);
        found->distance = distances[metric];
        found->position = (struct bc_position){
            .tigers = index->classes[class].tigers,
            .goats = bc_index_goats(index, class, mask),
            .side = (uint8_t)side,
            .goats_eaten = (uint8_t)eaten,
        };
        found->position.turn = bc_position_earliest_turn(index->board, &found->position);
    }
}

static enum bc_error find_longest(struct bc_solution *solution, struct longest longest[METRIC_COUNT][2])
{
    const struct bc_index *index = solution->index;
    for (unsigned eaten = 0; eaten < solution->manifest.rules.goats_to_win; ++eaten) {
        uint32_t count = bc_index_mask_count(index, index->board->goat_count - eaten);
        for (uint32_t class = 0; class < index->class_count; ++class) {
            for (unsigned side = 0; side < 2; ++side) {
                for (uint32_t rank = 0; rank < count; ++rank) {
                    struct bc_movement_entry entry;
                    enum bc_error error = bc_solution_movement_entry(solution, eaten, side, class, rank, &entry);
                    if (error != BC_OK) {
                        return error;
                    }
                    if (entry.result != BC_RESULT_DRAW) {
                        keep_longer(solution, &entry, eaten, side, class, rank, longest);
                    }
                }
            }
        }
    }
    return BC_OK;
}

/* By *end* the first move of a probe is best. By *zero* the winner makes it small, the loser large. */
static size_t choose(const struct bc_game *game, const struct bc_game_probe *probe, enum metric metric)
{
    size_t choice = 0;
    bool wins = (probe->value.result == BC_RESULT_GOATS_WIN) == (game->position.side == BC_GOATS);
    for (size_t i = 1; i < probe->count && metric == ZERO; ++i) {
        const struct bc_move_value *move = &probe->moves[i];
        unsigned best = probe->moves[choice].value.zero;
        if (move->value.result == probe->value.result && !move->repeats &&
            (wins ? move->value.zero < best : move->value.zero > best)) {
            choice = i;
        }
    }
    return choice;
}

static enum bc_error play_line(struct bc_solution *solution, const struct longest *longest, enum metric metric,
                               struct line *line)
{
    const struct bc_rules rules = bc_solution_rules(solution);
    line->count = 0;
    enum bc_error error =
        bc_game_init(&line->game, solution->board, &rules, &longest->position, line->plies, LINE_TURNS_MAX);
    bool over = false;
    while (error == BC_OK && !over && line->count < LINE_TURNS_MAX) {
        error = bc_solution_probe_game(solution, &line->game, &line->probe);
        if (error != BC_OK || line->probe.count == 0) {
            break;
        }
        bc_move move = line->probe.moves[choose(&line->game, &line->probe, metric)].move;
        line->moves[line->count++] = move;
        error = bc_game_play(&line->game, move);
        over = line->game.result != BC_RESULT_NONE || (metric == ZERO && bc_move_captures(move));
    }
    return error;
}

static void write_plain(const struct longest *longest, const char *metric, const char *winner, const struct line *line)
{
    char text[BC_POSITION_TEXT_MAX];
    bc_position_write(line->game.board, &longest->position, text);
    (void)printf("%s\t%s\t%u\t%s\n", metric, winner, longest->distance, text);
    for (size_t i = 0; i < line->count; ++i) {
        char move[BC_MOVE_TEXT_MAX];
        bc_move_write(line->game.board, line->moves[i], move);
        (void)printf("%s%s", i == 0 ? "" : " ", move);
    }
    (void)putchar('\n');
}

static json_t *longest_json(const struct longest *longest, const char *metric, const char *winner,
                            const struct line *line)
{
    char text[BC_POSITION_TEXT_MAX];
    json_t *moves = json_array();
    bc_position_write(line->game.board, &longest->position, text);
    for (size_t i = 0; i < line->count; ++i) {
        char move[BC_MOVE_TEXT_MAX];
        bc_move_write(line->game.board, line->moves[i], move);
        (void)json_array_append_new(moves, json_string(move));
    }
    return json_pack("{s:s, s:s, s:i, s:s, s:o}", "metric", metric, "winner", winner, "distance",
                     (int)longest->distance, "position", text, "moves", moves);
}

int write_longest_wins(struct bc_solution *solution, bool json)
{
    struct longest longest[METRIC_COUNT][2] = {0};
    struct line *line = malloc(sizeof *line);
    json_t *list = json_array();
    enum bc_error error = line == NULL || list == NULL ? BC_ERROR_MEMORY : find_longest(solution, longest);
    for (unsigned metric = 0; metric < METRIC_COUNT && error == BC_OK; ++metric) {
        for (unsigned tigers = 0; tigers < 2 && error == BC_OK; ++tigers) {
            const struct longest *win = &longest[metric][tigers];
            const char *winner = bc_value_word(tigers != 0 ? BC_RESULT_TIGERS_WIN : BC_RESULT_GOATS_WIN);
            if (win->distance == 0) {
                continue;
            }
            error = play_line(solution, win, (enum metric)metric, line);
            if (error == BC_OK && json) {
                (void)json_array_append_new(list, longest_json(win, metric_words[metric], winner, line));
            } else if (error == BC_OK) {
                write_plain(win, metric_words[metric], winner, line);
            }
        }
    }
    if (error == BC_OK && json) {
        (void)json_dumpf(list, stdout, JSON_INDENT(2));
        (void)putchar('\n');
    }
    json_decref(list);
    free(line);
    return error == BC_OK ? EXIT_DONE : complain("value", "%s", bc_error_text(error));
}
