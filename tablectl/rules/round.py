"""One hand of the game as the open table tells it: what lies where, whose turn it is, what is still to come.

Concealed tiles may be unknown; whatever is shown counts against the four copies of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from tablectl.rules.event import HandStarted, RyuukyokuKind, Won
from tablectl.rules.hand import Hand
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.pao import Pao
from tablectl.rules.river import River
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS, BySeat, Seat, Wind
from tablectl.rules.settlement import Settlement
from tablectl.rules.tile import Tile, all_tiles
from tablectl.rules.wall import INDICATORS, Wall, dealt

HAND_TILES = 13


class Phase(Enum):
    """What the hand waits for.

    DRAW: `Round.turn` must draw (a replacement tile after a kan). DISCARD: it must discard, or call a kan, or win.
    REACT: `Round.turn` has discarded; others may call or win, or the next seat draws. OVER: won or drawn.
    """

    DRAW = "draw"
    DISCARD = "discard"
    REACT = "react"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class RiichiState:
    """A seat's riichi: declared, then accepted when nobody won on its tile.

    `double`: in the first uninterrupted go. `ippatsu`: a win now would be ippatsu.
    """

    declared: bool = False
    accepted: bool = False
    double: bool = False
    ippatsu: bool = False

    @property
    def is_pending(self) -> bool:
        """Declared but its tile may still be won on."""
        return self.declared and not self.accepted


_NO_RIICHI = RiichiState()
_ALL_NO_RIICHI = BySeat(_NO_RIICHI, _NO_RIICHI, _NO_RIICHI, _NO_RIICHI)
_NO_RIVER = River()
_ALL_NO_RIVERS = BySeat(_NO_RIVER, _NO_RIVER, _NO_RIVER, _NO_RIVER)
_NOTHING_MISSED = BySeat(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Round:
    """One hand, from the deal to the push of the tiles; `tablectl.rules.game.play` moves it on.

    `honba` and `deposits`: counters at the start. `turn`: who acts, in REACT who discarded. `indicators`: dora
    indicators turned so far.

    `drew`: the seat to discard took a tile this turn, `drawn` says which if it was seen, `rinshan` from the dead wall.
    `kan`: the kan just called, before its replacement tile is drawn; `robbable` its tile. `called`: the chi or pon
    just made. `unbroken`: no call yet in the first go. `missed`: for each seat the kinds (bit mask) that others
    discarded since its last draw, since its riichi once accepted: temporary furiten looks at them.

    `dora_due`: indicators that must be turned now; `dora_later`: after the next discard or with the next kan;
    `dora_early`: turned already although due only after this discard. `seen`: how often each face is known to exist.
    `wins`: in the order told; `draw`: how the hand ended without one; `settlements`: payments, nearest winner first.
    `ended`: the tiles are pushed together.
    """

    wind: Wind
    number: int
    honba: int
    deposits: int
    dealer: Seat
    wall: Wall
    hands: BySeat[Hand]
    indicators: tuple[Tile, ...]
    seen: bytes
    turn: Seat
    phase: Phase = Phase.DRAW
    rivers: BySeat[River] = _ALL_NO_RIVERS
    riichi: BySeat[RiichiState] = _ALL_NO_RIICHI
    last_discard: tuple[Seat, Tile] | None = None
    drew: bool = False
    drawn: Tile | None = None
    rinshan: bool = False
    kan: Meld | None = None
    called: Meld | None = None
    unbroken: bool = True
    missed: BySeat[int] = _NOTHING_MISSED
    pao: tuple[Pao, ...] = ()
    dora_due: int = 0
    dora_later: int = 0
    dora_early: int = 0
    wins: tuple[Won, ...] = ()
    draw: RyuukyokuKind | None = None
    settlements: tuple[Settlement, ...] = ()
    ended: bool = False

    @property
    def kans(self) -> int:
        """Kans called by all seats."""
        return sum(meld.is_kan for hand in self.hands for meld in hand.melds)

    @property
    def robbable(self) -> tuple[Seat, Tile] | None:
        """The tile of a kakan or ankan that may be won on before the replacement tile is drawn (Y10)."""
        if self.kan is None or self.kan.kind is MeldKind.DAIMINKAN:
            return None
        return self.turn, self.kan.own[-1]

    @property
    def offered(self) -> tuple[Seat, Tile] | None:
        """The tile that another seat may win on now."""
        return self.robbable if self.phase is Phase.DRAW else self.last_discard if self.phase is Phase.REACT else None

    @property
    def pending_riichi(self) -> Seat | None:
        """The seat whose riichi tile was discarded and may still be won on."""
        return self.turn if self.phase is Phase.REACT and self.riichi[self.turn].is_pending else None

    def pao_of(self, seat: Seat) -> tuple[Pao, ...]:
        """Who would be liable for yakuman of the seat (PA1)."""
        return tuple(pao for pao in self.pao if pao.seat is seat)

    def is_first_go(self, seat: Seat) -> bool:
        """Whether the seat has not discarded yet and nobody called."""
        return self.unbroken and not self.rivers[seat].tiles

    def knows(self, seat: Seat) -> bool:
        """Whether every concealed tile of the seat is known."""
        return self.hands[seat].hidden == 0

    def see(self, tiles: Iterable[Tile], ruleset: Ruleset, seat: Seat | None = None) -> bytes:
        """`seen` with these faces added. Raises `IllegalEvent` for more copies than the set has (EQ1)."""
        return _count(self.seen, tiles, ruleset, seat)

    def show(self, seat: Seat, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        """Those of the tiles, taken from the seat's hand, that were hidden so far.

        Raises `IllegalEvent` where the hand is known not to hold them.
        """
        known = list(self.hands[seat].tiles)
        shown: list[Tile] = []
        for tile in tiles:
            if tile in known:
                known.remove(tile)
            else:
                shown.append(tile)
        if len(shown) > self.hands[seat].hidden:
            raise IllegalEvent("the hand does not hold this tile", seat, shown[0])
        return tuple(shown)


def _face(tile: Tile) -> int:
    return 34 + tile.kind // 9 if tile.red else tile.kind


def copies(tile: Tile, ruleset: Ruleset) -> int:
    """How many tiles of this face the set has (EQ1, EQ3)."""
    if tile.kind not in (4, 13, 22):
        return 4
    red = ruleset.red_fives[tile.kind // 9]
    return red if tile.red else 4 - red


def _count(seen: bytes, tiles: Iterable[Tile], ruleset: Ruleset, seat: Seat | None) -> bytes:
    counts = bytearray(seen)
    for tile in tiles:
        face = _face(tile)
        counts[face] += 1
        if counts[face] > copies(tile, ruleset):
            total = copies(tile, ruleset)
            raise IllegalEvent(f"copy {total + 1} of a face of which the set has {total} (EQ1)", seat, tile)
    return bytes(counts)


def unseen(current: Round, ruleset: Ruleset) -> tuple[Tile, ...]:
    """Every face of which a copy is still to be seen, in order."""
    faces = dict.fromkeys(all_tiles(ruleset.red_fives))
    return tuple(sorted(tile for tile in faces if current.seen[_face(tile)] < copies(tile, ruleset)))


def deal(
    event: HandStarted, ruleset: Ruleset, *, wind: Wind, number: int, dealer: Seat, honba: int, deposits: int
) -> Round:
    """The hand after the deal. Raises `IllegalEvent` for dice, hands, indicator or wall that cannot be."""
    if event.dice is not None and not all(1 <= pips <= 6 for pips in event.dice):
        raise IllegalEvent(f"dice {event.dice[0]}-{event.dice[1]}: each shows 1 to 6", dealer)
    wall = Wall(dealer, event.dice, order=event.wall)
    if event.wall is not None:
        if sorted(event.wall) != sorted(all_tiles(ruleset.red_fives)):
            raise IllegalEvent("the wall does not hold the tiles of the set (EQ1)")
        if event.indicator != event.wall[INDICATORS[0]]:
            raise IllegalEvent(f"the wall has {event.wall[INDICATORS[0]]} as dora indicator", None, event.indicator)
    seen = _count(bytes(37), (event.indicator,), ruleset, None)
    hands: list[Hand] = []
    for seat in SEATS:
        tiles = event.hands[seat]
        if tiles is None:
            hands.append(Hand((), HAND_TILES, ()))
            continue
        if len(tiles) != HAND_TILES:
            raise IllegalEvent(f"{len(tiles)} tiles dealt, a hand starts with {HAND_TILES}", seat)
        if event.wall is not None and sorted(tiles) != sorted(dealt(event.wall, dealer)[seat]):
            raise IllegalEvent("the hand is not what the wall deals (WA3)", seat)
        seen = _count(seen, tiles, ruleset, seat)
        hands.append(Hand(tiles, 0, ()))
    return Round(
        wind=wind,
        number=number,
        honba=honba,
        deposits=deposits,
        dealer=dealer,
        wall=wall,
        hands=BySeat.of(hands),
        indicators=(event.indicator,),
        seen=seen,
        turn=dealer,
    )


def turn_dora(current: Round, indicator: Tile, ruleset: Ruleset) -> Round:
    """A further indicator was turned. Raises `IllegalEvent` where none is due or it cannot be this one."""
    early = current.dora_due == 0 and current.dora_later > 0 and current.phase is Phase.DISCARD and current.rinshan
    if current.dora_due == 0 and not early:
        raise IllegalEvent("no dora indicator is due (DO2)", None, indicator)
    lies = current.wall.tile(INDICATORS[len(current.indicators)])
    if lies is not None and lies != indicator:
        raise IllegalEvent(f"the wall has {lies} as the next dora indicator", None, indicator)
    seen = current.see((indicator,), ruleset)
    indicators = (*current.indicators, indicator)
    if early:
        later, turned = current.dora_later - 1, current.dora_early + 1
        return replace(current, indicators=indicators, seen=seen, dora_later=later, dora_early=turned)
    return replace(current, indicators=indicators, seen=seen, dora_due=current.dora_due - 1)
