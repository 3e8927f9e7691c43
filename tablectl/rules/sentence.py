"""What is said of a settlement: sentences as values, said in four languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, Union

from tablectl.rules.seat import Seat
from tablectl.rules.words import LANGUAGES, Language, Row, word


@dataclass(frozen=True, slots=True)
class Term:
    """A name that `tablectl.rules.words` has in every language."""

    name: str


Value: TypeAlias = Union[int, float, str, Seat, Term, "Sentence", tuple["Value", ...]]
"""Strings (tiles, sums) are the same in every language; tuples are lists."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing to say. `name`: its row in `PATTERNS`; `values`: what fills the blanks, by name."""

    name: str
    values: tuple[tuple[str, Value], ...] = ()

    def say(self, language: Language = "en", seat: Callable[[Seat], str] | None = None) -> str:
        """In a language; `seat` names a seat, `seat 0` to `seat 3` without it."""
        pattern = PATTERNS[self.name][LANGUAGES.index(language)]
        named = seat or (lambda seat: PATTERNS["seat"][LANGUAGES.index(language)].format(number=int(seat)))
        return pattern.format(**{name: _said(value, language, named) for name, value in self.values})

    def to_json(self, seat: Callable[[Seat], object] = int) -> dict[str, object]:
        """Its name under `says`, then its values; terms by their name, seats by their number or as `seat` has them."""
        return {"says": self.name, **{name: _plain(value, seat) for name, value in self.values}}


def sentence(name: str, **values: Value) -> Sentence:
    """The sentence with these values."""
    return Sentence(name, tuple(values.items()))


def _said(value: Value, language: Language, seat: Callable[[Seat], str]) -> int | float | str:
    """A blank's filling; numbers stay numbers, for the pattern says how they are written."""
    match value:
        case Seat():
            return seat(value)
        case Term(name):
            return word(name, language)
        case Sentence():
            return value.say(language, seat)
        case tuple():
            return (", " if language == "en" else "、").join(str(_said(part, language, seat)) for part in value)
        case _:
            return value


def _plain(value: Value, seat: Callable[[Seat], object]) -> object:
    match value:
        case Term(name):
            return name
        case Sentence():
            return value.to_json(seat)
        case tuple():
            return [_plain(part, seat) for part in value]
        case Seat():
            return seat(value)
        case _:
            return value


PATTERNS: Mapping[str, Row] = {
    "seat": ("seat {number}", "席{number}", "座位{number}", "座位{number}"),
    # the hand
    "reading": ("read as {reading}", "解釈: {reading}", "解读: {reading}", "解讀: {reading}"),
    "parted": ("{tiles}, {wait} wait", "{tiles} {wait}待ち", "{tiles} {wait}听牌", "{tiles} {wait}聽牌"),
    "yaku": ("{yaku}: {han} han", "{yaku} {han}翻", "{yaku} {han}番", "{yaku} {han}番"),
    "yaku_of_limit": ("{yaku}: {limit}", "{yaku} {limit}", "{yaku} {limit}", "{yaku} {limit}"),
    "times_yakuman": ("{times} yakuman", "{times}倍役満", "{times}倍役满", "{times}倍役滿"),
    "counted_of": (
        "{counted} counted of {all}",
        "{all}のうち{counted}と数える",
        "{all}计为{counted}",
        "{all}計為{counted}",
    ),
    "fu": ("{item}: {fu} fu", "{item} {fu}符", "{item} {fu}符", "{item} {fu}符"),
    "fu_of": ("{item} of {tile}: {fu} fu", "{item} {tile} {fu}符", "{item} {tile} {fu}符", "{item} {tile} {fu}符"),
    "fu_sum": ("fu: {parts} = {sum}", "符 {parts} = {sum}", "符 {parts} = {sum}", "符 {parts} = {sum}"),
    "fu_rounded": (
        "fu: {parts} = {sum}, rounded up to {fu}",
        "符 {parts} = {sum}、切り上げて{fu}",
        "符 {parts} = {sum}，进位为{fu}",
        "符 {parts} = {sum}，進位為{fu}",
    ),
    "han_fu": ("{han} han {fu} fu", "{han}翻{fu}符", "{han}番{fu}符", "{han}番{fu}符"),
    # why a hand may not win
    "incomplete": (
        "not a complete hand",
        "和了形ではない",
        "未和牌",
        "未和牌",
    ),
    "waits": (
        "before {tile} it is tenpai and waits for {tiles}",
        "{tile}の前は聴牌、待ちは{tiles}",
        "{tile}之前已听牌，听{tiles}",
        "{tile}之前已聽牌，聽{tiles}",
    ),
    "shanten": (
        "before the winning tile it is {missing} from tenpai (shanten); nearer with {tiles}",
        "和了牌の前は{missing}向聴、有効牌は{tiles}",
        "和牌张之前为{missing}向听，有效牌{tiles}",
        "和牌張之前為{missing}向聽，有效牌{tiles}",
    ),
    "no_yaku": (
        "complete, but without a yaku; dora are none",
        "和了形だが役がない（ドラは役ではない）",
        "牌型完整但无役（宝牌不是役）",
        "牌型完整但無役（寶牌不是役）",
    ),
    "no_yaku_closed": (
        "closed: riichi or tsumo would be a yaku",
        "門前なので立直か自摸なら役になる",
        "门前清，立直或自摸即有役",
        "門前清，立直或自摸即有役",
    ),
    "below_minimum": (
        "complete, but {least} han of yaku are needed with {honba} honba, dora aside",
        "和了形だが{honba}本場では役が{least}翻必要（ドラを除く）",
        "牌型完整，但{honba}本场需要{least}番役（宝牌除外）",
        "牌型完整，但{honba}本場需要{least}番役（寶牌除外）",
    ),
    "open_riichi_tsumo_only": (
        "an open riichi wins by tsumo alone",
        "オープン立直はツモ和了のみ",
        "开立直只能自摸",
        "開立直只能自摸",
    ),
    # base points
    "base": (
        "{worth}: base {fu} x 2^{power} = {base:,} points",
        "{worth}: 基本点 {fu} x 2^{power} = {base:,}",
        "{worth}: 基本点 {fu} x 2^{power} = {base:,}",
        "{worth}: 基本點 {fu} x 2^{power} = {base:,}",
    ),
    "base_over_mangan": (
        "{worth}: base {fu} x 2^{power} = {product:,}, more than mangan: {base:,} points",
        "{worth}: 基本点 {fu} x 2^{power} = {product:,}、満貫で{base:,}",
        "{worth}: 基本点 {fu} x 2^{power} = {product:,}，满贯计{base:,}",
        "{worth}: 基本點 {fu} x 2^{power} = {product:,}，滿貫計{base:,}",
    ),
    "base_kiriage": (
        "{worth}: base {fu} x 2^{power} = {product:,}, rounded up to mangan: {base:,} points",
        "{worth}: 基本点 {fu} x 2^{power} = {product:,}、切り上げ満貫で{base:,}",
        "{worth}: 基本点 {fu} x 2^{power} = {product:,}，切上满贯计{base:,}",
        "{worth}: 基本點 {fu} x 2^{power} = {product:,}，切上滿貫計{base:,}",
    ),
    "base_by_limit": (
        "{worth}: {limit}, base {base:,} points",
        "{worth}: {limit} 基本点 {base:,}",
        "{worth}: {limit} 基本点 {base:,}",
        "{worth}: {limit} 基本點 {base:,}",
    ),
    "base_of_limit": (
        "{worth}: base {base:,} points",
        "{worth}: 基本点 {base:,}",
        "{worth}: 基本点 {base:,}",
        "{worth}: 基本點 {base:,}",
    ),
    # other readings
    "other": (
        "or {reading} ({yaku}): {why}",
        "または {reading}（{yaku}）: {why}",
        "或 {reading}（{yaku}）: {why}",
        "或 {reading}（{yaku}）: {why}",
    ),
    "worth_less": (
        "{worth}, {points:,} instead of {paid:,}",
        "{worth}、{paid:,}点ではなく{points:,}点",
        "{worth}，{points:,}点，少于{paid:,}点",
        "{worth}，{points:,}點，少於{paid:,}點",
    ),
    "worth_fewer": (
        "{worth}, as many points, but more han and then more fu come first",
        "{worth}、同点なら翻、次に符の多い方が優先",
        "{worth}，点数相同时番多者优先，其次符多者",
        "{worth}，點數相同時番多者優先，其次符多者",
    ),
    "worth_same": ("{worth}, as many points", "{worth}、同点", "{worth}，点数相同", "{worth}，點數相同"),
    "worth_counted": (
        "{worth}, as many points, but a true yakuman comes first",
        "{worth}、同点なら役満が優先",
        "{worth}，点数相同时役满优先",
        "{worth}，點數相同時役滿優先",
    ),
    # payments
    "wins_tsumo": ("{winner} wins by tsumo", "{winner} ツモ和了", "{winner} 自摸", "{winner} 自摸"),
    "wins_ron": (
        "{winner} wins by ron from {source}",
        "{winner} ロン和了（放銃 {source}）",
        "{winner} 荣和（放铳 {source}）",
        "{winner} 榮和（放銃 {source}）",
    ),
    "fouled": ("chombo of {seat}", "{seat} チョンボ", "{seat} 犯规", "{seat} 犯規"),
    "draw": ("{kind}", "{kind}", "{kind}", "{kind}"),
    "tenpai": ("tenpai: {seats}", "聴牌: {seats}", "听牌: {seats}", "聽牌: {seats}"),
    "nobody_tenpai": ("tenpai: nobody", "全員不聴", "全员不听", "全員不聽"),
    "nagashi": ("nagashi mangan: {seats}", "流し満貫: {seats}", "流局满贯: {seats}", "流局滿貫: {seats}"),
    "liable": (
        "{seat} is liable for {yakuman} (pao)",
        "{seat} {yakuman}の責任払い（包）",
        "{seat} {yakuman}包牌",
        "{seat} {yakuman}包牌",
    ),
    "pays": (
        "{seat} pays {points:,} ({why})",
        "{seat} {points:,}点を支払う（{why}）",
        "{seat} 支付{points:,}点（{why}）",
        "{seat} 支付{points:,}點（{why}）",
    ),
    "takes": (
        "{seat} takes {points:,} ({why})",
        "{seat} {points:,}点を受け取る（{why}）",
        "{seat} 收取{points:,}点（{why}）",
        "{seat} 收取{points:,}點（{why}）",
    ),
    "product": (
        "{reason}: {base:,} x {times:g} = {product:,.0f}",
        "{reason}: {base:,} x {times:g} = {product:,.0f}",
        "{reason}: {base:,} x {times:g} = {product:,.0f}",
        "{reason}: {base:,} x {times:g} = {product:,.0f}",
    ),
    "counters": ("{honba} honba", "{honba}本場", "{honba}本场", "{honba}本場"),
    "sticks": ("riichi sticks: {sticks:g}", "供託{sticks:g}本", "供托{sticks:g}根", "供託{sticks:g}根"),
    "change": ("{seat}: {points:+,}", "{seat} {points:+,}", "{seat} {points:+,}", "{seat} {points:+,}"),
    "changes": ("{changes}", "{changes}", "{changes}", "{changes}"),
    "assumed": ("assumed: {options}", "仮定: {options}", "假定: {options}", "假定: {options}"),
    "nobody_pays": ("nobody pays", "支払いなし", "无人支付", "無人支付"),
}
"""Every sentence by its name, in the order of `LANGUAGES`; blanks are format fields."""
