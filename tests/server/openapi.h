/* docs/openapi.yaml, read, and JSON compared with its schemas: as much of OpenAPI 3.0 as that file uses. */
#ifndef BAGHCHAL_TESTS_SERVER_OPENAPI_H
#define BAGHCHAL_TESTS_SERVER_OPENAPI_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Reads a YAML file without anchors and tags into JSON; NULL when it cannot be read. */
json_t *yaml_load(const char *path);

/* Follows $ref from an object; others are returned as they are. */
json_t *openapi_resolve(json_t *document, json_t *object);

/* Whether a value fits a schema. `why` (of `size`) tells where it does not. */
bool openapi_fits(json_t *document, json_t *schema, json_t *value, char *why, size_t size);

#endif
