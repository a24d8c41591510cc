/* What the server tells about itself, and values of positions. */
#include "server/respond.h"
#include "server/routes.h"
#include "server/server.h"

#include <baghchal/baghchal.h>

#include <stdlib.h>
#include <string.h>

enum { MOVES_TEXT_MAX = 8001 };

void answer_server(struct connection *connection)
{
    const struct server *server = connection->server;
    struct text_buffer text = {0};
    text_append_words(&text, "{");
    text_json_string_field(&text, "name", "baghchal");
    text_json_string_field(&text, "version", bc_version());
    text_json_number_field(&text, "api", 1);
    text_json_field(&text, "levels");
    text_append_words(&text, "[");
    for (unsigned level = 1; level <= TABLE_LEVEL_PERFECT && server->has_computer; level++) {
        text_json_comma(&text);
        text_json_string(&text, level_word(level));
    }
    text_append_words(&text, "]");
    text_json_field(&text, "rules");
    text_append_words(&text, "[");
    for (size_t i = 0; bc_rules_named(i) != NULL; i++) {
        const struct bc_named_rules *named = bc_rules_named(i);
        text_json_comma(&text);
        text_append_words(&text, "{");
        text_json_string_field(&text, "name", named->name);
        text_json_string_field(&text, "description", named->description);
        text_json_field(&text, "rule_set");
        table_write_rule_set(&text, &named->rules);
        text_append_words(&text, "}");
    }
    text_append_words(&text, "]");
    text_json_field(&text, "solutions");
    text_append_words(&text, "[");
    for (size_t i = 0; i < server->solutions.count; i++) {
        char rules[BC_RULES_TEXT_MAX];
        bc_rules_write(&server->board, &server->solutions.open[i].rules, rules);
        text_json_comma(&text);
        text_append_words(&text, "{");
        text_json_string_field(&text, "rules", rules);
        text_json_bool_field(&text, "placement", bc_solution_has_placement(server->solutions.open[i].solution));
        text_append_words(&text, "}");
    }
    text_append_words(&text, "]}");
    respond_json(connection, 200, "", &text);
    text_buffer_free(&text);
}

static void metric(struct text_buffer *text, const char *name, const char *kind, const char *help, uint64_t value)
{
    text_append_format(text, "# HELP baghchal_%s %s\n# TYPE baghchal_%s %s\nbaghchal_%s %llu\n", name, help, name, kind,
                       name, (unsigned long long)value);
}

static void store_times(struct text_buffer *text, const uint64_t *times, uint64_t sum)
{
    static const unsigned bounds[STORE_TIME_BUCKETS - 1] = STORE_TIME_BOUNDS;
    uint64_t count = 0;
    text_append_words(text, "# HELP baghchal_store_seconds How long transactions took.\n"
                            "# TYPE baghchal_store_seconds histogram\n");
    for (unsigned i = 0; i < STORE_TIME_BUCKETS; i++) {
        count += times[i];
        if (i + 1 < STORE_TIME_BUCKETS) {
            text_append_format(text, "baghchal_store_seconds_bucket{le=\"%g\"} %llu\n", bounds[i] / 1000.0,
                               (unsigned long long)count);
        }
    }
    text_append_format(text,
                       "baghchal_store_seconds_bucket{le=\"+Inf\"} %llu\nbaghchal_store_seconds_sum %g\n"
                       "baghchal_store_seconds_count %llu\n",
                       (unsigned long long)count, (double)sum / 1e6, (unsigned long long)count);
}

void answer_metrics(struct connection *connection)
{
    struct server *server = connection->server;
    const struct hub *hub = &server->hub;
    struct text_buffer text = {0};
    uv_mutex_lock(&server->store.lock);
    uint64_t commits = server->store.commits;
    uint64_t rows = server->store.rows_written;
    uint64_t failures = server->store.failures;
    uint64_t time_sum = server->store.time_sum;
    uint64_t times[STORE_TIME_BUCKETS];
    memcpy(times, server->store.times, sizeof times);
    uv_mutex_unlock(&server->store.lock);
    metric(&text, "connections", "gauge", "Open connections.", server->connection_count);
    metric(&text, "connections_accepted_total", "counter", "Connections accepted.", server->connections_accepted);
    metric(&text, "followers", "gauge", "Sockets and streams at tables.", hub->follower_count);
    metric(&text, "live_tables", "gauge", "Tables in memory.", hub->table_count);
    metric(&text, "tables_made_total", "counter", "Tables made.", hub->counts.tables_made);
    metric(&text, "moves_total", "counter", "Moves made.", hub->counts.moves);
    metric(&text, "computer_moves_total", "counter", "Moves made by the computer.", hub->counts.computer_moves);
    metric(&text, "games_finished_total", "counter", "Games that came to an end.", hub->counts.games_finished);
    metric(&text, "thinking", "gauge", "Games waiting for the computer.", server->computer.waiting);
    metric(&text, "messages_received_total", "counter", "WebSocket messages received.", server->messages_received);
    metric(&text, "messages_sent_total", "counter", "WebSocket messages sent.", server->messages_sent);
    metric(&text, "slow_clients_total", "counter", "Clients disconnected for not reading.", server->slow_clients);
    metric(&text, "store_commits_total", "counter", "Transactions on disk.", commits);
    metric(&text, "store_rows_total", "counter", "Rows written.", rows);
    metric(&text, "store_failures_total", "counter", "Transactions that failed.", failures);
    metric(&text, "store_waiting", "gauge", "Jobs waiting for the store.", server->store.waiting);
    store_times(&text, times, time_sum);
    text_append_words(&text,
                      "# HELP baghchal_responses_total HTTP responses.\n# TYPE baghchal_responses_total counter\n");
    for (unsigned digit = 1; digit <= 5; digit++) {
        text_append_format(&text, "baghchal_responses_total{status=\"%uxx\"} %llu\n", digit,
                           (unsigned long long)server->responses[digit]);
    }
    text_append_words(&text, "# HELP baghchal_refusals_total Refusals.\n# TYPE baghchal_refusals_total counter\n");
    for (unsigned refusal = 1; refusal < REFUSAL_COUNT; refusal++) {
        text_append_format(&text, "baghchal_refusals_total{code=\"%s\"} %llu\n", refusal_word((enum refusal)refusal),
                           (unsigned long long)hub->counts.refusals[refusal]);
    }
    if (text.failed) {
        respond_refusal(connection, REFUSAL_STORE_BUSY, BC_OK, 1000);
    } else {
        respond(connection, 200, "text/plain; version=0.0.4; charset=utf-8", "Cache-Control: no-store\r\n", text.data,
                text.length);
    }
    text_buffer_free(&text);
}

/* A question for values, at work in the worker pool. */
struct values_job {
    uv_work_t work;
    struct connection *connection;
    struct bc_solution *solution;
    struct bc_game game;
    struct bc_game_probe probe;
    enum bc_error error;
};

static void free_values_job(struct values_job *job)
{
    free(job->game.plies);
    free(job);
}

/* Plays the moves of a query's list. */
static enum bc_error play_moves(struct bc_game *game, const char *moves)
{
    while (*moves != '\0') {
        size_t length = strcspn(moves, ",");
        bc_move move = BC_MOVE_NONE;
        enum bc_error error = bc_move_read(game->board, moves, length, &move);
        if (error == BC_OK) {
            error = bc_game_play(game, move);
        }
        if (error != BC_OK) {
            return error;
        }
        moves += length;
        moves += *moves == ',';
    }
    return BC_OK;
}

static void do_probe(uv_work_t *work)
{
    struct values_job *job = work->data;
    job->error = bc_solution_probe_game(job->solution, &job->game, &job->probe);
}

static void write_value(struct text_buffer *text, const struct bc_probe *probe)
{
    text_json_string_field(text, "result", bc_result_word((enum bc_result)probe->result));
    if (probe->has_distances) {
        text_json_number_field(text, "zero", probe->zero);
        text_json_number_field(text, "end", probe->end);
    } else {
        text_json_null_field(text, "zero");
        text_json_null_field(text, "end");
    }
}

static void write_values(struct text_buffer *text, const struct values_job *job)
{
    char rules[BC_RULES_TEXT_MAX];
    char position[BC_POSITION_TEXT_MAX];
    bc_rules_write(job->game.board, &job->game.rules, rules);
    bc_position_write(job->game.board, &job->game.position, position);
    text_append_words(text, "{");
    text_json_string_field(text, "rules", rules);
    text_json_string_field(text, "position", position);
    write_value(text, &job->probe.value);
    text_json_field(text, "moves");
    text_append_words(text, "[");
    for (size_t i = 0; i < job->probe.count; i++) {
        char move[BC_MOVE_TEXT_MAX];
        bc_move_write(job->game.board, job->probe.moves[i].move, move);
        text_json_comma(text);
        text_append_words(text, "{");
        text_json_string_field(text, "move", move);
        write_value(text, &job->probe.moves[i].value);
        text_json_bool_field(text, "repeats", job->probe.moves[i].repeats);
        text_append_words(text, "}");
    }
    text_append_words(text, "]}");
}

static void on_probed(uv_work_t *work, int status)
{
    struct values_job *job = work->data;
    struct connection *connection = job->connection;
    connection->server->probes--;
    if (connection->closing) {
        connection_answered(connection);
    } else if (status != 0) {
        respond_refusal(connection, REFUSAL_SHUTTING_DOWN, BC_OK, 2000);
    } else if (job->error != BC_OK) {
        if (job->error == BC_ERROR_SOLUTION_CHECKSUM || job->error == BC_ERROR_SOLUTION_DAMAGED) {
            standard_solution_damaged(connection->server, job->solution);
        }
        respond_refusal(connection, REFUSAL_NO_SOLUTION, job->error, 0);
    } else {
        struct text_buffer text = {0};
        write_values(&text, job);
        respond_json(connection, 200, "", &text);
        text_buffer_free(&text);
    }
    free_values_job(job);
    connection_release(connection);
}

/* Reads the query into a game; `moves` holds MOVES_TEXT_MAX characters. */
static enum refusal read_question(struct values_job *job, const struct bc_board *board, const char *query, char *moves,
                                  enum bc_error *reason)
{
    char rules_text[BC_RULES_TEXT_MAX] = "";
    char position_text[BC_POSITION_TEXT_MAX] = "";
    struct bc_rules rules = bc_rules_default(board);
    struct bc_position start;
    moves[0] = '\0';
    int has_rules = http_query_value(query, "rules", rules_text, sizeof rules_text);
    int has_position = http_query_value(query, "position", position_text, sizeof position_text);
    if (has_rules < 0 || has_position < 0 || http_query_value(query, "moves", moves, MOVES_TEXT_MAX) < 0) {
        return REFUSAL_BAD_FIELD;
    }
    *reason = has_rules == 1 ? bc_rules_read(board, rules_text, strlen(rules_text), &rules, NULL) : BC_OK;
    if (*reason != BC_OK) {
        return REFUSAL_BAD_RULES;
    }
    *reason = has_position == 1 ? bc_position_read(board, position_text, strlen(position_text), &start, NULL) : BC_OK;
    size_t capacity = strlen(moves) / 3 + 2;
    struct bc_ply *plies = malloc(capacity * sizeof *plies);
    if (plies == NULL) {
        return REFUSAL_STORE_BUSY;
    }
    job->game.plies = plies;
    if (*reason == BC_OK) {
        *reason = bc_game_init(&job->game, board, &rules, has_position == 1 ? &start : NULL, plies, capacity);
    }
    if (*reason != BC_OK) {
        job->game.plies = plies;
        return REFUSAL_BAD_POSITION;
    }
    *reason = play_moves(&job->game, moves);
    return *reason == BC_OK ? REFUSAL_NONE : REFUSAL_ILLEGAL_MOVE;
}

void answer_values(struct connection *connection)
{
    struct server *server = connection->server;
    struct values_job *job = calloc(1, sizeof *job);
    char *moves = malloc(MOVES_TEXT_MAX);
    enum bc_error reason = BC_OK;
    enum refusal refusal = REFUSAL_STORE_BUSY;
    if (job != NULL && moves != NULL) {
        refusal = read_question(job, &server->board, connection->request->query, moves, &reason);
    }
    free(moves);
    if (refusal == REFUSAL_NONE) {
        job->solution = solutions_for(&server->solutions, &job->game.rules);
        refusal = job->solution == NULL ? REFUSAL_NO_SOLUTION : REFUSAL_NONE;
    }
    if (refusal == REFUSAL_NONE) {
        job->connection = connection;
        job->work.data = job;
        if (uv_queue_work(&server->loop, &job->work, do_probe, on_probed) == 0) {
            server->probes++;
            connection_hold(connection);
            return;
        }
        refusal = REFUSAL_STORE_BUSY;
    }
    if (job != NULL) {
        free_values_job(job);
    }
    respond_refusal(connection, refusal, reason, 0);
}
