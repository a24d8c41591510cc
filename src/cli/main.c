/*
 * The program: finds the subcommand named first and hands it the rest. Exit codes: 0 done, 1 the input's fault, 2 usage.
 */
#include "baghchal/version.h"

#include <stdio.h>
#include <string.h>

enum exit_code { EXIT_DONE = 0, EXIT_INPUT = 1, EXIT_USAGE = 2 };

static const char help_text[] = "Usage: baghchal [--help] [--version]\n"
                                "\n"
                                "Bagh-Chal, Nepal's game of four tigers and twenty goats.\n"
                                "\n"
                                "  --help       show this text\n"
                                "  --version    show the version\n";

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        return printf("baghchal %s\n", bc_version()) < 0 ? EXIT_INPUT : EXIT_DONE;
    }
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return fputs(help_text, stdout) < 0 ? EXIT_INPUT : EXIT_DONE;
    }
    fputs(help_text, stderr);
    return EXIT_USAGE;
}
