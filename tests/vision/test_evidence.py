"""What proves that a picture shows tiles, and what does not."""

from __future__ import annotations

import pytest

from vision.evidence import shows_tiles

PAPERS = [("back", 1.0)] * 9 + [("5z", 0.99)] * 9


@pytest.mark.parametrize(
    ("read", "faulty", "shown"),
    [
        ([], False, False),
        (PAPERS, False, False),
        ([*PAPERS, ("7s", 0.85), ("2p", 0.6)], False, False),
        ([("7s", 0.95)], False, True),
        ([("7s", 0.7), ("1p", 0.75), ("0m", 0.8)], False, True),
        ([*PAPERS, ("2s", 0.98), ("3s", 0.91), ("4m", 0.6)], True, False),
        ([("2s", 0.98), ("3s", 0.91), ("4m", 0.95)], True, True),
    ],
)
def test_faces_with_something_on_them_prove_tiles(read: list[tuple[str, float]], faulty: bool, shown: bool) -> None:
    assert shows_tiles(read, faulty) is shown
