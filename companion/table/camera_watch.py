"""Between camera and referee: says on every page how the camera is, and looks at an idle table less often."""

from __future__ import annotations

from typing import Protocol

from companion.camera.condition import CameraState, Condition, state_of
from companion.camera.kept import the_camera
from companion.camera.none import NoCamera
from companion.camera.source import Frame, FrameSource, NoFrameNow, SourceEnded, SourceFailed
from companion.camera.supervised import SupervisedSource
from companion.core.clock import Clock
from companion.core.text import Text
from companion.table.session import Session
from companion.table.troubles import CAMERA_STATE

IDLE_S = 0.2
"""Time between two frames while nothing happens: five a second, in which a hand is seen before it has done anything."""
CALM_S = 3.0
"""Nothing happens once nothing has moved for this long: people think longer than they hesitate."""
SHOWS_NOTHING = frozenset({Condition.COVERED, Condition.FROZEN, Condition.MOVED, Condition.MAT_LOST})
"""What a camera shows then is not the table as it is: nobody looks at it, and play waits."""


class JudgesPictures(Protocol):
    """Says from small frames alone what is wrong with the camera."""

    condition: Condition
    still_s: float
    """How long nothing has moved."""

    def update(self, frame: Frame, *, may_freeze: bool) -> None:
        """Take in the next small frame. may_freeze: whether the same picture again, bit by bit, is a fault."""

    def begin(self) -> None:
        """Forget how the table looked: the camera gives other pictures than before."""

    def take_moved(self) -> bool:
        """Whether the table was found elsewhere in the picture since this was last asked."""


class CameraWatch:
    """Takes small frames, and says how the camera is.

    Args:
        source: where the pictures come from.
        session: where the line stands.
        clock: the table's.
        health: judges the pictures of a live camera; None of recordings and simulated tables, whose own pace is kept.
    """

    def __init__(self, source: FrameSource, session: Session, clock: Clock, health: JudgesPictures | None) -> None:
        self._source, self._session, self._clock, self._health = source, session, clock, health
        self._last_s = float("-inf")
        self._was_blind = False
        self._size_xy = (0, 0)
        self._moved = False
        self._say()

    def next(self, *, every: bool) -> Frame | None:
        """Take the next small frame.

        Args:
            every: somebody needs every frame of the camera; else some are left out while nothing happens.

        Returns:
            None when there is none now, or none that shows the table as it is.

        Raises:
            SourceEnded, SourceFailed: the source gives no more frames.
        """
        self._pause(every)
        try:
            frame = self._source.small()
        except NoFrameNow:
            self._say()
            return None
        except (SourceEnded, SourceFailed) as error:
            ended = isinstance(error, SourceEnded)
            self._session.camera_is((Condition.ENDED if ended else Condition.LOST).value)
            raise
        self._last_s = self._clock.now_s()
        if self._health is not None:
            self._judge(frame, self._health)
        self._say()
        blind = self._condition in SHOWS_NOTHING
        self._moved |= self._was_blind and not blind
        self._was_blind = blind
        return None if blind else frame

    def take_moved(self) -> bool:
        """Whether the table must be looked at anew since this was last asked: it may lie elsewhere in the picture, or
        was not seen for a while."""
        moved, self._moved = self._moved, False
        return moved

    def _pause(self, every: bool) -> None:
        """Let pictures pass while nothing happens."""
        source, health = the_camera(self._source), self._health
        if every or health is None or health.still_s < CALM_S or health.condition is not Condition.WELL:
            return
        if isinstance(source, SupervisedSource) and source.in_a_hurry:
            return
        self._clock.wait_s(self._last_s + IDLE_S - self._clock.now_s())

    def _judge(self, frame: Frame, health: JudgesPictures) -> None:
        source = the_camera(self._source)
        if source.full_size_xy != self._size_xy:
            if self._size_xy != (0, 0):
                health.begin()
                self._moved = True
            self._size_xy = source.full_size_xy
        health.update(frame, may_freeze=isinstance(source, SupervisedSource) and source.may_freeze)
        self._moved |= health.take_moved()

    @property
    def _condition(self) -> Condition:
        return self._state().condition

    def _state(self) -> CameraState:
        own = camera_state(self._source)
        seen = Condition.WELL if self._health is None else self._health.condition
        if own.condition is Condition.WELL or (own.condition is Condition.SLOW and seen is not Condition.WELL):
            return state_of(seen)
        return own

    def _say(self) -> None:
        state = self._state()
        self._session.stand(CAMERA_STATE, state.says)
        self._session.camera_is(state.condition.value)


def camera_state(source: FrameSource) -> CameraState:
    """How a camera is, as far as its driver knows; a recording is well."""
    camera = the_camera(source)
    return camera.state if isinstance(camera, SupervisedSource | NoCamera) else CameraState(Condition.WELL)


def camera_in_words(source: FrameSource) -> Text:
    """One sentence on the camera, for a lobby."""
    state = camera_state(source)
    if state.condition is Condition.NONE:
        return WITHOUT
    if state.says is not None:
        return state.says
    width, height = source.full_size_xy
    if width:
        return FOUND.filled(width=width, height=height)
    return OPEN if state.condition is Condition.WELL else STARTS


FOUND = Text(fr="Caméra trouvée : {width} × {height}.", en="Camera found: {width} × {height}.")
OPEN = Text(fr="Caméra trouvée.", en="Camera found.")
STARTS = Text(fr="La caméra démarre.", en="The camera starts.")
WITHOUT = Text(
    fr="Sans caméra : les téléphones disent tout.",
    en="Without a camera: the phones tell everything.",
)
