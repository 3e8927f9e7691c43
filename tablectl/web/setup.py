"""The page `/setup`: the camera's picture with what was found in it, and four corners marked by clicks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Protocol

from fastapi import APIRouter, Depends, HTTPException, Request, Response, status
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

HERE = Path(__file__).parent
JPEG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/jpeg": {}}}}
Share = Annotated[float, Field(ge=0, le=1)]
Corner = tuple[Share, Share]


class Camera(Protocol):
    """What the page needs of the eyes above the table."""

    def outlined(self) -> bytes | None:
        """The newest picture with the field and its zones, as JPEG; None before the first one."""
        ...

    def mark(self, corners: tuple[tuple[float, float], ...]) -> None:
        """Take the field's corners from a person: left near, right near, right far, left far, as shares of the
        picture's width and height. Raises `ValueError` where no camera sees such a field."""
        ...


class CornersIn(BaseModel):
    """The field's corners as seat 0 sees it, shares of the picture's width and height."""

    model_config = ConfigDict(extra="forbid")

    corners: tuple[Corner, Corner, Corner, Corner]


def setup_routes(camera: Camera, guard: Callable[[Request], None]) -> APIRouter:
    """The page and what it calls; `guard` refuses requests that may not change anything."""
    router = APIRouter()

    @router.get("/setup", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(HERE / "templates" / "setup.html")

    @router.get("/api/setup.jpg", response_class=Response, responses=JPEG)
    def outlined() -> Response:
        """The newest camera picture with the outlines of the field and its zones."""
        image = camera.outlined()
        if image is None:
            raise HTTPException(status.HTTP_503_SERVICE_UNAVAILABLE, "there is no camera picture yet")
        return Response(image, media_type="image/jpeg")

    @router.post("/api/corners", status_code=status.HTTP_204_NO_CONTENT, dependencies=[Depends(guard)])
    def mark(body: CornersIn) -> None:
        """Mark the four corners of the field; the table is found by them from the next picture on."""
        try:
            camera.mark(body.corners)
        except ValueError as error:
            raise HTTPException(status.HTTP_409_CONFLICT, str(error)) from None

    return router
