"""No camera: `none://`. Phones and buttons tell all."""

from __future__ import annotations

from companion.camera.condition import CameraState, Condition
from companion.camera.source import ClosedAtEnd, Frame, NoFrameNow
from companion.camera.url import SourceUrl
from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.text import Text

TICK_S = 0.2
"""How often those that watch without pictures, such as the clock of a turn, get their turn."""


class NoCamera(ClosedAtEnd):
    """Gives no frames."""

    full_size_xy = (0, 0)
    state = CameraState(Condition.NONE)

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def small(self) -> Frame:
        """Wait `TICK_S`, then raise `NoFrameNow`."""
        self._clock.wait_s(TICK_S)
        raise NoFrameNow

    def full(self) -> Frame:
        """Raise `NoFrameNow`."""
        raise NoFrameNow

    def close(self) -> None:
        """Nothing is open."""


def open_source(url: SourceUrl, clock: Clock) -> NoCamera:
    """No camera. Raises `Unreadable` for anything after "none://"."""
    url.known()
    if url.rest:
        raise Unreadable("camera.url", NOTHING_FOLLOWS.filled(address=url.shown))
    return NoCamera(clock)


NOTHING_FOLLOWS = Text(
    fr="L'adresse de caméra « {address} » : écrivez none:// tout court pour jouer sans caméra.",
    en="The camera address “{address}”: write none:// alone to play without a camera.",
)
