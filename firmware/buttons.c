#include "buttons.h"
#include <string.h>
#include "hal.h"

static struct button {
  bool down;
  uint8_t differs_ms;                        /* how long it has been the other way */
  uint16_t held_ms;                          /* up to LONG_MS */
  uint8_t presses, longs;
} buttons[BUTTONS];

void buttons_init(void) { memset(buttons, 0, sizeof buttons); }

static bool debounced(struct button *button, bool down) {
  if (down == button->down) {
    button->differs_ms = 0;
    return false;
  }
  if (++button->differs_ms < DEBOUNCE_MS)
    return false;
  button->differs_ms = 0;
  button->down = down;
  return true;
}

static bool tick(struct button *button, bool down) {
  bool changed = debounced(button, down);
  if (changed && button->down) {
    button->held_ms = 0;
  } else if (changed) {
    button->presses += button->held_ms < LONG_MS;
  } else if (button->down && button->held_ms < LONG_MS && ++button->held_ms == LONG_MS) {
    button->longs++;
    changed = true;
  }
  return changed;
}

bool buttons_tick(void) {
  uint8_t down = hal_buttons();
  bool changed = false;
  for (uint8_t i = 0; i < BUTTONS; i++)
    changed |= tick(&buttons[i], down >> i & 1);
  return changed;
}

void buttons_tell(struct status *status) {
  status->held = 0;
  for (uint8_t i = 0; i < BUTTONS; i++) {
    status->held |= (uint8_t)(buttons[i].down << i);
    status->presses[i] = buttons[i].presses;
    status->longs[i] = buttons[i].longs;
  }
}
