#include "server/origin.h"
#include "server/address_book.h"

#include <stdio.h>
#include <string.h>

/* Whether a Host field names a number or localhost, with or without a port. */
static bool is_local_or_number(const char *host)
{
    char name[128];
    size_t length = strlen(host);
    if (length >= sizeof name) {
        return false;
    }
    const char *start = host;
    size_t size = 0;
    if (host[0] == '[') {
        const char *end = strchr(host, ']');
        if (end == NULL || (end[1] != '\0' && end[1] != ':')) {
            return false;
        }
        start = host + 1;
        size = (size_t)(end - start);
    } else {
        size = strcspn(host, ":");
    }
    memcpy(name, start, size);
    name[size] = '\0';
    struct address address;
    return strcmp(name, "localhost") == 0 || address_read(name, &address);
}

bool origin_accepted(const struct settings *settings, const struct http_request *request)
{
    if (!request->present[HTTP_FIELD_ORIGIN]) {
        return true;
    }
    const char *origin = request->fields[HTTP_FIELD_ORIGIN];
    for (size_t i = 0; i < settings->origin_count; i++) {
        if (strcmp(origin, settings->origins[i]) == 0) {
            return true;
        }
    }
    const char *host = request->fields[HTTP_FIELD_HOST];
    if (settings->origin_count > 0 || !is_local_or_number(host)) {
        return false;
    }
    const char *behind = strncmp(origin, "http://", 7) == 0    ? origin + 7
                         : strncmp(origin, "https://", 8) == 0 ? origin + 8
                                                               : "";
    return strcmp(behind, host) == 0;
}
