#ifndef COBS_H
#define COBS_H
#include <stdint.h>

/* Consistent overhead byte stuffing of less than 254 bytes: one byte more, and no zero among them. */

/* `out` has room for count + 1 bytes; returns how many there are. */
uint8_t cobs_encode(const uint8_t *bytes, uint8_t count, uint8_t *out);

/* In place; returns how many bytes come out, 0 where it was no such code. */
uint8_t cobs_decode(uint8_t *bytes, uint8_t count);

#endif
