"""What the rules do not allow."""

from __future__ import annotations

from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile


class IllegalEvent(ValueError):
    """An event that cannot have happened: `rule` says which rule it breaks, `seat` and `tile` where it does."""

    def __init__(self, rule: str, seat: Seat | None = None, tile: Tile | None = None) -> None:
        where = [f"seat {seat}"] if seat is not None else []
        where += [f"tile {tile}"] if tile is not None else []
        super().__init__(f"{', '.join(where)}: {rule}" if where else rule)
        self.rule = rule
        self.seat = seat
        self.tile = tile
