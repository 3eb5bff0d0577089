"""Finds the reader's constants on pictures that nothing was trained on, and writes models/dice.json.

    python -m calibration.training.dice.calibrate FOLDER [FOLDER ...] --models companion/perception/models --note TEXT

The temperature and the doubt make `sure` mean what it says (least negative log likelihood). The two bars, for a value
and for leaning, are found together, by a rule written before the pictures were rendered that it is held to:

- wrong is a value that is not the true one, a value given to a leaning die, and a value where no die lies; of the flat
  dice, as many as were wrong or as many as `sure` expects, whichever is more: a few hundred cannot show so few;
- dice that lean by less than SLIGHTLY_DEG are left out: so does one on the edge of a token, and people read it;
- of a picture full of dice, USUALLY_THROWN are looked at at once;
- leaning dice are weighed so that they make up LEANING_USUAL of all dice, as on a table;
- of all pairs of bars under which at most WRONG_ALLOWED of the dice are wrong, those within SLACK of the most dice read
  right are kept, and of these the pair with the highest bar for a value, then the lowest for leaning.
"""

from __future__ import annotations

import argparse
import json
import shutil
from dataclasses import dataclass
from itertools import product
from math import hypot
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.perception.dice.face import Pose
from companion.perception.dice.reader import DiceReader, RawDie, probability, value_probabilities

TEMPERATURES = np.geomspace(0.25, 2.0, 22)
DOUBTS = (1.0, 2.0)  # looks that disagree must count: by how much the few hundred dice hardly show
VALUE_BARS = np.arange(0.70, 0.996, 0.01)
LEANING_BARS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
WRONG_ALLOWED = 0.005  # what the product promises
LEANING_USUAL = 0.04  # a thrown die leans about once in 25 throws, against another thing or on a seam
SLIGHTLY_DEG = 12.0  # a die of 13 mm to an edge, on a token of 2 mm, leans by 9 degrees
SLACK = 0.003  # of the dice: fewer than a few hundred can show
SAME_PLACE_RADII = 0.6
USUALLY_THROWN = 3
WITHIN_SIGMA = 0.683  # of normal errors
NOTHING = 0.5  # likelier no number than one: the product passes it over
FLOOR = 1e-4  # no answer counts as less likely: one mislabelled die must not decide


@dataclass(frozen=True)
class Seen:
    """A look and what was there: value 1..12, or None for a leaning die or for nothing."""

    look: RawDie
    value: int | None
    leans: bool = False
    displaced_off: tuple[float, float] = (0.0, 0.0)  # seen less true, radii; 0 for no die


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
    seen, _ = look_at(args.folders, DiceReader(args.models))
    # Leaning is judged by it, so it comes first, and all is looked at again.
    bars["displaced_sigma"] = round(displaced_sigma(seen), 4)
    with TemporaryDirectory() as copied:
        models = Path(shutil.copytree(args.models, copied, dirs_exist_ok=True))
        (models / "dice.json").write_text(json.dumps({"bars": bars}), encoding="utf-8")
        seen, missed = look_at(args.folders, DiceReader(models))
    flat = [s for s in seen if s.value is not None]
    temperature, doubt = min(product(TEMPERATURES, DOUBTS), key=lambda pair: surprise(flat, *pair))
    judged = Judged.of(seen, missed, temperature, doubt)
    value_bar, leaning_bar = judged.bars()
    bars |= {
        "temperature": round(float(temperature), 3),
        "doubt": doubt,
        "value": round(value_bar, 3),
        "leaning": leaning_bar,
    }
    figures = judged.figures(value_bar, leaning_bar) | {"surprise": round(surprise(flat, temperature, doubt), 4)}
    figures["note"] = args.note
    target.write_text(json.dumps({"bars": bars, "calibrated_on": figures}, indent=1) + "\n", encoding="utf-8")
    print(target.read_text())


@dataclass(frozen=True)
class Judged:
    """Every look with how sure it is, whether its guess is right, how likely it leans, and what it was.

    flat (N,), leans (N,): bool; neither where no die lay. missed: flat dice that had no look.
    """

    confidence: NDArray[np.float64]
    right: NDArray[np.bool_]
    leaning: NDArray[np.float64]
    flat: NDArray[np.bool_]
    leans: NDArray[np.bool_]
    missed: int

    @classmethod
    def of(cls, seen: list[Seen], missed: int, temperature: float, doubt: float) -> Judged:
        return cls(
            np.array([chance(s.look, temperature, doubt) for s in seen]),
            np.array([s.value is not None and best(s.look, temperature, doubt) == s.value for s in seen]),
            np.array([s.look.leaning for s in seen]),
            np.array([s.value is not None for s in seen]),
            np.array([s.leans for s in seen]),
            missed,
        )

    def shares(self, value_bar: float, leaning_bar: float) -> tuple[float, float]:
        """Right and wrong, as shares of all dice on a table where LEANING_USUAL of them lean."""
        given = (self.confidence >= value_bar) & (self.leaning < leaning_bar)
        dice = int(self.flat.sum()) + self.missed
        right = (given & self.right).sum() / dice
        misread = (given & ~self.right & ~self.leans).sum() / dice
        expected = (1 - self.confidence[given & self.flat]).sum() / dice
        misled = (given & self.leans).sum() / max(1, self.leans.sum())
        wrong = max(misread, expected) * (1 - LEANING_USUAL) + misled * LEANING_USUAL
        return float(right * (1 - LEANING_USUAL)), float(wrong)

    def bars(self) -> tuple[float, float]:
        """The bars by the rule above. Raises ValueError when no pair of bars is careful enough."""
        pairs = [(*self.shares(v, lean), float(v), lean) for v in VALUE_BARS for lean in LEANING_BARS]
        allowed = [pair for pair in pairs if pair[1] <= WRONG_ALLOWED]
        if not allowed:
            raise ValueError(
                f"no bars keep the wrong under {WRONG_ALLOWED:.2%}; the least is {min(p[1] for p in pairs):.2%}"
            )
        most = max(pair[0] for pair in allowed)
        good = [pair for pair in allowed if pair[0] >= most - SLACK]
        _, _, value_bar, leaning_bar = max(good, key=lambda pair: (pair[2], -pair[3]))
        return value_bar, leaning_bar

    def figures(self, value_bar: float, leaning_bar: float) -> dict[str, float]:
        given = (self.confidence >= value_bar) & (self.leaning < leaning_bar)
        right_share, wrong_share = self.shares(value_bar, leaning_bar)
        return {
            "dice": int(self.flat.sum()) + self.missed,
            "not_found": self.missed,
            "right": int((given & self.right).sum()),
            "wrong": int((given & self.flat & ~self.right).sum()),
            "leaning": int(self.leans.sum()),
            "leaning_given_value": int((given & self.leans).sum()),
            "no_die": int((~self.flat & ~self.leans).sum()),
            "no_die_given_value": int((given & ~self.flat & ~self.leans).sum()),
            "wrong_expected": round(float((1 - self.confidence[given & ~self.leans]).sum()), 2),
            "right_share": round(right_share, 4),
            "wrong_share": round(wrong_share, 4),
        }


def look_at(folders: list[Path], reader: DiceReader) -> tuple[list[Seen], int]:
    """All looks at the folders' pictures with what was there, and how many whole dice had none."""
    seen, missed = [], 0
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            picture = np.asarray(cv2.imread(str(folder / row["image"])), dtype=np.uint8)
            looks = [look for few in handfuls(reader.find(picture)) for look in reader.predict_at(picture, few)]
            own, lost = paired(looks, row["dice"], picture.shape[1], picture.shape[0])
            seen += own
            missed += lost
    return seen, missed


def handfuls(poses: list[Pose]) -> list[list[Pose]]:
    """As many at once as are thrown at a table: in a picture full of dice each is judged as one of a few."""
    count = max(1, round(len(poses) / USUALLY_THROWN))
    return [poses[start::count] for start in range(count)] if poses else []


def paired(looks: list[RawDie], dice: list[dict[str, Any]], width: int, height: int) -> tuple[list[Seen], int]:
    """The looks at one picture beside its truth, and how many whole dice had none."""
    seen, missed, left = [], 0, looks
    for die in dice:
        x, y, radius = die["x"], die["y"], die["radius"]
        near = [
            look for look in left if hypot(look.pose.top_xy[0] - x, look.pose.top_xy[1] - y) < SAME_PLACE_RADII * radius
        ]
        reach = 1.25 * radius
        if near:
            left = [look for look in left if look is not near[0]]
            if die["cocked"] and die["tilt_deg"] < SLIGHTLY_DEG:
                continue
            displaced_x, displaced_y = near[0].pose.displaced_xy
            off = displaced_x - (x - die["middle_x"]) / radius, displaced_y - (y - die["middle_y"]) / radius
            seen.append(Seen(near[0], die["value"], die["cocked"], off))
        elif reach <= x <= width - reach and reach <= y <= height - reach:
            missed += die["value"] is not None
    return seen + [Seen(look, None) for look in left], missed


def displaced_sigma(seen: list[Seen]) -> float:
    """How far off the top face's displacement is, radii: two thirds are within so much, as of a normal error.

    The few that are much further off are then taken to lean, which costs a question and no mistake.
    """
    off = np.abs([s.displaced_off for s in seen if s.value is not None or s.leans])
    return float(np.quantile(off, WITHIN_SIGMA))


def chance(look: RawDie, temperature: float, doubt: float) -> float:
    """`sure` as the product says it."""
    shares = value_probabilities(look.logits, temperature, doubt)
    if shares[12] > NOTHING:
        return 0.0
    return float(shares[:12].max() * (1 - look.leaning) * probability(look.pose.d12))


def best(look: RawDie, temperature: float, doubt: float) -> int:
    """The likeliest value, 1..12."""
    return int(value_probabilities(look.logits, temperature, doubt)[:12].argmax()) + 1


def surprise(dice: list[Seen], temperature: float, doubt: float) -> float:
    """Mean negative log likelihood of the true values."""
    chances = [value_probabilities(s.look.logits, temperature, doubt)[(s.value or 1) - 1] for s in dice]
    return float(-np.log(np.maximum(chances, FLOOR)).mean())


if __name__ == "__main__":
    main()
