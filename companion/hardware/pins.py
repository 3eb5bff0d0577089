"""The pin assignment of a Raspberry Pi with buttons, lights and a buzzer of its own: a part of the settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

LEAST_PIN, MOST_PIN = 2, 27
"""BCM numbers on the Pi's header; 0 and 1 are reserved for the EEPROM of add-on boards."""
MOST_SEATS = 8
"""Most seats with a button and a light, as on the table box."""

Pin = Annotated[int, Field(ge=LEAST_PIN, le=MOST_PIN)]
"""A pin by its BCM number: 17 is GPIO17, whatever its place on the header."""


class Pins(BaseModel):
    """Pins by BCM number: one buzzer for the table, one button and one light for each seat.

    Attributes:
        buzzer: of the table's one buzzer.
        buttons, lights: of each seat, the first seat first; 1 to 8 of each, as many buttons as lights.

    Raises:
        ValidationError: a number that the header does not have, a pin used twice, or another number of lights than of
            buttons.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    buzzer: Pin = 18
    buttons: tuple[Pin, ...] = Field(default=(5, 6, 13, 19, 26, 21), min_length=1, max_length=MOST_SEATS)
    lights: tuple[Pin, ...] = Field(default=(17, 27, 22, 23, 24, 25), min_length=1, max_length=MOST_SEATS)

    @model_validator(mode="after")
    def _once_each(self) -> Self:
        if len(self.buttons) != len(self.lights):
            raise ValueError(f"{len(self.buttons)} buttons and {len(self.lights)} lights: every seat needs one of each")
        seen: dict[int, str] = {}
        for name, pin in self.named():
            if pin in seen:
                raise ValueError(f"GPIO{pin} is named twice, as {seen[pin]} and as {name}")
            seen[pin] = name
        return self

    def named(self) -> Iterator[tuple[str, int]]:
        """Every pin as (name, BCM number), named as in the settings: ("buttons[0]", 5)."""
        yield "buzzer", self.buzzer
        for name in ("buttons", "lights"):
            for seat, pin in enumerate(getattr(self, name)):
                yield f"{name}[{seat}]", pin
