"""The pin assignment of a Raspberry Pi with buttons, lights and a buzzer of its own: a part of the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from companion.core.errors import Unfit
from companion.core.text import Text

LEAST_PIN, MOST_PIN = 2, 27
"""BCM numbers on the Pi's header; 0 and 1 are reserved for the EEPROM of add-on boards."""
MOST_SEATS = 8
"""Most seats with a button and a light, as on the table box."""

Pin = Annotated[int, Field(ge=LEAST_PIN, le=MOST_PIN)]
"""A pin by its BCM number: 17 is GPIO17, whatever its place on the header."""


class Pins(BaseModel):
    """Pins by BCM number: one buzzer for the table, one button and one light for each seat.

    Raises:
        ValidationError: a number that the header does not have, a pin used twice, or another number of lights than of
            buttons.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    buzzer: Pin = 18
    """BCM number of the pin of the table's one buzzer."""
    buttons: tuple[Pin, ...] = Field(default=(5, 6, 13, 19, 26, 21), min_length=1, max_length=MOST_SEATS)
    """Of each seat's button, the first seat first."""
    lights: tuple[Pin, ...] = Field(default=(17, 27, 22, 23, 24, 25), min_length=1, max_length=MOST_SEATS)
    """Of each seat's light; as many as buttons."""

    @model_validator(mode="after")
    def _once_each(self) -> Self:
        if len(self.buttons) != len(self.lights):
            raise Unfit(ONE_OF_EACH.filled(buttons=len(self.buttons), lights=len(self.lights)))
        seen: dict[int, str] = {}
        for name, pin in self.named():
            if pin in seen:
                raise Unfit(ONCE.filled(pin=pin, first=seen[pin], second=name))
            seen[pin] = name
        return self

    def named(self) -> Iterator[tuple[str, int]]:
        """Every pin as (name, BCM number), named as in the settings: ("buttons[0]", 5)."""
        yield "buzzer", self.buzzer
        for name in ("buttons", "lights"):
            for seat, pin in enumerate(getattr(self, name)):
                yield f"{name}[{seat}]", pin


ONE_OF_EACH = Text(
    fr="un bouton et une lumière pour chaque place (boutons : {buttons}, lumières : {lights})",
    en="a button and a light for each seat (buttons: {buttons}, lights: {lights})",
)
ONCE = Text(
    fr="chaque broche une seule fois (GPIO{pin} est à la fois {first} et {second})",
    en="each pin once only (GPIO{pin} is both {first} and {second})",
)
