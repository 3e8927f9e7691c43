"""A settlement as sentences that a person can check with pencil and paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablectl.rules.ledger import RIICHI_RETURNED, STICK
from tablectl.rules.limit import MANGAN, YAKUMAN_BASE, YAKUMAN_HAN
from tablectl.rules.reading import Reading
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue, NotAWin, Win, least_han
from tablectl.rules.seat import Seat
from tablectl.rules.sentence import Sentence, Term, Value, sentence
from tablectl.rules.settlement import Settlement, settle_win
from tablectl.rules.shanten import nearer, shanten
from tablectl.rules.tile import TILES, print_tiles
from tablectl.rules.words import Language
from tablectl.rules.yaku import BY_NAME, worth_of


def explain(
    settlement: Settlement,
    ruleset: Ruleset,
    language: Language = "en",
    seat: Callable[[Seat], str] | None = None,
) -> tuple[str, ...]:
    """The sentences of `explanation`, said in a language; `seat` names the seats, `seat 0` and so on without it."""
    return tuple(told.say(language, seat) for told in explanation(settlement, ruleset))


def title(settlement: Settlement) -> Sentence:
    """Who won and how, whose foul it was, or the kind of draw."""
    winner, source = settlement.winner, settlement.source
    if winner is None and source is not None:
        return sentence("fouled", seat=source)
    if winner is None or source is None:
        return sentence("draw", kind=Term(settlement.kind))
    if winner is source:
        return sentence("wins_tsumo", winner=winner)
    return sentence("wins_ron", winner=winner, source=source)


def explanation(settlement: Settlement, ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Yaku, fu with their sum, limit and base points, the other readings, then who pays what and why.

    A payment reads `seat 0 pays 1,000 (ron: 240 x 4 = 960)`; it is rounded up to hundreds.
    """
    told: list[Sentence] = []
    if settlement.value is not None:
        told += [*of_value(settlement.value, ruleset), *_others(settlement, settlement.value, ruleset)]
    if settlement.tenpai is not None:
        tenpai = tuple(seat for seat in settlement.tenpai.seats if settlement.tenpai[seat])
        told.append(sentence("tenpai", seats=tenpai) if tenpai else sentence("nobody_tenpai"))
    if settlement.nagashi:
        told.append(sentence("nagashi", seats=settlement.nagashi))
    told += [sentence("liable", seat=pao.source, yakuman=Term(pao.yakuman)) for pao in settlement.pao]
    return (*told, *_payments(settlement))


def why_not(win: Win, reason: NotAWin, ruleset: Ruleset) -> tuple[Sentence, ...]:
    """Why a hand may not win, and what is missing."""
    if reason.reason == "no_yaku":
        could = win.closed and not (win.tsumo or win.riichi)
        return (sentence("no_yaku"), *([sentence("no_yaku_closed")] if could else []))
    if reason.reason == "below_minimum":
        return (sentence("below_minimum", least=least_han(win, ruleset), honba=win.honba),)
    if reason.reason == "open_riichi_tsumo_only":
        return (sentence("open_riichi_tsumo_only"),)
    melds = len(win.melds)
    missing, kinds = shanten(win.hand, melds), nearer(win.hand, melds)
    tiles = print_tiles(TILES[kind] for kind in kinds)
    if missing == 0:
        return (sentence("incomplete"), sentence("waits", tiles=tiles, tile=str(win.tile)))
    return (sentence("incomplete"), sentence("shanten", missing=missing, tiles=tiles))


def of_value(value: HandValue, ruleset: Ruleset) -> tuple[Sentence, ...]:
    """How a hand comes to its base points."""
    if value.reading is None:
        return (_of_told(value),)
    if _is_yakuman(value):
        return tuple(_of_yakuman(value))
    if limit := _limit(value, ruleset):
        return (
            sentence("yaku_of_limit", yaku=Term(value.yaku[0].name), limit=limit),
            sentence("base_of_limit", worth=limit, base=value.base),
        )
    return tuple(_of_han_and_fu(value))


def _of_told(value: HandValue) -> Sentence:
    """Base points where only han and fu were told."""
    if _is_yakuman(value):
        return sentence("base_of_limit", worth=_times(sum(value.multiples)), base=value.base)
    if value.fu:
        return _base(value)
    limit = Term("kazoe_yakuman" if value.limit == "yakuman" else value.limit)
    return sentence("base_of_limit", worth=limit, base=value.base)


def _is_yakuman(value: HandValue) -> bool:
    """Without limits yakuman count as han (PT3)."""
    return bool(value.yakuman) and value.limit == "yakuman"


def _limit(value: HandValue, ruleset: Ruleset) -> Term | None:
    """The limit that a yaku stands for, alone and whatever the fu."""
    if len(value.yaku) != 1 or value.yaku[0].name not in BY_NAME:
        return None
    limit = worth_of(value.yaku[0].name, ruleset).limit
    return Term(limit) if limit else None


def _of_yakuman(value: HandValue) -> Iterator[Sentence]:
    for name, times in zip(value.yakuman, value.multiples, strict=True):
        yield sentence("yaku_of_limit", yaku=Term(name), limit=_times(times))
    worth, every = _times(value.base // YAKUMAN_BASE), sum(value.multiples)
    if value.base < every * YAKUMAN_BASE:
        worth = sentence("counted_of", counted=worth, all=_times(every))
    yield sentence("base_of_limit", worth=worth, base=value.base)


def _of_han_and_fu(value: HandValue) -> Iterator[Sentence]:
    yield sentence("reading", reading=_reading(value.reading))
    for name, times in zip(value.yakuman, value.multiples, strict=True):
        yield sentence("yaku", yaku=Term(name), han=times * YAKUMAN_HAN)
    for line in value.yaku:
        yield sentence("yaku", yaku=Term(line.name), han=line.han)
    for item in value.fu_lines:
        name, _, tile = item.name.partition(" of ")
        if tile:
            yield sentence("fu_of", fu=item.fu, item=Term(name), tile=tile)
        else:
            yield sentence("fu", fu=item.fu, item=Term(name))
    parts, total = " + ".join(str(item.fu) for item in value.fu_lines), sum(item.fu for item in value.fu_lines)
    if total != value.fu:
        yield sentence("fu_rounded", parts=parts, sum=total, fu=value.fu)
    elif len(value.fu_lines) > 1:
        yield sentence("fu_sum", parts=parts, sum=total)
    yield _base(value)


def _base(value: HandValue) -> Sentence:
    """Base points from han and fu; with a limit, why it is reached (PT1, PT2)."""
    worth, power = _worth(value), value.han + 2
    if not value.limit:
        return sentence("base", worth=worth, fu=value.fu, power=power, base=value.base)
    product = value.fu << power
    if value.han < 5 and product >= MANGAN:
        return sentence("base_over_mangan", worth=worth, fu=value.fu, power=power, product=product, base=value.base)
    if value.han < 5:
        return sentence("base_kiriage", worth=worth, fu=value.fu, power=power, product=product, base=value.base)
    limit = Term("kazoe_yakuman" if value.limit == "yakuman" else value.limit)
    return sentence("base_by_limit", worth=worth, limit=limit, base=value.base)


def _worth(value: HandValue) -> Value:
    return sentence("han_fu", han=value.han, fu=value.fu)


def _times(times: int) -> Value:
    return sentence("times_yakuman", times=times) if times > 1 else Term("yakuman")


def _reading(reading: Reading | None) -> Value:
    assert reading is not None  # of a hand whose tiles are known
    if reading.form != "standard":
        return Term(reading.form)
    tiles, _, _ = str(reading).partition(", ")
    return sentence("parted", tiles=tiles, wait=Term(reading.wait))


def _others(settlement: Settlement, best: HandValue, ruleset: Ruleset) -> Iterator[Sentence]:
    """The readings that count less, and why; those that differ in nothing that counts are told once."""
    if not best.others:
        return
    told = {_counted(best)}
    paid = _total(settlement, best, ruleset)
    for other in best.others:
        if _counted(other) in told:
            continue
        told.add(_counted(other))
        points = _total(settlement, other, ruleset)
        worth = _times(other.base // YAKUMAN_BASE) if _is_yakuman(other) else _limit(other, ruleset) or _worth(other)
        if points < paid:
            why = sentence("worth_less", worth=worth, points=points, paid=paid)
        elif _is_yakuman(best) and not _is_yakuman(other):
            why = sentence("worth_counted", worth=worth)
        elif (other.han, other.fu) < (best.han, best.fu):
            why = sentence("worth_fewer", worth=worth)
        else:
            why = sentence("worth_same", worth=worth)
        names = (*other.yakuman, *(line.name for line in other.yaku))
        yield sentence("other", reading=_reading(other.reading), yaku=tuple(map(Term, names)), why=why)


def _counted(value: HandValue) -> tuple[object, ...]:
    """What a hand is worth by this value, however it is read."""
    return value.yaku, value.yakuman, value.fu, value.base


def _total(settlement: Settlement, value: HandValue, ruleset: Ruleset) -> int:
    """What all together would pay for the hand alone."""
    winner, source = settlement.winner, settlement.source
    assert winner is not None and source is not None and value.reading is not None
    dealer = winner.right(-value.reading.win.seat_wind, ruleset.players)
    alone = settle_win(winner=winner, source=source, value=value, dealer=dealer, honba=0, deposits=0, ruleset=ruleset)
    return sum(share.points for share in alone.shares)


def _payments(settlement: Settlement) -> Iterator[Sentence]:
    # The shares lead to the first entries, in the same order; a share's amount is what it is rounded from.
    shares = iter(settlement.shares)
    for entry in settlement.entries:
        if entry.reason == RIICHI_RETURNED:
            yield sentence("takes", seat=entry.seat, points=entry.points, why=Term(entry.reason))
        if entry.points >= 0:
            continue
        why: Value = Term(entry.reason)
        if entry.reason == "honba":
            why = sentence("counters", honba=settlement.honba)
        elif (share := next(shares, None)) is not None:
            product = share.base * share.times
            why = sentence("product", reason=why, base=share.base, times=share.times, product=product)
        yield sentence("pays", seat=entry.seat, points=-entry.points, why=why)
    if settlement.deposits and settlement.winner is not None:
        sticks = sentence("sticks", sticks=settlement.deposits / STICK)
        yield sentence("takes", seat=settlement.winner, points=settlement.deposits, why=sticks)
    deltas = settlement.deltas
    changes = tuple(sentence("change", seat=seat, points=deltas[seat]) for seat in deltas.seats if deltas[seat])
    yield sentence("changes", changes=changes) if changes else sentence("nobody_pays")
