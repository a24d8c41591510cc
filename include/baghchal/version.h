/*
 * The version of libbaghchal.
 *
 * The three numbers are those of the header a caller was compiled against; the build reads them from here, so that they
 * are written only once.
 */
#ifndef BAGHCHAL_VERSION_H
#define BAGHCHAL_VERSION_H

#define BC_VERSION_MAJOR 0
#define BC_VERSION_MINOR 1
#define BC_VERSION_PATCH 0

#define BC_VERSION_JOIN(major, minor, patch) #major "." #minor "." #patch
#define BC_VERSION_TEXT(major, minor, patch) BC_VERSION_JOIN(major, minor, patch)

/* "0.1.0" */
#define BC_VERSION BC_VERSION_TEXT(BC_VERSION_MAJOR, BC_VERSION_MINOR, BC_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The version of the library that is linked, as BC_VERSION of its own header. Never null, never changes; any thread.
 */
const char *bc_version(void);

#ifdef __cplusplus
}
#endif

#endif
