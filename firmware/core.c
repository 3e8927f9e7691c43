#include "core.h"
#include <string.h>
#include "buttons.h"
#include "displays.h"
#include "faults.h"
#include "hal.h"
#include "lamps.h"
#include "link.h"
#include "motor.h"

#ifndef BUILD
#define BUILD 0
#endif
#ifndef RELEASE
#define RELEASE {0, 0, 0}
#endif
#define BEAT_MS 512

static struct {
  uint16_t boot;
  uint8_t reset;
  uint32_t time;
  uint16_t status_ms;
} state;

void core_init(uint16_t boot, uint8_t reset) {
  memset(&state, 0, sizeof state);
  state.boot = boot;
  state.reset = reset;
  faults_init(reset == RESET_WATCHDOG ? FAULT_WATCHDOG : 0);
  motor_init();
  link_init();
  buttons_init();
  lamps_init();
  displays_init();
}

void core_byte(uint8_t byte) { link_byte(byte); }

uint16_t core_boot(void) { return state.boot; }

void core_greet(struct greeting *greeting) {
  const uint8_t release[3] = RELEASE;
  greeting->major = VERSION_MAJOR;
  greeting->minor = VERSION_MINOR;
  greeting->table = TABLE_HASH;
  memcpy(greeting->release, release, sizeof release);
  greeting->build = BUILD;
  greeting->boot = state.boot;
  greeting->reset = state.reset;
  greeting->roll = motor_newest();
}

void core_tell(struct status *status) {
  status->boot = state.boot;
  status->time = state.time;
  status->faults = faults_now();
  motor_tell(status);
  buttons_tell(status);
  status->damaged = link_damaged();
  status->stale = link_stale();
  status->lost = hal_lost();
}

static void send_status(void) {
  uint8_t payload[2 + sizeof(struct status) + 2] = {STATUS_ID, 0};
  struct status status;
  core_tell(&status);
  memcpy(payload + 2, &status, sizeof status);
  link_send(payload, 2 + sizeof status);
}

void core_tick(void) {
  bool changed;
  state.time++;
  link_tick();
  changed = motor_tick(link_silent());
  changed |= buttons_tick();
  lamps_tick(link_silent(), faults_now() != 0);
  displays_tick(link_silent());
  hal_heartbeat(state.time / BEAT_MS & 1);
  if (changed || ++state.status_ms >= STATUS_MS) {
    state.status_ms = 0;
    send_status();
  }
}
