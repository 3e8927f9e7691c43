"""Values that are made by the thousand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(made: type[T]) -> type[T]:
    """A slotted dataclass that is frozen for the type checker alone.

    Freezing it at run time as well makes building one four times as slow, and valuing a hand builds several.
    """
    return dataclass(slots=True, unsafe_hash=True)(made)
