/* The table of commands. */
#include "cli/commands.h"

#include <stddef.h>

/* clang-format off */
const struct command *const commands[] = {
    &play_command,
    &show_command,
    &perft_command,
    &replay_command,
    &convert_command,
    &solve_command,
    &value_command,
    &verify_command,
    &analyse_command,
    &engine_command,
    &serve_command,
    &backup_command,
    &match_command,
    NULL,
};
/* clang-format on */
