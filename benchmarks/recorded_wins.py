"""Every recorded win and draw valued and paid, compared with its record.

    python -m benchmarks.recorded_wins FILE.jsonl.gz ...

A win must agree in han, fu, yaku, points and the payments of all seats, as far as its row states them; a draw in the
tenpai (or kyuushu kyuuhai) of the hands it shows and the payments. Prints how many rows agree in each, and the first
that differ.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tablectl.rules.abort import KYUUSHU_KINDS, yaochuu_kinds
from tablectl.rules.event import RyuukyokuKind
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.pao import Pao
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.ryuukyoku import abortive, exhaustive, nagashi_mangan
from tablectl.rules.score import HandValue, NotAWin, Win, evaluate
from tablectl.rules.seat import BySeat, Seat, Wind, seats
from tablectl.rules.settlement import Settlement, settle_win
from tablectl.rules.shape import is_tenpai
from tablectl.rules.tile import Tile, parse_tiles

Row = Mapping[str, Any]
Facts = dict[str, Any]
SHOWN_DIFFERENCES = 10
THREE_PLAYERS = replace(TENHOU, players=3, honba_value=200)
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "dnx-17445": {"kiriage_mangan": True},
    "dnx-17470": {"kiriage_mangan": True},
    "dnx-17472": {"honba_value": 1500},
}
"""Rows of private tables whose rules the README beside the records names."""


def rows(path: Path) -> Iterator[Row]:
    """The rows of a file of JSON lines, gzipped or not. Raises `OSError`, or `ValueError` naming the line."""
    packed = path.suffix == ".gz"
    with gzip.open(path, "rt", encoding="utf-8") if packed else path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None


def rules_of(row: Row) -> Ruleset:
    """The rules a row was played under."""
    base = THREE_PLAYERS if row["players"] == 3 else TENHOU
    return replace(base, kuitan=row.get("kuitan", True), **HOUSE_RULES.get(row["id"], {}))


def win_of(row: Row) -> Win:
    """The hand of a row."""
    return Win(
        hand=parse_tiles(row["closed"]),
        tile=Tile.parse(row["win"]),
        tsumo=row["tsumo"],
        melds=tuple(_meld(meld, row) for meld in row["melds"] if meld["type"] != "kita"),
        seat_wind=Wind.parse(row["jikaze"]),
        round_wind=Wind.parse(row["bakaze"]),
        riichi=row["riichi"],
        **{flag: row.get(flag, False) for flag in ("ippatsu", "rinshan", "chankan", "haitei", "houtei")},
        # A row tells of no draws: that the win came on the first one stands in these names alone.
        first_turn=bool({"tenhou", "chiihou"} & set(row["yakuman"])),
        indicators=parse_tiles("".join(row["dora"])),
        ura=parse_tiles("".join(row["ura"])),
        kita=sum(meld["type"] == "kita" for meld in row["melds"]),
    )


def _meld(meld: Row, row: Row) -> Meld:
    kind, own = MeldKind(meld["type"]), list(parse_tiles(meld["tiles"]))
    if kind is MeldKind.ANKAN:
        return Meld(kind, tuple(own))
    called = Tile.parse(meld["called"])
    own.remove(called)
    # Rows count four chairs to the right, with three players, too.
    return Meld(kind, tuple(own), called, Seat(row["who"]).right(meld["from"]))


def recorded(row: Row) -> Facts:
    """What a row states, in the words of `computed`."""
    if "kind" in row:
        return {_shown_as(row): _of_shown(row, row["tenpai"]), "payments": row["deltas"]}
    facts = {"han": row["han"], "points": row["points"], "payments": row["deltas"]}
    # Some sources write 0 fu for any yakuman.
    stated = {"fu": row["fu"]} if row["fu"] else {}
    return {**facts, **stated, "yaku": sorted(row["yaku"]), "yakuman": sorted(row["yakuman"])}


def computed(row: Row) -> Facts:
    """The same by the rules engine. Raises `NotAWin`."""
    ruleset = rules_of(row)
    if "kind" in row:
        tenpai = [_is_ready(row, seat, ruleset) for seat in seats(ruleset.players)]
        paid = _drawn(row, BySeat.of(tenpai), ruleset)
        return {_shown_as(row): _of_shown(row, tenpai), "payments": list(paid.deltas)}
    value = evaluate(win_of(row), ruleset)
    winner = Seat(row["who"])
    first = row.get("multi_ron", [1])[0] == 1
    paid = _won(row, value, row["honba"] if first else 0, row["sticks"] if first else 0, ruleset)
    return {
        "han": value.han,
        "fu": value.fu,
        "points": _won(row, value, 0, 0, ruleset).deltas[winner],
        "yaku": _as_recorded(value),
        "yakuman": sorted(value.yakuman),
        "payments": list(paid.deltas),
    }


def _as_recorded(value: HandValue) -> list[list[Any]]:
    """The yaku as records list them: north tiles among the dora."""
    han: Counter[str] = Counter()
    for line in value.yaku:
        han["dora" if line.name == "kita" else line.name] += line.han
    return sorted([name, number] for name, number in han.items())


def _won(row: Row, value: HandValue, honba: int, deposits: int, ruleset: Ruleset) -> Settlement:
    return settle_win(
        winner=Seat(row["who"]),
        source=Seat(row["from"]),
        value=value,
        dealer=Seat(row["oya"]),
        honba=honba,
        deposits=deposits,
        pao=_pao(row),
        ruleset=ruleset,
    )


def _pao(row: Row) -> tuple[Pao, ...]:
    """A row says who is liable, not for which yakuman: its first one, and all with the whole hand."""
    if row.get("pao") is None:
        return ()
    return (Pao(Seat(row["who"]), Seat(row["pao"]), row["yakuman"][0]),)


def _shown_as(row: Row) -> str:
    """What a hand is shown for at this draw; the rows' `tenpai` marks both."""
    return "kyuushu" if row["kind"] == RyuukyokuKind.KYUUSHU_KYUUHAI.value else "tenpai"


def _of_shown(row: Row, values: list[bool]) -> dict[str, bool]:
    """The values of the seats whose hands the row shows."""
    return {seat: values[int(seat)] for seat in sorted(row["shown"])}


def _is_ready(row: Row, seat: Seat, ruleset: Ruleset) -> bool:
    """Whether a seat's hand is what it is shown for. A client's own hand is not in its records: they say so instead."""
    shown = row["shown"].get(str(int(seat)))
    if shown is None:
        return bool(row["tenpai"][seat])
    tiles = parse_tiles(shown)
    if _shown_as(row) == "kyuushu":
        return yaochuu_kinds(tiles) >= KYUUSHU_KINDS
    return is_tenpai(tiles, own_four=ruleset.tenpai_own_four)


def _drawn(row: Row, tenpai: BySeat[bool], ruleset: Ruleset) -> Settlement:
    if row["kind"] == "nagashi_mangan":
        # A row has no rivers: only the record's payments tell whose it was, and how much is what is compared.
        nagashi = [seat for seat in tenpai.seats if row["deltas"][seat] > 0]
        return nagashi_mangan(nagashi, tenpai, Seat(row["oya"]), ruleset)
    kind = RyuukyokuKind(row["kind"])
    return exhaustive(tenpai, ruleset) if kind is RyuukyokuKind.EXHAUSTIVE else abortive(kind, ruleset)


def differences(row: Row) -> dict[str, str]:
    """What comes out otherwise than the row states, by name; empty when nothing does."""
    facts = recorded(row)
    try:
        found = computed(row)
    except NotAWin as error:
        return dict.fromkeys(facts, f"no win: {error}")
    return {name: f"{found[name]}, recorded {fact}" for name, fact in facts.items() if found[name] != fact}


def _believed(row: Row) -> Iterator[str]:
    """What is taken from the record because the row does not show it."""
    if "kind" not in row:
        if {"tenhou", "chiihou"} & set(row["yakuman"]):
            yield "that the win came on the first draw"
    elif row["kind"] == "nagashi_mangan":
        yield "whose nagashi mangan it was"
    elif any(row["tenpai"][seat] and str(int(seat)) not in row["shown"] for seat in seats(row["players"])):
        yield "that a hand which is not shown was tenpai"


@dataclass(slots=True)
class Comparison:
    """A file's rows compared.

    `stated` and `different`: how many rows state a fact, and differ in it. `believed`: in how many rows the record's
    word stands for what it does not show.
    """

    file: str
    rows: int = 0
    believed: Counter[str] = field(default_factory=Counter)
    stated: Counter[str] = field(default_factory=Counter)
    different: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, row: Row) -> None:
        """Compare one row."""
        found = differences(row)
        self.rows += 1
        self.stated.update(recorded(row).keys())
        self.different.update(found.keys())
        self.believed.update(_believed(row))
        if found:
            self.wrong.append(f"{row['id']}: {'; '.join(f'{name} {text}' for name, text in found.items())}")

    def lines(self) -> Iterator[str]:
        """The result for people."""
        speed = f"{self.rows / self.seconds:,.0f} rows a second"
        yield f"{self.file}: {self.rows - len(self.wrong)} of {self.rows} rows equal, {len(self.wrong)} differ; {speed}"
        for name, stated in self.stated.items():
            yield f"  {name:<9}{stated - self.different[name]:>7} equal{self.different[name]:>7} different"
        for what, number in self.believed.items():
            yield f"  on the record's word in {number} rows: {what}"
        yield from (f"  {text}" for text in self.wrong[:SHOWN_DIFFERENCES])
        if len(self.wrong) > SHOWN_DIFFERENCES:
            yield f"  and {len(self.wrong) - SHOWN_DIFFERENCES} more"

    def to_json(self) -> dict[str, Any]:
        """The result for programs."""
        return {
            "file": self.file,
            "rows": self.rows,
            "on_the_records_word": dict(self.believed),
            "equal": {name: stated - self.different[name] for name, stated in self.stated.items()},
            "different": {name: self.different[name] for name in self.stated},
            "differences": self.wrong,
            "seconds": self.seconds,
        }


def compare(path: Path) -> Comparison:
    """Compare a file's rows. Raises `OSError` or `ValueError` when it is not readable."""
    result = Comparison(path.name)
    start = time.perf_counter()
    for number, row in enumerate(rows(path), 1):
        try:
            result.add(row)
        except KeyError as error:
            raise ValueError(f"{path}, row {number}: no {error}; expected recorded wins or draws") from None
    result.seconds = time.perf_counter() - start
    return result


def main() -> None:
    """Compare the files named; exits with 1 when any row differs or there was none to compare."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.recorded_wins", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="wins or draws, .jsonl or .jsonl.gz")
    parser.add_argument("--json", action="store_true", help="print one JSON object a file")
    arguments = parser.parse_args()
    differing = compared = 0
    for path in arguments.files:
        try:
            result = compare(path)
        except (OSError, ValueError) as error:
            parser.error(str(error))
        differing += len(result.wrong)
        compared += result.rows
        print(json.dumps(result.to_json()) if arguments.json else "\n".join(result.lines()))
    sys.exit(differing > 0 or compared == 0)


if __name__ == "__main__":
    main()
