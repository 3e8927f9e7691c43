"""Ways in which cases of settlements and ends are written, each understood."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.test_written_settlements import test_end_of_a_game as end_of_a_game
from tests.rules.test_written_settlements import test_settlement as settlement

Told = dict[str, Any]


@pytest.mark.parametrize(
    ("rules", "situation", "deltas"),
    [
        # PT2: what the han and fu are worth is the table's rule.
        ({"kiriage_mangan": True}, {"winner": "S", "discarder": "W", "value": "4 han 30 fu"}, (0, 8000, -8000, 0)),
        # K14
        ({}, {"winner": "S", "discarder": "W", "value": "double yakuman"}, (0, 64000, -64000, 0)),
        # PT4, PT5: a tsumo told by its points.
        ({}, {"winner": "S", "value": "700/1300", "honba": 1}, (-1400, 3000, -800, -800)),
        ({}, {"winner": "E", "value": "2600 all"}, (7800, -2600, -2600, -2600)),
        # PA3, PT7: two winners, one of them with a liable third seat.
        (
            {},
            {"discarder": "W", "winners": [["N", "8000"], ["S", "daisangen, third dragon ponned from E"]], "honba": 1},
            (-16000, 32000, -24300, 8300),
        ),
        # PA4: the dealer and the others pay the yakuman that nobody fed.
        (
            {"pao_scope": "liable_yakuman_only"},
            {"winner": "S", "hand": "daisangen and tsuuiisou, third dragon ponned from N"},
            (-16000, 64000, -8000, -40000),
        ),
        # PA1, K6
        (
            {"double_yakuman": True},
            {"winner": "S", "hand": "daisuushii, fourth wind ponned from E"},
            (-64000, 64000, 0, 0),
        ),
        # PA5
        ({"daiminkan_pao": True}, {"winner": "S", "hand": "mangan, open kan fed by W"}, (0, 8000, -8000, 0)),
        ({"daiminkan_pao": False}, {"winner": "S", "hand": "mangan, open kan fed by W"}, (-4000, 8000, -2000, -2000)),
        # EQ1: three players share the part of the missing one.
        (
            {"tsumo_loss": False},
            {"players": 3, "winner": "S", "value": "mangan 8000", "honba": 1},
            (-5100, 8200, -3100),
        ),
    ],
)
def test_settlements(rules: Told, situation: Told, deltas: tuple[int, ...]) -> None:
    expected = {"deltas": dict(zip("ESWN", deltas, strict=False))}
    settlement({"rules": rules, "situation": {"dealer": "E", **situation}, "expect": expected})


@pytest.mark.parametrize(
    ("rules", "situation", "final", "expected"),
    [
        # EN11, EN8: two firsts share oka and uma.
        ({"tie": "share"}, {}, (35000, 35000, 20000, 10000), {"points": dict(A=30, B=30, C=-20, D=-40)}),
        # EN9: 500 fall, 600 rise, the first takes what is left.
        (
            {"rounding": "five_down_six_up", "uma": [15, 5, -5, -15]},
            {},
            (40500, 25600, 19400, 14500),
            {"points": dict(A=46, B=1, C=-16, D=-31)},
        ),
        ({"sudden_death": False}, {"round": "W2"}, (22000, 35000, 23000, 20000), {"game_over": False, "next": "W2"}),
        ({"last_hand_renchan": False}, {"round": "S4"}, (35000, 25000, 21000, 19000), {"game_over": True}),
    ],
)
def test_ends(rules: Told, situation: Told, final: tuple[int, ...], expected: Told) -> None:
    told = {"final": dict(zip("ABCD", final, strict=True)), **situation}
    end_of_a_game({"title": "", "rules": rules, "situation": told, "expect": expected})
