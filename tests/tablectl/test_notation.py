"""Hands as people type them: what is read, what is printed, and where a mistake is pointed at."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.recorded_wins import rows, rules_of, win_of
from tablectl.notation import check_copies, parse_hand, parse_indicators, print_hand
from tablectl.reader import MARKS, NotationError
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import Seat, seats
from tablectl.rules.tile import Tile, all_tiles, parse_tiles

SANMA = replace(TENHOU, players=3, red_fives=(0, 1, 1))
PLAIN = replace(TENHOU, red_fives=(0, 0, 0))
S1 = Seat.S1


@pytest.mark.parametrize(
    ("text", "tiles", "tile", "melds"),
    [
        ("34588s234567m45p +6p", "34588s234567m45p", "6p", []),
        ("+6p 345 s88s 234567m45p", "", "", None),
        ("34588s 234567m 45p+6p", "34588s234567m45p", "6p", []),
        ("34588s55p (234p) [1111z] + 0p", "34588s55p", "0p", ["chi:34p+2p<0", "ankan:1111z"]),
        ("55p (23<4p)(55^5z)(6>660s)(7<77+7z) +5p", "", "", None),
        (
            "2m (3<24p) (5^55z) (0>555s) (7<77+7z) +2m",
            "2m",
            "2m",
            ["chi:24p+3p<0", "pon:55z+5z<3", "daiminkan:555s+0s<2", "kakan:777z+7z<0"],
        ),
        ("2m pon:55z+5z<3 345p 678s kakan:666z+6z<2 +2m", "2m345p678s", "2m", ["pon:55z+5z<3", "kakan:666z+6z<2"]),
    ],
)
def test_what_is_read(text: str, tiles: str, tile: str, melds: list[str] | None) -> None:
    if melds is None:
        with pytest.raises(NotationError):
            parse_hand(text, TENHOU, S1)
        return
    typed = parse_hand(text, TENHOU, S1)
    assert (typed.tiles, str(typed.won.what)) == (parse_tiles(tiles), tile)
    assert list(map(str, typed.melds)) == melds


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("34588s234567m45q +6p", "q", "'q' is no suit"),
        ("34588s234567m45p 6p", "6", "put a plus before it, such as +6p"),
        ("34588s234567m45p", "", "write it last after a plus"),
        ("34588s23456m +6p", "", "10 concealed tiles, 3 missing: 13 and the winning tile make a hand"),
        ("34588s234567m456p +6p", "6", "14 concealed tiles, 1 too many"),
        ("34588s55p (234p) +6p", "", "7 concealed tiles, 3 missing: 10 beside 1 meld and the winning tile"),
        ("111145s2345678m +1s", "1", "a fifth 1s: a set has four of each tile"),
        ("34588s23456m45z +8z", "8", "no tile 8z: 1z to 7z"),
        ("34588s23456m45z +0z", "0", "no tile 0z"),
        ("34588s234567m45", "45", "no suit after 45"),
        ("34588s234567m45 +6p", "45", "no suit after 45"),
        ("34588s s234567m45p +6p", "s", "s without digits"),
        ("34588s234567m45p +6p +7p", "+", "a second winning tile"),
        ("34588s234567m45p +", "+", "no tile after the plus"),
        ("34588s234567m45p +67p", "67", "one tile wins"),
        ("34588s234567m (235p) +6p", "(235p)", "neither a run nor three alike"),
        ("34588s234567m (123z) +6p", "(123z)", "neither a run nor three alike"),
        ("34588s234567m (234p +6p", "(", "no ) after this bracket"),
        ("34588s234567m (234p [1111z] +6p", "(", "no ) after this bracket"),
        ("34588s234567m 234p) +6p", ")", ") without an opening bracket"),
        ("34588s234567m (23p) +6p", "(23p)", "2 tiles in a meld"),
        ("34588s234567m () +6p", "()", "0 tiles in a meld"),
        ("34588s234567m (2345p) +6p", "(2345p)", "four tiles in a meld are a kan"),
        ("34588s234567m [234p] +6p", "[234p]", "square brackets hold a closed kan"),
        ("34588s234567m [1<111z] +6p", "1", "nothing in a closed kan was called"),
        ("34588s234567m (2^34p) +6p", "(2^34p)", "a run is called from the left only"),
        ("34588s234567m (<234p) +6p", "<", "stands after the digit"),
        ("34588s234567m (5<5<5z) +6p", "5", "a second called tile"),
        ("34588s234567m (55+5z) +6p", "(55+5z)", "the plus stands before the fourth tile"),
        ("34588s234567m (555z+) +6p", "+", "no tile after the plus"),
        ("34588s234567m pon:55z+6z<0 +6p", "pon:55z+6z<0", "tiles differ"),
        ("34588s234567m pon:55z+5z<1 +6p", "1", "seat 1 can discard nothing to seat 1"),
        ("34588s234567m pong:555z +6p", "pong:555z", "write it as pon:55z+5z<1"),
        ("34588s234507m40p 0m +6p", "0", "a second 0m: in these rules one of the four"),
        ("555544s234567m4p +6p", "5", "a fourth 5s: in these rules one of the four fives is red, written 0s"),
        ("11123m (111m) 44z555p +6p", "(111m)", "a fifth 1m"),
        ("(111z)(222z)(333z)(444z)(555z) +6p", "(555z)", "a fifth meld"),
        ("34588s２34567m45p +6p", "２", "means nothing here"),
        ("", "", "no tiles: write a hand such as"),
        ("   ", "   ", "no tiles"),
        ("+6p", "", "0 concealed tiles, 13 missing"),
    ],
)
def test_a_mistake_is_pointed_at(text: str, place: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text, TENHOU, S1)
    error = caught.value
    assert says in error.message
    assert text[error.start : error.end] == place


def test_the_caret_stands_below_the_place() -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand("34588s234567m45q +6p", TENHOU, S1)
    shown, carets, message = str(caught.value).split("\n")
    assert shown.index("q") == carets.index("^") and carets.strip() == "^"
    assert message == "'q' is no suit: m characters, p dots, s bamboos, z honours"
    with pytest.raises(NotationError) as caught:
        parse_hand("東\n45q", TENHOU, S1)
    assert str(caught.value).split("\n")[:2] == ["東?45q", "^^"]


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("11345m4455667p +7p", "3", "three players play without 2m to 8m"),
        ("11199m445566p (2<34p) +7p", "(2<34p)", "three players call no runs"),
        ("11199m445566p (2^22p) +7p", "2^", "nobody sits there with 3 players"),
        ("11199m400566p77s7z +7p", "0", "a second 0p"),
    ],
)
def test_three_players_have_fewer_tiles_and_calls(text: str, place: str, says: str) -> None:
    """EQ1."""
    with pytest.raises(NotationError) as caught:
        parse_hand(text, SANMA, S1)
    assert says in caught.value.message
    assert text[caught.value.start : caught.value.end] == place


def test_a_red_five_that_the_rules_do_not_have() -> None:
    """EQ3."""
    with pytest.raises(NotationError, match="no red five of this suit, write 5p"):
        parse_hand("34588s234567m40p +6p", PLAIN, S1)
    with pytest.raises(NotationError, match="no red five of this suit, write 5m"):
        parse_indicators("0m", PLAIN)


def test_indicators_count_to_the_set() -> None:
    """EQ2: five of a kind are in no set."""
    placed = parse_indicators("4p 11z", TENHOU)
    assert [str(place.what) for place in placed] == ["4p", "1z", "1z"]
    check_copies("4p 11z", placed, TENHOU, others=parse_tiles("11z"))
    with pytest.raises(NotationError, match="a fifth 1z") as caught:
        check_copies("4p 11z", placed, TENHOU, others=parse_tiles("111z"))
    assert (caught.value.start, caught.value.end) == (4, 5)
    with pytest.raises(NotationError, match="no tile: write one"):
        parse_indicators(" ", TENHOU)


@given(st.text(alphabet=st.sampled_from("0123456789mpszq()[]<^>+ :pon\t東é'")) | st.text())
def test_any_text_is_read_or_pointed_at(text: str) -> None:
    for rules in (TENHOU, SANMA):
        try:
            typed = parse_hand(text, rules, S1)
        except NotationError as error:
            assert 0 <= error.start <= error.end <= len(text)
            assert error.message and len(str(error).split("\n")) == 3
        else:
            assert len(typed.tiles) == 13 - 3 * len(typed.melds)


@st.composite
def hands(draw: st.DrawFn) -> tuple[tuple[Tile, ...], Tile, tuple[Meld, ...], Seat, int]:
    """Hands with melds that one set can hold."""
    players = draw(st.sampled_from((4, 2)))
    seat = draw(st.sampled_from(seats(players)))
    pool = list(draw(st.permutations(all_tiles(TENHOU.red_fives))))
    melds: list[Meld] = []
    for kind in draw(st.lists(st.integers(0, 33), max_size=4, unique=True)):
        copies = [tile for tile in pool if tile.kind == kind]
        form = draw(st.sampled_from(("pon", "daiminkan", "kakan", "ankan", "chi")))
        run = [next((tile for tile in pool if tile.kind == kind + step), None) for step in range(3)]
        try:
            source = seat.right(-1 if form == "chi" or players == 2 else draw(st.integers(1, 3)), players)
            tiles = [tile for tile in run if tile] if form == "chi" else copies[: 3 if form == "pon" else 4]
            text = "".join(map(str, tiles[1:]))
            written = f"ankan:{tiles[0]}{text}" if form == "ankan" else f"{form}:{text}+{tiles[0]}<{source}"
            melds.append(Meld.parse(written))
        except ValueError:
            continue
        for tile in tiles:
            pool.remove(tile)
    count = 13 - 3 * len(melds)
    return tuple(pool[:count]), pool[count], tuple(melds), seat, players


@given(hands())
def test_what_is_printed_is_read_back(hand: tuple[tuple[Tile, ...], Tile, tuple[Meld, ...], Seat, int]) -> None:
    tiles, tile, melds, seat, players = hand
    text = print_hand(tiles, tile, melds, seat, players)
    typed = parse_hand(text, replace(TENHOU, players=players), seat)
    assert (typed.tiles, typed.won.what, typed.melds) == (tiles, tile, melds)


def test_every_player_count_has_its_marks() -> None:
    assert {players: len(marks) for players, marks in MARKS.items()} == {4: 3, 3: 2, 2: 1}


@pytest.mark.parametrize("name", ["wins-4p", "wins-3p"])
def test_recorded_hands_are_printed_and_read_back(shared: Path, name: str) -> None:
    for row in islice(rows(shared / f"data/logs/{name}.jsonl.gz"), 300):
        win, rules, seat = win_of(row), rules_of(row), Seat(row["who"])
        text = print_hand(win.hand, win.tile, win.melds, seat, rules.players)
        typed = parse_hand(text, rules, seat)
        assert (typed.tiles, typed.won.what, typed.melds) == (win.hand, win.tile, win.melds), text


def test_a_meld_that_nobody_can_have_fed_is_not_printed() -> None:
    with pytest.raises(ValueError, match="seat 1 can discard nothing to seat 1"):
        print_hand((), Tile.parse("1m"), (Meld.parse("pon:55z+5z<1"),), S1)
