"""Hands entered on the page in a real browser: no camera, few presses, the recorded points at the end."""

from __future__ import annotations

import gzip
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import uvicorn
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tablectl.controller import Controller
from tablectl.export.mjai import read
from tablectl.replay import rules_of
from tablectl.rules.event import (
    DrawTold,
    Event,
    Fouled,
    GameStarted,
    HandEnded,
    HandStarted,
    RiichiAccepted,
    RyuukyokuKind,
    WinTold,
    to_json,
)
from tablectl.rules.game import new_game, play
from tablectl.rules.hanfu import HanFu
from tablectl.rules.ruleset import TENHOU, Ruleset
from tablectl.rules.seat import BySeat, Seat
from tablectl.simulate.deal import deal
from tablectl.simulate.playback import moments
from tablectl.store import Store
from tablectl.table import Press
from tablectl.web.app import create_app
from tests.telling import ending

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
NAMES = BySeat("Ann", "Bo", "Cy", "Di")
LIMITS = {5: "mangan", 6: "haneman", 8: "baiman", 11: "sanbaiman", 13: "kazoe yakuman"}
DRAWS = {RyuukyokuKind.KYUUSHU_KYUUHAI: "kyuushu kyuuhai", RyuukyokuKind.SUUFON_RENDA: "suufon renda"}
DRAWS |= {RyuukyokuKind.SUUCHA_RIICHI: "suucha riichi", RyuukyokuKind.SUUKAN_SANRA: "suukan sanra"}
DRAWS |= {RyuukyokuKind.SANCHA_HOU: "sancha hou"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS.split())
        yield browser
        browser.close()


@contextmanager
def served(table: Controller) -> Iterator[str]:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        server = uvicorn.Server(uvicorn.Config(create_app(table), log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        yield f"http://localhost:{door.getsockname()[1]}/"
        server.should_exit = True
        thread.join()


class Player:
    """Somebody at the page who counts the presses."""

    def __init__(self, page: Page, table: Controller) -> None:
        self.page, self.table, self.presses = page, table, 0

    def click(self, what: Locator) -> None:
        what.click()
        self.presses += 1

    def button(self, name: str, within: str = "#hand") -> Locator:
        return self.page.locator(within).get_by_role("button", name=name, exact=True)

    def settle(self) -> None:
        """Wait until the page shows what the table has."""
        expect(self.page.locator("body")).to_have_attribute("data-number", str(self.table.view.number))

    def riichi(self, seat: Seat) -> None:
        toggle = self.page.locator("#hand-riichi").get_by_label(f"Riichi of {NAMES[seat]}", exact=True)
        self.click(toggle)
        expect(toggle).to_have_attribute("aria-pressed", "true")
        self.settle()

    def accept(self) -> None:
        self.click(self.button("Accept"))
        expect(self.page.locator("#hand")).to_be_hidden()
        self.settle()

    def value(self, hand: HanFu) -> None:
        if hand.yakuman or hand.fu == 0:
            name = "yakuman" if hand.yakuman == 1 else f"{hand.yakuman} x yakuman" if hand.yakuman else LIMITS[hand.han]
            if hand.yakuman > 1:
                self.click(self.page.locator("#hand summary"))
            self.click(self.page.locator("#hand .limit").filter(has_text=re.compile(f"^{name}")))
        else:
            self.click(self.page.locator(f"#hand [aria-label^='{hand.han} han {hand.fu} fu:']"))

    def wins(self, told: list[WinTold]) -> None:
        first, *more = told
        assert isinstance(first.hand, HanFu)
        self.click(self.page.locator("#hand-winners").get_by_role("button", name=NAMES[first.seat]))
        tsumo = first.seat is first.source
        self.click(self.button("Tsumo" if tsumo else f"Ron from {NAMES[first.source]}"))
        self.value(first.hand)
        for won in more:
            assert isinstance(won.hand, HanFu)
            self.click(
                self.page.get_by_role("group", name="Another winner").get_by_role("button", name=NAMES[won.seat])
            )
            self.value(won.hand)
        for won in told:
            if won.liable is not None:
                self.click(self.page.locator("#hand summary", has_text="Liability"))
                self.click(self.button(f"{NAMES[won.liable]} is liable"))
        self.accept()

    def draw(self, told: DrawTold) -> None:
        if told.kind is not RyuukyokuKind.EXHAUSTIVE:
            self.click(self.page.locator("#hand-other"))
            self.click(self.button(DRAWS[told.kind]))
            return self.accept()
        self.click(self.page.locator("#hand-draw"))
        for seat in told.tenpai:
            toggle = self.button(f"{NAMES[seat]} tenpai")
            expect(toggle).to_be_visible()
            if toggle.get_attribute("aria-pressed") == "false":
                self.click(toggle)
                expect(toggle).to_have_attribute("aria-pressed", "true")
        if told.nagashi:
            self.click(self.page.locator("#hand summary", has_text="Nagashi"))
            for seat in told.nagashi:
                self.click(self.button(f"{NAMES[seat]} nagashi mangan"))
        self.accept()

    def end(self, told: list[WinTold | DrawTold]) -> None:
        wins = [each for each in told if isinstance(each, WinTold)]
        if wins:
            return self.wins(wins)
        (drawn,) = told
        assert isinstance(drawn, DrawTold)
        self.draw(drawn)


def table_of(path: Path, rules: Ruleset = TENHOU, start: GameStarted | None = None) -> Controller:
    return Controller(Store(path / "record.sqlite"), rules, start=start or GameStarted(names=NAMES))


@contextmanager
def playing(browser: Browser, table: Controller) -> Iterator[Player]:
    """The table's open page; anything wrong in its console fails the test."""
    with served(table) as address:
        context = browser.new_context(viewport={"width": 1024, "height": 768})
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        expect(page.locator("#status")).to_have_text("live")
        yield Player(page, table)
        context.close()
        assert faults == []


@pytest.fixture
def player(browser: Browser, tmp_path: Path) -> Iterator[Player]:
    """A game begun, no camera."""
    table = table_of(tmp_path)
    table.press(Press("new_game"), 1.0)
    with playing(browser, table) as player:
        yield player


def points(table: Controller) -> list[int]:
    return [seat.points for seat in table.view.seats]


def test_no_hand_takes_more_presses_than_it_must(player: Player) -> None:
    """Tsumo with known han and fu at most 4, ron at most 5, a draw at most 2 and one a player in tenpai."""
    s0, s1, s2, s3 = Seat
    counted = []
    for told in (
        WinTold(s1, s1, HanFu(3, 40)),
        WinTold(s2, s3, HanFu(2, 30)),
        WinTold(s0, s0, HanFu(5)),
        DrawTold(RyuukyokuKind.EXHAUSTIVE),
        DrawTold(RyuukyokuKind.EXHAUSTIVE, (s0, s2, s3)),
    ):
        player.presses = 0
        player.end([told])
        counted.append(player.presses)
    assert counted == [4, 4, 4, 2, 5]
    assert len([event for event in player.table.events if isinstance(event, HandEnded)]) == 5


def test_a_whole_recorded_game_is_entered_by_hand(browser: Browser, shared: Path, tmp_path: Path) -> None:
    """Riichi, several winners, draws of all kinds: the page comes to the recorded points, places and results."""
    path = shared / "data" / "logs" / "games" / "g010.mjson.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        record = read(lines, path.name)
    rules, game = rules_of(record[0], TENHOU), new_game(rules_of(record[0], TENHOU))
    table = table_of(tmp_path, rules)
    hands = 0
    with playing(browser, table) as player:
        player.click(player.button("New game", "#actions"))
        expect(player.page.locator("#hand-panel")).to_be_visible()
        player.settle()
        for event in (line.event for line in record):
            game = play(game, event)
            if isinstance(event, RiichiAccepted):
                player.riichi(event.seat)
            elif isinstance(event, HandEnded):
                hands += 1
                player.end(list(ending(game)))
                assert points(table) == list(game.points), f"after hand {hands}"
        expect(player.page.locator("#round")).to_have_text("Game over")
        expect(player.page.locator("#ranking li")).to_have_count(4)
    assert hands >= 8 and table.game.result == game.result
    assert not any(event for event in table.events if "indicator" in to_json(event) and to_json(event)["indicator"])
    assert player.presses <= 6 * hands


def test_a_hand_whose_camera_went_away_is_ended_by_hand(browser: Browser, tmp_path: Path) -> None:
    events: list[Event] = list(deal(5, TENHOU))
    end = events.index(HandEnded())
    table, true, played = table_of(tmp_path), new_game(TENHOU), 0
    with playing(browser, table) as player:
        for moment in moments(events):
            for event in moment.events:
                true, played = play(true, event), played + 1
                if isinstance(event, RiichiAccepted) and played > end // 2:
                    player.riichi(event.seat)
            if played <= end // 2:
                table.feed(moment.table, moment.table.time)
            if played > end:
                break
        player.settle()
        expect(player.page.locator("svg .river .tile").first).to_be_visible()
        seen = len(table.events)
        player.end(list(ending(true)))
        assert len(table.events) > seen > 20
        assert points(table) == list(true.points)
        expect(player.page.locator("#settlement h3").first).to_be_visible()


def test_the_payment_is_seen_before_it_counts_and_taken_back_after(player: Player) -> None:
    page, table = player.page, player.table
    player.riichi(Seat.S2)
    page.locator("#hand-winners").get_by_role("button", name="Bo").click()
    player.button("Ron from Cy").click()
    expect(page.locator("#hand [aria-label^='3 han 40 fu:']")).to_have_text("5,200")
    page.locator("#hand [aria-label^='3 han 40 fu:']").click()
    expect(page.locator("#hand .paid tr").nth(1)).to_contain_text("+6,200")
    expect(page.locator("#hand .lines")).to_contain_text("Cy pays 5,200 (ron: 1,280 x 4 = 5,120)")
    player.button("Won on the riichi tile: its stick goes back").click()
    expect(page.locator("#hand .paid tr").nth(1)).to_contain_text("+5,200")
    assert points(table) == [25000, 25000, 24000, 25000]
    expect(page.locator("#hand-accept")).to_be_enabled()
    page.locator("#hand-accept").press("Enter")
    expect(page.locator("#hand")).to_be_hidden()
    player.settle()
    assert points(table) == [25000, 30200, 19800, 25000]
    expect(page.locator("#round")).to_have_text("East 2")
    player.button("Undo the last event", "#actions").click()
    expect(page.locator("#round")).to_have_text("East 1")
    player.settle()
    assert points(table) == [25000, 25000, 24000, 25000]


def test_a_hand_is_typed_with_tiles_and_a_mistake_is_named(player: Player) -> None:
    page, table = player.page, player.table
    page.locator("#hand-winners").get_by_role("button", name="Bo").click()
    player.button("Tsumo").click()
    player.button("Enter the tiles instead").click()

    def tap(*tiles: str) -> None:
        for tile in tiles:
            page.locator(f"#hand [data-face='{tile}']").click()

    tap("2m", "3m", "4m", "8s", "8s", "4p", "5p")
    player.button("Score this hand").click()
    expect(page.locator("#hand-trouble")).to_contain_text("concealed tiles")
    player.button("Closed kan").click()
    tap("6z")
    player.button("Chi").click()
    tap("3s", "4s", "0s")
    tap("6p")
    player.button("Dora indicator").click()
    tap("7s")
    player.button("Score this hand").click()
    expect(page.locator("#hand .lines")).to_contain_text("dora: 2 han")
    expect(page.locator("#hand .lines")).to_contain_text("hatsu: 1 han")
    player.accept()
    (won,) = (event for event in table.events if isinstance(event, WinTold))
    assert not isinstance(won.hand, HanFu)
    assert [str(tile) for tile in won.hand.indicators] == ["7s"] and len(won.hand.melds) == 2


def test_two_winners_an_abortive_draw_and_a_chombo(player: Player) -> None:
    page, table = player.page, player.table
    player.wins([WinTold(Seat.S1, Seat.S0, HanFu(1, 30)), WinTold(Seat.S3, Seat.S0, HanFu(6))])
    assert points(table) == [12000, 26000, 25000, 37000]
    player.draw(DrawTold(RyuukyokuKind.KYUUSHU_KYUUHAI))
    expect(page.locator("#counters")).to_have_text("1 honba")
    page.locator("#hand-other").click()
    player.button("Chombo of Cy").click()
    expect(page.locator("#hand .lines")).to_contain_text("the hand is played again")
    player.accept()
    assert Fouled(Seat.S2) in table.events and table.view.honba == 1
    assert points(table) == [14000, 30000, 17000, 39000]


def test_an_entry_that_another_page_made_first_is_not_made_twice(player: Player) -> None:
    page, table = player.page, player.table
    page.locator("#hand-draw").click()
    expect(page.locator("#hand .paid")).to_be_visible()
    assert table.view.hand_end is not None
    table.end_hand(table.view.hand_end.id, DrawTold(RyuukyokuKind.EXHAUSTIVE, (Seat.S0,)), 5.0)
    expect(page.locator("#hand")).to_be_hidden()
    expect(page.locator("#message")).to_have_text("The hand was entered on another page.")
    assert sum(isinstance(event, HandStarted) for event in table.events) == 1


def test_it_is_entered_with_the_keyboard_alone(player: Player) -> None:
    page, table = player.page, player.table
    page.locator("#hand-draw").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-accept")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#hand")).to_be_hidden()
    page.locator("#hand-winners button").nth(2).focus()
    page.keyboard.press("Space")
    expect(player.button("Tsumo")).to_be_focused()
    page.keyboard.press("Enter")
    cell = page.locator("#hand [aria-label^='2 han 20 fu:']")
    expect(cell).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-accept")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#hand")).to_be_hidden()
    player.settle()
    assert points(table) == [24300, 24600, 26500, 24600]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1024, 768), (1920, 1080)])
def test_it_fits_the_screen(browser: Browser, player: Player, width: int, height: int) -> None:
    page = player.page
    page.set_viewport_size({"width": width, "height": height})
    page.locator("#hand-winners button").first.click()
    player.button("Ron from Cy").click()
    expect(page.locator("#hand .values")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for cell in page.locator("#hand td button").all()[:8]:
        box = cell.bounding_box()
        assert box is not None and box["height"] >= 44 and box["x"] + box["width"] <= width
    player.button("Enter the tiles instead").click()
    body = page.locator("#hand-body")
    assert body.evaluate("node => node.scrollWidth <= node.clientWidth")


def client(table: Controller, host: str = "127.0.0.1") -> TestClient:
    return TestClient(create_app(table), base_url="http://localhost:8136", client=(host, 50000))


def test_the_routes_refuse_in_plain_words(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "record.sqlite")) as store:
        table = Controller(store, TENHOU, start=GameStarted(names=NAMES))
        api = client(table)
        win = {"end": "win", "source": 2, "winners": [{"seat": 1, "han": 2, "fu": 20}]}
        assert "no game has begun" in api.post("/api/hand/preview", json={"how": win}).json()["detail"]
        table.press(Press("new_game"), 1.0)
        assert table.view.hand_end is not None
        hand = table.view.hand_end.id
        for how, status, why in (
            (win, 409, "Bo: 2 han 20 fu by ron: a ron has 30 fu at least"),
            (
                {**win, "winners": [{"seat": 1, "han": 2, "fu": 30, "tiles": {"text": "1z"}}]},
                409,
                "leave one of them out",
            ),
            ({**win, "winners": [{"seat": 1}]}, 409, "say han with fu, or yakuman"),
            ({**win, "winners": []}, 422, "winners"),
            ({**win, "winners": [{"seat": 7, "han": 2, "fu": 30}]}, 422, "seat"),
            ({"end": "rain"}, 422, "rain"),
            ({"end": "draw", "kind": "exhaustive", "tenpai": [0, 4]}, 422, "tenpai"),
        ):
            for path, body in (("/api/hand/preview", {"how": how}), ("/api/hand", {"hand": hand, "how": how})):
                answer = api.post(path, json=body)
                assert answer.status_code == status and why in answer.text, answer.text
        good = {"hand": hand, "how": {"end": "draw", "tenpai": [0]}}
        assert client(table, "192.168.1.7").post("/api/hand", json=good).status_code == 403
        answer = api.post("/api/hand", json=good)
        assert answer.json() == {
            "events": [
                "hand started, dora indicator not seen",
                "draw: exhaustive, as told; tenpai seat 0",
                "hand ended",
            ]
        }
        assert "entered already" in api.post("/api/hand", json=good).json()["detail"]
        assert api.get("/api/hand/values?winner=1&source=1").json()[0]["pays"] == "400 / 700"
        assert api.get("/api/hand/values?winner=1&source=9").status_code == 422
