"""Rules read from plain data: every option takes its own values and refuses others, naming what is allowed."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tablectl.rules.option import Choice, Several, Switch, Whole
from tablectl.rules.profile import OPTIONS, ProfileError, read
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.worth import DOUBLE, MANGAN, OFF, YAKUMAN, Worth, han


def test_every_field_is_an_option_or_the_worths_of_yaku() -> None:
    assert {entry.name for entry in fields(Ruleset) if entry.init} - set(OPTIONS) == {"yaku"}
    assert all(option.item and option.means for option in OPTIONS.values())


@pytest.mark.parametrize("name", list(OPTIONS))
def test_every_option_reads_back_its_default_and_refuses_nonsense(name: str) -> None:
    default = getattr(TENHOU, name)
    assert getattr(read({name: default}), name) == default
    with pytest.raises(ProfileError, match=f"{name}: .*expected "):
        read({name: {"nonsense": 1}})


@pytest.mark.parametrize(
    "name", [name for name, option in OPTIONS.items() if isinstance(option.values, Choice | Switch)]
)
def test_every_value_of_a_choice_is_read(name: str) -> None:
    values = OPTIONS[name].values
    for value in values.names if isinstance(values, Choice) else (True, False):
        assert getattr(read({name: value}), name) == value


def test_bare_words_and_lists() -> None:
    rules = read({"agari_yame": False, "kazoe_yakuman": False, "abort_renchan": False, "pao_yakuman": ["daisangen"]})
    assert (rules.agari_yame, rules.kazoe_yakuman, rules.abort_renchan) == ("off", "none", ())
    assert rules.pao_yakuman == ("daisangen",)
    assert read({"red_fives": {"m": 1, "p": 2, "s": 1}}).red_fives == (1, 2, 1)
    assert (read({"chombo": 8000}).chombo, read({"chombo": 8000}).chombo_points) == ("fixed", 8000)
    assert read({"chombo": "mangan_payment"}).chombo == "reverse_mangan"
    with pytest.raises(ProfileError, match="whole number"):
        read({"start": 2.5})
    with pytest.raises(ProfileError, match="start: 25050: expected a whole number from 0 to 1,000,000 in steps of 100"):
        read({"start": 25050})


def test_yaku_take_their_worth() -> None:
    rules = read({"sanshoku_doukou": 3, "toitoi": {"closed": 3, "open": 2}, "yaku": {"suukantsu": "double"}})
    assert dict(rules.yaku) == {"sanshoku_doukou": han(3), "toitoi": Worth(3, 2), "suukantsu": DOUBLE}
    assert dict(read({"chiitoitsu": {"han": 1, "fu": 50}}).yaku) == {"chiitoitsu": han(1)}
    assert read({"chiitoitsu": {"han": 1, "fu": 50}}).chiitoitsu_fu == 50
    assert dict(read({"toitoi": False}, rules).yaku)["toitoi"] == OFF
    with pytest.raises(ProfileError, match=r"toitoi: 'much': expected false, a han number.* or true for 2"):
        read({"toitoi": "much"})
    with pytest.raises(ProfileError, match="toitoy: no rule has this name"):
        read({"toitoy": 2})


def test_rule_sets_are_equal_by_value_and_hash() -> None:
    assert read({"uma": [15, 5, -5, -15]}) == read({"uma": [15, 5, -5, -15]})
    assert hash(read({"toitoi": 3})) == hash(read({"toitoi": 3})) != hash(TENHOU)


@pytest.mark.parametrize(
    "worth", [OFF, MANGAN, YAKUMAN, DOUBLE, han(2), han(2, 1), Worth(3), Worth(yakuman=1, closed_only=True)]
)
def test_worths_print_and_parse(worth: Worth) -> None:
    assert Worth.parse(str(worth)) == worth


@pytest.mark.parametrize("text", ["", "2/1/0", "-1", "two", "mangan open", "20"])
def test_other_worths_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        Worth.parse(text)


def test_what_is_allowed_is_said() -> None:
    assert str(Choice(("off", "auto"), false="off")) == "off or auto (false for off)"
    assert str(Whole(0, 3, off=True)) == "a whole number from 0 to 3 or false"
    assert str(Several(("a", "b"))) == "a list of a, b (true for all, false for none)"
