"""The line to the board kept up: opened, greeted, asked one thing at a time, and opened again when it breaks.

No thread and no clock of its own: `Mcu.poll` is called over and over with the time, and tells what happened.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum

from hardware.backoff import Backoff, in_a_row
from hardware.codec import Decoder, Reply, encode
from hardware.messages import VERSION, AskStatus, Command, Greeting, Hello, Result, Status, table_hash
from hardware.port import Opener, Port, PortLost

BOOT_WAIT = 2.5
"""Seconds that a board is given to say something of itself after its port was opened: the reset and its loader."""
ANSWER_WAIT = 0.1
"""Seconds for an answer; the longest command and answer take 2 ms on the line."""
TRIES = 3
ALIVE = 0.5
"""Seconds after which something is sent even if there is nothing to say: the board stops the motor after 1.5."""
RETRY = Backoff()
"""Until a port is opened again."""
OTHER_FIRMWARE_RETRY = 30.0
"""Seconds until a board with other firmware is asked again; meanwhile its port is free to flash it."""


@dataclass(frozen=True, slots=True)
class Linked:
    """The board is there and speaks our table; nothing is on its lamps and displays yet."""

    greeting: Greeting


@dataclass(frozen=True, slots=True)
class Lost:
    """The board is not there, and why. Commands on their way are lost."""

    why: str


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A command was not answered: it may have been obeyed or not."""

    command: Command


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a command."""

    command: Command
    reply: Reply


Happening = Linked | Lost | Unanswered | Answered | Status


class _State(Enum):
    CLOSED = "closed"
    BOOTING = "booting"
    GREETING = "greeting"
    READY = "ready"


@dataclass(slots=True)
class _Asked:
    """The one command on its way."""

    command: Command
    seq: int
    frame: bytes
    sent: float
    tries: int = 1


class Mcu:
    """The line to one board. `session`: any number; the next ones are counted from it."""

    def __init__(self, opener: Opener, session: int) -> None:
        self._opener, self._session = opener, session
        self._state = _State.CLOSED
        self._port: Port | None = None
        self._decoder = Decoder()
        self._queue: deque[Command] = deque()
        self._asked: _Asked | None = None
        self._seq = 0
        self._greeting: Greeting | None = None
        self._newest: Status | None = None
        self._told = ""
        self._retry_at = 0.0
        self._failures = 0
        self._linked: float | None = None
        """Since when a board has answered through this port."""
        self._since = 0.0
        self._out: list[Happening] = []

    @property
    def ready(self) -> bool:
        """Whether commands are taken."""
        return self._state is _State.READY

    @property
    def idle(self) -> bool:
        """Whether the next command would be sent at once."""
        return self.ready and self._asked is None and not self._queue

    @property
    def greeting(self) -> Greeting | None:
        """Of the board that is there now."""
        return self._greeting if self.ready else None

    def ask(self, command: Command) -> None:
        """Send a command as soon as those before it are answered; nothing while the board is not there."""
        if self.ready:
            self._queue.append(command)

    def poll(self, now: float) -> list[Happening]:
        """Take what has come, and send what is due."""
        try:
            if self._port is None:
                self._open(now)
            else:
                for message in self._decoder.feed(self._port.read()):
                    self._take(message, now)
                self._send_due(now)
        except PortLost as error:
            self._lose(str(error), now)
        out, self._out = self._out, []
        return out

    def close(self) -> None:
        """Let the port go; the next `poll` opens it again."""
        if self._port is not None:
            self._port.close()
        self._port, self._state, self._asked = None, _State.CLOSED, None
        self._queue.clear()

    def _open(self, now: float) -> None:
        if now < self._retry_at:
            return
        self._port = self._opener()
        self._decoder = Decoder()
        self._state, self._since, self._newest = _State.BOOTING, now, None

    def _lose(self, why: str, now: float, retry: float | None = None) -> None:
        """Close, and try again later. The same reason twice is told once."""
        self._drop_asked()
        self.close()
        self._failures = in_a_row(self._failures, 0.0 if self._linked is None else now - self._linked)
        self._retry_at = now + (RETRY.after(self._failures) if retry is None else retry)
        self._linked = None
        if why != self._told:
            self._told = why
            self._out.append(Lost(why))

    def _drop_asked(self) -> None:
        if self._asked is not None and not isinstance(self._asked.command, Hello | AskStatus):
            self._out.append(Unanswered(self._asked.command))
        self._asked = None

    def _greet(self, now: float) -> None:
        """Begin a session: whatever was under way before is late from now on."""
        self._drop_asked()
        self._queue.clear()
        self._state = _State.GREETING
        self._session = (self._session + 1) % 65536
        self._write(b"\0")
        self._send(Hello(self._session), now)

    def _send(self, command: Command, now: float) -> None:
        self._seq = (self._seq + 1) % 256
        self._asked = _Asked(command, self._seq, encode(command, self._seq), now)
        self._write(self._asked.frame)

    def _write(self, data: bytes) -> None:
        assert self._port is not None
        self._port.write(data)

    def _send_due(self, now: float) -> None:
        asked = self._asked
        if self._state is _State.BOOTING:
            if now - self._since >= BOOT_WAIT:
                self._greet(now)
        elif asked is not None:
            if now - asked.sent >= ANSWER_WAIT:
                self._try_again(asked, now)
        elif self._queue:
            self._since = now
            self._send(self._queue.popleft(), now)
        elif self.ready and now - self._since >= ALIVE:
            self._since = now
            self._send(AskStatus(), now)

    def _try_again(self, asked: _Asked, now: float) -> None:
        if asked.tries < TRIES:
            asked.tries += 1
            asked.sent = now
            self._write(asked.frame)
        elif isinstance(asked.command, Hello):
            self._lose("the board does not answer", now)
        else:
            self._greet(now)

    def _take(self, message: Reply | Status, now: float) -> None:
        if isinstance(message, Status):
            self._take_status(message, now)
        elif (
            self._asked is not None and message.command is type(self._asked.command) and message.seq == self._asked.seq
        ):
            command, self._asked = self._asked.command, None
            if isinstance(message.answer, Greeting):
                self._take_greeting(message.answer, now)
            elif isinstance(message.answer, Status):
                self._take_status(message.answer, now)
            elif message.result is Result.NO_SESSION:
                self._greet(now)
            elif isinstance(command, Hello):
                self._lose(f"the board refuses the greeting: {message.result.name}", now, OTHER_FIRMWARE_RETRY)
            else:
                self._out.append(Answered(command, message))

    def _take_status(self, status: Status, now: float) -> None:
        if self._state is _State.BOOTING:
            self._greet(now)
        elif self._state is _State.READY and self._greeting is not None:
            if status.boot != self._greeting.boot:
                self._greet(now)
            elif self._newest is None or 0 < (status.time - self._newest.time) % 2**32 < 2**31:
                self._newest = status
                self._out.append(status)

    def _take_greeting(self, greeting: Greeting, now: float) -> None:
        if greeting.table != table_hash():
            theirs = f"{greeting.major}.{greeting.minor} ({greeting.table:08x})"
            ours = f"{VERSION[0]}.{VERSION[1]} ({table_hash():08x})"
            why = f"the board's firmware speaks {theirs}, this program {ours}: flash it with `make -C firmware flash`"
            self._lose(why, now, OTHER_FIRMWARE_RETRY)
            return
        self._state, self._since = _State.READY, now
        if self._greeting is None or self._greeting.boot != greeting.boot:
            self._newest = None
        self._greeting = greeting
        self._told = ""
        if self._linked is None:
            self._linked = now
        self._out.append(Linked(greeting))
