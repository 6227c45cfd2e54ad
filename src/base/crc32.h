/*
 * crc32.h - the checksum of model files.
 */
#ifndef PITH_CRC32_H
#define PITH_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 as in gzip. */
uint32_t pith__crc32(const unsigned char *bytes, size_t len);

#endif
