/* The board as a library: what it drives is kept in memory, what it reads is set by calls. */
#include "hal_host.h"
#include <string.h>
#include "../core.h"

#define PLACES 16
#define ROOM 65536

static struct {
  uint8_t sent[ROOM];
  uint32_t count;
  uint8_t grb[3 * LAMPS];
  uint32_t shows, starts;
  uint8_t buttons, power;
  uint16_t load, lost;
  bool driver_fault;
  uint8_t places[PLACES][SEATS];
} host;

void hal_send(uint8_t byte) {
  if (host.count < sizeof host.sent)
    host.sent[host.count++] = byte;
}
uint16_t hal_lost(void) { return host.lost; }
void hal_lamps(const uint8_t *grb) {
  memcpy(host.grb, grb, sizeof host.grb);
  host.shows++;
}
uint8_t hal_buttons(void) { return host.buttons; }
void hal_motor(uint8_t power) {
  host.starts += !host.power && power;
  host.power = power;
}
uint16_t hal_current(void) { return host.power ? host.load : 0; }
bool hal_driver_fault(void) { return host.driver_fault; }
void hal_display(uint8_t place, const uint8_t *values) { memcpy(host.places[place], values, SEATS); }
void hal_heartbeat(bool on) { (void)on; }

void host_start(uint16_t boot, uint8_t reset) {
  memset(&host, 0, sizeof host);
  core_init(boot, reset);
}
void host_feed(const uint8_t *bytes, uint32_t count) {
  while (count--)
    core_byte(*bytes++);
}
void host_run(uint32_t ms) {
  while (ms--)
    core_tick();
}
uint32_t host_take(uint8_t *out, uint32_t room) {
  uint32_t count = host.count < room ? host.count : room;
  memcpy(out, host.sent, count);
  memmove(host.sent, host.sent + count, host.count -= count);
  return count;
}
void host_press(uint8_t buttons) { host.buttons = buttons; }
void host_load(uint16_t milliampere) { host.load = milliampere; }
void host_driver_fault(bool fault) { host.driver_fault = fault; }
void host_lamps(uint8_t *grb) { memcpy(grb, host.grb, sizeof host.grb); }
void host_display(uint8_t place, uint8_t *values) { memcpy(values, host.places[place % PLACES], SEATS); }
uint8_t host_power(void) { return host.power; }
uint32_t host_starts(void) { return host.starts; }
uint32_t host_shows(void) { return host.shows; }
