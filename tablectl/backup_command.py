"""The commands `tablectl backup`, `restore` and `verify`: what keeps a record, and what mends it."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from tablectl.backups import Backups, continues, open_record
from tablectl.checkup import Checkup, examine
from tablectl.config import ConfigError, load
from tablectl.failure import fail
from tablectl.recordfile import StoreError, exists
from tablectl.restore import restore as put_back

Config = Annotated[Path | None, typer.Option(help="settings: [table] database and [backup]")]
Json = Annotated[bool, typer.Option("--json", help="one JSON object a line")]


def backup(
    config: Config = None,
    folder: Annotated[Path | None, typer.Option(metavar="DIR", help="instead of [backup] folder")] = None,
    list_all: Annotated[bool, typer.Option("--list", help="tell which backups there are")] = False,
    as_json: Json = False,
) -> None:
    """Copy the record of a table that is not running; a running one makes backups by itself.

    Exit status: 0 when the backup is whole and on disk, 2 when it could not be made.
    """
    try:
        backups = _backups(config, folder)
        if list_all:
            for path in backups.files():
                _tell(examine(path), as_json)
            return
        if not exists(backups.record):
            fail(f"{backups.record}: there is no such record")
        with closing(open_record(backups)) as store:
            _tell(backups.make(store), as_json)
    except (ConfigError, StoreError) as error:
        fail(str(error))


def restore(
    chosen: Annotated[
        Path | None, typer.Argument(metavar="BACKUP", help="this one and nothing else; without it see above")
    ] = None,
    config: Config = None,
    folder: Annotated[Path | None, typer.Option(metavar="DIR", help="instead of [backup] folder")] = None,
    as_json: Json = False,
) -> None:
    """Put back a record that is broken or lost: its newest whole backup, and what the record still holds after it.

    What lay there is moved aside, never overwritten. Exit status: 0 when the record is whole again with nothing known
    to be missing, 1 when something is, 2 when it could not be put back; then nothing was changed.
    """
    try:
        done = put_back(_backups(config, folder), chosen)
    except (ConfigError, StoreError) as error:
        fail(str(error))
    if as_json:
        told: dict[str, Any] = {"record": str(done.record), "games": done.games, "events": done.events}
        told |= {"backup": str(done.backup) if done.backup else None, "saved": done.saved}
        print(json.dumps(told | {"missing": done.missing, "aside": [str(path) for path in done.aside]}))
    else:
        origin = [f"backup {done.backup}"] if done.backup else []
        origin += [f"{done.saved:,} events read from what was there"] if done.saved else []
        print(f"{done.record}: put back from {' and '.join(origin)}: {_counted(done.games, done.events)}")
        print("".join(f"missing: {text}\n" for text in done.missing), end="")
        print("".join(f"kept: {path}\n" for path in done.aside), end="")
    sys.exit(1 if done.missing else 0)


def verify(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE...]", help="records or backups; without it all of the table's")
    ] = None,
    config: Config = None,
    folder: Annotated[Path | None, typer.Option(metavar="DIR", help="instead of [backup] folder")] = None,
    as_json: Json = False,
) -> None:
    """Check the record of a table that is not running, and its backups: pages, indexes, every event's sum.

    Nothing is changed. Exit status: 0 when all are whole, 1 when one is not, 2 when one cannot be looked at.
    """
    try:
        backups = _backups(config, folder)
        found = [examine(path, full=True) for path in files or (backups.record, *backups.files())]
    except (ConfigError, StoreError) as error:
        fail(str(error))
    record, *copies = found
    strangers = [] if files or not record.whole else [copy for copy in copies if _apart(record, copy)]
    for checkup in found:
        _tell(checkup, as_json, "holds what the record does not" if checkup in strangers else "")
    sys.exit(0 if all(checkup.whole for checkup in found) and not strangers else 1)


def _apart(record: Checkup, copy: Checkup) -> bool:
    return copy.whole and (copy.events > record.events or not continues(record.path, copy.path))


def _backups(config: Path | None, folder: Path | None) -> Backups:
    settings = load(config)
    backups = Backups.of(settings)
    return backups if folder is None else Backups(backups.record, folder, backups.keep)


def _tell(found: Checkup, as_json: bool, trouble: str = "") -> None:
    problems = (*found.problems, *((trouble,) if trouble else ()))
    if as_json:
        told = {"file": str(found.path), "whole": found.whole, "problems": problems}
        print(json.dumps(told | {"games": found.games, "events": found.events, "newest": found.newest}))
        return
    newest = "" if found.newest is None else f", the newest of {datetime.fromtimestamp(found.newest):%Y-%m-%d %H:%M:%S}"
    state = "whole" if not problems else f"BROKEN: {'; '.join(problems)}" if found.problems else f"APART: {trouble}"
    print(f"{found.path}: {state}; {_counted(found.games, found.events)}{newest}")


def _counted(games: int, events: int) -> str:
    return f"{games:,} game{'s' * (games != 1)}, {events:,} events"
