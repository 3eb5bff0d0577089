"""The table box as the table's device: `serial:///dev/ttyACM0`, `serial://` for the first Pico, `sim://table-box`."""

from __future__ import annotations

from collections.abc import Callable

from companion.camera.url import SourceUrl
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.core.errors import Unreadable
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
"""Opens the line to a box, as often as it is lost; raises `PortGone` while it is not there."""
OLD_S = 2.0
"""A press that arrives so late has lost its meaning: the box was away, and phones have taken over."""
SIMULATED = "table-box"


class BoxDevice:
    """Plays cues on a table box, as long as there is one. Its seats' numbers are the game's.

    Args:
        open_port: opens the line to the box; see `TableBox`.
    """

    def __init__(self, open_port: OpenPort, clock: Clock) -> None:
        self._clock = clock
        self._pressed: Callable[[ButtonPress], None] = lambda _: None
        self._trouble: Callable[[Text | None], None] = lambda _: None
        self._told: Text | None = None
        self.box = TableBox(open_port, clock.now_s, pressed=self._press, changed=self._changed)
        self.sequencer = Sequencer(clock, self, MOST_SEATS)
        """What plays the cues; `listen` starts it, and the box."""

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        self.attach(pressed, trouble)
        self.box.start()
        self.sequencer.start()

    def attach(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """Like `listen`, without the threads: `box.step` and `sequencer.due` do the work when they are called."""
        self._pressed, self._trouble = pressed, trouble

    def play(self, cue: Cue, seat: int | None = None) -> None:
        self.sequencer.play(cue, seat)

    def light(self, seat: int, colour: Colour) -> None:
        if seat < (self.box.seats or 0):
            self.box.send("light", seat, *colour)

    def sound(self, seats: tuple[int, ...], hertz: int, ms: int) -> None:
        for seat in seats:
            if seat < (self.box.seats or 0):
                self.box.send("tone", seat, hertz, ms)

    def close(self) -> None:
        self.sequencer.close()
        self.box.close()

    def _press(self, press: BoxPress) -> None:
        if self._clock.now_s() - press.at_s < OLD_S:
            self._pressed(ButtonPress(press.seat, press.at_s))

    def _changed(self) -> None:
        if self.box.seats is not None:
            self.sequencer.show_again()
            trouble = None
        elif not self.box.why:
            return  # the first look
        else:
            trouble = OTHER_PROGRAM if self.box.other_version is not None else AWAY
        if trouble != self._told:
            self._told = trouble
            self._trouble(trouble)


def serial_line(url: SourceUrl, clock: Clock) -> OpenPort:
    """What opens the serial port of an address; the port need not be there yet."""
    url.known()
    return lambda: SerialPort(url.rest)


def simulated_line(url: SourceUrl, clock: Clock) -> OpenPort:
    """A simulated box: `seats` (1 to 8), and `eager=1` for people who press each button whose light turns white.

    Raises:
        Unreadable: another name than "table-box", or a key or value that means nothing here.
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
