/* A growing text, and JSON written into it.
 *
 * Starts as all zeros and is freed by text_buffer_free(). When memory runs out `failed` is set, everything appended later is dropped, and the
 * caller looks at the flag once at the end. The text is not ended by a NUL. */
#ifndef BAGHCHAL_SERVER_TEXT_BUFFER_H
#define BAGHCHAL_SERVER_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text_buffer {
    char *data;
    size_t length;
    size_t capacity;
    bool failed;
};

void text_buffer_free(struct text_buffer *text);
void text_append(struct text_buffer *text, const char *data, size_t length);
void text_append_words(struct text_buffer *text, const char *words);
void text_append_number(struct text_buffer *text, int64_t number);
void text_append_format(struct text_buffer *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room for `length` more characters, to be filled by the caller, who then adds to `length`; NULL without memory. */
char *text_reserve(struct text_buffer *text, size_t length);

/* A string in quotes with everything escaped that must be; `value` NULL gives null. The value is UTF-8. */
void text_json_string(struct text_buffer *text, const char *value);

/* A name, a colon and the value, with a comma before them unless an opening bracket or nothing stands there. */
void text_json_string_field(struct text_buffer *text, const char *name, const char *value);
void text_json_number_field(struct text_buffer *text, const char *name, int64_t value);
void text_json_bool_field(struct text_buffer *text, const char *name, bool value);
void text_json_null_field(struct text_buffer *text, const char *name);

/* Only the name: the value follows. */
void text_json_field(struct text_buffer *text, const char *name);

/* A comma unless an opening bracket or nothing stands before. */
void text_json_comma(struct text_buffer *text);

#endif
