/* One entry of a table against what its successors say. */
#ifndef BAGHCHAL_SOLUTION_VERIFY_ENTRY_H
#define BAGHCHAL_SOLUTION_VERIFY_ENTRY_H

#include "solution/tables.h"

struct bc_entry_check {
    bool differs;
    struct bc_position position;
    struct bc_probe stored;
    struct bc_probe derived;
};

/* Derives an entry and compares; fills in the check if they differ. Errors: those of bc_solution_probe(). */
enum bc_error bc_verify_movement_entry(struct bc_solution *solution, unsigned eaten, unsigned side, uint32_t class,
                                       uint32_t rank, struct bc_entry_check *check);
enum bc_error bc_verify_placement_entry(struct bc_solution *solution, unsigned eaten, uint32_t class, uint32_t mask,
                                        struct bc_entry_check *check);

#endif
