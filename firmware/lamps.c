#include "lamps.h"
#include <string.h>
#include "hal.h"

#define STEP_MS 125                          /* eight steps a second, sixteen a pattern */
#define STEPS 16
#define WAITING_BRIGHTNESS 16

static const uint16_t patterns[] = PATTERN_MASKS;
static const uint8_t colours[][3] = COLOUR_VALUES;

static struct {
  struct set_lamps wanted;
  uint8_t step, step_ms;
  bool changed;
} state;

void lamps_init(void) { memset(&state, 0, sizeof state); }

uint8_t lamps_set(const struct set_lamps *wanted) {
  for (uint8_t i = 0; i < LAMPS; i++)
    if (wanted->lamps[i] >> 4 >= PATTERN_COUNT || (wanted->lamps[i] & 15) >= COLOUR_COUNT)
      return RESULT_RANGE;
  state.changed |= memcmp(&state.wanted, wanted, sizeof *wanted) != 0;
  state.wanted = *wanted;
  return RESULT_OK;
}

static void light(uint8_t *grb, uint8_t lamp, uint8_t brightness) {
  const uint8_t *rgb = colours[lamp & 15];
  if (!(patterns[lamp >> 4] >> state.step & 1))
    brightness = 0;
  grb[0] = (uint8_t)(rgb[1] * brightness / 255);
  grb[1] = (uint8_t)(rgb[0] * brightness / 255);
  grb[2] = (uint8_t)(rgb[2] * brightness / 255);
}

static void show(bool silent, bool fault) {
  const uint8_t waiting = fault ? PATTERN_DOUBLE << 4 | COLOUR_RED : PATTERN_SHORT << 4;
  uint8_t grb[3 * LAMPS], brightness = state.wanted.brightness;
  if (brightness > BRIGHTNESS_CAP)
    brightness = BRIGHTNESS_CAP;
  for (uint8_t i = 0; i < LAMPS; i++) {
    if (silent)
      light(grb + 3 * i, i % LAMP_COUNT == LAMP_PROMPT ? waiting : 0, WAITING_BRIGHTNESS);
    else
      light(grb + 3 * i, state.wanted.lamps[i], brightness);
  }
  hal_lamps(grb);
}

void lamps_tick(bool silent, bool fault) {
  if (++state.step_ms >= STEP_MS) {
    state.step_ms = 0;
    state.step = (uint8_t)((state.step + 1) % STEPS);
    state.changed = true;
  }
  if (state.changed) {
    state.changed = false;
    show(silent, fault);
  }
}
