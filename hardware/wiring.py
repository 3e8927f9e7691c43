"""The wiring diagrams and tables of the build guide, made from the pin table: `python -m hardware.wiring`.

Writes `docs/wiring-*.svg` and the tables between the marks `<!-- table NAME -->` and `<!-- end -->` of `docs/build.md`.
"""

from __future__ import annotations

import re
from pathlib import Path

from hardware.board_diagram import NANO_BOARD, PI_HEADER, draw_board
from hardware.pins import (
    BUTTONS,
    DISPLAYS,
    DRIVER,
    GATE,
    HOST,
    LAMPS,
    NANO,
    PANEL,
    PI,
    POWER_BUTTON,
    STATUS,
    pin_rows,
)
from hardware.power import power_rows
from hardware.power_diagram import draw_power

DOCS = Path(__file__).parent.parent / "docs"
_TABLE = re.compile(r"(<!-- table (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def diagrams() -> dict[str, str]:
    """Every diagram as SVG, by its file name."""
    nano = (DRIVER, GATE, LAMPS, BUTTONS, DISPLAYS, HOST)
    beside = (POWER_BUTTON, STATUS, GATE)
    alone = (POWER_BUTTON, STATUS, BUTTONS, LAMPS)
    return {
        "wiring-nano.svg": draw_board(NANO_BOARD, NANO, "Nano: buttons, lamps, motor driver, displays", nano),
        "wiring-pi.svg": draw_board(PI_HEADER, PI, "Raspberry Pi beside a Nano", beside),
        "wiring-panel.svg": draw_board(PI_HEADER, PANEL, "Raspberry Pi alone: buttons and LEDs", alone),
        "wiring-power.svg": draw_power(),
    }


def with_tables(page: str) -> str:
    """The text of the build guide with its tables as the code has them. Raises `KeyError` for a table of no name."""
    tables = {
        "nano": lambda: pin_rows(NANO, "port"),
        "pi": lambda: pin_rows(PI, "header"),
        "panel": lambda: pin_rows(PANEL, "header"),
        "power": power_rows,
    }
    return _TABLE.sub(lambda found: found[1] + "\n".join(tables[found[2]]()) + "\n" + found[3], page)


def main() -> None:
    """Write all files that differ."""
    guide = DOCS / "build.md"
    files = {DOCS / name: svg for name, svg in diagrams().items()}
    files[guide] = with_tables(guide.read_text(encoding="utf-8"))
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
