"""Whatever happens, payments sum to the riichi sticks that are taken, and results to nothing: under every preset."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tablectl.rulefile import load, preset_names
from tablectl.rules.ledger import RIICHI, STICK, Entry, Ledger
from tablectl.rules.pao import DAIMINKAN, Pao
from tablectl.rules.placement import left_over, placement, results
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.ryuukyoku import exhaustive, nagashi_mangan
from tablectl.rules.sashiuma import Bet, sashi_uma
from tablectl.rules.score import HandValue, Win, evaluate
from tablectl.rules.seat import BySeat, Seat, seats
from tablectl.rules.settlement import Claim, settle_wins
from tablectl.rules.tile import Tile, parse_tiles

PRESETS = {name: load(name).rules for name in preset_names()}
ANY_VALUE = evaluate(Win(parse_tiles("234567m34588p45s"), Tile.parse("6s"), False), TENHOU)
PAO_YAKUMAN = ("daisangen", "daisuushii", "suukantsu")
BASES = sorted({fu << (han + 2) for fu in (20, 25, 30, 40, 50, 110) for han in range(1, 5)} | {2000, 3000, 4000, 6000})


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A preset, with its options of payments turned as chance will have it."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    if not draw(st.booleans()):
        return rules
    return replace(
        rules,
        honba_value=100 * draw(st.integers(0, 20)),
        honba_on_multi_ron=draw(st.sampled_from(["first", "each", "split"])),
        sticks_on_multi_ron=draw(st.sampled_from(["first", "own_back_rest_first", "split"])),
        multi_ron=draw(st.sampled_from(["all", "head_bump"])),
        triple_ron=draw(st.sampled_from(["paid", "head_bump"])),
        noten_pool=100 * draw(st.integers(0, 60)),
        noten_pool_3p=100 * draw(st.integers(0, 60)),
        tsumo_loss=draw(st.booleans()),
        pao_scope=draw(st.sampled_from(["liable_yakuman_only", "whole_hand"])),
        pao_ron_honba=draw(st.sampled_from(["liable", "discarder"])),
        nagashi_mangan=draw(st.sampled_from(["win", "draw"])),
        rounding=draw(st.sampled_from(["none", "down", "half-up", "five_down_six_up"])),
        tie=draw(st.sampled_from(["share", "starting_order"])),
        leftover_sticks=draw(st.sampled_from(["top", "split", "returned"])),
    )


@st.composite
def values(draw: st.DrawFn) -> HandValue:
    names = tuple(draw(st.lists(st.sampled_from((*PAO_YAKUMAN, "tsuuiisou")), unique=True)))
    if not names:
        return replace(ANY_VALUE, base=draw(st.sampled_from(BASES)))
    multiples = tuple(draw(st.integers(1, 2)) for _ in names)
    # A cap may leave less than the yakuman together.
    base = 8000 * draw(st.integers(1, sum(multiples)))
    return replace(ANY_VALUE, yakuman=names, multiples=multiples, base=base)


@st.composite
def claims(draw: st.DrawFn, rules: Ruleset, source: Seat) -> list[Claim]:
    """A tsumo, or rons of one to all others, with liable seats."""
    others = [seat for seat in seats(rules.players) if seat is not source]
    winners = draw(st.lists(st.sampled_from(others), unique=True)) or [source]
    found = []
    for winner in winners:
        feeders = st.sampled_from([seat for seat in seats(rules.players) if seat is not winner])
        fed = draw(st.lists(st.sampled_from((*PAO_YAKUMAN, DAIMINKAN)), unique=True, max_size=2))
        found.append(Claim(winner, draw(values()), tuple(Pao(winner, draw(feeders), name) for name in fed)))
    return found


@given(st.data())
def test_wins_pay_out_the_sticks_that_are_taken(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    source, dealer = (data.draw(st.sampled_from(seats(rules.players))) for _ in range(2))
    own = BySeat.of(data.draw(st.lists(st.integers(0, 1), min_size=rules.players, max_size=rules.players)))
    honba, deposits = data.draw(st.integers(0, 12)), sum(own) + data.draw(st.integers(0, 5))
    laid = data.draw(claims(rules, source))
    settled = settle_wins(laid, source=source, dealer=dealer, honba=honba, deposits=deposits, own=own, ruleset=rules)
    assert sum(each.deposits for each in settled) == deposits * STICK
    for each in settled:
        assert each.winner is not None
        assert sum(each.deltas) == each.deposits
        assert len(each.deltas) == rules.players
        assert all(delta % 100 == 0 for delta in each.deltas)
        assert [seat for seat in each.deltas.seats if each.deltas[seat] > 0] == [each.winner]
        assert sum(share.points for share in each.shares) > 0
        assert {share.to for share in each.shares} == {each.winner}


@given(st.data())
def test_draws_sum_to_nothing(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    tenpai = BySeat.of(data.draw(st.booleans()) for _ in range(rules.players))
    assert sum(exhaustive(tenpai, rules).deltas) == 0
    nagashi = data.draw(st.lists(st.sampled_from(seats(rules.players)), unique=True, min_size=1))
    dealer = data.draw(st.sampled_from(nagashi))
    honba, sticks = data.draw(st.integers(0, 5)), data.draw(st.integers(0, 5))
    settled = nagashi_mangan(nagashi, tenpai, dealer, rules, honba, sticks)
    assert sum(settled.deltas) == settled.deposits == (sticks * STICK if rules.nagashi_mangan == "win" else 0)


@given(st.data())
def test_results_sum_to_nothing(data: st.DataObject) -> None:
    """EN8, EN9, EN11: rounded or not, with ties, and with sticks that were left."""
    rules = data.draw(rulesets())
    players, total = rules.players, rules.start * rules.players
    hundreds = st.integers(-200, 800) if data.draw(st.booleans()) else st.sampled_from((150, 200, 250, 400))
    some = [100 * data.draw(hundreds) for _ in range(players - 1)]
    staked = data.draw(st.lists(st.sampled_from(seats(players)), max_size=3))
    book = Ledger(BySeat(*some, total - sum(some))).add(*(Entry(seat, -STICK, RIICHI) for seat in staked))
    first = data.draw(st.sampled_from(seats(players)))
    book = book.add(*left_over(book, first, rules))
    lost = 0 if rules.leftover_sticks != "lost" else len(staked) * STICK
    assert sum(book.points) == total - lost
    in_points = [round(1000 * each) for each in results(book.points, first, rules)]
    assert sum(in_points) == -lost
    places = placement(book.points, first)
    assert sorted(places) == list(range(1, players + 1))
    bettors = data.draw(st.sets(st.sampled_from(seats(players))))
    bets = [Bet(seat, seat.right(players=players), 1000) for seat in bettors]
    for kind in ("placement", "half"):
        assert sum(sashi_uma(bets, places, replace(rules, sashi_uma=kind))) == 0  # type: ignore[arg-type]
