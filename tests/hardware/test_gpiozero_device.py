"""Buttons, lights and buzzer on gpiozero's mock pins: whole sequences by value."""

from __future__ import annotations

import os
import threading
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.camera.url import SourceUrl
from companion.core.capabilities.buttons import ButtonPress
from companion.core.clock import ManualClock, SystemClock
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.hardware import gpiozero_device
from companion.hardware.cues import Cue
from companion.hardware.gpiozero_device import GpiozeroDevice, open_device
from companion.hardware.patterns import PATTERNS
from tests.hardware.devices import PINS, MockTable

PATIENCE_S = 20.0


def test_a_reveal_on_the_pins() -> None:
    table = MockTable()
    table.device.play(Cue.REVEAL)
    assert table.lived(3.0) == [
        (0, 440.0, (1.0, 1.0)),
        (150, None, (0.0, 0.0)),
        (500, 440.0, (1.0, 1.0)),
        (650, None, (0.0, 0.0)),
        (1000, 880.0, (1.0, 1.0)),
        (1500, None, (0.0, 0.0)),
    ]


def test_whose_turn_it_is_on_the_pins() -> None:
    table = MockTable()
    table.device.play(Cue.READY, 0)
    assert table.lived(0.5) == [(0, 880.0, (1.0, 0.0)), (90, None, (1.0, 0.0))]
    table.device.play(Cue.FOUL, 1)
    assert table.lived(1.0) == [(500, 330.0, (1.0, 1.0)), (700, 220.0, (1.0, 1.0)), (1100, None, (1.0, 0.0))]
    table.device.play(Cue.WON)
    assert table.lived(5.0) == [
        (1500, 523.0, (1.0, 1.0)),
        (1650, 659.0, (0.0, 0.0)),
        (1800, 784.0, (1.0, 1.0)),
        (1950, 1047.0, (1.0, 1.0)),
        (2400, None, (0.0, 0.0)),
        (2600, None, (1.0, 1.0)),
        (2800, None, (0.0, 0.0)),
        (3000, None, (1.0, 1.0)),
        (3200, None, (0.0, 0.0)),
        (3400, None, (1.0, 1.0)),
        (3600, None, (0.0, 0.0)),
    ]


@pytest.mark.parametrize("cue", list(Cue), ids=lambda cue: cue.value)
def test_the_buzzer_can_play_every_tone(cue: Cue) -> None:
    table = MockTable()
    table.device.play(cue, 0)
    heard = [hertz for _, hertz, _ in table.lived(4.0) if hertz]
    tones = [float(step.hertz) for step in PATTERNS[cue].steps if step.hertz]
    assert heard == [hertz for n, hertz in enumerate(tones) if n == 0 or tones[n - 1] != hertz or cue is Cue.REVEAL]


def test_a_press_has_its_seat_and_time() -> None:
    table = MockTable()
    table.device.listen(table.presses.append, table.troubles.append)
    table.clock.wait_s(7.5)
    table.pin(PINS.buttons[1]).drive_low()
    table.pin(PINS.buttons[1]).drive_high()
    table.clock.wait_s(1.0)
    table.pin(PINS.buttons[0]).drive_low()
    table.device.close()
    assert table.presses == [ButtonPress(1, 7.5), ButtonPress(0, 8.5)]
    assert table.troubles == []


def test_closing_gives_every_pin_back_dark_and_silent() -> None:
    table = MockTable()
    table.device.play(Cue.ALARM)
    table.lived(0.1)
    table.device.close()
    assert [table.pin(light).state for light in PINS.lights] == [0.0, 0.0]
    GpiozeroDevice(table.factory, PINS, table.clock).close()


class Failing(MockPWMPin):
    """Works until the game is on."""

    broken = False

    def _set_state(self, value: float) -> None:
        if Failing.broken:
            raise OSError("bad file descriptor")
        super()._set_state(value)


def test_pins_that_fail_in_the_middle_of_a_game_are_told_and_stop_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    device = GpiozeroDevice(MockFactory(pin_class=Failing), PINS, ManualClock())
    troubles: list[Text | None] = []
    device.listen(lambda _: None, troubles.append)
    monkeypatch.setattr(Failing, "broken", True)
    device.play(Cue.READY, 0)
    device.sequencer.due()
    device.play(Cue.READY, 1)
    device.sequencer.due()
    assert {told.en for told in troubles if told is not None} == {
        "The lights and the buzzer no longer answer (bad file descriptor); phones take their place; "
        "run companion doctor."
    }
    assert device.trouble == troubles[0]
    monkeypatch.setattr(Failing, "broken", False)
    device.play(Cue.READY, 0)
    device.sequencer.due()
    assert (troubles[1:], device.trouble) == ([None], None), "told once, and once that it is over"
    device.close()


def test_a_light_that_should_have_gone_out_meanwhile_goes_out_when_the_pins_work_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, factory = ManualClock(), MockFactory(pin_class=Failing)
    device = GpiozeroDevice(factory, PINS, clock)
    device.play(Cue.READY, 0)
    device.sequencer.due()
    monkeypatch.setattr(Failing, "broken", True)
    device.play(Cue.READY, 1)
    device.sequencer.due()
    monkeypatch.setattr(Failing, "broken", False)
    clock.wait_s(1.0)
    device.sequencer.due()
    assert [factory.pin(f"GPIO{light}").state for light in PINS.lights] == [0.0, 1.0]
    device.close()


def test_while_a_failure_is_told_cues_may_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told may wait for the table, and the table may be about to play a cue."""
    device = GpiozeroDevice(MockFactory(pin_class=Failing), PINS, SystemClock())
    telling, table = threading.Event(), threading.Event()

    def told(trouble: Text | None) -> None:
        telling.set()
        table.wait(PATIENCE_S)

    monkeypatch.setattr(Failing, "broken", True)
    device.listen(lambda _: None, told)
    device.play(Cue.READY, 0)
    assert telling.wait(PATIENCE_S)
    playing = threading.Thread(target=device.play, args=(Cue.READY, 1), daemon=True)
    playing.start()
    playing.join(PATIENCE_S / 2)
    assert not playing.is_alive()
    table.set()
    monkeypatch.setattr(Failing, "broken", False)
    device.close()


def test_a_pin_that_is_taken_is_named_and_the_others_are_given_back() -> None:
    factory, clock = MockFactory(pin_class=MockPWMPin), ManualClock()
    other = gpiozero_led(27, factory)
    with pytest.raises(Unreadable) as refused:
        GpiozeroDevice(factory, PINS, clock)
    assert refused.value.what.fr.startswith("La broche GPIO27 (lights[1]) est déjà prise (")
    assert refused.value.what.en.startswith("Pin GPIO27 (lights[1]) is taken already (")
    other.close()
    GpiozeroDevice(factory, PINS, clock).close()


def gpiozero_led(pin: int, factory: Any) -> Any:
    from gpiozero import LED

    return LED(pin, pin_factory=factory)


class Refusing(MockPWMPin):
    """A pin that cannot be claimed; closing it again goes well."""

    pin, why = "", ""
    refused = False

    def _set_function(self, value: str) -> None:
        if self.info.name == self.pin and not self.refused:
            self.refused = True
            raise RuntimeError(self.why)
        super()._set_function(value)


class Held(Refusing):
    """Another program holds it, in lgpio's words."""

    pin, why = "GPIO6", "'GPIO busy'"


def test_a_pin_that_another_program_holds_is_named() -> None:
    with pytest.raises(Unreadable) as refused:
        GpiozeroDevice(MockFactory(pin_class=Held), PINS, ManualClock())
    assert refused.value.what.en.startswith("Pin GPIO6 (buttons[1]) is taken already ('GPIO busy')")


class Broken(Refusing):
    pin, why = "GPIO18", "no permission"


def test_a_pin_that_does_not_open_is_named() -> None:
    with pytest.raises(Unreadable, match=r"Pin GPIO18 \(buzzer\) does not open \(no permission\)"):
        GpiozeroDevice(MockFactory(pin_class=Broken), PINS, ManualClock())


def test_the_mock_is_opened_by_its_name_and_nothing_else_is_touched() -> None:
    before = Device.pin_factory
    device = open_device(SourceUrl.parse("gpiozero://mock"), PINS, ManualClock())
    device.play(Cue.READY, 0)
    device.sequencer.due()
    device.close()
    assert Device.pin_factory is before


def test_without_a_name_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    open_device(SourceUrl.parse("gpiozero://"), PINS, ManualClock()).close()


@pytest.mark.parametrize("address", ["gpiozero://pigpoi", "gpiozero://"])
def test_a_wrong_pin_factory_is_named_with_those_that_there_are(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "pigpoi")
    with pytest.raises(
        Unreadable, match="gpiozero knows no “pigpoi”; choose one of lgpio, rpigpio, pigpio, native, mock"
    ):
        open_device(SourceUrl.parse(address), PINS, ManualClock())


def test_a_pin_factory_that_does_not_work_here_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(module: str, factory: str) -> Any:
        raise ModuleNotFoundError("No module named 'lgpio'")

    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setattr(gpiozero_device, "_factory", absent)
    with pytest.raises(Unreadable, match=r"“lgpio” does not work here \(No module named 'lgpio'\)"):
        open_device(SourceUrl.parse("gpiozero://"), PINS, ManualClock())
    assert os.environ["LG_WD"]  # set before lgpio could be imported: it leaves its pipe there, not where we are


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(Unreadable, match="“pin” is not known there"):
        open_device(SourceUrl.parse("gpiozero://mock?pin=3"), PINS, ManualClock())
