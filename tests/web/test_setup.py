"""The page `/setup` in a real browser: four clicks mark the corners of the field."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
import uvicorn
from fastapi.testclient import TestClient
from playwright.sync_api import expect, sync_playwright

from tablectl.web.app import create_app

if TYPE_CHECKING:
    from conftest import ShownTable

CHROMIUM = "/usr/bin/chromium"
CLICKS = ((0.2, 0.9), (0.8, 0.9), (0.7, 0.1), (0.3, 0.1))


class Watched:
    """A camera that remembers the corners marked, and refuses them when told to."""

    def __init__(self) -> None:
        self.marked: list[tuple[tuple[float, float], ...]] = []
        self.refusal = ""

    def outlined(self) -> bytes | None:
        return cv2.imencode(".jpg", np.full((300, 400, 3), 90, np.uint8))[1].tobytes()

    def mark(self, corners: tuple[tuple[float, float], ...]) -> None:
        if self.refusal:
            raise ValueError(self.refusal)
        self.marked.append(corners)


@pytest.fixture
def camera() -> Watched:
    return Watched()


@pytest.fixture
def address(table: ShownTable, camera: Watched) -> Iterator[str]:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        app = create_app(table, camera=camera)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [door]})
        thread.start()
        yield f"http://localhost:{door.getsockname()[1]}/setup"
        server.should_exit = True
        thread.join()


def test_four_clicks_mark_the_field(address: str, camera: Watched) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox"])
        page = browser.new_page(viewport={"width": 900, "height": 900})
        page.goto(address)
        picture = page.locator("#outlined")
        expect(picture).to_have_js_property("naturalWidth", 400)
        box = picture.bounding_box()
        assert box is not None

        def click(x: float, y: float) -> None:
            picture.click(position={"x": x * box["width"], "y": y * box["height"]})

        for corner in CLICKS[:3]:
            click(*corner)
        expect(page.locator("#next")).to_have_text("Click the left far corner.")
        click(*CLICKS[3])
        expect(page.locator("#next")).to_contain_text("Taken")
        assert np.array(camera.marked) == pytest.approx(np.array([CLICKS]), abs=0.005)
        camera.refusal = "the four corners are crossed"
        for corner in CLICKS:
            click(*corner)
        expect(page.locator("#next")).to_have_text("Not taken: the four corners are crossed")
        browser.close()


def test_corners_come_from_the_page_on_this_machine_only(table: ShownTable, camera: Watched) -> None:
    body = {"corners": CLICKS}
    app = create_app(table, camera=camera)
    here = TestClient(app, base_url="http://localhost", client=("127.0.0.1", 50000))
    assert here.get("/api/setup.jpg").headers["content-type"] == "image/jpeg"
    assert here.post("/api/corners", json=body).status_code == 204
    assert here.post("/api/corners", json={"corners": CLICKS[:3]}).status_code == 422
    assert here.post("/api/corners", json={"corners": [*CLICKS[:3], (1.5, 0)]}).status_code == 422
    elsewhere = TestClient(app, base_url="http://localhost", client=("192.168.1.7", 50000))
    assert elsewhere.post("/api/corners", json=body).status_code == 403
    assert len(camera.marked) == 1
    blind = TestClient(create_app(table), base_url="http://localhost", client=("127.0.0.1", 50000))
    assert blind.get("/setup").status_code == 404
