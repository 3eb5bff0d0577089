"""Trains the seat network, which says where a player's hand is, and writes its file.

    python -m calibration.training.hands.seat_train --data whose --out weights/whose.pt --minutes 60
    python -m calibration.training.hands.seat_train --out weights/whose.pt --export MODELS/hand_whose.onnx

Minutes are of processor time on one core. Where `--data` names a folder, files that are added to it during the training
are read, too. `--start FILE` continues from weights or from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.command import set_seed_and_threads, train, training_parser
from calibration.training.hands.film_columns import EVERY, FILM, FIRST, FRAME, PX_PER_MM, SITS
from calibration.training.hands.networks import SeatNet
from calibration.training.hands.targets import hand_state, position_target
from calibration.training.hands.verifier_train import LIT, NOISY, TINTED
from calibration.training.lesson_files import LessonFiles
from calibration.training.loop import Batch, answer
from calibration.training.onnx_file import write
from companion.perception.hands.seat_network import SIDE, seat_transform, seat_view
from companion.perception.hands.verifier import CHANNELS, FRAMES_AGO

BATCH_SIZE = 32
"""Lessons of a batch."""
RATE = 3e-3
"""Learning rate at the start."""
SAMPLING_WEIGHTS = (1.0, 0.45, 0.35)
"""Relative sampling weights of hands that lie, are in the air, and are not there."""
TURNED_RAD, ZOOMED, SHIFTED_PX = 0.1, 0.08, 10.0
"""Standard deviations by which views are rotated (radians), enlarged (log of the factor) and shifted (pixels): seats
are known roughly, and cameras hang anywhere."""


def main() -> None:
    """Train, or with `--export` write the ONNX file."""
    parser = training_parser(__doc__, 60, RATE)
    asked = parser.parse_args()
    set_seed_and_threads(asked.seed)
    net = SeatNet().to(memory_format=torch.channels_last)
    if asked.export:
        net.load_state_dict(torch.load(asked.out))
        write(net, asked.export, (1, CHANNELS, SIDE, SIDE), {}, "view")
    else:
        train(asked, net, SeatLessons(asked.data, asked.seed), loss_of)


class SeatLessons:
    """Lessons from files of `seat_lessons`, augmented.

    Args:
        paths: files, or folders of files.
        seed: of the augmentation.
    """

    def __init__(self, paths: list[Path], seed: int) -> None:
        self._files = LessonFiles(paths, [], 1.0)
        self._films: list[tuple[NDArray[np.uint8], NDArray[np.uint8]]] = []
        self._hands: list[tuple[int, NDArray[np.float32]]] = []
        self._shares = np.zeros(0)
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self._hands)

    def batch(self) -> Batch:
        """A batch of `BATCH_SIZE` lessons.

        Returns:
            `views` (B, SIDE, SIDE, CHANNELS) uint8, `answers` (B, 2 * PLACES**2 + 1) float32 targets.
        """
        for path, _ in self._files.new():
            with np.load(path) as file:
                self._films.append((file["frames"], file["settled"]))
                hands = file["hands"]
            self._hands += [(len(self._films) - 1, hand) for hand in hands]
            self._shares = np.concatenate(
                [self._shares, np.array(SAMPLING_WEIGHTS)[[hand_state(hand) for hand in hands]]]
            )
        chosen = self._random.choice(len(self._hands), BATCH_SIZE, p=self._shares / self._shares.sum())
        views, answers = zip(*(self.lesson(*self._hands[n]) for n in chosen), strict=True)
        return {"views": torch.from_numpy(np.stack(views)), "answers": torch.from_numpy(np.stack(answers))}

    def lesson(self, film: int, hand: NDArray[np.float32]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """One lesson.

        Args:
            film: number of the film's file, in the order of reading.
            hand: (10,) float32, a row of `hands`.

        Returns:
            The augmented view, (SIDE, SIDE, CHANNELS) uint8, and its target, (2 * PLACES**2 + 1,) float32.
        """
        frames, settled = self._films[film]
        at, first, number = (int(hand[n]) for n in (FRAME, FIRST, FILM))
        x, y = (float(n) for n in hand[SITS])
        way = self._varied(seat_transform((x, y), (frames.shape[2], frames.shape[1]), float(hand[PX_PER_MM])))
        view = seat_view([frames[max(first, at - ago // EVERY)] for ago in (0, *FRAMES_AGO)], settled[number], way)
        return view, position_target(hand, way)

    def _varied(self, way: NDArray[np.float64]) -> NDArray[np.float64]:
        random = self._random
        turn, zoom = random.normal(0, TURNED_RAD), np.exp(random.normal(0, ZOOMED))
        c, s, mirror = np.cos(turn) * zoom, np.sin(turn) * zoom, random.choice((-1.0, 1.0))
        about = np.array([[c * mirror, -s], [s * mirror, c]])
        middle = np.full(2, (SIDE - 1) / 2)
        push = random.normal(0, SHIFTED_PX, 2)
        return np.column_stack([way[:, :2] @ about, way[:, :2] @ (middle + push - about @ middle) + way[:, 2]])


def loss_of(net: nn.Module, data: Batch) -> Tensor:
    """Cross entropy with the targets, of views in other light."""
    views = data["views"].float() / 255
    count = len(views)
    tint = torch.exp(torch.randn(count, 1, 1, 3) * TINTED)
    lit = views * (tint.repeat(1, 1, 1, CHANNELS // 3) * torch.exp(torch.randn(count, 1, 1, 1) * LIT))
    noisy = (lit + _noise(lit.shape) * (torch.rand(count, 1, 1, 1) * NOISY)).clamp(0, 1)
    return functional.cross_entropy(answer(net, noisy.permute(0, 3, 1, 2)), data["answers"])


def _noise(shape: torch.Size) -> Tensor:
    """Normal noise; views share some of it, since drawing it costs more than all the rest."""
    one = shape[1:].numel()
    many = torch.randn(2 * one)
    return torch.stack([many[at : at + one].view(shape[1:]) for at in torch.randint(one, (shape[0],)).tolist()])


if __name__ == "__main__":
    main()
