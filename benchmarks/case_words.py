"""The words of written cases for yaku and fu, brought to one form on both sides of a comparison."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tablectl.rules.limit import LEAST_HAN, YAKUMAN_HAN

FuItems = list[tuple[str, int]]

HAN = {
    **LEAST_HAN,
    **{name: YAKUMAN_HAN for name in ("yakuman", "single")},
    **{name: 2 * YAKUMAN_HAN for name in ("double", "double_yakuman")},
}
"""Han that a yaku's worth stands for."""
_SAME = {
    "menzen_tsumo": ("tsumo", "menzen_tsumohou"),
    "aka": ("aka_dora", "akadora", "red", "red_fives"),
    "ura": ("ura_dora", "uradora"),
    "kita": ("nukidora", "nuki_dora", "pei"),
    "double_riichi": ("daburu_riichi", "daburii"),
    "haku": ("yakuhai_haku", "white_dragon", "shiro"),
    "hatsu": ("yakuhai_hatsu", "green_dragon"),
    "chun": ("yakuhai_chun", "red_dragon"),
    "sanshoku_doujun": ("sanshoku",),
    "ittsuu": ("ikkitsuukan", "ittsu", "itsu"),
    "toitoi": ("toitoihou",),
    "chiitoitsu": ("chiitoi", "chitoitsu"),
    "chanta": ("honchantaiyaochuu",),
    "junchan": ("junchantaiyaochuu",),
    "honitsu": ("honiisou",),
    "chinitsu": ("chiniisou",),
    "rinshan": ("rinshan_kaihou",),
    "haitei": ("haitei_raoyue", "haitei_mouyue"),
    "houtei": ("houtei_raoyui",),
    # One yaku and its rarer forms: their worth tells them apart, and tables that count them alike name either.
    "suuankou": ("suuankou_tanki",),
    "kokushi": ("kokushi_13", "kokushi_musou", "kokushi_musou_13", "kokushi_musou_13_wait", "kokushi_13_wait"),
    "chuuren": ("chuuren_9", "chuuren_poutou", "junsei_chuuren", "junsei_chuuren_poutou", "pure_chuuren"),
    "ryuuiisou": ("pure_ryuuiisou", "mussuu", "mussuu_ryuuiisou"),
    "hyakumangoku": ("hyakumangoku_exact",),
    "daisharin": ("daisuurin", "daichikurin"),
    "golden_gate_bridge": ("kinmonkyou",),
    "open_riichi": ("open_riichi_deal_in", "open_double_riichi", "double_open_riichi"),
    "kouitten": ("beni_itten",),
    "sanshoku_tsuukan": ("hualong",),
}
_NAMES = {other: name for name, others in _SAME.items() for other in others}
_WIND = re.compile(r"(jikaze|bakaze|seat_wind|round_wind|double|yakuhai)(_[a-z_]+)?")


def yaku_name(name: str) -> str:
    """One name for each yaku; winds of seat and round are one, a double wind counts it twice."""
    plain = re.sub(r"[ -]+", "_", name.strip()).lower()
    if plain in _NAMES or plain in _SAME:
        return _NAMES.get(plain, plain)
    return "wind" if _WIND.fullmatch(plain) else plain


def yaku_by_name(lines: Mapping[str, object] | Iterable[Sequence[object]]) -> list[tuple[str, int]]:
    """Yaku and their han, those of a name together, sorted. Raises `ValueError` for a worth that is none."""
    found: Counter[str] = Counter()
    for name, worth in lines.items() if isinstance(lines, Mapping) else lines:
        han = HAN.get(worth) if isinstance(worth, str) else worth
        if not isinstance(han, int):
            raise ValueError(f"yaku {name!r}: {worth!r} is neither han nor one of {', '.join(HAN)}")
        found[yaku_name(str(name))] += han
    return sorted(found.items())


_FU_ITEMS = (
    ("chiitoitsu", r"chiitoitsu|seven pairs"),
    ("open hand", r"open (hand|pinfu)"),
    ("base", r"closed ron|menzen|concealed ron|closed hand|^ron$"),
    ("wait", r"wait|tanki|kanchan|penchan"),
    ("set", r"triplet|quad|kan|set|ankou|minkou|koutsu|\bpon\b"),
    ("pair", r"pair|jantou|toitsu"),
    ("tsumo", r"tsumo|self[- ]draw"),
    ("base", r"base|futei|fuutei"),
)
"""Kinds of fu items and the words that mark one, the first that is found."""


def fu_items(lines: Iterable[tuple[str, int]]) -> FuItems:
    """Fu items by kind, sorted: cases name them in words of their own, '' stands for words of no known kind.

    A closed ron is part of the base, as some count it 30. What lifts an open hand to 30 is left out, as is what counts
    nothing: some write it as an item, some as rounding, and the fu say what came of it.
    """
    items = [(_fu_item(name.lower()), fu) for name, fu in lines if fu]
    base = [fu for item, fu in items if item == "base"]
    others = [(item, fu) for item, fu in items if item not in ("base", "open hand")]
    return sorted([*others, ("base", sum(base))] if base else others)


def _fu_item(name: str) -> str:
    return next((item for item, pattern in _FU_ITEMS if re.search(pattern, name)), "")
