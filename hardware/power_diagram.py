"""Where the current flows: supplies, fuse, motor driver and what must agree before the motor turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hardware.board_diagram import COLOURS
from hardware.drawing import INK, PALE, Place, Sheet
from hardware.pins import DISPLAYS, DRIVER, GATE, LAMPS, NANO, PI, named
from hardware.power import FUSE_HOLD, PI_5, SENSE_OHM, TABLE

FIVE, EARTH = "#c62828", "#1f2933"
SIGNAL, SAFETY = COLOURS[DRIVER], COLOURS[GATE]
RAIL, GROUND = 112, 690
_LINE = 22


def draw_power() -> str:
    """The diagram as SVG."""
    sheet = Sheet(1330, 750, "Power and the motor's safety chain")
    sheet.text((665, 30), sheet.title, 20, anchor="middle", bold=True)
    told = "the motor turns only while the Nano and the Pi both say so; a reset of either, or a loose wire, stops it"
    sheet.text((665, 56), told, 12, PALE, "middle")
    sheet.wire(((220, RAIL), (1300, RAIL)), FIVE, 5)
    sheet.wire(((14, GROUND), (1300, GROUND)), EARTH, 5)
    sheet.text((1300, RAIL - 15), "+5 V", 13, FIVE, "end", True)
    sheet.text((1300, GROUND + 18), "ground: all joined here, once, at the table supply", 13, EARTH, "end", True)
    _supply(sheet)
    _controllers(sheet)
    _motor(sheet)
    _loads(sheet)
    return sheet.svg()


def _supply(sheet: Sheet) -> None:
    told = (f"{TABLE.volts:g} V {TABLE.gives / 1000:g} A", "lamps, motor, displays")
    _part(sheet, (34, 84), (186, 96), "table supply", told, FIVE)
    sheet.wire(((34, 150), (14, 150), (14, GROUND)), EARTH)
    sheet.dot((14, GROUND), EARTH, 5)
    sheet.wire(((930, RAIL), (930, 390)), FIVE)
    sheet.wire(((930, 390), (930, GROUND)), EARTH)
    sheet.capacitor((930, 390), "1000 µF")
    for y, colour in ((RAIL, FIVE), (GROUND, EARTH)):
        sheet.dot((930, y), colour, 5)


def _controllers(sheet: Sheet) -> None:
    """Nano and Pi with the pins that lead to the motor."""
    _part(sheet, (34, 250), (170, 206), "Nano", (), "#4a5568")
    _part(sheet, (34, 508), (170, 154), "Raspberry Pi", (), COLOURS["Raspberry Pi"])
    sheet.wire(((70, 508), (70, 456)), COLOURS["Raspberry Pi"], 4)
    sheet.text((82, 483), "USB: data, 5 V", 11, PALE)
    sheet.text((119, 645), f"own supply, {PI_5.volts:g} V {PI_5.gives / 1000:g} A", 11, PALE, "middle")
    sheet.wire(((34, 420), (14, 420)), EARTH)
    sheet.dot((14, 420), EARTH, 5)
    sheet.text((44, 420), "GND", 12)


def _motor(sheet: Sheet) -> None:
    """Fuse, driver, motor, gate and the wires between."""
    driver, gate = (560, 230), (420, 506)
    wide, high = 190, 214
    _part(sheet, driver, (wide, high), DRIVER, (), SIGNAL)
    left, right = driver[0], driver[0] + wide
    rows = {
        name: driver[1] + 52 + place * 30 for place, name in enumerate(("AIN1", "AIN2", "nSLEEP", "nFAULT", "AISEN"))
    }
    for name, y in rows.items():
        sheet.text((left + 12, y), name, 12)
    # supply of the motor
    middle = left + wide / 2
    sheet.wire(((middle, RAIL), (middle, driver[1])), FIVE)
    sheet.dot((middle, RAIL), FIVE, 5)
    sheet.resistor((middle, 168), f"resettable fuse {FUSE_HOLD / 1000:g} A", FIVE, upright=True)
    sheet.text((middle + 8, driver[1] - 10), "VM", 12)
    sheet.wire(((right - 30, driver[1] + high), (right - 30, GROUND)), EARTH)
    sheet.dot((right - 30, GROUND), EARTH, 5)
    sheet.text((right - 30, driver[1] + high - 12), "GND", 12, anchor="middle")
    # motor
    for y, name in ((rows["AIN1"], "AOUT1"), (rows["AIN2"], "AOUT2")):
        sheet.wire(((right, y), (right + 66, y)), SIGNAL)
        sheet.text((right - 12, y), name, 12, anchor="end")
    sheet.box((right + 66, rows["AIN1"] - 26), (84, 82), SIGNAL, radius=41)
    sheet.text((right + 108, rows["AIN1"] + 6), "motor", 13, SIGNAL, "middle", True)
    sheet.text((right + 108, rows["AIN1"] + 24), "N20, 6 V", 11, anchor="middle")
    # from the Nano straight to the driver
    nano = {
        "AIN1": named(NANO, DRIVER, "AIN1, speed").name,
        "AIN2": named(NANO, DRIVER, "AIN2, direction").name,
        "nFAULT": named(NANO, DRIVER, "nFAULT").name,
        "AISEN": named(NANO, DRIVER, "AISEN, motor current").name,
    }
    for name, pin in nano.items():
        y = rows[name]
        sheet.wire(((204, y), (left, y)), SIGNAL)
        sheet.text((194, y), pin, 12, anchor="end", bold=True)
        sheet.dot((204, y), SIGNAL)
    sheet.resistor((400, rows["AISEN"]), "1 kΩ", SIGNAL)
    sense = 520
    sheet.wire(((sense, rows["AISEN"]), (sense, GROUND)), SIGNAL)
    sheet.resistor((sense, 652), f"{SENSE_OHM:g} Ω, 1 W", SIGNAL, upright=True)
    sheet.dot((sense, rows["AISEN"]), SIGNAL)
    sheet.dot((sense, GROUND), EARTH, 5)
    sheet.wire(((290, rows["AISEN"]), (290, GROUND)), EARTH)
    sheet.dot((290, rows["AISEN"]), SIGNAL)
    sheet.capacitor((290, 590), "")
    sheet.text((308, 586), "100 nF", 11)
    sheet.dot((290, GROUND), EARTH, 5)
    _gate(sheet, gate, rows, left)


def _gate(sheet: Sheet, gate: Place, rows: Mapping[str, float], left: float) -> None:
    """Both must say so: the Nano's and the Pi's word, each low while its wire is loose."""
    x, y = gate
    first, second = y + 20, y + 56
    shape = f"M{x:g} {y:g} h36 a38 38 0 0 1 0 76 h-36 z"
    sheet.wire(((204, rows["nSLEEP"]), (232, rows["nSLEEP"]), (232, first), (x, first)), SAFETY)
    sheet.dot((204, rows["nSLEEP"]), SAFETY)
    sheet.text((194, rows["nSLEEP"]), named(NANO, GATE, "input 1A").name, 12, anchor="end", bold=True)
    arm = named(PI, GATE, "input 1B, motor arm")
    sheet.wire(((204, second), (x, second)), SAFETY)
    sheet.dot((204, second), SAFETY)
    sheet.text((194, second), f"{arm.name} ({arm.place})", 12, anchor="end", bold=True)
    for at, row in ((362, first), (396, second)):
        sheet.wire(((at, row), (at, GROUND)), SAFETY)
        sheet.resistor((at, 634), "", SAFETY, upright=True)
        sheet.dot((at, row), SAFETY)
        sheet.dot((at, GROUND), EARTH, 5)
    sheet.text((405, 634), "10 kΩ each", 11, SAFETY)
    sheet.wire(((x + 74, y + 38), (x + 86, y + 38), (x + 86, rows["nSLEEP"]), (left, rows["nSLEEP"])), SAFETY)
    sheet.parts.append(f'<path d="{shape}" fill="#ffffff" stroke="{SAFETY}" stroke-width="2"/>')
    sheet.text((x + 32, y + 38), "AND", 13, SAFETY, "middle", True)
    sheet.text((x + 80, y - 12), "74AHCT08 at 5 V", 11, SAFETY, "end")


def _loads(sheet: Sheet) -> None:
    """Lamps and displays at the rail."""
    for x, part, lines, data in (
        (1010, LAMPS, ("16 x WS2812,", "four a seat"), f"{named(NANO, LAMPS, 'DIN of the first lamp').name}, 330 Ω"),
        (
            1160,
            "score displays",
            ("4 x MAX7219,", "in a chain"),
            ", ".join(pin.name for pin in NANO if pin.part == DISPLAYS),
        ),
    ):
        colour = COLOURS[LAMPS] if part == LAMPS else COLOURS[DISPLAYS]
        sheet.wire(((x + 62, RAIL), (x + 62, 420)), FIVE)
        sheet.wire(((x + 62, 530), (x + 62, GROUND)), EARTH)
        sheet.dot((x + 62, RAIL), FIVE, 5)
        sheet.dot((x + 62, GROUND), EARTH, 5)
        _part(sheet, (x, 420), (124, 124), part, (*lines, f"data: {data}"), colour)


def _part(sheet: Sheet, at: Place, size: Place, title: str, lines: Iterable[str], colour: str) -> None:
    sheet.box(at, size, colour)
    sheet.text((at[0] + size[0] / 2, at[1] + 20), title, 13, colour, "middle", True)
    for place, line in enumerate(lines):
        sheet.text((at[0] + size[0] / 2, at[1] + 46 + _LINE * place), line, 11, INK, "middle")
