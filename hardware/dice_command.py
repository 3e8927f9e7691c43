"""The command `tablectl dice`: pictures of dice read, rolls made and logged, and what a log says of the dice."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from hardware.boards import open_shaker
from hardware.device import DeviceError
from hardware.dice import Rolled, Roller, RollKeeper, Unclear, soak
from hardware.rollers import CryptographicRoller, camera_roller, simulated_roller
from tablectl.config import ConfigError, TableConfig, load
from tablectl.failure import fail
from tablectl.fairness_report import fairness_json, fairness_lines
from tablectl.rolllog import RollLog, RollLogError, RollSource, read_rolls, write_csv
from vision.dice_report import read_dice
from vision.layout import layout_of
from vision.sources.opening import open_source
from vision.sources.source import Source, SourceError

EVERY = 100
"""Rolls between two lines of a soak."""
Json = Annotated[bool, typer.Option("--json", help="one JSON object a line")]
Config = Annotated[Path | None, typer.Option(help="settings of the table; see docs/overview.md")]


class PicturesOrCommand(TyperGroup):
    """Whatever is no command of its own is a picture to read."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """`dice PICTURE` means `dice read PICTURE`."""
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["read", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=PicturesOrCommand,
    no_args_is_help=True,
    help="Read two dice: `tablectl dice PICTURE...`. Roll and log them: `soak`. Say whether they are fair: `report`.",
)


@app.command("read")
def read(
    pictures: Annotated[list[Path], typer.Argument(metavar="PICTURE...")],
    as_json: Json = False,
) -> None:
    """Read two dice: in the middle of a table with its four markers, or in a close picture of the dice alone.

    Says both values from left to right, or why they are unclear. `read` may be left out.
    """
    sys.exit(read_dice(pictures, as_json))


@app.command("soak")
def soak_dice(
    count: Annotated[int, typer.Argument(metavar="N", min=1, help="clear rolls that the log shall hold")],
    config: Config = None,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="instead of that of the settings")] = None,
    as_json: Json = False,
) -> None:
    """Roll until the log holds N clear rolls of the settings' roller; started again, it goes on where it stopped."""
    try:
        settings = load(config)
        path = log or Path(settings.dice.log)
        with closing(RollLog(path)) as rolls:
            for text in rolls.before.damage:
                print(f"tablectl: {path}: {text}", file=sys.stderr)
            with opened_roller(settings) as roller:
                keeper = RollKeeper(roller, rolls, lambda: datetime.now(UTC))
                added = soak(keeper, count, lambda have, outcome: _say(have, count, outcome, as_json))
    except KeyboardInterrupt:
        print(f"stopped; the same command goes on, `tablectl dice report {path}` tells what is known", file=sys.stderr)
        sys.exit(130)
    except (ConfigError, RollLogError, DeviceError, SourceError) as error:
        fail(str(error))
    if not as_json:
        print(f"{path}: {count:,} rolls, {added:,} of them new; `tablectl dice report {path}` tests them")


@app.command("report")
def report(
    log: Annotated[Path | None, typer.Argument(metavar="LOG", help="a roll log [that of the settings]")] = None,
    config: Config = None,
    export: Annotated[
        Path | None, typer.Option(metavar="OUT.csv", help="also write every roll as CSV, to be published")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say whether logged dice are fair: each die, their sum, what follows what, and which bias so many rolls show.

    Exit status: 0 when nothing speaks against them or they are in doubt, 1 when they are not fair, 2 for a log that
    cannot be read.
    """
    try:
        path = log or Path(load(config).dice.log)
        rolls = read_rolls(path)
        if export is not None:
            with export.open("w", newline="", encoding="utf-8") as out:
                write_csv(rolls.rolls, out)
    except (ConfigError, RollLogError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{export}: cannot be written ({error.strerror}); choose another folder")
    for text in rolls.damage:
        print(f"tablectl: {path}: {text}", file=sys.stderr)
    sources = [source for source in RollSource if rolls.of(source)]
    fair = True
    for source in sources:
        told = fairness_json(rolls, source)
        fair &= not told["verdict"].startswith("not fair")
        print(json.dumps(told) if as_json else "\n".join(fairness_lines(rolls, source)))
    if not sources and not as_json:
        print(f"{path}: no rolls yet")
    sys.exit(0 if fair else 1)


@contextmanager
def opened_roller(settings: TableConfig) -> Iterator[Roller]:
    """The roller that the settings name, with its devices open. Raises `ConfigError`, `DeviceError`, `SourceError`."""
    with ExitStack() as stack:
        match settings.dice.roller:
            case "cryptographic":
                yield CryptographicRoller()
            case "simulated":
                yield simulated_roller(settings.simulate.seed)
            case "board" if settings.board.kind == "simulated":
                yield CryptographicRoller(shake=stack.enter_context(closing(open_shaker(settings))).shake)
            case "board":
                board = stack.enter_context(closing(open_shaker(settings)))
                source = stack.enter_context(closing(_opened_camera(settings)))
                yield camera_roller(RollSource.ROLLER, lambda _: board.shake(), source, layout_of(settings))
            case "hand":
                source = stack.enter_context(closing(_opened_camera(settings)))
                yield camera_roller(RollSource.HAND, _ask, source, layout_of(settings))


def _opened_camera(settings: TableConfig) -> Source:
    if settings.camera.source in ("simulated", "none"):
        raise ConfigError(
            f"{settings.origin}: [dice] roller = {settings.dice.roller!r} needs a camera to read the dice: name it in "
            "[camera] source, or set roller = 'cryptographic' or 'simulated'"
        )
    return open_source(settings.camera)


def _ask(roll_id: int) -> None:
    print(f"roll {roll_id}: throw the dice, then press Enter ", end="", flush=True, file=sys.stderr)
    if not sys.stdin.readline():
        raise DeviceError("nobody says that the dice were thrown: standard input has ended")


def _say(have: int, wanted: int, outcome: Rolled | Unclear, as_json: bool) -> None:
    if as_json:
        values = list(outcome.dice) if isinstance(outcome, Rolled) else None
        print(json.dumps({"rolls": have, "dice": values, "unclear": getattr(outcome, "why", None)}), flush=True)
    elif isinstance(outcome, Unclear):
        print(f"unclear: {outcome.why}", flush=True)
    elif have % EVERY == 0 and have < wanted:
        print(f"{have:,} of {wanted:,}", flush=True)
