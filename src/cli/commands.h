/* The commands of the program, each in the file of its name. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/command.h"

extern const struct command show_command;
extern const struct command perft_command;
extern const struct command replay_command;
extern const struct command convert_command;
extern const struct command solve_command;
extern const struct command value_command;
extern const struct command verify_command;
extern const struct command play_command;
extern const struct command analyse_command;
extern const struct command engine_command;
extern const struct command serve_command;
extern const struct command backup_command;
extern const struct command match_command;

#endif
