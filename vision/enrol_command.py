"""`tablectl enrol`: learn a tile set from pictures, print the form for it, list and delete what was learnt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from tablectl.failure import fail
from vision.classify import Classifier
from vision.enrol import EnrolError, TileSet
from vision.form import Form
from vision.lesson import Lesson
from vision.models import ModelError
from vision.paper import Paper
from vision.picture import PictureError, open_picture
from vision.read import Reader
from vision.selftest import SelfTest, gathered
from vision.tilesets import StoredSet, TileSetError, TileSets

MOST_PICTURES = 4
"""One for each quarter turn of the camera or of the tiles."""


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="of the tile set: letters, digits, - and _")
    ] = None,
    photos: Annotated[list[Path] | None, typer.Argument(metavar="PHOTO...", help="one to four pictures")] = None,
    form: Annotated[
        Path | None, typer.Option("--print", metavar="FORM.pdf", help="write the form to lay the tiles on")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="of the form; A3 for tiles longer than 32 mm")] = Paper.A4,
    replace: Annotated[bool, typer.Option("--replace", help="a set of this name may be there already")] = False,
    listed: Annotated[bool, typer.Option("--list", help="name the sets that are enrolled")] = False,
    delete: Annotated[bool, typer.Option("--delete", help="forget the set")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="JSON instead of text")] = False,
) -> None:
    """Learn a tile set, so that its tiles are read almost without mistakes.

    Lay one tile of each kind on the printed form (--print), or in four rows without it: characters 1 to 9, dots,
    bamboos, each with its red five last if the set has one, then East South West North white green red. Take one
    picture from above, or up to four with the camera or the tiles turned, and give them here. The set is tested and
    kept under its name for `tablectl read --tile-set NAME` and `[table] tile_set = "NAME"`.
    """
    sets = TileSets.of_user()
    try:
        if listed:
            _list(sets, as_json)
        elif delete:
            sets.delete(_named(name))
        elif form is not None:
            _print(form, Form.on(paper), name)
        else:
            _enrol(sets, _named(name), photos or [], replace, as_json)
    except (EnrolError, ModelError, PictureError, TileSetError) as error:
        fail(str(error))


def _enrol(sets: TileSets, name: str, photos: Sequence[Path], replace: bool, as_json: bool) -> None:
    if not 1 <= len(photos) <= MOST_PICTURES:
        raise TileSetError(f"{len(photos)} pictures are given, expected one to {MOST_PICTURES}: see --help")
    if sets.path(name).exists() and not replace:
        raise TileSetError(f"a tile set {name!r} is enrolled already: take another name, or add --replace")
    classifier = Classifier()
    reader = Reader(classifier=classifier)
    lessons = [_lesson(photo, reader) for photo in photos]
    pictures = [lesson.windows for lesson in lessons]
    learnt = TileSet.learn(classifier, gathered(pictures))
    test = SelfTest.of(classifier, learnt, pictures)
    test.check()
    stored = StoredSet(name, date.today(), tuple(pictures), learnt, classifier.network, test.right)
    sets.save(stored)
    surprises = {face: shown for lesson in lessons for face, shown in lesson.surprises.items()}
    if as_json:
        print(json.dumps({**stored.to_json(), "surprises": surprises, "self_test": test.to_json()}))
        return
    for line in test.lines():
        print(line)
    for face, shown in surprises.items():
        print(f"before, {face} was taken for {shown}")
    if test.weak:
        print(f"weak: {', '.join(face.face for face in test.weak)}; more pictures, the camera turned, help")
    print(f"{name}: {_told(stored)}; kept in {sets.path(name)}")


def _lesson(photo: Path, reader: Reader) -> Lesson:
    try:
        return Lesson.of(open_picture(photo), reader)
    except EnrolError as error:
        raise EnrolError(f"{photo}: {error}") from None


def _print(path: Path, form: Form, name: str | None) -> None:
    try:
        form.save(path)
    except OSError as error:
        raise TileSetError(f"{path}: cannot be written ({error.strerror})") from None
    across, along = form.largest
    print(
        f"{path}: one page {form.paper.value.upper()}, print it at 100 %; its cells take tiles up to {across:.0f} x "
        f"{along:.0f} mm\nlay one tile of each kind on it, then: tablectl enrol {name or 'NAME'} PICTURE"
    )


def _list(sets: TileSets, as_json: bool) -> None:
    classifier = Classifier()
    stored = [sets.load(name, classifier) for name in sets.names()]
    if as_json:
        print(json.dumps([one.to_json() for one in stored]))
    else:
        print("\n".join(f"{one.name}: {_told(one)}" for one in stored) or "no tile set is enrolled yet")


def _told(stored: StoredSet) -> str:
    reds = sum(face[0] == "0" for face in stored.learnt.faces)
    pictures = f"{len(stored.pictures)} picture" + "s" * (len(stored.pictures) > 1)
    return f"{len(stored.learnt.faces)} faces, {reds} red fives, from {pictures} of {stored.enrolled}"


def _named(name: str | None) -> str:
    if name is None:
        raise TileSetError("name the tile set: tablectl enrol NAME PHOTO...")
    return name
