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


def sight(zones: dict[str, tuple[LaidTile, ...]], stale: Sequence[Zone] = (), hand: int = 1) -> Sight:
    return Sight(Picture(None, 7, 0.7, Moment.SETTLED), zones, frozenset(stale), 1, hand)


def found(standing: tuple[Row, ...], *sights: Sight) -> list[Label]:
    begun = Recording(Path("nowhere"), {}, TENHOU, sights=sights, games={1: standing})
    return list(labels(begun))


def told(standing: tuple[Row, ...], *sights: Sight) -> list[tuple[str, str, Confirmed]]:
    return [(label.zone, label.name, label.confirmed) for label in found(standing, *sights)]


PLAYED = rows(*START, *discard(S0, "1m"), *discard(S1, "2p"), *END)


def test_what_was_read_and_played_is_confirmed() -> None:
    table = {"0 river": seen("1m"), "1 river": seen("2p"), "dora": seen("9m")}
    assert told(PLAYED, sight(table)) == [
        ("0 river", "1m", Confirmed.READING),
        ("1 river", "2p", Confirmed.READING),
        ("dora", "9m", Confirmed.READING),
    ]


def test_a_picture_is_compared_with_the_time_at_which_the_table_lay_so() -> None:
    assert told(PLAYED, sight({"0 river": seen("1m"), "1 river": ()})) == [("0 river", "1m", Confirmed.READING)]
    assert told(PLAYED, sight({"0 river": (), "1 river": seen("2p")})) == [], "it never lay so"
    assert told(PLAYED, sight({"0 river": seen("1m")}, hand=0)) == [], "before the hand"
    assert told(PLAYED, sight({"0 river": seen("1m")}, hand=2)) == [], "in another hand"


def test_a_table_that_is_read_quite_otherwise_is_another_one() -> None:
    mended = tuple(replace(row, source=Source.PAGE) for row in PLAYED)
    assert told(mended, sight({"0 river": seen("3s"), "1 river": seen("4z"), "dora": seen("9m")})) == []


def test_a_hand_that_was_not_settled_confirms_nothing() -> None:
    assert told(PLAYED[:6], sight({"0 river": seen("1m")})) == []


def test_a_row_that_the_rules_refuse_spoils_its_hand() -> None:
    broken = rows(*START, *discard(S0, "1m"), Discarded(S0, Tile.parse("2m")), *END)
    assert told(broken, sight({"0 river": seen("1m")})) == []


def test_a_zone_not_at_rest_or_lying_otherwise_confirms_nothing() -> None:
    table = {"0 river": seen("1m")}
    assert told(PLAYED, sight(table, [(S0, Area.RIVER)])) == []
    assert told(PLAYED, sight(table, [(S1, Area.RIVER)])) == [("0 river", "1m", Confirmed.READING)]
    assert told(PLAYED, sight({"0 river": seen("1m", sideways=True)})) == []
    assert told(PLAYED, sight({"dora": seen("9m")}, [(S2, Area.WALL)])) == []


def test_a_tile_read_unsurely_is_named_by_the_rules_one_read_otherwise_is_left_out() -> None:
    assert told(PLAYED, sight({"0 river": seen(None)})) == [("0 river", "1m", Confirmed.LEGALITY)]
    assert told(PLAYED, sight({"0 river": seen("7m")})) == []


def test_a_person_has_the_last_word() -> None:
    longer = rows(*START, *discard(S0, "1m"), *discard(S1, "2p"), *discard(S2, "8s"), *END)
    mended = tuple(replace(row, source=Source.PAGE) if row.seq == 4 else row for row in longer)
    table = {"0 river": seen("7m"), "1 river": seen("2p"), "2 river": seen("8s"), "dora": seen("9m")}
    assert told(mended, sight(table))[0] == ("0 river", "1m", Confirmed.PERSON)
    assert [zone for zone, _, _ in told(longer, sight(table))] == ["1 river", "2 river", "dora"]


def test_a_hand_told_anew_by_a_person_names_what_was_seen_in_it() -> None:
    anew = tuple(replace(row, seq=row.seq + 90, source=Source.REFEREE) for row in PLAYED)
    table = {"0 river": seen("1m"), "1 river": seen("2p"), "dora": seen("7m"), "2 river": (), "3 melds": ()}
    table |= {"0 melds": (), "ura": (), "1 hand": ()}
    mended = told(anew, sight(table))
    assert mended == []  # one of three is read otherwise
    more = rows(*START, *discard(S0, "1m"), *discard(S1, "2p"), *discard(S2, "8s"), *END, by=Source.REFEREE)
    assert [name for _, name, _ in told(more, sight(table | {"2 river": seen("8s")}))] == ["1m", "2p", "8s", "9m"]


def test_a_called_tile_leaves_its_river_and_a_meld_may_lie_in_any_order() -> None:
    chi = Called(S1, Meld.parse("chi:23m+1m<0"))
    standing = rows(*START, *discard(S0, "1m"), chi, Discarded(S1, Tile.parse("9p")), *END)
    meld = (*seen("2m", "3m"), *seen("1m", sideways=True))
    assert told(standing, sight({"0 river": (), "1 melds": meld, "1 river": seen("9p")})) == [
        ("1 melds", "2m", Confirmed.READING),
        ("1 melds", "3m", Confirmed.READING),
        ("1 melds", "1m", Confirmed.READING),
        ("1 river", "9p", Confirmed.READING),
    ]


def test_a_closed_kan_shows_two_backs() -> None:
    standing = rows(*START, Drawn(S0), Called(S0, Meld.parse("ankan:1111z")), *END)
    back = (LaidTile(SeenTile(None, 0.9, face_down=True), None),)
    assert [name for _, name, _ in told(standing, sight({"0 melds": (*back, *seen("1z", "1z"), *back)}))] == [
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
    assert [name for _, name, _ in told(standing, sight({"2 hand": seen(*turned)}))] == turned
    assert told(standing, sight({"2 hand": seen(*names[:-1])})) == []
    assert told(standing, sight({"2 hand": seen(*names[:-1], None)})) == []
    assert told(PLAYED, sight({"2 hand": seen(*names)})) == [], "never laid open"


def test_the_same_tile_is_known_again() -> None:
    early, late = {"0 river": seen("1m"), "1 river": ()}, {"0 river": seen("1m"), "1 river": seen("2p")}
    assert [found(PLAYED, sight(table))[0].tile for table in (early, late)] == [(4, 0), (4, 0)]
