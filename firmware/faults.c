#include "faults.h"

static uint8_t now;

void faults_init(uint8_t faults) { now = faults; }

void faults_raise(uint8_t faults) { now |= faults; }

void faults_clear(uint8_t faults) { now &= (uint8_t)~faults; }

uint8_t faults_now(void) { return now; }
