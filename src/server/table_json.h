/* Tables as JSON: the schemas Table, State and Presence of docs/openapi.yaml, and the message that tells a move. */
#ifndef BAGHCHAL_SERVER_TABLE_JSON_H
#define BAGHCHAL_SERVER_TABLE_JSON_H

#include "server/table.h"
#include "server/text_buffer.h"

struct table_presence {
    bool sides[2];
    uint32_t spectators;
};

/* The whole table as an object. */
void table_write_json(struct text_buffer *text, const struct table *table);

/* The fields `you`, `table` and `presence`, without braces around. `table_json` is what table_write_json() wrote. */
void table_write_state_fields(struct text_buffer *text, int side, const struct text_buffer *table_json,
                              const struct table_presence *presence);

/* The message that the last move of a table is told by. */
void table_write_move_message(struct text_buffer *text, const struct table *table);

/* {"goats": ..., "tigers": ..., "spectators": ...}, with `"type":"presence"` before them if `message`. */
void table_write_presence(struct text_buffer *text, const struct table_presence *presence, bool message);

void table_write_rule_set(struct text_buffer *text, const struct bc_rules *rules);

/* {"code": ..., "message": ...} with the reason and the wait where there are any (BC_OK and 0 are none). */
void refusal_write_json(struct text_buffer *text, enum refusal refusal, enum bc_error reason, int64_t wait);

#endif
