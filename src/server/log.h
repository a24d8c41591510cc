/* The log: one JSON object a line on standard error, with time, level and event. It never holds a secret, a header or an address. */
#ifndef BAGHCHAL_SERVER_LOG_H
#define BAGHCHAL_SERVER_LOG_H

#include <stddef.h>

enum log_level { LOG_LEVEL_INFO, LOG_LEVEL_WARNING, LOG_LEVEL_ERROR };

/* `detail` may be NULL, and then so is its name. */
void log_event(enum log_level level, const char *event, const char *name, const char *detail);

#endif
