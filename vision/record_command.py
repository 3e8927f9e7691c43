"""What `tablectl record` tells of recordings that are there: `--list` and `--show`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablectl.rules.event import HandEnded, describe
from vision.recording import Moment, Picture, Recording, RecordingError, open_recording, recordings


def list_recordings(base: Path, as_json: bool) -> Iterator[str]:
    """A line for each recording in a folder, oldest first; one that cannot be read is named with the reason."""
    folders = recordings(base)
    if not folders and not as_json:
        yield f"{base}: no recordings"
    for folder in folders:
        try:
            found = _summary(open_recording(folder))
        except RecordingError as error:
            found = {"name": folder.name, "error": str(error)}
        yield json.dumps(found) if as_json else _line(found)


def show_recording(folder: Path, as_json: bool) -> Iterator[str]:
    """What happened, in order of time: events, questions, pictures, and what is missing. Raises `RecordingError`."""
    recording = open_recording(folder)
    lines = sorted(_told(recording), key=lambda line: line["time"])
    if as_json:
        yield json.dumps(_summary(recording))
        yield from map(json.dumps, lines)
        return
    yield _line(_summary(recording))
    for line in lines:
        yield f"{line['time']:9.1f} s  {line['text']}"
    yield from (f"damaged: {text}" for text in recording.damage)


def _told(recording: Recording) -> Iterator[dict[str, Any]]:
    for rows in recording.games.values():
        for row in rows:
            if row.event is not None:
                yield {"time": row.monotonic, "text": describe(row.event), "source": row.source.value, "row": row.seq}
    for finding in recording.findings:
        yield {"time": finding.time, "text": f"? {finding.text}"}
    for picture in recording.pictures:
        yield {"time": picture.time, "text": f"{_name(picture)} ({picture.moment.value})", "frame": picture.frame}


def _name(picture: Picture) -> str:
    return "a picture that is not kept" if picture.file is None else picture.file.name


def _summary(recording: Recording) -> dict[str, Any]:
    """What a recording holds in a few numbers; `left_out`: pictures that were not kept."""
    kept = [picture.file for picture in recording.pictures if picture.file is not None]
    ends = [picture.time for picture in recording.pictures]
    return {
        "name": recording.folder.name,
        "began": recording.begun["started"],
        "seconds": recording.ended if recording.ended is not None else max(ends, default=0.0),
        "closed": recording.ended is not None,
        "hands": sum(row.event == HandEnded() for rows in recording.games.values() for row in rows),
        "changes": sum(picture.moment is Moment.SETTLED for picture in recording.pictures),
        "pictures": len(kept),
        "left_out": len(recording.pictures) - len(kept),
        "bytes": sum(path.stat().st_size for path in kept),
        "questions": len(recording.findings),
        "damage": list(recording.damage),
    }


def _line(found: dict[str, Any]) -> str:
    if "error" in found:
        return f"{found['name']}: {found['error']}"
    minutes = found["seconds"] / 60
    text = f"{found['name']}: {minutes:.1f} minutes, {found['hands']} hands, {found['changes']} changes, "
    text += f"{found['pictures']} pictures ({found['bytes'] / 1e6:.0f} MB)"
    text += f", {found['left_out']} not kept" * bool(found["left_out"])
    text += ", not closed" * (not found["closed"])
    return text + f", {len(found['damage'])} places damaged" * bool(found["damage"])
