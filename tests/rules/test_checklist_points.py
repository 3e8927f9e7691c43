"""PT4: what every hand below mangan pays, as tables print it, for both seats."""

from __future__ import annotations

import pytest

from tablectl.rules.limit import limited, payments
from tablectl.rules.ruleset import TENHOU

FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
RON = {
    ("child", 1): "- - 1000 1300 1600 2000 2300 2600 2900 3200 3600",
    ("child", 2): "- 1600 2000 2600 3200 3900 4500 5200 5800 6400 7100",
    ("child", 3): "- 3200 3900 5200 6400 7700 8000 8000 8000 8000 8000",
    ("child", 4): "- 6400 7700 8000 8000 8000 8000 8000 8000 8000 8000",
    ("dealer", 1): "- - 1500 2000 2400 2900 3400 3900 4400 4800 5300",
    ("dealer", 2): "- 2400 2900 3900 4800 5800 6800 7700 8700 9600 10600",
    ("dealer", 3): "- 4800 5800 7700 9600 11600 12000 12000 12000 12000 12000",
    ("dealer", 4): "- 9600 11600 12000 12000 12000 12000 12000 12000 12000 12000",
}
TSUMO = {
    ("child", 1): "- - 500/300 700/400 800/400 1000/500 1200/600 1300/700 1500/800 1600/800 1800/900",
    ("child", 2): "700/400 - 1000/500 1300/700 1600/800 2000/1000 2300/1200 2600/1300 2900/1500 3200/1600 3600/1800",
    ("child", 3): "1300/700 1600/800 2000/1000 2600/1300 3200/1600 3900/2000 4000/2000",
    ("child", 4): "2600/1300 3200/1600 3900/2000 4000/2000",
    ("dealer", 1): "- - 500 700 800 1000 1200 1300 1500 1600 1800",
    ("dealer", 2): "700 - 1000 1300 1600 2000 2300 2600 2900 3200 3600",
    ("dealer", 3): "1300 1600 2000 2600 3200 3900 4000",
    ("dealer", 4): "2600 3200 3900 4000",
}


@pytest.mark.parametrize(("seat", "han"), list(RON))
def test_the_table_by_ron(seat: str, han: int) -> None:
    """PT4."""
    for fu, points in zip(FU, RON[seat, han].split(), strict=True):
        if points != "-":
            base = limited(han, fu, TENHOU)[1]
            assert payments(base, dealer=seat == "dealer", tsumo=False)[0] == int(points), fu


@pytest.mark.parametrize(("seat", "han"), list(TSUMO))
def test_the_table_by_tsumo(seat: str, han: int) -> None:
    """PT4: of a child what the dealer and what the others pay, of the dealer what each pays."""
    for fu, points in zip(FU, TSUMO[seat, han].split(), strict=False):
        if points != "-":
            paid = payments(limited(han, fu, TENHOU)[1], dealer=seat == "dealer", tsumo=True)
            assert "/".join(map(str, paid if seat == "child" else paid[:1])) == points, fu
