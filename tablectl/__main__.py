"""The command `tablectl`: the one place that puts all parts together."""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from hardware.attached import Attached
from hardware.benchmark import report
from hardware.board_page import BoardPage
from hardware.boards import no_shaker
from hardware.dice import RollKeeper
from hardware.dice_command import app as dice_app
from hardware.line import Line, Played, dealt, first_hands, recorded, run_headless, run_live
from hardware.live import Live, controller_of, run_live_headless
from hardware.optics_command import optics
from hardware.roll_button import RollButton
from hardware.seeing import Seeing
from hardware.selftest_command import selftest
from hardware.table_dice import TableDice, table_roller
from tablectl.backup_command import backup, restore, verify
from tablectl.backups import BackupKeeper, Backups, open_record
from tablectl.config import BoardSettings, ConfigError, TableConfig, load
from tablectl.controller import Controller
from tablectl.export.command import export
from tablectl.failure import fail
from tablectl.replay import replay_file
from tablectl.rolllog import RollLog, RollLogError
from tablectl.rulefile import RuleFileError
from tablectl.rulefile import load as load_rules
from tablectl.rules.dice import Dice
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import SEATS
from tablectl.rules_command import app as rules_app
from tablectl.score_command import command as score_command
from tablectl.store import Source as Teller
from tablectl.store import Store, StoreError
from tablectl.table import Press
from tablectl.web.app import create_app
from tablectl.web.setup import Camera
from vision.calibrate_command import calibrate
from vision.contribute_command import contribute
from vision.enrol_command import command as enrol_command
from vision.layout import layout_of
from vision.models import ModelError
from vision.record import Recorder
from vision.record_command import list_recordings, show_recording
from vision.recording import RecordingError
from vision.recordwriter import RecordWriter
from vision.recordwriter import Source as RecordSource
from vision.report import read_photos
from vision.sources.source import SourceError
from vision.tilesets import TileSetError

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
app.add_typer(rules_app, name="rules")
app.add_typer(dice_app, name="dice")
app.command("score")(score_command)
LET_GO = 2.0
"""Seconds that a program which ends waits for a device."""
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
    """Run the whole line: pictures of a table in, points on a ledger out, with a page that shows it.

    The pictures come from `[camera] source`; --simulate and --game ask for a simulated table whatever it says.
    """
    try:
        _run(load(config), simulate, game, hands, headless, as_json)
    except (ConfigError, ModelError, StoreError, SourceError, RecordingError, RollLogError, TileSetError) as error:
        fail(str(error))


@app.command()
def record(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="the recording that --show shows")] = None,
    config: Annotated[Path | None, typer.Option(help="settings; [record] says where and how much")] = None,
    simulate: Annotated[int | None, typer.Option(metavar="SEED", help="deal a game from a seed")] = None,
    game: Annotated[Path | None, typer.Option(metavar="FILE", help="play a recorded mjai game")] = None,
    hands: Annotated[int | None, typer.Option(min=1, help="stop after so many hands")] = None,
    folder: Annotated[Path | None, typer.Option(metavar="DIR", help="instead of [record] folder")] = None,
    list_all: Annotated[bool, typer.Option("--list", help="tell which recordings there are")] = False,
    show: Annotated[bool, typer.Option("--show", help="tell what happened in the recording NAME")] = False,
    as_json: Json = False,
) -> None:
    """Run without a page and keep pictures around every change, with what was believed of them.

    With the page, `[record] on = true` does the same. A recording is played back with `[camera] source = "images"` and
    its folder as the path.
    """
    try:
        settings = load(config)
        kept = replace(settings.record, on=True, folder=str(folder or settings.record.folder))
        if show != (name is not None) or (list_all and show):
            raise ConfigError("say --list, or --show with the NAME of a recording, or neither to record")
        if list_all or name is not None:
            base = Path(kept.folder)
            lines = list_recordings(base, as_json) if name is None else show_recording(base / name, as_json)
            print("".join(f"{line}\n" for line in lines), end="")
            return
        _run(replace(settings, record=kept), simulate, game, hands, True, as_json)
    except (ConfigError, ModelError, StoreError, SourceError, RecordingError, TileSetError) as error:
        fail(str(error))


app.command()(contribute)
app.command()(calibrate)


@app.command()
def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO...")],
    as_json: Json = False,
    draw: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="annotated picture; a folder for several")
    ] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="NAME", help="rules whose tiles lie there: how many of each face, red fives")
    ] = None,
    tile_set: Annotated[str, typer.Option(metavar="NAME", help="the set that lies there, see tablectl enrol")] = "",
) -> None:
    """Read the tiles in photographs, with or without markers."""
    try:
        ruleset = None if rules is None else load_rules(rules).rules
    except RuleFileError as error:
        fail(str(error))
    sys.exit(read_photos(photos, as_json, draw, ruleset, tile_set))


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
        fail(str(error))


app.command()(export)
app.command()(backup)
app.command()(restore)
app.command()(verify)
app.command()(optics)
app.command()(selftest)
app.command("enrol")(enrol_command)


def main() -> None:
    """Entry point of the command. Told to end, it lets go of all devices first."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    app()


def _run(
    settings: TableConfig, seed: int | None, game: Path | None, hands: int | None, headless: bool, as_json: bool
) -> None:
    """The whole line. Raises `ConfigError`, `ModelError`, `SourceError`, `StoreError`, `RecordingError`."""
    if seed is None and game is None and settings.camera.source != "simulated":
        if hands is not None:
            raise ConfigError("--hands is for simulated and recorded games; a camera sees what is played")
        _watch(settings, headless, as_json)
        return
    line = _line(settings, seed, game, hands)
    learnt = settings.table.tile_set or (settings.simulate.art if settings.simulate.enrol else "")
    with _on_record(settings, line, learnt):
        if headless:
            sys.exit(_headless(line, settings, as_json))
        told = f"{line.game.name}; art {settings.simulate.art}; look {line.look.seed}"
        pace = settings.simulate.pace
        _serve(*_own_dice(settings), told, line.controller, line, lambda stop: run_live(line, pace, stop))


@contextmanager
def _on_record(settings: TableConfig, seeing: Seeing, tile_set: str = "") -> Iterator[None]:
    """Record what is seen in the meantime, if the settings ask for it. Raises `RecordingError`."""
    if not settings.record.on:
        yield
        return
    source = RecordSource(settings.camera.source, tile_set, layout_of(settings), settings.ruleset())
    recorder = Recorder(RecordWriter(settings.record, source, datetime.now(UTC), version("tablectl")))
    seeing.record(recorder)
    try:
        yield
    finally:
        recorder.close()
        print(f"recorded to {recorder.folder}", file=sys.stderr)


def _line(settings: TableConfig, seed: int | None, record: Path | None, hands: int | None) -> Line:
    """The simulated line that was asked for. Raises `ConfigError`, `ModelError`, `StoreError`."""
    if seed is not None and record is not None:
        raise ConfigError("--simulate and --game exclude each other: a game is dealt or recorded")
    ruleset = settings.ruleset()
    played: Played
    if record is not None:
        played = recorded(record, ruleset)
    else:
        played = dealt(settings.simulate.seed if seed is None else seed, ruleset)
    _four_players(played.ruleset, str(record or settings.origin))
    return Line(first_hands(played, hands), settings, _own_store())


def _own_dice(settings: TableConfig) -> tuple[TableConfig, bool]:
    """The settings of a simulated table: its board is simulated, too, where none is named. Whether its dice are only
    shown: the game throws its own, and what the board rolls beside it is kept in no log of the table's."""
    if settings.board.kind == "none":
        settings = replace(settings, board=BoardSettings("simulated"))
    shown = (settings.board.kind, settings.dice.roller) == ("simulated", "hand")
    if shown:
        settings = replace(settings, dice=replace(settings.dice, roller="board", log=str(_own_folder() / "dice.jsonl")))
    return settings, shown


def _four_players(ruleset: Ruleset, origin: str) -> None:
    if ruleset.players != len(SEATS):
        raise ConfigError(
            f"{origin}: a game of {ruleset.players} players; the camera's table seats four so far, so use rules with "
            "players = 4"
        )


def _own_store() -> Store:
    """A simulated or filmed game begins anew with every run, so each run keeps a record of its own."""
    return Store(_own_folder() / "record.sqlite")


def _own_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="tablectl-"))


def _watch(settings: TableConfig, headless: bool, as_json: bool) -> None:
    """A table under a camera, or filmed by one. Raises `ConfigError`, `ModelError`, `SourceError`, `StoreError`,
    `RecordingError`.
    """
    source = settings.camera.source
    if source == "none":
        if headless:
            raise ConfigError(f"{settings.origin}: [camera] source = 'none' leaves nothing to do without the page")
        told = "no camera: the page keeps the points"
        store = open_record(Backups.of(settings))
        controller = controller_of(settings, store)
        with _backed_up(settings, store, controller):
            _serve(settings, False, told, controller)
        return
    _four_players(settings.ruleset(), settings.origin)
    filmed = source in ("video", "images")
    store = _own_store() if filmed else open_record(Backups.of(settings))
    live = Live(settings, store)
    backed_up = nullcontext() if filmed else _backed_up(settings, store, live.controller)
    with _on_record(settings, live, settings.table.tile_set), backed_up:
        if headless:
            frames = run_live_headless(live, settings.camera, print, as_json)
            if not as_json:
                print(f"{frames} pictures; {live.controller.view.round}, points {list(live.controller.game.points)}")
            return
        told = f"{source} {settings.camera.path if filmed else settings.camera.device}"
        _serve(settings, False, told, live.controller, live, live.follow, live)


@contextmanager
def _backed_up(settings: TableConfig, store: Store, controller: Controller) -> Iterator[None]:
    """Make backups in the meantime, unless the settings ask for none; the page says when one cannot be made."""
    if not settings.backup.on:
        yield
        return
    tell = partial(controller.set_trouble, "backup")
    keeper = BackupKeeper(Backups.of(settings), store, lambda: controller.rows, tell, settings.backup.hands)
    controller.subscribe(keeper)
    try:
        yield
    finally:
        keeper.close()


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


def _serve(
    settings: TableConfig,
    shown: bool,
    told: str,
    controller: Controller,
    seeing: Seeing | None = None,
    play: Callable[[threading.Event], None] | None = None,
    camera: Camera | None = None,
) -> None:
    """The page; `play` runs beside it until the page is stopped, and so do board and case. Dice that are only `shown`
    are not the table's."""
    page = settings.page
    name = "localhost" if page.host in ("127.0.0.1", "0.0.0.0") else page.host
    address = f"http://{name}:{page.port}"
    print(f"{told}\nopen {address}")
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
    stop = threading.Event()
    attached = Attached(settings, controller)
    with _cup(settings, controller, seeing, attached) as cup:
        button = None if cup is None else RollButton(cup, _ignore if shown else partial(_throw, controller))
        board = BoardPage(attached, button) if settings.board.kind == "simulated" else None
        picture = seeing.picture if seeing is not None else None
        made = create_app(controller, picture, camera, None if shown else cup, board)
        if play is not None:
            threading.Thread(target=play, args=(stop,), daemon=True).start()
        attached.start(stop, None if button is None else button.push)
        try:
            uvicorn.run(made, host=page.host, port=page.port, log_level="warning")
        finally:
            stop.set()
            attached.wait(LET_GO)
            if button is not None:
                button.wait(LET_GO)


@contextmanager
def _cup(
    settings: TableConfig, controller: Controller, seeing: Seeing | None, attached: Attached
) -> Iterator[TableDice | None]:
    """The table's dice; none where nobody throws any and no camera looks. Raises `ConfigError`, `RollLogError`."""
    roller = table_roller(settings, seeing, attached.shake)
    if roller is None:
        yield None
        return
    tell = partial(controller.set_trouble, "dice")
    if settings.dice.roller == "board":
        tell(no_shaker(settings))
    with closing(RollLog(Path(settings.dice.log))) as log:
        yield TableDice(RollKeeper(roller, log, lambda: datetime.now(UTC)), tell)


def _throw(controller: Controller, dice: Dice) -> None:
    """Tell the table what was rolled by the button in its middle."""
    controller.press(Press("dice", None, f"{dice[0]}-{dice[1]}"), time.monotonic(), Teller.BUTTON)


def _ignore(dice: Dice) -> None:
    """A simulated game throws its own."""


if __name__ == "__main__":
    main()
