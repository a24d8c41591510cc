#include "server/log.h"
#include "server/text_buffer.h"

#include <time.h>
#include <unistd.h>

void log_event(enum log_level level, const char *event, const char *name, const char *detail)
{
    static const char *const words[] = {"info", "warning", "error"};
    struct timespec now;
    struct tm parts;
    char stamp[32] = "";
    struct text_buffer text = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    if (gmtime_r(&now.tv_sec, &parts) != NULL) {
        (void)strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
    }
    text_append_words(&text, "{");
    text_json_string_field(&text, "time", stamp);
    text_json_string_field(&text, "level", words[level]);
    text_json_string_field(&text, "event", event);
    if (detail != NULL) {
        text_json_string_field(&text, name, detail);
    }
    text_append_words(&text, "}\n");
    if (!text.failed) {
        /* One write, so that lines of several processes do not mix. A log that cannot be written is no reason to stop. */
        ssize_t written = write(STDERR_FILENO, text.data, text.length);
        (void)written;
    }
    text_buffer_free(&text);
}
