"""Trains the landing-time network, which says when a hand landed, and writes its two files.

    python -m calibration.training.hands.landing_train --data films --out weights/moment.pt --minutes 60
    python -m calibration.training.hands.landing_train --out weights/moment.pt --export companion/perception/models

Minutes are of processor time on one core. Where `--data` names a folder, files that are added to it during the training
are read, too. `--start FILE` continues from weights, `--start FRAME_FILE FILM_FILE` from the product's. `--export`
names the folder in which both are written. Prints the loss on the way.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.networks import LandingTimeNet
from calibration.training.hands.targets import landing_target
from calibration.training.hands.verifier_train import LIT, TINTED, TURNED_RAD, ZOOMED
from calibration.training.lesson_files import LessonFiles
from calibration.training.loop import Batch
from calibration.training.onnx_file import write
from companion.perception.hands.landing_network import (
    CHANNELS,
    FEATURES,
    FILM_FRAMES,
    FILM_MODEL,
    FILM_XY,
    FRAME_MODEL,
    frame_indices,
)

BATCH_FRAMES = 448
"""Frames of a batch, of several films."""
LENGTHS, LENGTH_PROBABILITIES = (24, 32, 44, 56), (0.3, 0.3, 0.2, 0.2)
"""Lengths of films in frames, and their probabilities: as of any frame, and not always from the first one on."""
LANDS_SHARE, LATE, SOON = 0.8, 2, 2
"""Share of landing hands whose landing is kept in the film: from this many frames before its last one to this many
after its first one."""
PRESENT_SHARE = 0.5
"""Share of hovering hands that are shown as of the last frame."""
SHIFTED_PX = (1.6, 2.4)
"""Standard deviations by which crops are shifted, pixels across and down."""
ALONE_SHARE = 0.08
"""Share of films in which nothing is known of other arms."""
NOISY_SHARE, NOISY_LEVELS, NOISE_STARTS = 0.6, (1.0, 2.0, 3.5, 5.0), 100_003
"""Share of films with added noise, its standard deviations in grey levels, and the number of places where the noise may
start."""
MOST_LESSONS = 14_000
"""The newest lessons that are kept: all are in memory, 1.1 MB each."""
Lesson = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], float]
"""`settled`, `film`, `others` and `ago`, of `landing_lessons`."""


def main() -> None:
    """Train, or with `--export` write the ONNX files."""
    asked = training_parser(__doc__, 60, 3e-3).parse_args()
    set_seed_and_threads(asked.seed)
    net = LandingTimeNet()
    net.frame.to(memory_format=torch.channels_last)
    if asked.export:
        net.load_state_dict(torch.load(asked.out))
        write(net.frame, asked.export / FRAME_MODEL.name, (1, CHANNELS, FILM_XY[1], FILM_XY[0]), {}, "seen")
        write(net.film, asked.export / FILM_MODEL.name, (1, FEATURES, FILM_FRAMES, 1), {}, "film")
    else:
        train(asked, net, FilmLessons(asked.data, asked.seed), loss_of, (net.frame, net.film))


class FilmLessons:
    """Lessons from files of `landing_lessons`, augmented.

    Args:
        paths: files, or folders of files.
        seed: of the augmentation.
    """

    def __init__(self, paths: list[Path], seed: int) -> None:
        self._files = LessonFiles(paths, [], 1.0)
        self._lessons: list[Lesson] = []
        self._random = np.random.default_rng(seed)
        longest = (1 + max(LENGTHS)) * FILM_XY[0] * FILM_XY[1] * 3 + NOISE_STARTS
        noise = (np.rint(self._random.normal(0, levels, longest)) for levels in NOISY_LEVELS)
        self._noise = [tuple(np.clip(part, 0, 255).astype(np.uint8) for part in (each, -each)) for each in noise]

    def __len__(self) -> int:
        return len(self._lessons)

    def batch(self) -> Batch:
        """A batch of films of one length L.

        Returns:
            `seen` (B, L, CHANNELS, 96, 64) bfloat16 0 to 1, `answers` (B, L + 2) float32 targets.
        """
        for path, _ in self._files.new():
            with np.load(path) as file:
                parts = (file[name] for name in ("settled", "film", "others"))
                self._lessons += zip(*parts, file["ago"].tolist(), strict=True)
        self._lessons = self._lessons[-MOST_LESSONS:]
        frames = int(self._random.choice(LENGTHS, p=LENGTH_PROBABILITIES))
        chosen = self._random.integers(0, len(self), BATCH_FRAMES // frames)
        seen, answers = zip(*(self._shown(self._lessons[n], frames) for n in chosen), strict=True)
        return {"seen": torch.stack(seen), "answers": torch.from_numpy(np.stack(answers))}

    def _shown(self, lesson: Lesson, frames: int) -> tuple[Tensor, NDArray[np.float32]]:
        """A part of a film, augmented, and its target."""
        settled, film, others, ago = lesson
        first = self._first(ago, len(film), frames)
        way = self._moved()
        pieces = [_warped(each, way) for each in (*film[first : first + frames], settled)]
        shown = self._relit(np.stack(pieces))
        lie = _warped(others, way)[..., None] * (self._random.random() >= ALONE_SHARE)
        *planes, rest, beside = (_planes(each) for each in (*shown, lie))
        seen = torch.stack(
            [torch.cat([*(planes[n] for n in frame_indices(at, frames)), rest, beside]) for at in range(frames)]
        )
        return seen, landing_target(ago - first, frames)

    def _first(self, ago: float, filmed: int, frames: int) -> int:
        """How many of the film's last frames are not shown."""
        most, lot = filmed - frames, self._random.random()
        if ago < 0:
            return 0 if lot < PRESENT_SHARE else int(self._random.integers(0, most + 1))
        if ago < filmed and lot < LANDS_SHARE:
            return int(np.clip(round(ago) - self._random.integers(-SOON, frames - LATE), 0, most))
        return int(self._random.integers(0, most + 1))

    def _moved(self) -> NDArray[np.float64]:
        """(2, 3) random rotation, zoom, shift and reflection, the same for all frames of a film."""
        random, (width, height) = self._random, FILM_XY
        turn, zoom = np.degrees(random.normal(0, TURNED_RAD)), np.exp(random.normal(0, ZOOMED))
        way = np.asarray(cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), turn, zoom), np.float64)
        way[:, 2] += random.normal(0, SHIFTED_PX)
        mirror = np.array([[-1.0, 0.0, width - 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        return way @ mirror if random.random() < 0.5 else way

    def _relit(self, pieces: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """(N, H, W, 3) in other light and with another sensor's noise."""
        gains = np.exp(self._random.normal(0, TINTED, 3) + self._random.normal(0, LIT))
        lit = cv2.LUT(
            pieces.reshape(-1, FILM_XY[0], 3), np.clip(np.arange(256)[:, None] * gains, 0, 255).astype(np.uint8)[None]
        )
        if self._random.random() < NOISY_SHARE:
            start = int(self._random.integers(NOISE_STARTS))
            noise = self._noise[self._random.integers(len(self._noise))]
            more, less = (part[start : start + lit.size].reshape(lit.shape) for part in noise)
            lit = cv2.subtract(cv2.add(lit, more), less)
        return np.asarray(lit.reshape(pieces.shape), np.uint8)


def loss_of(net: nn.Module, data: Batch) -> Tensor:
    """Cross entropy with the targets."""
    said: Tensor = net(data["seen"])
    return functional.cross_entropy(said, data["answers"])


def _warped(piece: NDArray[np.uint8], way: NDArray[np.float64]) -> NDArray[np.uint8]:
    return np.asarray(cv2.warpAffine(piece, way, FILM_XY, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _planes(piece: NDArray[np.uint8]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(piece.transpose(2, 0, 1))).to(torch.bfloat16) / 255


if __name__ == "__main__":
    main()
