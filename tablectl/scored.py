"""A typed win scored by a table's rules: for people as lines, for programs as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablectl.circumstances import CircumstanceError, Circumstances, read_win
from tablectl.notation import print_hand
from tablectl.rules.explain import explanation, title, why_not
from tablectl.rules.pao import Pao, fed_by
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import HandValue, NotAWin, Win, evaluate
from tablectl.rules.seat import Seat, Wind, seats
from tablectl.rules.sentence import Sentence
from tablectl.rules.settlement import Settlement, settle_win
from tablectl.rules.words import Language, word


@dataclass(frozen=True, slots=True)
class Scored:
    """`text`: the hand as this program writes it. `settlement`: None where it is no win; `reason` then says why.

    `title` and `lines` tell all of it; seats are winds, East is seat 0.
    """

    text: str
    win: Win
    settlement: Settlement | None
    reason: str
    title: Sentence
    lines: tuple[Sentence, ...]

    def say(self, language: Language) -> list[str]:
        """The title and the lines in a language."""
        return [told.say(language, lambda seat: word(str(Wind(seat)), language)) for told in (self.title, *self.lines)]

    def to_json(self, language: Language) -> dict[str, Any]:
        """One object; `explanation` holds what the lines say, each with its `text` in the language."""
        said = self.say(language)
        told = zip((self.title, *self.lines), said, strict=True)
        out: dict[str, Any] = {
            "valid": self.settlement is not None,
            "hand": self.text,
            "seat": str(self.win.seat_wind),
            "round": str(self.win.round_wind),
            "by": "tsumo" if self.win.tsumo else "ron",
        }
        if self.settlement is None:
            out["reason"] = self.reason
        else:
            out |= _settled(self.settlement)
        return out | {"explanation": [{**line.to_json(_wind), "text": text} for line, text in told]}


def score(text: str, told: Circumstances, sticks: int, liable: Wind | None, ruleset: Ruleset) -> Scored:
    """Read and score a hand; `sticks`: riichi sticks on the table, `liable`: who pays for a yakuman they fed (pao).

    Raises `NotationError`, `CircumstanceError`.
    """
    seat, source = Seat(told.seat), Seat(told.source)
    win = read_win(text, told, ruleset)
    written = print_hand(win.hand, win.tile, win.melds, seat, ruleset.players)
    try:
        value = evaluate(win, ruleset)
    except NotAWin as error:
        head, *lines = why_not(win, error, ruleset)
        return Scored(written, win, None, error.reason, head, tuple(lines))
    settlement = settle_win(
        winner=seat,
        source=source,
        value=value,
        dealer=Seat.S0,
        honba=told.honba,
        deposits=sticks,
        pao=() if liable is None else _pao(win, value, seat, Seat(liable), ruleset),
        ruleset=ruleset,
    )
    return Scored(written, win, settlement, "", title(settlement), explanation(settlement, ruleset))


def _pao(win: Win, value: HandValue, seat: Seat, liable: Seat, ruleset: Ruleset) -> tuple[Pao, ...]:
    """Liability for what the rules have it for (PA1, PA5). Raises `CircumstanceError`."""
    if liable is seat or liable not in seats(ruleset.players):
        raise CircumstanceError(f"--pao {Wind(liable)}: liable is another player who fed the last set")
    fed = fed_by(win, value, ruleset)
    if not fed:
        known = ", ".join(ruleset.pao_yakuman) or "nothing"
        raise CircumstanceError(f"--pao {Wind(liable)}: nothing to be liable for; these rules have it for {known}")
    return tuple(Pao(seat, liable, name) for name in fed)


def _settled(settlement: Settlement) -> dict[str, Any]:
    assert settlement.value is not None
    deltas = settlement.deltas
    return {
        **_value(settlement.value),
        "base": settlement.value.base,
        "others": [_value(other) for other in settlement.value.others],
        "payments": [
            {"seat": _wind(entry.seat), "points": entry.points, "reason": entry.reason} for entry in settlement.entries
        ],
        "deltas": {_wind(seat): deltas[seat] for seat in deltas.seats},
    }


def _value(value: HandValue) -> dict[str, Any]:
    counted = value.limit == "yakuman" and not value.yakuman
    return {
        "reading": str(value.reading),
        "han": value.han,
        "fu": value.fu,
        "yaku": [[line.name, line.han] for line in value.yaku],
        "yakuman": [[name, times] for name, times in zip(value.yakuman, value.multiples, strict=True)],
        "fu_lines": [[line.name, line.fu] for line in value.fu_lines],
        "limit": "kazoe_yakuman" if counted else value.limit or None,
    }


def _wind(seat: Seat) -> str:
    return str(Wind(seat))
