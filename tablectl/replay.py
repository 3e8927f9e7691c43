"""Replays recorded games event by event and compares every consequence with what the record states."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tablectl.export.mjai import Line, MjaiError, read
from tablectl.rules.event import DoraTurned, GameEnded, GameStarted, HandEnded, HandStarted
from tablectl.rules.game import Game, IllegalEvent, new_game, play
from tablectl.rules.option import option_of
from tablectl.rules.ruleset import TENHOU, TENHOU_3P, Ruleset

_STATED = {"length": "length", "aka": "red_fives", "kuitan": "kuitan"}
"""The fields of the rules that a record states, by what it calls them."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that came out otherwise than recorded, or a file that cannot be read or played."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """One file: how many events and hands were played and what differed."""

    file: str
    events: int = 0
    hands: int = 0
    differences: tuple[Difference, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As printed by `tablectl replay --json`."""
        texts = [str(difference) for difference in self.differences]
        return {"game": self.file, "hands": self.hands, "equal": not texts, "differences": texts}


def replay_file(path: Path, ruleset: Ruleset = TENHOU) -> Replayed:
    """Replay one file under the rules that it names (length, red fives, kuitan)."""
    name = path.name
    try:
        lines = read(text_lines(path), name)
        ruleset = rules_of(lines[0], ruleset, name)
    except MjaiError as error:
        return Replayed(name, differences=(Difference(name, error.line, error.what),))
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        return Replayed(
            name, differences=(Difference(name, 0, f"cannot be read: {getattr(error, 'strerror', None) or error}"),)
        )
    return _replay(name, lines, ruleset)


def text_lines(path: Path) -> Sequence[str]:
    """The lines of a `.mjson` or `.mjson.gz` file. Raises `OSError`, `EOFError`, `UnicodeDecodeError`, `zlib.error`."""
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8").splitlines()


def rules_of(start: Line, ruleset: Ruleset, name: str = "record") -> Ruleset:
    """The rules with what the record's `rules` says changed; Tenhou's of three for a game of three where they are not.

    `aka` is true (one red five a suit), false or counts of m, p and s. Raises `MjaiError` for a game that cannot be
    replayed.
    """
    assert isinstance(start.event, GameStarted)
    stated = dict(start.stated.get("rules", {}))
    players = len(start.event.names)
    if players != ruleset.players:
        if players != TENHOU_3P.players:
            raise MjaiError(name, start.number, f"a game of {players} players, the rules are for {ruleset.players}")
        ruleset = TENHOU_3P
    if isinstance(aka := stated.get("aka"), bool):
        stated["aka"] = (TENHOU_3P if players == 3 else TENHOU).red_fives if aka else (0, 0, 0)
    changes: dict[str, Any] = {}
    for key in stated.keys() & _STATED:
        option = option_of(Ruleset.__dataclass_fields__[_STATED[key]])
        assert option is not None
        try:
            changes[_STATED[key]] = option.values.read(stated[key])
        except ValueError as error:
            raise MjaiError(name, start.number, f"{key} {stated[key]!r}: {error}") from None
    return replace(ruleset, **changes)


def _replay(name: str, lines: Sequence[Line], ruleset: Ruleset) -> Replayed:
    differences: list[Difference] = []
    game = new_game(ruleset)
    hands = played = 0
    for line in lines:
        before = game
        try:
            game = play(game, line.event)
        except IllegalEvent as error:
            differences.append(Difference(name, line.number, f"refused: {error}"))
            break
        played += 1
        hands += isinstance(line.event, HandEnded)
        differences += (Difference(name, line.number, what) for what in _differences(before, game, line))
    else:
        if not isinstance(lines[-1].event, GameEnded):
            differences.append(Difference(name, lines[-1].number, "the record breaks off before the game is over"))
    return Replayed(name, played, hands, tuple(differences))


def _differences(before: Game, game: Game, line: Line) -> Iterator[str]:
    """What the line states otherwise than the game has it, and an indicator that was turned too late."""
    due = before.round.dora_due if before.round is not None and not before.round.ended else 0
    if due and not isinstance(line.event, DoraTurned):
        yield f"{due} dora indicator due and not turned before this"
    for what, stated, computed in _compared(before, game, line):
        if stated != computed:
            yield f"{what}: recorded {stated}, computed {computed}"


def _compared(before: Game, game: Game, line: Line) -> Iterator[tuple[str, Any, Any]]:
    stated = line.stated
    current = game.round
    if isinstance(line.event, HandStarted) and current is not None:
        yield "round wind", stated["bakaze"], str(current.wind)
        yield "hand", stated["kyoku"], current.number
        yield "dealer", stated["oya"], int(current.dealer)
        yield "honba", stated["honba"], current.honba
        yield "riichi sticks", stated["kyotaku"], game.deposits
    if "scores" in stated:
        yield "scores", stated["scores"], list(game.points)
    if "deltas" in stated:
        deltas = [now - then for now, then in zip(game.points, before.points, strict=True)]
        yield "payment", stated["deltas"], deltas
    if isinstance(line.event, HandEnded) and current is not None and current.wall.order is not None:
        turned = [str(current.wall.order[place]) for place in current.wall.build.indicators[: len(current.indicators)]]
        yield "dora indicators, wall", turned, [str(tile) for tile in current.indicators]
    if isinstance(line.event, GameEnded) and game.result is not None and "final" in stated:
        final = [[game.points[seat], game.result[seat]] for seat in game.points.seats]
        yield "final points and results", [list(pair) for pair in stated["final"]], final
