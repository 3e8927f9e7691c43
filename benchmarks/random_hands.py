"""Random hands valued by the PyPI library `mahjong` as well: an independent second opinion, and a race.

    python -m benchmarks.random_hands [--n N] [--seed S]

Every hand is a win that goes together; the rule sets take turns, so that each option the library has comes up. Han, fu
and payments must be equal. Then both value all hands again, one after the other in one thread, and their hands a second
are printed with the ratio. Both get their inputs ready made and give the value with what each seat pays for it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.hand_calculating.scores import Aotenjou, ScoresCalculator
from mahjong.meld import Meld as TheirMeld

from benchmarks.random_win import a_win
from tablectl.rules import profile
from tablectl.rules.limit import YAKUMAN_BASE, YAKUMAN_HAN, payments
from tablectl.rules.meld import MeldKind
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.score import NotAWin, Win, evaluate
from tablectl.rules.seat import Seat, Wind
from tablectl.rules.settlement import settle_win
from tablectl.rules.tile import Tile

SHOWN_DIFFERENCES = 10
STICKS = 1
TURN = 500
THEIR_KINDS = {MeldKind.CHI: TheirMeld.CHI, MeldKind.PON: TheirMeld.PON, MeldKind.KAKAN: TheirMeld.SHOUMINKAN}


@dataclass(frozen=True, slots=True)
class Rules:
    """The same rules for both."""

    name: str
    ours: Ruleset
    theirs: OptionalRules
    scores: type[ScoresCalculator] = ScoresCalculator


def _rules(name: str, ours: dict[str, Any], scores: type[ScoresCalculator] = ScoresCalculator, **theirs: Any) -> Rules:
    common = {"has_open_tanyao": True, "has_aka_dora": True, "has_double_yakuman": False}
    # The library plays these wherever a hand has them.
    played = {"open_riichi": 2, "open_riichi_deal_in": False, "renhou": 5, "paarenchan": "yakuman", "most_yakuman": 6}
    return Rules(name, profile.read({**played, **ours}), OptionalRules(**{**common, **theirs}), scores)


RULES = (
    _rules("plain", {}),
    _rules("no open tanyao", {"kuitan": False}, has_open_tanyao=False),
    _rules("double yakuman", {"double_yakuman": True}, has_double_yakuman=True),
    _rules("no counted yakuman", {"kazoe_yakuman": "none"}, kazoe_limit=HandConstants.KAZOE_SANBAIMAN),
    _rules("counted yakuman add up", {"kazoe_yakuman": "multiple"}, kazoe_limit=HandConstants.KAZOE_NO_LIMIT),
    _rules("kiriage mangan", {"kiriage_mangan": True}, kiriage=True),
    # The library takes the fu from an open tsumo, too, unless tsumo counts beside pinfu.
    _rules(
        "fu of pinfu",
        {"open_pinfu_ron_fu": 20, "pinfu_tsumo": False},
        fu_for_open_pinfu=False,
        fu_for_pinfu_tsumo=True,
    ),
    _rules("pinfu tsumo is none", {"pinfu_tsumo": False}, fu_for_pinfu_tsumo=True),
    _rules("renhou is yakuman", {"renhou": "yakuman"}, renhou_as_yakuman=True),
    _rules("daisharin", {"daisharin": "yakuman"}, has_daisharin=True),
    _rules(
        "daisharin of any suit, daichisei",
        {"daisharin": "yakuman", "daisharin_other_suits": True, "daichisei": "yakuman"},
        has_daisharin_other_suits=True,
        has_daichisei=True,
    ),
    _rules("deal into an open riichi", {"open_riichi_deal_in": "yakuman"}, has_sashikomi_yakuman=True),
    _rules(
        "any number of yakuman",
        {"double_yakuman": True, "most_yakuman": False, "paarenchan_needs_yaku": False},
        has_double_yakuman=True,
        limit_to_sextuple_yakuman=False,
        paarenchan_needs_yaku=False,
    ),
    _rules("three players", {"players": 3, "honba_value": 200}, is_three_player=True),
    _rules("no limits", {"aotenjou": True}, Aotenjou),
)


class Numbers:
    """The library counts 136 tiles; the first of each five is the red one."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def of(self, tile: Tile) -> int:
        """A number of this face that is free."""
        places = [0] if tile.red else [1, 2, 3] if tile.kind in (4, 13, 22) else [0, 1, 2, 3]
        number = next(4 * tile.kind + place for place in places if 4 * tile.kind + place not in self.used)
        self.used.add(number)
        return number


def their_arguments(win: Win, rules: Rules) -> dict[str, Any]:
    """The hand for `HandCalculator.estimate_hand_value`."""
    numbers = Numbers()
    concealed = [numbers.of(tile) for tile in win.hand]
    tile = numbers.of(win.tile)
    melds = []
    for meld in win.melds:
        kind = THEIR_KINDS.get(meld.kind, TheirMeld.KAN)
        melds.append(TheirMeld(kind, sorted(numbers.of(each) for each in meld.tiles), meld.is_open))
    dealer = win.seat_wind == 0
    return {
        "tiles": [*concealed, tile, *(number for meld in melds for number in meld.tiles)],
        "win_tile": tile,
        "melds": melds,
        "dora_indicators": [numbers.of(each) for each in win.indicators],
        "ura_dora_indicators": [numbers.of(each) for each in win.ura],
        "scores_calculator_factory": rules.scores,
        "config": HandConfig(
            is_tsumo=win.tsumo,
            is_riichi=win.riichi == 1,
            is_daburu_riichi=win.riichi == 2,
            is_open_riichi=win.open_riichi,
            is_ippatsu=win.ippatsu,
            is_rinshan=win.rinshan,
            is_chankan=win.chankan,
            is_haitei=win.haitei,
            is_houtei=win.houtei,
            is_tenhou=win.first_turn and win.tsumo and dealer,
            is_chiihou=win.first_turn and win.tsumo and not dealer,
            is_renhou=win.first_turn and not win.tsumo,
            player_wind=27 + win.seat_wind,
            round_wind=27 + win.round_wind,
            paarenchan=win.renchan // 8,
            tsumi_number=win.honba,
            kyoutaku_number=STICKS,
            num_nuki_dora=win.kita,
            options=rules.theirs,
        ),
    }


Opinion = tuple[int, int, int, int, int]
"""Han (13 each yakuman), fu (0 with yakuman), the main payment, the lesser one by tsumo, and what the winner gets."""


def their_opinion(win: Win, rules: Rules) -> Opinion | None:
    """The library's; None: no win."""
    result = HandCalculator.estimate_hand_value(**their_arguments(win, rules))
    if result.error:
        return None
    cost, han, fu = result.cost, result.han, result.fu
    assert cost is not None and han is not None and fu is not None and result.yaku is not None
    lesser = cost["additional"] + cost["additional_bonus"] if win.tsumo else 0
    yakuman = any(yaku.is_yakuman for yaku in result.yaku) and not rules.ours.aotenjou
    return han, 0 if yakuman else fu, cost["main"] + cost["main_bonus"], lesser, cost["total"]


def our_opinion(win: Win, rules: Rules) -> Opinion | None:
    """Ours."""
    ruleset = rules.ours
    try:
        value = evaluate(win, ruleset)
    except NotAWin:
        return None
    winner = Seat.S0.right(win.seat_wind, ruleset.players)
    source = winner if win.tsumo else winner.right(1, ruleset.players)
    # The library has neither counters nor sticks without limits.
    honba, sticks = (0, 0) if ruleset.aotenjou else (win.honba, STICKS)
    settled = settle_win(
        winner=winner, source=source, value=value, dealer=Seat.S0, honba=honba, deposits=sticks, ruleset=ruleset
    )
    paid = sorted(-points for points in settled.deltas if points < 0)
    if value.yakuman and not ruleset.aotenjou:
        han, fu = value.base // YAKUMAN_BASE * YAKUMAN_HAN, 0
    else:
        han, fu = value.han, value.fu
    return han, fu, paid[-1], paid[0] if win.tsumo else 0, settled.deltas[winner]


def _is_beyond(win: Win, rules: Rules) -> bool:
    """Without limits the library forgets riichi and tsumo beside kokushi, and breaks off at seven pairs of honours."""
    if not rules.ours.aotenjou:
        return False
    kinds = {tile.kind for tile in win.tiles}
    return len(kinds) == 13 or (len(kinds) == 7 and min(kinds) >= 27)


@dataclass(slots=True)
class Race:
    """Hands valued by both. `left_out`: hands without limits that are beyond the library, see `_is_beyond`."""

    hands: list[tuple[Win, Rules]] = field(default_factory=list)
    left_out: int = 0
    wrong: list[str] = field(default_factory=list)
    our_seconds: float = 0.0
    their_seconds: float = 0.0

    def draw(self, number: int, seed: int) -> None:
        """Compare so many random wins; complete hands without a yaku are no wins, but both must say so."""
        rng, rules = Random(seed), cycle(RULES)
        while len(self.hands) < number:
            self.add(a_win(rng, (chosen := next(rules)).ours.players), chosen)

    def add(self, win: Win, rules: Rules) -> None:
        """Compare one hand."""
        if _is_beyond(win, rules):
            self.left_out += 1
            return
        try:
            theirs = their_opinion(win, rules)
        except ValueError:
            # It takes away toitoi, which it has not always found.
            self.left_out += 1
            return
        ours = our_opinion(win, rules)
        if ours != theirs:
            self.wrong.append(f"{rules.name}: ours {ours}, theirs {theirs}: {win}")
        if ours is not None or theirs is not None:
            self.hands.append((win, rules))

    def run(self) -> None:
        """Time both, in turns of some hands so that a busy machine slows both alike."""
        for start in range(0, len(self.hands), TURN):
            turn = self.hands[start : start + TURN]
            prepared = [their_arguments(win, rules) for win, rules in turn]
            begin = time.process_time()
            for win, rules in turn:
                value = evaluate(win, rules.ours)
                payments(value.base, dealer=win.seat_wind is Wind.EAST, tsumo=win.tsumo)
            middle = time.process_time()
            for arguments in prepared:
                HandCalculator.estimate_hand_value(**arguments)
            self.our_seconds += middle - begin
            self.their_seconds += time.process_time() - middle

    def lines(self) -> Iterator[str]:
        """The result for people."""
        yield f"{len(self.hands) - len(self.wrong)} of {len(self.hands)} wins equal, {len(self.wrong)} different"
        if self.left_out:
            yield f"  left out: {self.left_out} hands without limits that are beyond the library"
        yield from (f"  {text}" for text in self.wrong[:SHOWN_DIFFERENCES])
        if self.our_seconds:
            ours, theirs = len(self.hands) / self.our_seconds, len(self.hands) / self.their_seconds
            yield f"hands a second: ours {ours:,.0f}, mahjong {theirs:,.0f}, ratio {ours / theirs:.2f}"

    def to_json(self) -> dict[str, Any]:
        """The result for programs."""
        return {
            "hands": len(self.hands),
            "left_out": self.left_out,
            "differences": self.wrong,
            "our_seconds": self.our_seconds,
            "their_seconds": self.their_seconds,
        }


def main() -> None:
    """Compare and race; exits with 1 when any hand differs."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.random_hands", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--n", type=int, default=20_000, help="how many wins")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    race = Race()
    race.draw(arguments.n, arguments.seed)
    race.run()
    print(json.dumps(race.to_json()) if arguments.json else "\n".join(race.lines()))
    sys.exit(bool(race.wrong))


if __name__ == "__main__":
    main()
