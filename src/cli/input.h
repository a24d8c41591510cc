/* Texts that commands read: whole files or standard input, places in them, and the game records they hold. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <baghchal/record.h>

/* A text and where it comes from. `name` is as the user gave it, "-" for standard input. */
struct input {
    const char *name;
    char *text;
    size_t length;
    size_t located; /* the offset that was located last, and its place, so that rising offsets are found in one pass */
    size_t line;
    size_t column;
};

/* Reads a file, or standard input if `path` is NULL or "-". Returns EXIT_DONE, or EXIT_INPUT after a complaint;
 * free_input() in either case. */
int read_input(const char *command, const char *path, struct input *input);

void free_input(struct input *input);

/* Finds line and column of an offset, both from 1; columns count bytes. */
void locate_input(struct input *input, size_t offset, size_t *line, size_t *column);

/* The first offset from this one on at which there is no space, tab or line end. */
size_t skip_input_space(const struct input *input, size_t offset);

/* Writes "name:line:column: " and the text to standard error. Returns EXIT_INPUT. */
__attribute__((format(printf, 3, 4))) int complain_at(struct input *input, size_t offset, const char *format, ...);

/* The boards that the library knows, prepared. */
struct known_boards {
    const struct bc_board **boards;
    size_t count;
    struct bc_board *tables; /* the memory they lie in */
};

/* Returns EXIT_DONE, or EXIT_INPUT after a complaint; free_boards() in either case. */
int prepare_boards(const char *command, struct known_boards *known);
void free_boards(struct known_boards *known);

/* Memory that grows until what is to be read fits. Begins as all zeros. */
struct growing_memory {
    void *bytes;
    size_t size;
};

/* Doubles the memory. False if it is larger than any game can need, or there is none. */
bool grow_memory(struct growing_memory *memory);

/* bc_record_read() with as much memory as the game needs. Complains about faults, BC_ERROR_RECORD_NONE excepted. */
enum bc_error read_record(struct bc_record_reader *reader, struct input *input, struct growing_memory *memory,
                          struct bc_record *record);

/* Complains about a fault of a game that was read: says also what the game does come to, where its end is at fault. */
int complain_game_fault(struct input *input, size_t offset, enum bc_error error, const struct bc_game *game);

/* Complains about a fault of a game or a position: the word at that place, where it is a move, and the reason.
 * Returns EXIT_INPUT. */
int complain_fault(struct input *input, size_t offset, enum bc_error error);

#endif
