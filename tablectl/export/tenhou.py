"""What the tenhou.net/6 JSON calls things: tiles as numbers, calls as text, the Japanese names of results.

`tablectl.export.tenhou_write` and `tenhou_read` use it. The layout follows published logs of the site and of programs
that read them. A log holds, for each hand: [[hand, honba, sticks], points, dora indicators, ura indicators,
then for each of four places the dealt tiles, what it took and what it gave, and the result]. Takes and gives go side by
side; a daiminkan is a take whose give is 0. Places are counted from the first dealer; the fourth is empty of three.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tablectl.rules.event import RyuukyokuKind
from tablectl.rules.limit import up
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.score import HandValue
from tablectl.rules.seat import Seat
from tablectl.rules.settlement import Settlement
from tablectl.rules.tile import RED_FIVES, TILES, Tile, in_order
from tablectl.rules.words import word

PLACES = 4
"""Places a log has, also of three players."""
TSUMOGIRI = 60
"""Given instead of a tile: the one just taken."""
NOTHING_GIVEN = 0
"""Stands beside a daiminkan: its discard follows the replacement tile."""
KITA = "f44"
"""A north tile laid aside."""
WON = "和了"
EXHAUSTIVE, ALL_TENPAI, ALL_NOTEN, NAGASHI = "流局", "全員聴牌", "全員不聴", "流し満貫"
ABORTIVE: Mapping[RyuukyokuKind, str] = {
    RyuukyokuKind.KYUUSHU_KYUUHAI: "九種九牌",
    RyuukyokuKind.SUUFON_RENDA: "四風連打",
    RyuukyokuKind.SUUCHA_RIICHI: "四家立直",
    RyuukyokuKind.SUUKAN_SANRA: "四槓散了",
    RyuukyokuKind.SANCHA_HOU: "三家和了",
}
DRAWS: Mapping[str, RyuukyokuKind] = {
    **dict.fromkeys((EXHAUSTIVE, ALL_TENPAI, ALL_NOTEN, NAGASHI), RyuukyokuKind.EXHAUSTIVE),
    **{name: kind for kind, name in ABORTIVE.items()},
}
"""Every result without a winner."""
NUMBERS: Mapping[Tile, int] = {
    **{tile: 10 * (tile.kind // 9 + 1) + tile.number for tile in TILES},
    **{tile: 51 + place for place, tile in enumerate(RED_FIVES)},
}
_TILES = {number: tile for tile, number in NUMBERS.items()}
_SITE: Mapping[str, str] = {
    "double_riichi": "両立直",
    "suuankou_tanki": "四暗刻単騎",
    "kokushi_13": "国士無双１３面",
    "kita": "抜きドラ",
}
"""What the site calls otherwise than `tablectl.rules.words`."""
_CALL = re.compile(r"((?:\d\d)*)([cpmka])((?:\d\d)+)")
_LETTERS = {MeldKind.CHI: "c", MeldKind.PON: "p", MeldKind.DAIMINKAN: "m"}
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}


def tile_of(number: object) -> Tile:
    """The tile with this number. Raises `ValueError`."""
    tile = _TILES.get(number) if isinstance(number, int) else None
    if tile is None:
        raise ValueError(f"tile {number!r}: expected 11 to 19, 21 to 29, 31 to 39, 41 to 47 or 51 to 53")
    return tile


def print_call(place: int, meld: Meld, source: int) -> str:
    """A call by the player at `place`, from the one at `source`: where the letter stands tells from whom.

    Before the first tile: from the left; after it: from across; before the last: from the right. A kakan is its pon
    with the added tile after the letter, an ankan shows its red five last.
    """
    if meld.called is None:
        own = _numbers(in_order(meld.own))
        return f"{''.join(own[:3])}a{own[3]}"
    added = meld.own[2:] if meld.kind is MeldKind.KAKAN else ()
    own = _numbers(meld.own[:2] if added else meld.own)
    letter = "k" if added else _LETTERS[meld.kind]
    across = PLACES - 1 - (source - place) % PLACES
    before = len(own) if across == 2 else across
    return "".join((*own[:before], letter, *_numbers((*added, meld.called)), *own[before:]))


def parse_call(place: int, text: str) -> Meld:
    """Read what `print_call` wrote; `source` counts places from the first dealer. Raises `ValueError`."""
    match = _CALL.fullmatch(text)
    if match is None:
        raise ValueError(f"call {text!r}: expected tiles with one of the letters c, p, m, k or a before one of them")
    before, letter, after = _pairs(match[1]), match[2], _pairs(match[3])
    if letter == "a":
        return Meld(MeldKind.ANKAN, (*before, *after))
    source = Seat((place + (3, 2, 1, 1)[min(len(before), 3)]) % PLACES)
    if letter == "k":
        added, *rest = after
        if not rest:
            raise ValueError(f"call {text!r}: the called tile is missing")
        return Meld(MeldKind.KAKAN, (*before, *rest[1:], added), rest[0], source)
    return Meld(_KINDS[letter], (*before, *after[1:]), after[0], source)


def _numbers(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(NUMBERS[tile]) for tile in tiles]


def _pairs(digits: str) -> tuple[Tile, ...]:
    return tuple(tile_of(int(digits[place : place + 2])) for place in range(0, len(digits), 2))


def yaku_texts(value: HandValue) -> list[str]:
    """`国士無双(役満)` for each yakuman, `立直(1飜)` for each line."""
    yakuman = [f"{_word(name)}(役満)" for name in value.yakuman]
    return yakuman + [f"{_word(line.name)}({line.han}飜)" for line in value.yaku]


def _word(name: str) -> str:
    return _SITE.get(name, word(name, "ja"))


def score_text(settled: Settlement, dealer: Seat) -> str:
    """`30符3飜1000-2000点` for a tsumo, `満貫4000点∀` for the dealer's, `満貫8000点` for a ron; without honba."""
    value = settled.value
    assert value is not None
    rank = word(value.limit, "ja") if value.limit else f"{value.fu}符{value.han}飜"
    deals = settled.winner is dealer
    if settled.winner is not settled.source:
        return f"{rank}{up(value.base * (6 if deals else 4))}点"
    # A liable seat pays for all; three players may share the missing seat's part.
    shares = {} if settled.pao else {share.payer is dealer: share.points for share in settled.shares}
    if deals:
        return f"{rank}{shares.get(False, up(value.base * 2))}点∀"
    return f"{rank}{shares.get(False, up(value.base))}-{shares.get(True, up(value.base * 2))}点"
