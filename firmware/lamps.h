/* Sixteen lamps, four a seat, each with a pattern and a colour. While the link is silent they say so instead. */
#ifndef LAMPS_H
#define LAMPS_H
#include <stdbool.h>
#include <stdint.h>
#include "messages.h"

void lamps_init(void);
uint8_t lamps_set(const struct set_lamps *wanted);
void lamps_tick(bool silent, bool fault);

#endif
