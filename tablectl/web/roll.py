"""Dice rolled from the page: read, logged, and handed to the table; asked for where they are unclear."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Protocol

from fastapi import APIRouter, Depends, HTTPException, Request, status
from pydantic import BaseModel, ConfigDict, Field

from tablectl.rules.dice import Dice


class Cup(Protocol):
    """Whatever rolls the dice. `label` says on a button what it does."""

    label: str

    def roll(self) -> Dice:
        """Roll, or read what was thrown. Raises `ValueError`: why nothing can be told, and what to do."""
        ...

    def press(self, dice: Dice) -> None:
        """Take a person's word for dice that are unclear. Raises `ValueError`."""
        ...


class RollIn(BaseModel):
    """What the dice show, where a person says it; without it they are rolled."""

    model_config = ConfigDict(extra="forbid")

    dice: tuple[Annotated[int, Field(ge=1, le=6)], Annotated[int, Field(ge=1, le=6)]] | None = None


class RollOut(BaseModel):
    """The values, left and right."""

    dice: tuple[int, int]


class CupOut(BaseModel):
    """What the page writes on its button; empty where nothing rolls dice."""

    label: str


def roll_routes(cup: Cup | None, throw: Callable[[str], None], guard: Callable[[Request], None]) -> APIRouter:
    """What the page calls; `throw` hands values such as `3-5` to the table; `guard` refuses requests that may change
    nothing."""
    router = APIRouter()

    @router.get("/api/roll")
    def label() -> CupOut:
        """Whether dice can be rolled from here, and how."""
        return CupOut(label="" if cup is None else cup.label)

    @router.post("/api/roll", dependencies=[Depends(guard)])
    def roll(body: RollIn) -> RollOut:
        """Roll the dice, or take a person's word for them; the roll is on disk before the table hears of it."""
        if cup is None:
            raise HTTPException(status.HTTP_409_CONFLICT, "nothing rolls dice at this table")
        try:
            if body.dice is None:
                dice = cup.roll()
            else:
                dice = body.dice
                cup.press(dice)
            throw(f"{dice[0]}-{dice[1]}")
        except ValueError as error:
            raise HTTPException(status.HTTP_409_CONFLICT, str(error)) from None
        return RollOut(dice=dice)

    return router
