"""Written cases of settlements and of a game's end: each is a test named by its ID."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tablectl.rules.ledger import RIICHI, STICK, Entry, Ledger
from tablectl.rules.length import WINDS, Ending, HandName, can_stop, next_hand
from tablectl.rules.limit import LIMITS, YAKUMAN_BASE, limited, up, yakuman_base
from tablectl.rules.pao import DAIMINKAN, Pao
from tablectl.rules.placement import left_over, placement, results
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.ryuukyoku import exhaustive, nagashi_mangan
from tablectl.rules.score import HandValue, Win, evaluate
from tablectl.rules.seat import BySeat, Seat, Wind, seats
from tablectl.rules.settlement import Claim, Settlement, settle_wins
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.rules.yaku import BY_NAME, worth_of
from tests.rules.written import Case, rules_of, written

ANY_VALUE = evaluate(Win(parse_tiles("234567m34588p45s"), Tile.parse("6s"), False), TENHOU)
LIMIT_BASE = {name: base for _, name, base in LIMITS} | {
    f"{times}yakuman": YAKUMAN_BASE * number for times, number in (("double ", 2), ("triple ", 3), ("", 1))
}
FED = {"third dragon": "daisangen", "fourth wind": "daisuushii", "fourth kan": "suukantsu"}


def seat_of(letter: str) -> Seat:
    return Seat(Wind.parse(letter))


def value_of(told: str, winner: Seat, dealer: Seat, ruleset: Ruleset) -> HandValue:
    """A hand value told by the names of yakuman, as `mangan 8000`, `double yakuman` or `2 han 40 fu`, or by points.

    Points alone are those of a ron, `700/1300` and `2600 all` those of a tsumo.
    """
    for words, name in FED.items():
        told = told.replace(words, f"{words} ({name})")
    names = tuple(name for name in BY_NAME if BY_NAME[name].worth.yakuman and re.search(rf"\b{name}\b", told))
    if names:
        multiples = tuple(worth_of(name, ruleset).yakuman for name in names)
        base = yakuman_base(multiples, ruleset)
        return replace(ANY_VALUE, yakuman=names, multiples=multiples, limit="yakuman", base=base)
    if found := re.search(r"(\d+) han (\d+) fu", told):
        return replace(ANY_VALUE, base=limited(int(found[1]), int(found[2]), ruleset)[1])
    for name, base in LIMIT_BASE.items():
        if re.search(rf"\b{name}\b", told):
            return replace(ANY_VALUE, base=base)
    *_, points = map(int, re.findall(r"\d+", told))
    times = 2 if "/" in told or "all" in told else 6 if winner is dealer else 4
    bases = {fu << (han + 2) for han in range(1, 5) for fu in (20, 25, *range(30, 140, 10))} | set(LIMIT_BASE.values())
    return replace(ANY_VALUE, base=next(base for base in sorted(bases) if up(base * times) == points))


def pao_of(situation: Case, told: str, winner: Seat, value: HandValue, ruleset: Ruleset) -> tuple[Pao, ...]:
    """Who is liable: named apart, or in words as `third dragon ponned from N` and `liable N`."""
    found = re.search(r"(?:from|liable|fed by) ([ESWN])\b", told)
    letter = situation.get("pao") or situation.get("liable") or (found and found[1])
    names = [name for name in ruleset.pao_yakuman if name in value.yakuman]
    if not value.yakuman and ruleset.daiminkan_pao:
        names = [DAIMINKAN]
    return tuple(Pao(winner, seat_of(letter), name) for name in names) if letter else ()


def settle(case: Case, ruleset: Ruleset) -> tuple[Settlement, ...]:
    """What the situation of a case pays."""
    situation = case["situation"]
    dealer = seat_of(situation.get("dealer", "E"))
    honba, sticks = situation.get("honba", 0), situation.get("riichi_sticks", 0)
    if "winner" in situation:
        told = situation.get("value", situation.get("hand"))
        winners = [(seat_of(situation["winner"]), told)]
    else:
        winners = [(seat_of(letter), told) for letter, told in situation.get("winners", ())]
    if not winners:
        tenpai = BySeat.of("ESWN"[seat] in situation["tenpai"] for seat in seats(ruleset.players))
        if nagashi := [seat_of(letter) for letter in situation.get("nagashi", ())]:
            return (nagashi_mangan(nagashi, tenpai, dealer, ruleset, honba, sticks),)
        return (exhaustive(tenpai, ruleset),)
    source = seat_of(situation["discarder"]) if situation.get("discarder") else winners[0][0]
    claims = []
    for seat, told in winners:
        value = value_of(str(told), seat, dealer, ruleset)
        claims.append(Claim(seat, value, pao_of(situation, str(told), seat, value, ruleset)))
    found = re.search(r"one deposit each from ([ESWN](?:, [ESWN])*)", situation.get("note", ""))
    own = situation.get("own_sticks", dict.fromkeys(found[1].split(", "), 1) if found else {})
    return settle_wins(
        claims,
        source=source,
        dealer=dealer,
        honba=honba,
        deposits=sticks,
        own=BySeat.of(own.get("ESWN"[seat], 0) for seat in seats(ruleset.players)),
        ruleset=ruleset,
    )


@pytest.mark.parametrize("case", written("settle"))
def test_settlement(case: Case) -> None:
    ruleset = rules_of(case)
    settlements = settle(case, ruleset)
    expected = dict(case["expect"])
    deltas = {"ESWN"[seat]: sum(settled.deltas[seat] for settled in settlements) for seat in seats(ruleset.players)}
    assert deltas == expected.pop("deltas")
    assert sum(deltas.values()) == STICK * case["situation"].get("riichi_sticks_taken", 0)
    if "next" in expected:
        words = expected.pop("next")
        settled = settlements[0]
        won = tuple(each.winner for each in settlements if each.winner is not None)
        winners = won or (settled.nagashi if ruleset.nagashi_mangan == "win" else ())
        dealer = seat_of(case["situation"].get("dealer", "E"))
        hand = HandName(number=dealer + 1, dealer=dealer, honba=case["situation"].get("honba", 0))
        points = BySeat.of(ruleset.start + delta for delta in deltas.values())
        following = next_hand(hand, Ending(winners, settled.tenpai), points, Seat.S0, ruleset)
        assert following is not None
        assert ("dealer moves" in words) == (following.dealer is not dealer)
        if found := re.search(r"honba (\d+)", words):
            assert following.honba == int(found[1])
    assert not expected, "not compared"


def ending_of(case: Case) -> Ending:
    """How the last hand of a case ended: the dealer won unless it tells otherwise."""
    situation = case["situation"]
    dealer = seat_of(situation["round"][1:2].translate(str.maketrans("1234", "ESWN")))
    if situation.get("aborted"):
        return Ending(aborted=situation["aborted"])
    if not situation.get("dealer_continues", True):
        return Ending(winners=(dealer.right(),))
    tenpai = situation.get("dealer_tenpai", "tenpai" in case["title"].lower())
    return Ending(tenpai=BySeat.fill(False).set(dealer, True)) if tenpai else Ending(winners=(dealer,))


@pytest.mark.parametrize("case", written("end"))
def test_end_of_a_game(case: Case) -> None:
    """A is the first dealer, B sits to the right, and so on."""
    situation, expected, ruleset = case["situation"], dict(case["expect"]), rules_of(case)
    names = list(situation["final"])
    points = BySeat.of(situation["final"].values())
    if "points" in expected:
        paid = results(points, Seat.S0, ruleset)
        assert dict(zip(names, paid, strict=True)) == pytest.approx(expected.pop("points"))
    if "places" in expected:
        assert dict(zip(names, placement(points, Seat.S0), strict=True)) == expected.pop("places")
    if "final" in expected:
        staked = situation["riichi_sticks_left"] * STICK
        payer = Seat(names.index(situation.get("riichi_sticks_from", names[0])))
        book = Ledger(points.set(payer, points[payer] + staked)).add(Entry(payer, -staked, RIICHI))
        book = book.add(*left_over(book, Seat.S0, ruleset))
        assert dict(zip(names, book.points, strict=True)) == expected.pop("final")
    if "game_over" in expected:
        wind, number = Wind.parse(situation["round"][0]), int(situation["round"][1])
        winds = WINDS[ruleset.length]
        lap = winds.index(wind) if wind in winds else len(winds) + wind - winds[-1] - 1
        hand = HandName(lap, number, Seat(number - 1), situation.get("honba", 0))
        standing = (hand, ending_of(case), points, Seat.S0, ruleset)
        following = next_hand(*standing)
        # A dealer who may stop does: the case asks whether the game can be over here.
        over = following is None or can_stop(*standing)
        assert over == expected.pop("game_over")
        if following is not None and "next" in expected:
            assert f"{following.wind(ruleset)}{following.number}" == expected.pop("next")
    assert not expected, "not compared"
