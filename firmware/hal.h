/* What a board supplies to the core. All calls return at once, but `hal_send`, which may wait for room. */
#ifndef HAL_H
#define HAL_H
#include <stdbool.h>
#include <stdint.h>
#include "messages.h"

void hal_send(uint8_t byte);
uint16_t hal_lost(void);                     /* received bytes that there was no room for, so far */
void hal_lamps(const uint8_t *grb);          /* 3 x LAMPS bytes: green, red, blue */
uint8_t hal_buttons(void);                   /* bit n: button n is down */
void hal_motor(uint8_t power);               /* 0: the driver sleeps */
uint16_t hal_current(void);                  /* of the motor, milliampere */
bool hal_driver_fault(void);
void hal_display(uint8_t place, const uint8_t *values); /* a MAX7219 register of each seat's display */
void hal_heartbeat(bool on);

#endif
