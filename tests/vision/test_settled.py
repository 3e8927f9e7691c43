"""Which tiles of a recorded picture are confirmed: by the game that was settled, the rules, or a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tablectl.rules.event import Called, Discarded, Drawn, Event, Fouled, GameStarted, HandEnded, HandStarted, Won
from tablectl.rules.meld import Meld
from tablectl.rules.ruleset import TENHOU
from tablectl.rules.seat import Seat
from tablectl.rules.tile import Tile
from tablectl.store import Row, Source
from tablectl.table import Area, SeenTile, Zone
from vision.classes import BACK
from vision.recording import LaidTile, Moment, Picture, Recording, Sight
from vision.settled import Confirmed, Label, labels

S0, S1, S2 = Seat.S0, Seat.S1, Seat.S2
START: tuple[Event, ...] = (GameStarted(), HandStarted(Tile.parse("9m"), (3, 4)))
END: tuple[Event, ...] = (Fouled(S2), HandEnded())
"""A hand that is settled at once, whatever lies there."""


def discard(seat: Seat, name: str) -> tuple[Event, ...]:
    return Drawn(seat), Discarded(seat, Tile.parse(name))


def rows(*events: Event, by: Source = Source.CAMERA) -> tuple[Row, ...]:
    return tuple(Row(seq, 1, event, by, 0.0, float(seq)) for seq, event in enumerate(events, 1))


def seen(*names: str | None, **how: bool) -> tuple[LaidTile, ...]:
    """Tiles as read; None for a face that is not sure."""
    return tuple(LaidTile(SeenTile(None if name is None else Tile.parse(name), 0.8, **how), None) for name in names)


def sight(row: int, zones: dict[str, tuple[LaidTile, ...]], stale: Sequence[Zone] = ()) -> Sight:
    return Sight(Picture(None, row, float(row), Moment.SETTLED), zones, frozenset(stale), 1, row)


def found(standing: tuple[Row, ...], *sights: Sight) -> list[Label]:
    begun = Recording(Path("nowhere"), {}, TENHOU, sights=sights, games={1: standing})
    return list(labels(begun))


def told(standing: tuple[Row, ...], *sights: Sight) -> list[tuple[str, str, Confirmed]]:
    return [(label.zone, label.name, label.confirmed) for label in found(standing, *sights)]


PLAYED = rows(*START, *discard(S0, "1m"), *discard(S1, "2p"), *END)


def test_what_was_read_and_played_is_confirmed() -> None:
    table = {"0 river": seen("1m"), "1 river": seen("2p"), "dora": seen("9m")}
    assert told(PLAYED, sight(6, table)) == [
        ("0 river", "1m", Confirmed.READING),
        ("1 river", "2p", Confirmed.READING),
        ("dora", "9m", Confirmed.READING),
    ]


def test_a_picture_is_compared_with_the_game_as_it_was_then() -> None:
    assert told(PLAYED, sight(4, {"0 river": seen("1m"), "1 river": ()})) == [("0 river", "1m", Confirmed.READING)]
    # The discard lies there but was recorded only later.
    assert told(PLAYED, sight(4, {"1 river": seen("2p")})) == []
    assert told(PLAYED, sight(1, {"0 river": seen("1m")})) == [], "before the hand"
    assert told(PLAYED, sight(8, {"0 river": seen("1m")})) == [], "the tiles are pushed together"


def test_a_hand_that_was_not_settled_confirms_nothing() -> None:
    assert told(PLAYED[:6], sight(6, {"0 river": seen("1m")})) == []


def test_a_row_that_the_rules_refuse_spoils_its_hand() -> None:
    broken = rows(*START, *discard(S0, "1m"), Discarded(S0, Tile.parse("2m")), *END)
    assert told(broken, sight(4, {"0 river": seen("1m")})) == []


def test_a_zone_not_at_rest_or_lying_otherwise_confirms_nothing() -> None:
    table = {"0 river": seen("1m")}
    assert told(PLAYED, sight(6, table, [(S0, Area.RIVER)])) == []
    assert told(PLAYED, sight(6, table, [(S1, Area.RIVER)])) == [("0 river", "1m", Confirmed.READING)]
    assert told(PLAYED, sight(6, {"0 river": seen("1m", sideways=True)})) == []
    assert told(PLAYED, sight(6, {"dora": seen("9m")}, [(S2, Area.WALL)])) == []


def test_a_tile_read_unsurely_is_named_by_the_rules_one_read_otherwise_is_left_out() -> None:
    assert told(PLAYED, sight(6, {"0 river": seen(None)})) == [("0 river", "1m", Confirmed.LEGALITY)]
    assert told(PLAYED, sight(6, {"0 river": seen("7m")})) == []


def test_a_person_has_the_last_word() -> None:
    mended = tuple(replace(row, source=Source.PAGE) if row.seq == 4 else row for row in PLAYED)
    assert told(mended, sight(6, {"0 river": seen("7m")})) == [("0 river", "1m", Confirmed.PERSON)]


def test_a_row_put_in_later_belongs_where_it_stands() -> None:
    first, *rest = rows(*START, *discard(S0, "1m"), *discard(S1, "2p"), *END)
    # Seat 0 and its discard were told only when the game was over.
    late = (replace(row, seq=row.seq + 90) if row.seq in (3, 4) else row for row in rest)
    table = {"0 river": seen("1m"), "1 river": seen("2p")}
    assert [name for _, name, _ in told((first, *late), sight(6, table))] == ["1m", "2p"]


def test_a_called_tile_leaves_its_river_and_a_meld_may_lie_in_any_order() -> None:
    chi = Called(S1, Meld.parse("chi:23m+1m<0"))
    standing = rows(*START, *discard(S0, "1m"), chi, Discarded(S1, Tile.parse("9p")), *END)
    meld = (*seen("2m", "3m"), *seen("1m", sideways=True))
    assert told(standing, sight(6, {"0 river": (), "1 melds": meld, "1 river": seen("9p")})) == [
        ("1 melds", "2m", Confirmed.READING),
        ("1 melds", "3m", Confirmed.READING),
        ("1 melds", "1m", Confirmed.READING),
        ("1 river", "9p", Confirmed.READING),
    ]


def test_a_closed_kan_shows_two_backs() -> None:
    standing = rows(*START, Drawn(S0), Called(S0, Meld.parse("ankan:1111z")), *END)
    back = (LaidTile(SeenTile(None, 0.9, face_down=True), None),)
    assert [name for _, name, _ in told(standing, sight(4, {"0 melds": (*back, *seen("1z", "1z"), *back)}))] == [
        BACK,
        "1z",
        "1z",
        BACK,
    ]


def test_a_hand_laid_open_is_confirmed_when_all_its_tiles_were_read() -> None:
    names = ["2m", "3m", "4m", "5m", "6m", "7m", "3p", "4p", "5s", "5s", "6s", "7s", "8s"]
    won = Won(S2, S0, Tile.parse("0p"), tuple(Tile.parse(name) for name in names))
    standing = rows(*START, *discard(S0, "0p"), won, HandEnded())
    turned = [*reversed(names)]
    assert [name for _, name, _ in told(standing, sight(5, {"2 hand": seen(*turned)}))] == turned
    assert told(standing, sight(5, {"2 hand": seen(*names[:-1])})) == []
    assert told(standing, sight(5, {"2 hand": seen(*names[:-1], None)})) == []
    assert told(standing, sight(4, {"2 hand": seen(*names)})) == [], "not laid open yet"


def test_the_same_tile_is_known_again() -> None:
    first, second = (found(PLAYED, sight(row, {"0 river": seen("1m")}))[0].tile for row in (4, 6))
    assert first == second == (4, 0)
