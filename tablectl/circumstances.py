"""What people say of a win beside its tiles, and whether it can be so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tablectl.notation import TypedHand, check_copies, parse_hand, parse_indicators
from tablectl.reader import NotationError, Placed
from tablectl.rules.meld import Meld
from tablectl.rules.reading import Win
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Seat, Wind
from tablectl.rules.tile import TILES, Tile
from tablectl.rules.yaku import worth_of

MOST_INDICATORS = 5
"""The first and one for each kan (DO9)."""
_NORTH = TILES[30]


class CircumstanceError(ValueError):
    """Circumstances that exclude each other; the text names the options and how to mend it."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How a hand won, as told; the fields are the options of `tablectl score`. East is seat 0, the dealer."""

    seat: Wind = Wind.SOUTH
    round_wind: Wind = Wind.EAST
    source: Wind = Wind.EAST
    riichi: bool = False
    double_riichi: bool = False
    open_riichi: bool = False
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    first_turn: bool = False
    discarder_riichi: bool = False
    dora: str = ""
    ura: str = ""
    kita: int = 0
    honba: int = 0
    renchan: int = 0

    @property
    def tsumo(self) -> bool:
        """Whether the tile was the winner's own draw."""
        return self.source is self.seat

    @property
    def in_riichi(self) -> bool:
        """Riichi of any kind."""
        return self.riichi or self.double_riichi or self.open_riichi


def read_win(text: str, told: Circumstances, ruleset: Ruleset) -> Win:
    """The win that was typed and told. Raises `CircumstanceError`, or `NotationError` where a tile is the mistake."""
    for message in _clashes(told, ruleset):
        raise CircumstanceError(message)
    typed = parse_hand(text, ruleset, Seat(told.seat))
    _check_hand(typed, told, ruleset)
    dora, ura = _indicators(typed, told, ruleset)
    return Win(
        hand=typed.tiles,
        tile=typed.won.what,
        tsumo=told.tsumo,
        melds=typed.melds,
        seat_wind=told.seat,
        round_wind=told.round_wind,
        riichi=2 if told.double_riichi else 1 if told.in_riichi else 0,
        ippatsu=told.ippatsu,
        rinshan=told.rinshan,
        chankan=told.chankan,
        haitei=told.haitei,
        houtei=told.houtei,
        first_turn=told.first_turn,
        indicators=dora,
        ura=ura,
        open_riichi=told.open_riichi,
        discarder_riichi=told.discarder_riichi,
        dealers_first_discard=told.first_turn and told.source is Wind.EAST and not told.tsumo,
        renchan=told.renchan,
        honba=told.honba,
        kita=told.kita,
    )


def _clashes(told: Circumstances, ruleset: Ruleset) -> Iterator[str]:
    tsumo = told.tsumo
    late = told.rinshan or told.chankan or told.haitei or told.houtei or told.kita
    for option, wind in (("--seat", told.seat), ("--from", told.source)):
        if wind >= ruleset.players:
            yield f"{option} {wind}: of {ruleset.players} players nobody is {wind.name.title()}"
    if told.open_riichi and not worth_of("open_riichi", ruleset).is_on:
        yield "--open-riichi: these rules do not play it; add --set open_riichi=2"
    if told.renchan and not worth_of("paarenchan", ruleset).is_on:
        yield "--renchan: these rules do not play paarenchan; add --set paarenchan=true"
    if told.renchan and told.seat is not Wind.EAST:
        yield "--renchan counts deals or wins of the dealer; add --seat E"
    if told.ippatsu and not told.in_riichi:
        yield "--ippatsu without riichi: add --riichi or --double-riichi"
    if told.ura and not told.in_riichi:
        yield "--ura without riichi: ura dora count for riichi only; add --riichi or drop --ura"
    if told.haitei and not tsumo:
        yield "--haitei is a tsumo: add --tsumo, or say --houtei for a ron on the last discard"
    if told.houtei and tsumo:
        yield "--houtei is a ron: add --from, or say --haitei for a tsumo on the last tile"
    if told.chankan and tsumo:
        yield "--chankan is a ron on a tile added to a pon: say from whom with --from"
    if told.chankan and (told.houtei or told.rinshan):
        yield "--chankan with --houtei or --rinshan: a robbed kan is no discard, and none is called on the last tile"
    if told.ippatsu and told.rinshan and tsumo and ruleset.ippatsu_broken_by == "any_call":
        yield "--ippatsu and --rinshan: the kan has broken ippatsu"
    if told.first_turn and (told.in_riichi or late):
        yield "--first-turn: nothing but the deal comes before it; drop riichi, kan, last tile or north tiles"
    if told.first_turn and told.seat is Wind.EAST and not tsumo:
        yield "--first-turn: East draws first, so it can only be a tsumo; add --tsumo"
    if told.discarder_riichi and tsumo:
        yield "--discarder-riichi: nobody discarded; drop it, or say --from"
    if told.kita and ruleset.players != 3:
        yield "--kita: north tiles are set aside by three players only; add --players 3"


def _check_hand(typed: TypedHand, told: Circumstances, ruleset: Ruleset) -> None:
    """What the tiles themselves exclude. Raises `NotationError`, `CircumstanceError`."""
    opened = next((meld for meld in typed.called if meld.what.is_open), None)
    if told.in_riichi and opened:
        raise typed.wrong(opened, f"riichi with an open hand: drop the riichi, or write {_closed(opened.what)}")
    if told.first_turn and typed.called:
        raise typed.wrong(
            typed.called[0], "a meld on the first turn: drop --first-turn, or hold these tiles in the hand"
        )
    if told.rinshan and told.tsumo and not told.kita and not any(meld.is_kan for meld in typed.melds):
        raise CircumstanceError("--rinshan without a kan: write one as [1111z], (5555z) or (5<55+5z)")
    every: list[Placed[Tile]] = list(typed.concealed)
    every += [Placed(tile, meld.start, meld.end) for meld in typed.called for tile in meld.what.tiles]
    for placed in every:
        if told.chankan and placed.what.kind == typed.won.what.kind:
            raise typed.wrong(placed, f"the robbed kan takes all four {typed.won.what.plain}: drop --chankan")
    norths = [placed for placed in (*every, typed.won) if placed.what == _NORTH]
    if len(norths) + told.kita > 4:
        where = f"{len(norths)} in the hand" if norths else "a set has four"
        raise CircumstanceError(f"--kita {told.kita}: more than four north tiles, {where}")


def _closed(meld: Meld) -> str:
    return (
        f"a closed kan as [{meld.own[0].plain.number * 1111}{meld.own[0].suit}]"
        if meld.is_kan
        else "its tiles into the hand"
    )


def _indicators(typed: TypedHand, told: Circumstances, ruleset: Ruleset) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Dora and ura indicators. Raises `NotationError`, `CircumstanceError`."""
    seen = [*typed.tiles, typed.won.what, *(tile for meld in typed.melds for tile in meld.tiles), *[_NORTH] * told.kita]
    read: list[tuple[Tile, ...]] = []
    for option, text in (("--dora ", told.dora), ("--ura ", told.ura)):
        try:
            placed = parse_indicators(text, ruleset) if text else ()
            check_copies(text, placed, ruleset, seen)
        except NotationError as error:
            start, end = error.start + len(option), error.end + len(option)
            raise NotationError(option + text, start, end, error.message) from None
        read.append(tuple(place.what for place in placed))
        seen += read[-1]
    dora, ura = read
    if len(dora) > MOST_INDICATORS:
        raise CircumstanceError(f"--dora {told.dora}: {len(dora)} indicators, there are five at most")
    if len(ura) > len(dora):
        raise CircumstanceError(f"--ura {told.ura}: more indicators than --dora has; give those with --dora")
    return dora, ura
