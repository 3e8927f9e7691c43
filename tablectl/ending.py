"""How a hand ends, from the hands laid open: wins, draws, and what must still be shown or asked."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product

from tablectl.faces import CHOICES, Candidate, decide, left_over, likeliest, readings
from tablectl.look import visible
from tablectl.narrate import Told
from tablectl.rules.event import Drawn, Drew, Event, RyuukyokuKind, Won
from tablectl.rules.game import Game, IllegalEvent
from tablectl.rules.round import Phase
from tablectl.rules.seat import SEATS, BySeat, Seat
from tablectl.rules.tile import Tile, in_order, print_tiles
from tablectl.rules.win import ura_count
from tablectl.table import Area, SeenTile, TableSnapshot
from tablectl.verdict import Choice, Mismatch, Question, Reading, Verdict

NOTHING = Reading()


def read_ending(game: Game, table: TableSnapshot) -> Verdict:
    """What the hands on the table mean; an empty reading while nothing is laid open or more must be shown."""
    told = Told(game)
    shown = [seat for seat in SEATS if table.hands[seat].open and (seat, Area.HAND) not in table.stale]
    down = [seat for seat in SEATS if table.hands[seat].face_down and not table.hands[seat].open]
    if not shown and not down:
        return NOTHING
    last = is_last_discard(told)
    if last and len(shown) + len(down) == len(SEATS):
        return _exhausted(told, table, shown)
    if not shown:
        return NOTHING
    three = _three_rons(told, table, shown)
    if three is not None:
        return three
    verdicts = [_win(told, table, seat) for seat in _in_turn(told, shown)]
    # A hand that certainly does not win is only being shown; one that cannot be counted may be a further winner's.
    wins = [verdict for verdict in verdicts if not isinstance(verdict, Mismatch)]
    if wins and (uncounted := next((seat for seat in shown if not _is_counted(told, table, seat)), None)) is None:
        return _together(told, wins)
    if wins and uncounted is not None:
        return _win(told, table, uncounted)
    abortive = _aborted(told, table, shown)
    if abortive is not None:
        return abortive
    return _others_standing(told, table, shown) if last else verdicts[0]


def _three_rons(told: Told, table: TableSnapshot, shown: list[Seat]) -> Verdict | None:
    """Three hands that win on one tile, where the rules make that a draw (AB5); no ura are turned for it."""
    if len(shown) != 3 or told.game.ruleset.triple_ron != "abort":
        return None
    drawn = _draw(told, table, shown, RyuukyokuKind.SANCHA_HOU)
    return drawn if not isinstance(drawn, Mismatch) else None


def is_last_discard(told: Told) -> bool:
    """Whether the hand is over unless somebody wins on the tile just discarded."""
    return told.round.wall.live_left == 0 and told.round.phase is Phase.REACT


def _others_standing(told: Told, table: TableSnapshot, shown: list[Seat]) -> Verdict:
    """At an exhaustive draw some leave their tiles standing; whether they are noten only they know."""
    if any(area is Area.HAND for _, area in table.stale):
        return NOTHING
    drawn = _draw(told, table, shown, RyuukyokuKind.EXHAUSTIVE)
    if not isinstance(drawn, Reading):
        return drawn
    seats = ", ".join(f"seat {seat}" for seat in shown)
    return Question(None, f"Exhaustive draw: is only {seats} tenpai?", (Choice("yes, a draw", drawn.events),))


def read_late_win(game: Game, table: TableSnapshot) -> Verdict:
    """A further hand laid open on the discard that another seat won on already."""
    told = Told(game)
    winners = [won.seat for won in told.round.wins]
    if not winners or winners[0] is told.round.wins[0].source:
        return NOTHING
    shown = [seat for seat in SEATS if table.hands[seat].open and (seat, Area.HAND) not in table.stale]
    three = _three_rons(told, table, shown)
    if three is not None:
        return three
    for seat in SEATS:
        if seat in winners or not table.hands[seat].open or (seat, Area.HAND) in table.stale:
            continue
        verdict = _win(told, table, seat)
        if not isinstance(verdict, Mismatch):
            return verdict
    return NOTHING


def _in_turn(told: Told, seats: list[Seat]) -> list[Seat]:
    """Winners are paid in turn order from the discarder (PT6)."""
    return sorted(seats, key=lambda seat: (told.round.turn.distance(seat) - 1) % 4)


def _win(told: Told, table: TableSnapshot, seat: Seat) -> Verdict:
    """The seat's open hand as a win. An empty reading: its ura indicators are still to be turned."""
    hand = table.hands[seat]
    held = 13 - 3 * len(told.round.hands[seat].melds)
    apart = [tile for tile in hand.open if tile.apart]
    if len(hand.open) == held and not apart and _offered(told) is None:
        return Mismatch(f"seat {seat} laid open its hand", f"seat {seat} hand", "there is no tile to win on now")
    if len(hand.open) == held and not apart:
        return _pick(told, table, seat, tuple(hand.open), None)
    if len(hand.open) == held + 1 and len(apart) == 1:
        rest = tuple(tile for tile in hand.open if not tile.apart)
        return _pick(told, table, seat, rest, apart[0])
    if len(hand.open) == held + 1 and not apart:
        return _which_tile(told, table, seat)
    return Mismatch(
        f"seat {seat} laid open {len(hand.open)} tiles",
        f"seat {seat} hand",
        f"{held} tiles win by ron, {held + 1} with the drawn tile set apart win by tsumo",
    )


def _pick(told: Told, table: TableSnapshot, seat: Seat, hand: tuple[SeenTile, ...], drawn: SeenTile | None) -> Verdict:
    """Choose among the faces of the hand, the drawn tile and the ura indicators those that the rules let win."""
    count = ura_count(told.round, seat, told.game.ruleset)
    waits_for_ura = len(table.ura) < count
    ura = () if waits_for_ura else table.ura[:count]
    tiles = (*hand, *([drawn] if drawn is not None else []), *ura)
    left = left_over(visible(told.game), told.game.ruleset)
    refused = ""
    for doubted in (False, True):
        read = readings(tiles, left, doubted)
        allowed: list[Candidate[tuple[tuple[Event, ...], BySeat[int]]]] = []
        for reading in read.candidates:
            faces = reading.value
            shown = faces[len(tiles) - len(ura) :]
            if waits_for_ura:
                # Any tiles will do to see whether the hand wins at all.
                shown = tuple(islice((left - Counter(faces)).elements(), count))
            events = _won(told, seat, faces[: len(hand)], faces[len(hand)] if drawn is not None else None, shown)
            try:
                paid = _payment(told, events)
            except IllegalEvent as error:
                refused = refused or str(error)
                continue
            allowed.append(Candidate((events, paid), reading.weight, reading.weakest))
        if allowed and waits_for_ura:
            return NOTHING
        # Ura that pay the same need not be told apart.
        chosen = None if doubted else decide(allowed, read.rest, outcome=lambda win: win[1])
        if chosen is not None:
            return Reading(chosen[0])
        if allowed:
            choices = tuple(Choice(_label(events), events) for events, _ in likeliest(allowed))
            return Question(seat, f"Which hand did seat {seat} win with?", choices)
    return Mismatch(refused or f"seat {seat} laid open more copies than there are", f"seat {seat} hand", "")


def _offered(told: Told) -> tuple[Seat, Tile] | None:
    """The tile that can be won on now; after a first ron it still is."""
    wins = told.round.wins
    return (wins[0].source, wins[0].tile) if wins else told.round.offered


def _won(
    told: Told, seat: Seat, hand: tuple[Tile, ...], drawn: Tile | None, ura: tuple[Tile, ...]
) -> tuple[Event, ...]:
    """The win with what must come before it."""
    sorted_hand = in_order(hand)
    if drawn is not None:
        accepted = told.accept().events if told.round.phase is not Phase.DISCARD else ()
        draws = () if told.round.phase is Phase.DISCARD else (Drawn(seat),)
        return (*accepted, *draws, Won(seat, seat, drawn, sorted_hand, ura))
    offered = _offered(told)
    assert offered is not None
    return (Won(seat, *offered, sorted_hand, ura),)


def _which_tile(told: Told, table: TableSnapshot, seat: Seat) -> Verdict:
    """A hand laid open with no tile set apart: the drawn tile matters unless every choice pays the same."""
    hand = table.hands[seat].open
    choices: dict[Tile, Reading] = {}
    other: Verdict = Mismatch(f"seat {seat} laid open a hand that does not win", f"seat {seat} hand", "")
    for place, tile in enumerate(hand):
        if tile.tile is None or tile.tile in choices:
            continue
        verdict = _pick(told, table, seat, hand[:place] + hand[place + 1 :], tile)
        if isinstance(verdict, Reading):
            if not verdict.events:
                return verdict
            choices[tile.tile] = verdict
        else:
            other = verdict
    if not choices:
        return other
    paid = {_payment(told, reading.events) for reading in choices.values()}
    if len(paid) == 1:
        return next(iter(choices.values()))
    text = f"Which tile did seat {seat} draw to win?"
    return Question(seat, text, tuple(Choice(str(tile), reading.events) for tile, reading in choices.items()))


def _payment(told: Told, events: tuple[Event, ...]) -> BySeat[int]:
    return told.play(*events).game.points


def _is_counted(told: Told, table: TableSnapshot, seat: Seat) -> bool:
    return len(table.hands[seat].open) - (13 - 3 * len(told.round.hands[seat].melds)) in (0, 1)


def _together(told: Told, wins: list[Reading | Question]) -> Verdict:
    """One or several wins on one tile; a question offers them all together."""
    if any(isinstance(win, Reading) and not win.events for win in wins):
        return NOTHING
    ways = [win.choices if isinstance(win, Question) else (Choice("", win.events),) for win in wins]
    choices: list[Choice] = []
    refused = ""
    for row in islice(product(*ways), CHOICES):
        events = tuple(event for choice in row for event in choice.events)
        try:
            told.play(*events)
        except IllegalEvent as error:
            refused = str(error)
            continue
        choices.append(Choice("; ".join(choice.label for choice in row if choice.label), events))
    if not choices:
        return Mismatch(refused, "hands laid open", "")
    asked = next((win for win in wins if isinstance(win, Question)), None)
    return Reading(choices[0].events) if asked is None else Question(asked.seat, asked.text, tuple(choices))


def _exhausted(told: Told, table: TableSnapshot, shown: list[Seat]) -> Verdict:
    """The wall is used up and every hand lies open or face down."""
    for seat in _in_turn(told, shown):
        win = _win(told, table, seat)
        if isinstance(win, Reading) and win.events:
            drawn = _draw(told, table, shown, RyuukyokuKind.EXHAUSTIVE)
            choices = [Choice(_label(win.events), win.events)]
            if isinstance(drawn, Reading):
                choices.append(Choice("exhaustive draw", drawn.events))
            return Question(seat, f"Did seat {seat} win on the last discard?", tuple(choices))
    return _draw(told, table, shown, RyuukyokuKind.EXHAUSTIVE)


def _aborted(told: Told, table: TableSnapshot, shown: list[Seat]) -> Verdict | None:
    """Draws for which hands are laid open: nine terminals and honours, four riichi."""
    if len(shown) == len(SEATS):
        return _draw(told, table, shown, RyuukyokuKind.SUUCHA_RIICHI)
    if len(shown) == 1 and len(table.hands[shown[0]].open) == 14:
        drawn = _draw(told, table, shown, RyuukyokuKind.KYUUSHU_KYUUHAI)
        return drawn if not isinstance(drawn, Mismatch) else None
    return None


def _draw(told: Told, table: TableSnapshot, shown: list[Seat], kind: RyuukyokuKind) -> Verdict:
    """The draw with every shown hand read, or a question about hands whose faces are not certain."""
    left = left_over(visible(told.game), told.game.ruleset)
    tiles = tuple(tile for seat in shown for tile in table.hands[seat].open)
    refused: Mismatch | None = None
    for doubted in (False, True):
        read = readings(tiles, left, doubted)
        allowed: list[Candidate[Reading]] = []
        for reading in read.candidates:
            faces = iter(reading.value)
            hands = [in_order(islice(faces, len(table.hands[seat].open))) if seat in shown else None for seat in SEATS]
            try:
                allowed.append(Candidate(_drawing(told, kind, hands), reading.weight, reading.weakest))
            except IllegalEvent as error:
                refused = refused or Mismatch(str(error), "hands laid open", "")
        chosen = None if doubted else decide(allowed, read.rest)
        if chosen is not None:
            return chosen
        if allowed:
            choices = tuple(Choice(_hands(item), item.events) for item in likeliest(allowed))
            return Question(shown[0], "Which tiles were shown at the draw?", choices)
    return refused or Mismatch("more copies of a tile are shown than there are", "hands laid open", "EQ1")


def _hands(read: Reading) -> str:
    drew = read.events[-1]
    assert isinstance(drew, Drew)
    shown = [(seat, drew.hands[seat]) for seat in SEATS]
    return ", ".join(f"seat {seat}: {print_tiles(hand)}" for seat, hand in shown if hand is not None)


def _drawing(told: Told, kind: RyuukyokuKind, hands: list[tuple[Tile, ...] | None]) -> Reading:
    """The events of a draw. Raises `IllegalEvent`."""
    drew = Drew(kind, BySeat.of(hands))
    if kind is RyuukyokuKind.KYUUSHU_KYUUHAI and told.round.phase is not Phase.DISCARD:
        seat = next(seat for seat in SEATS if hands[seat] is not None)
        return Reading(told.accept().play(Drawn(seat), drew).events)
    if kind is RyuukyokuKind.SANCHA_HOU:
        return Reading(told.play(drew).events)
    return Reading(told.accept().play(drew).events)


def _label(events: tuple[Event, ...]) -> str:
    won = events[-1]
    assert isinstance(won, Won)
    ura = f", ura {print_tiles(won.ura)}" if won.ura else ""
    return f"{print_tiles(won.hand)} + {won.tile}{ura}"
