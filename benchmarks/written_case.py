"""A written case as the rules engine takes it: its rules, the win, the seats; and the words that cases use for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablectl.rules import profile
from tablectl.rules.local import EIGHT
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.pao import DAIMINKAN, Pao
from tablectl.rules.ruleset import TENHOU, TENHOU_3P, Ruleset
from tablectl.rules.score import HandValue, Win
from tablectl.rules.seat import Seat, Wind
from tablectl.rules.tile import DRAGONS, WINDS, Tile, parse_tiles

Raw = Mapping[str, Any]

MELDS = {
    **{kind.value: kind for kind in MeldKind},
    "minkan": MeldKind.DAIMINKAN,
    "open_kan": MeldKind.DAIMINKAN,
    "shouminkan": MeldKind.KAKAN,
    "added_kan": MeldKind.KAKAN,
    "closed_kan": MeldKind.ANKAN,
    "chii": MeldKind.CHI,
    "pung": MeldKind.PON,
}
KITA = {"kita", "nukidora", "pei"}
"""North tiles set aside, told among the melds."""
TSUMO = {"tsumo", "self_draw", "self-draw"}
FLAGS: dict[str, dict[str, Any]] = {
    **{name: {name: True} for name in ("ippatsu", "rinshan", "chankan", "haitei", "houtei", "first_turn")},
    **{name: {"first_turn": True} for name in ("first_draw", "first_go", "tenhou", "chiihou", "renhou")},
    "double_riichi": {"riichi": 2},
    "open_riichi": {"open_riichi": True},
    "open": {"open_riichi": True},
    "discarder_riichi": {"discarder_riichi": True},
    "discarder_in_riichi": {"discarder_riichi": True},
    **{name: {"rinshan": True} for name in ("after_rinshan", "rinshan_discard", "after_kan")},
    "daburu_riichi": {"riichi": 2},
    "double_open_riichi": {"riichi": 2, "open_riichi": True},
    "open_double_riichi": {"riichi": 2, "open_riichi": True},
    "paarenchan": {"renchan": EIGHT},
    **{name: {"furiten": True} for name in ("furiten", "temporary_furiten", "riichi_furiten")},
    "dealers_first_discard": {"first_turn": True, "dealers_first_discard": True},
}
"""What a flag of a case says of the win."""
IN_WORDS: tuple[tuple[str, dict[str, Any]], ...] = (
    (r"^(?P<closed>[0-9mpsz]+) with (?P<win>\d[mpsz]) drawn", {"by": "tsumo"}),
    (r"any hand with a 6p", {"melds": ["chi 123p", "chi 345p"], "closed": "45p222s55z", "win": "6p", "by": "ron"}),
    (r"\bron\b|wins off|houtei|last discard|robs", {"by": "ron"}),
    (r"self-draw|tsumo|haitei|last draw|rinshan|tenhou|chiihou", {"by": "tsumo"}),
    (r"\briichi", {"riichi": 1}),
    (r"double riichi", {"riichi": 2}),
    (r"haitei|last draw", {"flags": ["haitei"]}),
    (r"houtei|last discard", {"flags": ["houtei"]}),
    (r"ippatsu", {"flags": ["ippatsu"]}),
    (r"rinshan", {"flags": ["rinshan"]}),
    (r"chankan|robs", {"flags": ["chankan"]}),
    (r"tenhou|chiihou|renhou|first (own )?(draw|turn|go)", {"flags": ["first_turn"]}),
    (r"\bseven(th)?\b", {"renchan": EIGHT - 1}),
    (r"\beight(h)?\b", {"renchan": EIGHT}),
)
"""Cases that tell their hand in words: what a phrase stands for."""
PLAIN_HAND = {"closed": "123789m23479p99s", "win": "8p"}
"""For words that leave the tiles open: complete, worth nothing but how it is won, 30 fu by tsumo."""
IN_A_ROW = r"renchan|in_a_row|consecutive|streak"
"""Entries that count the dealer's hands in a row, this one included."""
SETS = {"daisangen": 3, "daisuushii": 4, "suukantsu": 4}
"""Sets that make a yakuman with liability."""


@dataclass(frozen=True, slots=True)
class WrittenCase:
    """One case of a win.

    `sticks`: riichi sticks that the winner takes. `liable`: who is by pao, for which yakuman ('' for any that has it),
    None where the case leaves it to the melds. `barred`: why it cannot be won at all, if so.
    """

    ruleset: Ruleset
    win: Win
    winner: Seat
    source: Seat
    dealer: Seat
    sticks: int
    liable: tuple[tuple[str, Seat], ...] | None
    barred: str = ""


def read_case(raw: Raw) -> WrittenCase:
    """The case as the engine takes it. Raises `ValueError` (also `ProfileError`) or `KeyError` saying what it lacks."""
    situation = raw.get("situation", {})
    hand = {**_told(situation), **raw.get("hand", {})}
    players = players_of(raw)
    ruleset = profile.read({**raw.get("rules", {}), "players": players}, TENHOU_3P if players == 3 else TENHOU)
    dealer, winner = _seat(situation.get("dealer", "E")), _seat(situation.get("seat", situation.get("winner", "E")))
    tsumo = hand["by"] in TSUMO
    source = winner if tsumo else _seat(hand.get("discarder") or situation.get("discarder") or "ESWN"[winner - 1])
    said = _said(hand, situation)
    furiten = said.pop("furiten", False) and not tsumo
    win = _win(hand, situation, said, winner, winner.wind(dealer, players), tsumo, players)
    return WrittenCase(
        ruleset=ruleset,
        win=win,
        winner=winner,
        source=source,
        dealer=dealer,
        sticks=situation.get("riichi_sticks_taken", situation.get("riichi_sticks", 0)),
        liable=_liable({**situation, **hand}, winner, players),
        barred="furiten" if furiten else "riichi in an open hand" if win.riichi and not win.closed else "",
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
            flags = [*told.get("flags", []), *fields.get("flags", [])]
            told |= {**fields, "flags": flags, **{name: part for name, part in found.groupdict().items() if part}}
    return {**PLAIN_HAND, **told} if told else {}


def _liable(told: Raw, winner: Seat, players: int) -> tuple[tuple[str, Seat], ...] | None:
    """As `"N"`, as so many seats to the right, as `{yakuman: seat}` or `{"seat" or "from": seat, "yakuman": name}`."""
    if "pao" not in told:
        return None
    pao = told["pao"]
    if not isinstance(pao, Mapping):
        named = {"": pao} if pao else {}
    elif seat := pao.get("seat", pao.get("from", pao.get("liable"))):
        named = {pao.get("yakuman", ""): seat}
    else:
        named = dict(pao)
    return tuple((name, _source(seat, winner, players)) for name, seat in named.items())


def _source(seat: str | int, winner: Seat, players: int) -> Seat:
    return _seat(seat) if isinstance(seat, str) else winner.right(seat, players)


def liability(case: WrittenCase, value: HandValue) -> tuple[Pao, ...]:
    """Who is liable: as the case says, else as its melds do, taken to be in the order of their calls (PA1, PA5)."""
    rules, melds = case.ruleset, case.win.melds
    fed: list[tuple[str, Seat]] = []
    if rules.daiminkan_pao and case.win.rinshan and case.win.tsumo:
        last = [meld for meld in melds if meld.is_kan][-1:]
        fed = [(DAIMINKAN, meld.source) for meld in last if meld.kind is MeldKind.DAIMINKAN and meld.source is not None]
    playing: list[str] = [name for name in value.yakuman if name in rules.pao_yakuman]
    if case.liable is None:
        for name in playing:
            sets = [meld for meld in melds if _belongs(meld, name)]
            if len(sets) == SETS[name] and sets[-1].source is not None:
                fed.append((name, sets[-1].source))
    for name, seat in case.liable or ():
        fed += [(each, seat) for each in playing if name in ("", each)]
    return tuple(Pao(case.winner, seat, name) for name, seat in fed)


def _belongs(meld: Meld, yakuman: str) -> bool:
    """Whether the set is one of those that make the yakuman."""
    if yakuman == "suukantsu":
        return meld.is_kan
    kinds = DRAGONS if yakuman == "daisangen" else WINDS
    return bool(kinds >> meld.group.kind & 1)


def _said(hand: Raw, situation: Raw) -> dict[str, Any]:
    """What flags and single entries say of the win."""
    said: dict[str, Any] = {}
    for flag in (*hand.get("flags", []), *(name for name in FLAGS if situation.get(name) is True)):
        if flag not in FLAGS:
            raise ValueError(f"flag {flag!r}: expected one of {', '.join(FLAGS)}")
        said |= FLAGS[flag]
    said.update({name: True for name in ("open_riichi", "discarder_riichi") if hand.get(name)})
    if hand.get("riichi") in ("open", "double"):
        said |= FLAGS[f"{hand['riichi']}_riichi"]
    else:
        said["riichi"] = max(int(hand.get("riichi") or 0), said.get("riichi", 0))
    # An open riichi is one, whether a case counts it as such or not.
    said["riichi"] = max(said.get("riichi", 0), int(said.get("open_riichi", False)))
    runs = [number for name, number in {**situation, **hand}.items() if re.search(IN_A_ROW, name)]
    said["renchan"] = max(int(number) for number in (*runs, said.get("renchan", 0)))
    return said


def _win(hand: Raw, situation: Raw, said: Raw, winner: Seat, wind: Wind, tsumo: bool, players: int) -> Win:
    melds = [_parts_of(meld) for meld in hand.get("melds", [])]
    return Win(
        hand=parse_tiles(hand["closed"]),
        tile=Tile.parse(hand["win"]),
        tsumo=tsumo,
        melds=tuple(
            _meld(kind, tiles, _source(source, winner, players)) for kind, tiles, source in melds if kind not in KITA
        ),
        seat_wind=wind,
        round_wind=Wind.parse(situation.get("round_wind", "E")),
        honba=situation.get("honba", 0),
        indicators=_tiles(hand.get("dora_indicators", [])),
        ura=_tiles(hand.get("ura_indicators", [])),
        kita=hand.get("kita", 0) + sum(len(parse_tiles(tiles)) for kind, tiles, _ in melds if kind in KITA),
        **said,
    )


def _tiles(raw: str | list[str]) -> tuple[Tile, ...]:
    return parse_tiles("".join(raw))


def _parts_of(meld: Raw | str) -> tuple[str, str, str | int]:
    if isinstance(meld, str):
        kind, tiles = meld.split()
        return kind, tiles, 3
    return meld["type"], meld["tiles"], meld.get("from") or 3


def _meld(name: str, text: str, source: Seat) -> Meld:
    kind, tiles = MELDS[name], parse_tiles(text)
    return Meld(kind, tiles) if kind is MeldKind.ANKAN else Meld(kind, tiles[1:], tiles[0], source)
