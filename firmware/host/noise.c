/* A bad line to the board: frames damaged, lost, doubled, late and mixed with noise, and what the board makes of them.
 * Usage: noise SEED FRAMES. Says what happened; ends with 1 where the board obeyed what nobody sent, rolled twice or did
 * not come back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../cobs.h"
#include "../core.h"
#include "../crc.h"
#include "../motor.h"
#include "hal_host.h"

#define LATE_CAP 6                           /* frames that are under way at once */
#define TRIES 3                              /* then a new session */
#define BOOT_EVERY 50000                     /* frames between two starts, so that numbers of rolls need not begin anew */
#define ROOM 4096

struct frame {
  uint8_t id, seq, count;
  uint8_t bytes[MAX_PAYLOAD + 4];
};

static struct {
  unsigned sent, sound, damaged, lost, doubled, late, noise, no_answer;
  unsigned rolls, rolled_twice, obeyed_unsent, sessions, mute;
} told;
static uint64_t random_state;
static uint16_t boot, roll, started;         /* `started`: number of the newest roll that moved the motor */
static uint8_t seq;

static unsigned dice(unsigned sides) {       /* xorshift64*: the same on every machine */
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return (unsigned)((random_state * 2685821657736338717u) >> 33) % sides;
}

static struct frame framed(uint8_t id, const void *body, uint8_t length) {
  uint8_t payload[MAX_PAYLOAD + 2] = {id, ++seq};
  struct frame frame = {id, seq, 0, {0}};
  uint16_t crc;
  memcpy(payload + 2, body, length);
  crc = crc16(payload, (uint8_t)(2 + length));
  payload[2 + length] = (uint8_t)crc;
  payload[3 + length] = (uint8_t)(crc >> 8);
  frame.count = cobs_encode(payload, (uint8_t)(4 + length), frame.bytes);
  frame.bytes[frame.count++] = 0;
  return frame;
}

static struct frame hello(void) {
  static uint16_t session;
  struct hello body = {++session};
  return framed(HELLO_ID, &body, sizeof body);
}

static struct frame any_command(void) {
  switch (dice(6)) {
  case 0: {
    struct roll body = {boot, ++roll, (uint8_t)(100 + dice(156)), (uint16_t)(1 + dice(2)), 1};
    return framed(ROLL_ID, &body, sizeof body);
  }
  case 1: {
    struct clear body = {(uint8_t)dice(64)};
    return framed(CLEAR_ID, &body, sizeof body);
  }
  case 2: {
    struct set_lamps body = {(uint8_t)dice(256), {0}};
    for (unsigned i = 0; i < LAMPS; i++)
      body.lamps[i] = (uint8_t)(dice(PATTERN_COUNT) << 4 | dice(COLOUR_COUNT));
    return framed(SET_LAMPS_ID, &body, sizeof body);
  }
  case 3: {
    struct set_scores body = {4, {(int32_t)dice(100000), -300, 0, 25000}, {0, 1, NOBODY, 3}};
    return framed(SET_SCORES_ID, &body, sizeof body);
  }
  case 4: return framed(STOP_ID, "", 0);
  default: return framed(ASK_STATUS_ID, "", 0);
  }
}

/* Whether these bytes, after what came before them, make the frame whole, as it was sent. */
static bool arrives(const struct frame *frame, const uint8_t *bytes, unsigned count) {
  static uint8_t chunk[sizeof frame->bytes];
  static unsigned length;
  bool whole = false;
  for (unsigned i = 0; i < count; i++) {
    if (length < sizeof chunk)
      chunk[length] = bytes[i];
    length++;
    if (bytes[i])
      continue;
    whole |= length == frame->count && !memcmp(chunk, frame->bytes, length);
    length = 0;
  }
  return whole;
}

/* Whether the board has answered this frame; no other answer was asked for. */
static bool answered(const struct frame *frame, bool whole) {
  uint8_t out[ROOM], payload[MAX_PAYLOAD + 4];
  uint32_t count = host_take(out, sizeof out), from = 0;
  bool found = false;
  for (uint32_t i = 0; i < count; i++) {
    if (out[i])
      continue;
    memcpy(payload, out + from, i - from);
    cobs_decode(payload, (uint8_t)(i - from));
    from = i + 1;
    if (payload[0] == STATUS_ID)
      continue;
    if (whole && payload[0] == (frame->id | REPLY) && payload[1] == frame->seq)
      found = true;
    else
      told.obeyed_unsent++;
  }
  return found;
}

/* Bytes go in, a millisecond passes. Returns whether the frame was answered. */
static bool feed(const uint8_t *bytes, unsigned count, const struct frame *frame) {
  uint32_t starts = host_starts();
  host_feed(bytes, count);
  host_run(1);
  if (host_starts() != starts) {
    told.rolls++;
    told.rolled_twice += host_starts() > starts + 1 || motor_newest() <= started;
    started = motor_newest();
  }
  return answered(frame, arrives(frame, bytes, count));
}

static bool feed_sound(const struct frame *frame) { return feed(frame->bytes, frame->count, frame); }

static bool feed_damaged(const struct frame *frame) {
  struct frame damaged = *frame;
  unsigned at = dice(damaged.count - 1u);
  switch (dice(5)) {
  case 0: damaged.bytes[at] ^= (uint8_t)(1u << dice(8)); break;
  case 1: damaged.bytes[at] = (uint8_t)dice(256); break;
  case 2: damaged.count = (uint8_t)at; break;
  case 3: memmove(damaged.bytes + at, damaged.bytes + at + 1, --damaged.count - at); break;
  default:
    for (unsigned bits = 1 + dice(6); bits > 0; bits--)
      damaged.bytes[dice(damaged.count)] ^= (uint8_t)(1u << dice(8));
  }
  told.damaged++;
  return feed(damaged.bytes, damaged.count, frame);
}

static bool feed_noise(const struct frame *frame) {
  uint8_t noise[80];
  unsigned count = 1 + dice(sizeof noise);
  for (unsigned i = 0; i < count; i++)
    noise[i] = (uint8_t)dice(256);
  told.noise++;
  return feed(noise, count, frame);
}

/* Send a frame once over the bad line; whether its answer came. */
static bool try(const struct frame *frame) {
  static struct frame late[LATE_CAP];
  static unsigned late_count;
  bool done = false;
  told.sent++;
  if (late_count && dice(4) == 0) {
    struct frame oldest = late[0];
    memmove(late, late + 1, --late_count * sizeof *late);
    done = feed_sound(&oldest) && oldest.seq == frame->seq && oldest.id == frame->id;
  }
  switch (dice(8)) {
  case 0: told.lost++; return done;
  case 1:
    told.doubled++;
    feed_sound(frame);
    return feed_sound(frame) | done;
  case 2:
    if (late_count < LATE_CAP)
      late[late_count++] = *frame;
    told.late++;
    return done;
  case 3: return feed_damaged(frame) | done;
  case 4: return feed_noise(frame) | done;
  case 5:
    told.no_answer++;
    feed_sound(frame);
    return done;
  default: told.sound++; return feed_sound(frame) | done;
  }
}

/* Over a line that is whole again the first word must be answered. */
static void greet(void) {
  struct frame frame = hello();
  feed((const uint8_t *)"", 1, &frame);
  told.sessions++;
  told.mute += !feed_sound(&frame);
}

static void start(void) {
  host_start(++boot, RESET_POWER);
  host_load(100);
  roll = started = 0;
  greet();
}

int main(int argc, char **argv) {
  unsigned frames, next_boot = 0;
  if (argc != 3)
    return 2;
  random_state = strtoull(argv[1], NULL, 10) * 2 + 1;
  frames = (unsigned)strtoul(argv[2], NULL, 10);
  while (told.sent < frames) {
    struct frame frame;
    bool done = false;
    if (told.sent >= next_boot) {
      start();
      next_boot += BOOT_EVERY;
    }
    frame = any_command();
    for (unsigned tries = 0; tries < TRIES && !done; tries++)
      done = try(&frame);
    if (!done)
      greet();
  }
  printf("%u frames: %u as sent, %u damaged, %u lost, %u doubled, %u late, %u noise instead, %u answers lost\n", told.sent,
         told.sound, told.damaged, told.lost, told.doubled, told.late, told.noise, told.no_answer);
  printf("%u rolls, %u of them twice; %u obeyed that were never sent; %u of %u sessions not answered\n", told.rolls,
         told.rolled_twice, told.obeyed_unsent, told.mute, told.sessions);
  return told.rolled_twice || told.obeyed_unsent || told.mute ? 1 : 0;
}
