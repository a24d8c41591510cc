#include "cli/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 0))) static void write_complaint(const char *command, const char *format,
                                                                  va_list arguments)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, command != NULL ? "baghchal %s: " : "baghchal: ", command != NULL ? command : "");
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
}

int complain(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_complaint(command, format, arguments);
    va_end(arguments);
    return EXIT_INPUT;
}

int complain_usage(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_complaint(command, format, arguments);
    va_end(arguments);
    if (command != NULL) {
        (void)fprintf(stderr, "See 'baghchal %s --help'.\n", command);
    } else {
        (void)fputs("See 'baghchal --help'.\n", stderr);
    }
    return EXIT_USAGE;
}

enum { WORD_MAX = 31 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edit distance where an exchange of two neighbouring letters counts as one edit. */
static unsigned edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][WORD_MAX + 1];
    unsigned *before = rows[0];
    unsigned *last = rows[1];
    unsigned *now = rows[2];
    for (unsigned j = 0; j <= b_length; j++) {
        before[j] = 0;
        last[j] = j;
    }
    for (unsigned i = 1; i <= a_length; i++) {
        now[0] = i;
        for (unsigned j = 1; j <= b_length; j++) {
            now[j] = least(least(last[j], now[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = least(now[j], before[j - 2] + 1);
            }
        }
        unsigned *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[b_length];
}

const char *nearest_word(const char *word, const char *const *words)
{
    size_t length = strlen(word);
    if (length == 0 || length > WORD_MAX) {
        return NULL;
    }
    const char *nearest = NULL;
    unsigned smallest = length < 4 ? 2 : 3;
    for (; *words != NULL; words++) {
        size_t other = strlen(*words);
        /* The beginning of a word stands for the word. */
        unsigned distance = other > WORD_MAX ? WORD_MAX
                            : length >= 2 && strncmp(word, *words, length) == 0
                                ? 0
                                : edit_distance(word, length, *words, other);
        if (distance < smallest) {
            smallest = distance;
            nearest = *words;
        }
    }
    return nearest;
}
