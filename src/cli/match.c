/* baghchal match: engines against each other. */
#include "cli/commands.h"
#include "cli/match_interval.h"
#include "cli/match_player.h"
#include "cli/options.h"
#include "cli/solution_option.h"

#include <baghchal/record.h>
#include <baghchal/text.h>

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: baghchal match A B [--games N] [--openings FILE] [--turns N] [--records FILE] [--rules R] [--board B]\n"
    "                      [--movetime MS] [--seed N] [--solve yes|no] [--json]\n"
    "\n"
    "Lets two players play against each other, both sides of each opening, and says how A did.\n"
    "\n"
    "A and B are each a level (1 to 8, perfect), nodes=N or movetime=MS (the full search with so many positions or\n"
    "milliseconds a move), random (any legal move), greedy (eats if it can and gives no goat away if it can), or the\n"
    "command line of a program that speaks the engine protocol, such as 'baghchal engine'.\n"
    "\n"
    "  --games N          games, an even number (default: 20)\n"
    "  --openings FILE    openings, one a line: moves from the start, or a position; after the last comes the first\n"
    "  --turns N          without a file, openings are so many chance turns in which no goat is given away (default: "
    "4)\n"
    "  --records FILE     write the games there\n"
    "  --rules R          a rule set, such as nepal, four, or goats=7 (default: nepal)\n"
    "  --board B          standard, 4x4 or 3x3 (default: standard)\n"
    "  --movetime MS      for programs: milliseconds a move (default: 500)\n"
    "  --seed N           another seed for all chance (default: 1)\n"
    "  --solve yes|no     make the tables that 'perfect' asks, where there are none, in the background (default: yes)\n"
    "  --json             write one JSON object\n"
    "\n"
    "A score is the share of points, a draw counting half; behind it stands its 95 % confidence interval, from the "
    "spread\n"
    "of the pairs of games with the same opening, to which a pair lost and a pair won are added: few games say "
    "little,\n"
    "even where all of them end alike.\n";

enum { GAME_PLIES = 2000, OPENING_TRIES = 1000 };

struct tally {
    unsigned wins;
    unsigned draws;
    unsigned losses;
};

struct match {
    struct bc_board board;
    struct match_settings settings;
    struct match_player players[2]; /* A, B */
    struct bc_ply plies[GAME_PLIES];
    struct tally tallies[2]; /* of A, by the side A had */
    unsigned endings[BC_ENDING_COUNT];
    double pair_sum;
    double pair_square_sum;
    char **openings;
    size_t opening_count;
    unsigned turns;
    uint64_t random;
    FILE *records;
    unsigned games_written;
    void *record_memory;
};

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t word = (*state ^ *state >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return word ^ word >> 32;
}

/* Chance turns that leave no goat to be eaten. */
static bool play_chance_opening(struct match *match, struct bc_game *game)
{
    for (unsigned i = 0; i < 2 * match->turns; i++) {
        struct bc_move_list moves;
        bc_game_moves(game, &moves);
        bool moved = false;
        for (unsigned try = 0; try < 32 && !moved && moves.count > 0; try++) {
            bc_move move = moves.moves[next_random(&match->random) % moves.count];
            struct bc_position after = game->position;
            struct bc_undo undo;
            bc_position_make(&match->board, &after, move, &undo);
            after.side = BC_TIGERS;
            struct bc_move_list replies;
            bc_position_moves(&match->board, &after, &replies);
            bool gives = false;
            for (unsigned j = 0; j < replies.count; j++) {
                gives = gives || bc_move_captures(replies.moves[j]);
            }
            moved = (!gives || game->position.side == BC_TIGERS) && !bc_move_captures(move) &&
                    bc_game_play(game, move) == BC_OK;
        }
        if (!moved) {
            return false;
        }
    }
    return game->ending == BC_ENDING_NONE;
}

/* Plays an opening's line: a position, or moves from the start. Complains if it is neither. */
static bool play_written_opening(struct match *match, const char *line, struct bc_game *game)
{
    struct bc_position position;
    if (strchr(line, '/') != NULL) {
        enum bc_error error = bc_position_read(&match->board, line, strlen(line), &position, NULL);
        if (error == BC_OK) {
            error = bc_game_init(game, &match->board, &match->settings.rules, &position, match->plies, GAME_PLIES);
        }
        if (error != BC_OK || game->ending != BC_ENDING_NONE) {
            (void)complain("match", "opening '%s': %s", line,
                           bc_error_text(error != BC_OK ? error : BC_ERROR_GAME_OVER));
            return false;
        }
        return true;
    }
    for (const char *at = line + strspn(line, " \t"); *at != '\0'; at += strspn(at, " \t")) {
        size_t length = strcspn(at, " \t");
        bc_move move;
        enum bc_error error = bc_move_read(&match->board, at, length, &move);
        if (error == BC_OK) {
            error = bc_game_play(game, move);
        }
        if (error != BC_OK) {
            (void)complain("match", "opening '%s': '%.*s': %s", line, (int)length, at, bc_error_text(error));
            return false;
        }
        at += length;
    }
    if (game->ending != BC_ENDING_NONE) {
        (void)complain("match", "opening '%s': %s", line, bc_error_text(BC_ERROR_GAME_OVER));
        return false;
    }
    return true;
}

static bool begin_game(struct match *match, unsigned pair, uint64_t seed, struct bc_game *game)
{
    match->random = seed;
    for (unsigned try = 0; try < OPENING_TRIES; try++) {
        if (bc_game_init(game, &match->board, &match->settings.rules, NULL, match->plies, GAME_PLIES) != BC_OK) {
            return false;
        }
        if (match->opening_count > 0) {
            return play_written_opening(match, match->openings[pair % match->opening_count], game);
        }
        if (play_chance_opening(match, game)) {
            return true;
        }
    }
    (void)complain("match", "no opening of %u turns is found", match->turns);
    return false;
}

static struct bc_record_tag tag(const char *name, const char *value)
{
    return (struct bc_record_tag){name, value, strlen(name), strlen(value)};
}

static bool write_record(struct match *match, const struct bc_game *game, const char *goats, const char *tigers,
                         unsigned number)
{
    if (match->records == NULL) {
        return true;
    }
    char round[16];
    (void)snprintf(round, sizeof round, "%u", number);
    const struct bc_record_tag tags[] = {tag("Event", "Match"), tag("Round", round), tag("Goats", goats),
                                         tag("Tigers", tigers)};
    struct bc_record record;
    size_t length = 0;
    char *text = NULL;
    enum bc_error error = bc_record_from_game(game, tags, sizeof tags / sizeof tags[0], match->record_memory,
                                              BC_RECORD_MEMORY_START, &record);
    if (error == BC_OK) {
        (void)bc_record_write(&record, NULL, 0, &length);
        text = malloc(length);
        error = text == NULL ? BC_ERROR_MEMORY : bc_record_write(&record, text, length, &length);
    }
    if (error != BC_OK) {
        (void)complain("match", "%s", bc_error_text(error));
    } else if ((match->games_written++ > 0 && fputc('\n', match->records) == EOF) ||
               fwrite(text, 1, length, match->records) != length || fflush(match->records) != 0) {
        (void)complain("match", "cannot write the records: %s", strerror(errno));
        error = BC_ERROR_MEMORY;
    }
    free(text);
    return error == BC_OK;
}

/* Plays one game; sets A's points. */
static bool play_game(struct match *match, unsigned number, enum bc_side side_of_a, uint64_t seed, double *points)
{
    struct bc_game game;
    struct match_player *goats = &match->players[side_of_a == BC_GOATS ? 0 : 1];
    struct match_player *tigers = &match->players[side_of_a == BC_GOATS ? 1 : 0];
    if (!begin_game(match, number / 2, seed, &game) || !match_player_begin(goats, seed + 1) ||
        !match_player_begin(tigers, seed + 2)) {
        return false;
    }
    while (game.ending == BC_ENDING_NONE && game.ply_count < GAME_PLIES) {
        bc_move move = BC_MOVE_NONE;
        struct match_player *mover = game.position.side == BC_GOATS ? goats : tigers;
        if (!match_player_move(mover, &match->settings, &game, &move)) {
            return false;
        }
        (void)bc_game_play(&game, move);
    }
    if (game.ending == BC_ENDING_NONE) {
        (void)bc_game_agree_draw(&game); /* rules without limits: enough is enough */
    }
    struct tally *tally = &match->tallies[side_of_a];
    if (game.result == BC_RESULT_DRAW) {
        tally->draws++;
        *points = 0.5;
    } else if ((game.result == BC_RESULT_GOATS_WIN) == (side_of_a == BC_GOATS)) {
        tally->wins++;
        *points = 1;
    } else {
        tally->losses++;
        *points = 0;
    }
    match->endings[game.ending]++;
    return write_record(match, &game, goats->name, tigers->name, number + 1);
}

static bool play_match(struct match *match, unsigned games)
{
    uint64_t seeds = match->settings.seed;
    for (unsigned number = 0; number < games; number += 2) {
        uint64_t seed = next_random(&seeds);
        double as_goats;
        double as_tigers;
        if (!play_game(match, number, BC_GOATS, seed, &as_goats) ||
            !play_game(match, number + 1, BC_TIGERS, seed, &as_tigers)) {
            return false;
        }
        double pair = (as_goats + as_tigers) / 2;
        match->pair_sum += pair;
        match->pair_square_sum += pair * pair;
    }
    return true;
}

static double score_of(const struct tally *tally)
{
    unsigned games = tally->wins + tally->draws + tally->losses;
    return games == 0 ? 0 : (tally->wins + 0.5 * tally->draws) / games;
}

static double interval_of(const struct match *match, unsigned games)
{
    return match_interval(games / 2, match->pair_sum, match->pair_square_sum);
}

static void write_lines(struct match *match, unsigned games)
{
    static const char *const sides[2] = {"goats", "tigers"};
    const struct tally *goats = &match->tallies[BC_GOATS];
    const struct tally *tigers = &match->tallies[BC_TIGERS];
    struct tally all = {goats->wins + tigers->wins, goats->draws + tigers->draws, goats->losses + tigers->losses};
    (void)printf("%s against %s, %u games\n", match->players[0].name, match->players[1].name, games);
    (void)printf("score %.1f %% (± %.1f), +%u =%u -%u\n", 100 * score_of(&all), 100 * interval_of(match, games),
                 all.wins, all.draws, all.losses);
    for (unsigned side = 0; side < 2; side++) {
        const struct tally *tally = &match->tallies[side];
        (void)printf("  with the %s %.1f %%, +%u =%u -%u\n", sides[side], 100 * score_of(tally), tally->wins,
                     tally->draws, tally->losses);
    }
    for (unsigned i = 0; i < BC_ENDING_COUNT; i++) {
        if (match->endings[i] > 0) {
            (void)printf("  %s %u\n", bc_ending_word((enum bc_ending)i), match->endings[i]);
        }
    }
    for (unsigned i = 0; i < 2; i++) {
        (void)printf("%s: %llu moves, median %.1f ms, longest %.1f ms\n", match->players[i].name,
                     (unsigned long long)match->players[i].moves, match_player_median(&match->players[i]),
                     match->players[i].milliseconds_longest);
    }
}

static json_t *tally_json(const struct tally *tally)
{
    return json_pack("{s:i, s:i, s:i, s:f}", "wins", (int)tally->wins, "draws", (int)tally->draws, "losses",
                     (int)tally->losses, "score", score_of(tally));
}

static int write_json(struct match *match, unsigned games)
{
    const struct tally *goats = &match->tallies[BC_GOATS];
    const struct tally *tigers = &match->tallies[BC_TIGERS];
    struct tally all = {goats->wins + tigers->wins, goats->draws + tigers->draws, goats->losses + tigers->losses};
    json_t *players = json_array();
    for (unsigned i = 0; i < 2; i++) {
        struct match_player *player = &match->players[i];
        (void)json_array_append_new(
            players, json_pack("{s:s, s:I, s:f, s:f}", "name", player->name, "moves", (json_int_t)player->moves,
                               "median_ms", match_player_median(player), "longest_ms", player->milliseconds_longest));
    }
    json_t *endings = json_object();
    for (unsigned i = 0; i < BC_ENDING_COUNT; i++) {
        if (match->endings[i] > 0) {
            (void)json_object_set_new(endings, bc_ending_word((enum bc_ending)i), json_integer(match->endings[i]));
        }
    }
    json_t *result = json_pack("{s:i, s:f, s:f, s:o, s:o, s:o, s:o, s:o}", "games", (int)games, "score", score_of(&all),
                               "interval", interval_of(match, games), "all", tally_json(&all), "goats",
                               tally_json(goats), "tigers", tally_json(tigers), "endings", endings, "players", players);
    int code = result == NULL || json_dumpf(result, stdout, JSON_INDENT(2)) != 0 ? EXIT_INPUT : EXIT_DONE;
    (void)putchar('\n');
    json_decref(result);
    return code;
}

/* Reads the openings of a file; empty lines and those that begin with # are left out. */
static int read_openings(struct match *match, const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return complain("match", "%s: %s", path, strerror(errno));
    }
    char *line = NULL;
    size_t capacity = 0;
    int code = EXIT_DONE;
    while (code == EXIT_DONE && getline(&line, &capacity, file) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#') {
            continue;
        }
        char **larger = reallocarray(match->openings, match->opening_count + 1, sizeof *larger);
        char *copy = strdup(line);
        if (larger != NULL) {
            match->openings = larger;
        }
        if (larger == NULL || copy == NULL) {
            free(copy);
            code = complain("match", "%s", bc_error_text(BC_ERROR_MEMORY));
        } else {
            match->openings[match->opening_count++] = copy;
        }
    }
    if (code == EXIT_DONE && match->opening_count == 0) {
        code = complain("match", "%s: there is no opening in it", path);
    }
    free(line);
    (void)fclose(file);
    return code;
}

static int hold(struct match *match, char **names, unsigned games, bool json)
{
    int code = EXIT_INPUT;
    if (!match_player_open(&match->players[0], names[0], &match->settings)) {
        return code;
    }
    if (match_player_open(&match->players[1], names[1], &match->settings)) {
        if (play_match(match, games)) {
            code = EXIT_DONE;
            if (json) {
                code = write_json(match, games);
            } else {
                write_lines(match, games);
            }
        }
        match_player_close(&match->players[1]);
    }
    match_player_close(&match->players[0]);
    return code;
}

static int run(int argc, char **argv)
{
    static struct match match;
    const char *board_name = NULL;
    const char *rules_text = NULL;
    const char *openings = NULL;
    const char *records = NULL;
    const char *solve = NULL;
    unsigned long games = 20;
    unsigned long turns = 4;
    unsigned long move_milliseconds = 500;
    unsigned long seed = 1;
    bool json = false;
    const struct option options[] = {
        {.name = "games", .number = &games, .minimum = 2, .maximum = 1000000},
        {.name = "openings", .text = &openings},
        {.name = "turns", .number = &turns, .minimum = 0, .maximum = 10},
        {.name = "records", .text = &records},
        {.name = "rules", .text = &rules_text},
        {.name = "board", .text = &board_name},
        {.name = "movetime", .number = &move_milliseconds, .minimum = 1, .maximum = 3600000},
        {.name = "seed", .number = &seed, .minimum = 0, .maximum = UINT32_MAX},
        {.name = "solve", .text = &solve},
        {.name = "json", .flag = &json},
        {.name = NULL},
    };
    int code = read_options("match", options, &argc, argv);
    if (code != EXIT_DONE) {
        return code;
    }
    if (argc != 3) {
        return complain_usage("match", argc < 3 ? "two players are wanted" : "there are more than two players");
    }
    if (games % 2 != 0) {
        return complain_usage("match", "the number of games must be even, since each opening is played twice");
    }
    if ((code = read_board_option("match", board_name, &match.board)) != EXIT_DONE ||
        (code = read_rules_option("match", &match.board, rules_text, &match.settings.rules)) != EXIT_DONE ||
        (openings != NULL && (code = read_openings(&match, openings)) != EXIT_DONE)) {
        return code;
    }
    if ((code = read_solve_option("match", solve, &match.settings.make_tables)) != EXIT_DONE) {
        return code;
    }
    match.settings.board = &match.board;
    match.settings.move_milliseconds = (unsigned)move_milliseconds;
    match.settings.seed = seed;
    match.turns = (unsigned)turns;
    match.record_memory = malloc(BC_RECORD_MEMORY_START);
    if (records != NULL && (match.records = fopen(records, "w")) == NULL) {
        code = complain("match", "%s: %s", records, strerror(errno));
    } else if (match.record_memory == NULL) {
        code = complain("match", "%s", bc_error_text(BC_ERROR_MEMORY));
    } else {
        code = hold(&match, argv + 1, (unsigned)games, json);
    }
    if (match.records != NULL && fclose(match.records) != 0 && code == EXIT_DONE) {
        code = complain("match", "%s: %s", records, strerror(errno));
    }
    free(match.record_memory);
    for (size_t i = 0; i < match.opening_count; i++) {
        free(match.openings[i]);
    }
    free(match.openings);
    return code;
}

const struct command match_command = {"match", "let engines play against each other", help, run};
