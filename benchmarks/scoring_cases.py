"""Written cases of wins valued and paid, compared with what they expect.

    python -m benchmarks.scoring_cases FILE.jsonl

Every `win` case runs under its own rules and must agree in whether it wins, han, fu, yaku, yakuman, limit, fu items and
payments, as far as it states them. Prints how many do, and what differs. Cases of other kinds are counted and left out:
those of settlements, of what is legal and of a game's end are tests of their own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.case_words import FuItems, fu_items, yaku_by_name, yaku_name
from benchmarks.recorded_wins import rows
from benchmarks.written_case import Raw, WrittenCase, liability, players_of, read_case
from tablectl.rules.limit import YAKUMAN_BASE, YAKUMAN_HAN
from tablectl.rules.score import HandValue, NotAWin, evaluate
from tablectl.rules.seat import Wind
from tablectl.rules.settlement import settle_win

Facts = dict[str, Any]
COMPARED = {"valid", "han", "fu", "yaku", "yakuman", "limit", "fu_lines", "deltas", "base"}
IN_PASSING = {"reason", "error", "why", "note", "notes", "comment"}
"""What a case says for people."""


def expected(raw: Raw) -> Facts:
    """What a case states, in the words of `computed`. Raises `ValueError` where that is nothing that is compared."""
    stated = {name: fact for name, fact in raw["expect"].items() if fact is not None and name not in IN_PASSING}
    if unknown := set(stated) - COMPARED:
        raise ValueError(f"expected {', '.join(sorted(unknown))}: only {', '.join(sorted(COMPARED))} are compared")
    facts: Facts = {"valid": True, **stated}
    if not facts["valid"]:
        return {"valid": False}
    if "yaku" in facts:
        facts["yaku"] = yaku_by_name(facts["yaku"])
    if isinstance(facts.get("yakuman"), list):
        names = facts.pop("yakuman")
        facts["names"] = sorted(yaku_name(name if isinstance(name, str) else name[0]) for name in names)
    if "limit" in facts:
        facts["limit"] = _limit_said(facts["limit"])
    if "fu_lines" in facts:
        facts["fu_lines"] = fu_items(facts["fu_lines"])
    if "deltas" in facts:
        facts["deltas"] = {**dict.fromkeys("ESWN"[: players_of(raw)], 0), **facts["deltas"]}
    return facts


def computed(case: WrittenCase) -> Facts:
    """The same by the rules engine."""
    if case.barred:
        return {"valid": False, "reason": case.barred}
    try:
        value = evaluate(case.win, case.ruleset)
    except NotAWin as error:
        return {"valid": False, "reason": str(error)}
    paid = settle_win(
        winner=case.winner,
        source=case.source,
        value=value,
        dealer=case.dealer,
        honba=case.win.honba,
        deposits=case.sticks,
        pao=liability(case, value),
        ruleset=case.ruleset,
    )
    han = [(line.name, line.han) for line in value.yaku]
    han += [(name, YAKUMAN_HAN * times) for name, times in zip(value.yakuman, value.multiples, strict=True)]
    true_yakuman = value.base // YAKUMAN_BASE if value.limit == "yakuman" and value.yakuman else 0
    return {
        "valid": True,
        "han": value.han or YAKUMAN_HAN * true_yakuman,
        "fu": value.fu,
        "yakuman": value.base // YAKUMAN_BASE if value.limit == "yakuman" else 0,
        "names": sorted(map(yaku_name, value.yakuman)),
        "yaku": yaku_by_name(han),
        "limit": _limit(value),
        "fu_lines": fu_items((line.name, line.fu) for line in value.fu_lines),
        "base": value.base,
        "deltas": {str(Wind(seat)): paid.deltas[seat] for seat in paid.deltas.seats},
    }


def _limit(value: HandValue) -> str:
    """Cases tell counted yakuman from true ones by name."""
    return "kazoe_yakuman" if value.limit == "yakuman" and not value.yakuman else value.limit


def _limit_said(limit: str) -> str:
    if "yakuman" in limit:
        return "kazoe_yakuman" if "kazoe" in limit else "yakuman"
    return "" if limit == "none" else limit


def differences(raw: Raw) -> dict[str, str]:
    """What comes out otherwise than the case expects, by name; empty when nothing does."""
    try:
        facts, found = expected(raw), computed(read_case(raw))
    except (ValueError, KeyError) as error:
        return {"case": f"not understood: {type(error).__name__} {error}"}
    return {
        name: f"{found.get(name, 'none')}, expected {fact}" + (f" ({found['reason']})" if "reason" in found else "")
        for name, fact in facts.items()
        if found.get(name) != fact and not (name == "fu_lines" and _same_numbers(fact, found.get(name, [])))
    }


def _same_numbers(stated: FuItems, found: FuItems) -> bool:
    """Where a case names fu items in words of no known kind, their numbers are compared."""
    return any(item == "" for item, _ in stated) and sorted(fu for _, fu in stated) == sorted(fu for _, fu in found)


@dataclass(slots=True)
class Comparison:
    """The cases of a file compared. `left_out`: cases of other kinds, by kind."""

    cases: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, raw: Raw) -> None:
        """Compare one case."""
        if raw["kind"] != "win":
            self.left_out[raw["kind"]] += 1
            return
        self.cases += 1
        if found := differences(raw):
            self.wrong.append(f"{raw['id']} {raw['title']}: {'; '.join(f'{name} {t}' for name, t in found.items())}")

    def lines(self) -> Iterator[str]:
        """The result for people."""
        yield f"{self.cases - len(self.wrong)} of {self.cases} win cases equal, {len(self.wrong)} different"
        for kind, number in self.left_out.items():
            yield f"  left out: {number} of kind {kind}"
        yield from (f"  {text}" for text in self.wrong)

    def to_json(self) -> Facts:
        """The result for programs."""
        return {"cases": self.cases, "left_out": dict(self.left_out), "differences": self.wrong}


def main() -> None:
    """Compare the file named; exits with 1 when any case differs or there was none to compare."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scoring_cases", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="cases, one JSON object a line")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    result = Comparison()
    try:
        for raw in rows(arguments.file):
            result.add(raw)
    except (OSError, ValueError, KeyError) as error:
        parser.error(f"{arguments.file}: {error}")
    print(json.dumps(result.to_json()) if arguments.json else "\n".join(result.lines()))
    sys.exit(bool(result.wrong) or not result.cases)


if __name__ == "__main__":
    main()
