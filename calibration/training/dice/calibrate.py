r"""Calibrates the dice reader on pictures that nothing was trained on, and writes models/dice.json.

    python -m calibration.training.dice.calibrate FOLDER [FOLDER ...] --models companion/perception/models \
        [--also FOLDER ...] --note TEXT

Softmax temperature and doubt are those with the least negative log likelihood, so that the confidence is a calibrated
probability. The bars of confidence and leaning are then chosen together, by a rule that was written before the pictures
were rendered:

- Wrong is a value that is not the true one, a value for a leaning die, and a value where there is no die. For flat dice
  the number of wrong values or the number expected from the confidences counts, whichever is larger: a few hundred dice
  are too few to measure such small shares.
- Dice that lean by less than SLIGHTLY_DEG are left out: people read those, such as one on the edge of a token.
- Dice of a picture are read in groups of about USUALLY_THROWN.
- Leaning dice are weighted to make up LEANING_USUAL of all dice, as on a table.
- Of all pairs of bars with at most WRONG_ALLOWED wrong, those within SLACK of the largest share of right values are
  kept; of these, the pair with the highest bar of confidence is chosen, then the one with the lowest bar of leaning.
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

from companion.perception.dice.confidence import with_sides
from companion.perception.dice.face import Pose
from companion.perception.dice.reader import (
    DiceReader,
    RawDie,
    flat_probability,
    value_probabilities,
)

TEMPERATURES = np.geomspace(0.25, 2.0, 22)
"""Softmax temperatures that are tried."""
DOUBTS = (0.5, 1.0, 2.0)
"""Weights of the disagreement between a die's crops that are tried; a few hundred dice hardly tell them apart."""
VALUE_BARS = np.arange(0.70, 0.996, 0.01)
"""Bars of the confidence that are tried."""
LEANING_BARS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
"""Bars of the probability of leaning that are tried."""
WRONG_ALLOWED = 0.005  # largest share of wrong values: what the product promises
LEANING_USUAL = 0.04  # share of leaning dice on a table: about one throw in 25, against another thing or on a seam
SLIGHTLY_DEG = 12.0  # a die with edges of 13 mm that lies on a token of 2 mm leans by 9 degrees
SLACK = 0.003  # share of dice: differences below this cannot be measured on a few hundred dice
SAME_PLACE_RADII = 0.6  # distance up to which a prediction belongs to a true die
USUALLY_THROWN = 3  # dice in a throw
WITHIN_SIGMA = 0.683  # share of normally distributed errors within one standard deviation
NO_VALUE_BAR = 0.5  # probability of "no value" above which the product ignores a prediction
LEAST_PROBABILITY = 1e-4  # least probability in the likelihood: one mislabelled die must not decide


@dataclass(frozen=True)
class LabelledPrediction:
    """A prediction of the reader with the truth.

    Attributes:
        raw: the prediction.
        value: the true value, 1 to 12; None for a leaning die or where there is no die.
        leans: whether the die leans.
        displacement_error: error of the top face's displacement (predicted less true), radii; 0 where there is no die.
    """

    raw: RawDie
    value: int | None
    leans: bool = False
    displacement_error: tuple[float, float] = (0.0, 0.0)


def main() -> None:
    """Reads the folders, fits the constants, and writes models/dice.json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="count for temperature and doubt alone")
    parser.add_argument("--note", default="")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    target = args.models / "dice.json"
    bars = json.loads(target.read_text(encoding="utf-8"))["bars"]
    seen, _ = read_folders(args.folders, DiceReader(args.models))
    # The probability of leaning depends on it, so it is fitted first and everything is read again.
    bars["displaced_sigma"] = round(displaced_sigma(seen), 4)
    with TemporaryDirectory() as copied:
        models = Path(shutil.copytree(args.models, copied, dirs_exist_ok=True))
        (models / "dice.json").write_text(json.dumps({"bars": bars}), encoding="utf-8")
        seen, missed = read_folders(args.folders, DiceReader(models))
        more, _ = read_folders(args.also, DiceReader(models))
    flat = [s for s in seen if s.value is not None]
    every = flat + [s for s in more if s.value is not None]
    temperature, doubt = min(product(TEMPERATURES, DOUBTS), key=lambda pair: mean_nll(every, *pair))
    scored = ScoredPredictions.of(seen, missed, temperature, doubt)
    value_bar, leaning_bar = scored.bars()
    bars |= {
        "temperature": round(float(temperature), 3),
        "doubt": doubt,
        "value": round(value_bar, 3),
        "leaning": leaning_bar,
    }
    figures = scored.figures(value_bar, leaning_bar) | {"surprise": round(mean_nll(flat, temperature, doubt), 4)}
    figures["note"] = args.note
    target.write_text(json.dumps({"bars": bars, "calibrated_on": figures}, indent=1) + "\n", encoding="utf-8")
    print(target.read_text())


@dataclass(frozen=True)
class ScoredPredictions:
    """All predictions with their truth, as arrays.

    Attributes:
        confidence: (N,) calibrated confidence of the likeliest value.
        right: (N,) whether that value is the true one.
        leaning: (N,) predicted probability of leaning.
        flat, leans: (N,) whether it is a flat or a leaning die; neither where there is no die.
        missed: number of flat dice without a prediction.
    """

    confidence: NDArray[np.float64]
    right: NDArray[np.bool_]
    leaning: NDArray[np.float64]
    flat: NDArray[np.bool_]
    leans: NDArray[np.bool_]
    missed: int

    @classmethod
    def of(cls, seen: list[LabelledPrediction], missed: int, temperature: float, doubt: float) -> ScoredPredictions:
        """The predictions evaluated with this temperature and doubt; missed: flat dice without a prediction."""
        return cls(
            np.array([confidence_of(s.raw, temperature, doubt) for s in seen]),
            np.array([s.value is not None and likeliest_value(s.raw, temperature, doubt) == s.value for s in seen]),
            np.array([s.raw.leaning for s in seen]),
            np.array([s.value is not None for s in seen]),
            np.array([s.leans for s in seen]),
            missed,
        )

    def shares(self, value_bar: float, leaning_bar: float) -> tuple[float, float]:
        """Shares of right and wrong values among all dice on a table where LEANING_USUAL of them lean.

        Args:
            value_bar: least confidence for a value.
            leaning_bar: probability of leaning from which on no value is given.
        """
        given = (self.confidence >= value_bar) & (self.leaning < leaning_bar)
        dice = int(self.flat.sum()) + self.missed
        right = (given & self.right).sum() / dice
        misread = (given & ~self.right & ~self.leans).sum() / dice
        expected = (1 - self.confidence[given & self.flat]).sum() / dice
        misled = (given & self.leans).sum() / max(1, self.leans.sum())
        wrong = max(misread, expected) * (1 - LEANING_USUAL) + misled * LEANING_USUAL
        return float(right * (1 - LEANING_USUAL)), float(wrong)

    def bars(self) -> tuple[float, float]:
        """The bars of confidence and leaning by the rule above.

        Raises:
            ValueError: every pair of bars has more than WRONG_ALLOWED wrong values.
        """
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
        """Counts and shares with these bars, for dice.json."""
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


def read_folders(folders: list[Path], reader: DiceReader) -> tuple[list[LabelledPrediction], int]:
    """Read the pictures of folders.

    Returns:
        All predictions of the reader with their truth, and the number of whole flat dice without a prediction.
    """
    seen, missed = [], 0
    for folder in folders:
        for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            picture = np.asarray(cv2.imread(str(folder / row["image"])), dtype=np.uint8)
            raw_dice = [
                raw for throw in split_into_throws(reader.find(picture)) for raw in reader.predict_at(picture, throw)
            ]
            own, lost = match_to_truth(raw_dice, row["dice"], picture.shape[1], picture.shape[0])
            seen += own
            missed += lost
    return seen, missed


def split_into_throws(poses: list[Pose]) -> list[list[Pose]]:
    """Split the poses of a picture into groups of about USUALLY_THROWN: the reader judges dice of a throw jointly."""
    count = max(1, round(len(poses) / USUALLY_THROWN))
    return [poses[start::count] for start in range(count)] if poses else []


def match_to_truth(
    raw_dice: list[RawDie], dice: list[dict[str, Any]], width: int, height: int
) -> tuple[list[LabelledPrediction], int]:
    """Match the predictions for one picture to its true dice.

    Args:
        raw_dice: the reader's predictions.
        dice: the picture's dice of truth.jsonl.
        width, height: of the picture, px.

    Returns:
        The predictions with their truth, and the number of whole flat dice without a prediction.
    """
    seen, missed, left = [], 0, raw_dice
    for die in dice:
        x, y, radius = die["x"], die["y"], die["radius"]
        near = [
            raw for raw in left if hypot(raw.pose.top_xy[0] - x, raw.pose.top_xy[1] - y) < SAME_PLACE_RADII * radius
        ]
        reach = 1.25 * radius
        if near:
            left = [raw for raw in left if raw is not near[0]]
            if die["cocked"] and die["tilt_deg"] < SLIGHTLY_DEG:
                continue
            displaced_x, displaced_y = near[0].pose.displaced_xy
            off = displaced_x - (x - die["middle_x"]) / radius, displaced_y - (y - die["middle_y"]) / radius
            seen.append(LabelledPrediction(near[0], die["value"], die["cocked"], off))
        elif reach <= x <= width - reach and reach <= y <= height - reach:
            missed += die["value"] is not None
    return seen + [LabelledPrediction(raw, None) for raw in left], missed


def displaced_sigma(seen: list[LabelledPrediction]) -> float:
    """Standard deviation of the error of the top face's displacement, radii, from the quantile WITHIN_SIGMA.

    This ignores outliers: flat dice with a large error then count as leaning, which causes a question and no mistake.
    """
    off = np.abs([s.displacement_error for s in seen if s.value is not None or s.leans])
    return float(np.quantile(off, WITHIN_SIGMA))


def confidence_of(raw: RawDie, temperature: float, doubt: float) -> float:
    """The confidence of the likeliest value, 0 to 1, as the product computes it; 0 where it sees no value."""
    shares = value_probabilities(raw, temperature, doubt)
    if shares[12] > NO_VALUE_BAR:
        return 0.0
    return with_sides(float(shares[:12].max() * flat_probability(raw)), raw.agreement)


def likeliest_value(raw: RawDie, temperature: float, doubt: float) -> int:
    """The likeliest value, 1 to 12."""
    return int(value_probabilities(raw, temperature, doubt)[:12].argmax()) + 1


def mean_nll(dice: list[LabelledPrediction], temperature: float, doubt: float) -> float:
    """Mean negative log likelihood of the true values, nats; all `dice` must be flat."""
    chances = [value_probabilities(s.raw, temperature, doubt)[(s.value or 1) - 1] for s in dice]
    return float(-np.log(np.maximum(chances, LEAST_PROBABILITY)).mean())


if __name__ == "__main__":
    main()
