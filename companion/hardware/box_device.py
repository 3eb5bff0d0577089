"""The table box as a `TableDevice`: `serial:///dev/ttyACM0`, `serial://` for the first Pico, `sim://table-box`."""

from __future__ import annotations

from collections.abc import Callable

from companion.camera.url import SourceUrl
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.going_on import survived
from companion.core.text import Text
from companion.hardware.cues import Cue
from companion.hardware.patterns import Colour
from companion.hardware.sequencer import Sequencer
from firmware_bridge.device.wire import MOST_SEATS
from firmware_bridge.link import BoxPress
from firmware_bridge.port import Port, SerialPort
from firmware_bridge.simulated import SimulatedBox
from firmware_bridge.table_box import TableBox

OpenPort = Callable[[], Port]
"""Opens the port of a box, again after each loss; raises `PortGone` while it is not there."""
STALE_PRESS_S = 2.0
"""Seconds after which a press is dropped as meaningless: the box was away, and phones have taken over."""
SIMULATED = "table-box"
"""The only name that `sim://` knows."""


class BoxDevice:
    """Plays cues on a table box while one is connected. Seats of the box and of the game have the same numbers.

    Args:
        open_port: opens the port of the box; see `TableBox`.
        clock: the table's clock; times of presses are in it.

    Attributes:
        box: the box.
    """

    def __init__(self, open_port: OpenPort, clock: Clock) -> None:
        self._clock = clock
        self._pressed: Callable[[ButtonPress], None] = lambda _: None
        self._trouble: Callable[[Text | None], None] = lambda _: None
        self._told: Text | None = None
        self.box = TableBox(open_port, clock.now_s, pressed=self._press, changed=self._changed)
        self.sequencer = Sequencer(clock, self, MOST_SEATS)
        """Plays the cues; `listen` starts it together with the box."""

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """See `TableDevice.listen`."""
        self.attach(pressed, trouble)
        self.box.start()
        self.sequencer.start()

    def attach(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """Like `listen` but without threads: the caller calls `box.step` and `sequencer.due`."""
        self._pressed, self._trouble = pressed, trouble

    def play(self, cue: Cue, seat: int | None = None) -> None:
        """See `CuePlayer.play`."""
        self.sequencer.play(cue, seat)

    def light(self, seat: int, colour: Colour) -> None:
        """See `Outputs.light`; a seat that the box does not have is ignored."""
        if seat < (self.box.seats or 0):
            self.box.send("light", seat, *colour)

    def sound(self, seats: tuple[int, ...], hertz: int, ms: int) -> None:
        """See `Outputs.sound`; seats that the box does not have are ignored."""
        for seat in seats:
            if seat < (self.box.seats or 0):
                self.box.send("tone", seat, hertz, ms)

    def close(self) -> None:
        """See `CuePlayer.close`."""
        self.sequencer.close()
        self.box.close()

    def _press(self, press: BoxPress) -> None:
        if self._clock.now_s() - press.at_s < STALE_PRESS_S:
            with survived("table box"):
                self._pressed(ButtonPress(press.seat, press.at_s))

    def _changed(self) -> None:
        if self.box.seats is not None:
            self.sequencer.show_again()
            trouble = None
        elif not self.box.why:
            return  # nothing is known yet
        else:
            trouble = OTHER_PROGRAM if self.box.other_version is not None else AWAY
        if trouble != self._told:
            self._told = trouble
            with survived("table box"):
                self._trouble(trouble)


def serial_line(url: SourceUrl, clock: Clock) -> OpenPort:
    """A function that opens the serial port of a `serial://` address; the port need not be there yet.

    Raises:
        Unreadable: the address has a query, which means nothing here.
    """
    url.known()
    return lambda: SerialPort(url.rest)


def simulated_line(url: SourceUrl, clock: Clock) -> OpenPort:
    """A function that opens the port of a new simulated box.

    The address `sim://table-box` takes `seats` (1 to 8) and `eager=1`: simulated people press each button whose light
    turns white.

    Raises:
        Unreadable: another name than "table-box", or an unknown key or value.
    """
    if url.rest != SIMULATED:
        raise Unreadable("hardware.simulated", NOT_SIMULATED.filled(name=url.rest))
    url.known("seats", "eager")
    seats, eager = url.whole("seats", MOST_SEATS, 1, MOST_SEATS), url.whole("eager", 0, 0, 1)
    return SimulatedBox(seats, clock.now_s, eager=bool(eager)).open_port


AWAY = Text(
    fr="La boîte de table ne répond pas : rebranchez-la ; en attendant, les téléphones la remplacent.",
    en="The table box does not answer: plug it in again; meanwhile phones take its place.",
)
OTHER_PROGRAM = Text(
    fr="Le programme de la boîte de table est d'une autre version : lancez companion box flash ; en attendant, les "
    "téléphones la remplacent.",
    en="The table box's program has another version: run companion box flash; meanwhile phones take its place.",
)
NOT_SIMULATED = Text(
    fr="sim://{name} : on ne simule que la boîte de table ; écrivez sim://table-box.",
    en="sim://{name}: only the table box is simulated; write sim://table-box.",
)
