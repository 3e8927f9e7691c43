/* Four MAX7219 in a chain, seat 0's first: what their registers hold. */
#ifndef DISPLAYS_SEEN_H
#define DISPLAYS_SEEN_H
#include <stdio.h>

void displays_clock(int level);
void displays_data(int level);
void displays_load(int level);
void displays_forget(void);                  /* as after a loss of power */
void displays_print(FILE *out);              /* as JSON fields: 16 registers a seat */

#endif
