"""The web interface in process: data out, checked presses in, views pushed."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tablectl.rules.seat import Seat
from tablectl.store import StoreError
from tablectl.table import Press
from tablectl.web.app import create_app
from tablectl.web.stream import Stream

if TYPE_CHECKING:
    from conftest import ShownTable

ANSWER = {"name": "answer", "seat": 2, "value": "3:1"}


def client(
    table: ShownTable, host: str = "127.0.0.1", base_url: str = "http://localhost:8136", **options: Any
) -> TestClient:
    return TestClient(create_app(table, **options), base_url=base_url, client=(host, 50000))


def test_the_view_is_served_as_json(table: ShownTable) -> None:
    answer = client(table).get("/api/view")
    assert answer.status_code == 200
    data = answer.json()
    assert (data["number"], data["round"], data["honba"]) == (7, "East 2", 2)
    plain = {"sideways": False, "away": False, "added": False, "last": False}
    assert data["seats"][1]["melds"][0][0] == {"face": "6z", **plain}
    assert data["question"]["choices"] == ["5 of circles", "red 5 of circles"]


def test_page_and_its_files_are_served(table: ShownTable) -> None:
    with client(table) as browser:
        page = browser.get("/")
        assert page.status_code == 200 and "/static/page.js" in page.text
        for name in ("page.js", "table.js", "tiles.js", "page.css"):
            file = browser.get(f"/static/{name}")
            assert file.status_code == 200
            assert file.headers["content-type"].startswith("text/css" if name.endswith("css") else "text/javascript")
        paths = browser.get("/openapi.json").json()["paths"]
        assert {"/api/view", "/api/press", "/api/frame.jpg"} <= paths.keys()


def test_a_press_reaches_the_table_and_tells_what_was_recorded(table: ShownTable) -> None:
    answer = client(table).post("/api/press", json=ANSWER)
    assert answer.status_code == 200
    assert answer.json() == {"number": 7, "events": ["seat 2 discarded 5p"]}
    assert table.presses == [Press("answer", Seat.S2, "3:1")]


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"name": "explode"}, "name"),
        ({"name": "answer", "seat": 4}, "seat"),
        ({"name": "answer", "value": 7}, "value"),
        ({"name": "undo", "extra": 1}, "extra"),
        ({}, "name"),
        ({"name": "event", "value": "x" * 20_001}, "value"),
    ],
)
def test_wrong_input_is_refused_by_name(table: ShownTable, body: dict[str, Any], named: str) -> None:
    answer = client(table).post("/api/press", json=body)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"][-1] == named
    assert table.presses == []


def test_a_body_that_is_no_json_is_refused(table: ShownTable) -> None:
    answer = client(table).post("/api/press", content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("refusal", "status"), [(ValueError("question 3 is closed"), 409), (StoreError("record.sqlite: disk full"), 503)]
)
def test_a_press_the_table_cannot_take_says_why(table: ShownTable, refusal: Exception, status: int) -> None:
    table.refusal = refusal
    answer = client(table).post("/api/press", json=ANSWER)
    assert (answer.status_code, answer.json()["detail"]) == (status, str(refusal))


@pytest.mark.parametrize(
    ("host", "base_url", "origin"),
    [
        ("192.168.1.7", "http://192.168.1.5:8136", None),
        ("127.0.0.1", "http://evil.example:8136", None),
        ("127.0.0.1", "http://localhost:8136", "http://evil.example"),
        ("127.0.0.1", "http://localhost:8136", "http://localhost:9999"),
        ("127.0.0.1", "http://localhost:8136", "null"),
    ],
)
def test_presses_from_elsewhere_are_forbidden(table: ShownTable, host: str, base_url: str, origin: str | None) -> None:
    headers = {"origin": origin} if origin else {}
    browser = client(table, host, base_url)
    answer = browser.post("/api/press", json=ANSWER, headers=headers)
    assert answer.status_code == 403 and answer.json()["detail"]
    assert table.presses == []
    assert browser.get("/api/view").status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_own_page_may_press(table: ShownTable, host: str) -> None:
    for base_url in ("http://localhost:8136", "http://127.0.0.1:8136", "http://[::1]:8136"):
        answer = client(table, host, base_url).post("/api/press", json=ANSWER, headers={"origin": base_url})
        assert answer.status_code == 200


def test_the_camera_picture_or_plain_words(table: ShownTable) -> None:
    answer = client(table, frame=lambda: b"jpeg").get("/api/frame.jpg")
    assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, b"jpeg", "image/jpeg")
    assert answer.headers["cache-control"] == "no-store"
    answer = client(table, frame=lambda: None).get("/api/frame.jpg")
    assert (answer.status_code, answer.json()["detail"]) == (503, "there is no camera picture yet")
    answer = client(table).get("/api/frame.jpg")
    assert (answer.status_code, answer.json()["detail"]) == (503, "this table runs without a camera")


def test_a_page_gets_the_whole_view_then_changes(table: ShownTable) -> None:
    with client(table) as browser, browser.websocket_connect("/ws") as socket:
        first = socket.receive_json()
        assert (first["type"], first["number"], first["view"]["round"]) == ("view", 7, "East 2")
        table.show(honba=3, question=None)
        delta = socket.receive_json()
        changes = {"number": 8, "honba": 3, "question": None}
        assert delta == {"type": "delta", "since": 7, "number": 8, "changes": changes}
        table.show(deposits=4)
        assert socket.receive_json()["changes"] == {"number": 9, "deposits": 4}
    with client(table) as browser, browser.websocket_connect("/ws") as socket:
        assert socket.receive_json()["view"]["deposits"] == 4


def test_another_sites_page_may_not_follow(table: ShownTable) -> None:
    with client(table) as browser:
        with (
            pytest.raises(WebSocketDisconnect),
            browser.websocket_connect("/ws", headers={"origin": "http://evil.example"}) as socket,
        ):
            socket.receive_json()
        own = {"origin": "http://localhost:8136", "host": "localhost:8136"}
        with browser.websocket_connect("/ws", headers=own) as socket:
            assert socket.receive_json()["type"] == "view"


def test_a_slow_page_skips_views_and_misses_nothing(table: ShownTable) -> None:
    """Views published by another thread while a page is busy come as one delta against the page's own view."""
    stream = Stream(table.view)
    table.subscribe(stream.publish)

    def play() -> None:
        for honba in range(50):
            table.show(honba=honba, deposits=honba % 3)

    async def follow() -> list[dict[str, Any]]:
        messages = stream.messages()
        first = await anext(messages)
        thread = threading.Thread(target=play)
        thread.start()
        await asyncio.to_thread(thread.join)
        table.show(tiles_left=12)
        shown = [first, await anext(messages)]
        await messages.aclose()  # type: ignore[attr-defined]
        return shown

    first, delta = asyncio.run(follow())
    assert delta["since"] == first["number"] == 7
    assert {**first["view"], **delta["changes"]} == table.view.to_json()
