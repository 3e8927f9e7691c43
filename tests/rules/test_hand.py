"""Hands: tiles come, go, are called and stay unknown."""

from __future__ import annotations

import pytest

from tablectl.rules.hand import Hand
from tablectl.rules.meld import Meld
from tablectl.rules.tile import Tile


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
