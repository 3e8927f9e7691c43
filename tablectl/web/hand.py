"""The end of a hand entered on the page: what it may be worth, what it pays, and its one press of acceptance."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Literal, Protocol

from fastapi import APIRouter, Depends, HTTPException, Query, Request, status
from pydantic import BaseModel, ConfigDict, Field

from tablectl.byhand import HandEnd, SaidValue, TypedHand, Winner, Wins
from tablectl.rules.event import DrawTold, Event, Fouled, RyuukyokuKind, describe
from tablectl.rules.hanfu import MOST_YAKUMAN, HanFu
from tablectl.rules.seat import Seat
from tablectl.store import StoreError
from tablectl.view import SettlementView

SeatNumber = Annotated[int, Field(ge=0, le=3)]
Tiles = Annotated[str, Field(max_length=200)]
Tick = Literal[
    "riichi",
    "double_riichi",
    "open_riichi",
    "ippatsu",
    "rinshan",
    "chankan",
    "haitei",
    "houtei",
    "first_turn",
]
Draw = Literal["exhaustive", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukan_sanra", "sancha_hou"]


class HandTable(Protocol):
    """What these routes need of the controller, see `tablectl.controller.Controller`."""

    def values(self, winner: Seat, source: Seat) -> tuple[SaidValue, ...]: ...

    def preview(self, end: HandEnd) -> tuple[SettlementView, ...]: ...

    def end_hand(self, hand: str, end: HandEnd, now: float) -> tuple[Event, ...]: ...


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TilesIn(_In):
    """The tiles of a win, as `tablectl score` reads them, with indicators and what came with it."""

    text: Tiles
    dora: Tiles = ""
    ura: Tiles = ""
    ticks: Annotated[list[Tick], Field(max_length=9)] = []


class WinnerIn(_In):
    """Who won: with `tiles`, or `han` with `fu` (0 from mangan on), or so many `yakuman`; `liable` by pao."""

    seat: SeatNumber
    han: Annotated[int, Field(ge=0, le=200)] = 0
    fu: Annotated[int, Field(ge=0, le=200)] = 0
    yakuman: Annotated[int, Field(ge=0, le=MOST_YAKUMAN)] = 0
    tiles: TilesIn | None = None
    liable: SeatNumber | None = None


class WinIn(_In):
    """A win, or several on one discard. `source`: the discarder, the winner itself for tsumo. `riichi_tile`: on the
    tile with which the discarder declared riichi."""

    end: Literal["win"]
    source: SeatNumber
    winners: Annotated[list[WinnerIn], Field(min_length=1, max_length=3)]
    riichi_tile: bool = False


class DrawIn(_In):
    """A draw: who was tenpai, who had nagashi mangan (nearest to the last discard first)."""

    end: Literal["draw"]
    kind: Draw = "exhaustive"
    tenpai: Annotated[list[SeatNumber], Field(max_length=4)] = []
    nagashi: Annotated[list[SeatNumber], Field(max_length=4)] = []


class ChomboIn(_In):
    """A chombo."""

    end: Literal["chombo"]
    seat: SeatNumber
    reason: Annotated[str, Field(max_length=200)] = ""


EndIn = Annotated[WinIn | DrawIn | ChomboIn, Field(discriminator="end")]


class PreviewIn(_In):
    """An end of the hand that is only looked at."""

    how: EndIn


class HandIn(_In):
    """An end of the hand to record; `hand` is the `id` of the view's `hand_end`."""

    hand: Annotated[str, Field(max_length=40)]
    how: EndIn


class ValueOut(BaseModel):
    """A value a hand can have; `name` where it is a limit; `pays` without counters."""

    han: int
    fu: int
    yakuman: int
    name: str
    pays: str


class PaidOut(BaseModel):
    """What an end pays, as `SettlementView`."""

    title: str
    lines: list[str]
    changes: list[int]


class HandOut(BaseModel):
    """What was recorded."""

    events: list[str]


def hand_routes(table: HandTable, guard: Callable[[Request], None]) -> APIRouter:
    """What the page calls; `guard` refuses requests that may not change anything."""
    router = APIRouter()

    @router.get("/api/hand/values")
    def values(winner: Annotated[int, Query(ge=0, le=3)], source: Annotated[int, Query(ge=0, le=3)]) -> list[ValueOut]:
        """Every value that a win can have by han and fu, with its payment."""
        with _refusals():
            found = table.values(Seat(winner), Seat(source))
        return [
            ValueOut(han=said.hand.han, fu=said.hand.fu, yakuman=said.hand.yakuman, name=said.name, pays=said.pays)
            for said in found
        ]

    @router.post("/api/hand/preview")
    def preview(body: PreviewIn) -> list[PaidOut]:
        """What this end of the hand would pay, line by line; records nothing."""
        with _refusals():
            found = table.preview(_end(body.how))
        return [PaidOut(title=paid.title, lines=list(paid.lines), changes=list(paid.changes)) for paid in found]

    @router.post("/api/hand", dependencies=[Depends(guard)])
    def accept(body: HandIn) -> HandOut:
        """Record how the hand ended; takes effect once it is on disk."""
        with _refusals():
            events = table.end_hand(body.hand, _end(body.how), time.monotonic())
        return HandOut(events=[describe(event) for event in events])

    return router


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Turns refusals into answers that say why."""
    try:
        yield
    except ValueError as error:
        raise HTTPException(status.HTTP_409_CONFLICT, str(error)) from None
    except StoreError as error:
        raise HTTPException(status.HTTP_503_SERVICE_UNAVAILABLE, str(error)) from None


def _end(body: WinIn | DrawIn | ChomboIn) -> HandEnd:
    """Raises `ValueError` for a hand told in no way or in two."""
    match body:
        case WinIn():
            return Wins(Seat(body.source), tuple(map(_winner, body.winners)), body.riichi_tile)
        case DrawIn():
            tenpai, nagashi = (tuple(map(Seat, dict.fromkeys(seats))) for seats in (body.tenpai, body.nagashi))
            return DrawTold(RyuukyokuKind(body.kind), tenpai, nagashi)
        case ChomboIn():
            return Fouled(Seat(body.seat), body.reason)


def _winner(body: WinnerIn) -> Winner:
    liable = None if body.liable is None else Seat(body.liable)
    if body.tiles is None:
        return Winner(Seat(body.seat), HanFu(body.han, body.fu, body.yakuman), liable)
    if body.han or body.fu or body.yakuman:
        raise ValueError("a hand is told by its tiles or by han and fu: leave one of them out")
    tiles = body.tiles
    return Winner(Seat(body.seat), TypedHand(tiles.text, tiles.dora, tiles.ura, tuple(tiles.ticks)), liable)
