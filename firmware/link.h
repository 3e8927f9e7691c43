/* Frames in, replies out: each command is done once, in order, however often its frame comes. See docs/protocol.md. */
#ifndef LINK_H
#define LINK_H
#include <stdbool.h>
#include <stdint.h>

void link_init(void);
void link_byte(uint8_t byte);
void link_tick(void);
/* `payload` has room for two bytes more. */
void link_send(uint8_t *payload, uint8_t count);
bool link_open(void);                        /* a session has begun */
bool link_silent(void);                      /* no sound frame for SILENT_MS, or none yet */
uint16_t link_damaged(void);
uint16_t link_stale(void);

#endif
