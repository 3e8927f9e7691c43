"""Hands: tiles come, go, are called and stay unknown."""

from __future__ import annotations

import pytest

from tablectl.rules.hand import Hand
from tablectl.rules.meld import Meld
from tablectl.rules.river import River
from tablectl.rules.tile import Tile, parse_tiles


@pytest.mark.parametrize(
    "text", ["", "+13", "123m055p", "123m +7 | pon:55z+5z<1", "+4 | ankan:1111z | chi:34m+5m<3 | kakan:555p+0p<2"]
)
def test_a_hand_prints_and_reads_back(text: str) -> None:
    assert str(Hand.parse(text)) == text


def test_what_does_not_read_is_named() -> None:
    with pytest.raises(ValueError, match="hand '12x'"):
        Hand.parse("12x")


def test_tiles_come_and_go() -> None:
    hand = Hand.parse("123m +3").draw(Tile.parse("0p")).draw(None)
    assert str(hand) == "123m0p +4"
    assert str(hand.discard(Tile.parse("0p"))) == "123m +4"
    assert str(hand.discard(Tile.parse("7z"))) == "123m0p +3"


def test_a_red_five_is_not_a_plain_one() -> None:
    with pytest.raises(ValueError, match="does not hold 5p"):
        Hand.parse("0p").discard(Tile.parse("5p"))


def test_a_call_takes_known_tiles_before_hidden_ones() -> None:
    assert str(Hand.parse("5z +3").call(Meld.parse("pon:55z+5z<1"))) == "+2 | pon:55z+5z<1"


def test_a_kakan_takes_the_place_of_its_pon() -> None:
    hand = Hand.parse("9m +3 | pon:55z+5z<1 | ankan:1111z")
    assert str(hand.call(Meld.parse("kakan:555z+5z<1"))) == "9m +2 | kakan:555z+5z<1 | ankan:1111z"
    with pytest.raises(ValueError, match="no pon:55z"):
        hand.call(Meld.parse("kakan:555z+5z<2"))


def test_only_ankan_leaves_a_hand_closed() -> None:
    assert Hand.parse("+10 | ankan:1111z").is_closed
    assert not Hand.parse("+10 | ankan:1111z | pon:55z+5z<1").is_closed


@pytest.mark.parametrize("text", ["", "1z 5m*- 9p^>2", "0s^ 7z>0 1m-"])
def test_a_river_reads_back(text: str) -> None:
    """TU1"""
    assert str(River.parse(text)) == text


@pytest.mark.parametrize("text", ["5m?", "1z-*", "9p>7", "8z", "-"])
def test_a_broken_river_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"tile|seat"):
        River.parse(text)


def test_north_tiles_laid_aside_are_printed() -> None:
    """DO10"""
    hand = Hand(parse_tiles("123p4z"), 2).lay_kita().lay_kita()
    assert str(hand) == "123p +1 | kita:2"
    assert Hand.parse(str(hand)) == hand
    with pytest.raises(ValueError, match="does not hold 4z"):
        Hand(parse_tiles("123p")).lay_kita()
