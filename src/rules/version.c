#include "baghchal/version.h"

const char *bc_version(void)
{
    return BC_VERSION;
}
