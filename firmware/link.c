#include "link.h"
#include <string.h>
#include "cobs.h"
#include "commands.h"
#include "crc.h"
#include "hal.h"

#define CHECK 2
#define FRAME_CAP (MAX_PAYLOAD + CHECK + 1)
#define REPLY_CAP (3 + sizeof(struct status) + CHECK)

static struct {
  uint8_t coded[FRAME_CAP];
  uint8_t count;
  bool too_long;
  bool open;
  uint16_t session;
  uint8_t id, seq;                           /* of the newest command */
  uint8_t reply[REPLY_CAP];                  /* to it */
  uint8_t reply_count;
  bool heard;
  uint16_t silent_ms;
  uint16_t damaged, stale;
} state;

void link_init(void) { memset(&state, 0, sizeof state); }

bool link_open(void) { return state.open; }

bool link_silent(void) { return !state.heard || state.silent_ms >= SILENT_MS; }

uint16_t link_damaged(void) { return state.damaged; }

uint16_t link_stale(void) { return state.stale; }

void link_send(uint8_t *payload, uint8_t count) {
  uint8_t coded[FRAME_CAP];
  uint16_t crc = crc16(payload, count);
  payload[count++] = (uint8_t)crc;
  payload[count++] = (uint8_t)(crc >> 8);
  count = cobs_encode(payload, count, coded);
  for (uint8_t i = 0; i < count; i++)
    hal_send(coded[i]);
  hal_send(0);
}

static void send_reply(void) {
  uint8_t copy[REPLY_CAP];
  memcpy(copy, state.reply, state.reply_count);
  link_send(copy, state.reply_count);
}

static bool begins_session(uint8_t id, const uint8_t *body, uint8_t count) {
  struct hello hello;
  if (id != HELLO_ID || count != sizeof hello)
    return false;
  memcpy(&hello, body, sizeof hello);
  if (state.open && hello.session == state.session)
    return false;
  state.open = true;
  state.session = hello.session;
  return true;
}

static void obey(uint8_t id, uint8_t seq, const uint8_t *body, uint8_t count) {
  uint8_t ahead = (uint8_t)(seq - state.seq), answer = 0;
  if (!begins_session(id, body, count) && state.open) {
    if (ahead == 0 && id == state.id) {
      send_reply();
      return;
    }
    if (ahead != 1) {
      state.stale++;
      return;
    }
  }
  state.id = id;
  state.seq = seq;
  state.reply[0] = id | REPLY;
  state.reply[1] = seq;
  state.reply[2] = commands_obey(id, body, count, state.reply + 3, &answer);
  state.reply_count = (uint8_t)(3 + answer);
  send_reply();
}

static void frame(void) {
  uint8_t count = cobs_decode(state.coded, state.count);
  if (count < 2 + CHECK || count > MAX_PAYLOAD + CHECK) {
    state.damaged++;
    return;
  }
  count -= CHECK;
  if (crc16(state.coded, count) != (uint16_t)(state.coded[count] | state.coded[count + 1] << 8)) {
    state.damaged++;
    return;
  }
  state.heard = true;
  state.silent_ms = 0;
  obey(state.coded[0], state.coded[1], state.coded + 2, (uint8_t)(count - 2));
}

void link_byte(uint8_t byte) {
  if (byte == 0) {
    if (state.too_long)
      state.damaged++;
    else if (state.count)
      frame();
    state.count = 0;
    state.too_long = false;
  } else if (state.count < FRAME_CAP) {
    state.coded[state.count++] = byte;
  } else {
    state.too_long = true;
  }
}

void link_tick(void) {
  if (state.silent_ms < SILENT_MS)
    state.silent_ms++;
}
