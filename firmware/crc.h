#ifndef CRC_H
#define CRC_H
#include <stdint.h>

/* CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xffff, nothing reflected; 0x29b1 of "123456789". */
uint16_t crc16(const uint8_t *bytes, uint8_t count);

#endif
