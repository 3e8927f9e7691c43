#include "cobs.h"

uint8_t cobs_encode(const uint8_t *bytes, uint8_t count, uint8_t *out) {
  uint8_t code = 0, length = 1;
  for (uint8_t i = 0; i < count; i++) {
    if (bytes[i]) {
      out[length++] = bytes[i];
    } else {
      out[code] = (uint8_t)(length - code);
      code = length++;
    }
  }
  out[code] = (uint8_t)(length - code);
  return length;
}

uint8_t cobs_decode(uint8_t *bytes, uint8_t count) {
  uint8_t in = 0, length = 0;
  while (in < count) {
    uint8_t code = bytes[in++];
    if (code == 0 || code - 1 > count - in)
      return 0;
    for (uint8_t i = 1; i < code; i++)
      bytes[length++] = bytes[in++];
    if (in < count)
      bytes[length++] = 0;
  }
  return length;
}
