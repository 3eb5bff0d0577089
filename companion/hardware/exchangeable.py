"""A table's buttons, lights and buzzers, whose place another device can take while a match runs."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.capabilities.buttons import ButtonPress
from companion.core.errors import Refusal
from companion.core.text import Text
from companion.hardware.cues import Cue, RecordingCues, TableDevice


class ExchangeableDevice:
    """Passes cues on to the device that is there now, and its presses on to who listens. A `TableDevice`.

    Args:
        opens: opens the first device. Raises `Refusal`, as this does then.

    Attributes:
        device: the device that is there now.
    """

    def __init__(self, opens: Callable[[], TableDevice]) -> None:
        self._opens = opens
        self.device = opens()
        self._listener: tuple[Callable[[ButtonPress], None], Callable[[Text | None], None]] | None = None

    @property
    def trouble(self) -> Text | None:
        """See `TableDevice.trouble`."""
        return self.device.trouble

    def exchange(self, opens: Callable[[], TableDevice]) -> None:
        """Let another device take this one's place. The first is closed before the second is opened: they may share
        pins. Raises `Refusal` where the second does not open; then the first is there again, if it opens still."""
        before = self._opens
        self._leave()
        try:
            self._take(opens)
        except Refusal:
            self._take_again(before)
            raise

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """See `TableDevice.listen`."""
        self._listener = pressed, trouble
        self.device.listen(pressed, trouble)

    def play(self, cue: Cue, seat: int | None = None) -> None:
        """See `CuePlayer.play`."""
        self.device.play(cue, seat)

    def close(self) -> None:
        """See `CuePlayer.close`."""
        self.device.close()

    def _leave(self) -> None:
        left, self.device = self.device, RecordingCues()
        left.close()
        if self._listener is not None:
            self._listener[1](None)  # what was wrong with it is wrong no longer

    def _take(self, opens: Callable[[], TableDevice]) -> None:
        self.device, self._opens = opens(), opens
        if self._listener is not None:
            self.device.listen(*self._listener)

    def _take_again(self, opens: Callable[[], TableDevice]) -> None:
        try:
            self._take(opens)
        except Refusal as refusal:
            if self._listener is not None:
                self._listener[1](refusal.what)


def the_device(device: TableDevice) -> TableDevice:
    """The device behind one that can be exchanged, or the device itself."""
    return device.device if isinstance(device, ExchangeableDevice) else device
