"""A known game as a table over time: what lies where after each action, with everything true.

The events must tell drawn tiles' number and order as a log does; hands that are laid open come from the events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tablectl.laid import lay_melds
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile, in_order
from tablectl.rules.wall import INDICATORS, STACKS_A_WALL, Wall
from tablectl.table import Press, SeenHand, SeenTile, TableSnapshot

_NO_HANDS = BySeat.of(SeenHand(standing=0) for _ in SEATS)
_FULL_WALLS = BySeat[tuple[int, ...] | None].of((2,) * STACKS_A_WALL for _ in SEATS)


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at one time.

    `time`: seconds. `events`: what happened since the moment before. `table`: everything true, standing tiles and wall
    heights included. `arm`: whose arm reaches over the table, None at rest; with an arm the table is still as it was.
    `presses`: what was pressed or thrown just now.
    """

    time: float
    events: tuple[Event, ...]
    table: TableSnapshot
    arm: Seat | None = None
    presses: tuple[Press, ...] = ()


def moments(
    events: Sequence[Event], *, separate_draws: bool = False, seen_throws: bool = False, pace: float = 2.0
) -> Iterator[Moment]:
    """Play a log back, two moments an action: the arm of who acts, then the table at rest.

    A draw shows with the discard that follows unless `separate_draws`. With `seen_throws` no press tells the dice: they
    are thrown onto the table by the dealer before the wall is broken, an action of its own. `pace`: seconds an action
    takes.
    Raises `ValueError` where the log does not start a hand before its tiles move.
    """
    table = _Table()
    clock = 0.0
    pending: tuple[Event, ...] = ()
    shown = table.snapshot(0, clock)
    for place, event in enumerate(events):
        following = events[place + 1] if place + 1 < len(events) else None
        presses: tuple[Press, ...] = ()
        if isinstance(event, HandStarted):
            dealer = following.seat if isinstance(following, Drawn) else None
            table = _Table.fresh(event, dealer)
            if event.dice is not None and seen_throws:
                clock += pace
                yield Moment(clock - pace / 2, (), replace(shown, time=clock - pace / 2), dealer)
                shown = TableSnapshot(shown.number + 1, clock, hands=_NO_HANDS, walls=_FULL_WALLS, dice=event.dice)
                yield Moment(clock, (), shown)
            elif event.dice is not None:
                presses = (Press("dice", dealer, f"{event.dice[0]}-{event.dice[1]}"),)
        elif isinstance(event, HandEnded):
            table = _Table()
        else:
            table.play(event)
        pending = (*pending, event)
        if _goes_on(event, following, separate_draws):
            continue
        for turned in _shown_in_turn(table, event):
            clock += pace
            arm = _actor(event)
            if arm is not None:
                yield Moment(clock - pace / 2, (), replace(shown, time=clock - pace / 2), arm)
            shown = replace(table.snapshot(shown.number + 1, clock), ura=turned)
            done = turned == table.ura
            yield Moment(clock, pending if done else (), shown, None, presses)
        pending = ()
    if pending:
        yield Moment(clock + pace, pending, table.snapshot(shown.number + 1, clock + pace))


def _goes_on(event: Event, following: Event | None, separate_draws: bool) -> bool:
    """Whether the table rests only after the event that follows."""
    match event:
        case GameStarted() | RiichiDeclared() | GameEnded():
            return True
        case Drawn():
            return not separate_draws and not isinstance(following, DoraTurned)
        case Won():
            return isinstance(following, Won)
    return False


def _shown_in_turn(table: _Table, event: Event) -> list[tuple[SeenTile, ...]]:
    """The ura indicators are turned after the hands were laid open: first none, then all."""
    return [(), table.ura] if isinstance(event, Won) and table.ura else [table.ura]


def _actor(event: Event) -> Seat | None:
    match event:
        case Discarded(seat) | Called(seat) | RiichiAccepted(seat) | Drawn(seat) | Won(seat):
            return seat
    return None


@dataclass(slots=True)
class _Table:
    """The things on the table while a log is played back."""

    rivers: list[list[SeenTile]] = field(default_factory=lambda: [[], [], [], []])
    melds: list[list[Meld]] = field(default_factory=lambda: [[], [], [], []])
    hands: list[SeenHand] = field(default_factory=lambda: [SeenHand(standing=0)] * 4)
    sticks: list[bool] = field(default_factory=lambda: [False] * 4)
    turn_next: set[Seat] = field(default_factory=set)
    """Seats whose next discard lies sideways."""
    dora: list[SeenTile] = field(default_factory=list)
    ura: tuple[SeenTile, ...] = ()
    dice: tuple[int, int] | None = None
    wall: Wall | None = None
    """None where the dealer is not known or no wall stands."""
    kan_due: bool = False

    @classmethod
    def fresh(cls, start: HandStarted, dealer: Seat | None) -> _Table:
        table = cls(dice=start.dice, wall=Wall(dealer, start.dice) if dealer is not None else None)
        table.hands = [SeenHand(standing=13)] * 4
        if start.indicator is not None:
            table._turn(start.indicator)
        return table

    def play(self, event: Event) -> None:
        """Move the things that the event moves. Raises `ValueError` where there is nothing to move."""
        match event:
            case Drawn(seat):
                self._draw(seat)
            case RiichiDeclared(seat):
                self.turn_next.add(seat)
            case Discarded(seat, tile):
                self._stand(seat, -1)
                self.rivers[seat].append(SeenTile(tile, sideways=seat in self.turn_next))
                self.turn_next.discard(seat)
            case RiichiAccepted(seat):
                self.sticks[seat] = True
            case Called(seat, meld):
                self._call(seat, meld)
            case DoraTurned(indicator):
                self._turn(indicator)
            case Won():
                self._win(event)
            case Drew():
                self._show(event)
            case _:
                pass

    def _draw(self, seat: Seat) -> None:
        if self.wall is not None:
            self.wall = self.wall.draw(rinshan=self.kan_due)
        self.kan_due = False
        self._stand(seat, 1)

    def _call(self, seat: Seat, meld: Meld) -> None:
        own = meld.own
        if meld.kind is MeldKind.KAKAN:
            own = meld.own[2:]
            pon = next((m for m in self.melds[seat] if m.kind is MeldKind.PON and m.own[0].kind == own[0].kind), None)
            if pon is None:
                raise ValueError(f"seat {seat} called {meld} without the pon")
            self.melds[seat][self.melds[seat].index(pon)] = meld
        else:
            if meld.source is not None:
                if not self.rivers[meld.source]:
                    raise ValueError(f"seat {seat} called {meld} from an empty river")
                # A called riichi tile hands its turn to the next discard.
                if self.rivers[meld.source].pop().sideways:
                    self.turn_next.add(meld.source)
            self.melds[seat].append(meld)
        self._stand(seat, -len(own))
        self.kan_due = meld.is_kan

    def _win(self, win: Won) -> None:
        tiles = tuple(SeenTile(tile) for tile in in_order(win.hand))
        if win.seat == win.source:
            tiles += (SeenTile(win.tile, apart=True),)
        self.hands[win.seat] = SeenHand(tiles, standing=0)
        if win.ura:
            self.ura = tuple(SeenTile(tile, stack=seen.stack) for tile, seen in zip(win.ura, self.dora, strict=False))

    def _show(self, draw: Drew) -> None:
        for seat in SEATS:
            hand = draw.hands[seat]
            if hand is not None:
                self.hands[seat] = SeenHand(tuple(SeenTile(tile) for tile in in_order(hand)), standing=0)
            elif draw.kind is RyuukyokuKind.EXHAUSTIVE:
                self.hands[seat] = SeenHand(face_down=self.hands[seat].standing or 0, standing=0)

    def _turn(self, indicator: Tile) -> None:
        place = self.wall.place(INDICATORS[len(self.dora)]) if self.wall is not None else None
        self.dora.append(SeenTile(indicator, stack=place.ring if place is not None else None))

    def _stand(self, seat: Seat, change: int) -> None:
        self.hands[seat] = SeenHand(standing=(self.hands[seat].standing or 0) + change)

    def snapshot(self, number: int, time: float) -> TableSnapshot:
        heights = self.wall.heights if self.wall is not None else None
        return TableSnapshot(
            number=number,
            time=time,
            rivers=BySeat.of(tuple(river) for river in self.rivers),
            melds=BySeat.of(lay_melds(self.melds[seat], seat) for seat in SEATS),
            hands=BySeat.of(self.hands),
            sticks=BySeat.of(self.sticks),
            dora=tuple(self.dora),
            ura=self.ura,
            walls=BySeat(None, None, None, None) if heights is None else BySeat.of(heights),
            dice=self.dice,
        )
