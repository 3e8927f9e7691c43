"""The wall keeper tells where every tile lies, as recorded games prove, and what to move and turn after a kan."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablectl.export.mjai import read
from tablectl.replay import rules_of, text_lines
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    GameStarted,
    HandStarted,
    KitaLaid,
    Won,
)
from tablectl.rules.event import RyuukyokuKind as Kind
from tablectl.rules.game import Game, new_game, play
from tablectl.rules.illegal import IllegalEvent
from tablectl.rules.meld import Meld
from tablectl.rules.round import Phase, Round
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat, seats
from tablectl.rules.tile import Tile
from tablectl.rules.wall import BUILDS, Place, Wall
from tablectl.rules.wallkeeper import Move, keep, spot

S0, S1, S2, S3 = Seat
ANKAN = Meld.parse("ankan:2222p")


def _check(before: Game, event: Event, game: Game, counts: Counter[str]) -> None:
    """What was drawn, turned and shown lay where the keeper said before."""
    current = before.round
    if current is None or current.ended or current.wall.order is None or game.round is None:
        return
    order, keeper = current.wall.order, keep(current, before.ruleset)
    match event:
        case Drawn(_, tile):
            assert keeper.next is not None and order[keeper.next.number] == tile
            after = keep(game.round, game.ruleset)
            assert after.live_left == keeper.live_left - 1
            if keeper.move is not None:
                assert keeper.next in keeper.rinshan
                assert keeper.haitei == keeper.move.tile and game.round.wall.moved[-1] == keeper.move.tile.number
                counts["moved"] += 1
            elif keeper.live_left == 1:
                assert keeper.next == keeper.haitei
                assert keeper.next.number == 122 - current.kans - 1
                counts["haitei"] += 1
            counts["drawn"] += 1
        case DoraTurned(indicator):
            lies = (*keeper.turn_now, *keeper.turn_later)[0]
            assert order[lies.number] == indicator
            counts["turned"] += 1
        case Won(_, _, _, _, ura) if ura:
            assert tuple(order[under.number] for under in keeper.ura) == ura
            counts["ura"] += len(ura)
        case Drew(Kind.EXHAUSTIVE):
            assert (keeper.live_left, keeper.haitei, keeper.next, keeper.calls) == (0, None, None, False)
            counts["exhausted"] += 1


def check_records(paths: list[Path]) -> Counter[str]:
    """Replay records with a known wall under the keeper's eyes."""
    counts: Counter[str] = Counter()
    for path in paths:
        lines = read(text_lines(path), path.name)
        game = new_game(rules_of(lines[0], TENHOU, path.name))
        for line in lines:
            before, game = game, play(game, line.event)
            _check(before, line.event, game, counts)
    return counts


def test_recorded_walls(shared: Path) -> None:
    """WA5 WA6 WA7 WA8 WA9 DO2: four-player games with their walls and dice, one in twenty."""
    games = [shared / "data" / "logs" / "games" / f"g{number:03}.mjson.gz" for number in range(0, 140, 20)]
    counts = check_records(games)
    assert counts["drawn"] > 3_000
    assert min(counts[what] for what in ("moved", "turned", "ura", "exhausted", "haitei")) > 3
    assert set(counts) == {"drawn", "moved", "turned", "ura", "exhausted", "haitei"}


def _round(players: int = 4, dice: tuple[int, int] | None = (4, 5), ruleset: Ruleset = TENHOU) -> Round:
    ruleset = replace(ruleset, players=players)
    game = play(new_game(ruleset), GameStarted(names=BySeat.fill("", players)))
    current = play(game, HandStarted(Tile.parse("1z"), dice, BySeat.fill(None, players))).round
    assert current is not None
    return current


def test_a_fresh_hand() -> None:
    """WA5, WA6, WA7, WA9: seat 0 threw nine, so the break is behind stack 9 of its own wall."""
    keeper = keep(_round(), TENHOU)
    assert keeper.next is not None and str(keeper.next) == "the upper tile of stack 2 before seat 2"
    assert (keeper.live_left, keeper.calls, keeper.move) == (70, True, None)
    assert [lies.place for lies in keeper.rinshan] == [
        Place(S0, 8, True),
        Place(S0, 8, False),
        Place(S0, 7, True),
        Place(S0, 7, False),
    ]
    assert [lies.place for lies in keeper.turned] == [Place(S0, 6, True)]
    assert [lies.place for lies in keeper.ura] == [Place(S0, 6, False)]
    assert [lies.from_break for lies in keeper.kan_dora] == [4, 5, 6, 7]
    assert keeper.haitei is not None and keeper.haitei.place == Place(S0, 1, False)
    assert [step.text for step in keeper.instructions] == ["The next tile is the upper tile of stack 2 before seat 2."]


def test_without_dice_the_dead_wall_is_counted_from_the_break() -> None:
    """WA6, WA7."""
    keeper = keep(_round(dice=None), TENHOU)
    assert str(keeper.turned[0]) == "the upper tile of stack 3 from the break"
    assert [str(lies) for lies in keeper.rinshan[1:3]] == [
        "the lower tile of stack 1 from the break",
        "the upper tile of stack 2 from the break",
    ]


def test_after_kans_the_lower_tile_goes_first_and_the_upper_is_set_down() -> None:
    """WA8: next time the single one left. WA9: the haitei moves."""
    wall = Wall(S0, (4, 5))
    moves: list[Move] = []
    current = _round()
    for replaced in range(4):
        move = keep(replace(current, wall=replace(wall, replaced=replaced)), TENHOU).next_move
        assert move is not None
        moves.append(move)
    assert [(move.tile.number, move.set_down and move.set_down.number) for move in moves] == [
        (121, 120),
        (120, None),
        (119, 118),
        (118, None),
    ]
    assert str(moves[1].tile) == "the single tile of stack 2 before seat 0"
    last = keep(replace(current, wall=replace(wall, drawn=121)), TENHOU)
    assert last.next_move == Move(spot(wall, 121), None)
    gone = keep(replace(current, wall=replace(wall, drawn=122)), TENHOU)
    assert (gone.next_move, gone.next, gone.haitei, gone.calls) == (None, None, None, False)


def _after_ankan(ruleset: Ruleset) -> Game:
    game = play(play(new_game(ruleset), GameStarted()), HandStarted(Tile.parse("1z"), (4, 5)))
    game = play(game, Drawn(S0))
    return play(game, Called(S0, ANKAN))


def test_an_ankan_step_by_step() -> None:
    """WA8, DO2: at once by the usual rule."""
    game = _after_ankan(TENHOU)
    assert game.round is not None
    keeper = keep(game.round, TENHOU)
    assert [step.text for step in keeper.instructions] == [
        "Turn the upper tile of stack 6 before seat 0: a new dora indicator.",
        "Set down the upper tile of stack 2 before seat 0, then move the lower tile of stack 2 before seat 0 to the "
        "dead wall.",
        "The next tile is the upper tile of stack 9 before seat 0.",
    ]
    game = play(play(game, DoraTurned(Tile.parse("5z"))), Drawn(S0))
    assert game.round is not None
    after = keep(game.round, TENHOU)
    assert [lies.from_break for lies in after.turned] == [3, 4]
    assert [lies.from_break for lies in after.ura] == [3, 4]
    assert (after.live_left, len(after.rinshan), after.turn_now, after.turn_later) == (68, 3, (), ())
    without = replace(TENHOU, kan_ura_dora=False)
    assert [lies.from_break for lies in keep(game.round, without).ura] == [3]
    assert keep(game.round, replace(TENHOU, ura_dora=False)).ura == ()


@pytest.mark.parametrize(("timing", "now", "later"), [("at_once", 1, 0), ("after_discard", 0, 1), ("none", 0, 0)])
def test_when_the_indicator_is_turned(timing: str, now: int, later: int) -> None:
    """DO2."""
    ruleset = replace(TENHOU, kan_dora_closed=timing)  # type: ignore[arg-type]
    game = _after_ankan(ruleset)
    assert game.round is not None
    keeper = keep(game.round, ruleset)
    assert (len(keeper.turn_now), len(keeper.turn_later), len(keeper.kan_dora)) == (now, later, 4 - now - later)
    if later:
        assert keeper.instructions[-1].text == (
            "Turn the upper tile of stack 6 before seat 0 after the next discard, or with the next kan before it."
        )
        game = play(play(game, Drawn(S0)), Discarded(S0, Tile.parse("9s")))
        assert game.round is not None and len(keep(game.round, ruleset).turn_now) == 1


@settings(deadline=None)
@given(st.sampled_from((4, 3, 2)), st.data())
def test_no_tile_has_two_places(players: int, data: st.DataObject) -> None:
    """WA1, WA5, WA9: whatever was drawn, live tiles, dead wall and drawn tiles are the whole set."""
    build = BUILDS[players]
    dealer = data.draw(st.sampled_from(seats(players)))
    dice = data.draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    replaced = data.draw(st.integers(0, 4))
    drawn = data.draw(st.integers(build.dealt, build.live_end - replaced))
    wall = Wall(dealer, dice, drawn, replaced, build=build)
    ruleset = replace(TENHOU, players=players)
    keeper = keep(replace(_round(players), wall=wall, dealer=dealer), ruleset)
    assert keeper.live_left == build.live_end - replaced - drawn
    shown = [*keeper.turned, *keeper.kan_dora]
    dead = {*keeper.rinshan, *shown, *(spot(wall, lies.number + 1) for lies in shown)}
    dead |= {spot(wall, number) for number in wall.moved}
    assert len(dead) == 14
    live = {spot(wall, number) for number in range(drawn, drawn + keeper.live_left)}
    assert live.isdisjoint(dead)
    assert len({lies.place for lies in live | dead}) == len(live) + 14
    if live:
        assert keeper.next == min(live, key=lambda lies: lies.number)
        assert keeper.haitei == max(live, key=lambda lies: lies.number) == (keeper.next_move and keeper.next_move.tile)
    else:
        assert (keeper.next, keeper.haitei, keeper.next_move) == (None, None, None)
    heights = wall.heights
    assert heights is not None and sum(map(sum, heights)) == len(live) + 14


def test_no_calls_on_the_last_tile_and_four_kans_at_most() -> None:
    """WA10, WA11."""
    game = _after_ankan(TENHOU)
    assert game.round is not None
    used_up = replace(game, round=replace(game.round, wall=replace(game.round.wall, drawn=121), dora_due=0))
    game = play(used_up, Drawn(S0))
    assert game.round is not None and not keep(game.round, TENHOU).calls
    with pytest.raises(IllegalEvent, match="WA10"):
        play(game, Called(S0, Meld.parse("ankan:3333p")))
    game = _after_ankan(TENHOU)
    for kan in ("ankan:3333p", "ankan:4444p", "ankan:6666p"):
        game = play(play(play(game, DoraTurned(Tile.parse("5z"))), Drawn(S0)), Called(S0, Meld.parse(kan)))
    assert game.round is not None
    keeper = keep(game.round, TENHOU)
    assert (len(keeper.rinshan), keeper.kan_dora, game.round.phase) == (1, (), Phase.DRAW)
    game = play(play(game, DoraTurned(Tile.parse("6z"))), Drawn(S0))
    with pytest.raises(IllegalEvent, match="WA11"):
        play(game, Called(S0, Meld.parse("ankan:7777p")))
    assert game.round is not None and keep(game.round, TENHOU).rinshan == ()


def test_a_kita_takes_a_replacement_tile_too() -> None:
    """WA8, DO10: three players; the fifth replacement tile is the first that was moved."""
    ruleset = replace(TENHOU, players=3)
    game = play(new_game(ruleset), GameStarted(names=BySeat("", "", "")))
    game = play(game, HandStarted(Tile.parse("1z"), (4, 5), BySeat(None, None, None)))
    game = play(play(game, Drawn(S0)), KitaLaid(S0))
    assert game.round is not None
    keeper = keep(game.round, ruleset)
    assert keeper.next == keeper.rinshan[0] and keeper.turn_now == keeper.turn_later == ()
    assert keeper.move is not None and (keeper.move.tile.number, keeper.live_left) == (93, 54)
    fifth = keep(replace(game.round, wall=replace(game.round.wall, replaced=4)), ruleset)
    assert fifth.rinshan == () and fifth.next == keeper.move.tile
