"""A table that only shows a view and remembers presses, for the web tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from tablectl.laid import lay_meld
from tablectl.rules.event import Discarded, Event
from tablectl.rules.meld import Meld
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.table import Press
from tablectl.view import (
    ActionView,
    DeadWallView,
    EventView,
    NoticeView,
    QuestionView,
    SeatView,
    SettlementView,
    StackView,
    TableView,
    TileView,
)


def river(text: str, sideways: int = -1, away: int = -1) -> tuple[TileView, ...]:
    return tuple(
        TileView(str(tile), sideways=place == sideways, away=place == away)
        for place, tile in enumerate(parse_tiles(text))
    )


def meld(text: str, seat: int) -> tuple[TileView, ...]:
    return tuple(
        TileView(str(tile.tile or "back"), sideways=tile.sideways, added=tile.added)
        for tile in lay_meld(Meld.parse(text), Seat(seat))
    )


def event(seq: int, name: str, tile: str) -> EventView:
    discard = {"type": "Discarded", "seat": seq - 1, "tile": tile, "tsumogiri": None}
    return EventView(seq, f"{name} discarded {tile}", "camera", discard)


SAMPLE = TableView(
    number=7,
    round="East 2",
    phase="Bo to discard",
    seats=(
        SeatView(0, "Ann <1>", "N", 31200, riichi="accepted", river=river("1z9m2p7s0s6m8p3z1s", 6, 3), hidden=13),
        SeatView(
            1,
            "Bo",
            "E",
            18900,
            dealer=True,
            turn=True,
            river=river("9m1s4z"),
            melds=(meld("pon:66z+6z<0", 1), meld("kakan:555p+0p<3", 1)),
            hidden=7,
            change=-8300,
        ),
        SeatView(
            2, "Cy", "S", 24000, river=river("1p9p2z3z4z5s6m7m8m1m2m3m1z1z"), melds=(meld("ankan:1111s", 2),), hidden=10
        ),
        SeatView(3, "Di", "W", 25900, river=river("5z6z7z"), hand=river("123m456p789s11z"), change=8300),
    ),
    honba=2,
    deposits=1,
    tiles_left=31,
    dora=("4p", "back", "back", "back", "back"),
    walls=(*(StackView(2, stack, 2) for stack in range(5, 17)), StackView(3, 2, 2, dead=True, indicator="4p")),
    dead_wall=DeadWallView(14, 1, "Di's wall"),
    question=QuestionView(3, "Which tile did Cy discard?", ("5 of circles", "red 5 of circles"), 2),
    notices=(NoticeView("warning", "Kan dora not turned yet."),),
    settlements=(SettlementView("Di wins by ron from Bo", ("riichi 1 han", "Bo pays 8,300"), (0, -8300, 0, 8300)),),
    events=(event(1, "Ann", "1z"), event(2, "Bo", "9m")),
    actions=(ActionView("undo", "Undo"),),
    camera="live",
)


@dataclass
class ShownTable:
    """Shows `view`, takes every press unless `refusal` is set."""

    view: TableView = SAMPLE
    presses: list[Press] = field(default_factory=list)
    refusal: Exception | None = None
    outputs: list[Callable[[TableView], None]] = field(default_factory=list)

    def press(self, press: Press, now: float) -> tuple[Event, ...]:
        if self.refusal is not None:
            raise self.refusal
        self.presses.append(press)
        return (Discarded(Seat.S2, Tile.parse("5p")),)

    def subscribe(self, output: Callable[[TableView], None]) -> None:
        self.outputs.append(output)

    def show(self, **changes: object) -> None:
        self.view = replace(self.view, number=self.view.number + 1, **changes)  # type: ignore[arg-type]
        for output in self.outputs:
            output(self.view)


@pytest.fixture
def table() -> ShownTable:
    return ShownTable()
