"""What people tell of a hand is paid as if every tile had been seen."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator

from benchmarks.recorded_wins import rows
from benchmarks.recorded_wins import rules_of as rules_of_row
from tablectl.export.mjai import read
from tablectl.replay import rules_of
from tablectl.rules.event import (
    Discarded,
    Drawn,
    DrawTold,
    Event,
    Fouled,
    GameEnded,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiDeclared,
    RiichiTold,
    RyuukyokuKind,
    WinTold,
    Won,
    from_json,
    to_json,
)
from tablectl.rules.explain import explain
from tablectl.rules.game import Game, IllegalEvent, new_game, play
from tablectl.rules.hanfu import HanFu, below_limits, limits, worth
from tablectl.rules.reading import Win
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import SEATS, Seat
from tablectl.rules.settlement import settle_win
from tablectl.rules.tile import Tile, parse_tiles
from tests.telling import told

S0, S1, S2, S3 = SEATS
EXHAUSTIVE = RyuukyokuKind.EXHAUSTIVE
KIRIAGE = replace(TENHOU, kiriage_mangan=True)


def after(*events: Event, rules: Ruleset = TENHOU) -> Game:
    """A game after its first hand began unseen, and these events."""
    game = new_game(rules)
    for event in (GameStarted(), HandStarted(), *events):
        game = play(game, from_json(to_json(event)))
    return game


def points(*events: Event, rules: Ruleset = TENHOU) -> list[int]:
    """What each seat has gained so far, in hundreds."""
    return [(now - rules.start) // 100 for now in after(*events, rules=rules).points]


@pytest.mark.parametrize("rules", [TENHOU, KIRIAGE], ids=["tenhou", "kiriage"])
@pytest.mark.parametrize("tsumo", [False, True], ids=["ron", "tsumo"])
@pytest.mark.parametrize("dealer", [False, True], ids=["non-dealer", "dealer"])
def test_every_han_and_fu_is_paid_as_another_program_says(rules: Ruleset, tsumo: bool, dealer: bool) -> None:
    winner = S0 if dealer else S1
    source = winner if tsumo else S2
    said = [*below_limits(tsumo, rules), *(hand for hand, _ in limits(rules) if not hand.yakuman)]
    for hand in said:
        config = HandConfig(
            is_tsumo=tsumo,
            player_wind=27 if dealer else 28,
            options=OptionalRules(kiriage=rules.kiriage_mangan),
        )
        cost = ScoresCalculator.calculate_scores(hand.han, hand.fu or 30, config)
        game = after(WinTold(winner, source, hand), rules=rules)
        deltas = [now - rules.start for now in game.points]
        if not tsumo:
            expected = {winner: cost["main"], source: -cost["main"]}
        else:
            others = {seat: -cost["main" if seat is S0 or dealer else "additional"] for seat in SEATS}
            expected = {**others, winner: -sum(points for seat, points in others.items() if seat is not winner)}
        assert deltas == [expected.get(seat, 0) for seat in SEATS], hand


@pytest.mark.parametrize("tsumo", [False, True])
def test_the_values_that_exist_are_those_of_the_tables(tsumo: bool) -> None:
    by_fu = Counter(hand.fu for hand in below_limits(tsumo, TENHOU))
    one_to_four = dict.fromkeys((30, 40, 50, 60, 70, 80, 90, 100, 110), 4)
    assert by_fu == {**one_to_four, 25: 2, 20: 3} if tsumo else {**one_to_four, 25: 3}
    assert [name for _, name in limits(TENHOU)][:6] == [
        "mangan", "haneman", "baiman", "sanbaiman", "kazoe_yakuman", "yakuman"
    ]  # fmt: skip


def test_every_recorded_win_can_be_said(shared: Path) -> None:
    """Han and fu of recorded wins exist, and pay the points that are recorded."""
    seen = set[tuple[int, int, bool]]()
    for row in rows(shared / "data" / "logs" / "wins-4p.jsonl.gz"):
        rules, tsumo, winner = rules_of_row(row), row["tsumo"], Seat(row["who"])
        hand = HanFu(yakuman=len(row["yakuman"])) if row["yakuman"] else HanFu(row["han"], row["fu"])
        seen.add((hand.han, hand.fu, tsumo))
        settled = settle_win(
            winner=winner,
            source=winner if tsumo else Seat(row["from"]),
            value=worth(hand, tsumo, rules),
            dealer=Seat(row["oya"]),
            honba=0,
            deposits=0,
            ruleset=rules,
        )
        assert settled.deltas[winner] == row["points"], row["id"]
    assert len(seen) > 60


@pytest.mark.parametrize("game", ["g000", "g002", "g003", "g010", "g140", "g021"])
def test_a_recorded_game_comes_to_the_same_points_when_it_is_told(shared: Path, game: str) -> None:
    path = shared / "data" / "logs" / "games" / f"{game}.mjson.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        record = read(lines, path.name)
    rules = rules_of(record[0], TENHOU)
    seen, again = new_game(rules), new_game(rules)
    for event in (line.event for line in record):
        seen = play(seen, event)
    for event in told((line.event for line in record), rules):
        again = play(again, from_json(json.loads(json.dumps(to_json(event)))))
    assert (again.points, again.deposits, again.honba, again.dealer, again.result) == (
        seen.points, seen.deposits, seen.honba, seen.dealer, seen.result
    )  # fmt: skip


def test_counters_sticks_and_the_dealer_follow_as_ever() -> None:
    first = (RiichiTold(S1), WinTold(S0, S2, HanFu(3, 30)), HandEnded(), HandStarted())
    game = after(*first)
    assert (game.honba, game.dealer, game.deposits) == (1, S0, 0)
    assert points(*first) == [58 + 10, -10, -58, 0]
    second = (*first, RiichiTold(S3), RiichiTold(S2), WinTold(S2, S2, HanFu(3, 20)), HandEnded())
    assert points(*second) == [68 - 14, -10 - 8, -58 + 14 + 16 + 10, -10 - 8]
    assert (after(*second).dealer, after(*second).honba) == (S1, 0)


def test_several_winners_are_paid_nearest_first() -> None:
    events = (RiichiTold(S0), RiichiTold(S3), WinTold(S3, S2, HanFu(1, 30)), WinTold(S0, S2, HanFu(2, 30)))
    assert points(*events) == [29 - 10, 0, -39, 10 + 10]
    for more, why in (
        (WinTold(S3, S2, HanFu(1, 30)), "won already"),
        (WinTold(S1, S3, HanFu(1, 30)), "over already"),
        (WinTold(S1, S1, HanFu(1, 30)), "over already"),
        (WinTold(S1, S2, HanFu(1, 30)), "sancha hou"),
    ):
        with pytest.raises(IllegalEvent, match=why):
            after(*events, more)
    bump = replace(TENHOU, multi_ron="head_bump")
    assert points(*events, rules=bump) == [-10, 0, -10, 10 + 10]
    three = (*events[2:], WinTold(S1, S2, HanFu(5)))
    assert points(*three, rules=replace(TENHOU, triple_ron="paid")) == [29, 80, -119, 10]


def test_a_stick_goes_back_when_its_tile_was_won_on() -> None:
    on_tile = (RiichiTold(S2), WinTold(S3, S2, HanFu(1, 30), riichi_tile=True))
    assert points(*on_tile) == [0, 0, -10, 10]
    both = (*on_tile, WinTold(S0, S2, HanFu(1, 30), riichi_tile=True))
    assert points(*both) == [15, 0, -25, 10]
    with pytest.raises(IllegalEvent, match="not in riichi"):
        after(WinTold(S3, S2, HanFu(1, 30), riichi_tile=True))


def test_a_riichi_seen_but_not_yet_accepted_counts_unless_its_tile_is_won_on() -> None:
    seen = (Drawn(S0), RiichiDeclared(S0), Discarded(S0, Tile.parse("1z")))
    assert points(*seen, WinTold(S1, S1, HanFu(1, 30))) == [-10 - 5, 11 + 10, -3, -3]
    assert points(*seen, WinTold(S1, S0, HanFu(1, 30))) == [-10, 10, 0, 0]
    assert points(*seen, DrawTold(EXHAUSTIVE, (S0,))) == [30 - 10, -10, -10, -10]


def test_a_riichi_told_before_its_tile_is_seen_is_a_riichi() -> None:
    game = after(RiichiTold(S0), Drawn(S0), Discarded(S0, Tile.parse("1z"), False))
    assert game.round is not None
    state = game.round.riichi[S0]
    assert (state.accepted, state.double, state.ippatsu, state.told) == (True, True, True, False)
    assert game.round.rivers[S0].tiles[0].sideways
    assert game.points[S0] == 24000
    with pytest.raises(IllegalEvent, match="declared already"):
        after(RiichiTold(S0), RiichiTold(S0))
    with pytest.raises(IllegalEvent, match="costs 1000"):
        after(RiichiTold(S0), rules=replace(TENHOU, start=900))


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [((), [0, 0, 0, 0]), ((S1,), [-10, 30, -10, -10]), ((S0, S2), [15, -15, 15, -15]), (SEATS, [0, 0, 0, 0])],
)
def test_a_draw_with_those_in_tenpai(tenpai: tuple[Seat, ...], expected: list[int]) -> None:
    assert points(DrawTold(EXHAUSTIVE, tenpai)) == expected
    game = after(DrawTold(EXHAUSTIVE, tenpai), HandEnded())
    assert (game.dealer, game.honba) == (S0 if S0 in tenpai else S1, 1)


def test_draws_of_every_kind() -> None:
    with pytest.raises(IllegalEvent, match="in riichi is tenpai"):
        after(RiichiTold(S1), DrawTold(EXHAUSTIVE))
    assert points(DrawTold(EXHAUSTIVE, (), (S1,))) == [-40, 80, -20, -20]
    with pytest.raises(IllegalEvent, match="not played"):
        after(DrawTold(EXHAUSTIVE, (), (S1,)), rules=replace(TENHOU, nagashi_mangan="off"))
    for kind in (RyuukyokuKind.KYUUSHU_KYUUHAI, RyuukyokuKind.SUUFON_RENDA, RyuukyokuKind.SUUKAN_SANRA):
        game = after(RiichiTold(S1), DrawTold(kind), HandEnded())
        assert (game.deposits, game.honba, game.dealer) == (1, 1, S0)
        with pytest.raises(IllegalEvent, match="tenpai does not matter"):
            after(DrawTold(kind, (S1,)))
    with pytest.raises(IllegalEvent, match="not in riichi; say so first"):
        after(*map(RiichiTold, (S0, S1, S2)), DrawTold(RyuukyokuKind.SUUCHA_RIICHI))
    assert after(*map(RiichiTold, SEATS), DrawTold(RyuukyokuKind.SUUCHA_RIICHI), HandEnded()).deposits == 4
    with pytest.raises(IllegalEvent, match="suufon renda is not played"):
        after(DrawTold(RyuukyokuKind.SUUFON_RENDA), rules=replace(TENHOU, suufon_renda=False))
    with pytest.raises(IllegalEvent, match="hand is over"):
        after(DrawTold(EXHAUSTIVE), DrawTold(EXHAUSTIVE))
    assert after(Fouled(S1), HandEnded()).honba == 0


WAITING = Win(parse_tiles("234567m34588p45s"), Tile.parse("6s"), tsumo=False)


def test_a_win_told_with_its_tiles_is_scored() -> None:
    win = replace(WAITING, riichi=1, ippatsu=True, indicators=parse_tiles("7p"), ura=parse_tiles("1z"))
    game = after(RiichiTold(S1), WinTold(S1, S3, win), rules=TENHOU)
    assert game.points[S1] == 25000 + 12000  # riichi ippatsu pinfu tanyao, 8p8p dora
    assert game.round is not None
    assert "ippatsu: 1 han" in explain(game.round.settlements[0], TENHOU)
    with pytest.raises(IllegalEvent, match="its stick does not lie"):
        after(WinTold(S1, S3, win))
    with pytest.raises(IllegalEvent, match="is in riichi"):
        after(RiichiTold(S1), WinTold(S1, S3, WAITING))
    with pytest.raises(IllegalEvent, match="not a complete hand"):
        after(WinTold(S1, S3, replace(WAITING, tile=Tile.parse("9s"))))


def test_liability_for_a_told_yakuman() -> None:
    assert points(WinTold(S1, S1, HanFu(yakuman=1), liable=S3)) == [0, 320, 0, -320]
    assert points(WinTold(S1, S0, HanFu(yakuman=1), liable=S3)) == [-160, 320, 0, -160]
    for hand, liable, why in (
        (HanFu(3, 30), S3, "nothing to be liable for"),
        (HanFu(yakuman=2), S3, "tell the tiles"),
        (HanFu(yakuman=1), S1, "another player"),
    ):
        with pytest.raises(IllegalEvent, match=why):
            after(WinTold(S1, S0, hand, liable=liable))


def test_han_and_fu_are_explained() -> None:
    def lines(hand: HanFu) -> tuple[str, ...]:
        current = after(WinTold(S1, S0, hand)).round
        assert current is not None
        return explain(current.settlements[0], TENHOU)

    assert lines(HanFu(3, 40))[:2] == (
        "3 han 40 fu: base 40 x 2^5 = 1,280 points", "seat 0 pays 5,200 (ron: 1,280 x 4 = 5,120)"
    )  # fmt: skip
    assert lines(HanFu(6))[0] == "haneman: base 3,000 points"
    assert lines(HanFu(yakuman=2))[0] == "2 yakuman: base 16,000 points"


@pytest.mark.parametrize(
    ("hand", "tsumo", "why"),
    [
        ((2, 20, 0), False, "a ron has 30 fu"),
        ((1, 20, 0), True, "2 han at least"),
        ((1, 25, 0), False, "2 han at least"),
        ((2, 25, 0), True, "3 han at least"),
        ((3, 45, 0), True, "fu are one of 20, 25, 30, .* 110"),
        ((3, 0, 0), True, "fu are one of"),
        ((0, 0, 0), True, "say han with fu, or yakuman"),
        ((3, 30, 1), True, "say han with fu, or yakuman"),
        ((0, 30, 1), True, "fu have no effect"),
        ((0, 0, 7), True, "6 at most"),
    ],
)
def test_han_and_fu_that_no_hand_has(hand: tuple[int, int, int], tsumo: bool, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        worth(HanFu(*hand), tsumo, TENHOU)


def test_what_was_not_seen_is_not_scored_by_the_camera() -> None:
    """Without the indicator or the riichi tile a hand laid open would be paid too little."""
    won = (Drawn(S0), Won(S0, S0, Tile.parse("9s"), parse_tiles("123m456p78s11z555z")))
    with pytest.raises(IllegalEvent, match="dora indicator was not seen"):
        after(*won)


def test_told_wins_count_for_the_game_like_others() -> None:
    hands: Iterator[Event] = (
        event for _ in range(20) for event in (WinTold(S1, S2, HanFu(5)), HandEnded(), HandStarted())
    )
    game = after()
    for event in hands:
        if game.over:
            break
        game = play(game, event)
    assert game.over and min(game.points) < 0
    assert play(game, GameEnded()).ended
