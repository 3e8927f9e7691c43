"""The checklist's rules of play by their options: calls, riichi, furiten, dora and draws, set one way and the other."""

from __future__ import annotations

from typing import Any

import pytest

from tablectl.rules.event import (
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    GameStarted,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
)
from tablectl.rules.game import Game, IllegalEvent, new_game, play
from tablectl.rules.profile import read
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import Tile, parse_tiles
from tests.rules.playing import CLOSED, S0, S1, S2, S3, after, called, left, refused, riichi, turns, value, won


def begun(hand: str = "", **rules: Any) -> Game:
    """A hand under these rules; of seat 1 the tiles may be known."""
    hands = BySeat(None, parse_tiles(hand) if hand else None, None, None)
    return after(new_game(read(rules)), GameStarted(), HandStarted(Tile.parse("3z"), None, hands))


def han(game: Game) -> dict[str, int]:
    """The yaku of the last win with their han."""
    return {line.name: line.han for line in value(game).yaku}


def test_who_may_call_what() -> None:
    """TU2: chi from the left neighbour alone, pon from anyone. TU3: a closed kan after a draw only."""
    game = after(begun(), *turns(S0, "5m"))
    refused(game, "TU2", called(S2, "chi:34m+5m<0"))
    refused(game, "TU2", called(S0, "pon:55m+5m<0"))
    ponned = play(game, called(S3, "pon:55m+5m<0"))
    refused(ponned, "TU3", called(S3, "ankan:1111z"))
    refused(ponned, "TU3", called(S3, "kakan:555m+5m<0"))
    later = after(ponned, Discarded(S3, Tile.parse("9p")), *turns(S0, "1z2z3z"), Drawn(S3))
    assert play(later, called(S3, "ankan:1111s")).round is not None


@pytest.mark.parametrize(
    ("kuikae", "barred", "free"), [("forbidden", "25m", "6m"), ("same_tile", "5m", "26m"), ("allowed", "", "256m")]
)
def test_kuikae(kuikae: str, barred: str, free: str) -> None:
    """TU7."""
    game = after(begun(kuikae=kuikae), *turns(S0, "5m"), called(S1, "chi:34m+5m<0"))
    for tile in parse_tiles(barred):
        refused(game, "TU7", Discarded(S1, tile))
    for tile in parse_tiles(free):
        assert play(game, Discarded(S1, tile)).round is not None


def test_a_hand_of_a_wrong_count_does_not_win() -> None:
    """TU8."""
    game = after(begun(), *turns(S0, "1z2z3z4z6s"))
    refused(game, "TU8", won(S1, S0, "6s", CLOSED[:-2] + "s"))


def test_riichi_needs() -> None:
    """RI1: a closed hand in tenpai. RI2: an own draw left. RI3: 1,000 points."""
    opened = after(begun(), *turns(S0, "5m"), called(S1, "chi:34m+5m<0"), Discarded(S1, Tile.parse("1z")))
    refused(opened, r"RI1\b", *turns(S2, "9p9s9m"), Drawn(S1), RiichiDeclared(S1))
    late = left(after(begun(), Drawn(S0)), 3)
    refused(late, "RI2", RiichiDeclared(S0))
    assert play(left(after(begun(riichi_needs_own_draw=False), Drawn(S0)), 3), RiichiDeclared(S0))
    refused(begun(start=900, oka=False), "RI3", Drawn(S0), RiichiDeclared(S0))
    owing = after(begun(start=900, oka=False, riichi_below_1000=True), *riichi(S0, "1z"))
    assert owing.points[S0] == -100


@pytest.mark.parametrize(
    ("rule", "hand", "fits"),
    [
        ("waits_unchanged", "111m567m456p4599s", True),
        ("reading_unchanged", "111m567m456p4599s", True),
        ("never", "111m567m456p4599s", False),
        ("waits_unchanged", "1113m456789p456s", False),
        ("reading_unchanged", "222333444m45p99s", False),
    ],
)
def test_ankan_in_riichi(rule: str, hand: str, fits: bool) -> None:
    """RI4."""
    kan = f"ankan:{hand[0] * 4}m"
    game = after(begun(hand, riichi_ankan=rule), *turns(S0, "1z"), Drawn(S1, Tile.parse("7z")), RiichiDeclared(S1))
    game = after(game, Discarded(S1, Tile.parse("7z")), RiichiAccepted(S1), *turns(S2, "2z5z4z"))
    game = play(game, Drawn(S1, Tile.parse(f"{hand[0]}m")))
    if fits:
        assert play(game, called(S1, kan)).round is not None
    else:
        refused(game, "RI4", called(S1, kan))


def test_riichi_in_furiten() -> None:
    """RI5: allowed for a tsumo, or not at all."""
    events = (*turns(S0, "1z"), Drawn(S1, Tile.parse("6s")), Discarded(S1, Tile.parse("6s")), *turns(S2, "2z5z4z"))
    declared = (Drawn(S1, Tile.parse("7z")), RiichiDeclared(S1), Discarded(S1, Tile.parse("7z")))
    assert after(begun(CLOSED), *events, *declared).round is not None
    with pytest.raises(IllegalEvent, match="RI5"):
        after(begun(CLOSED, riichi_furiten=False), *events, *declared)


def drawn_out(game: Game) -> Game:
    """Seat 3 has made the last discard."""
    return left(after(game, *turns(S0, "2s8m2p8p")), 0)


def test_what_is_shown_at_an_exhaustive_draw() -> None:
    """RI6: a riichi hand. DR2: a tenpai hand only. DR3: every hand in tenpai where the rules say so."""
    hidden = Drew(RyuukyokuKind.EXHAUSTIVE)
    refused(left(after(begun(), *riichi(S0, "1z"), *turns(S1, "2z3z4z")), 0), "RI6", hidden)
    own_four = Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(None, None, parse_tiles("1111z234567m789p"), None))
    refused(drawn_out(begun()), "DR2", own_four)
    assert list(play(drawn_out(begun(tenpai_own_four=True)), own_four).points) == [24000, 24000, 28000, 24000]


@pytest.mark.parametrize(("must", "shows"), [(True, False), (False, True)])
def test_tenpai_may_be_kept(must: bool, shows: bool) -> None:
    """DR3."""
    game = after(begun(CLOSED, tenpai_must_show=must), *turns(S0, "2s"), Drawn(S1, Tile.parse("8m")))
    game = left(after(game, Discarded(S1, Tile.parse("8m")), *turns(S2, "2p8p")), 0)
    if shows:
        assert list(play(game, Drew(RyuukyokuKind.EXHAUSTIVE)).points) == [25000] * 4
    else:
        refused(game, "DR3", Drew(RyuukyokuKind.EXHAUSTIVE))


@pytest.mark.parametrize(("broken_by", "counts"), [("any_call", False), ("others_call", True)])
def test_ippatsu_and_the_own_ankan(broken_by: str, counts: bool) -> None:
    """RI7: an own ankan breaks it, or not."""
    hand = "111m567m456p4588s"
    game = after(begun(hand, ippatsu_broken_by=broken_by), *turns(S0, "1z2z3z4z"), *turns(S0, "1z"))
    game = after(game, Drawn(S1, Tile.parse("7z")), RiichiDeclared(S1), Discarded(S1, Tile.parse("7z")))
    game = after(game, RiichiAccepted(S1), *turns(S2, "2z5z4z"), Drawn(S1, Tile.parse("1m")), called(S1, "ankan:1111m"))
    game = after(game, DoraTurned(Tile.parse("9s")), Drawn(S1, Tile.parse("6s")))
    assert ("ippatsu" in han(play(game, won(S1, S1, "6s", "567m456p4588s", "11p")))) is counts


def test_double_riichi() -> None:
    """RI8: in the first go without a call; an own ankan before it is one, too."""
    game = after(begun(), *turns(S0, "9s9s"), *riichi(S2, "9p"), *turns(S3, "6s"))
    assert han(play(game, won(S2, S3, "6s", CLOSED, "1m")))["double_riichi"] == 2
    kan = after(begun(), Drawn(S0), called(S0, "ankan:1111z"), DoraTurned(Tile.parse("9s")), *riichi(S0, "9p"))
    kan = after(kan, *turns(S1, "6s"))
    assert "double_riichi" not in han(play(kan, won(S0, S1, "6s", "567m34588p45s", "11m")))


def kan_of(rules: dict[str, Any]) -> Game:
    """Seat 1 has called a kan of 8p; its replacement tile is to be drawn."""
    return after(begun(**rules), *turns(S0, "8p"), called(S1, "daiminkan:888p+8p<0"))


@pytest.mark.parametrize(("counts", "dora"), [(True, 1), (False, 0)])
def test_an_open_kans_dora_and_a_ron_on_that_discard(counts: bool, dora: int) -> None:
    """DO3: the indicator due after the discard counts for a ron on it, or does not."""
    game = after(kan_of({"kan_dora_on_ron_of_that_discard": counts}), Drawn(S1), Discarded(S1, Tile.parse("6s")))
    if counts:
        game = play(game, DoraTurned(Tile.parse("2m")))
    win = play(game, won(S3, S1, "6s", "345567m34599p45s"))
    assert han(win).get("dora", 0) == dora


@pytest.mark.parametrize(("counts", "dora"), [(True, 1), (False, 0)])
def test_an_open_kans_dora_and_the_win_on_its_replacement_tile(counts: bool, dora: int) -> None:
    """DO4: the indicator is turned for a rinshan win and counts, or does neither."""
    game = after(kan_of({"kan_dora_on_rinshan_win": counts}), Drawn(S1))
    win = won(S1, S1, "6s", "345m34599p45s")
    if counts:
        refused(game, "DO2", win)
        game = play(game, DoraTurned(Tile.parse("2m")))
    assert han(play(game, win)) == {"rinshan": 1} | ({"dora": dora} if dora else {})


def test_at_most_five_indicators_and_none_for_a_robbed_kan() -> None:
    """DO9: one and four more. DO5: a robbed kan turns none."""
    game = after(begun(), Drawn(S0))
    for kan, indicator in (("1111m", "1s"), ("9999m", "2s"), ("1111p", "3s"), ("9999p", "4s")):
        game = after(game, called(S0, f"ankan:{kan}"), DoraTurned(Tile.parse(indicator)), Drawn(S0))
    assert game.round is not None and len(game.round.indicators) == 5
    refused(game, "WA11", called(S0, "ankan:5555z"))
    robbed = after(begun(), *turns(S0, "9m3s"), called(S2, "pon:33s+3s<1"), Discarded(S2, Tile.parse("9m")))
    robbed = after(robbed, *turns(S3, "1z2z3z"), Drawn(S2), called(S2, "kakan:333s+3s<1"))
    robbed = play(robbed, won(S0, S2, "3s", "123m456p77712s55z"))
    assert robbed.round is not None and robbed.round.dora_due == 0


@pytest.mark.parametrize(
    ("rules", "ura", "expected"),
    [({}, "1m", 1), ({}, "", None), ({"ura_dora": False, "kan_ura_dora": False}, "", 0), ({}, "1m1m", None)],
)
def test_ura_dora(rules: dict[str, Any], ura: str, expected: int | None) -> None:
    """DO6: of a riichi winner, as many as indicators; DO7: each matching tile counts one."""
    game = after(begun(**rules), *turns(S0, "9s9s9s9p"), *riichi(S0, "1z"), *turns(S1, "6s"))
    if expected is None:
        refused(game, "DO6", won(S0, S1, "6s", CLOSED, ura))
    else:
        assert han(play(game, won(S0, S1, "6s", CLOSED, ura))).get("ura", 0) == expected


NINE = "19m19p19s123z44556m"


def test_abortive_draws_by_option() -> None:
    """AB1 nine kinds, AB2 four winds, AB4 four riichi: played, or the hand goes on."""
    nine = Drew(RyuukyokuKind.KYUUSHU_KYUUHAI, BySeat(None, parse_tiles(NINE), None, None))
    assert after(begun(), *turns(S0, "1z"), Drawn(S1), nine).points[S1] == 25000
    refused(begun(kyuushu_kyuuhai=False), "AB1", *turns(S0, "1z"), Drawn(S1), nine)
    winds = turns(S0, "2z2z2z2z")
    assert after(begun(), *winds, Drew(RyuukyokuKind.SUUFON_RENDA)).round is not None
    with pytest.raises(IllegalEvent, match="suufon_renda"):
        after(begun(), *winds, Drawn(S0))
    assert after(begun(suufon_renda=False), *winds, Drawn(S0)).round is not None
    four = (*riichi(S0, "9m"), *riichi(S1, "9m"), *riichi(S2, "9m"), *riichi(S3, "1z"))
    with pytest.raises(IllegalEvent, match="suucha_riichi"):
        after(begun(), *four, Drawn(S0))
    assert after(begun(suucha_riichi=False), *four, Drawn(S0)).deposits == 4


def four_kans(suukan_sanra: str) -> Game:
    """Seat 0 has called one kan, seat 1 three; the replacement tile of the last is to be drawn."""
    game = after(begun(suukan_sanra=suukan_sanra), Drawn(S0), called(S0, "ankan:1111m"), DoraTurned(Tile.parse("1s")))
    game = after(game, Drawn(S0), Discarded(S0, Tile.parse("1z")), Drawn(S1))
    for kan, indicator in (("9999m", "2s"), ("1111p", "3s")):
        game = after(game, called(S1, f"ankan:{kan}"), DoraTurned(Tile.parse(indicator)), Drawn(S1))
    return play(game, called(S1, "ankan:9999p"))


def test_four_kans_of_two_seats() -> None:
    """AB3: drawn after the discard, at once, with a fifth kan alone, or not."""
    drew = Drew(RyuukyokuKind.SUUKAN_SANRA)
    assert play(four_kans("at_once"), drew).points[S0] == 25000
    for setting in ("after_discard", "off", "fifth_kan"):
        game = after(four_kans(setting), DoraTurned(Tile.parse("4s")), Drawn(S1), Discarded(S1, Tile.parse("2z")))
        if setting == "after_discard":
            assert play(game, drew).points[S0] == 25000
        else:
            assert play(game, Drawn(S2)).round is not None
            with pytest.raises(IllegalEvent):
                play(game, drew)


def test_furiten_by_the_own_river() -> None:
    """FR1: any wait in the own river bars every ron. FR4: tsumo is free."""
    game = after(begun(), *turns(S0, "1z3s3z4z"))
    refused(game, "FR1", *turns(S0, "6s"), won(S1, S0, "6s"))
    drawn = after(game, *turns(S0, "1z"), Drawn(S1))
    assert "menzen_tsumo" in han(play(drawn, won(S1, S1, "6s")))


def test_furiten_by_a_tile_let_go() -> None:
    """FR2: until the own draw. FR3: in riichi to the end of the hand."""
    passed = after(begun(), *turns(S0, "1z2z3s6s"))
    refused(passed, "FR2", won(S1, S3, "6s"))
    assert "pinfu" in han(after(passed, *turns(S0, "1z7z6s"), won(S1, S2, "6s")))
    locked = after(begun(), *turns(S0, "1z"), *riichi(S1, "2z"), *turns(S2, "3s4z1z2z"))
    refused(locked, "FR3", *turns(S2, "6s"), won(S1, S2, "6s", CLOSED, "1m"))


def test_the_own_ponned_tile_cannot_be_robbed_by_its_discarder() -> None:
    """FR5: the tile lies in the robber's own river, called away."""
    game = after(begun(), *turns(S0, "3s"), called(S2, "pon:33s+3s<0"), Discarded(S2, Tile.parse("9m")))
    game = after(game, *turns(S3, "1z2z4z"), Drawn(S2), called(S2, "kakan:333s+3s<0"))
    refused(game, "FR1", won(S0, S2, "3s", "123m456p77712s55z"))
    assert "chankan" in han(play(game, won(S1, S2, "3s", "123m456p77712s55z")))
