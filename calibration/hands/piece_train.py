"""Trains the networks that look closely at one hand, and writes their files.

    python -m calibration.hands.piece_train second --data second --out weights/second.pt --minutes 25
    python -m calibration.hands.piece_train moment --data moments --out weights/moment.pt --minutes 30
    python -m calibration.hands.piece_train second --out weights/second.pt --export MODELS/hand_second.onnx

second: does a hand lie there, and is it that player's? moment: when did it land? Minutes are of work on one core. Where
a folder is named, files that come into it are taken up while others are learnt. `--start FILE` goes on, from weights or
from the product's file. Prints the loss on the way.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from calibration.hands.answers import answered
from calibration.hands.crossed import crossed
from calibration.hands.net import PieceNet
from calibration.training.command import begin, command, train
from calibration.training.files import Files
from calibration.training.loop import Batch, answer, unit
from calibration.training.onnx_file import write
from companion.perception.hands import moment, second_look
from companion.perception.hands.piece import PIECE_XY

AT_ONCE = 64
WIDTHS = {"second": (16, 32, 48), "moment": (24, 40, 64)}
RATE = 3e-3
NEAR_SHARE, NEAR = 0.65, 7
"""So many of the moments that are asked about are within so many frames of the landing."""
TURNED_RAD, ZOOMED, SHIFTED = 0.07, 0.06, 0.06
"""Standard deviations by which pieces are turned, enlarged and pushed, the last in halves of their width."""
CROSSED_SHARE = 0.3
"""So many films have other arms put over them (`calibration.hands.crossed`)."""
LIT, TINTED, NOISY = 0.2, 0.06, 0.02


def main() -> None:
    parser = command(__doc__, 25, RATE)
    parser.add_argument("net", choices=["second", "moment"])
    args = parser.parse_args()
    begin(args.seed)
    second = args.net == "second"
    channels, answers = (second_look.CHANNELS, 1) if second else (moment.CHANNELS, moment.ANSWERS)
    net = PieceNet(channels, answers, WIDTHS[args.net]).to(memory_format=torch.channels_last)
    if args.export:
        net.load_state_dict(torch.load(args.out))
        write(net, args.export, (1, channels, PIECE_XY[1], PIECE_XY[0]), {}, "piece")
    elif second:
        train(args, net, Pieces(args.data, args.seed, "lies"), lost_on_pieces)
    else:
        train(args, net, Landings(args.data, args.seed), lost_on_landings)


class Pieces:
    """From files of `second_lessons` or `crossing_lessons`.

    Args:
        answers: what these call what is right of each piece.
    """

    def __init__(self, paths: list[Path], seed: int, answers: str) -> None:
        self._files = Files(paths, [], 1.0)
        self._pieces: list[NDArray[np.uint8]] = []
        self._name, self._answers = answers, list[NDArray[np.uint8]]()
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self._answers)

    def batch(self) -> Batch:
        """pieces (B, H, W, CHANNELS) uint8, answers (B, ...) uint8."""
        for path, _ in self._files.new():
            with np.load(path) as file:
                self._pieces.extend(file["pieces"])
                self._answers.extend(file[self._name].astype(np.uint8))
        chosen = self._random.choice(len(self._answers), AT_ONCE, replace=False)
        pieces, answers = (np.stack([held[n] for n in chosen]) for held in (self._pieces, self._answers))
        return {"pieces": torch.from_numpy(pieces), "answers": torch.from_numpy(answers)}


class Landings:
    """From files of `moment_lessons`."""

    def __init__(self, paths: list[Path], seed: int) -> None:
        self._files = Files(paths, [], 1.0)
        self._landings: list[tuple[NDArray[np.uint8], NDArray[np.uint8], float]] = []
        self._random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return len(self._landings)

    def batch(self) -> Batch:
        """pieces (B, 80, 48, CHANNELS) uint8, answers (B, ANSWERS) how much of each is true."""
        for path, _ in self._files.new():
            with np.load(path) as file:
                self._landings.extend(zip(file["settled"], file["film"], file["ago"].tolist(), strict=True))
        pieces, answers = [], np.zeros((AT_ONCE, moment.ANSWERS), np.float32)
        for n, at in enumerate(self._random.integers(0, len(self), AT_ONCE)):
            settled, film, landed = self._landings[at]
            asked = int(self._random.integers(len(film)))
            if self._random.random() < NEAR_SHARE:
                asked = int(np.clip(round(landed) + self._random.integers(-NEAR, NEAR + 1), 0, len(film) - 1))
            coloured = np.dstack([film[0], settled])
            seen = moment.about(coloured, film.__getitem__, asked, len(film))
            if self._random.random() < CROSSED_SHARE:
                crossed(seen, *self._other(), self._random)
            pieces.append(seen)
            answers[n] = answered(asked - landed)
        return {"pieces": torch.from_numpy(np.stack(pieces)), "answers": torch.from_numpy(answers)}

    def _other(self) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Another film about some moment, and its table at rest: (80, 48, CHANNELS), (80, 48, 3)."""
        settled, film, _ = self._landings[self._random.integers(len(self))]
        asked = int(self._random.integers(len(film)))
        return moment.about(np.dstack([film[0], settled]), film.__getitem__, asked, len(film)), settled


def lost_on_pieces(net: nn.Module, data: Batch) -> Tensor:
    """On pieces as they might have been, too: mirrored, turned, nearer, beside, in other light."""
    said = answer(net, varied(unit(data["pieces"])))[:, 0]
    return functional.binary_cross_entropy_with_logits(said, data["answers"].float())


def lost_on_landings(net: nn.Module, data: Batch) -> Tensor:
    """As the others'; between two frames both answers are true."""
    return functional.cross_entropy(answer(net, varied(unit(data["pieces"]))), data["answers"])


def varied(pieces: Tensor) -> Tensor:
    """(B, C, H, W) 0..1, colours of C / 3 moments; all moments of a piece alike."""
    return relit(moved(pieces))


def moved(pieces: Tensor) -> Tensor:
    """Mirrored, turned, nearer, beside."""
    count, height, width = len(pieces), pieces.shape[2], pieces.shape[3]
    turn, zoom = torch.randn(count) * TURNED_RAD, torch.exp(torch.randn(count) * ZOOMED)
    mirror = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    c, s, longer = turn.cos() * zoom, turn.sin() * zoom, height / width
    aside, down = torch.randn(2, count) * SHIFTED
    theta = torch.stack([c * mirror, -s * longer, aside, s * mirror / longer, c, down / longer], 1).view(-1, 2, 3)
    grid = functional.affine_grid(theta, list(pieces.shape), align_corners=False)
    return functional.grid_sample(pieces, grid, padding_mode="border", align_corners=False)


def relit(seen: Tensor) -> Tensor:
    """In other light, as by another sensor."""
    count = len(seen)
    tint = torch.exp(torch.randn(count, 3, 1, 1) * TINTED)
    lit = seen * tint.repeat(1, seen.shape[1] // 3, 1, 1) * torch.exp(torch.randn(count, 1, 1, 1) * LIT)
    return (lit + torch.randn_like(lit) * torch.rand(count, 1, 1, 1) * NOISY).clamp(0, 1)


if __name__ == "__main__":
    main()
