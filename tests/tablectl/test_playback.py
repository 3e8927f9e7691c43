"""What lies on the table after each event of a log."""

from __future__ import annotations

import pytest

from tablectl.laid import lay_meld, split_melds
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    Drawn,
    Drew,
    Event,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RiichiDeclared,
    RyuukyokuKind,
    Won,
)
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile, parse_tiles
from tablectl.simulate.playback import Moment, moments
from tablectl.table import Press, SeenTile

S0, S1, S2, S3 = SEATS
START = HandStarted(Tile.parse("6p"), (2, 1))


def tile(name: str) -> Tile:
    return Tile.parse(name)


def turn(seat: Seat, name: str) -> list[Event]:
    return [Drawn(seat, tile("1z")), Discarded(seat, tile(name))]


def last(events: list[Event]) -> Moment:
    return list(moments([START, *events]))[-1]


def row(tiles: tuple[SeenTile, ...]) -> str:
    """Leftmost first, sideways tiles in brackets, added ones with a plus, backs as x."""
    out = ""
    for seen in reversed(tiles):
        name = "x" if seen.face_down else str(seen.tile)
        out += f"[{'+' if seen.added else ''}{name}]" if seen.sideways else name
    return out


@pytest.mark.parametrize(
    ("meld", "lies"),
    [
        ("chi:34m+5m<3", "[5m]3m4m"),
        ("pon:55m+0m<0", "5m[0m]5m"),
        ("pon:55m+5m<1", "[5m]5m5m"),
        ("pon:55m+5m<3", "5m5m[5m]"),
        ("daiminkan:555m+0m<0", "5m[0m]5m5m"),
        ("daiminkan:555m+0m<3", "5m5m5m[0m]"),
        ("kakan:555m+0m<0", "5m[+5m][0m]5m"),
        ("ankan:0555m", "x5m0mx"),
    ],
)
def test_melds_lie_as_people_lay_them(meld: str, lies: str) -> None:
    known = Meld.parse(meld)
    owner = S0 if "chi" in meld else S2
    laid = lay_meld(known, owner)
    assert row(laid) == lies
    split = next(iter(split_melds(laid, owner)))
    assert len(split) == 1
    assert split[0].source == known.source
    assert split[0].kind is (known.kind if known.is_kan else None)


def test_melds_in_a_row_are_told_apart() -> None:
    melds = [Meld.parse(text) for text in ("daiminkan:111z+1z<3", "pon:55p+5p<1", "ankan:9999s", "chi:23s+4s<1")]
    tiles = tuple(seen for meld in melds for seen in lay_meld(meld, S2))
    assert any([laid.source for laid in split] == [meld.source for meld in melds] for split in split_melds(tiles, S2))


def test_a_new_hand_lies_fresh() -> None:
    moment = next(iter(moments([START, *turn(S0, "9m")])))
    assert moment.presses == (Press("dice", S0, "2-1"),)
    assert [hand.standing for hand in moment.table.hands] == [13] * 4
    assert sum(sum(wall or ()) for wall in moment.table.walls) == 136 - 52
    # Dice 2-1: seat 2's wall is broken after three stacks; the indicator lies on the third stack from the break.
    assert moment.table.walls[S2] == (2, 2, 2, *[0] * 14)
    assert moment.table.dora == (SeenTile(tile("6p"), stack=34),)


def test_a_throw_may_be_seen_instead_of_told() -> None:
    hand = [START, *turn(S0, "9m")]
    first = list(moments([*hand, HandEnded(), *hand], seen_throws=True))
    throws = [place for place, moment in enumerate(first) if moment.table.dice and not moment.table.dora]
    assert len(throws) == 2
    for place in throws:
        before, thrown, begun = first[place - 1 : place + 2]
        assert before.arm is S0 and before.table.dice is None
        assert thrown.table.dice == (2, 1) and sum(sum(wall or ()) for wall in thrown.table.walls) == 136
        assert begun.events[-1] == START and begun.table.dora
    assert not any(moment.presses for moment in first)
    assert [moment.time for moment in first] == sorted(moment.time for moment in first)


def test_an_arm_comes_before_the_tile() -> None:
    played = list(moments([START, *turn(S0, "9m")]))
    assert [moment.arm for moment in played] == [None, S0, None]
    assert played[1].table.rivers == played[0].table.rivers
    assert played[2].events == (Drawn(S0, tile("1z")), Discarded(S0, tile("9m")))
    assert [str(seen.tile) for seen in played[2].table.rivers[S0]] == ["9m"]
    assert [moment.time for moment in played] == sorted(moment.time for moment in played)


def test_a_draw_may_show_on_its_own() -> None:
    played = [moment for moment in moments([START, *turn(S0, "9m")], separate_draws=True) if moment.arm is None]
    assert [moment.table.hands[S0].standing for moment in played] == [13, 14, 13]


def test_after_a_called_riichi_tile_the_next_discard_lies_sideways() -> None:
    pon = Called(S2, Meld.parse("pon:99m+9m<0"))
    events = [Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("9m"))]
    assert last([*events]).table.rivers[S0][0].sideways
    assert not last([*events]).table.sticks[S0]
    events += [RiichiAccepted(S0), pon, Discarded(S2, tile("1p")), *turn(S3, "2p"), *turn(S0, "3p"), *turn(S1, "4p")]
    table = last(events).table
    assert table.sticks[S0]
    assert table.rivers[S0] == (SeenTile(tile("3p"), sideways=True),)
    assert [str(seen.tile) for seen in table.melds[S2]] == ["9m"] * 3


def test_a_kan_takes_from_the_dead_wall() -> None:
    kan = [Drawn(S0), Called(S0, Meld.parse("ankan:1111z")), DoraTurned(tile("2z"))]
    before, after = last(kan).table, last([*kan, Drawn(S0), Discarded(S0, tile("9m"))]).table
    assert [seen.stack for seen in after.dora] == [34, 33]
    assert after.hands[S0].standing == 10
    assert before.walls[S2] == (2, 2, 2, *[0] * 14) and after.walls[S2] == (2, 2, 1, *[0] * 14)


def test_a_win_lies_open_and_ura_follows() -> None:
    hand = parse_tiles("234567m234p2255s")
    riichi = [Drawn(S0), RiichiDeclared(S0), Discarded(S0, tile("9m")), RiichiAccepted(S0)]
    events = [*riichi, *turn(S1, "1m"), *turn(S2, "1m"), *turn(S3, "1m"), Drawn(S0, tile("5s"))]
    won = Won(S0, S0, tile("5s"), hand, parse_tiles("3z"))
    played = [moment for moment in moments([START, *events, won, HandEnded()]) if moment.arm is None]
    shown, with_ura, cleared = played[-3:]
    assert shown.events == () and shown.table.ura == ()
    assert with_ura.events == (Drawn(S0, tile("5s")), won)
    assert [str(seen.tile) for seen in with_ura.table.ura] == ["3z"]
    assert [seen.apart for seen in with_ura.table.hands[S0].open] == [False] * 13 + [True]
    assert cleared.events == (HandEnded(),)
    assert not any(cleared.table.rivers) and not any(hand.open for hand in cleared.table.hands)


def test_two_winners_lie_open_at_once() -> None:
    hands = parse_tiles("234567m234p2255s"), parse_tiles("678m234678p1133s")
    wins: list[Event] = [Won(S1, S0, tile("5s"), hands[0]), Won(S2, S0, tile("3s"), hands[1])]
    table = last([*turn(S0, "5s"), *wins]).table
    assert [len(hand.open) for hand in table.hands] == [0, 13, 13, 0]


def test_an_exhaustive_draw_shows_tenpai_and_lays_the_others_down() -> None:
    hand = parse_tiles("234567m234p2255s")
    table = last([*turn(S0, "9m"), Drew(RyuukyokuKind.EXHAUSTIVE, BySeat(None, hand, None, None))]).table
    assert [(len(hand.open), hand.face_down) for hand in table.hands] == [(0, 13), (13, 0), (0, 13), (0, 13)]


def test_a_kakan_without_its_pon_is_refused() -> None:
    with pytest.raises(ValueError, match="without the pon"):
        last([Drawn(S0), Called(S0, Meld(MeldKind.KAKAN, parse_tiles("111z"), tile("1z"), S1))])
