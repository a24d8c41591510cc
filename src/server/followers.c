/* Who follows a table, and what they are told. */
#include "server/hub.h"

static void tell(const struct live_table *live, const struct follower *except, const struct text_buffer *text)
{
    if (text->failed) {
        return;
    }
    for (struct follower *follower = live->followers; follower != NULL; follower = follower->next) {
        if (follower != except) {
            follower->send(follower, text->data, text->length);
        }
    }
}

static void tell_presence_but(struct live_table *live, const struct follower *except)
{
    struct text_buffer text = {0};
    live->presence_changed = false;
    table_write_presence(&text, &live->presence, true);
    tell(live, except, &text);
    text_buffer_free(&text);
}

void hub_tell_presence(struct live_table *live)
{
    tell_presence_but(live, NULL);
}

/* A seat that comes or goes is told at once, spectators at the next sweep. */
static void presence_changes(struct live_table *live, const struct follower *except)
{
    bool told = false;
    for (unsigned side = 0; side < 2; side++) {
        bool present = live->side_followers[side] > 0;
        told = told || present != live->presence.sides[side];
        live->presence.sides[side] = present;
    }
    if (told) {
        tell_presence_but(live, except);
    }
}

void hub_follow(struct live_table *live, struct follower *follower, int side)
{
    follower->live = live;
    follower->side = side;
    follower->previous = NULL;
    follower->next = live->followers;
    if (live->followers != NULL) {
        live->followers->previous = follower;
    }
    live->followers = follower;
    live->hub->follower_count++;
    if (side < 0) {
        live->presence.spectators++;
        live->presence_changed = true;
    } else {
        live->side_followers[side]++;
    }
    presence_changes(live, follower);
}

void hub_leave(struct hub *hub, struct follower *follower)
{
    struct live_table *live = follower->live;
    if (live == NULL) {
        return;
    }
    if (follower->previous != NULL) {
        follower->previous->next = follower->next;
    } else {
        live->followers = follower->next;
    }
    if (follower->next != NULL) {
        follower->next->previous = follower->previous;
    }
    follower->live = NULL;
    follower->previous = follower->next = NULL;
    hub->follower_count--;
    if (follower->side < 0) {
        live->presence.spectators--;
        live->presence_changed = true;
    } else {
        live->side_followers[follower->side]--;
    }
    live->used = (uint64_t)hub->now_ms();
    presence_changes(live, NULL);
}

void hub_lose_followers(struct live_table *live)
{
    while (live->followers != NULL) {
        struct follower *follower = live->followers;
        live->followers = follower->next;
        follower->live = NULL;
        follower->previous = follower->next = NULL;
        live->hub->follower_count--;
        follower->lost(follower);
    }
}

/* Tells the whole table, to each with its own side. */
static void tell_state(struct live_table *live)
{
    struct text_buffer table = {0};
    table_write_json(&table, &live->table);
    for (int side = TABLE_NO_SIDE; side < 2; side++) {
        struct text_buffer text = {0};
        text_append_words(&text, "{");
        text_json_string_field(&text, "type", "state");
        table_write_state_fields(&text, side, &table, &live->presence);
        text_append_words(&text, "}");
        for (struct follower *follower = live->followers; follower != NULL && !text.failed; follower = follower->next) {
            if (follower->side == side) {
                follower->send(follower, text.data, text.length);
            }
        }
        text_buffer_free(&text);
    }
    text_buffer_free(&table);
}

void hub_tell_change(struct live_table *live, bool as_move)
{
    if (live->followers == NULL) {
        return;
    }
    if (!as_move) {
        tell_state(live);
        return;
    }
    struct text_buffer text = {0};
    table_write_move_message(&text, &live->table);
    tell(live, NULL, &text);
    text_buffer_free(&text);
}

void table_write_greeting(struct text_buffer *text, const struct hub_answer *answer, bool unchanged)
{
    text_append_words(text, "{");
    text_json_string_field(text, "type", unchanged ? "resumed" : "state");
    if (unchanged) {
        text_json_string_field(text, "you", answer->side < 0 ? NULL : side_word((unsigned)answer->side));
        text_json_number_field(text, "seq", (int64_t)answer->table->seq);
        text_json_field(text, "presence");
        table_write_presence(text, answer->presence, false);
    } else {
        struct text_buffer table = {0};
        table_write_json(&table, answer->table);
        table_write_state_fields(text, answer->side, &table, answer->presence);
        text_buffer_free(&table);
    }
    text_append_words(text, "}");
}
