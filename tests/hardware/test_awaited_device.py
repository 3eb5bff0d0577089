"""Pins that cannot be had at the start: said, never a reason not to play, and taken as soon as they are free."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion import wiring
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import SystemClock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.hardware import gpiozero_device
from companion.hardware.awaited_device import AwaitedDevice
from companion.hardware.cues import Cue
from tests.hardware.devices import PINS

PATIENCE_S = 20.0
ADDRESS = "gpiozero://mock"


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AwaitedDevice.__init__, "__defaults__", (0.02,))


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """The machine's pins, which outlive whoever opens them."""
    made = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(made, "close", lambda: None)
    monkeypatch.setattr(gpiozero_device, "_factory", lambda module, name: made)
    yield made
    MockFactory.close(made)


class Table:
    """A device at work, and what it tells."""

    def __init__(self, address: str) -> None:
        self.device = wiring.await_device(address, PINS, SystemClock())
        self.presses: Queue[ButtonPress] = Queue()
        self.troubles: Queue[Text | None] = Queue()
        self.device.listen(self.presses.put, self.troubles.put)

    def told(self) -> Text | None:
        return self.troubles.get(timeout=PATIENCE_S)


def test_a_pin_that_another_program_holds_is_said_and_taken_when_it_is_free(factory: Any) -> None:
    other = LED(PINS.lights[1], pin_factory=factory)
    table = Table(ADDRESS)
    told = table.told()
    assert told is not None
    assert told.en.startswith("Pin GPIO27 (lights[1]) is taken already (")
    assert told.en.endswith("Meanwhile phones take the place of buttons and lights.")
    assert table.device.trouble == told
    table.device.play(Cue.READY, 1)  # nobody hears it: the game goes on
    table.device.play(Cue.ASK)
    other.close()
    assert table.told() is None
    assert table.device.trouble is None
    factory.pin(f"GPIO{PINS.buttons[1]}").drive_low()
    assert table.presses.get(timeout=PATIENCE_S).seat == 1
    table.device.close()


def test_whose_turn_it_is_shows_as_soon_as_the_pins_open(factory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = LED(PINS.lights[0], pin_factory=factory)
    played: list[tuple[Cue, int | None]] = []
    monkeypatch.setattr(
        gpiozero_device.GpiozeroDevice, "play", lambda device, cue, seat=None: played.append((cue, seat))
    )
    table = Table(ADDRESS)
    assert table.told() is not None
    for cue, seat in ((Cue.READY, 0), (Cue.READ, 1), (Cue.FOUL, None)):
        table.device.play(cue, seat)
    other.close()
    assert table.told() is None
    table.device.play(Cue.WON)
    assert played == [(Cue.READ, 1), (Cue.WON, None)]
    table.device.close()


def test_a_missing_library_is_said_and_so_is_the_next_reason(factory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lacks = [True]

    def library(module: str, name: str) -> Any:
        if lacks[0]:
            raise ModuleNotFoundError("No module named 'lgpio'")
        return factory

    monkeypatch.setattr(gpiozero_device, "_factory", library)
    table = Table("gpiozero://lgpio")
    told = table.told()
    assert told is not None
    assert "“lgpio” does not work here (No module named 'lgpio'); on a Raspberry Pi, install python3-lgpio" in told.en
    other = LED(PINS.buzzer, pin_factory=factory)
    lacks[0] = False
    told = table.told()
    assert told is not None
    assert told.fr.startswith("La broche GPIO18 (buzzer) est déjà prise (")
    other.close()
    assert table.told() is None
    table.device.close()


def test_a_device_that_never_opens_is_closed_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)  # type: ignore[arg-type]  # as where it is not installed
    table = Table("gpiozero://rpigpio")
    assert table.told() is not None
    table.device.close()


def test_a_driver_that_raises_anything_stays_away(factory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = LED(PINS.buzzer, pin_factory=factory)
    table = Table(ADDRESS)
    assert table.told() is not None
    tries: Queue[None] = Queue()

    def broken(*given: object) -> None:
        tries.put(None)
        raise KeyError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(wiring, "open_device", broken)
        for _ in range(3):
            tries.get(timeout=PATIENCE_S)
    other.close()
    assert table.told() is None
    table.device.close()


@pytest.mark.parametrize("address", ["gpiozero://pigpoi", "lamps://1", "gpiozero://mock?pin=3"])
def test_an_address_that_makes_no_sense_is_refused_at_once(address: str) -> None:
    with pytest.raises(Unreadable):
        wiring.await_device(address, PINS, SystemClock())


def test_a_table_without_its_pins_is_played_on_phones_and_every_page_says_why(factory: Any, tmp_path: Path) -> None:
    other = LED(PINS.buttons[0], pin_factory=factory)
    clock = SystemClock()
    device = wiring.await_device(ADDRESS, PINS, clock)
    table = wiring.open_table("karo", "none://", tmp_path, clock, names=("Ada", "Basile"), device=device)
    assert table.match is not None
    session = table.match.session
    while session.page(None).hardware is None:
        session.wait(session.revision, 1.0)
    page = table.app.test_client().get("/", headers={"Accept-Language": "fr"}).text
    assert "La broche GPIO5 (buttons[0]) est déjà prise" in page
    session.play(session.match.state.legal_actions()[0], "table")
    assert len(session.match.actions) == 1
    other.close()
    while session.page(None).hardware is not None:
        session.wait(session.revision, 1.0)
    device.close()
    table.close()
