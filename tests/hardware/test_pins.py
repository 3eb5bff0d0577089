"""Pins in the settings: each number is one that the header has, and none is named twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.errors import Unreadable
from companion.hardware.pins import MOST_SEATS, Pins
from companion.settings import load_settings


def settings(folder: Path, text: str) -> Path:
    path = folder / "companion.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_settings_name_the_device_and_its_pins(tmp_path: Path) -> None:
    path = settings(
        tmp_path, 'hardware = "gpiozero://"\n[pins]\nbuzzer = 12\nbuttons = [5, 6, 13]\nlights = [17, 27, 22]\n'
    )
    read = load_settings(path)
    assert read.hardware == "gpiozero://"
    assert list(read.pins.named()) == [
        ("buzzer", 12),
        ("buttons[0]", 5),
        ("buttons[1]", 6),
        ("buttons[2]", 13),
        ("lights[0]", 17),
        ("lights[1]", 27),
        ("lights[2]", 22),
    ]


def test_the_usual_pins_are_legal_and_enough_for_six() -> None:
    assert len(Pins().buttons) == len(Pins().lights) == 6
    Pins.model_validate(Pins().model_dump())


@pytest.mark.parametrize(
    ("pins", "why"),
    [
        ("buttons = [5, 6]\nlights = [17, 5]", "GPIO5 est à la fois buttons[0] et lights[1]"),
        ("buzzer = 6\nbuttons = [5, 6]\nlights = [17, 4]", "GPIO6 est à la fois buzzer et buttons[1]"),
        ("buttons = [5, 6]\nlights = [17]", "boutons : 2, lumières : 1"),
        ("buttons = [28]\nlights = [17]", "pins.buttons[0]"),
        ("buttons = [1]\nlights = [17]", "pins.buttons[0]"),
        ("buzzer = -3", "pins.buzzer"),
        ("buzzer = 4.5", "pins.buzzer"),
        ("buttons = []\nlights = []", "pins.buttons"),
        ("buzer = 4", "pins.buzer"),
    ],
)
def test_wrong_pins_are_refused_in_one_sentence(tmp_path: Path, pins: str, why: str) -> None:
    with pytest.raises(Unreadable) as refused:
        load_settings(settings(tmp_path, "[pins]\n" + pins))
    assert why in refused.value.what.fr
    assert "companion.toml" in refused.value.what.fr
    assert "\n" not in refused.value.what.fr


def test_more_seats_than_a_table_has_are_refused(tmp_path: Path) -> None:
    numbers = list(range(2, 2 + MOST_SEATS + 1))
    text = f"[pins]\nbuzzer = 27\nbuttons = {numbers}\nlights = {[11 + n for n in range(MOST_SEATS + 1)]}\n"
    with pytest.raises(Unreadable, match="at most 8"):
        load_settings(settings(tmp_path, text))
