"""Settings of one table: `table.toml` -> `TableConfig`. Every setting has a default, so no file is needed.

`[layout]` is read by `read_section` into the dataclass that owns it, `[rules]` by `tablectl.rulefile`, so that each
setting stands in one place only.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from tablectl.rulefile import Lines, RuleFileError, rules_of_table
from tablectl.rules.ruleset import Ruleset
from tablectl.table import SURE
from tablectl.toml_lines import key_lines

T = TypeVar("T")


class ConfigError(ValueError):
    """A setting is wrong; the message names file, key and what is allowed."""


def _within(key: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise ValueError(f"{key} = {value}: expected {low} to {high}")


@dataclass(frozen=True, slots=True)
class TableSettings:
    """`[table]`: who plays, who deals first (0 bottom, 1 right, 2 top, 3 left), where the record is kept.

    `tile_set`: the set that lies on the table, as named by `tablectl enrol`; empty for one that was not learnt.
    """

    names: tuple[str, str, str, str] = ("Bottom", "Right", "Top", "Left")
    first_dealer: Literal[0, 1, 2, 3] = 0
    database: str = "tablectl.sqlite"
    tile_set: str = ""


@dataclass(frozen=True, slots=True)
class PageSettings:
    """`[page]`: where the page is served; on another host than localhost it can be read but not pressed."""

    host: str = "127.0.0.1"
    port: int = 8136

    def __post_init__(self) -> None:
        _within("port", self.port, 1, 65535)


@dataclass(frozen=True, slots=True)
class ConfidenceSettings:
    """`[confidence]`: probabilities from 0 to 1.

    `face`: below it a tile's face is unknown and asked for. `tile`: below it a spot is no tile at all.
    """

    face: float = SURE
    tile: float = 0.5

    def __post_init__(self) -> None:
        _within("face", self.face, 0, 1)
        _within("tile", self.tile, 0, 1)


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """`[camera]`: where pictures come from.

    `simulated`: a game drawn by the program; `camera`: the video device `device`, a number or a path such as
    `/dev/v4l/by-id/...`; `picamera`: Raspberry Pi camera number `device`; `images` and `video`: the folder or file
    `path`; `none`: page and buttons only. `rate`: pictures a second (a video has its own). `hold`: exposure and white
    balance stay as found in the first seconds. `distance`: metres from a lens focused by the program to the table.
    `mains`: frequency of the grid that feeds the lamps, hertz. `calibration`: the file in which `tablectl calibrate`
    keeps where the camera is; `lens`: the name of its measured lens, which lies in the folder `lenses` beside it.
    """

    source: Literal["simulated", "camera", "picamera", "images", "video", "none"] = "simulated"
    device: int | str = 0
    path: str = ""
    width: int = 1920
    height: int = 1080
    rate: float = 10.0
    hold: bool = True
    distance: float = 0.8
    mains: Literal[50, 60] = 50
    calibration: str = "calibration.json"
    lens: str = ""

    @property
    def flicker(self) -> int:
        """Microseconds between two flashes of a lamp: it is bright twice a period of the grid."""
        return round(1e6 / (2 * self.mains))

    def __post_init__(self) -> None:
        if isinstance(self.device, int):
            _within("device", self.device, 0, 99)
        _within("width", self.width, 320, 8192)
        _within("height", self.height, 240, 8192)
        _within("rate", self.rate, 0.1, 120)
        _within("distance", self.distance, 0.1, 10)
        if self.source in ("images", "video") and not self.path:
            raise ValueError(f"path: source = {self.source!r} needs the path of the {self.source}")


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """`[dice]`: who throws, whether the camera reads the throw that breaks the wall, and where the dice lie.

    `roller`: `hand`: players; `board`: the motor of `[board]`; `cryptographic`: nobody, the program draws numbers;
    `simulated`: dice are drawn. `log`: the file in which every roll of it is kept. `camera`: off unless asked for; what
    a person or a roller tells always counts before it. `bowl`: x, y and radius of a bowl in the console, millimetres
    from the table's middle (x to the right, y away from seat 0); without it the dice are thrown in the middle.
    """

    roller: Literal["hand", "board", "cryptographic", "simulated"] = "hand"
    log: str = "dice.jsonl"
    camera: bool = False
    bowl: tuple[float, float, float] | None = None

    def __post_init__(self) -> None:
        if self.bowl is not None:
            for name, value in zip(("x", "y"), self.bowl[:2], strict=True):
                _within(f"bowl: {name}", value, -1000, 1000)
            _within("bowl: radius", self.bowl[2], 30, 150)


@dataclass(frozen=True, slots=True)
class SimulateSettings:
    """`[simulate]`: the simulated table.

    `seed`: the game that is dealt; `art`: the tile set drawn; `look`: cloth, light, camera and how the tiles lie;
    `pace`: how many times faster than real players; `enrol`: the tile set is learnt from one picture before the game.
    `light`: the look's own, or an even day, one hard lamp, a dim evening; `nudge`: somebody knocks against the camera
    once a game; `trouble`: what goes wrong with devices goes wrong here, see `hardware.trouble`.
    """

    seed: int = 1
    art: str = "table"
    look: int = 0
    pace: float = 1.0
    enrol: bool = True
    light: Literal["own", "daylight", "lamp", "evening"] = "own"
    nudge: bool = False
    trouble: bool = False

    def __post_init__(self) -> None:
        _within("pace", self.pace, 0.01, 1000)


@dataclass(frozen=True, slots=True)
class RecordSettings:
    """`[record]`: pictures around changes and what was believed of them, kept in a folder; off unless asked for.

    `folder`: where each run makes a folder of its own; `pictures`: `png` loses nothing and takes several times the
    space; `quality`: of JPEG, 1 to 100. `most_gb`: the oldest recordings make room beyond it; `days`: older ones are
    deleted when the next begins; `least_free_gb`: with less space left on the disk recording pauses.
    """

    on: bool = False
    folder: str = "recordings"
    pictures: Literal["jpeg", "png"] = "jpeg"
    quality: int = 92
    most_gb: float = 4.0
    days: float = 30.0
    least_free_gb: float = 1.0

    def __post_init__(self) -> None:
        _within("quality", self.quality, 1, 100)
        _within("most_gb", self.most_gb, 0.001, 100_000)
        _within("days", self.days, 0.01, 100_000)
        _within("least_free_gb", self.least_free_gb, 0, 100_000)


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """`[backup]`: whole copies of the record, made at the end of each game and every so many `hands`.

    `folder`: where they lie, seen from the record's own folder, best on another disk; `keep`: how many, the oldest go
    first.
    """

    on: bool = True
    folder: str = "backups"
    hands: int = 4
    keep: int = 10

    def __post_init__(self) -> None:
        _within("hands", self.hands, 1, 1000)
        _within("keep", self.keep, 1, 10_000)


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """`[board]`: what has lamps and buttons at the seats.

    `none`: the page alone; `simulated`: a board played by the program; `serial`: the board on the serial device `port`
    such as `/dev/serial/by-id/...`; `panel`: four buttons and four lamps on the pins of a Raspberry Pi, see `[pins]`.
    """

    kind: Literal["none", "simulated", "serial", "panel"] = "none"
    port: str = ""

    def __post_init__(self) -> None:
        if self.kind == "serial" and not self.port:
            raise ValueError("port: kind = 'serial' needs the device, such as '/dev/serial/by-id/usb-...'")


@dataclass(frozen=True, slots=True)
class PinSettings:
    """`[pins]`: pins of a Raspberry Pi by their BCM numbers.

    `factory`: the library that drives them. `buttons` and `lamps`: of the seats 0 to 3, for `[board] kind = "panel"`.
    With any board, and only if named: `shutdown`, a button; `status`, a lamp; `arm`, the line to the dice motor.
    """

    factory: Literal["lgpio", "rpigpio"] = "lgpio"
    buttons: tuple[int, int, int, int] = (5, 6, 13, 19)
    lamps: tuple[int, int, int, int] = (12, 16, 20, 21)
    shutdown: int | None = None
    status: int | None = None
    arm: int | None = None

    @property
    def case(self) -> bool:
        """Whether the case has anything to serve."""
        return self.shutdown is not None or self.status is not None

    def __post_init__(self) -> None:
        for key, pin in self._named(panel=True):
            _within(key, pin, 0, 27)

    def check(self, panel: bool) -> None:
        """Each pin has one use; those of buttons and lamps are used by a panel only. Raises `ValueError`."""
        used: dict[int, str] = {}
        for key, pin in self._named(panel):
            if pin in used:
                raise ValueError(f"[pins] {key}: pin {pin} is already one of {used[pin]}")
            used[pin] = key

    def _named(self, panel: bool) -> Iterator[tuple[str, int]]:
        """Key and number of each pin."""
        for key in ("buttons", "lamps") if panel else ():
            yield from ((key, pin) for pin in getattr(self, key))
        for key in ("shutdown", "status", "arm"):
            if (pin := getattr(self, key)) is not None:
                yield key, pin


@dataclass(frozen=True, slots=True)
class TableConfig:
    """All settings. `rules`: the preset or rule file, and what differs; `layout`: the sizes that differ (mm)."""

    table: TableSettings = TableSettings()
    page: PageSettings = PageSettings()
    confidence: ConfidenceSettings = ConfidenceSettings()
    camera: CameraSettings = CameraSettings()
    dice: DiceSettings = DiceSettings()
    simulate: SimulateSettings = SimulateSettings()
    record: RecordSettings = RecordSettings()
    backup: BackupSettings = BackupSettings()
    board: BoardSettings = BoardSettings()
    pins: PinSettings = PinSettings()
    rules: Mapping[str, Any] = field(default_factory=dict)
    layout: Mapping[str, Any] = field(default_factory=dict)
    origin: str = "built-in defaults"
    """The file these settings were read from."""
    lines: Lines = field(default_factory=dict)
    """Where each key stands in it."""

    def __post_init__(self) -> None:
        self.pins.check(panel=self.board.kind == "panel")

    def ruleset(self) -> Ruleset:
        """The rules that `[rules] preset` names (a preset or a rule file), other keys changed. Raises `ConfigError`."""
        try:
            return rules_of_table(self.rules, self.origin, self.lines)
        except RuleFileError as error:
            raise ConfigError(str(error)) from None

    def sizes(self, default: T) -> T:
        """The layout `default` with the keys of `[layout]` changed. Raises `ConfigError`."""
        return read_section(default, self.layout, self.origin, "layout")


def load(path: Path | None) -> TableConfig:
    """Read a file, or the defaults for None. Raises `ConfigError` naming file, key and what is allowed."""
    if path is None:
        return TableConfig()
    try:
        return parse(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not a UTF-8 text file") from None


def parse(text: str, origin: str) -> TableConfig:
    """Read TOML text; `origin` names it in errors. Raises `ConfigError`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{origin}: not valid TOML: {error}") from None
    default = TableConfig()
    sections = [item.name for item in dataclasses.fields(TableConfig) if item.name not in ("origin", "lines")]
    values: dict[str, Any] = {"origin": origin, "lines": key_lines(text)}
    for name, section in data.items():
        if name not in sections:
            raise ConfigError(f"{origin}: unknown section [{name}]: expected one of {', '.join(sections)}")
        if not isinstance(section, dict):
            raise ConfigError(f"{origin}: {name} = {section!r}: expected a section [{name}]")
        own = getattr(default, name)
        values[name] = section if isinstance(own, Mapping) else read_section(own, section, origin, name)
    try:
        return TableConfig(**values)
    except ValueError as error:
        raise ConfigError(f"{origin}: {error}") from None


def read_section(default: T, values: Mapping[str, Any], origin: str, section: str) -> T:
    """A copy of the dataclass value `default` with the fields of one TOML section changed.

    Raises `ConfigError` for an unknown key, a value of the wrong type or outside the allowed ones, and for whatever
    the dataclass itself refuses.
    """
    hints = get_type_hints(type(default))
    known = [item.name for item in dataclasses.fields(default)]  # type: ignore[arg-type]
    changes: dict[str, Any] = {}
    for key, value in values.items():
        if key not in known:
            raise ConfigError(f"{origin}: [{section}] {key}: unknown key; expected one of {', '.join(known)}")
        try:
            changes[key] = _convert(value, hints[key])
        except _Unfit:
            allowed = _describe(hints[key])
            raise ConfigError(f"{origin}: [{section}] {key} = {value!r}: expected {allowed}") from None
    try:
        return dataclasses.replace(default, **changes)  # type: ignore[type-var]
    except ValueError as error:
        raise ConfigError(f"{origin}: [{section}] {error}") from None


class _Unfit(Exception):
    """The value does not fit the type."""


def _convert(value: Any, hint: Any) -> Any:
    """The TOML value as the annotated type: scalars, Literal, Enum (by value), tuples, unions. Raises `_Unfit`."""
    if get_origin(hint) is Literal:
        for allowed in get_args(hint):
            if type(value) is type(allowed) and value == allowed:
                return value
    elif get_origin(hint) in (Union, UnionType):
        for option in get_args(hint):
            try:
                return _convert(value, option)
            except _Unfit:
                continue
    elif get_origin(hint) is tuple:
        kinds = get_args(hint)
        if isinstance(value, list):
            kinds = kinds[:1] * len(value) if kinds[-1] is Ellipsis else kinds
            if len(kinds) == len(value):
                return tuple(_convert(item, kind) for item, kind in zip(value, kinds, strict=True))
    elif isinstance(hint, type) and issubclass(hint, Enum):
        for member in hint:
            if type(value) is type(member.value) and member.value == value:
                return member
    elif hint is float and type(value) in (int, float):
        return float(value)
    elif type(value) is hint:
        return value
    raise _Unfit


def _describe(hint: Any) -> str:
    """What a type allows, in words."""
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(repr(value) for value in get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(_describe(option) for option in get_args(hint) if option is not NoneType)
    if get_origin(hint) is tuple:
        kinds = get_args(hint)
        if kinds[-1] is Ellipsis:
            return f"a list, each {_describe(kinds[0])}"
        return f"a list of {len(kinds)}: " + ", ".join(_describe(kind) for kind in kinds)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "one of " + ", ".join(repr(member.value) for member in hint)
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    return names.get(hint, str(hint))
