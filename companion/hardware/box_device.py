"""The table box as a `TableDevice`: `serial:///dev/ttyACM0`, `serial://` (the one Pico plugged in), `sim://table-box`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.camera.url import SourceUrl
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.going_on import survived
from companion.core.text import Text, same
from companion.hardware.cues import Cue
from companion.hardware.patterns import Colour
from companion.hardware.sequencer import Sequencer
from firmware_bridge.device.wire import MOST_SEATS
from firmware_bridge.link import BoxPress
from firmware_bridge.port import Port, SerialLine, Trouble
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
        self.trouble: Text | None = None
        """See `TableDevice.trouble`."""
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
        elif self.box.trouble is None:
            return  # nothing is known yet
        else:
            trouble = SAID[self.box.trouble].filled(why=self.box.why) + PHONES_MEANWHILE
        if trouble != self.trouble:
            self.trouble = trouble
            with survived("table box"):
                self._trouble(trouble)


def not_found(box: TableBox) -> Text:
    """The sentence for people on a box that cannot be used, with the operating system's words."""
    said = SAID[box.trouble or Trouble.SILENT].filled(why=box.why)
    return said + FULL_STOP if box.why in said.en else said + WHY.filled(why=box.why)


def serial_line(url: SourceUrl, clock: Clock) -> OpenPort:
    """What opens the serial port of a `serial://` address; the port need not be there yet.

    Raises:
        Unreadable: the address has a query, which means nothing here.
    """
    url.known()
    return SerialLine(url.rest)


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


SAID: Mapping[Trouble, Text] = {
    Trouble.ABSENT: Text(
        fr="La boîte de table est absente : rebranchez-la", en="The table box is not there: plug it in again"
    ),
    Trouble.HELD: Text(
        fr="Un autre programme tient le port de la boîte de table : fermez-le",
        en="Another program holds the table box's port: close it",
    ),
    Trouble.FORBIDDEN: Text(
        fr="Ce programme n'a pas le droit d'ouvrir le port de la boîte de table ({why}) : ajoutez son utilisateur au "
        "groupe dialout (sudo adduser NOM dialout), puis relancez-le",
        en="This program may not open the table box's port ({why}): add its user to the group dialout (sudo adduser "
        "NAME dialout), then start it again",
    ),
    Trouble.SEVERAL: Text(
        fr="Plusieurs Pico sont branchés ({why}) : ne laissez que la boîte de table, ou nommez son port (serial:///dev/…)",
        en="Several Picos are plugged in ({why}): unplug all but the table box, or name its port (serial:///dev/…)",
    ),
    Trouble.NO_DRIVER: Text(
        fr="La boîte de table a besoin de pyserial : installez table-companion[box]",
        en="The table box needs pyserial: install table-companion[box]",
    ),
    Trouble.SILENT: Text(
        fr="La boîte de table est branchée et ne répond pas : rebranchez-la, ou lancez companion box flash",
        en="The table box is plugged in and does not answer: plug it in again, or run companion box flash",
    ),
    Trouble.OTHER_PROGRAM: Text(
        fr="Le programme de la boîte de table est d'une autre version : lancez companion box flash",
        en="The table box's program is of another version: run companion box flash",
    ),
}
FULL_STOP, WHY = same("."), same(" ({why}).")
PHONES_MEANWHILE = Text(fr=" ; en attendant, les téléphones la remplacent.", en="; meanwhile phones take its place.")
AWAY = SAID[Trouble.ABSENT] + PHONES_MEANWHILE
OTHER_PROGRAM = SAID[Trouble.OTHER_PROGRAM] + PHONES_MEANWHILE
NOT_SIMULATED = Text(
    fr="sim://{name} : on ne simule que la boîte de table ; écrivez sim://table-box.",
    en="sim://{name}: only the table box is simulated; write sim://table-box.",
)
