"""The command `tablectl`: the one place that puts all parts together."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, NoReturn

import typer
import uvicorn

from hardware.benchmark import report
from hardware.line import Line, Played, dealt, first_hands, recorded, run_headless, run_live
from tablectl.config import ConfigError, TableConfig, load
from tablectl.export.command import export
from tablectl.replay import replay_file
from tablectl.rules.seat import SEATS
from tablectl.rules_command import app as rules_app
from tablectl.score_command import command as score_command
from tablectl.store import Store, StoreError
from tablectl.web.app import create_app
from vision.models import ModelError
from vision.report import read_photos

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(rules_app, name="rules")
app.command("score")(score_command)
Json = Annotated[bool, typer.Option("--json", help="one JSON object a line")]


@app.command()
def run(
    config: Annotated[Path | None, typer.Option(help="settings; see docs/overview.md")] = None,
    simulate: Annotated[int | None, typer.Option(metavar="SEED", help="deal a game from a seed")] = None,
    game: Annotated[Path | None, typer.Option(metavar="FILE", help="play a recorded mjai game")] = None,
    headless: Annotated[bool, typer.Option(help="no page: print events, settlements and a comparison")] = False,
    hands: Annotated[int | None, typer.Option(min=1, help="stop after so many hands")] = None,
    as_json: Json = False,
) -> None:
    """Run the whole line: pictures of a table in, points on a ledger out, with a page that shows it."""
    try:
        settings = load(config)
        line = _line(settings, simulate, game, hands)
    except (ConfigError, ModelError, StoreError) as error:
        _fail(str(error))
    if headless:
        sys.exit(_headless(line, settings, as_json))
    _serve(line, settings)


@app.command()
def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...")],
    as_json: Json = False,
    draw: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="annotated picture; a folder for several")
    ] = None,
) -> None:
    """Read the tiles in photographs, with or without markers."""
    sys.exit(read_photos(photos, as_json, draw))


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="mjai games, .mjson or .mjson.gz")],
    as_json: Json = False,
) -> None:
    """Replay recorded games and say whether every dora, payment, score, deposit, dealer and end is as recorded.

    Exit status: 0 when all are equal, 1 when something differs or a file cannot be read.
    """
    equal = 0
    for path in files:
        result = replay_file(path)
        equal += not result.differences
        if as_json:
            print(json.dumps(result.to_json()))
        else:
            verdict = "equal" if not result.differences else "DIFFERENT" if result.events else "NOT READ"
            print(f"{result.file}: {result.hands} hands, {verdict}")
            print("".join(f"  {difference}\n" for difference in result.differences), end="")
    if not as_json:
        print(f"{equal} of {len(files)} games equal")
    sys.exit(0 if equal == len(files) else 1)


@app.command()
def benchmark(as_json: Json = False) -> None:
    """Measure what reading a table costs on this machine, in about a minute; lines to paste into a report.

    Nothing about the machine's name, its users or its network is read.
    """
    try:
        report(print, as_json)
    except ModelError as error:
        _fail(str(error))


app.command()(export)


def main() -> None:
    """Entry point of the command."""
    app()


def _line(settings: TableConfig, seed: int | None, record: Path | None, hands: int | None) -> Line:
    """The simulated line that was asked for. Raises `ConfigError`, `ModelError`, `StoreError`."""
    if settings.camera.source != "simulated":
        raise ConfigError(
            f"{settings.origin}: [camera] source = {settings.camera.source!r} is not supported yet; "
            "use 'simulated', or read single pictures with `tablectl read`"
        )
    if seed is not None and record is not None:
        raise ConfigError("--simulate and --game exclude each other: a game is dealt or recorded")
    ruleset = settings.ruleset()
    played: Played
    if record is not None:
        played = recorded(record, ruleset)
    else:
        played = dealt(settings.simulate.seed if seed is None else seed, ruleset)
    if played.ruleset.players != len(SEATS):
        raise ConfigError(
            f"{record or settings.origin}: a game of {played.ruleset.players} players; the camera's table "
            "seats four so far, so use rules with players = 4"
        )
    # A simulated game begins anew with every run, so each run keeps a record of its own.
    folder = Path(tempfile.mkdtemp(prefix="tablectl-"))
    return Line(first_hands(played, hands), settings, Store(folder / "record.sqlite"))


def _headless(line: Line, settings: TableConfig, as_json: bool) -> int:
    """Play, print, compare; returns the exit status."""
    art = settings.simulate.art
    if not as_json:
        print(f"{line.game.name}; art {art}; {line.look}")
    comparison = run_headless(line, print, as_json)
    if as_json:
        print(json.dumps({"game": line.game.name, "art": art, "look": line.look.seed, **comparison.to_json()}))
    else:
        for hand in comparison.hands:
            if not hand.fully_right:
                print(f"hand {hand.number}: {hand.questions} questions; {hand.difference or 'right after the answer'}")
        count = len(comparison.hands)
        share = 100 * comparison.fully_right / count if count else 0.0
        print(
            f"{comparison.fully_right} of {count} hands fully right without a question ({share:.1f} %), "
            f"{comparison.questions} questions, {comparison.wrong_totals} wrong totals"
        )
    return 1 if comparison.wrong_totals else 0


def _serve(line: Line, settings: TableConfig) -> None:
    """The page, with the table played beside it until the page is stopped."""
    page = settings.page
    shown = "localhost" if page.host in ("127.0.0.1", "0.0.0.0") else page.host
    address = f"http://{shown}:{page.port}"
    stop = threading.Event()
    player = threading.Thread(target=run_live, args=(line, settings.simulate.pace, stop), daemon=True)
    print(f"{line.game.name}; art {settings.simulate.art}; look {line.look.seed}\nopen {address}")
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
    player.start()
    try:
        uvicorn.run(create_app(line.controller, line.picture), host=page.host, port=page.port, log_level="warning")
    finally:
        stop.set()


def _fail(message: str) -> NoReturn:
    print(f"tablectl: {message}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
