/* The board as a library: one at a time. */
#ifndef HAL_HOST_H
#define HAL_HOST_H
#include "../hal.h"

void host_start(uint16_t boot, uint8_t reset);
void host_feed(const uint8_t *bytes, uint32_t count);
void host_run(uint32_t ms);
uint32_t host_take(uint8_t *out, uint32_t room);        /* what it sent; returns how many bytes */
void host_press(uint8_t buttons);                       /* bit n: button n is down */
void host_load(uint16_t milliampere);                   /* what the motor draws while it has power */
void host_driver_fault(bool fault);
void host_lamps(uint8_t *grb);                          /* 3 x LAMPS bytes */
void host_display(uint8_t place, uint8_t *values);      /* a register of each seat's display */
uint8_t host_power(void);
uint32_t host_starts(void);                             /* how often the motor was switched on */
uint32_t host_shows(void);                              /* how often the lamps were written */

#endif
