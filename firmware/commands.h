/* Each command of the message table, done. */
#ifndef COMMANDS_H
#define COMMANDS_H
#include <stdint.h>

/* Returns a RESULT; with RESULT_OK `answer` may have `count` bytes. */
uint8_t commands_obey(uint8_t id, const uint8_t *body, uint8_t length, uint8_t *answer, uint8_t *count);

#endif
