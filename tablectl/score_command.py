"""`tablectl score`: what a hand is worth, who pays what, and why."""

from __future__ import annotations

import json
import sys
import tomllib
from typing import Annotated, Any, NoReturn

import typer

from tablectl.circumstances import CircumstanceError, Circumstances
from tablectl.reader import NotationError
from tablectl.rulefile import RuleFileError, load
from tablectl.rules.profile import ProfileError, read
from tablectl.rules.ruleset import Ruleset
from tablectl.rules.seat import Wind
from tablectl.rules.sentence import sentence
from tablectl.rules.words import LANGUAGES, Language
from tablectl.scored import score

PRESETS = {4: "tenhou", 3: "tenhou-3p", 2: "two-player"}
"""Whose rules count where `--rules` names none, by the number of players."""


def _wind(text: str | Wind) -> Wind:
    for wind in Wind:
        if text in (wind, str(wind), str(wind).lower()):
            return wind
    raise typer.BadParameter(f"{text!r}: expected E, S, W or N")


def _language(text: str) -> Language:
    for language in LANGUAGES:
        if text == language:
            return language
    raise typer.BadParameter(f"{text!r}: expected {', '.join(LANGUAGES)}")


def _group(name: str) -> Any:
    """Makes the options of one group in the help text."""

    def option(flag: str, text: str, **more: Any) -> Any:
        return typer.Option(flag, help=text, rich_help_panel=name, **more)

    return option


_how, _luck, _table, _out = map(_group, ("How it won", "What came with it", "Table and rules", "Output"))
_SEAT: dict[str, Any] = {"parser": _wind, "metavar": "E|S|W|N"}


def command(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="such as '34588s234567m45p +6p'", show_default=False)],
    tsumo: Annotated[bool, _how("--tsumo", "on the own draw")] = False,
    source: Annotated[Wind | None, _how("--from", "ron on this seat's tile", **_SEAT)] = None,
    seat: Annotated[Wind | None, _how("--seat", "the winner's wind; East is the dealer [S]", **_SEAT)] = None,
    round_wind: Annotated[Wind | None, _how("--round", "the round's wind [E]", **_SEAT)] = None,
    dora: Annotated[str, _luck("--dora", "dora indicators, such as 4p1z", metavar="TILES")] = "",
    ura: Annotated[str, _luck("--ura", "ura dora indicators", metavar="TILES")] = "",
    riichi: Annotated[bool, _luck("--riichi", "riichi")] = False,
    double_riichi: Annotated[bool, _luck("--double-riichi", "riichi on the first turn")] = False,
    open_riichi: Annotated[bool, _luck("--open-riichi", "riichi with the hand shown")] = False,
    ippatsu: Annotated[bool, _luck("--ippatsu", "within a turn of riichi")] = False,
    rinshan: Annotated[bool, _luck("--rinshan", "replacement tile after a kan; by ron: the discard after one")] = False,
    chankan: Annotated[bool, _luck("--chankan", "on a robbed kan")] = False,
    haitei: Annotated[bool, _luck("--haitei", "tsumo on the last tile")] = False,
    houtei: Annotated[bool, _luck("--houtei", "ron on the last discard")] = False,
    first_turn: Annotated[bool, _luck("--first-turn", "before any call: tenhou, chiihou, renhou")] = False,
    discarder_riichi: Annotated[bool, _luck("--discarder-riichi", "the discarder is in riichi, too")] = False,
    renchan: Annotated[int, _luck("--renchan", "the dealer's deals or wins in a row, this one included", min=0)] = 0,
    kita: Annotated[int, _luck("--kita", "north tiles set aside (three players)", min=0, max=4)] = 0,
    honba: Annotated[int, _table("--honba", "counters", min=0)] = 0,
    sticks: Annotated[int, _table("--sticks", "riichi sticks on the table, the winner's own included", min=0)] = 0,
    pao: Annotated[Wind | None, _table("--pao", "who fed the last set of a yakuman", **_SEAT)] = None,
    players: Annotated[int | None, _table("--players", "4, 3 or 2", min=2, max=4, show_default=False)] = None,
    rules: Annotated[
        str, _table("--rules", "a preset or a file *.toml, see `tablectl rules list`", metavar="NAME")
    ] = "",
    setting: Annotated[
        list[str] | None, _table("--set", "change a rule, such as kuitan=false", metavar="RULE=VALUE")
    ] = None,
    language: Annotated[
        Language, _out("--lang", "en, ja, zh-Hans or zh-Hant", parser=_language, metavar="LANGUAGE")
    ] = "en",
    as_json: Annotated[
        bool, _out("--json", "one JSON object: valid, reason or han, fu, yaku, limit, deltas, explanation")
    ] = False,
) -> None:
    """Say what a hand is worth, who pays what, and why.

    HAND is digits and a suit: m characters, p dots, s bamboos; 1z to 7z are
    East South West North haku hatsu chun, 0m 0p 0s red fives. The winning
    tile stands after a plus. Melds stand in brackets:

    \b
      (234p)     a run from the left; (3<24p) says that the 3 was called
      (555z)     a pon from the left; (5^55z) from across, (5>55z) from the right
      (5<555z)   an open kan; (5<55+5z) a pon with the fourth tile added
      [1111z]    a closed kan

    \b
    Examples:
      tablectl score "34588s234567m45p +6p" --tsumo --riichi --dora 4p
      tablectl score "2m345p678s (555z) [6666z] +2m" --from W --honba 2 --lang ja
      tablectl score "5z (1>11z) (2<22z) (3^33z) (4>44z) +5z" --from N --pao W

    Exit status: 0 for a win, 1 for none, 2 for a mistake in what was typed.
    """
    assumed = []
    if seat is None:
        seat = Wind.SOUTH
        assumed.append(f"--seat {seat}")
    if round_wind is None:
        round_wind = Wind.EAST
        assumed.append(f"--round {round_wind}")
    try:
        ruleset = _rules(rules, setting or (), players)
        if tsumo and source is not None:
            raise CircumstanceError("--tsumo and --from exclude each other: a tile is drawn or discarded")
        if source is seat:
            raise CircumstanceError(f"--from {seat}: this is the winner; say --tsumo for a win on the own draw")
        if source is None and not tsumo:
            # These happen on an own draw only, or as a rule; all else is taken for a ron, whose price no seat changes.
            tsumo = rinshan or haitei or first_turn
            source = seat if tsumo else Wind((seat - 1) % ruleset.players)
            assumed.append("--tsumo" if tsumo else f"--from {source}")
        told = Circumstances(
            seat=seat,
            round_wind=round_wind,
            source=seat if source is None else source,
            riichi=riichi,
            double_riichi=double_riichi,
            open_riichi=open_riichi,
            ippatsu=ippatsu,
            rinshan=rinshan,
            chankan=chankan,
            haitei=haitei,
            houtei=houtei,
            first_turn=first_turn,
            discarder_riichi=discarder_riichi,
            dora=dora,
            ura=ura,
            kita=kita,
            honba=honba,
            renchan=renchan,
        )
        scored = score(hand, told, sticks, pao, ruleset)
    except (NotationError, CircumstanceError, RuleFileError, ProfileError) as error:
        _fail(error, as_json)
    if as_json:
        print(json.dumps({**scored.to_json(language), "assumed": assumed}, ensure_ascii=False))
    else:
        head, *lines = scored.say(language)
        if assumed:
            lines.append(sentence("assumed", options=" ".join(assumed)).say(language))
        print(scored.text, head, *(f"  {line}" for line in lines), sep="\n")
    sys.exit(0 if scored.settlement else 1)


def _rules(name: str, settings: list[str] | tuple[()], players: int | None) -> Ruleset:
    """The rules asked for. Raises `RuleFileError`, `ProfileError`, `CircumstanceError`."""
    ruleset = load(name or PRESETS[players or 4]).rules
    if players is not None:
        ruleset = read({"players": players}, ruleset)
    for setting in settings:
        rule, equals, text = setting.partition("=")
        if not equals:
            raise CircumstanceError(f"--set {setting}: no value; write it as {rule}=VALUE, such as kuitan=false")
        ruleset = read({rule.strip(): _value(text.strip())}, ruleset)
    return ruleset


def _value(text: str) -> object:
    """As TOML reads it; a bare word stands for itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _fail(error: ValueError, as_json: bool) -> NoReturn:
    """Say what is wrong; a mistake in the hand with its place."""
    if as_json:
        out: dict[str, object] = {"valid": False, "reason": "mistake", "message": str(error)}
        if isinstance(error, NotationError):
            out |= {"message": error.message, "text": error.text, "start": error.start, "end": error.end}
        print(json.dumps(out, ensure_ascii=False))
    else:
        print(error if isinstance(error, NotationError) else f"tablectl: {error}", file=sys.stderr)
    sys.exit(2)
