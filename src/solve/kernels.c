#include "solve/kernels.h"

#include <stdlib.h>
#include <string.h>

static const char *const path_names[BC_SOLVE_PATH_COUNT] = {"auto", "portable", "avx2", "avx512"};

const char *bc_solve_path_name(enum bc_solve_path path)
{
    return (unsigned)path < BC_SOLVE_PATH_COUNT ? path_names[path] : "unknown";
}

enum bc_solve_path bc_solve_path_find(const char *name)
{
    unsigned path = 0;
    while (path < BC_SOLVE_PATH_COUNT && strcmp(name, path_names[path]) != 0) {
        ++path;
    }
    return (enum bc_solve_path)path;
}

bool bc_solve_path_available(enum bc_solve_path path)
{
    switch (path) {
    case BC_SOLVE_PATH_AUTO:
    case BC_SOLVE_PATH_PORTABLE:
        return true;
#if defined(__x86_64__)
    case BC_SOLVE_PATH_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
    case BC_SOLVE_PATH_AVX512:
        return bc_solve_path_available(BC_SOLVE_PATH_AVX2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("gfni");
#else
    case BC_SOLVE_PATH_AVX2:
    case BC_SOLVE_PATH_AVX512:
        return false;
#endif
    case BC_SOLVE_PATH_COUNT:
    default:
        return false;
    }
}

const struct kernels *kernels_find(enum bc_solve_path path)
{
    const char *wished = path == BC_SOLVE_PATH_AUTO ? getenv("BAGHCHAL_SOLVE_PATH") : NULL;
    if (wished != NULL) {
        path = bc_solve_path_find(wished);
    }
    if (path == BC_SOLVE_PATH_AUTO) {
        path = BC_SOLVE_PATH_AVX512;
        while (!bc_solve_path_available(path)) {
            path = (enum bc_solve_path)(path - 1);
        }
    }
    if (!bc_solve_path_available(path)) {
        return NULL;
    }
    switch (path) {
#if defined(__x86_64__)
    case BC_SOLVE_PATH_AVX512:
        return &kernels_avx512;
    case BC_SOLVE_PATH_AVX2:
        return &kernels_avx2;
#else
    case BC_SOLVE_PATH_AVX512:
    case BC_SOLVE_PATH_AVX2:
#endif
    case BC_SOLVE_PATH_PORTABLE:
        return &kernels_portable;
    case BC_SOLVE_PATH_AUTO:
    case BC_SOLVE_PATH_COUNT:
    default:
        return NULL;
    }
}
