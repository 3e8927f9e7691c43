#include "displays_seen.h"
#include <stdint.h>
#include <string.h>

#define SEATS 4
#define REGISTERS 16

static struct {
  uint64_t bits;                             /* the newest in the lowest place, so that seat 0's word is the lowest */
  int data;
  uint8_t registers[SEATS][REGISTERS];
} seen;

void displays_data(int level) { seen.data = level; }

void displays_clock(int level) {
  if (level)
    seen.bits = seen.bits << 1 | (unsigned)seen.data;
}

void displays_load(int level) {
  if (!level)
    return;
  for (int seat = 0; seat < SEATS; seat++) {
    uint16_t word = (uint16_t)(seen.bits >> 16 * seat);
    seen.registers[seat][word >> 8 & 15] = (uint8_t)word;
  }
}

void displays_forget(void) { memset(seen.registers, 0, sizeof seen.registers); }

void displays_print(FILE *out) {
  fprintf(out, "\"displays\":[");
  for (int seat = 0; seat < SEATS; seat++) {
    fprintf(out, "%s\"", seat ? "," : "");
    for (int i = 0; i < REGISTERS; i++)
      fprintf(out, "%02x", seen.registers[seat][i]);
    fprintf(out, "\"");
  }
  fprintf(out, "]");
}
