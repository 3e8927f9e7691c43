"""How melds lie, and are told from how they lie."""

from __future__ import annotations

import pytest

from tablectl.laid import lay_meld, split_melds
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile
from tablectl.table import SeenTile

BACK = SeenTile(None, face_down=True)
FIVE = SeenTile(Tile.parse("5m"))


@pytest.mark.parametrize("row", [(BACK, FIVE, FIVE, BACK), (FIVE, BACK, BACK, FIVE)])
def test_an_ankan_lies_with_its_outer_or_its_middle_tiles_face_down(row: tuple[SeenTile, ...]) -> None:
    """TU4."""
    assert [(laid.kind, laid.source) for laid in next(split_melds(row, Seat.S0))] == [(MeldKind.ANKAN, None)]


def test_other_tiles_face_down_are_no_meld() -> None:
    """TU4: neither three backs nor the two at one end."""
    for row in ((BACK, BACK, FIVE, FIVE), (BACK, BACK, FIVE, BACK), (BACK, BACK, BACK, BACK)):
        assert list(split_melds(row, Seat.S0)) == []


@pytest.mark.parametrize(
    "text", ["chi:34m+5m<3", "pon:55z+5z<1", "pon:55z+5z<2", "daiminkan:111z+1z<2", "kakan:555p+0p<1"]
)
def test_a_meld_is_told_from_how_it_was_laid(text: str) -> None:
    """TU2: the sideways tile shows the source."""
    meld = Meld.parse(text)
    laid = next(split_melds(lay_meld(meld, Seat.S0), Seat.S0))
    assert [each.source for each in laid] == [meld.source]
    assert [each.kind for each in laid] == [meld.kind if meld.is_kan else None]
