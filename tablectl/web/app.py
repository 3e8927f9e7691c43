"""The web application: built from a table (the controller) and a camera picture, tested in process by a client.

Anyone who reaches the page may look; presses are taken from this machine only, and only from our own page.
"""

from __future__ import annotations

import contextlib
import ipaddress
import time
from asyncio import create_task
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, Protocol
from urllib.parse import urlsplit

from fastapi import Depends, FastAPI, HTTPException, Request, Response, WebSocket, WebSocketDisconnect, status
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field
from starlette.datastructures import Headers

from tablectl.rules.event import Event, describe
from tablectl.rules.seat import Seat
from tablectl.store import StoreError
from tablectl.table import Press
from tablectl.view import TableView
from tablectl.web.board import PlayedBoard, board_routes
from tablectl.web.hand import HandTable, hand_routes
from tablectl.web.roll import Cup, roll_routes
from tablectl.web.setup import JPEG, Camera, setup_routes
from tablectl.web.stream import Stream

HERE = Path(__file__).parent


class Table(HandTable, Protocol):
    """What the pages need of the controller. `press` raises `ValueError` for a press that cannot be taken."""

    @property
    def view(self) -> TableView: ...

    def press(self, press: Press, now: float) -> tuple[Event, ...]: ...

    def subscribe(self, output: Callable[[TableView], None]) -> None: ...


class PressIn(BaseModel):
    """A press on the page, see `tablectl.controller.Controller.press`; `value` of an answer is `question:choice`."""

    model_config = ConfigDict(extra="forbid")

    name: Literal["answer", "undo", "riichi", "next_hand", "new_game", "end_game", "dice", "event", "amend"]
    seat: Annotated[int, Field(ge=0, le=3)] | None = None
    value: Annotated[str, Field(max_length=20_000)] = ""


class PressOut(BaseModel):
    """What was recorded because of the press, and the number of the view that shows it."""

    number: int
    events: list[str]


def create_app(
    table: Table,
    frame: Callable[[], bytes | None] | None = None,
    camera: Camera | None = None,
    cup: Cup | None = None,
    board: PlayedBoard | None = None,
) -> FastAPI:
    """The application for one table; `frame` gives the newest camera picture with what was found, as JPEG; `camera` can
    be set up from the page; `cup` rolls dice when the page says so; a simulated `board` is shown on it."""
    app = FastAPI(title="tablectl", description="A riichi table as the camera and the rules see it.")
    stream = Stream(table.view)
    table.subscribe(stream.publish)
    stream.publish(table.view)  # a view made between the two lines above would be missed
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")

    @app.middleware("http")
    async def harden(request: Request, call_next):  # type: ignore[no-untyped-def]
        response = await call_next(request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Content-Security-Policy"] = "frame-ancestors 'self'"
        response.headers["Cache-Control"] = "no-store"
        return response

    if camera is not None:
        app.include_router(setup_routes(camera, _own_page_here))
    app.include_router(roll_routes(cup, lambda value: _throw(table, value), _own_page_here))
    app.include_router(hand_routes(table, _own_page_here))
    app.include_router(board_routes(board, _own_page_here))

    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(HERE / "templates" / "table.html")

    @app.get("/api/view", response_model=TableView)
    def view() -> TableView:
        """The table as it is believed now."""
        return table.view

    @app.post("/api/press", dependencies=[Depends(_own_page_here)])
    def press(body: PressIn) -> PressOut:
        """Answer a question, undo, or record by hand; takes effect once it is on disk."""
        seat = None if body.seat is None else Seat(body.seat)
        try:
            events = table.press(Press(body.name, seat, body.value), time.monotonic())
        except ValueError as error:
            raise HTTPException(status.HTTP_409_CONFLICT, str(error)) from None
        except StoreError as error:
            raise HTTPException(status.HTTP_503_SERVICE_UNAVAILABLE, str(error)) from None
        return PressOut(number=table.view.number, events=[describe(event) for event in events])

    @app.get("/api/frame.jpg", response_class=Response, responses=JPEG)
    def picture() -> Response:
        """The newest camera picture with the tiles found drawn on it."""
        image = frame() if frame is not None else None
        if image is None:
            why = "there is no camera picture yet" if frame is not None else "this table runs without a camera"
            raise HTTPException(status.HTTP_503_SERVICE_UNAVAILABLE, why)
        return Response(image, media_type="image/jpeg")

    @app.websocket("/ws")
    async def follow(socket: WebSocket) -> None:
        if not _same_origin(socket.headers):
            await socket.close(status.WS_1008_POLICY_VIOLATION, "pages of another origin may not read this table")
            return
        await socket.accept()
        sender = create_task(_send_all(stream, socket))
        try:
            with contextlib.suppress(WebSocketDisconnect):
                while True:
                    await socket.receive()
        except RuntimeError:
            pass  # receive() after the disconnect message
        finally:
            sender.cancel()

    return app


def _throw(table: Table, value: str) -> None:
    table.press(Press("dice", None, value), time.monotonic())


async def _send_all(stream: Stream, socket: WebSocket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the page has gone
        async for message in stream.messages():
            await socket.send_json(message)


def _own_page_here(request: Request) -> None:
    """Refuse a write from another machine, under another name (DNS rebinding), or by another site's page."""
    if request.client is None or not _is_loopback(request.client.host):
        raise HTTPException(status.HTTP_403_FORBIDDEN, "presses are taken on the table's own machine only")
    if not _is_loopback(urlsplit(f"//{request.headers.get('host', '')}").hostname or ""):
        raise HTTPException(status.HTTP_403_FORBIDDEN, "open the page as http://localhost to press anything")
    if not _same_origin(request.headers):
        raise HTTPException(status.HTTP_403_FORBIDDEN, "presses are taken from the table's own page only")


def _same_origin(headers: Headers) -> bool:
    """No Origin header (not a browser), or one that names the host asked."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
