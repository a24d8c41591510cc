/* One option of a rule set, as rule sets and game records have it. */
#ifndef BAGHCHAL_RULES_RULES_OPTION_H
#define BAGHCHAL_RULES_RULES_OPTION_H

#include <baghchal/rules.h>

/* Reads the value of one option: goats, stalemate, repetition or quiet. Whether the board has so many goats is not
 * asked. Errors: BC_ERROR_RULES_NAME, _VALUE. */
enum bc_error bc_rules_option_read(const char *key, size_t key_length, const char *value, size_t value_length,
                                   struct bc_rules *rules);

#endif
