"""The rules of a table as one value: every rule that tables set differently, with what may be set and what it means.

Defaults are Tenhou's ranked four-player rules. Yaku are worth what `tablectl.rules.yaku` says unless `Ruleset.yaku`
says otherwise. Items are those of the rule checklist, see `docs/rules.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from tablectl.rules.option import Choice, Numbers, RedFives, Rows, Several, Switch, Whole, Words, section
from tablectl.rules.worth import Worth

KanDora = Literal["at_once", "after_discard", "none"]
Yame = Literal["off", "choice", "auto"]
AbortKind = Literal["kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukan_sanra", "sancha_hou"]
PaoYakuman = Literal["daisangen", "daisuushii", "suukantsu"]

ABORTS: tuple[AbortKind, ...] = ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukan_sanra", "sancha_hou")
_KAN_DORA = Choice(("at_once", "after_discard", "none"))
_YAME = Choice(("off", "choice", "auto"), false="off", true="choice")
_ON = Switch()
_POINTS = Whole(0, 1_000_000, step=100)
_table = section("Table and length")
_end = section("End and result")
_calls = section("Tiles and calls")
_riichi = section("Riichi and furiten")
_dora = section("Dora")
_value = section("Value of a hand")
_local = section("Settings of single yaku")
_pay = section("Payments")
_draws = section("Draws and the dealer")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every rule that the engine asks for; each field's metadata holds its `Option`."""

    # Table and length
    players: Literal[4, 3, 2] = _table(4, Choice((4, 3, 2)), "EQ1", "who plays; three without 2m to 8m")
    length: Literal["tonpuu", "hanchan", "issou", "tonpei", "tonton", "per_hand"] = _table(
        "hanchan",
        Choice(("tonpuu", "hanchan", "issou", "tonpei", "tonton", "per_hand")),
        "LE1",
        "winds played: E, E S, E S W N, E N, E E; per_hand: hands are counted singly, no end of its own",
    )
    red_fives: tuple[int, int, int] = _table((1, 1, 1), RedFives(), "EQ3", "red fives in m, p, s")
    seat_draw: Literal["free", "east_first", "named_chair", "pick", "six_tiles", "other"] = _table(
        "pick",
        Choice(("free", "east_first", "named_chair", "pick", "six_tiles", "other")),
        "SE1 SE2 SE3 SE4",
        "how seats are drawn; other: as `seat_draw_text` says",
    )
    seat_draw_text: str = _table("", Words(), "SE4", "a seat draw of the house, told to the players")
    six_tiles_odd_from: Literal["1p", "2p"] = _table(
        "1p",
        Choice(("1p", "2p")),
        "SE3",
        "the end of the six tiles from which an odd throw takes, an even one from the other",
    )
    first_dealer: Literal["two_throws", "one_throw", "east"] = _table(
        "two_throws", Choice(("two_throws", "one_throw", "east")), "DE2", "how the first dealer is found"
    )
    dice_throws: Literal["one", "two"] = _table("one", Choice(("one", "two")), "WA2", "throws for the break")
    dealing: Literal["chonchon", "plain"] = _table(
        "chonchon", Choice(("chonchon", "plain")), "WA4", "dealer's 14th tile"
    )
    stick_kit: Literal["1-1-9-10", "1-2-4-10", "500s", "custom", "none"] = _table(
        "1-2-4-10",
        Choice(("1-1-9-10", "1-2-4-10", "500s", "custom", "none")),
        "EQ5 EQ8",
        "a seat's 10000, 5000, 1000 and 100 sticks for 25,000; with 500s; none: points on the page alone",
    )
    stick_kit_custom: tuple[int, ...] = _table(
        (1, 2, 4, 0, 10), Numbers(5, 5), "EQ5", "10000, 5000, 1000, 500 and 100 sticks of a custom kit"
    )

    # End and result
    start: int = _end(25000, _POINTS, "EQ5 EN8", "points at the start")
    target: int = _end(30000, _POINTS, "EN5 EN8", "points returned at the end, goal of the last hand")
    oka: bool = _end(True, _ON, "EN8", "what all pay above the start goes to the first")
    uma: tuple[float, ...] = _end((20, 10, -10, -20), Numbers(2, 4), "EN9", "by place, thousands of points")
    uma_by_below: tuple[tuple[float, ...], ...] = _end(
        (), Rows(3, 4), "EN9", "instead of `uma`: by place when one, two or three end below the start"
    )
    rounding: Literal["none", "down", "half-up", "five_down_six_up"] = _end(
        "half-up", Choice(("none", "down", "half-up", "five_down_six_up")), "EN9", "of scores to thousands"
    )
    tie: Literal["share", "starting_order"] = _end(
        "starting_order", Choice(("share", "starting_order")), "EN11", "who of equals stands before"
    )
    leftover_sticks: Literal["top", "lost", "returned", "split"] = _end(
        "top", Choice(("top", "lost", "returned", "split")), "EN7", "riichi sticks left: split between tied firsts"
    )
    session_value: Literal["mixed", "points", "placement"] = _end(
        "mixed",
        Choice(("mixed", "points", "placement")),
        "EQ9",
        "what a game counts in a session: points above the start, place points (uma and oka), or both",
    )
    sashi_uma: Literal["off", "placement", "half"] = _end(
        "off", Choice(("off", "placement", "half"), false="off", true="placement"), "EN10", "side bets on places"
    )
    west_entry: bool = _end(True, _ON, "EN5", "a further wind when nobody has reached the target")
    extra_winds: int = _end(1, Whole(0, 3), "EN5", "so many further winds at most; 0: no limit but N")
    sudden_death: Literal["off", "renchan_first", "at_once"] = _end(
        "renchan_first",
        Choice(("off", "renchan_first", "at_once"), false="off", true="at_once"),
        "EN5",
        "a further wind ends when somebody reaches the target; renchan_first: once the dealer does not stay",
    )
    bankruptcy: Literal["off", "below_zero", "at_zero"] = _end(
        "below_zero", Choice(("off", "below_zero", "at_zero"), false="off", true="below_zero"), "EN6", "ends the game"
    )
    bankruptcy_limit: int = _end(0, Whole(-1_000_000, 0, step=100), "EN6", "points that count as zero for it")
    agari_yame: Yame = _end("auto", _YAME, "EN2", "the leading dealer stops after a win in the last hand")
    tenpai_yame: Yame = _end("auto", _YAME, "EN3", "the leading dealer stops after a draw in tenpai")

    # Tiles and calls
    kuitan: bool = _calls(True, _ON, "Y5", "open tanyao")
    kuikae: Literal["forbidden", "same_tile", "allowed"] = _calls(
        "forbidden", Choice(("forbidden", "same_tile", "allowed")), "TU7", "same_tile: only the run swap is allowed"
    )
    kokushi_ankan_chankan: bool = _calls(False, _ON, "Y10", "kokushi robs an ankan")
    call_order_priority: bool = _calls(False, _ON, "TU5", "who calls first goes first, ron still before all")

    # Riichi and furiten
    riichi_needs_own_draw: bool = _riichi(True, _ON, "RI2", "a draw of its own must be left")
    riichi_below_1000: bool = _riichi(False, _ON, "RI3", "riichi with less than 1,000 points")
    riichi_furiten: bool = _riichi(True, _ON, "RI5", "riichi in furiten, tsumo only then")
    riichi_ankan: Literal["never", "waits_unchanged", "reading_unchanged"] = _riichi(
        "waits_unchanged", Choice(("never", "waits_unchanged", "reading_unchanged"), false="never"), "RI4", "in riichi"
    )
    open_riichi_deal_in_yakuman: bool = _riichi(True, _ON, "RI9", "ron off a seat not in riichi is yakuman")
    open_riichi_tsumo_only: bool = _riichi(False, _ON, "RI9", "an open riichi wins by tsumo alone")
    ippatsu_broken_by: Literal["any_call", "others_call"] = _riichi(
        "any_call", Choice(("any_call", "others_call")), "RI7", "others_call: an own ankan leaves it"
    )
    furiten_lift: Literal["draw", "draw_or_call", "own_discard"] = _riichi(
        "draw_or_call", Choice(("draw", "draw_or_call", "own_discard")), "FR2", "what ends temporary furiten"
    )

    # Dora
    dora_is_indicator: bool = _dora(False, _ON, "DO1", "the indicator itself is the dora")
    kan_dora_closed: KanDora = _dora("at_once", _KAN_DORA, "DO2", "new indicator after an ankan")
    kan_dora_open: KanDora = _dora("after_discard", _KAN_DORA, "DO2", "after a daiminkan")
    kan_dora_added: KanDora = _dora("after_discard", _KAN_DORA, "DO2", "after a kakan")
    kan_dora_on_ron_of_that_discard: bool = _dora(True, _ON, "DO3", "an indicator due after it counts")
    kan_dora_on_rinshan_win: bool = _dora(False, _ON, "DO4", "an indicator not turned yet counts")
    ura_dora: bool = _dora(True, _ON, "DO6", "for riichi winners")
    kan_ura_dora: bool = _dora(True, _ON, "DO6", "under the kan dora, too")
    kita: Literal["dora", "yakuhai", "off"] = _dora(
        "dora", Choice(("dora", "yakuhai", "off"), false="off", true="dora"), "DO10", "north tiles of three players"
    )

    # Value of a hand
    yaku: tuple[tuple[str, Worth], ...] = ()
    """Yaku whose worth differs from the table in `tablectl.rules.yaku`, by name."""
    pinfu_tsumo: bool = _value(True, _ON, "FU10", "pinfu by tsumo counts, at 20 fu")
    pinfu_open: bool = _value(False, _ON, "Y4", "counts open, too")
    open_pinfu_ron_fu: int = _value(30, Choice((30, 20)), "FU9", "an open hand without fu, by ron")
    rinshan_tsumo_fu: bool = _value(True, _ON, "FU2", "2 fu for tsumo on a replacement tile")
    double_wind_pair_fu: int = _value(4, Choice((4, 2)), "FU4", "pair of the seat and round wind")
    chiitoitsu_fu: int = _value(25, Whole(20, 50), "FU8", "of seven pairs")
    chiitoitsu_four_alike: bool = _value(False, _ON, "Y12", "four alike are two pairs")
    ryanpeikou_four_alike: bool = _value(True, _ON, "Y24", "four alike runs are ryanpeikou")
    houtei_after_rinshan: bool = _value(True, _ON, "Y8", "the last discard after a rinshan draw is houtei")
    kiriage_mangan: bool = _value(False, _ON, "PT2", "4 han 30 fu and 3 han 60 fu are mangan")
    kazoe_yakuman: Literal["none", "single", "multiple"] = _value(
        "single", Choice(("none", "single", "multiple"), false="none", true="single"), "K15", "13 han by counting"
    )
    multiple_yakuman: bool = _value(True, _ON, "K14", "yakuman add up")
    most_yakuman: int = _value(0, Whole(0, 13, off=True), "K14", "so many yakuman count at most; 0: all")
    double_yakuman: bool = _value(
        False, _ON, "K14", "daisuushii, suuankou tanki, 13-wait kokushi, 9-wait chuuren twice"
    )
    aotenjou: bool = _value(False, _ON, "PT3", "no limits")
    ryanhan_shibari_from_honba: int = _value(0, Whole(0, 99, off=True), "LE4", "two han of yaku from so many honba")

    # Settings of single yaku
    ryuuiisou_needs_hatsu: bool = _local(False, _ON, "K12", "all green counts with hatsu only")
    chuuren_man_only: bool = _local(False, _ON, "K9", "nine gates in characters only")
    chiihou_old: bool = _local(False, _ON, "K2", "also ron on the dealer's first discard")
    daisharin_other_suits: bool = _local(False, _ON, "L8", "bamboos and characters, too")
    daichisei_plus_tsuuiisou: bool = _local(True, _ON, "L13", "counts beside tsuuiisou")
    hyakumangoku_threshold: int = _local(100, Whole(1, 110), "L10", "sum of ranks")
    hyakumangoku_exact_double: bool = _local(False, _ON, "L10", "exactly the threshold is double")
    riichi_tan_pin: bool = _local(False, _ON, "L21", "riichi, tanyao and pinfu together are named so, without han")
    suurenkou_plus_suuankou: bool = _local(True, _ON, "L5", "counts beside suuankou")
    touhoku_shinkansen_suit: Literal["any", "s"] = _local("any", Choice(("any", "s")), "L12", "of the straight")
    touhoku_shinkansen_closed_only: bool = _local(False, _ON, "L12", "closed hands only")
    golden_gate_bridge_suit: Literal["any", "p"] = _local("any", Choice(("any", "p")), "L19", "of the four runs")
    tuibudao_pin_only: bool = _local(False, _ON, "L18", "dots only")
    shiisanpuutaa_gap: int = _local(3, Choice((3, 2)), "L9", "least distance of two tiles of a suit")
    ishi_no_ue_nimo_sannen_houtei: bool = _local(False, _ON, "L15", "houtei, too")
    paarenchan_counts: Literal["deals", "wins"] = _local("deals", Choice(("deals", "wins")), "L14", "eight of them")
    paarenchan_needs_yaku: bool = _local(True, _ON, "L14", "the hand needs a yaku of its own")

    # Payments
    honba_value: int = _pay(300, _POINTS, "PT5", "points a counter by ron; the payers of a tsumo part it")
    honba_on_multi_ron: Literal["first", "each", "split"] = _pay(
        "first", Choice(("first", "each", "split")), "PT7", "to the nearest winner, to each, in equal parts"
    )
    sticks_on_multi_ron: Literal["first", "own_back_rest_first", "split"] = _pay(
        "first", Choice(("first", "own_back_rest_first", "split")), "PT7", "riichi sticks"
    )
    multi_ron: Literal["all", "head_bump"] = _pay("all", Choice(("all", "head_bump")), "PT8", "head_bump: the nearest")
    triple_ron: Literal["paid", "abort", "head_bump"] = _pay(
        "abort", Choice(("paid", "abort", "head_bump")), "PT8 AB5", "three rons on one tile"
    )
    noten_pool: int = _pay(3000, _POINTS, "DR1", "four players")
    noten_pool_3p: int = _pay(2000, _POINTS, "DR1", "three players")
    noten_pool_2p: int = _pay(1000, _POINTS, "DR1", "two players")
    tsumo_loss: bool = _pay(
        True, _ON, "EQ1", "fewer than four: nobody pays a missing seat's part of a tsumo; else the payers share it"
    )
    pao_yakuman: tuple[PaoYakuman, ...] = _pay(
        ("daisangen", "daisuushii"), Several(("daisangen", "daisuushii", "suukantsu")), "PA1", "with liability"
    )
    pao_scope: Literal["liable_yakuman_only", "whole_hand"] = _pay(
        "whole_hand", Choice(("liable_yakuman_only", "whole_hand")), "PA4", "of several yakuman"
    )
    pao_ron_honba: Literal["liable", "discarder"] = _pay(
        "discarder", Choice(("liable", "discarder")), "PA3", "who pays counters at a ron from another seat"
    )
    daiminkan_pao: bool = _pay(False, _ON, "PA5", "the feeder of an open kan pays the whole rinshan tsumo")
    chombo: Literal["reverse_mangan", "fixed", "dead_hand", "replay"] = _pay(
        "reverse_mangan", Choice(("reverse_mangan", "fixed", "dead_hand", "replay")), "PE1", "penalty of a foul"
    )
    chombo_points: int = _pay(20000, _POINTS, "PE1", "of a fixed penalty, taken from the final result")
    chombo_ends_last_hand: bool = _pay(False, _ON, "PE1", "a foul in the last hand ends the game")

    # Draws and the dealer
    tenpai_own_four: bool = _draws(False, _ON, "DR2", "waiting only for tiles all held by the own hand is tenpai")
    tenpai_needs_yaku: bool = _draws(False, _ON, "DR2", "tenpai needs a wait with a yaku")
    tenpai_must_show: bool = _draws(False, _ON, "DR3", "everybody in tenpai shows; else it may be kept")
    honba_when_deal_passes: bool = _draws(True, _ON, "DR4", "a draw adds a counter though the deal passes")
    nagashi_mangan: Literal["off", "win", "draw"] = _draws(
        "draw", Choice(("off", "win", "draw"), false="off", true="draw"), "DR6 Y26", "counts as"
    )
    nagashi_closed_only: bool = _draws(False, _ON, "DR6", "closed hands only")
    nagashi_multiple: Literal["all", "nearest"] = _draws(
        "all", Choice(("all", "nearest")), "DR6", "of several; nearest to the last drawer"
    )
    kyuushu_kyuuhai: bool = _draws(True, _ON, "AB1", "nine kinds of terminals and honours")
    suufon_renda: bool = _draws(True, _ON, "AB2", "four equal winds")
    suukan_sanra: Literal["off", "after_discard", "at_once", "fifth_kan"] = _draws(
        "after_discard",
        Choice(("off", "after_discard", "at_once", "fifth_kan"), false="off", true="after_discard"),
        "AB3",
        "four kans of several; fifth_kan: only a fifth draws the hand",
    )
    suucha_riichi: bool = _draws(True, _ON, "AB4", "four riichi")
    abort_renchan: tuple[AbortKind, ...] = _draws(ABORTS, Several(ABORTS), "AB6", "draws after which the dealer stays")
    abort_honba: bool = _draws(True, _ON, "AB6", "an abortive draw adds a counter")
    renchan: Literal["tenpai", "win", "always", "never"] = _draws(
        "tenpai",
        Choice(("tenpai", "win", "always", "never")),
        "EN1",
        "when the dealer stays: on a win and in tenpai, on a win, on a win and at every draw, never",
    )
    last_hand_renchan: bool = _draws(True, _ON, "LE3", "the dealer stays in the last hand, too")

    def __post_init__(self) -> None:
        object.__setattr__(self, "yaku", tuple(sorted(self.yaku)))
        fields = tuple(getattr(self, name) for name in self.__dataclass_fields__ if name != "_hash")
        object.__setattr__(self, "_hash", hash(fields))

    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Computed once: rule sets are keys of the tables made from them."""
        return self._hash


TENHOU = Ruleset()
"""Tenhou's ranked four-player rules with open tanyao and red fives, checked against recorded games."""
TENHOU_3P = replace(
    TENHOU,
    players=3,
    red_fives=(0, 1, 1),
    start=35000,
    target=40000,
    uma=(20, 0, -20),
    honba_value=200,
    triple_ron="paid",
    suufon_renda=False,
    suucha_riichi=False,
)
"""Its rules for three players, checked likewise."""
