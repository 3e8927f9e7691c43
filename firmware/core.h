/* The board without its registers: what `hal.h` needs is all it touches. */
#ifndef CORE_H
#define CORE_H
#include <stdint.h>
#include "messages.h"

void core_init(uint16_t boot, uint8_t reset);
void core_byte(uint8_t byte);                /* received */
void core_tick(void);                        /* every millisecond */
uint16_t core_boot(void);
void core_greet(struct greeting *greeting);
void core_tell(struct status *status);

#endif
