/* Everything in one: the library's public headers. */
#ifndef BAGHCHAL_BAGHCHAL_H
#define BAGHCHAL_BAGHCHAL_H

#include <baghchal/board.h>
#include <baghchal/dialects.h>
#include <baghchal/engine.h>
#include <baghchal/engine_large_network.h>
#include <baghchal/engine_level.h>
#include <baghchal/engine_solution.h>
#include <baghchal/error.h>
#include <baghchal/game.h>
#include <baghchal/movement.h>
#include <baghchal/perft.h>
#include <baghchal/position.h>
#include <baghchal/record.h>
#include <baghchal/rules.h>
#include <baghchal/solution.h>
#include <baghchal/text.h>
#include <baghchal/version.h>

#endif
