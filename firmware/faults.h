/* What went wrong and was not acknowledged yet, as bits of FAULT_*. */
#ifndef FAULTS_H
#define FAULTS_H
#include <stdint.h>

void faults_init(uint8_t faults);
void faults_raise(uint8_t faults);
void faults_clear(uint8_t faults);
uint8_t faults_now(void);

#endif
