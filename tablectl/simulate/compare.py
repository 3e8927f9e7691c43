"""How what was read compares with what was truly played, hand by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    DrawerCounted,
    Drawn,
    DrawTold,
    Drew,
    Event,
    Fouled,
    GameEnded,
    GameStarted,
    HandDied,
    HandEnded,
    HandStarted,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    RiichiTold,
    WinTold,
    Won,
    describe,
)
from tablectl.rules.game import new_game, play
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat
from tablectl.rules.tile import in_order, print_tiles


@dataclass(frozen=True, slots=True)
class HandComparison:
    """One hand: `equal` when every visible event was read as played and the points after it agree.

    `wrong_total`: the table stated points after this hand that are not the true ones. `difference`: the first thing
    that differs, empty when equal. `questions`: asked during the hand.
    """

    number: int
    equal: bool
    wrong_total: bool
    questions: int
    difference: str

    @property
    def fully_right(self) -> bool:
        """Right in every event and in the points, without asking anybody."""
        return self.equal and self.questions == 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """All hands of one or more games."""

    hands: tuple[HandComparison, ...]

    @property
    def fully_right(self) -> int:
        """Hands right without a question."""
        return sum(hand.fully_right for hand in self.hands)

    @property
    def questions(self) -> int:
        """Questions asked in all hands."""
        return sum(hand.questions for hand in self.hands)

    @property
    def wrong_totals(self) -> int:
        """Hands after which the table stated wrong points."""
        return sum(hand.wrong_total for hand in self.hands)

    def to_json(self) -> dict[str, object]:
        """Counts, and what differs in every hand that is not fully right."""
        return {
            "hands": len(self.hands),
            "fully_right": self.fully_right,
            "questions": self.questions,
            "wrong_totals": self.wrong_totals,
            "differences": [
                {"hand": hand.number, "questions": hand.questions, "difference": hand.difference}
                for hand in self.hands
                if not hand.fully_right
            ],
        }


def visible(event: Event) -> str | None:
    """What a camera above the table can know of an event; None for what it cannot see at all."""
    match event:
        case GameStarted() | GameEnded() | Drawn() | HandEnded() | DrawerCounted():
            return None
        case HandStarted(indicator, dice):
            # Which of the two was thrown first cannot be seen.
            return f"hand {None if dice is None else sorted(dice)} {indicator}"
        case RiichiDeclared(seat) | RiichiAccepted(seat):
            return f"{type(event).__name__} {seat}"
        case Discarded(seat, tile):
            return f"discard {seat} {tile}"
        case Called(seat, meld):
            tiles = print_tiles(in_order(meld.own))
            return f"call {seat} {meld.kind.value} {tiles} {meld.called} {meld.source}"
        case KitaLaid(seat):
            return f"kita {seat}"
        case RiichiTold() | WinTold() | DrawTold():
            return describe(event)
        case HandDied(seat) | Fouled(seat):
            return f"{type(event).__name__} {seat}"
        case DoraTurned(indicator):
            return f"dora {indicator}"
        case Won(seat, source, tile, hand, ura):
            return f"win {seat} {source} {tile} {print_tiles(in_order(hand))} {print_tiles(ura)}"
        case Drew(kind, hands):
            shown = [None if hand is None else print_tiles(in_order(hand)) for hand in hands]
            return f"draw {kind.value} {shown}"


@dataclass(frozen=True, slots=True)
class _Hand:
    """The visible events of one hand and the points after it (None: it did not end)."""

    events: tuple[tuple[str, Event], ...]
    points: BySeat[int] | None


def _hands(events: Iterable[Event], ruleset: Ruleset) -> list[_Hand]:
    """Cut a game into hands and play it for its points. Raises `IllegalEvent` if it cannot be played."""
    game = new_game(ruleset)
    hands: list[_Hand] = []
    seen: list[tuple[str, Event]] = []
    for event in events:
        game = play(game, event)
        text = visible(event)
        if text is not None:
            seen.append((text, event))
        if isinstance(event, HandEnded):
            hands.append(_Hand(tuple(seen), game.points))
            seen = []
    if seen:
        hands.append(_Hand(tuple(seen), None))
    return hands


def _order(events: Sequence[tuple[str, Event]]) -> list[tuple[str, str]]:
    """Events in playing order; turned dora and laid sticks keep their own order, as a camera may see them late."""
    main = [(text, describe(event)) for text, event in events if not isinstance(event, DoraTurned | RiichiAccepted)]
    late = [(text, describe(event)) for text, event in events if isinstance(event, DoraTurned | RiichiAccepted)]
    return main + sorted(late)


def _difference(true: _Hand, read: _Hand) -> str:
    for (true_text, true_line), (read_text, read_line) in zip(_order(true.events), _order(read.events), strict=False):
        if true_text != read_text:
            return f"played: {true_line}; read: {read_line}"
    if len(true.events) != len(read.events):
        longer, name = (true, "not read") if len(true.events) > len(read.events) else (read, "never played")
        shorter = min(len(true.events), len(read.events))
        return f"{name}: {_order(longer.events)[shorter][1]}"
    if true.points != read.points:
        return f"points {list(true.points or ())}; read: {list(read.points or ())}"
    return ""


def compare(
    true_events: Iterable[Event], read_events: Iterable[Event], questions: Mapping[int, int], ruleset: Ruleset
) -> Comparison:
    """Compare a game as read with the game as played.

    `questions`: how many questions were asked in each hand, counted from 0. Raises `IllegalEvent` if either log cannot
    be played.
    """
    true_hands = _hands(true_events, ruleset)
    read_hands = _hands(read_events, ruleset)
    out: list[HandComparison] = []
    for number, true in enumerate(true_hands):
        asked = questions.get(number, 0)
        if number >= len(read_hands):
            out.append(HandComparison(number, False, False, asked, "the hand was not read"))
            continue
        read = read_hands[number]
        difference = _difference(true, read)
        wrong = read.points is not None and true.points is not None and read.points != true.points
        out.append(HandComparison(number, not difference, wrong, asked, difference))
    for number in range(len(true_hands), len(read_hands)):
        wrong = read_hands[number].points is not None
        out.append(HandComparison(number, False, wrong, questions.get(number, 0), "a hand that was never played"))
    return Comparison(tuple(out))
