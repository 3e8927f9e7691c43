"""What the parts of a table draw, and whether the supplies bear it.

Currents are nominal ones of data sheets and makers' pages, rounded up; none was measured on a built table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

LAMPS = 16
"""WS2812 on the table, four a seat."""
LAMP_FULL = 60
"""Milliamperes of one WS2812, all three colours at full."""
LAMP_IDLE = 1
"""Milliamperes of a dark one."""
BRIGHTNESS_CAP = 0.25
"""Share of full brightness that the firmware lets through."""
SENSE_OHM, CHOP_VOLT = 0.2, 0.2
"""The driver's sense resistor and the voltage at which a DRV8833 chops the motor current."""
FUSE_HOLD = 1100
"""Milliamperes that the motor rail's resettable fuse carries for ever."""
RESERVE = 1.25
"""A supply is to give so many times the worst case at least."""


@dataclass(frozen=True, slots=True)
class Load:
    """One part's current in milliamperes: as a rule, and the most it can draw for longer than a moment."""

    name: str
    usual: float
    most: float


@dataclass(frozen=True, slots=True)
class Rail:
    """What hangs on one supply; `gives` milliamperes at `volts`."""

    name: str
    volts: float
    gives: float
    loads: tuple[Load, ...]

    @property
    def usual(self) -> float:
        """Milliamperes as a rule."""
        return sum(load.usual for load in self.loads)

    @property
    def most(self) -> float:
        """Milliamperes when everything draws its most at once."""
        return sum(load.most for load in self.loads)

    @property
    def enough(self) -> bool:
        """Whether the worst case leaves the reserve."""
        return self.most * RESERVE <= self.gives


MOTOR_LIMIT = 1000 * CHOP_VOLT / SENSE_OHM
"""Milliamperes at which the driver chops: a stalled motor draws no more."""

TABLE = Rail(
    "table supply (lamps, motor, displays)",
    5.0,
    3000,
    (
        Load(f"{LAMPS} lamps, capped at {BRIGHTNESS_CAP:.0%}", 80, LAMPS * max(LAMP_FULL * BRIGHTNESS_CAP, LAMP_IDLE)),
        Load("dice motor N20: rolling; stalled", 150, MOTOR_LIMIT),
        Load("four score displays, eight digits each", 160, 4 * 160),
        Load("DRV8833 and 74AHCT08", 5, 10),
    ),
)
PI_4 = Rail(
    "Pi supply, Pi 4",
    5.1,
    3000,
    (Load("Raspberry Pi 4, reading", 800, 1300), Load("Camera Module 3", 200, 300), Load("Nano by USB", 30, 50)),
)
PI_5 = Rail(
    "Pi supply, Pi 5",
    5.1,
    5000,
    (Load("Raspberry Pi 5, reading", 1000, 2400), Load("Camera Module 3", 200, 300), Load("Nano by USB", 30, 50)),
)
RAILS = (TABLE, PI_4, PI_5)


def power_rows() -> Iterator[str]:
    """The budget as a table in Markdown."""
    yield "| supply | part | usual mA | most mA |"
    yield "| --- | --- | --- | --- |"
    for rail in RAILS:
        for load in rail.loads:
            yield f"| {rail.name} | {load.name} | {load.usual:.0f} | {load.most:.0f} |"
        watts = rail.volts * rail.most / 1000
        told = f"**{rail.volts:g} V {rail.gives / 1000:g} A: {rail.gives / rail.most:.1f} times the most**"
        yield f"| | {told} | **{rail.usual:.0f}** | **{rail.most:.0f}** ({watts:.1f} W) |"
