#include "openapi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* A scalar as YAML's core schema has it: what is quoted is a string. */
static json_t *scalar(const yaml_node_t *node)
{
    const char *text = (const char *)node->data.scalar.value;
    char *end = NULL;
    if (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
        long long number = strtoll(text, &end, 10);
        if (end != text && *end == '\0') {
            return json_integer(number);
        }
        if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
            return json_boolean(text[0] == 't');
        }
        if (strcmp(text, "null") == 0) {
            return json_null();
        }
    }
    return json_string(text);
}

static json_t *convert(yaml_document_t *document, int index)
{
    const yaml_node_t *node = yaml_document_get_node(document, index);
    if (node == NULL) {
        return json_null();
    }
    if (node->type == YAML_SEQUENCE_NODE) {
        json_t *array = json_array();
        for (const yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top;
             item++) {
            (void)json_array_append_new(array, convert(document, *item));
        }
        return array;
    }
    if (node->type == YAML_MAPPING_NODE) {
        json_t *object = json_object();
        for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top;
             pair++) {
            const yaml_node_t *key = yaml_document_get_node(document, pair->key);
            (void)json_object_set_new(object, (const char *)key->data.scalar.value, convert(document, pair->value));
        }
        return object;
    }
    return scalar(node);
}

json_t *yaml_load(const char *path)
{
    yaml_parser_t parser;
    yaml_document_t document;
    json_t *result = NULL;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    if (yaml_parser_initialize(&parser) != 0) {
        yaml_parser_set_input_file(&parser, file);
        if (yaml_parser_load(&parser, &document) != 0) {
            result = convert(&document, 1);
            yaml_document_delete(&document);
        }
        yaml_parser_delete(&parser);
    }
    (void)fclose(file);
    return result;
}

json_t *openapi_resolve(json_t *document, json_t *object)
{
    const char *reference = json_string_value(json_object_get(object, "$ref"));
    if (reference == NULL) {
        return object;
    }
    json_t *target = document;
    for (const char *at = reference + 2; *at != '\0';) {
        char name[64];
        size_t length = strcspn(at, "/");
        (void)snprintf(name, sizeof name, "%.*s", (int)length, at);
        target = json_object_get(target, name);
        at += length;
        at += *at == '/';
    }
    return openapi_resolve(document, target);
}

static bool misfit(char *why, size_t size, const char *what)
{
    (void)snprintf(why, size, "%s", what);
    return false;
}

static bool type_fits(const char *type, json_t *value)
{
    return type == NULL || (strcmp(type, "object") == 0 && json_is_object(value)) ||
           (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "string") == 0 && json_is_string(value)) ||
           (strcmp(type, "integer") == 0 && json_is_integer(value)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(value));
}

static bool bounds_fit(json_t *schema, json_t *value)
{
    json_t *minimum = json_object_get(schema, "minimum");
    json_t *maximum = json_object_get(schema, "maximum");
    json_t *min_length = json_object_get(schema, "minLength");
    json_t *max_length = json_object_get(schema, "maxLength");
    if (json_is_integer(value)) {
        return (minimum == NULL || json_integer_value(value) >= json_integer_value(minimum)) &&
               (maximum == NULL || json_integer_value(value) <= json_integer_value(maximum));
    }
    if (json_is_string(value)) {
        /* Counted in characters. */
        json_int_t length = 0;
        for (const char *at = json_string_value(value); *at != '\0'; at++) {
            length += ((unsigned char)*at & 0xC0) != 0x80;
        }
        return (min_length == NULL || length >= json_integer_value(min_length)) &&
               (max_length == NULL || length <= json_integer_value(max_length));
    }
    return true;
}

static bool enumeration_fits(json_t *schema, json_t *value)
{
    json_t *values = json_object_get(schema, "enum");
    size_t i = 0;
    json_t *one = NULL;
    json_array_foreach(values, i, one)
    {
        if (json_equal(one, value)) {
            return true;
        }
    }
    return values == NULL;
}

static bool object_fits(json_t *document, json_t *schema, json_t *value, char *why, size_t size)
{
    json_t *properties = json_object_get(schema, "properties");
    json_t *required = json_object_get(schema, "required");
    size_t i = 0;
    json_t *name = NULL;
    const char *key = NULL;
    json_t *member = NULL;
    json_array_foreach(required, i, name)
    {
        if (json_object_get(value, json_string_value(name)) == NULL) {
            (void)snprintf(why, size, "%s is missing", json_string_value(name));
            return false;
        }
    }
    json_object_foreach(value, key, member)
    {
        char inner[256];
        json_t *property = json_object_get(properties, key);
        if (property == NULL && json_is_false(json_object_get(schema, "additionalProperties"))) {
            (void)snprintf(why, size, "%s is not described", key);
            return false;
        }
        if (property != NULL && !openapi_fits(document, property, member, inner, sizeof inner)) {
            (void)snprintf(why, size, "%s: %s", key, inner);
            return false;
        }
    }
    return true;
}

static bool array_fits(json_t *document, json_t *schema, json_t *value, char *why, size_t size)
{
    json_t *items = json_object_get(schema, "items");
    size_t i = 0;
    json_t *item = NULL;
    json_array_foreach(value, i, item)
    {
        if (items != NULL && !openapi_fits(document, items, item, why, size)) {
            return false;
        }
    }
    return true;
}

static bool one_fits(json_t *document, json_t *choices, json_t *value, char *why, size_t size)
{
    size_t fitting = 0;
    size_t i = 0;
    json_t *choice = NULL;
    char inner[256] = "";
    json_array_foreach(choices, i, choice)
    {
        fitting += openapi_fits(document, choice, value, inner, sizeof inner);
    }
    (void)snprintf(why, size, "%zu of %zu choices fit (%s)", fitting, json_array_size(choices), inner);
    return fitting == 1;
}

bool openapi_fits(json_t *document, json_t *schema, json_t *value, char *why, size_t size)
{
    schema = openapi_resolve(document, schema);
    json_t *one_of = json_object_get(schema, "oneOf");
    json_t *all_of = json_object_get(schema, "allOf");
    const char *type = json_string_value(json_object_get(schema, "type"));
    if (json_is_null(value) && json_is_true(json_object_get(schema, "nullable"))) {
        return true;
    }
    if (one_of != NULL) {
        return one_fits(document, one_of, value, why, size);
    }
    if (all_of != NULL && !openapi_fits(document, json_array_get(all_of, 0), value, why, size)) {
        return false;
    }
    if (!type_fits(type, value)) {
        return misfit(why, size, "it has another type");
    }
    if (!enumeration_fits(schema, value)) {
        return misfit(why, size, "it is none of the values");
    }
    if (!bounds_fit(schema, value)) {
        return misfit(why, size, "it is out of bounds");
    }
    return json_is_object(value)  ? object_fits(document, schema, value, why, size)
           : json_is_array(value) ? array_fits(document, schema, value, why, size)
                                  : true;
}
