/* Lets an engine judge positions by the large network: stronger at equal time, and nearly a megabyte larger than the small one that
 * every engine begins with and that the browser's module holds. */
#ifndef BAGHCHAL_ENGINE_LARGE_NETWORK_H
#define BAGHCHAL_ENGINE_LARGE_NETWORK_H

#include <baghchal/engine.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The engine judges by the large network from now on, or by the small one again. Clears the engine when that is a change. Levels 1 to
 * 8 are measured with the small one. Without effect on other boards than the standard one. */
void bc_engine_set_large_network(struct bc_engine *engine, bool large);

#ifdef __cplusplus
}
#endif

#endif
