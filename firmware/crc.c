#include "crc.h"

uint16_t crc16(const uint8_t *bytes, uint8_t count) {
  uint16_t crc = 0xffff;
  while (count--) {
    crc ^= (uint16_t)(*bytes++ << 8);
    for (uint8_t bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? (uint16_t)(crc << 1) ^ 0x1021 : (uint16_t)(crc << 1);
  }
  return crc;
}
