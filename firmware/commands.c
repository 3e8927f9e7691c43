#include "commands.h"
#include <string.h>
#include "core.h"
#include "displays.h"
#include "faults.h"
#include "lamps.h"
#include "link.h"
#include "motor.h"

#define TAKE(type, name)        \
  struct type name;             \
  if (length != sizeof name)    \
    return RESULT_LENGTH;       \
  memcpy(&name, body, sizeof name)

static uint8_t drive(uint8_t id, const uint8_t *body, uint8_t length) {
  if (!link_open())
    return RESULT_NO_SESSION;
  switch (id) {
  case SET_LAMPS_ID: {
    TAKE(set_lamps, wanted);
    return lamps_set(&wanted);
  }
  case SET_SCORES_ID: {
    TAKE(set_scores, scores);
    return displays_set(&scores);
  }
  case ROLL_ID: {
    TAKE(roll, roll);
    return motor_roll(&roll, core_boot());
  }
  case CLEAR_ID: {
    TAKE(clear, known);
    faults_clear(known.faults);
    return RESULT_OK;
  }
  default: return RESULT_UNKNOWN;
  }
}

uint8_t commands_obey(uint8_t id, const uint8_t *body, uint8_t length, uint8_t *answer, uint8_t *count) {
  switch (id) {
  case HELLO_ID: {
    TAKE(hello, hello);
    struct greeting greeting;
    core_greet(&greeting);
    memcpy(answer, &greeting, *count = sizeof greeting);
    return RESULT_OK;
  }
  case ASK_STATUS_ID: {
    struct status status;
    if (length)
      return RESULT_LENGTH;
    core_tell(&status);
    memcpy(answer, &status, *count = sizeof status);
    return RESULT_OK;
  }
  case STOP_ID:
    if (length)
      return RESULT_LENGTH;
    motor_stop();
    return RESULT_OK;
  default: return drive(id, body, length);
  }
}
