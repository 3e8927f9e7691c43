"""A simulated board on the page: its lamps and displays as they are lit, buttons to push, dice to roll."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, HTTPException, Request, status
from pydantic import BaseModel, ConfigDict, Field


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What can be seen of a board. `lamps`: four a seat (dealer, turn, riichi, prompt) as `#rrggbb`; `displays`: one a
    seat; `motor`: what it does; `dice`: what the last roll shows; `trouble`: in words, empty when all is well."""

    lamps: tuple[str, ...]
    displays: tuple[str, ...]
    motor: str
    dice: tuple[int, int] | None
    trouble: str


class PlayedBoard(Protocol):
    """What the page needs of a simulated board."""

    def picture(self) -> BoardPicture: ...

    def push(self, button: int, down: bool) -> None:
        """Push a button (0 to 3 the seats', 4 the middle one) or let it go."""
        ...

    def roll(self) -> None:
        """Begin to roll the dice. Raises `ValueError` while they roll."""
        ...


class PushIn(BaseModel):
    """A button of the board, pushed or let go."""

    model_config = ConfigDict(extra="forbid")

    button: Annotated[int, Field(ge=0, le=4)]
    down: bool


def board_routes(board: PlayedBoard | None, guard: Callable[[Request], None]) -> APIRouter:
    """What the page calls; without a board there is nothing to see. `guard` refuses requests that may not push."""
    router = APIRouter()

    @router.get("/api/board")
    def picture() -> BoardPicture | None:
        """The simulated board as it is lit now; null for a table without one."""
        return None if board is None else board.picture()

    if board is None:
        return router

    @router.post("/api/board/push", status_code=status.HTTP_204_NO_CONTENT, dependencies=[Depends(guard)])
    def push(body: PushIn) -> None:
        """Push a button of the simulated board, or let it go."""
        board.push(body.button, body.down)

    @router.post("/api/board/roll", status_code=status.HTTP_204_NO_CONTENT, dependencies=[Depends(guard)])
    def roll() -> None:
        """Roll the dice of the simulated board."""
        try:
            board.roll()
        except ValueError as error:
            raise HTTPException(status.HTTP_409_CONFLICT, str(error)) from None

    return router
