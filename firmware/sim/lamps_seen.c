#include "lamps_seen.h"
#include <string.h>

#define LATCH_US 50                          /* WS2812: a pause that ends a frame */
#define ROOM 128

/* What WS2812B and SK6812 both take, microseconds: a high pulse of a zero, of a one, and a whole bit. */
static const double ZERO[2] = {0.20, 0.47}, ONE[2] = {0.55, 1.00}, SHORTEST_BIT = 1.05;

static struct {
  uint8_t bytes[ROOM], shown[ROOM];
  unsigned bits, shown_bits, frames, bad;
  double rise, fall, pause;
  double zero[2], one[2];
} seen = {.zero = {1e9, 0}, .one = {1e9, 0}};

static void widen(double *range, double value) {
  if (value < range[0])
    range[0] = value;
  if (value > range[1])
    range[1] = value;
}

static void latch(void) {
  if (!seen.bits)
    return;
  memcpy(seen.shown, seen.bytes, sizeof seen.shown);
  memset(seen.bytes, 0, sizeof seen.bytes);
  seen.shown_bits = seen.bits;
  seen.bits = 0;
  seen.frames++;
}

void lamps_rest(double now_us) {
  if (now_us - seen.fall > LATCH_US)
    latch();
}

void lamps_edge(double now_us, int level) {
  if (level) {
    lamps_rest(now_us);
    if (seen.bits) {
      seen.bad += now_us - seen.rise < SHORTEST_BIT;
      if (now_us - seen.fall > seen.pause)
        seen.pause = now_us - seen.fall;
    }
    seen.rise = now_us;
    return;
  }
  if (!seen.rise)
    return;
  double high = now_us - seen.rise;
  int one = high >= ONE[0];
  seen.fall = now_us;
  seen.bad += one ? high > ONE[1] : high < ZERO[0] || high > ZERO[1];
  widen(one ? seen.one : seen.zero, high);
  if (seen.bits < 8 * ROOM) {
    if (one)
      seen.bytes[seen.bits / 8] |= (uint8_t)(0x80 >> seen.bits % 8);
    seen.bits++;
  }
}

void lamps_print(FILE *out) {
  fprintf(out, "\"lamp_bits\":%u,\"lamp_frames\":%u,\"lamp_bad\":%u,\"lamp_pause_us\":%.2f,", seen.shown_bits, seen.frames,
          seen.bad, seen.pause);
  fprintf(out, "\"lamp_zero_us\":[%.4f,%.4f],\"lamp_one_us\":[%.4f,%.4f],\"lamps\":\"", seen.zero[0], seen.zero[1],
          seen.one[0], seen.one[1]);
  for (unsigned i = 0; i < seen.shown_bits / 8; i++)
    fprintf(out, "%02x", seen.shown[i]);
  fprintf(out, "\"");
}
