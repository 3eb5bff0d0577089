"""Trains the network that tells where a player's hand is, and writes its file.

    python -m calibration.hands.whose_train --data whose --out weights/whose.pt --minutes 60
    python -m calibration.hands.whose_train --out weights/whose.pt --export companion/perception/models/hand_whose.onnx

Minutes are of work on one core. Where a folder is named, files that come into it are taken up while others are learnt.
`--start FILE` goes on, from weights or from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.hands.answers import LIES, state, whereabouts
from calibration.hands.films import EVERY, FILM, FIRST, FRAME, PALM, PX_PER_MM, SITS
from calibration.hands.net import WhoseNet
from calibration.hands.piece_train import LIT, NOISY, TINTED
from calibration.hands.second_lessons import OFF_MM
from calibration.training.command import begin, command, train
from calibration.training.files import Files
from calibration.training.loop import Batch, answer
from calibration.training.onnx_file import write
from companion.perception.hands.crossing import Arm
from companion.perception.hands.second_look import AGO
from companion.perception.hands.whose import CHANNELS, SIDE, beside, seen_from, viewed

AT_ONCE = 32
RATE = 3e-3
OFTEN = (1.0, 0.45, 0.35)
"""How often moments are taken in which a hand lies, is in the air, is not there."""
TURNED_RAD, ZOOMED, SHIFTED_PX = 0.1, 0.08, 10.0
"""Standard deviations by which views are turned, enlarged and pushed: seats are known about, cameras hang anywhere."""
COLOURS = 3 * (2 + len(AGO))
KNOWN_MOMENTS, SAME_MM = 3, 12.0
"""Of a hand that has lain there for so many moments the table knows it; in each it is no farther from the last one."""
MISSED, ALONE_SHARE, MISTAKEN = 0.1, 0.1, 0.03
"""So many of these it does not know, in so many moments it knows none; and so often it takes the hand that is sought
for another's."""


def main() -> None:
    parser = command(__doc__, 60, RATE)
    asked = parser.parse_args()
    begin(asked.seed)
    net = WhoseNet().to(memory_format=torch.channels_last)
    if asked.export:
        net.load_state_dict(torch.load(asked.out))
        write(net, asked.export, (1, CHANNELS, SIDE, SIDE), {}, "view")
    else:
        train(asked, net, Views(asked.data, asked.seed), lost)


class Views:
    """From files of `whose_lessons`."""

    def __init__(self, paths: list[Path], seed: int) -> None:
        self._files = Files(paths, [], 1.0)
        self._films: list[tuple[NDArray[np.uint8], NDArray[np.uint8]]] = []
        self._rows: list[tuple[NDArray[np.float32], NDArray[np.bool_]]] = []
        self._hands: list[tuple[int, int]] = []
        self._shares = np.zeros(0)
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self._hands)

    def batch(self) -> Batch:
        """views (B, SIDE, SIDE, CHANNELS) uint8, answers (B, 2 PLACES^2 + 1) how much of each is true."""
        for path, _ in self._files.new():
            with np.load(path) as file:
                self._films.append((file["frames"], file["settled"]))
                hands = file["hands"]
            self._hands += [(len(self._films) - 1, row) for row in range(len(hands))]
            self._rows.append((hands, known(hands)))
            self._shares = np.concatenate([self._shares, np.array(OFTEN)[[state(hand) for hand in hands]]])
        chosen = self._random.choice(len(self._hands), AT_ONCE, p=self._shares / self._shares.sum())
        views, answers = zip(*(self.lesson(*self._hands[n]) for n in chosen), strict=True)
        return {"views": torch.from_numpy(np.stack(views)), "answers": torch.from_numpy(np.stack(answers))}

    def lesson(self, film: int, row: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """A view, turned, enlarged and pushed, and what should be answered."""
        (frames, settled), hand = self._films[film], self._rows[film][0][row]
        at, first, number = (int(hand[n]) for n in (FRAME, FIRST, FILM))
        x, y = (float(n) for n in hand[SITS])
        size_xy = frames.shape[2], frames.shape[1]
        way = self._varied(seen_from((x, y), size_xy, float(hand[PX_PER_MM])))
        others = beside(way, size_xy, *self._others(*self._rows[film], row))
        view = viewed([frames[max(first, at - ago // EVERY)] for ago in (0, *AGO)], settled[number], way, others)
        return view, whereabouts(hand, way)

    def _others(
        self, hands: NDArray[np.float32], known: NDArray[np.bool_], row: int
    ) -> tuple[list[tuple[float, float]], list[Arm]]:
        """Where the others sit, and the arms of those of whom it is known that they lie."""
        random = self._random
        sit, lie, alone = list[tuple[float, float]](), list[Arm](), random.random() < ALONE_SHARE
        first, after = np.searchsorted(hands[:, FRAME], [hands[row, FRAME], hands[row, FRAME] + 1])
        mistaken = random.random() < MISTAKEN and state(hands[row]) == LIES
        for other in (n for n in range(first, after) if n != row):
            sits = float(hands[other, SITS][0]), float(hands[other, SITS][1])
            sit.append(sits)
            at = other if known[other] else row if mistaken else None
            if at is not None and not alone and random.random() > MISSED:
                x, y = hands[at, PALM] + random.normal(0, OFF_MM, 2) * hands[at, PX_PER_MM]
                lie.append(((float(x), float(y)), sits))
                mistaken = mistaken and at != row
        return sit, lie

    def _varied(self, way: NDArray[np.float64]) -> NDArray[np.float64]:
        random = self._random
        turn, zoom = random.normal(0, TURNED_RAD), np.exp(random.normal(0, ZOOMED))
        c, s, mirror = np.cos(turn) * zoom, np.sin(turn) * zoom, random.choice((-1.0, 1.0))
        about = np.array([[c * mirror, -s], [s * mirror, c]])
        middle = np.full(2, (SIDE - 1) / 2)
        push = random.normal(0, SHIFTED_PX, 2)
        return np.column_stack([way[:, :2] @ about, way[:, :2] @ (middle + push - about @ middle) + way[:, 2]])


def known(hands: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N,) of all hands of a file, whether each has lain there for as long as the table needs to know it."""
    lain, last = np.zeros(len(hands), np.int64), dict[tuple[float, ...], int]()
    for row, hand in enumerate(hands):
        who = (float(hand[FILM]), *hand[SITS].tolist())
        before, last[who] = last.get(who), row
        if state(hand) == LIES:
            stays = before is not None and np.hypot(*(hand[PALM] - hands[before, PALM])) < SAME_MM * hand[PX_PER_MM]
            lain[row] = 1 + (lain[before] if stays else 0)
    return lain >= KNOWN_MOMENTS


def lost(net: nn.Module, data: Batch) -> Tensor:
    """In other light, too; between two places both answers are true."""
    views = data["views"].float() / 255
    count = len(views)
    tint = torch.exp(torch.randn(count, 1, 1, 3) * TINTED)
    seen, others = views.split((COLOURS, CHANNELS - COLOURS), 3)
    lit = seen * (tint.repeat(1, 1, 1, COLOURS // 3) * torch.exp(torch.randn(count, 1, 1, 1) * LIT))
    noisy = (lit + _noise(lit.shape) * (torch.rand(count, 1, 1, 1) * NOISY)).clamp(0, 1)
    return functional.cross_entropy(answer(net, torch.cat([noisy, others], 3).permute(0, 3, 1, 2)), data["answers"])


def _noise(shape: torch.Size) -> Tensor:
    """Normal; views share some of it, drawing it costs more than all the rest."""
    one = shape[1:].numel()
    many = torch.randn(2 * one)
    return torch.stack([many[at : at + one].view(shape[1:]) for at in torch.randint(one, (shape[0],)).tolist()])


if __name__ == "__main__":
    main()
