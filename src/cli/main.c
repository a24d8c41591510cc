/*
 * The program: finds the command named first and hands it the rest. Exit codes: 0 done, 1 the input's fault, 2 usage.
 */
#include "baghchal/version.h"
#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COMMANDS_MAX = 32 };

static void write_help(FILE *stream)
{
    (void)fputs("Usage: baghchal COMMAND [ARGUMENT...]\n"
                "       baghchal --help | --version\n"
                "\n"
                "Bagh-Chal, Nepal's game of four tigers and twenty goats.\n"
                "\n"
                "Commands:\n",
                stream);
    for (const struct command *const *command = commands; *command != NULL; command++) {
        (void)fprintf(stream, "  %-10s %s\n", (*command)->name, (*command)->summary);
    }
    (void)fputs("  help       show this text, or the help of a command\n"
                "\n"
                "'baghchal COMMAND --help' tells what a command can be asked.\n"
                "Exit codes: 0 done, 1 the input was at fault, 2 the command line was.\n",
                stream);
}

static const struct command *find_command(const char *name)
{
    for (const struct command *const *command = commands; *command != NULL; command++) {
        if (strcmp((*command)->name, name) == 0) {
            return *command;
        }
    }
    return NULL;
}

static int complain_unknown_command(const char *name)
{
    const char *names[COMMANDS_MAX + 2];
    size_t count = 0;
    for (const struct command *const *command = commands; *command != NULL && count < COMMANDS_MAX; command++) {
        names[count++] = (*command)->name;
    }
    names[count++] = "help";
    names[count] = NULL;
    const char *nearest = nearest_word(name, names);
    if (nearest != NULL) {
        return complain_usage(NULL, "there is no command '%s'; did you mean '%s'?", name, nearest);
    }
    return complain_usage(NULL, "there is no command '%s'", name);
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static int run_help(int argc, char **argv)
{
    if (argc > 2) {
        return complain_usage(NULL, "help takes one command");
    }
    if (argc == 1 || asks_for_help(argc, argv) || strcmp(argv[1], "help") == 0) {
        write_help(stdout);
        return EXIT_DONE;
    }
    const struct command *command = find_command(argv[1]);
    if (command == NULL) {
        return complain_unknown_command(argv[1]);
    }
    (void)fputs(command->help, stdout);
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        write_help(stderr);
        return EXIT_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        (void)printf("baghchal %s\n", bc_version());
        return EXIT_DONE;
    }
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        return run_help(argc - 1, argv + 1);
    }
    if (word[0] == '-') {
        return complain_usage(NULL, "unknown option '%s'", word);
    }
    const struct command *command = find_command(word);
    if (command == NULL) {
        return complain_unknown_command(word);
    }
    if (asks_for_help(argc - 1, argv + 1)) {
        (void)fputs(command->help, stdout);
        return EXIT_DONE;
    }
    return command->run(argc - 1, argv + 1);
}

/* Files that are opened later must not take the place of a standard stream that was closed; and it is no use writing to
 * one. */
static void fill_standard_streams(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0) {
            (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int main(int argc, char **argv)
{
    fill_standard_streams();
    (void)setlocale(LC_ALL, "");
    (void)setlocale(LC_NUMERIC, "C");
    int code = run(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        int failed = complain(NULL, "cannot write the output: %s", strerror(errno));
        return code == EXIT_DONE ? failed : code;
    }
    return code;
}
