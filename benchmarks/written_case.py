"""A written case as the rules engine takes it: its rules, the win, the seats; and the words that cases use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tablectl.rules import profile
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import Win
from tablectl.rules.seat import Seat, Wind
from tablectl.rules.tile import Tile, parse_tiles

Raw = Mapping[str, Any]

MELDS = {
    **{kind.value: kind for kind in MeldKind},
    "minkan": MeldKind.DAIMINKAN,
    "open_kan": MeldKind.DAIMINKAN,
    "shouminkan": MeldKind.KAKAN,
    "added_kan": MeldKind.KAKAN,
    "closed_kan": MeldKind.ANKAN,
}
FLAGS: dict[str, dict[str, Any]] = {
    **{name: {name: True} for name in ("ippatsu", "rinshan", "chankan", "haitei", "houtei", "first_turn")},
    **{name: {"first_turn": True} for name in ("first_draw", "first_go", "tenhou", "chiihou", "renhou")},
    "double_riichi": {"riichi": 2},
    "open_riichi": {"open_riichi": True},
    "open": {"open_riichi": True},
    "discarder_riichi": {"discarder_riichi": True},
    "discarder_in_riichi": {"discarder_riichi": True},
    "after_rinshan": {"rinshan": True},
    "dealers_first_discard": {"first_turn": True, "dealers_first_discard": True},
}
"""What a flag of a case says of the win."""
IN_WORDS: tuple[tuple[str, dict[str, Any]], ...] = (
    (r"^(?P<closed>[0-9mpsz]+) with (?P<win>\d[mpsz]) drawn", {"by": "tsumo"}),
    (r"any hand with a 6p", {"melds": ["chi 123p", "chi 345p"], "closed": "45p222s55z", "win": "6p", "by": "ron"}),
    (r"self-draw|haitei|last draw", {"by": "tsumo"}),
    (r"double riichi", {"riichi": 2}),
    (r"haitei|last draw", {"flags": ["haitei"]}),
    (r"dealer wins the eighth hand in a row", {"renchan": 8}),
)
"""Cases that tell their hand in words: what a phrase stands for."""
PLAIN_HAND = {"closed": "123789m23479p99s", "win": "8p"}
"""For words that leave the tiles open: complete, worth nothing but how it is won, 30 fu by tsumo."""


@dataclass(frozen=True, slots=True)
class WrittenCase:
    """One case of a win. `sticks`: riichi sticks that the winner takes. `liable`: who is, by pao."""

    ruleset: Ruleset
    win: Win
    winner: Seat
    source: Seat
    dealer: Seat
    sticks: int
    liable: Seat | None


def read_case(raw: Raw) -> WrittenCase:
    """The case as the engine takes it. Raises `ValueError` (also `ProfileError`) or `KeyError` saying what it lacks."""
    situation = raw.get("situation", {})
    hand = {**_told(situation), **raw.get("hand", {})}
    players = players_of(raw)
    ruleset = profile.read({"players": players, **raw.get("rules", {})})
    dealer, winner = _seat(situation.get("dealer", "E")), _seat(situation.get("seat", situation.get("winner", "E")))
    tsumo = hand["by"] == "tsumo"
    source = winner if tsumo else _seat(hand.get("discarder") or "ESWN"[winner - 1])
    return WrittenCase(
        ruleset=ruleset,
        win=_win(hand, situation, winner, winner.wind(dealer, players), tsumo, players),
        winner=winner,
        source=source,
        dealer=dealer,
        sticks=situation.get("riichi_sticks_taken", situation.get("riichi_sticks", 0)),
        liable=_seat(situation["pao"]) if situation.get("pao") else None,
    )


def players_of(raw: Raw) -> int:
    """How many play."""
    return int(raw.get("situation", {}).get("players") or raw.get("rules", {}).get("players", 4))


def _seat(letter: str) -> Seat:
    return Seat(Wind.parse(letter))


def _told(situation: Raw) -> dict[str, Any]:
    """A hand that is told in words, as fields of one."""
    text = " ".join(str(situation[name]) for name in ("hand", "event") if name in situation)
    told: dict[str, Any] = {}
    for pattern, fields in IN_WORDS:
        if found := re.search(pattern, text):
            told |= {**fields, **{name: part for name, part in found.groupdict().items() if part}}
    return {**PLAIN_HAND, **told} if told else {}


def _win(hand: Raw, situation: Raw, winner: Seat, wind: Wind, tsumo: bool, players: int) -> Win:
    melds = [_parts_of(meld) for meld in hand.get("melds", [])]
    said: dict[str, Any] = {}
    for flag in (*hand.get("flags", []), *(name for name in FLAGS if situation.get(name) is True)):
        if flag not in FLAGS:
            raise ValueError(f"flag {flag!r}: expected one of {', '.join(FLAGS)}")
        said |= FLAGS[flag]
    riichi = max(int(hand.get("riichi") or 0), said.pop("riichi", 0))
    said.update({name: True for name in ("open_riichi", "discarder_riichi") if hand.get(name)})
    return Win(
        hand=parse_tiles(hand["closed"]),
        tile=Tile.parse(hand["win"]),
        tsumo=tsumo,
        melds=tuple(
            _meld(kind, tiles, winner.right(source, players)) for kind, tiles, source in melds if kind != "kita"
        ),
        seat_wind=wind,
        round_wind=Wind.parse(situation.get("round_wind", "E")),
        # An open riichi is one, whether a case counts it as such or not.
        riichi=max(riichi, 1) if said.get("open_riichi") else riichi,
        honba=situation.get("honba", 0),
        renchan=hand.get("renchan", situation.get("renchan", 0)),
        indicators=_tiles(hand.get("dora_indicators", [])),
        ura=_tiles(hand.get("ura_indicators", [])),
        kita=hand.get("kita", 0) + sum(len(parse_tiles(tiles)) for kind, tiles, _ in melds if kind == "kita"),
        **said,
    )


def _tiles(raw: str | list[str]) -> tuple[Tile, ...]:
    return parse_tiles("".join(raw))


def _parts_of(meld: Raw | str) -> tuple[str, str, int]:
    if isinstance(meld, str):
        kind, tiles = meld.split()
        return kind, tiles, 3
    return meld["type"], meld["tiles"], meld.get("from") or 3


def _meld(name: str, text: str, source: Seat) -> Meld:
    kind, tiles = MELDS[name], parse_tiles(text)
    return Meld(kind, tiles) if kind is MeldKind.ANKAN else Meld(kind, tiles[1:], tiles[0], source)


YAKU_NAMES = {"tsumo": "menzen_tsumo", "aka_dora": "aka", "akadora": "aka", "ura_dora": "ura", "nukidora": "kita"}
"""Other words for names of ours."""
FU_ITEMS = (
    ("chiitoitsu", r"chiitoitsu|seven pairs"),
    ("open hand", r"open (hand|pinfu)"),
    ("closed ron", r"closed ron|menzen|concealed ron"),
    ("wait", r"wait|tanki|kanchan|penchan"),
    ("set", r"triplet|quad|kan|set"),
    ("pair", r"pair|jantou"),
    ("tsumo", r"tsumo|self-draw"),
    ("base", r"base|futei|fuutei"),
)
"""Kinds of fu items and the words that mark one, the first that is found."""


def fu_items(lines: Iterator[tuple[str, int]]) -> list[tuple[str, int]]:
    """Fu items by kind, sorted: cases name them in words of their own. Raises `ValueError` for a name of no kind."""
    return sorted((_fu_item(name), fu) for name, fu in lines)


def _fu_item(name: str) -> str:
    for item, pattern in FU_ITEMS:
        if re.search(pattern, name):
            return item
    raise ValueError(f"fu item {name!r}: of none of the kinds {', '.join(item for item, _ in FU_ITEMS)}")
