"""How a command ends that cannot do what it was asked for."""

from __future__ import annotations

import sys
from typing import NoReturn


def fail(message: str) -> NoReturn:
    """Say what is wrong and what to do on standard error, and end the program with exit status 2."""
    print(f"tablectl: {message}", file=sys.stderr)
    sys.exit(2)
