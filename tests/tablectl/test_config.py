"""table.toml: defaults without a file, errors that name file, key and what is allowed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import pytest

from tablectl.config import ConfigError, TableConfig, load, parse, read_section
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.worth import han


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
        ("[dice]\ncamera = 1", ["[dice] camera = 1", "true or false"]),
        ("[dice]\nbowl = [1, 2]", ["[dice] bowl = [1, 2]", "a list of 3: a number"]),
        ("[dice]\nbowl = [0, 0, 10]", ["[dice] bowl: radius = 10", "30 to 150"]),
        ("[dice]\nbowl = [0, 2000, 40]", ["[dice] bowl: y = 2000", "-1000 to 1000"]),
        ("[confidence]\nface = 2.0", ["[confidence] face = 2.0", "0 to 1"]),
        ('[board]\nkind = "arduino"', ["[board] kind = 'arduino'", "one of 'none', 'simulated', 'serial', 'panel'"]),
        ('[board]\nkind = "serial"', ["[board] port: kind = 'serial' needs the device, such as '/dev/serial/by-id"]),
        ("[pins]\nbuttons = [5, 6, 13]", ["[pins] buttons = [5, 6, 13]", "a list of 4: a whole number"]),
        ("[pins]\nstatus = 40", ["[pins] status = 40: expected 0 to 27"]),
        ('[board]\nkind = "panel"\n[pins]\nstatus = 13', ["[pins] status: pin 13 is already one of buttons"]),
        ('[board]\nkind = "panel"\n[pins]\nlamps = [12, 16, 20, 12]', ["[pins] lamps: pin 12 is already one of lamps"]),
        ("[pins]\nstatus = 23\narm = 23", ["[pins] arm: pin 23 is already one of status"]),
        ("[page\n", ["not valid TOML"]),
    ],
)
def test_an_error_names_file_key_and_what_is_allowed(text: str, words: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(text, "my/table.toml")
    for word in ["my/table.toml", *words]:
        assert word in str(caught.value)


def test_pins_of_a_panel_are_free_without_one() -> None:
    pins = parse('[board]\nkind = "serial"\nport = "/dev/ttyUSB0"\n[pins]\nstatus = 13\narm = 20', "my/table.toml").pins
    assert (pins.status, pins.arm) == (13, 20)


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
class Sizes:
    timing: Timing = Timing.NOW
    corners: tuple[int, int, int, int] = (20, 10, -10, -20)
    limit: int | None = None
    names: tuple[str, ...] = ()


def test_sections_are_read_into_the_dataclass_that_owns_them() -> None:
    values = {"timing": "after_discard", "corners": [30, 10, -10, -30], "names": ["a"]}
    assert read_section(Sizes(limit=7), values, "t", "layout") == Sizes(Timing.LATER, (30, 10, -10, -30), 7, ("a",))
    for wrong, allowed in (
        ({"timing": "soon"}, "one of 'at_once', 'after_discard'"),
        ({"limit": "many"}, "a whole number"),
        ({"names": [1]}, "a list, each a text"),
    ):
        with pytest.raises(ConfigError, match=allowed):
            read_section(Sizes(), wrong, "t", "layout")


def test_layout_sizes_are_read_like_any_section() -> None:
    @dataclass(frozen=True)
    class Tile:
        tile_length: float = 26.0

    assert parse("[layout]\ntile_length = 30", "t").sizes(Tile()) == Tile(30.0)
    with pytest.raises(ConfigError, match="tile_lenght: unknown key; expected one of tile_length"):
        parse("[layout]\ntile_lenght = 30", "t").sizes(Tile())


def test_rules_start_from_a_preset_or_a_file_beside_the_settings(tmp_path: Path) -> None:
    assert parse("", "t").ruleset() == TENHOU
    rules = parse('[rules]\npreset = "tenhou"\nkuitan = false\nred_fives = {}\nyaku.toitoi = 3', "t").ruleset()
    assert rules == replace(TENHOU, kuitan=False, red_fives=(0, 0, 0), yaku=(("toitoi", han(3)),))
    (tmp_path / "house.toml").write_text("[rules]\nstart = 20000\n")
    (tmp_path / "table.toml").write_text('[rules]\npreset = "house.toml"\nkuitan = false\n')
    assert load(tmp_path / "table.toml").ruleset() == replace(TENHOU, start=20000, kuitan=False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kuikae = 'yes'", "t:2: kuikae: 'yes': expected forbidden, same_tile or allowed"),
        ("\nkuitann = true", "t:3: kuitann: no rule has this name; did you mean kuitan"),
        ("west_entry = false", "t:2: west_entry = false, sudden_death = renchan_first: "),
        ("preset = 'nobody'", "t:2: preset = 'nobody': expected a file *.toml or one of classic"),
        ("preset = 'absent.toml'", "absent.toml: cannot be read"),
    ],
)
def test_wrong_rules_are_told_with_their_line(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(f"[rules]\n{text}", "t").ruleset()
    assert str(caught.value).startswith(message)
