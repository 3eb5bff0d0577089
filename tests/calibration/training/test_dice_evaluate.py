"""The figures count what they say: each kind of mistake is made once on purpose."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.dice.evaluate import Evaluation, evaluate
from companion.perception.dice.reader import DieReading


def reading(value: int | None, x: float, y: float) -> DieReading:
    """A reading of radius 20."""
    return DieReading(value, x, y, 20.0, 0.9, value, None, False)


class Script:
    """A reader that says what it is told."""

    def __init__(self, *readings: DieReading) -> None:
        self.readings = readings

    def read(self, picture: NDArray[np.uint8]) -> tuple[DieReading, ...]:
        """The readings told, whatever the picture."""
        return self.readings


def die(value: int | None, x: float, y: float, cocked: bool = False) -> dict[str, object]:
    """A line of truth."""
    return {"value": value, "cocked": cocked, "x": x, "y": y, "radius": 20.0}


def counted(folder: Path, truth: dict[str, object], *readings: DieReading) -> Evaluation:
    """The figures of one picture of 400 x 300."""
    cv2.imwrite(str(folder / "a.png"), np.zeros((300, 400, 3), np.uint8))
    (folder / "truth.jsonl").write_text(json.dumps({"image": "a.png", **truth}) + "\n")
    return evaluate(folder, Script(*readings))


def test_each_outcome_is_counted_once(tmp_path: Path) -> None:
    truth = {
        "dice": [
            die(3, 50, 50),
            die(4, 150, 50),
            die(5, 250, 50),
            die(6, 350, 50),
            die(None, 50, 150, cocked=True),
            die(None, 150, 150, cocked=True),
            die(7, 250, 290),
            die(8, 350, 290),
        ]
    }
    evaluation = counted(
        tmp_path,
        truth,
        reading(3, 52, 49),
        reading(9, 150, 50),
        reading(None, 250, 50),
        reading(2, 50, 150),
        reading(None, 150, 150),
        reading(1, 250, 285),
        reading(1, 100, 220),
        reading(None, 200, 220),
    )
    report = evaluation.report()
    assert {k: v for k, v in report.items() if not k.startswith("ms")} == {
        "pictures": 1,
        "dice": 4,
        "right": 1,
        "unknown": 1,
        "wrong": 1,
        "missed": 1,
        "leaning": 2,
        "leaning_given_value": 1,
        "cut_given_value": 1,
        "found_where_none_is": 2,
        "of_these_given_value": 1,
        "right_share": 0.25,
        "unknown_share": 0.5,
        "wrong_share": 0.25,
    }


def test_a_single_top_is_compared_without_its_place(tmp_path: Path) -> None:
    assert counted(tmp_path, {"top": 4}, reading(4, 10, 10)).figures.right == 1
    assert counted(tmp_path, {"top": 4}, reading(5, 10, 10)).figures.wrong == 1
    assert counted(tmp_path, {"top": 4}).figures.missed == 1
