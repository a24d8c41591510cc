/* Little-endian numbers in byte arrays. */
#ifndef BAGHCHAL_SOLUTION_BYTES_H
#define BAGHCHAL_SOLUTION_BYTES_H

#include <stdint.h>

static inline uint16_t bc_load_16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static inline uint32_t bc_load_32(const uint8_t *bytes)
{
    return (uint32_t)bc_load_16(bytes) | (uint32_t)bc_load_16(bytes + 2) << 16;
}

static inline uint64_t bc_load_64(const uint8_t *bytes)
{
    return (uint64_t)bc_load_32(bytes) | (uint64_t)bc_load_32(bytes + 4) << 32;
}

static inline void bc_store_16(uint8_t *bytes, uint16_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

static inline void bc_store_32(uint8_t *bytes, uint32_t value)
{
    bc_store_16(bytes, (uint16_t)value);
    bc_store_16(bytes + 2, (uint16_t)(value >> 16));
}

static inline void bc_store_64(uint8_t *bytes, uint64_t value)
{
    bc_store_32(bytes, (uint32_t)value);
    bc_store_32(bytes + 4, (uint32_t)(value >> 32));
}

#endif
