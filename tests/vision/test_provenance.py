"""Each network has a card, and the card names what it learned from: all of it, and nothing else."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from vision.bundle import Licence
from vision.models import MODELS
from vision.render.fonts import FONTS
from vision.train.provenance import FREE, listed, table
from vision.train.sources import ART, PHOTOS

CARDS: dict[str, dict[str, Any]] = json.loads((MODELS / "models.json").read_text(encoding="utf-8"))


def given(model: str) -> dict[str, str]:
    """The bundles a network was trained on, with their licences; most are trained on none."""
    bundles: dict[str, str] = CARDS[model].get("bundles", {})
    return bundles


def _section(model: str, title: str) -> str:
    card = (MODELS / f"{model}.md").read_text(encoding="utf-8")
    assert f"## {title}\n" in card
    return card.split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_model_file_has_an_entry_and_a_card() -> None:
    files = {path.name for path in MODELS.glob("*.onnx")}
    assert files == {card["file"] for card in CARDS.values()}
    assert {path.stem for path in MODELS.glob("*.md")} == CARDS.keys()


def test_model_files_are_small_together() -> None:
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) <= 2_000_000


@pytest.mark.parametrize("model", sorted(CARDS))
def test_card_names_no_source_outside_the_list(model: str) -> None:
    known = {font.package.removeprefix("fonts-") for font in FONTS} | ART.keys() | PHOTOS.keys() | given(model).keys()
    rows = [line for line in _section(model, "Sources").splitlines() if line.startswith("| ")][2:]
    named = {name for row in rows for name in re.findall(r"(?:fonts-|@fontsource/|[`])([a-z0-9-]+)(?=[`, |])", row)}
    assert named
    assert named <= known
    assert {row.split("|")[2].strip() for row in rows} <= set(FREE)


@pytest.mark.parametrize("model", sorted(CARDS))
def test_card_lists_all_it_learned_from(model: str) -> None:
    shown = [line for line in _section(model, "Sources").splitlines() if line.startswith("|")]
    assert shown == table(model, CARDS[model]["without"], given(model)).splitlines()


@pytest.mark.parametrize("model", sorted(CARDS))
def test_every_source_is_free(model: str) -> None:
    assert {source.licence for source in listed(model, bundles=given(model))} <= set(FREE)


def test_a_bundle_that_was_trained_on_is_listed_with_its_licence() -> None:
    bundles = {"ab" * 32: "CC BY 4.0", "cd" * 32: "CC0 1.0"}
    plain, more = listed("classifier"), listed("classifier", bundles=bundles)
    assert [(source.name, source.licence) for source in more[: len(plain)]] == [
        (source.name, source.licence) for source in plain
    ]
    for source, (digest, licence) in zip(more[len(plain) :], bundles.items(), strict=True):
        assert f"`{digest}`" in source.name and source.licence == licence


@pytest.mark.parametrize("licence", Licence)
def test_what_is_given_may_be_trained_on(licence: Licence) -> None:
    assert licence.title in FREE


@pytest.mark.parametrize("model", sorted(CARDS))
def test_what_was_left_out_is_said(model: str) -> None:
    assert set(CARDS[model]["without"]) <= PHOTOS.keys()
    for name in CARDS[model]["without"]:
        assert f"`{name}`" in _section(model, "Held out")
        assert all(f"`{name}`" not in source.name for source in listed(model, CARDS[model]["without"]))
