"""Our events -> tenhou.net/6 JSON, for hands of which every tile is known."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tablectl.export.hands import ExportError, PlayedHand, play_hands
from tablectl.export.tenhou import (
    ABORTIVE,
    ALL_NOTEN,
    ALL_TENPAI,
    EXHAUSTIVE,
    KITA,
    NAGASHI,
    NOTHING_GIVEN,
    NUMBERS,
    PLACES,
    TSUMOGIRI,
    WON,
    print_call,
    score_text,
    yaku_texts,
)
from tablectl.rules.event import (
    Called,
    Discarded,
    DoraTurned,
    DrawerCounted,
    Drawn,
    Drew,
    Event,
    HandStarted,
    KitaLaid,
    RiichiAccepted,
    RiichiDeclared,
    Won,
    describe,
)
from tablectl.rules.game import Game
from tablectl.rules.meld import Meld, MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.rules.settlement import Settlement
from tablectl.rules.tile import Tile

T = TypeVar("T")
_LENGTHS = {"tonpuu": "東", "hanchan": "南"}


def write(events: Iterable[Event], ruleset: Ruleset, title: str = "") -> str:
    """The game as one line of JSON; a hand still being played is left out.

    Raises `ExportError` naming the hand and the first tile that is not known, or what the format cannot tell.
    """
    played = play_hands(events, ruleset)
    game = played.game
    in_places = [game.first_dealer.right(place, len(game.names)) for place in range(len(game.names))]
    document: dict[str, Any] = {
        "title": [title, ""],
        "name": _padded((game.names[seat] for seat in in_places), ""),
        "rule": _rule(ruleset),
        "log": [_Writer(hand, in_places).write() for hand in played.hands],
    }
    if game.result is not None:
        results = [(game.points[seat], game.result[seat]) for seat in in_places]
        document["sc"] = [number for result in _padded(results, (0, 0.0)) for number in result]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _padded(values: Iterable[T], nothing: T) -> list[T]:
    """One value a place."""
    out = list(values)
    return out + [nothing] * (PLACES - len(out))


def _rule(ruleset: Ruleset) -> dict[str, Any]:
    three = "三" if ruleset.players == 3 else ""
    open_tanyao, red = "喰" if ruleset.kuitan else "", "赤" if any(ruleset.red_fives) else ""
    # Three players have no 5m.
    counts = (0, *ruleset.red_fives[1:]) if ruleset.players == 3 else ruleset.red_fives
    aka = {f"aka{51 + suit}": count for suit, count in enumerate(counts)}
    return {"disp": f"{three}{_LENGTHS.get(ruleset.length, '')}{open_tanyao}{red}", **aka}


@dataclass(slots=True)
class _Place:
    """The three lists of one place."""

    dealt: list[int] = field(default_factory=list)
    takes: list[int | str] = field(default_factory=list)
    gives: list[int | str] = field(default_factory=list)


@dataclass(slots=True)
class _Writer:
    """Writes one hand."""

    hand: PlayedHand
    in_places: list[Seat]
    places: list[_Place] = field(default_factory=lambda: [_Place() for _ in range(PLACES)])
    indicators: list[int] = field(default_factory=list)
    riichi: bool = False

    def write(self) -> list[Any]:
        """The hand's entry of the log. Raises `ExportError`."""
        for before, event in self.hand.steps:
            self._add(before, event)
        before, after = self.hand.before, self.hand.after
        wins = [event for _, event in self.hand.steps if isinstance(event, Won)]
        ura = max((event.ura for event in wins), key=len, default=())
        return [
            [4 * before.wind + before.number - 1, before.honba, before.deposits],
            self._by_place(before.points),
            self.indicators,
            [NUMBERS[tile] for tile in ura],
            *(entry for place in self.places for entry in (place.dealt, place.takes, place.gives)),
            self._won(wins) if after.round is not None and after.round.wins else self._drawn(),
        ]

    def _place(self, seat: Seat) -> int:
        return self.in_places.index(seat)

    def _by_place(self, points: BySeat[int]) -> list[int]:
        return _padded((points[seat] for seat in self.in_places), 0)

    def _unknown(self, what: str) -> ExportError:
        return ExportError(f"{self.hand.name}: {what} is not known, and this format has no place for what was not seen")

    def _add(self, before: Game, event: Event) -> None:
        match event:
            case HandStarted(indicator, _, hands):
                if indicator is None:
                    raise self._unknown("the dora indicator")
                self.indicators.append(NUMBERS[indicator])
                for seat in self.in_places:
                    tiles = hands[seat]
                    if tiles is None:
                        raise self._unknown(f"the hand dealt to seat {seat}")
                    self.places[self._place(seat)].dealt = [NUMBERS[tile] for tile in tiles]
            case Drawn(seat, tile):
                place = self.places[self._place(seat)]
                if tile is None:
                    raise self._unknown(f"what seat {seat} drew in its turn {len(place.takes) + 1}")
                place.takes.append(NUMBERS[tile])
            case RiichiDeclared(_, False):
                self.riichi = True
            case Discarded(seat, tile, tsumogiri):
                if tsumogiri is None:
                    tsumogiri = self._is_tsumogiri(before, seat, tile)
                number = TSUMOGIRI if tsumogiri else NUMBERS[tile]
                self.places[self._place(seat)].gives.append(f"r{number}" if self.riichi else number)
                self.riichi = False
            case Called(seat, meld):
                self._call(self._place(seat), meld)
            case KitaLaid(seat):
                self.places[self._place(seat)].gives.append(KITA)
            case DoraTurned(indicator):
                self.indicators.append(NUMBERS[indicator])
            case RiichiAccepted() | Won() | Drew() | DrawerCounted():
                pass
            case _:
                raise ExportError(f"{self.hand.name}: this format has no place for this: {describe(event)}")

    def _is_tsumogiri(self, before: Game, seat: Seat, tile: Tile) -> bool:
        """Whether a discard was the tile just drawn where nobody saw it: certain unless the hand holds both."""
        assert before.round is not None
        if before.round.drawn != tile:
            return False
        if before.round.hands[seat].tiles.count(tile) > 1:
            raise self._unknown(f"whether seat {seat} discarded {tile} as drawn or from its hand")
        return True

    def _call(self, place: int, meld: Meld) -> None:
        source = place if meld.source is None else self._place(meld.source)
        text = print_call(place, meld, source)
        if meld.kind in (MeldKind.ANKAN, MeldKind.KAKAN):
            self.places[place].gives.append(text)
            return
        self.places[place].takes.append(text)
        if meld.kind is MeldKind.DAIMINKAN:
            self.places[place].gives.append(NOTHING_GIVEN)

    @property
    def _settlements(self) -> tuple[Settlement, ...]:
        assert self.hand.after.round is not None
        return self.hand.after.round.settlements

    def _won(self, wins: list[Won]) -> list[Any]:
        paid = {settled.winner: settled for settled in self._settlements}
        result: list[Any] = [WON]
        for settled in [paid[event.seat] for event in wins if event.seat in paid]:
            assert settled.winner is not None and settled.source is not None and settled.value is not None
            liable = settled.pao[0].source if settled.pao else settled.winner
            result += (
                self._by_place(settled.deltas),
                [
                    *(self._place(seat) for seat in (settled.winner, settled.source, liable)),
                    score_text(settled, self.hand.before.dealer),
                    *yaku_texts(settled.value),
                ],
            )
        return result

    def _drawn(self) -> list[Any]:
        settled, current = self._settlements[0], self.hand.after.round
        assert current is not None and current.draw is not None
        if current.draw in ABORTIVE:
            return [ABORTIVE[current.draw]]
        if settled.kind == "nagashi_mangan":
            return [NAGASHI, self._by_place(settled.deltas)]
        assert settled.tenpai is not None
        if len(set(settled.tenpai)) == 1:
            return [ALL_TENPAI if settled.tenpai[0] else ALL_NOTEN]
        return [EXHAUSTIVE, self._by_place(settled.deltas)]
