"""The command `tablectl contribute`: a bundle of labelled tiles from a recording, looked at before it is given."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from tablectl.failure import fail
from vision.bundle import Bundle, BundleError, Crop, Licence, read_bundle, write_bundle
from vision.contribute import Offer, offer, sheet
from vision.picture import PictureError
from vision.recording import RecordingError, open_recording
from vision.report import save

QUESTION = """\
Pictures of tiles and the events of your game can be given to everybody, without names, faces or times of day.
Under which terms?
  CC0-1.0    anybody may do anything with them
  CC-BY-4.0  anybody may, who credits the contributors of tablectl
Once given this cannot be taken back. Write one of the two, or nothing to stop"""


def contribute(
    folder: Annotated[Path | None, typer.Argument(metavar="FOLDER", help="what `tablectl record` made")] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="BUNDLE.zip", help="write the bundle")] = None,
    preview: Annotated[
        Path | None, typer.Option(metavar="SHEET.png", help="write a contact sheet of all crops, to look at first")
    ] = None,
    licence: Annotated[Licence | None, typer.Option(help="the terms; asked for if not said")] = None,
    without: Annotated[str, typer.Option(metavar="N,N", help="leave out crops by their numbers on the sheet")] = "",
    tile_set: Annotated[str, typer.Option("--set", metavar="NAME", help="maker and name of the tiles")] = "",
    check: Annotated[Path | None, typer.Option(metavar="BUNDLE.zip", help="check a bundle instead")] = None,
) -> None:
    """Make a bundle for training from a recording: single tiles and events, no whole picture, no names.

    Only tiles that lay still and that the settled game confirms are taken. Look at the sheet before you give it away.
    """
    if check is not None:
        _check(check)
        return
    if folder is None or (out is None and preview is None):
        fail("say which recording, and what to write: --preview SHEET.png, -o BUNDLE.zip, or both")
    try:
        recording = open_recording(folder)
        found = offer(recording)
        _tell(found)
        if not found.crops:
            fail(f"{folder}: no tile of it is confirmed; record whole hands, up to their payment")
        if preview is not None:
            save(preview, sheet(found.crops))
            print(f"{preview}: look at every crop; --without 3,17 leaves some out")
        if out is not None:
            kept = _without(found, without)
            begun = recording.begun
            layout = begun["layout"]
            bundle = Bundle(
                _asked() if licence is None else licence,
                begun["program"],
                tile_set,
                (layout["tile_width"], layout["tile_length"]),
                begun["models"],
                kept,
                found.events,
            )
            print(*write_bundle(out, bundle), sep="\n")
            print(f"{out}: {len(kept)} crops, {len(found.events)} events, {bundle.licence.value}")
    except (RecordingError, BundleError, PictureError) as error:
        fail(str(error))


def _check(path: Path) -> None:
    try:
        bundle = read_bundle(path)
    except BundleError as error:
        fail(str(error))
    kinds = Counter(crop.name for crop in bundle.crops)
    print(f"{path}: right; {bundle.licence.value}, session {bundle.session}, {len(bundle.events)} events")
    print(f"{len(bundle.crops)} crops: " + ", ".join(f"{name} {count}" for name, count in sorted(kinds.items())))


def _tell(found: Offer) -> None:
    ways = Counter(crop.confirmed.value for crop in found.crops)
    by = ", ".join(f"{count} by {way}" for way, count in sorted(ways.items()))
    print(f"{len(found.crops)} tiles are confirmed ({by or 'none'})")
    for reason, count in sorted(found.left_out.items()):
        print(f"{count} left out: {reason}")


def _without(found: Offer, numbers: str) -> tuple[Crop, ...]:
    try:
        left_out = {int(text) for text in numbers.split(",") if text.strip()}
    except ValueError:
        fail(f"--without {numbers!r}: expected numbers with commas, such as 3,17")
    unknown = left_out - set(range(1, len(found.crops) + 1))
    if unknown:
        fail(f"--without {min(unknown)}: the sheet has crops 1 to {len(found.crops)}")
    return tuple(crop for number, crop in enumerate(found.crops, 1) if number not in left_out)


def at_terminal() -> bool:
    """Whether somebody is there to answer."""
    return sys.stdin.isatty()


def _asked() -> Licence:
    """The answer to the question of the licence; without one nothing is written."""
    if not at_terminal():
        fail("no licence chosen: say --licence CC0-1.0 or --licence CC-BY-4.0")
    answer = typer.prompt(QUESTION, default="", show_default=False)
    try:
        return Licence(answer.strip())
    except ValueError:
        fail("no licence chosen, nothing was written")
