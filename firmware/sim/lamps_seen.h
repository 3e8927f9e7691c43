/* The lamps as a chain of WS2812 would take them from its data pin: by the lengths of pulses alone. */
#ifndef LAMPS_SEEN_H
#define LAMPS_SEEN_H
#include <stdint.h>
#include <stdio.h>

void lamps_edge(double now_us, int level);
void lamps_rest(double now_us);              /* nothing has moved until now */
void lamps_print(FILE *out);                 /* as JSON fields */

#endif
