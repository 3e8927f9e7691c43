#include "displays.h"
#include <string.h>
#include "hal.h"

#define ROW_MS 4
#define BAR 0x01
#define DOT 0x80
enum { REGISTER_DIGIT0 = 1, REGISTER_DECODE = 9, REGISTER_BRIGHTNESS, REGISTER_SCAN, REGISTER_POWER, REGISTER_TEST = 15 };

static const uint8_t segments[10] = {0x7e, 0x30, 0x6d, 0x79, 0x33, 0x5b, 0x5f, 0x70, 0x7f, 0x7b};
/* Sent round and round, settings too: a display that missed one or lost its power comes back by itself. */
static const uint8_t rows[] = {REGISTER_TEST, REGISTER_DECODE, REGISTER_SCAN, REGISTER_BRIGHTNESS, REGISTER_POWER,
                               1, 2, 3, 4, 5, 6, 7, 8};

static struct {
  struct set_scores scores;
  bool known, silent, changed;
  uint8_t digits[SEATS][DIGITS];             /* rightmost first */
  uint8_t row, row_ms;
} state;

void displays_init(void) {
  memset(&state, 0, sizeof state);
  state.changed = true;
}

uint8_t displays_set(const struct set_scores *scores) {
  if (scores->brightness > 15)
    return RESULT_RANGE;
  for (uint8_t seat = 0; seat < SEATS; seat++) {
    int32_t points = scores->points[seat];
    if (points < -POINTS_CAP || points > POINTS_CAP)
      return RESULT_RANGE;
    if (scores->against[seat] >= SEATS && scores->against[seat] != NOBODY)
      return RESULT_RANGE;
  }
  state.scores = *scores;
  state.known = state.changed = true;
  return RESULT_OK;
}

static void write_number(uint8_t *digits, int32_t number) {
  uint32_t rest = (uint32_t)(number < 0 ? -number : number);
  uint8_t place = 0;
  do {
    digits[place++] = segments[rest % 10];
    rest /= 10;
  } while (rest);
  if (number < 0)
    digits[place] = BAR;
}

static void write_seat(uint8_t seat) {
  uint8_t *digits = state.digits[seat], against = state.scores.against[seat];
  int32_t number = state.scores.points[seat];
  memset(digits, state.known && !state.silent ? 0 : BAR, DIGITS);
  if (!state.known || state.silent)
    return;
  if (against != NOBODY) {
    number -= state.scores.points[against];
    digits[DIGITS - 1] = segments[against] | DOT;
  }
  write_number(digits, number);
}

static uint8_t value(uint8_t place, uint8_t seat) {
  switch (place) {
  case REGISTER_TEST:
  case REGISTER_DECODE: return 0;
  case REGISTER_SCAN: return DIGITS - 1;
  case REGISTER_BRIGHTNESS: return state.scores.brightness;
  case REGISTER_POWER: return 1;
  default: return state.digits[seat][place - REGISTER_DIGIT0];
  }
}

void displays_tick(bool silent) {
  uint8_t values[SEATS];
  if (++state.row_ms < ROW_MS)
    return;
  state.row_ms = 0;
  if (state.changed || silent != state.silent) {
    state.silent = silent;
    state.changed = false;
    for (uint8_t seat = 0; seat < SEATS; seat++)
      write_seat(seat);
  }
  for (uint8_t seat = 0; seat < SEATS; seat++)
    values[seat] = value(rows[state.row], seat);
  hal_display(rows[state.row], values);
  state.row = (uint8_t)((state.row + 1) % sizeof rows);
}
