"""The dice on the page, in a real browser: rolled, asked for where they are unclear, shown."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
import uvicorn
from playwright.sync_api import expect, sync_playwright

from tablectl.rules.dice import Dice
from tablectl.table import Press
from tablectl.view import NoticeView
from tablectl.web.app import create_app

if TYPE_CHECKING:
    from conftest import ShownTable

CHROMIUM = "/usr/bin/chromium"


class Cup:
    """Rolls once, then the dice are unclear."""

    label = "Read the dice"

    def __init__(self) -> None:
        self.rolls, self.pressed = 0, list[Dice]()
        self.go = threading.Event()

    def roll(self) -> Dice:
        self.go.wait(20)
        self.rolls += 1
        if self.rolls > 1:
            raise ValueError("the dice are unclear: too dark; or say what they show")
        return 3, 5

    def press(self, dice: Dice) -> None:
        self.pressed.append(dice)


@pytest.fixture
def cup() -> Cup:
    return Cup()


@pytest.fixture
def address(table: ShownTable, cup: Cup) -> Iterator[str]:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        server = uvicorn.Server(uvicorn.Config(create_app(table, cup=cup), log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        yield f"http://localhost:{door.getsockname()[1]}/"
        server.should_exit = True
        thread.join()


def test_the_button_rolls_and_what_is_unclear_is_asked(table: ShownTable, cup: Cup, address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        button, said = page.locator("#roll"), page.locator("#dice-said")
        expect(button).to_have_text("Read the dice")
        button.click()
        expect(button).to_be_disabled()
        cup.go.set()
        expect(button).to_be_enabled()
        assert table.presses == [Press("dice", None, "3-5")]
        table.show(dice=(3, 5))
        expect(page.locator("#dice")).to_have_text("⚂ 3 ⚄ 5")
        expect(said).to_be_hidden()
        button.click()
        expect(page.locator("#message")).to_contain_text("too dark")
        page.locator("#die-left").select_option("6")
        page.locator("#die-right").select_option("1")
        page.locator("#dice-take").click()
        expect(said).to_be_hidden()
        assert (cup.pressed, table.presses[-1].value) == ([(6, 1)], "6-1")
        table.show(notices=(NoticeView("warning", "no dice: the dice are unclear: glare; or say what they show"),))
        expect(said).to_be_visible()
        table.show(notices=())
        expect(said).to_be_hidden()
        table.show(dice=None)
        expect(page.locator("#dice")).to_have_text("")
        browser.close()
