/* ATmega328P at 16 MHz (Nano class).
 * D0/D1 serial, D2..D5 seat buttons and D6 the middle one (to ground), D7 motor direction (low), D8 lamps, D10 nSLEEP and
 * D11 PWM and D12 nFAULT of the motor driver, D13 heartbeat, A0 motor current, A1..A3 displays (data, clock, load). */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include "../core.h"
#include "../hal.h"

#define BUTTON_PINS 0x7c                     /* D2..D6 */
#define DIRECTION PORTD7
#define LAMPS_PIN PORTB0
#define SLEEP PORTB2
#define PWM PORTB3
#define FAULT PORTB4
#define HEARTBEAT PORTB5
#define DATA PORTC1
#define CLOCK PORTC2
#define LOAD PORTC3
#define QUEUE 128                            /* bytes that wait to be taken; a power of two */

static volatile uint8_t queue[QUEUE], head, tail, ticks;
static volatile uint16_t lost;
static uint8_t cause __attribute__((section(".noinit")));
static uint16_t boots EEMEM;

/* Before anything else: after a watchdog reset the watchdog still runs, at its shortest time. */
void early(void) __attribute__((naked, used, section(".init3")));
void early(void) {
  cause = MCUSR;
  MCUSR = 0;
  wdt_disable();
}

ISR(USART_RX_vect) {
  uint8_t overrun = UCSR0A & _BV(DOR0), byte = UDR0, next = (head + 1) & (QUEUE - 1);
  if (overrun)
    lost++;
  if (next == tail) {
    lost++;
    return;
  }
  queue[head] = byte;
  head = next;
}

ISR(TIMER0_COMPA_vect) { ticks++; }

void hal_send(uint8_t byte) {
  while (!(UCSR0A & _BV(UDRE0))) {}
  UDR0 = byte;
}

uint16_t hal_lost(void) {
  uint16_t copy;
  uint8_t flags = SREG;
  cli();
  copy = lost;
  SREG = flags;
  return copy;
}

uint8_t hal_buttons(void) { return (uint8_t)((~PIND & BUTTON_PINS) >> PORTD2); }

void hal_motor(uint8_t power) {
  if (power) {
    OCR2A = power;
    TCCR2A |= _BV(COM2A1);
    PORTB |= _BV(SLEEP);
  } else {
    PORTB &= (uint8_t)~_BV(SLEEP);
    TCCR2A &= (uint8_t)~_BV(COM2A1);
    PORTB &= (uint8_t)~_BV(PWM);
  }
}

/* The conversion begun a tick ago, 1.1 V over 1024 steps across 0.2 ohm: 5.37 mA a step. */
uint16_t hal_current(void) {
  uint16_t steps = ADC;
  ADCSRA |= _BV(ADSC);
  return steps * 43u / 8u;
}

bool hal_driver_fault(void) { return !(PINB & _BV(FAULT)); }

void hal_heartbeat(bool on) {
  if (on)
    PORTB |= _BV(HEARTBEAT);
  else
    PORTB &= (uint8_t)~_BV(HEARTBEAT);
}

/* WS2812: 20 cycles a bit, high for 5 (a zero) or 12. Interrupts are let in between lamps, which bear a pause of some
 * microseconds: one lamp takes 30, and the receiver holds 50 microseconds of bytes. */
void hal_lamps(const uint8_t *grb) {
  uint8_t high = PORTB | _BV(LAMPS_PIN), low = PORTB & (uint8_t)~_BV(LAMPS_PIN);
  for (uint8_t lamp = 0; lamp < LAMPS; lamp++) {
    uint8_t flags = SREG;
    cli();
    for (uint8_t colour = 0; colour < 3; colour++) {
      uint8_t byte = *grb++, bits = 8;
      __asm__ volatile(
          "1: out %[port], %[high] \n\t"
          "nop \n\t nop \n\t nop \n\t"
          "sbrs %[byte], 7 \n\t"
          "out %[port], %[low] \n\t"
          "lsl %[byte] \n\t"
          "nop \n\t nop \n\t nop \n\t nop \n\t nop \n\t"
          "out %[port], %[low] \n\t"
          "nop \n\t nop \n\t nop \n\t nop \n\t"
          "dec %[bits] \n\t"
          "brne 1b \n\t"
          : [byte] "+r"(byte), [bits] "+d"(bits)
          : [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low));
    }
    SREG = flags;
  }
}

static void shift(uint8_t byte) {
  for (uint8_t bit = 0x80; bit; bit >>= 1) {
    PORTC &= (uint8_t)~_BV(CLOCK);
    if (byte & bit)
      PORTC |= _BV(DATA);
    else
      PORTC &= (uint8_t)~_BV(DATA);
    PORTC |= _BV(CLOCK);
  }
}

/* Seat 0's display is the first of the chain: what is shifted first travels furthest. */
void hal_display(uint8_t place, const uint8_t *values) {
  PORTC &= (uint8_t)~_BV(LOAD);
  for (uint8_t seat = SEATS; seat-- > 0;) {
    shift(place);
    shift(values[seat]);
  }
  PORTC |= _BV(LOAD);
}

static uint16_t count_boot(void) {
  uint16_t boot = (uint16_t)(eeprom_read_word(&boots) + 1);
  if (boot == 0)
    boot = 1;
  eeprom_write_word(&boots, boot);
  return boot;
}

static uint8_t reset_of(uint8_t flags) {
  if (flags & _BV(WDRF))
    return RESET_WATCHDOG;
  if (flags & _BV(BORF) && !(flags & _BV(PORF)))
    return RESET_BROWN_OUT;
  return flags & _BV(PORF) ? RESET_POWER : RESET_PIN;
}

static void start(void) {
  DDRB = _BV(LAMPS_PIN) | _BV(SLEEP) | _BV(PWM) | _BV(HEARTBEAT);
  PORTB = _BV(FAULT);
  DDRC = _BV(DATA) | _BV(CLOCK) | _BV(LOAD);
  PORTC = _BV(LOAD);
  DDRD = _BV(DIRECTION);
  PORTD = BUTTON_PINS;
  UBRR0 = F_CPU / 8 / BAUD_RATE - 1;
  UCSR0A = _BV(U2X0);
  UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
  UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
  TCCR0A = _BV(WGM01);                       /* 1 kHz: 16 MHz / 64 / 250 */
  OCR0A = 249;
  TIMSK0 = _BV(OCIE0A);
  TCCR0B = _BV(CS01) | _BV(CS00);
  TCCR2A = _BV(WGM21) | _BV(WGM20);          /* fast PWM, 7.8 kHz */
  TCCR2B = _BV(CS21);
  ADMUX = _BV(REFS1) | _BV(REFS0);
  ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0) | _BV(ADSC);
}

int main(void) {
  start();
  core_init(count_boot(), reset_of(cause));
  wdt_enable(WDTO_250MS);
  sei();
  for (;;) {
    while (tail != head) {
      uint8_t byte = queue[tail];
      tail = (tail + 1) & (QUEUE - 1);
      core_byte(byte);
    }
    if (ticks) {                             /* only here: a core without ticks is a hung one */
      cli();
      ticks--;
      sei();
      core_tick();
      wdt_reset();
    }
  }
}
