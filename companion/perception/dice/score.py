"""Counts how well dice were read: right, unknown or wrong, compared with the true dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from math import hypot

from companion.perception.dice.reader import DieReading

INSIDE_RADII = 1.25
"""A die counts as wholly visible when the circle of this many radii around its top face lies in the picture."""
SAME_PLACE_RADII = 0.6
"""A reading farther than this from the true middle, in radii, is of something else."""


@dataclass(frozen=True, slots=True)
class TrueDie:
    """A die as it lay.

    Attributes:
        value: 1 to 12; None when it leans.
        x_px, y_px: centre of its top face.
        radius_px: half its width there.
    """

    value: int | None
    x_px: float
    y_px: float
    radius_px: float

    def whole_in(self, width_px: int, height_px: int) -> bool:
        """Return whether the die is wholly visible in a picture of this size."""
        reach = INSIDE_RADII * self.radius_px
        return reach <= self.x_px <= width_px - reach and reach <= self.y_px <= height_px - reach


@dataclass
class Figures:
    """Counts over dice, and one line for each slip.

    Attributes:
        dice: whole dice that lie flat: the sum of right, unknown, wrong and missed.
        right: those whose value was read.
        unknown: those that were found but given no value.
        wrong: those that were given another value.
        missed: those that were not found.
        leaning: whole dice that lean.
        leaning_given_value: those of them that were given a value nevertheless.
        cut_given_value: dice cut by the border that were given a wrong value.
        found_where_none_is: readings without a die under them.
        of_these_given_value: those of them with a value.
        slips: one line each, wrong values first.
    """

    dice: int = 0
    right: int = 0
    unknown: int = 0
    wrong: int = 0
    missed: int = 0
    leaning: int = 0
    leaning_given_value: int = 0
    cut_given_value: int = 0
    found_where_none_is: int = 0
    of_these_given_value: int = 0
    slips: list[str] = field(default_factory=list)

    def count(
        self, name: str, readings: Iterable[DieReading], truth: Iterable[TrueDie], width_px: int, height_px: int
    ) -> None:
        """Compare the readings of one picture with its true dice and count them.

        Args:
            name: the picture's name, for the lines in `slips`.
            readings: what was read.
            truth: the true dice.
            width_px: of the picture.
            height_px: of the picture.
        """
        left = list(readings)
        for die in truth:
            reach = SAME_PLACE_RADII * die.radius_px
            near = [each for each in left if hypot(each.x_px - die.x_px, each.y_px - die.y_px) < reach]
            reading = near[0] if near else None
            if reading is not None:
                left.remove(reading)
            self._count_one(name, reading, die, die.whole_in(width_px, height_px))
        self.found_where_none_is += len(left)
        for reading in left:
            if reading.value is not None:
                self.of_these_given_value += 1
                self.slips.append(f"{name} {_told(reading)} where nothing lies")

    def count_top(self, name: str, readings: Iterable[DieReading], value: int) -> None:
        """Compare the largest reading of a picture of a single die with its value, 1 to 12, wherever the die lies."""
        self._count_flat(name, max(readings, key=lambda each: each.radius_px, default=None), value)

    def report(self) -> dict[str, float]:
        """Return all counts by name, and the shares of the flat dice that are right, unknown and wrong (0 to 1, four
        decimals)."""
        counts = {key: value for key, value in asdict(self).items() if key != "slips"}
        flat = max(1, self.dice)
        shares = {
            "right_share": round(self.right / flat, 4),
            "unknown_share": round((self.unknown + self.missed) / flat, 4),
            "wrong_share": round(self.wrong / flat, 4),
        }
        return {**counts, **shares}

    def _count_one(self, name: str, reading: DieReading | None, die: TrueDie, whole: bool) -> None:
        value = None if reading is None else reading.value
        where = f"{name} ({die.x_px:.0f}, {die.y_px:.0f}) true {die.value}"
        if die.value is None:
            self.leaning += whole
            if reading is not None and value is not None:
                self.leaning_given_value += 1
                self.slips.append(f"{where}, leaning: {_told(reading)}")
        elif whole:
            self._count_flat(where, reading, die.value)
        elif reading is not None and value is not None and value != die.value:
            self.cut_given_value += 1
            self.slips.append(f"{where}, at the border: {_told(reading)}")

    def _count_flat(self, where: str, reading: DieReading | None, value: int) -> None:
        self.dice += 1
        if reading is None:
            self.missed += 1
            self.slips.append(f"{where} missed")
        elif reading.value is None:
            self.unknown += 1
            self.slips.append(f"{where} unknown: {_told(reading)}")
        elif reading.value == value:
            self.right += 1
        else:
            self.wrong += 1
            self.slips.insert(0, f"{where} WRONG: {_told(reading)}")


def _told(reading: DieReading) -> str:
    read = "leaning" if reading.leaning else reading.value or f"guess {reading.guess}"
    return f"({reading.x_px:.0f}, {reading.y_px:.0f}) {read}, sure {reading.confidence:.3f}"
