"""Everything that can happen at the table, in the past tense.

Events hold facts, never consequences: payments, the next dealer, honba and the round are computed by
`tablectl.rules.game.play`. Hidden information is normal: a drawn tile and a concealed hand may be None.
Every event prints to one JSON object (`to_json`) and reads back (`from_json`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tablectl.rules.hanfu import HanFu
from tablectl.rules.meld import Meld
from tablectl.rules.reading import Win
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles, print_tiles

HiddenHands = BySeat[tuple[Tile, ...] | None]
CHAIRS = BySeat.of(f"seat {seat}" for seat in SEATS)
"""Names where nobody told any."""
LUCK = ("open_riichi", "ippatsu", "rinshan", "chankan", "haitei", "houtei", "first_turn")
"""What may come with a win that is told, by the fields of `tablectl.rules.reading.Win`."""
ALL_HIDDEN: HiddenHands = BySeat(None, None, None, None)
_NAMES = BySeat("P0", "P1", "P2", "P3")


class RyuukyokuKind(Enum):
    """How a hand ended without a winner."""

    EXHAUSTIVE = "exhaustive"
    KYUUSHU_KYUUHAI = "kyuushu_kyuuhai"
    SUUFON_RENDA = "suufon_renda"
    SUUCHA_RIICHI = "suucha_riichi"
    SUUKAN_SANRA = "suukan_sanra"
    SANCHA_HOU = "sancha_hou"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game began; `first_dealer` is East of the first hand, `names` has one for each player."""

    first_dealer: Seat = Seat.S0
    names: BySeat[str] = _NAMES


@dataclass(frozen=True, slots=True)
class HandStarted:
    """Walls stand, dice lie, the first indicator is turned, thirteen tiles each are dealt.

    `indicator`: None where nobody saw it, as in a hand of which only the end is told. `dice`: the dealer's throw, None
    where unknown. `hands`: thirteen tiles a seat, None for a hidden hand. `wall`: all tiles in drawing order, known
    only in simulations and some records. `second`: the throw added to the first for the break, where the rules have two
    (WA2).
    """

    indicator: Tile | None = None
    dice: tuple[int, int] | None = None
    hands: HiddenHands = ALL_HIDDEN
    wall: tuple[Tile, ...] | None = None
    second: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat took a tile from the live wall, or after a kan or kita from the dead wall; None: not seen."""

    seat: Seat
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class RiichiDeclared:
    """A seat declared riichi; the discard that follows lies sideways. `open`: with its hand laid open (RI9)."""

    seat: Seat
    open: bool = False


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded; `tsumogiri` True: the tile just drawn, None: not seen."""

    seat: Seat
    tile: Tile
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class RiichiAccepted:
    """Nobody won on the riichi tile: the 1000 point stick lies on the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Called:
    """A seat laid down a chi, pon, daiminkan, ankan, or made its pon a kakan (`meld` is the whole kakan)."""

    seat: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class KitaLaid:
    """A seat laid a north tile aside as dora and will draw a replacement (kita, DO10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DoraTurned:
    """A further dora indicator was turned after a kan."""

    indicator: Tile


@dataclass(frozen=True, slots=True)
class Won:
    """A hand was laid open as a win.

    `source` is the discarder (or the kakan's owner), the winner itself for tsumo. `hand`: the concealed tiles
    without the winning `tile`. `ura`: the ura indicators shown, for a riichi winner.
    """

    seat: Seat
    source: Seat
    tile: Tile
    hand: tuple[Tile, ...]
    ura: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Drew:
    """The hand ended without a winner; `hands`: the concealed tiles of every seat that laid its hand open."""

    kind: RyuukyokuKind
    hands: HiddenHands = ALL_HIDDEN


@dataclass(frozen=True, slots=True)
class RiichiTold:
    """Somebody said that a seat is in riichi: its stick lies; its riichi tile is the next discard seen, if any is."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WinTold:
    """Somebody said that a hand was won, whatever of it was seen.

    `source` as in `Won`. `hand`: its han and fu alone, or the tiles and what came with them, of which seats, round and
    counters are the game's. `liable`: who pays for the yakuman they fed (pao). `riichi_tile`: a ron on the discard with
    which `source` declared riichi, so that its stick goes back.
    """

    seat: Seat
    source: Seat
    hand: HanFu | Win
    liable: Seat | None = None
    riichi_tile: bool = False


@dataclass(frozen=True, slots=True)
class DrawTold:
    """Somebody said that the hand ended without a winner: who was tenpai, who had nagashi mangan (nearest first)."""

    kind: RyuukyokuKind
    tenpai: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class HandDied:
    """A seat may not win this hand any more and counts as noten, for a fault such as a wrong number of tiles (TU8)."""

    seat: Seat
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Fouled:
    """A seat committed a chombo such as a false win; what that costs is set by the rules (PE1)."""

    seat: Seat
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DrawerCounted:
    """A seat's drawer was counted: it holds so many points, counters of its own on the table included.

    Moves no point; see `tablectl.rules.ledger.Assertion`.
    """

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class HandEnded:
    """All wins of the hand are in; tiles are being pushed together."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over and placed."""


Event = (
    GameStarted
    | HandStarted
    | Drawn
    | RiichiDeclared
    | Discarded
    | RiichiAccepted
    | Called
    | KitaLaid
    | DoraTurned
    | Won
    | Drew
    | RiichiTold
    | WinTold
    | DrawTold
    | HandDied
    | Fouled
    | DrawerCounted
    | HandEnded
    | GameEnded
)


def _hands_out(hands: HiddenHands) -> list[str | None]:
    return [None if hand is None else print_tiles(hand) for hand in hands]


def _hands_in(values: Any) -> HiddenHands:
    return BySeat.of(None if value is None else parse_tiles(value) for value in values)


def _dice_in(values: Any) -> tuple[int, int] | None:
    return (int(values[0]), int(values[1])) if values else None


def to_json(event: Event) -> dict[str, Any]:
    """The event as one flat JSON object with its class name under `type`."""
    out: dict[str, Any] = {"type": type(event).__name__}
    match event:
        case GameStarted(first_dealer, names):
            out |= {"first_dealer": int(first_dealer), "names": list(names)}
        case HandStarted(indicator, dice, hands, wall, second):
            out |= {
                "indicator": str(indicator) if indicator else None,
                "dice": list(dice) if dice else None,
                "hands": _hands_out(hands),
            }
            out |= {"wall": print_tiles(wall) if wall is not None else None, "second": list(second) if second else None}
        case Drawn(seat, tile):
            out |= {"seat": int(seat), "tile": str(tile) if tile else None}
        case Discarded(seat, tile, tsumogiri):
            out |= {"seat": int(seat), "tile": str(tile), "tsumogiri": tsumogiri}
        case RiichiDeclared(seat, is_open):
            out |= {"seat": int(seat), "open": is_open}
        case RiichiAccepted(seat) | RiichiTold(seat) | KitaLaid(seat):
            out["seat"] = int(seat)
        case HandDied(seat, reason) | Fouled(seat, reason):
            out |= {"seat": int(seat), "reason": reason}
        case DrawerCounted(seat, points):
            out |= {"seat": int(seat), "points": points}
        case Called(seat, meld):
            out |= {"seat": int(seat), "meld": str(meld)}
        case DoraTurned(indicator):
            out["indicator"] = str(indicator)
        case Won(seat, source, tile, hand, ura):
            out |= {"seat": int(seat), "source": int(source), "tile": str(tile), "hand": print_tiles(hand)}
            out["ura"] = print_tiles(ura)
        case Drew(kind, hands):
            out |= {"kind": kind.value, "hands": _hands_out(hands)}
        case WinTold(seat, source, won, liable, riichi_tile):
            out |= {"seat": int(seat), "source": int(source), **_won_out(won)}
            out |= {"liable": None if liable is None else int(liable), "riichi_tile": riichi_tile}
        case DrawTold(kind, tenpai, nagashi):
            out |= {"kind": kind.value, "tenpai": [int(seat) for seat in tenpai], "nagashi": list(map(int, nagashi))}
        case HandEnded() | GameEnded():
            pass
    return out


def _won_out(won: HanFu | Win) -> dict[str, Any]:
    if isinstance(won, HanFu):
        return {"han": won.han, "fu": won.fu, "yakuman": won.yakuman}
    return {
        "hand": print_tiles(won.hand),
        "tile": str(won.tile),
        "melds": [str(meld) for meld in won.melds],
        "riichi": won.riichi,
        "luck": [name for name in LUCK if getattr(won, name)],
        "indicators": print_tiles(won.indicators),
        "ura": print_tiles(won.ura),
        "kita": won.kita,
    }


def _won_in(data: Mapping[str, Any]) -> HanFu | Win:
    if "han" in data:
        return HanFu(int(data["han"]), int(data["fu"]), int(data["yakuman"]))
    luck = data["luck"]
    if strange := set(luck) - set(LUCK):
        raise ValueError(f"luck {', '.join(sorted(strange))}: expected some of {', '.join(LUCK)}")
    return Win(
        hand=parse_tiles(data["hand"]),
        tile=Tile.parse(data["tile"]),
        tsumo=data["seat"] == data["source"],
        melds=tuple(Meld.parse(text) for text in data["melds"]),
        riichi=int(data["riichi"]),
        indicators=parse_tiles(data["indicators"]),
        ura=parse_tiles(data["ura"]),
        kita=int(data["kita"]),
        open_riichi="open_riichi" in luck,
        ippatsu="ippatsu" in luck,
        rinshan="rinshan" in luck,
        chankan="chankan" in luck,
        haitei="haitei" in luck,
        houtei="houtei" in luck,
        first_turn="first_turn" in luck,
    )


def from_json(data: Mapping[str, Any]) -> Event:
    """Read what `to_json` wrote. Raises `ValueError` naming what is missing or wrong."""
    try:
        match data["type"]:
            case "GameStarted":
                return GameStarted(Seat(data["first_dealer"]), BySeat.of(str(name) for name in data["names"]))
            case "HandStarted":
                dice, wall = data["dice"], data["wall"]
                return HandStarted(
                    Tile.parse(data["indicator"]) if data["indicator"] else None,
                    _dice_in(dice),
                    _hands_in(data["hands"]),
                    parse_tiles(wall) if wall is not None else None,
                    _dice_in(data.get("second")),
                )
            case "Drawn":
                return Drawn(Seat(data["seat"]), Tile.parse(data["tile"]) if data["tile"] else None)
            case "Discarded":
                return Discarded(Seat(data["seat"]), Tile.parse(data["tile"]), data["tsumogiri"])
            case "RiichiDeclared":
                return RiichiDeclared(Seat(data["seat"]), bool(data.get("open", False)))
            case "RiichiAccepted":
                return RiichiAccepted(Seat(data["seat"]))
            case "Called":
                return Called(Seat(data["seat"]), Meld.parse(data["meld"]))
            case "KitaLaid":
                return KitaLaid(Seat(data["seat"]))
            case "DoraTurned":
                return DoraTurned(Tile.parse(data["indicator"]))
            case "Won":
                hand, ura = parse_tiles(data["hand"]), parse_tiles(data["ura"])
                return Won(Seat(data["seat"]), Seat(data["source"]), Tile.parse(data["tile"]), hand, ura)
            case "Drew":
                return Drew(RyuukyokuKind(data["kind"]), _hands_in(data["hands"]))
            case "RiichiTold":
                return RiichiTold(Seat(data["seat"]))
            case "WinTold":
                liable = None if data["liable"] is None else Seat(data["liable"])
                seat, source = Seat(data["seat"]), Seat(data["source"])
                return WinTold(seat, source, _won_in(data), liable, bool(data["riichi_tile"]))
            case "DrawTold":
                tenpai, nagashi = ([Seat(seat) for seat in data[name]] for name in ("tenpai", "nagashi"))
                return DrawTold(RyuukyokuKind(data["kind"]), tuple(tenpai), tuple(nagashi))
            case "HandDied":
                return HandDied(Seat(data["seat"]), str(data["reason"]))
            case "Fouled":
                return Fouled(Seat(data["seat"]), str(data["reason"]))
            case "DrawerCounted":
                return DrawerCounted(Seat(data["seat"]), int(data["points"]))
            case "HandEnded":
                return HandEnded()
            case "GameEnded":
                return GameEnded()
            case other:
                raise ValueError(f"unknown event type {other!r}")
    except (KeyError, TypeError) as error:
        raise ValueError(f"event {dict(data)!r}: {error}") from None


def describe(event: Event, names: BySeat[str] = CHAIRS) -> str:
    """The event as a short line for people, such as `seat 2 discarded 5m`, or with the players' names."""
    match event:
        case GameStarted(first_dealer):
            return f"game started, {names[first_dealer]} deals first"
        case HandStarted(indicator, dice):
            thrown = f"dice {dice[0]} and {dice[1]}, " if dice else ""
            return f"hand started, {thrown}dora indicator {indicator or 'not seen'}"
        case Drawn(seat, tile):
            return f"{names[seat]} drew {tile or 'a tile'}"
        case RiichiDeclared(seat, is_open):
            return f"{names[seat]} declared {'open ' if is_open else ''}riichi"
        case Discarded(seat, tile):
            return f"{names[seat]} discarded {tile}"
        case RiichiAccepted(seat):
            return f"{names[seat]} laid down the riichi stick"
        case Called(seat, meld):
            origin = "" if meld.source is None else f" from {names[meld.source]}"
            return f"{names[seat]} called {meld.kind.value} {print_tiles(meld.tiles)}{origin}"
        case KitaLaid(seat):
            return f"{names[seat]} laid a north tile aside"
        case DoraTurned(indicator):
            return f"dora indicator {indicator} turned"
        case Won(seat, source, tile, hand):
            how = "tsumo" if seat == source else f"ron from {names[source]}"
            return f"{names[seat]} won by {how} on {tile} with {print_tiles(hand)}"
        case Drew(kind, hands):
            shown = ", ".join(names[seat] for seat in hands.seats if hands[seat] is not None)
            return f"draw: {kind.value.replace('_', ' ')}{f', shown by {shown}' if shown else ''}"
        case HandDied(seat, reason):
            return f"{names[seat]}: dead hand{f', {reason}' if reason else ''}"
        case Fouled(seat, reason):
            return f"{names[seat]}: chombo{f', {reason}' if reason else ''}"
        case RiichiTold(seat):
            return f"{names[seat]} is in riichi, as told"
        case WinTold(seat, source, won):
            how = "tsumo" if seat == source else f"ron from {names[source]}"
            shown = f"{won}" if isinstance(won, HanFu) else f"{print_tiles((*won.hand, won.tile))}"
            return f"{names[seat]} won by {how} with {shown}, as told"
        case DrawTold(kind, tenpai, nagashi):
            told = [
                f"{word} {', '.join(names[seat] for seat in who)}"
                for word, who in (("tenpai", tenpai), ("nagashi mangan", nagashi))
                if who
            ]
            return "; ".join((f"draw: {kind.value.replace('_', ' ')}, as told", *told))
        case DrawerCounted(seat, points):
            return f"{names[seat]} counted {points:,} points"
        case HandEnded():
            return "hand ended"
        case GameEnded():
            return "game ended"
