/* Printed by `python -m hardware.messages header`: change hardware/messages.py instead. */
#ifndef MESSAGES_H
#define MESSAGES_H
#include <stdint.h>

#define VERSION_MAJOR 1
#define VERSION_MINOR 0
#define TABLE_HASH 0xe2d2d91du
#define BAUD_RATE 500000ul
#define MAX_PAYLOAD 64
#define REPLY 0x80

#define SEATS 4
#define BUTTONS 5
#define LAMPS 16
#define DIGITS 8
#define BRIGHTNESS_CAP 64
#define POINTS_CAP 499999l
#define DEBOUNCE_MS 15
#define LONG_MS 800
#define STATUS_MS 250
#define SILENT_MS 1500
#define RUN_CAP_MS 4000
#define SETTLE_CAP_MS 5000
#define HEAT_CAP_MS 4000
#define COOL_RATIO 5
#define RAMP_MS 100
#define START_MS 200
#define STALL_MS 50
#define STALL_MA 450
#define OVER_MS 5
#define OVER_MA 1200
#define OPEN_MS 300
#define OPEN_MA 15
#define DRIVER_MS 5
#define NOBODY 255

enum { BUTTON_SEAT0 = 0, BUTTON_SEAT1 = 1, BUTTON_SEAT2 = 2, BUTTON_SEAT3 = 3, BUTTON_CENTRE = 4 };
#define BUTTON_COUNT 5

enum { LAMP_DEALER = 0, LAMP_TURN = 1, LAMP_RIICHI = 2, LAMP_PROMPT = 3 };
#define LAMP_COUNT 4

enum { PATTERN_OFF = 0, PATTERN_STEADY = 1, PATTERN_BLINK = 2, PATTERN_FAST = 3, PATTERN_DOUBLE = 4, PATTERN_SHORT = 5 };
#define PATTERN_COUNT 6

enum { COLOUR_WHITE = 0, COLOUR_RED = 1, COLOUR_AMBER = 2, COLOUR_GREEN = 3, COLOUR_BLUE = 4, COLOUR_VIOLET = 5 };
#define COLOUR_COUNT 6

enum { RESULT_OK = 0, RESULT_LENGTH = 1, RESULT_UNKNOWN = 2, RESULT_RANGE = 3, RESULT_NO_SESSION = 4, RESULT_BUSY = 5, RESULT_FAULT = 6, RESULT_HOT = 7, RESULT_OLD = 8 };
#define RESULT_COUNT 9

enum { FAULT_STALL = 1, FAULT_OVER_CURRENT = 2, FAULT_DRIVER = 4, FAULT_NO_CURRENT = 8, FAULT_LINK = 16, FAULT_WATCHDOG = 32 };
#define FAULT_COUNT 6

enum { MOTOR_IDLE = 0, MOTOR_ROLLING = 1, MOTOR_SETTLING = 2 };
#define MOTOR_COUNT 3

enum { OUTCOME_NONE = 0, OUTCOME_RUNNING = 1, OUTCOME_DONE = 2, OUTCOME_STOPPED = 3, OUTCOME_FAILED = 4 };
#define OUTCOME_COUNT 5

enum { RESET_POWER = 0, RESET_PIN = 1, RESET_BROWN_OUT = 2, RESET_WATCHDOG = 3 };
#define RESET_COUNT 4

#define PATTERN_MASKS { 0x0000, 0xffff, 0x0f0f, 0x5555, 0x0505, 0x0001 }
#define COLOUR_VALUES { {255, 255, 255}, {255, 0, 0}, {255, 120, 0}, {0, 255, 0}, {0, 60, 255}, {160, 0, 255} }

#define HELLO_ID 0x01
struct __attribute__((packed)) hello {
  uint16_t session;
};
_Static_assert(sizeof(struct hello) == 2, "hello");

#define ASK_STATUS_ID 0x02

#define SET_LAMPS_ID 0x10
struct __attribute__((packed)) set_lamps {
  uint8_t brightness;
  uint8_t lamps[16];
};
_Static_assert(sizeof(struct set_lamps) == 17, "set_lamps");

#define SET_SCORES_ID 0x11
struct __attribute__((packed)) set_scores {
  uint8_t brightness;
  int32_t points[4];
  uint8_t against[4];
};
_Static_assert(sizeof(struct set_scores) == 21, "set_scores");

#define ROLL_ID 0x20
struct __attribute__((packed)) roll {
  uint16_t boot;
  uint16_t roll;
  uint8_t power;
  uint16_t run;
  uint16_t settle;
};
_Static_assert(sizeof(struct roll) == 9, "roll");

#define STOP_ID 0x21

#define CLEAR_ID 0x22
struct __attribute__((packed)) clear {
  uint8_t faults;
};
_Static_assert(sizeof(struct clear) == 1, "clear");

struct __attribute__((packed)) greeting {
  uint8_t major;
  uint8_t minor;
  uint32_t table;
  uint8_t release[3];
  uint32_t build;
  uint16_t boot;
  uint8_t reset;
  uint16_t roll;
};
_Static_assert(sizeof(struct greeting) == 18, "greeting");

#define STATUS_ID 0xc0
struct __attribute__((packed)) status {
  uint16_t boot;
  uint32_t time;
  uint8_t motor;
  uint8_t faults;
  uint16_t roll;
  uint8_t outcome;
  uint16_t current;
  uint8_t held;
  uint8_t presses[5];
  uint8_t longs[5];
  uint16_t damaged;
  uint16_t stale;
  uint16_t lost;
};
_Static_assert(sizeof(struct status) == 30, "status");

#endif
