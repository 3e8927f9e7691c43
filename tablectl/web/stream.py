"""The newest `TableView` to every open page: first the whole view, then what changed since the page's last one."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from typing import Any

from tablectl.view import TableView


class Stream:
    """Hands views from the controller's thread to the pages' event loop.

    A slow page skips views instead of holding up the others: its next message is worked out against the one it got
    last, so that it never misses a change.
    """

    def __init__(self, view: TableView) -> None:
        self._view = view
        self._lock = threading.Lock()
        self._waiting: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}

    def publish(self, view: TableView) -> None:
        """Make this the newest view; callable from any thread, never waits for a page."""
        with self._lock:
            self._view = view
            for news, loop in self._waiting.items():
                with contextlib.suppress(RuntimeError):  # the loop of a server that is going down is closed
                    loop.call_soon_threadsafe(news.set)

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """What one page is sent: `{"type": "view", ...}` once, then `{"type": "delta", "since": n, ...}` for ever."""
        news = asyncio.Event()
        with self._lock:
            self._waiting[news] = asyncio.get_running_loop()
            sent = self._view
        try:
            yield {"type": "view", "number": sent.number, "view": sent.to_json()}
            while True:
                await news.wait()
                news.clear()
                newest = self._view
                if newest.number != sent.number:
                    changes = newest.changes_since(sent)
                    yield {"type": "delta", "since": sent.number, "number": newest.number, "changes": changes}
                    sent = newest
        finally:
            with self._lock:
                del self._waiting[news]
