/* Five buttons: debounced, their short and long presses counted. A short one counts when it ends, a long one when it has
 * lasted LONG_MS. */
#ifndef BUTTONS_H
#define BUTTONS_H
#include <stdbool.h>
#include <stdint.h>
#include "messages.h"

void buttons_init(void);
bool buttons_tick(void);                     /* whether anything changed */
void buttons_tell(struct status *status);

#endif
