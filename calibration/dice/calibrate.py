"""Finds the reader's constants on pictures that nothing was trained on, and writes models/dice.json.

    python -m calibration.dice.calibrate FOLDER [FOLDER ...] --models companion/perception/models --note TEXT

The temperature and the doubt make `sure` mean what it says (least negative log likelihood). The bar for a value lies
MARGIN above the surest mistake. Leaning dice have a bar of their own and do not move this one; they are counted beside
it.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from itertools import product
from math import hypot
from pathlib import Path

import cv2
import numpy as np

from companion.perception.dice import DiceReader, DieLook, share, value_shares

TEMPERATURES = np.geomspace(0.25, 2.0, 22)
DOUBTS = (1.0, 2.0)  # looks that disagree must count: by how much the few hundred dice hardly show
MARGIN = 0.1  # what a few hundred dice cannot show is left to caution
LEAST_BAR, MOST_BAR = 0.7, 0.99
SAME_PLACE_RADII = 0.6
NOTHING = 0.5  # likelier no number than one: the product passes it over
FLOOR = 1e-4  # no answer counts as less likely: one mislabelled die must not decide


@dataclass(frozen=True)
class Seen:
    """A look and what was there: value 1..12, or None for a leaning die or for nothing."""

    look: DieLook
    value: int | None
    leans: bool = False


def main() -> None:
    """Reads the folders, fits, writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--note", default="")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    target = args.models / "dice.json"
    bars = json.loads(target.read_text(encoding="utf-8"))["bars"]
    reader = DiceReader(args.models)
    seen, missed = [], 0
    for folder in args.folders:
        own, lost = look_at(folder, reader)
        seen += own
        missed += lost
    dice = [s for s in seen if s.value is not None]
    temperature, doubt = min(product(TEMPERATURES, DOUBTS), key=lambda pair: surprise(dice, *pair))
    sure = np.array([chance(s.look, temperature, doubt) for s in seen])
    right = np.array([s.value is not None and best(s.look, temperature, doubt) == s.value for s in seen])
    sure[[s.look.leaning >= bars["leaning"] for s in seen]] = 0.0
    leans = np.array([s.leans for s in seen])
    surest_mistake = float(sure[~leans & ~right].max(initial=0.0))
    bar = min(max(surest_mistake + MARGIN, LEAST_BAR), MOST_BAR)
    given = sure >= bar
    bars |= {"temperature": round(float(temperature), 3), "doubt": doubt, "value": round(bar, 3)}
    figures = {
        "dice": len(dice) + missed,
        "not_found": missed,
        "guess_right": int(right.sum()),
        "right": int((given & right).sum()),
        "surest_mistake": round(surest_mistake, 3),
        "wrong": int((given & ~right & ~leans).sum()),
        "wrong_expected": round(float((1 - sure[given & ~leans]).sum()), 2),
        "leaning": int(leans.sum()),
        "leaning_given_value": int((given & leans).sum()),
        "surprise": round(surprise(dice, temperature, doubt), 4),
        "note": args.note,
    }
    target.write_text(json.dumps({"bars": bars, "calibrated_on": figures}, indent=1) + "\n", encoding="utf-8")
    print(target.read_text())


def look_at(folder: Path, reader: DiceReader) -> tuple[list[Seen], int]:
    """All looks at the folder's pictures with what was there, and how many whole dice had none."""
    seen, missed = [], 0
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        picture = np.asarray(cv2.imread(str(folder / row["image"])), dtype=np.uint8)
        height, width = picture.shape[:2]
        left = list(reader.look(picture))
        for die in row["dice"]:
            near = [
                k
                for k, look in enumerate(left)
                if hypot(look.pose.top_xy[0] - die["x"], look.pose.top_xy[1] - die["y"])
                < SAME_PLACE_RADII * die["radius"]
            ]
            reach = 1.25 * die["radius"]
            if near:
                seen.append(Seen(left.pop(near[0]), die["value"], die["cocked"]))
            elif reach <= die["x"] <= width - reach and reach <= die["y"] <= height - reach:
                missed += die["value"] is not None
        seen += [Seen(look, None) for look in left]
    return seen, missed


def chance(look: DieLook, temperature: float, doubt: float) -> float:
    """`sure` as the product says it."""
    shares = value_shares(look.logits, temperature, doubt)
    if shares[12] > NOTHING:
        return 0.0
    return float(shares[:12].max() * (1 - look.leaning) * share(look.pose.d12))


def best(look: DieLook, temperature: float, doubt: float) -> int:
    """The likeliest value, 1..12."""
    return int(value_shares(look.logits, temperature, doubt)[:12].argmax()) + 1


def surprise(dice: list[Seen], temperature: float, doubt: float) -> float:
    """Mean negative log likelihood of the true values."""
    chances = [value_shares(s.look.logits, temperature, doubt)[(s.value or 1) - 1] for s in dice]
    return float(-np.log(np.maximum(chances, FLOOR)).mean())


if __name__ == "__main__":
    main()
