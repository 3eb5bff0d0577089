"""Buttons, lights and a buzzer on the Pi's own pins, with gpiozero and the system package `python3-lgpio`.

`gpiozero://` drives the pins with the pin factory that the environment variable GPIOZERO_PIN_FACTORY names, or else
with lgpio, the one library that supports every Pi, the Pi 5 included. `gpiozero://NAME` uses the named factory;
`gpiozero://mock` drives no hardware.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

from companion.camera.url import SourceUrl
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import Clock
from companion.core.errors import Unreadable
from companion.core.going_on import survived
from companion.core.text import Text
from companion.hardware.cues import Cue, DeviceAway
from companion.hardware.patterns import Colour
from companion.hardware.pins import Pins
from companion.hardware.sequencer import Sequencer

FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
"""Module and class of each gpiozero pin factory, by gpiozero's own name for it."""
DEFAULT_FACTORY = "lgpio"
"""The factory that is used where none is named."""
MIDDLE_TONE, OCTAVES = "A4", 2
"""The buzzer's range, A2 to A6 (110 to 1760 Hz): it contains every tone of the patterns."""
BOUNCE_S = 0.02
"""Debounce time, seconds, as on the table box: cheap buttons bounce for up to 10 ms."""


class GpiozeroDevice:
    """Buttons, lights and one buzzer on the Pi's own pins, as a `TableDevice`.

    Args:
        factory: a gpiozero pin factory.
        pins: the pin assignment, already validated.
        clock: the table's clock; times of presses are in it.

    Raises:
        DeviceAway: a pin cannot be opened; the sentence says which and why.
    """

    def __init__(self, factory: Any, pins: Pins, clock: Clock) -> None:
        self._clock = clock
        self._opened: list[Any] = []
        self._trouble: Callable[[Text | None], None] = lambda _: None
        self._failed: Text | None = None  # by the last attempt
        self.trouble: Text | None = None
        """See `TableDevice.trouble`."""
        from gpiozero import LED, Button, TonalBuzzer

        try:
            self._buzzer = self._open("buzzer", pins.buzzer, self._tonal(TonalBuzzer, factory))
            self._lights = [
                self._open(f"lights[{seat}]", pin, lambda pin: LED(pin, pin_factory=factory))
                for seat, pin in enumerate(pins.lights)
            ]
            self._buttons = [
                self._open(
                    f"buttons[{seat}]",
                    pin,
                    lambda pin: Button(pin, pull_up=True, bounce_time=BOUNCE_S, pin_factory=factory),
                )
                for seat, pin in enumerate(pins.buttons)
            ]
        except Unreadable:
            self._close_pins()
            raise
        self.sequencer = Sequencer(clock, self, len(pins.lights), self._tell)
        """Plays the cues; `listen` starts it."""

    def listen(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """See `TableDevice.listen`."""
        self.attach(pressed, trouble)
        self.sequencer.start()

    def attach(self, pressed: Callable[[ButtonPress], None], trouble: Callable[[Text | None], None]) -> None:
        """Like `listen` but without a thread: the caller calls `sequencer.due`."""
        self._trouble = trouble
        for seat, button in enumerate(self._buttons):
            button.when_pressed = partial(self._press, pressed, seat)

    def _press(self, pressed: Callable[[ButtonPress], None], seat: int) -> None:
        with survived("buttons"):  # gpiozero's own thread
            pressed(ButtonPress(seat, self._clock.now_s()))

    def play(self, cue: Cue, seat: int | None = None) -> None:
        """See `CuePlayer.play`."""
        self.sequencer.play(cue, seat)

    def light(self, seat: int, colour: Colour) -> None:
        """See `Outputs.light`; the light has one colour and is on for any but black."""
        self._drive(lambda: setattr(self._lights[seat], "value", any(colour)))

    def sound(self, seats: tuple[int, ...], hertz: int, ms: int) -> None:
        """See `Outputs.sound`; there is one buzzer, so `seats` does not matter, and the sequencer ends each tone."""
        self._drive(lambda: self._buzzer.play(float(hertz) if hertz else None))

    def close(self) -> None:
        """See `CuePlayer.close`."""
        self.sequencer.close()
        self._close_pins()

    def _drive(self, act: Callable[[], None]) -> None:
        """Call `act`, and note whether it failed."""
        try:
            act()
            self._failed = None
        except Exception as error:  # as in `_open`
            self._failed = FAILED.filled(why=_said(error))

    def _tell(self) -> None:
        """Report that the pins have failed, or work again: then all lights are shown anew. The game goes on."""
        failed = self._failed
        if failed == self.trouble:
            return
        self.trouble = failed
        if failed is None:
            self.sequencer.show_again()
        self._trouble(failed)

    def _open(self, name: str, pin: int, device: Callable[[int], Any]) -> Any:
        try:
            opened = device(pin)
        except Exception as error:  # lgpio's own errors have no common base, and cannot be named where it is absent
            raise DeviceAway("hardware.pin", _pin_trouble(error).filled(pin=pin, name=name, why=_said(error))) from None
        self._opened.append(opened)
        return opened

    def _close_pins(self) -> None:
        for device in self._opened:
            device.close()

    @staticmethod
    def _tonal(buzzer: Any, factory: Any) -> Callable[[int], Any]:
        return lambda pin: buzzer(pin, mid_tone=MIDDLE_TONE, octaves=OCTAVES, pin_factory=factory)


def open_device(url: SourceUrl, pins: Pins, clock: Clock) -> GpiozeroDevice:
    """Open the Pi's pins for `gpiozero://`, or `gpiozero://NAME` with a name of `FACTORIES`.

    Raises:
        Unreadable: there is no such factory.
        DeviceAway: it is missing or does not work here, or a pin cannot be opened.
    """
    url.known()
    name = (url.rest or os.environ.get("GPIOZERO_PIN_FACTORY") or DEFAULT_FACTORY).lower()
    if name not in FACTORIES:
        raise Unreadable("hardware.unknown-factory", UNKNOWN_FACTORY.filled(name=name, known=", ".join(FACTORIES)))
    # lgpio makes a pipe in the working directory, or in LG_WD; it reads the variable when it is imported.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    module, factory = FACTORIES[name]
    try:
        made = _factory(module, factory)
    except Exception as error:  # as above: each library brings its own
        raise DeviceAway("hardware.factory", BAD_FACTORY.filled(name=name, why=_said(error))) from None
    try:
        return GpiozeroDevice(made, pins, clock)
    except Unreadable:
        made.close()
        raise


def _factory(module: str, factory: str) -> Any:
    from importlib import import_module

    if factory == "MockFactory":
        mock = import_module(module)
        return mock.MockFactory(pin_class=mock.MockPWMPin)  # a tone needs a pin that can pulse
    return getattr(import_module(module), factory)()


def _pin_trouble(error: Exception) -> Text:
    from gpiozero import GPIOPinInUse

    return BUSY_PIN if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower() else BAD_PIN


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


UNKNOWN_FACTORY = Text(
    fr="Les broches : gpiozero ne connaît pas « {name} » ; choisissez parmi {known}, dans l'adresse ou dans "
    "GPIOZERO_PIN_FACTORY.",
    en="The pins: gpiozero knows no “{name}”; choose one of {known}, in the address or in GPIOZERO_PIN_FACTORY.",
)
BAD_FACTORY = Text(
    fr="Les broches : « {name} » ne marche pas ici ({why}) ; sur un Raspberry Pi, installez python3-lgpio et ouvrez "
    '.venv aux paquets du système ; ailleurs, écrivez hardware = "none://".',
    en="The pins: “{name}” does not work here ({why}); on a Raspberry Pi, install python3-lgpio and let .venv see "
    'system packages; elsewhere, write hardware = "none://".',
)
BUSY_PIN = Text(
    fr="La broche GPIO{pin} ({name}) est déjà prise ({why}) ; libérez-la ou changez-la sous [pins].",
    en="Pin GPIO{pin} ({name}) is taken already ({why}); stop what holds it, or change it under [pins].",
)
BAD_PIN = Text(
    fr="La broche GPIO{pin} ({name}) ne s'ouvre pas ({why}) ; vérifiez-la sous [pins].",
    en="Pin GPIO{pin} ({name}) does not open ({why}); check it under [pins].",
)
FAILED = Text(
    fr="Les lumières et le buzzer ne répondent plus ({why}) ; les téléphones les remplacent ; lancez companion doctor.",
    en="The lights and the buzzer no longer answer ({why}); phones take their place; run companion doctor.",
)
