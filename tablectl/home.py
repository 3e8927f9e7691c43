"""Where things of this user are kept that belong to no single table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder for data of this program: `$XDG_DATA_HOME/tablectl`, by default `~/.local/share/tablectl`."""
    chosen = environment.get("XDG_DATA_HOME", "")
    # The specification has relative paths ignored.
    base = Path(chosen) if chosen.startswith("/") else Path.home() / ".local" / "share"
    return base / "tablectl"
