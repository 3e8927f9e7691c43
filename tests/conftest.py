"""Where tests find the shared data (recorded games, wins, photographs); the same examples in every run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


def shared_folder() -> Path:
    """The folder of shared data, named by TABLECTL_SHARED or beside the checkout, whether it is there or not."""
    return Path(os.environ.get("TABLECTL_SHARED", Path(__file__).parents[2] / "shared"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared data; skips the test without it."""
    path = shared_folder()
    if not (path / "data").is_dir():
        pytest.skip(f"no shared data at {path}: set TABLECTL_SHARED to its folder")
    return path
