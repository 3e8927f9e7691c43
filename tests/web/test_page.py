"""The page in a real browser. A machine without the browser fails these tests."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tablectl.rules.seat import Seat
from tablectl.table import Press
from tablectl.view import QuestionView, TileView
from tablectl.web.app import create_app
from tablectl.web.board import BoardPicture

if TYPE_CHECKING:
    from conftest import ShownTable

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
# A 1 x 1 picture.
GIF = bytes.fromhex("47494638396101000100800000000000ffffff2c00000000010001000002024401003b")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS.split())
        yield browser
        browser.close()


@dataclass
class ShownBoard:
    """Shows one picture, remembers what is pushed."""

    pushed: list[tuple[int, bool]] = field(default_factory=list)
    rolls: int = 0

    def picture(self) -> BoardPicture:
        lamps = tuple("#00ff00" if lamp == 9 else "#000000" for lamp in range(16))
        dice = (3, 5) if self.rolls else None
        return BoardPicture(lamps, ("25000", "-300", "2.  1000", "0"), "idle", dice, "")

    def push(self, button: int, down: bool) -> None:
        self.pushed.append((button, down))

    def roll(self) -> None:
        self.rolls += 1


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """A page on a free port of this machine."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        yield f"http://localhost:{door.getsockname()[1]}/"
        server.should_exit = True
        thread.join()


@pytest.fixture
def address(table: ShownTable) -> Iterator[str]:
    """The table's page."""
    with served(create_app(table, lambda: GIF)) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The open page; anything wrong in its console fails the test."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(address)
    expect(page.locator("#status")).to_have_text("live")
    yield page
    context.close()
    assert [fault for fault in faults if "409" not in fault] == []


def test_the_table_is_drawn_as_believed(page: Page) -> None:
    expect(page.locator("header #round")).to_have_text("East 2")
    plates = page.locator("svg .plate")
    expect(plates).to_have_count(4)
    expect(plates.nth(0)).to_contain_text("Ann <1>")
    expect(plates.nth(0)).to_contain_text("RIICHI")
    expect(plates.nth(1)).to_contain_text("18,900")
    expect(plates.nth(1)).to_contain_text("to act")
    seats = page.locator("svg .seat")
    for seat, (river, melds, hand) in enumerate([(9, 0, 13), (3, 7, 7), (14, 4, 10), (3, 0, 11)]):
        expect(seats.nth(seat).locator(".river .tile")).to_have_count(river)
        expect(seats.nth(seat).locator(".melds .tile")).to_have_count(melds)
        expect(seats.nth(seat).locator(".hand .tile, .hand .standing")).to_have_count(hand)
    expect(seats.nth(0).locator(".stick")).to_have_count(1)
    expect(seats.nth(0).locator(".river .away")).to_have_count(1)
    expect(seats.nth(0).locator(".river [transform*='rotate(-90)']")).to_have_count(1)
    expect(page.locator("svg .dead-wall")).to_have_count(1)
    expect(page.locator("svg .left")).to_have_text("31 tiles left")
    expect(page.locator("#settlement")).to_contain_text("Bo pays 8,300")
    expect(page.locator("#notices")).to_contain_text("Kan dora not turned yet.")
    expect(page.locator("#events li").first).to_contain_text("Bo discarded")
    expect(page.locator("#events li").first.get_by_label("9 of characters", exact=True)).to_be_visible()
    expect(page.locator("#picture")).to_be_visible()


def test_seats_sit_where_they_sit_at_the_table(page: Page) -> None:
    boxes = [page.locator("svg .seat").nth(seat).locator(".river").bounding_box() for seat in range(4)]
    middle = page.locator("svg .centre").bounding_box()
    assert middle is not None and all(boxes)
    bottom, right, top, left = [box for box in boxes if box is not None]
    assert bottom["y"] >= middle["y"] + middle["height"] and top["y"] + top["height"] <= middle["y"]
    assert right["x"] >= middle["x"] + middle["width"] and left["x"] + left["width"] <= middle["x"]


def test_one_press_or_one_key_answers(page: Page, table: ShownTable) -> None:
    choices = page.locator("#choices button")
    expect(choices).to_have_count(2)
    with page.expect_response("**/api/press"):
        choices.nth(1).click()
    with page.expect_response("**/api/press"):
        page.keyboard.press("1")
    with page.expect_response("**/api/press"):
        page.get_by_role("button", name="Undo").click()
    assert table.presses == [Press("answer", Seat.S2, "3:1"), Press("answer", Seat.S2, "3:0"), Press("undo")]


def test_a_new_view_is_drawn_without_a_reload(page: Page, table: ShownTable) -> None:
    seats = table.view.seats
    river = (*seats[3].river, TileView("0m", last=True))
    changed = type(seats[3])(3, "Di", "W", 26900, river=river)
    table.show(seats=(*seats[:3], changed), question=None)
    expect(page.locator("svg .plate").nth(3)).to_contain_text("26,900")
    expect(page.locator("svg .seat").nth(3).locator(".river .tile")).to_have_count(4)
    expect(page.locator("svg .river .last")).to_have_count(1)
    expect(page.locator("#question")).to_be_hidden()
    table.show(question=QuestionView(4, "And now?", ("yes", "no"), None))
    expect(page.locator("#question-text")).to_have_text("And now?")
    expect(page.locator("body")).to_have_attribute("data-number", str(table.view.number))


def test_a_refused_press_says_why(page: Page, table: ShownTable) -> None:
    table.refusal = ValueError("question 3 is closed")
    page.locator("#choices button").first.click()
    expect(page.locator("#message")).to_have_text("question 3 is closed")


def test_an_event_is_corrected_from_a_picture_of_every_face(page: Page, table: ShownTable) -> None:
    page.locator("#events button").first.click()
    faces = page.locator("#faces button")
    expect(faces).to_have_count(37)
    expect(page.locator("#faces").get_by_label("9 of characters", exact=True)).to_be_disabled()
    with page.expect_response("**/api/press"):
        page.locator("#faces").get_by_label("red 5 of circles", exact=True).click()
    page.locator("#events button").last.click()
    with page.expect_response("**/api/press"):
        page.locator("#strike").click()
    replace, strike = (json.loads(press.value)[0] for press in table.presses)
    discard = {"type": "Discarded", "seat": 1, "tile": "0p", "tsumogiri": None}
    assert replace == {"seq": 2, "change": "replace", "event": discard}
    assert strike == {"seq": 1, "change": "strike", "event": None}
    assert {press.name for press in table.presses} == {"amend"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_a_phone(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 375, "height": 740}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#scores tbody tr")).to_have_count(4)
    expect(page.locator("#scores")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    for button in page.locator("#choices button, #actions button").all():
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44
    expect(page.locator("#choices")).to_be_in_viewport()
    context.close()


def test_everything_can_be_reached_and_read_without_seeing(page: Page) -> None:
    reached = []
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent"))
    assert reached[:2] == ["15 of circles", "2red 5 of circles"] and reached[5] == "Undo"
    words = page.locator("#described p").first.text_content()
    assert words is not None and words.startswith("Ann <1>, North, 31,200 points, riichi.")
    assert "8 of circles (sideways)" in words and "7 of bamboo (called away)" in words


def test_a_simulated_board_is_lit_pushed_and_rolled(browser: Browser, table: ShownTable) -> None:
    board = ShownBoard()
    with served(create_app(table, board=board)) as address:
        page = browser.new_page()
        page.goto(address)
        seats = page.locator("#board-seats li")
        expect(seats).to_have_count(4)
        expect(seats.locator(".digits")).to_have_text(["25000", "-300", "2.  1000", "0"])
        expect(seats.nth(2).get_by_title("turn")).to_have_css("background-color", "rgb(0, 255, 0)")
        seats.nth(2).get_by_role("button").click()
        page.locator("#board-middle").press(" ")
        page.locator("#board-roll").click()
        expect(page.locator("#board-dice")).to_have_text("3 and 5")
        assert sorted(board.pushed) == [(2, False), (2, True), (4, False), (4, True)] and board.rolls == 1
        page.close()


def test_a_table_without_a_simulated_board_shows_none(page: Page) -> None:
    expect(page.locator("#board-panel")).to_be_hidden()
