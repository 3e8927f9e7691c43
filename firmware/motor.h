/* The dice motor: one roll at a time, each number at most once, within caps of time, current and heat. */
#ifndef MOTOR_H
#define MOTOR_H
#include <stdbool.h>
#include <stdint.h>
#include "messages.h"

void motor_init(void);
uint8_t motor_roll(const struct roll *roll, uint16_t boot);
void motor_stop(void);
bool motor_tick(bool silent);                /* whether anything changed */
void motor_tell(struct status *status);
uint16_t motor_newest(void);                 /* number of the newest roll, 0: none */

#endif
