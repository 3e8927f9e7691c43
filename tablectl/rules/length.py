"""How long a game lasts: who deals next, with how many counters, which wind follows, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tablectl.rules.placement import ranked
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import BySeat, Seat, Wind

WINDS: dict[str, tuple[Wind, ...]] = {
    "tonpuu": (Wind.EAST,),
    "hanchan": (Wind.EAST, Wind.SOUTH),
    "issou": (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH),
    "tonpei": (Wind.EAST, Wind.NORTH),
    "tonton": (Wind.EAST, Wind.EAST),
    "per_hand": (),
}
"""The rounds of a game by their winds (LE1); hands counted singly go on for ever, one wind after the other."""


@dataclass(frozen=True, slots=True)
class HandName:
    """Which hand of the game it is (LE2): `lap` rounds are over, `number` counts its hands, `honba` its counters."""

    lap: int = 0
    number: int = 1
    dealer: Seat = Seat.S0
    honba: int = 0

    def wind(self, ruleset: Ruleset) -> Wind:
        """The round wind; further rounds go on after the last wind, in order."""
        winds = WINDS[ruleset.length]
        if self.lap < len(winds):
            return winds[self.lap]
        return Wind((winds[-1] + 1 + self.lap - len(winds)) % 4) if winds else Wind(self.lap % 4)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended, as far as the next one depends on it.

    `winners`: by ron, tsumo or a nagashi mangan that counts as a win. `tenpai`: who was, at an exhaustive draw.
    `aborted`: the kind of an abortive draw. `foul`: the hand is void for a foul and played again.
    """

    winners: tuple[Seat, ...] = ()
    tenpai: BySeat[bool] | None = None
    aborted: str = ""
    foul: bool = False


def dealer_stays(dealer: Seat, ending: Ending, ruleset: Ruleset) -> bool:
    """Renchan (EN1, AB6): on the dealer's win, in tenpai or at every exhaustive draw, as the rules say."""
    if ending.foul:
        return True
    if ending.aborted:
        return ending.aborted in ruleset.abort_renchan
    if ending.winners:
        return dealer in ending.winners and ruleset.renchan != "never"
    tenpai = ending.tenpai is not None and ending.tenpai[dealer]
    return ruleset.renchan == "always" or (ruleset.renchan == "tenpai" and tenpai)


def next_honba(honba: int, stays: bool, ending: Ending, ruleset: Ruleset) -> int:
    """The counters of the next hand (DR4, AB6): one more for a renchan or a draw, none once somebody else won."""
    if ending.foul:
        return honba
    if not stays and (ending.winners or not ruleset.honba_when_deal_passes):
        return 0
    return honba + (ruleset.abort_honba if ending.aborted else 1)


def next_hand(
    hand: HandName, ending: Ending, points: BySeat[int], first_dealer: Seat, ruleset: Ruleset
) -> HandName | None:
    """The hand that follows, None when the game is over (LE1, EN2 to EN6). `points`: after the payments."""
    stays = dealer_stays(hand.dealer, ending, ruleset) and not _is_cut_short(hand, ending, ruleset)
    honba = next_honba(hand.honba, stays, ending, ruleset)
    again = replace(hand, honba=honba)
    following = again if stays else _passed(again, ruleset)
    goes_on = following.lap == hand.lap or following.lap < _most_laps(ruleset, points)
    if ending.aborted:
        # An abortive draw never ends the game (EN4): after a last hand the dealer stays whatever the rules say.
        return following if goes_on else again
    if _is_bankrupt(points, ruleset):
        return None
    if not is_last(hand, ruleset):
        return following
    if ending.foul:
        return None if ruleset.chombo_ends_last_hand else again
    reached = max(points) >= ruleset.target
    sudden = ruleset.sudden_death == "at_once" or (ruleset.sudden_death == "renchan_first" and not stays)
    if reached and sudden and _is_further(hand, ruleset):
        return None
    if stays:
        forced = _yame(hand.dealer, ending, ruleset) == "auto" and _leads(hand.dealer, points, first_dealer, ruleset)
        return None if forced else again
    return following if goes_on else None


def can_stop(hand: HandName, ending: Ending, points: BySeat[int], first_dealer: Seat, ruleset: Ruleset) -> bool:
    """Whether the game may end here by choice: the leading dealer's in the last hand (EN2, EN3).

    A game of single hands may end after each (LE1).
    """
    if next_hand(hand, ending, points, first_dealer, ruleset) is None or ending.foul or ending.aborted:
        return False
    if ruleset.length == "per_hand":
        return True
    choice = _yame(hand.dealer, ending, ruleset) == "choice" and dealer_stays(hand.dealer, ending, ruleset)
    return choice and is_last(hand, ruleset) and _leads(hand.dealer, points, first_dealer, ruleset)


def is_last(hand: HandName, ruleset: Ruleset) -> bool:
    """Whether it is the game's last hand as planned, or of a further wind: any of it that may end early (LE3, EN5)."""
    if _is_further(hand, ruleset):
        return ruleset.sudden_death != "off" or hand.number == ruleset.players
    return hand.lap == len(WINDS[ruleset.length]) - 1 and hand.number == ruleset.players


def _is_further(hand: HandName, ruleset: Ruleset) -> bool:
    """Whether it belongs to a wind that is only played because nobody had reached the target (EN5)."""
    laps = len(WINDS[ruleset.length])
    return laps > 0 and hand.lap >= laps


def _passed(hand: HandName, ruleset: Ruleset) -> HandName:
    """The deal goes to the right-hand neighbour (DE3), after the last of them the wind changes."""
    dealer = hand.dealer.right(players=ruleset.players)
    if hand.number < ruleset.players:
        return replace(hand, number=hand.number + 1, dealer=dealer)
    return replace(hand, lap=hand.lap + 1, number=1, dealer=dealer)


def _most_laps(ruleset: Ruleset, points: BySeat[int]) -> float:
    """How many winds are played if the deal goes on to the next wind now (LE1, EN5).

    Further ones follow while nobody has reached the target: so many as the rules say, or as many as come before North
    has been played.
    """
    winds = WINDS[ruleset.length]
    if not winds:
        return float("inf")
    if not ruleset.west_entry or max(points) >= ruleset.target:
        return len(winds)
    return len(winds) + (ruleset.extra_winds or Wind.NORTH - winds[-1])


def _is_bankrupt(points: BySeat[int], ruleset: Ruleset) -> bool:
    """Whether somebody's points end the game (EN6)."""
    lowest, limit = min(points), ruleset.bankruptcy_limit
    return {"off": False, "below_zero": lowest < limit, "at_zero": lowest <= limit}[ruleset.bankruptcy]


def _is_cut_short(hand: HandName, ending: Ending, ruleset: Ruleset) -> bool:
    """Whether the dealer of the last hand may not stay after a win or an exhaustive draw (LE3)."""
    return not (ruleset.last_hand_renchan or ending.aborted or ending.foul) and is_last(hand, ruleset)


def _yame(dealer: Seat, ending: Ending, ruleset: Ruleset) -> str:
    """The rule for a dealer who stays: after a win or after a draw in tenpai."""
    if ending.winners:
        return ruleset.agari_yame
    return ruleset.tenpai_yame if ending.tenpai is not None and ending.tenpai[dealer] else "off"


def _leads(dealer: Seat, points: BySeat[int], first_dealer: Seat, ruleset: Ruleset) -> bool:
    """Whether the dealer is first, and has the target where a further wind would be played for it."""
    return ranked(points, first_dealer)[0] is dealer and (points[dealer] >= ruleset.target or not ruleset.west_entry)
