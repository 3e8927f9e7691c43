"""table.toml: defaults without a file, errors that name file, key and what is allowed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import pytest

from tablectl.config import ConfigError, TableConfig, load, parse, read_section
from tablectl.rules.ruleset import TENHOU


def test_no_file_is_needed() -> None:
    config = load(None)
    assert config == TableConfig()
    assert (config.page.host, config.page.port) == ("127.0.0.1", 8136)
    assert config.camera.source == "simulated"


def test_a_file_changes_only_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        '[table]\nnames = ["Ann", "Bo", "Cy", "Di"]\n[page]\nport = 9000\n'
        '[camera]\nsource = "images"\npath = "frames"\n'
        "[simulate]\npace = 4\n[rules]\nkuitan = false\n"
    )
    config = load(path)
    assert config.table.names == ("Ann", "Bo", "Cy", "Di")
    assert config.page.port == 9000 and config.page.host == "127.0.0.1"
    assert (config.camera.source, config.camera.path) == ("images", "frames")
    assert config.simulate.pace == 4.0
    assert config.rules == {"kuitan": False}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[tabel]", ["unknown section [tabel]", "table, page, confidence"]),
        ("page = 3", ["page = 3", "section [page]"]),
        ("[page]\nprot = 1", ["[page] prot", "host, port"]),
        ('[page]\nport = "x"', ["[page] port = 'x'", "a whole number"]),
        ("[page]\nport = true", ["[page] port = True", "a whole number"]),
        ("[page]\nport = 70000", ["[page] port = 70000", "1 to 65535"]),
        ('[camera]\nsource = "webcam"', ["[camera] source = 'webcam'", "'simulated', 'camera', 'picamera'"]),
        ('[camera]\nsource = "video"', ["[camera] path", "needs the path of the video"]),
        ('[table]\nnames = ["a", "b"]', ["[table] names", "a list of 4: a text"]),
        ("[table]\nfirst_dealer = 4", ["[table] first_dealer = 4", "one of 0, 1, 2, 3"]),
        ("[confidence]\nface = 2.0", ["[confidence] face = 2.0", "0 to 1"]),
        ("[page\n", ["not valid TOML"]),
    ],
)
def test_an_error_names_file_key_and_what_is_allowed(text: str, words: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(text, "my/table.toml")
    for word in ["my/table.toml", *words]:
        assert word in str(caught.value)


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"absent\.toml: cannot be read"):
        load(tmp_path / "absent.toml")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9")
    with pytest.raises(ConfigError, match=r"latin\.toml: not a UTF-8 text file"):
        load(tmp_path / "latin.toml")


class Timing(Enum):
    NOW = "at_once"
    LATER = "after_discard"


@dataclass(frozen=True)
class Rules:
    timing: Timing = Timing.NOW
    uma: tuple[int, int, int, int] = (20, 10, -10, -20)
    limit: int | None = None
    names: tuple[str, ...] = ()


def test_sections_are_read_into_the_dataclass_that_owns_them() -> None:
    config = parse('[rules]\npreset = "house"\ntiming = "after_discard"\numa = [30, 10, -10, -30]\nnames = ["a"]', "t")
    rules = config.ruleset({"plain": Rules(), "house": Rules(limit=7)})
    assert rules == Rules(Timing.LATER, (30, 10, -10, -30), 7, ("a",))
    assert parse("", "t").ruleset({"plain": Rules(limit=1), "house": Rules()}) == Rules(limit=1)
    with pytest.raises(ConfigError, match=r"t: \[rules\] preset = 'x': expected one of plain"):
        parse('[rules]\npreset = "x"', "t").ruleset({"plain": Rules()})
    for values, allowed in (
        ({"timing": "soon"}, "one of 'at_once', 'after_discard'"),
        ({"limit": "many"}, "a whole number"),
        ({"names": [1]}, "a list, each a text"),
    ):
        with pytest.raises(ConfigError, match=allowed):
            read_section(Rules(), values, "t", "rules")


def test_layout_sizes_are_read_like_any_section() -> None:
    @dataclass(frozen=True)
    class Sizes:
        tile_length: float = 26.0

    assert parse("[layout]\ntile_length = 30", "t").sizes(Sizes()) == Sizes(30.0)
    with pytest.raises(ConfigError, match="tile_lenght: unknown key; expected one of tile_length"):
        parse("[layout]\ntile_lenght = 30", "t").sizes(Sizes())


def test_rules_of_the_table_are_checked_against_what_each_allows() -> None:
    rules = parse('[rules]\npreset = "tenhou"\nkuitan = false\nlength = "tonpuu"\nred_fives = [0, 0, 0]', "t")
    assert rules.ruleset({"tenhou": TENHOU}) == replace(TENHOU, kuitan=False, length="tonpuu", red_fives=(0, 0, 0))
    with pytest.raises(
        ConfigError, match=r"t: \[rules\] kuikae = 'yes': expected one of 'forbidden', 'same_tile', 'allowed'"
    ):
        parse('[rules]\nkuikae = "yes"', "t").ruleset({"tenhou": TENHOU})
