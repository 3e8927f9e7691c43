/* A display of eight digits for each seat: points, or their difference to another seat, whose number then stands left with
 * a dot. Bars until points are known and while the link is silent. */
#ifndef DISPLAYS_H
#define DISPLAYS_H
#include <stdbool.h>
#include <stdint.h>
#include "messages.h"

void displays_init(void);
uint8_t displays_set(const struct set_scores *scores);
void displays_tick(bool silent);

#endif
