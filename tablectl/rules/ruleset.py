"""The rules of a table as one value; field names follow the rule checklist, defaults are Tenhou's four-player rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

KanDora = Literal["at_once", "after_discard", "none"]
Yame = Literal["off", "auto"]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every rule that the engine asks for. Identifiers in brackets name the checklist item.

    Length and result: `length` tonpuu or hanchan; `start` and `target` points; `oka` to the first or not; `uma` in
    thousands of points; `rounding` none, down, half-up or five_down_six_up; `tie` share or starting_order;
    `leftover_sticks` top or lost; `west_entry`, `sudden_death`; `bankruptcy` off, below_zero or at_zero; `agari_yame`
    and `tenpai_yame` off or auto (LE1, EN2 to EN11).

    Tiles and calls: `red_fives` in m, p, s; `kuitan`; `kuikae` forbidden, same_tile or allowed (EQ3, Y5, TU7).

    Dora: `kan_dora_closed`, `kan_dora_open`, `kan_dora_added` at_once, after_discard or none; `ura_dora`,
    `kan_ura_dora` (DO2, DO6).

    Value: `ippatsu`; `double_wind_pair_fu` 4 or 2; `rinshan_tsumo_fu`; `kiriage_mangan`; `kazoe_yakuman`
    none or single (FU2, FU4, PT2, K15).

    Riichi: `riichi_below_1000`, `riichi_needs_own_draw`, `riichi_ankan` never or waits_unchanged (RI2 to RI4).

    Payments: `honba_value` for a whole ron; `multi_ron` all or head_bump; `triple_ron` paid or abort;
    `noten_pool`; `nagashi_mangan` off or draw; `pao_scope` whole_hand or liable_yakuman_only; `pao_ron_honba`
    liable or discarder (PT5 to PT8, DR1, DR6, PA3, PA4).

    Draws and furiten: `tenpai_own_four`: waiting only for tiles of which the own hand holds all four is tenpai;
    `furiten_lift` draw, draw_or_call or own_discard; the abortive draws; `renchan` tenpai, win, always or never;
    `abort_renchan` (DR2, FR2, AB1 to AB6, EN1).
    """

    length: Literal["tonpuu", "hanchan"] = "hanchan"
    start: int = 25000
    target: int = 30000
    oka: bool = True
    uma: tuple[int, int, int, int] = (20, 10, -10, -20)
    rounding: Literal["none", "down", "half-up", "five_down_six_up"] = "half-up"
    tie: Literal["share", "starting_order"] = "starting_order"
    leftover_sticks: Literal["top", "lost"] = "top"
    west_entry: bool = True
    sudden_death: bool = True
    bankruptcy: Literal["off", "below_zero", "at_zero"] = "below_zero"
    agari_yame: Yame = "auto"
    tenpai_yame: Yame = "auto"
    red_fives: tuple[int, int, int] = (1, 1, 1)
    kuitan: bool = True
    kuikae: Literal["forbidden", "same_tile", "allowed"] = "forbidden"
    kan_dora_closed: KanDora = "at_once"
    kan_dora_open: KanDora = "after_discard"
    kan_dora_added: KanDora = "after_discard"
    ura_dora: bool = True
    kan_ura_dora: bool = True
    ippatsu: bool = True
    double_wind_pair_fu: int = 4
    rinshan_tsumo_fu: bool = True
    kiriage_mangan: bool = False
    kazoe_yakuman: Literal["none", "single"] = "single"
    riichi_below_1000: bool = False
    riichi_needs_own_draw: bool = True
    riichi_ankan: Literal["never", "waits_unchanged"] = "waits_unchanged"
    honba_value: int = 300
    multi_ron: Literal["all", "head_bump"] = "all"
    triple_ron: Literal["paid", "abort"] = "abort"
    noten_pool: int = 3000
    nagashi_mangan: Literal["off", "draw"] = "draw"
    pao_scope: Literal["whole_hand", "liable_yakuman_only"] = "whole_hand"
    pao_ron_honba: Literal["liable", "discarder"] = "discarder"
    tenpai_own_four: bool = False
    furiten_lift: Literal["draw", "draw_or_call", "own_discard"] = "draw_or_call"
    kokushi_ankan_chankan: bool = False
    kyuushu_kyuuhai: bool = True
    suufon_renda: bool = True
    suucha_riichi: bool = True
    suukan_sanra: bool = True
    renchan: Literal["tenpai", "win", "always", "never"] = "tenpai"
    abort_renchan: bool = True


TENHOU = Ruleset()
"""Tenhou's ranked four-player rules with open tanyao and red fives, checked against recorded games."""
