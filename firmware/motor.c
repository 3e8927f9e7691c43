#include "motor.h"
#include <string.h>
#include "faults.h"
#include "hal.h"

#define LATE 0x8000u                         /* a roll that is so far ahead lies behind */
#define HEAT_CAP ((uint16_t)(HEAT_CAP_MS * COOL_RATIO))

static struct {
  uint8_t motor, outcome, power;
  uint16_t roll, run_ms, settle_ms;
  uint16_t past_ms;                          /* in this state */
  uint16_t heat;                             /* COOL_RATIO for each millisecond of run, less one for each of rest */
  uint16_t current;
  uint16_t stall_ms, over_ms, open_ms, driver_ms;
} state;

void motor_init(void) {
  memset(&state, 0, sizeof state);
  hal_motor(0);
}

uint8_t motor_roll(const struct roll *roll, uint16_t boot) {
  uint16_t ahead = (uint16_t)(roll->roll - state.roll);
  if (roll->roll == 0 || roll->power == 0 || roll->run == 0 || roll->run > RUN_CAP_MS || roll->settle > SETTLE_CAP_MS)
    return RESULT_RANGE;
  if (roll->boot != boot || ahead >= LATE)
    return RESULT_OLD;
  if (ahead == 0)
    return RESULT_OK;
  if (state.motor != MOTOR_IDLE)
    return RESULT_BUSY;
  if (faults_now())
    return RESULT_FAULT;
  if (roll->run * COOL_RATIO > HEAT_CAP - state.heat)
    return RESULT_HOT;
  state.motor = MOTOR_ROLLING;
  state.outcome = OUTCOME_RUNNING;
  state.roll = roll->roll;
  state.power = roll->power;
  state.run_ms = roll->run;
  state.settle_ms = roll->settle;
  state.past_ms = state.current = 0;
  state.stall_ms = state.over_ms = state.open_ms = state.driver_ms = 0;
  return RESULT_OK;
}

static void end(uint8_t outcome) {
  hal_motor(0);
  state.motor = MOTOR_IDLE;
  state.outcome = outcome;
}

void motor_stop(void) {
  if (state.motor != MOTOR_IDLE)
    end(OUTCOME_STOPPED);
}

/* Whether something has been so for `most_ms` milliseconds on end. */
static bool lasts(uint16_t *ms, bool is_so, uint16_t most_ms) {
  *ms = is_so ? *ms + 1 : 0;
  return *ms >= most_ms;
}

static uint8_t found(bool silent) {
  uint16_t current = hal_current();
  bool started = state.past_ms > START_MS;
  uint8_t faults = 0;
  if (current > state.current)
    state.current = current;
  if (lasts(&state.over_ms, current > OVER_MA, OVER_MS))
    faults |= FAULT_OVER_CURRENT;
  if (lasts(&state.stall_ms, started && current > STALL_MA, STALL_MS))
    faults |= FAULT_STALL;
  if (lasts(&state.open_ms, current < OPEN_MA, OPEN_MS))
    faults |= FAULT_NO_CURRENT;
  if (lasts(&state.driver_ms, hal_driver_fault(), DRIVER_MS))
    faults |= FAULT_DRIVER;
  if (silent)
    faults |= FAULT_LINK;
  return faults;
}

static bool roll_on(bool silent) {
  uint8_t faults;
  state.past_ms++;
  state.heat += COOL_RATIO;
  faults = found(silent);
  if (faults) {
    faults_raise(faults);
    end(OUTCOME_FAILED);
    return true;
  }
  if (state.past_ms > state.run_ms) {
    hal_motor(0);
    state.motor = MOTOR_SETTLING;
    state.past_ms = 0;
    return true;
  }
  hal_motor(state.past_ms < RAMP_MS ? (uint8_t)(state.power * state.past_ms / RAMP_MS) : state.power);
  return false;
}

bool motor_tick(bool silent) {
  if (state.motor == MOTOR_ROLLING)
    return roll_on(silent);
  if (state.heat)
    state.heat--;
  if (state.motor == MOTOR_SETTLING && ++state.past_ms > state.settle_ms) {
    end(OUTCOME_DONE);
    return true;
  }
  return false;
}

void motor_tell(struct status *status) {
  status->motor = state.motor;
  status->roll = state.roll;
  status->outcome = state.outcome;
  status->current = state.current;
}

uint16_t motor_newest(void) { return state.roll; }
