/* Runs the firmware's own image on libsimavr as if it were a board on a serial port.
 *
 *   avr_board IMAGE.elf
 *
 * The first line of its output is the path of the port. Then it takes commands, one a line, and answers each with a line of
 * JSON: time passes only in `run`.
 *
 *   run US             let so many microseconds pass
 *   pin D2 0|1         drive an input pin
 *   adc CHANNEL MV     put a voltage on an analogue pin
 *   state              all that can be seen from outside
 *   reset              pull the reset pin, as a port does that is opened
 *   hang               stop the millisecond timer, so that the program waits for ever
 *   dark               the displays lose what they hold
 *   quit
 *
 * What it does not show: a wrong baud rate, brown-out, anything analogue, currents. The receiver of libsimavr holds 64
 * bytes, the chip's two and the one that arrives: bytes are fed at the line's rate and the one too many is dropped. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pty.h>
#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include "displays_seen.h"
#include "lamps_seen.h"

#define FREQUENCY 16000000
#define HARDWARE_BYTES 3
#define TIMSK0 0x6e

DEFINE_FIFO(uint16_t, uart_fifo);

static avr_t *avr;
static FILE *out;
static int port, xon = 1;
static avr_uart_t *uart;
static avr_irq_t *uart_in;
static uint8_t waiting[4096];
static unsigned taken, held, overruns;
static avr_cycle_count_t last_fed;
static uint8_t driven[3];                    /* input pins of B, C, D as they are driven from outside */
static const uint8_t inputs[3] = {0x10, 0x00, 0x7c};

static struct {
  int sleep, direction;
  unsigned wakes;
  double rise, high, period;
} motor;

static double microseconds(void) { return (double)avr->cycle * 1e6 / FREQUENCY; }

static avr_irq_t *pin_of(char name, int bit) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(name), (uint32_t)bit); }

static void sent(avr_irq_t *irq, uint32_t value, void *unused) {
  uint8_t byte = (uint8_t)value;
  if (write(port, &byte, 1) != 1)
    overruns++;
}

static void may_send(avr_irq_t *irq, uint32_t value, void *yes) { xon = yes != NULL; }

static avr_cycle_count_t feed(avr_t *chip, avr_cycle_count_t when, void *unused) {
  last_fed = chip->cycle;
  if (taken == held) {
    ssize_t count = read(port, waiting, sizeof waiting);
    taken = 0;
    held = count > 0 ? (unsigned)count : 0;
  }
  if (taken < held) {
    uint8_t byte = waiting[taken++];
    if (uart_fifo_get_read_size(&uart->input) >= HARDWARE_BYTES || !xon)
      overruns++;
    else
      avr_raise_irq(uart_in, byte);
  }
  return when + (uart->cycles_per_byte ? uart->cycles_per_byte : 320);
}

static void lamp_pin(avr_irq_t *irq, uint32_t value, void *unused) { lamps_edge(microseconds(), value & 1); }

static void display_pin(avr_irq_t *irq, uint32_t value, void *what) { ((void (*)(int))what)(value & 1); }

static void sleep_pin(avr_irq_t *irq, uint32_t value, void *unused) {
  motor.wakes += !motor.sleep && (value & 1);
  motor.sleep = value & 1;
}

static void direction_pin(avr_irq_t *irq, uint32_t value, void *unused) { motor.direction = value & 1; }

static void pwm_pin(avr_irq_t *irq, uint32_t value, void *unused) {
  double now = microseconds();
  if (value & 1) {
    motor.period = motor.rise ? now - motor.rise : 0;
    motor.rise = now;
  } else {
    motor.high = now - motor.rise;
  }
}

/* Only changes count: a write to one pin of a port tells all of them. */
static void watch(char name, int bit, avr_irq_notify_t what, void *param) {
  avr_irq_t *irq = pin_of(name, bit);
  irq->flags |= IRQ_FLAG_FILTERED;
  avr_irq_register_notify(irq, what, param);
}

static void drive(void) {
  for (int i = 0; i < 3; i++) {
    char name = "BCD"[i];
    avr_ioport_external_t external = {.name = name, .mask = inputs[i], .value = driven[i]};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(name), &external);
    for (int bit = 0; bit < 8; bit++)
      if (inputs[i] >> bit & 1)
        avr_raise_irq(pin_of(name, bit), driven[i] >> bit & 1);
  }
}

static void print_state(void) {
  fprintf(out, "{\"time_us\":%.1f,\"overruns\":%u,\"wakes\":%u,\"awake\":%d,\"direction\":%d,", microseconds(), overruns,
          motor.wakes, motor.sleep, motor.direction);
  fprintf(out, "\"pwm_high_us\":%.2f,\"pwm_period_us\":%.2f,", motor.high, motor.period);
  lamps_print(out);
  fprintf(out, ",");
  displays_print(out);
  fprintf(out, "}\n");
}

/* Whether the chip still runs. */
static int run(unsigned us) {
  avr_cycle_count_t until = avr->cycle + (avr_cycle_count_t)us * (FREQUENCY / 1000000);
  int state = cpu_Running;
  motor.high = motor.period = motor.rise = 0;
  while (avr->cycle < until && state != cpu_Done && state != cpu_Crashed) {
    avr_cycle_count_t slice = avr->cycle + 1600;
    if (avr->cycle > last_fed + 32000)       /* a reset of the chip forgets the timers of whoever runs it */
      avr_cycle_timer_register(avr, 320, feed, NULL);
    while (avr->cycle < slice && avr->cycle < until && state != cpu_Done && state != cpu_Crashed)
      state = avr_run(avr);
    lamps_rest(microseconds());
  }
  return state != cpu_Done && state != cpu_Crashed;
}

static int obey(const char *line) {
  char name;
  int bit, value;
  unsigned us;
  if (sscanf(line, "run %u", &us) == 1) {
    if (!run(us))
      return 0;
  } else if (sscanf(line, "pin %c%d %d", &name, &bit, &value) == 3 && name >= 'B' && name <= 'D') {
    uint8_t mask = (uint8_t)(1 << bit);
    driven[name - 'B'] = (uint8_t)(value ? driven[name - 'B'] | mask : driven[name - 'B'] & ~mask);
    drive();
  } else if (sscanf(line, "adc %d %d", &bit, &value) == 2) {
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, (uint32_t)bit), (uint32_t)value);
  } else if (!strcmp(line, "state")) {
    print_state();
    return 1;
  } else if (!strcmp(line, "reset")) {
    avr_reset(avr);
    avr->data[0x54] = 1 << 1;                /* MCUSR: an external reset */
    drive();
  } else if (!strcmp(line, "hang")) {
    avr->data[TIMSK0] = 0;
  } else if (!strcmp(line, "dark")) {
    displays_forget();
  } else {
    return 0;
  }
  fprintf(out, "{}\n");
  return 1;
}

static void open_port(void) {
  int other;
  char path[128];
  struct termios settings;
  if (openpty(&port, &other, path, NULL, NULL)) {
    perror("openpty");
    exit(2);
  }
  tcgetattr(other, &settings);               /* `other` stays open: a host that closes the port is no error */
  cfmakeraw(&settings);
  tcsetattr(other, TCSANOW, &settings);
  fcntl(port, F_SETFL, O_NONBLOCK);
  fprintf(out, "%s\n", path);
  fflush(out);
}

static void wire(void) {
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  for (avr_io_t *io = avr->io_port; io; io = io->next)
    if (!strcmp(io->kind, "uart"))
      uart = (avr_uart_t *)io;
  uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sent, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), may_send, &xon);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), may_send, NULL);
  avr_cycle_timer_register(avr, 320, feed, NULL);
  watch('B', 0, lamp_pin, NULL);
  watch('B', 2, sleep_pin, NULL);
  watch('B', 3, pwm_pin, NULL);
  watch('C', 1, display_pin, (void *)displays_data);
  watch('C', 2, display_pin, (void *)displays_clock);
  watch('C', 3, display_pin, (void *)displays_load);
  watch('D', 7, direction_pin, NULL);
  memcpy(driven, inputs, sizeof driven);
  drive();
}

int main(int argc, char **argv) {
  elf_firmware_t image;
  char line[128];
  out = fdopen(dup(1), "w");
  dup2(2, 1);                                /* libsimavr prints to the standard output */
  memset(&image, 0, sizeof image);
  if (argc != 2 || elf_read_firmware(argv[1], &image)) {
    fprintf(stderr, "usage: avr_board IMAGE.elf\n");
    return 2;
  }
  avr = avr_make_mcu_by_name("atmega328p");
  avr_init(avr);
  image.frequency = FREQUENCY;
  image.vcc = image.avcc = image.aref = 5000;
  avr_load_firmware(avr, &image);
  avr->frequency = FREQUENCY;
  avr->vcc = avr->avcc = avr->aref = 5000;
  avr->log = LOG_ERROR;
  open_port();
  wire();
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (!obey(line))
      break;
    fflush(out);
  }
  avr_terminate(avr);
  return 0;
}
