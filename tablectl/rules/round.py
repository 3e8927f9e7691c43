"""One hand of the game as the open table tells it: what lies where, whose turn it is, what is still to come.

Concealed tiles may be unknown; whatever is shown counts against the four copies of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from tablectl.rules.event import Fouled, HandStarted, RyuukyokuKind, WinTold, Won
from tablectl.rules.hand import NORTH, Hand
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.pao import Pao
from tablectl.rules.river import River
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat, Wind
from tablectl.rules.seen import NOTHING_SEEN, see
from tablectl.rules.settlement import Settlement
from tablectl.rules.tile import Tile, all_tiles, in_order
from tablectl.rules.wall import BUILDS, HAND_TILES, Wall, dealt


class Phase(Enum):
    """What the hand waits for.

    DRAW: `Round.turn` must draw (a replacement after a kan or kita). DISCARD: it must discard, or call a kan, or win.
    REACT: `Round.turn` has discarded; others may call or win, or the next seat draws. OVER: won, drawn or fouled.
    """

    DRAW = "draw"
    DISCARD = "discard"
    REACT = "react"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class RiichiState:
    """A seat's riichi: declared, then accepted when nobody won on its tile.

    `double`: in the first uninterrupted go. `open`: with the hand laid open (RI9). `ippatsu`: a win now would be
    ippatsu. `told`: by people, the riichi tile was not seen yet.
    """

    declared: bool = False
    accepted: bool = False
    double: bool = False
    open: bool = False
    ippatsu: bool = False
    told: bool = False

    @property
    def is_pending(self) -> bool:
        """Declared but its tile may still be won on."""
        return self.declared and not self.accepted


@dataclass(frozen=True, slots=True)
class Streak:
    """What runs over several hands at the start of one (L14): deals kept by the dealer, this one included, and the
    `wins` of `winner` in a row.
    """

    deals: int = 1
    winner: Seat | None = None
    wins: int = 0

    def running(self, seat: Seat, dealer: Seat, ruleset: Ruleset) -> int:
        """How many deals or wins in a row it is for a seat that wins now."""
        if ruleset.paarenchan_counts == "deals":
            return self.deals if seat is dealer else 0
        return self.wins + 1 if seat is self.winner else 1

    def after(self, winners: tuple[Seat, ...], stays: bool) -> Streak:
        """At the next hand. Whoever wins without having won before begins a row, of two the nearest; a draw ends it."""
        deals = self.deals + 1 if stays else 1
        if not winners:
            return Streak(deals)
        if self.winner in winners:
            return Streak(deals, self.winner, self.wins + 1)
        return Streak(deals, winners[0], 1)


NO_STREAK = Streak()


@dataclass(frozen=True, slots=True)
class Round:
    """One hand, from the deal to the push of the tiles; `tablectl.rules.game.play` moves it on.

    `honba` and `deposits`: counters at the start. `turn`: who acts, in REACT who discarded. `indicators`: dora
    indicators turned so far.

    `drew`: the seat to discard took a tile this turn, `drawn` says which if it was seen. `rinshan`: the tile drawn,
    now discarded perhaps, came from the dead wall. `fed`: whose discard made the open kan that drew it. `kan`: the
    kan just called, `kita`: a north just laid aside, before the replacement tile is drawn. `called`: the chi or pon
    just made. `unbroken`: no call yet in the first go. `missed`: for each seat the kinds (bit mask) that others
    discarded since its last draw, since its riichi once accepted: temporary furiten looks at them.
    `dead`: seats that may not win any more. `streak`: what runs over several hands.

    `dora_due`: indicators that must be turned now; `dora_fresh`: those of them that a ron on the tile on offer does not
    wait for; `dora_later`: after the next discard or with the next kan; `dora_early`: turned already, but no dora for
    the present tile. `seen`: how often each face is known to exist. `wins`: those paid, nearest first; `bumped`: seats
    whose ron gave way to a nearer one; `draw`: how the hand ended without one; `foul`: the chombo that ended it;
    `told`: those paid that people told; `settlements`: payments, nearest winner first. `ended`: the tiles are pushed
    together.
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
    rivers: BySeat[River]
    riichi: BySeat[RiichiState]
    missed: BySeat[int]
    phase: Phase = Phase.DRAW
    last_discard: tuple[Seat, Tile] | None = None
    drew: bool = False
    drawn: Tile | None = None
    rinshan: bool = False
    fed: Seat | None = None
    kan: Meld | None = None
    kita: bool = False
    called: Meld | None = None
    unbroken: bool = True
    pao: tuple[Pao, ...] = ()
    streak: Streak = NO_STREAK
    dead: frozenset[Seat] = frozenset()
    dora_due: int = 0
    dora_fresh: int = 0
    dora_later: int = 0
    dora_early: int = 0
    wins: tuple[Won, ...] = ()
    bumped: frozenset[Seat] = frozenset()
    draw: RyuukyokuKind | None = None
    foul: Fouled | None = None
    told: tuple[WinTold, ...] = ()
    settlements: tuple[Settlement, ...] = ()
    ended: bool = False

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The chairs of the players."""
        return self.hands.seats

    def wind_of(self, seat: Seat) -> Wind:
        """The seat's own wind."""
        return seat.wind(self.dealer, len(self.hands))

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """Whose turn comes so many places after the seat's."""
        return seat.right(steps, len(self.hands))

    @property
    def kans(self) -> int:
        """Kans called by all seats."""
        return sum(meld.is_kan for hand in self.hands for meld in hand.melds)

    @property
    def robbable(self) -> tuple[Seat, Tile] | None:
        """The tile of a kakan, ankan or kita that may be won on before the replacement is drawn (Y10, DO10)."""
        if self.kita:
            return self.turn, NORTH
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

    def is_first_go(self, seat: Seat) -> bool:
        """Whether the seat has not discarded yet and nobody called."""
        return self.unbroken and not self.rivers[seat].tiles

    @property
    def is_first_discard(self) -> bool:
        """Whether one discard was made so far, the dealer's, and nobody called."""
        return self.unbroken and sum(len(river.tiles) for river in self.rivers) == 1

    def knows(self, seat: Seat) -> bool:
        """Whether every concealed tile of the seat is known."""
        return self.hands[seat].hidden == 0

    def require_turn(self, seat: Seat, what: str, tile: Tile | None = None) -> None:
        """Raises `IllegalEvent` unless the seat is to discard."""
        if self.phase is not Phase.DISCARD or seat is not self.turn:
            waiting = {Phase.DISCARD: "discards", Phase.DRAW: "draws"}.get(self.phase)
            next_is = f"seat {self.turn} {waiting} next" if waiting else "it has not drawn"
            raise IllegalEvent(f"{what} out of turn: {next_is}", seat, tile)

    def refuse_pending(self, what: str) -> None:
        """Raises `IllegalEvent` while a riichi waits to be accepted."""
        if self.pending_riichi is not None:
            raise IllegalEvent(f"{what} before the riichi of seat {self.turn} was accepted (RI1)")

    def see(self, tiles: Iterable[Tile], ruleset: Ruleset, seat: Seat | None = None) -> bytes:
        """`seen` with these faces added. Raises `IllegalEvent` for more copies than the set has (EQ1)."""
        return see(self.seen, tiles, ruleset, seat)

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


def deal(
    event: HandStarted,
    ruleset: Ruleset,
    *,
    wind: Wind,
    number: int,
    dealer: Seat,
    honba: int,
    deposits: int,
    streak: Streak = NO_STREAK,
) -> Round:
    """The hand after the deal. Raises `IllegalEvent` for dice, hands, indicator or wall that cannot be."""
    players, build = ruleset.players, BUILDS[ruleset.players]
    for dice in (event.dice, event.second):
        if dice is not None and not all(1 <= pips <= 6 for pips in dice):
            raise IllegalEvent(f"dice {dice[0]}-{dice[1]}: each shows 1 to 6", dealer)
    if event.second is not None and ruleset.dice_throws == "one":
        raise IllegalEvent("a second throw of the dice where one breaks the wall (WA2)", dealer)
    if len(event.hands) != players:
        raise IllegalEvent(f"{len(event.hands)} hands dealt to {players} players (EQ1)")
    wall = Wall(dealer, event.dice, build.dealt, order=event.wall, build=build, second=event.second)
    if event.wall is not None:
        if in_order(event.wall) != in_order(all_tiles(ruleset.red_fives, players)):
            raise IllegalEvent("the wall does not hold the tiles of the set (EQ1)")
        if event.indicator not in (None, (lies := event.wall[build.indicators[0]])):
            raise IllegalEvent(f"the wall has {lies} as dora indicator", None, event.indicator)
    indicators = () if event.indicator is None else (event.indicator,)
    seen = see(NOTHING_SEEN, indicators, ruleset)
    hands: list[Hand] = []
    for seat, tiles in zip(event.hands.seats, event.hands, strict=True):
        if tiles is None:
            hands.append(Hand((), HAND_TILES))
            continue
        if len(tiles) != HAND_TILES:
            raise IllegalEvent(f"{len(tiles)} tiles dealt, a hand starts with {HAND_TILES}", seat)
        if event.wall is not None and in_order(tiles) != in_order(dealt(event.wall, dealer, players)[seat]):
            raise IllegalEvent("the hand is not what the wall deals (WA3)", seat)
        seen = see(seen, tiles, ruleset, seat)
        hands.append(Hand(tiles))
    return Round(
        wind=wind,
        number=number,
        honba=honba,
        deposits=deposits,
        dealer=dealer,
        wall=wall,
        hands=BySeat.of(hands),
        indicators=indicators,
        seen=seen,
        turn=dealer,
        rivers=BySeat.fill(River(), players),
        riichi=BySeat.fill(RiichiState(), players),
        missed=BySeat.fill(0, players),
        streak=streak,
    )
