"""The capturer of a job, or None. Most jobs ask for nothing: then `capture/` with its patterns is not even loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mekik.settings import CaptureSettings

if TYPE_CHECKING:
    from mekik.analysis.capture import Capturer


def capturer_of(settings: CaptureSettings, max_nesting: int = 512) -> Capturer | None:
    """Raises SettingError for what cannot be looked for."""
    if settings == CaptureSettings():
        return None
    from mekik.analysis.capture import Capturer

    return Capturer(settings, max_nesting) or None
