#include "server/text_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 512 };

void text_buffer_free(struct text_buffer *text)
{
    free(text->data);
    *text = (struct text_buffer){0};
}

char *text_reserve(struct text_buffer *text, size_t length)
{
    if (text->failed || length > SIZE_MAX / 4 - text->length) {
        text->failed = true;
        return NULL;
    }
    if (text->capacity - text->length < length) {
        size_t capacity = text->capacity == 0 ? FIRST_CAPACITY : text->capacity;
        while (capacity - text->length < length) {
            capacity *= 2;
        }
        char *data = realloc(text->data, capacity);
        if (data == NULL) {
            text->failed = true;
            return NULL;
        }
        text->data = data;
        text->capacity = capacity;
    }
    return text->data + text->length;
}

void text_append(struct text_buffer *text, const char *data, size_t length)
{
    char *room = length == 0 ? NULL : text_reserve(text, length);
    if (room != NULL) {
        memcpy(room, data, length);
        text->length += length;
    }
}

void text_append_words(struct text_buffer *text, const char *words)
{
    text_append(text, words, strlen(words));
}

void text_append_number(struct text_buffer *text, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    text_append(text, digits + at, sizeof digits - at);
}

void text_append_format(struct text_buffer *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char line[1024];
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line) {
        text->failed = true;
        return;
    }
    text_append(text, line, (size_t)length);
}

void text_json_comma(struct text_buffer *text)
{
    if (text->length > 0) {
        char last = text->data[text->length - 1];
        if (last != '{' && last != '[' && last != ':') {
            text_append(text, ",", 1);
        }
    }
}

static void append_escaped(struct text_buffer *text, unsigned char character)
{
    char escape[8];
    int length = snprintf(escape, sizeof escape, "\\u%04x", character);
    text_append(text, escape, (size_t)length);
}

void text_json_string(struct text_buffer *text, const char *value)
{
    if (value == NULL) {
        text_append_words(text, "null");
        return;
    }
    text_append(text, "\"", 1);
    size_t start = 0;
    size_t at = 0;
    for (; value[at] != '\0'; at++) {
        unsigned char character = (unsigned char)value[at];
        /* A less-than sign never leaves as such: a body that a browser takes for a page can then hold no tag. */
        if (character < 0x20 || character == '"' || character == '\\' || character == '<' || character == 0x7F) {
            text_append(text, value + start, at - start);
            append_escaped(text, character);
            start = at + 1;
        }
    }
    text_append(text, value + start, at - start);
    text_append(text, "\"", 1);
}

void text_json_field(struct text_buffer *text, const char *name)
{
    text_json_comma(text);
    text_append(text, "\"", 1);
    text_append_words(text, name);
    text_append(text, "\":", 2);
}

void text_json_string_field(struct text_buffer *text, const char *name, const char *value)
{
    text_json_field(text, name);
    text_json_string(text, value);
}

void text_json_number_field(struct text_buffer *text, const char *name, int64_t value)
{
    text_json_field(text, name);
    text_append_number(text, value);
}

void text_json_bool_field(struct text_buffer *text, const char *name, bool value)
{
    text_json_field(text, name);
    text_append_words(text, value ? "true" : "false");
}

void text_json_null_field(struct text_buffer *text, const char *name)
{
    text_json_field(text, name);
    text_append_words(text, "null");
}
