"""Trains the board finder, or cell reader and judge together.

    python -m calibration.training.boards.train cell --data drawn/*.npz --out weights/cell.pt --minutes 10 --seed 1

`--lessons FILE --often 4` adds path-traced lessons with 4 times the sampling weight. In a folder, files that appear
during training are used too. Writes the averaged weights; prints the loss meanwhile. Each picture is used many times,
each time with another crop, rotation and colours. `--start FILE` continues from weights or from ONNX files.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.boards.hard_lessons import HardLessonSampler
from calibration.training.boards.nets import FINDER_STRIDE, Finder, TableNet
from calibration.training.boards.tables import TableLessons
from calibration.training.lesson_files import LessonFiles
from calibration.training.loop import Batch, answer, learn, to_unit_range, use_bfloat16
from calibration.training.restore import restore

NETS: dict[str, type[nn.Module]] = {"finder": Finder, "cell": TableNet}
"""The network of each name on the command line."""
FINDER_AT_ONCE = 16  # pictures in a batch of the finder
HARD_LOSS = 2.0  # a picture with this loss counts as hardest
RATE = 2.5e-3  # default of the highest learning rate
WINDOW_PX = 224  # side of the random window of a picture that the finder is trained on
HEAT_REACH = 0.14  # deviation of the Gaussian target at a tile's middle, in tile sides
REGRESS_REACH = 0.3  # distance from a tile's middle within which angle, side and offset are trained, in tile sides


def main() -> None:
    """Trains for the given minutes of processor time and writes the averaged weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", choices=list(NETS))
    parser.add_argument("--data", type=Path, required=True, nargs="+")
    parser.add_argument("--lessons", type=Path, nargs="*", default=[])
    parser.add_argument("--often", type=float, default=4)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, nargs="+", help="weights, or the net's ONNX files: reader and judge")
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--halves", action="store_true", help="works with bfloat16, where the processor has it")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    net = NETS[args.net]().to(memory_format=torch.channels_last)
    files = LessonFiles(args.data, args.lessons, args.often)
    lessons = TableLessons(files, args.seed) if args.net == "cell" else FinderLessons(files, args.seed)
    if args.start and args.start[0].suffix == ".onnx":
        whole = lessons.batch()
        for part, path in zip([net.cell, net.judge] if isinstance(net, TableNet) else [net], args.start, strict=True):
            restore(part, [path], lambda: lessons.loss(net, whole))
    elif args.start:
        net.load_state_dict(torch.load(args.start[0]))
    if args.halves:
        use_bfloat16(net.cell if isinstance(net, TableNet) else net)
    kept, steps, loss = learn(net, lessons.batch, lessons.loss, args.minutes, args.rate)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(kept.state_dict(), args.out)
    print(f"{args.net}: {steps} steps, {len(lessons)} pictures, loss {loss:.4f}")


class FinderLessons:
    """The finder's lessons: small pictures with their tiles and hands.

    Args:
        files: training files of `lessons`; new ones are used as they appear.
        seed: of the choice of lessons.
    """

    def __init__(self, files: LessonFiles, seed: int) -> None:
        self._files = files
        self._sampler = HardLessonSampler(np.random.default_rng(seed), np.zeros(0))
        self._lessons: dict[str, list[np.ndarray]] = {name: [] for name in ("pictures", "tiles", "hands")}
        self._load_new_files()

    def _load_new_files(self) -> None:
        for path, weight in self._files.new():
            with np.load(path) as file:
                for name, kept in self._lessons.items():
                    kept.extend(file[name])
                for _ in file["tiles"]:
                    self._sampler.add(weight)

    def __len__(self) -> int:
        return len(self._sampler)

    def batch(self) -> Batch:
        """A batch: of (B,) int64, number of the lesson; pictures, tiles and hands as in `lessons`."""
        self._load_new_files()
        index = self._sampler.choose(FINDER_AT_ONCE)
        chosen = {name: np.stack([kept[i] for i in index]) for name, kept in self._lessons.items()}
        return {"of": torch.from_numpy(index), **{name: torch.from_numpy(array) for name, array in chosen.items()}}

    def loss(self, net: nn.Module, data: Batch) -> Tensor:
        """The mean of `find_loss`, a scalar; pictures with a high loss will be sampled more often."""
        each = find_loss(net, data)
        self._sampler.record_losses(data["of"].numpy(), each.detach().numpy() / HARD_LOSS)
        return each.mean()


def augmented(pictures: Tensor) -> Tensor:
    """Pictures (B, 3, S, S), 0 to 1, with random brightness, white balance, gamma and noise.

    The changes are small enough for red discs to stay red.
    """
    b = len(pictures)
    gain = torch.exp(torch.randn(b, 3, 1, 1) * 0.09 + torch.randn(b, 1, 1, 1) * 0.25)
    image = (pictures * gain + torch.randn(b, 1, 1, 1) * 0.03).clamp(1e-3, 1)
    image = image ** torch.exp(torch.randn(b, 1, 1, 1) * 0.2)
    level = torch.rand(b, 1, 1, 1) ** 3 * 0.05
    return (image + torch.randn_like(image) * level).clamp(0, 1)


def find_loss(net: nn.Module, data: dict[str, Tensor]) -> Tensor:
    """The finder's loss for each picture, (B,), on randomly turned, mirrored and scaled windows of the pictures.

    It is the sum of CenterNet's focal loss for tiles' middles (arXiv 1904.07850), L1 errors of angle, side and offset
    near the middles, and the cross-entropy of hands.

    Args:
        net: a `Finder`.
        data: pictures (B, H, W, 3) uint8, tiles and hands as in `lessons`.
    """
    windows = random_windows(data)
    out = answer(net, augmented(windows.pictures))
    heat, care, errors = _tile_terms(out, windows)
    score = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    found = -(peak * (1 - score) ** 2 * score.log() + (1 - peak) * (1 - heat) ** 4 * score**2 * (1 - score).log())
    hidden = functional.binary_cross_entropy_with_logits(out[:, 1], windows.hands, reduction="none")
    return (
        (found * care).sum((1, 2)) / (peak * care).sum((1, 2)).clamp(min=4)
        + errors
        + 3 * (hidden * windows.inside).mean((1, 2))
    )


@dataclass(frozen=True, slots=True)
class Windows:
    """Random windows of pictures with their truth; a cell is FINDER_STRIDE x FINDER_STRIDE px.

    Attributes:
        pictures: (B, 3, WINDOW_PX, WINDOW_PX) BGR, 0 to 1.
        hands: (B, cells, cells) share of each cell that a hand covers.
        inside: (B, cells, cells) bool: the cell shows the picture, not what lies beyond its border.
        x, y, side: (B, T) middles and sides of the tiles, px of the window.
        angle: (B, T) rad.
        there: (B, T) 1 for a visible tile, 2 for one whose middle a hand hides, 0 for an unused row.
    """

    pictures: Tensor
    hands: Tensor
    inside: Tensor
    x: Tensor
    y: Tensor
    side: Tensor
    angle: Tensor
    there: Tensor


def random_windows(data: Batch) -> Windows:
    """A window of each picture of a batch, near a random tile, randomly turned, mirrored and scaled."""
    pictures, tiles, hands = to_unit_range(data["pictures"]), data["tiles"], data["hands"][:, None].float() / 255
    b, height, width = len(pictures), pictures.shape[2], pictures.shape[3]
    first = tiles[torch.arange(b), (torch.rand(b) * (tiles[..., 4] > 0).sum(1)).long()]
    middle = first[:, :2] + torch.randn(b, 2) * 60
    zoom = torch.exp(torch.randn(b) * 0.3).clamp(0.55, 1.8)
    turn = torch.where(torch.rand(b) < 0.5, torch.randn(b) * 0.2, torch.rand(b) * 2 * math.pi)
    mirror = torch.where(torch.rand(b) < 0.5, -1.0, 1.0)
    c, n, half = turn.cos(), turn.sin(), WINDOW_PX / 2
    # From window to picture coordinates: x = middle + R(turn) diag(mirror, 1) window / zoom
    at = (middle + 0.5) / torch.tensor([width, height]) * 2 - 1
    sx, sy = half / zoom * 2 / width, half / zoom * 2 / height
    theta = torch.stack([c * mirror * sx, -n * sx, at[:, 0], n * mirror * sy, c * sy, at[:, 1]], 1).view(-1, 2, 3)
    grid = functional.affine_grid(theta, [b, 3, WINDOW_PX, WINDOW_PX], align_corners=False)
    seen = functional.grid_sample(pictures, grid, padding_mode="reflection", align_corners=False)
    cells = WINDOW_PX // FINDER_STRIDE
    rough = functional.affine_grid(theta, [b, 1, cells, cells], align_corners=False)
    hand = functional.grid_sample(hands, rough, align_corners=False)[:, 0]
    inside = functional.grid_sample(torch.ones_like(hands), rough, align_corners=False)[:, 0] > 0.99
    off = tiles[..., :2] - middle[:, None]
    x = (off[..., 0] * c[:, None] + off[..., 1] * n[:, None]) * mirror[:, None] * zoom[:, None] + half - 0.5
    y = (off[..., 1] * c[:, None] - off[..., 0] * n[:, None]) * zoom[:, None] + half - 0.5
    side, angle = tiles[..., 2] * zoom[:, None], (tiles[..., 3] - turn[:, None]) * mirror[:, None]
    return Windows(seen, hand, inside, x, y, side, angle, tiles[..., 4])


def _tile_terms(out: Tensor, windows: Windows) -> tuple[Tensor, Tensor, Tensor]:
    """The finder's targets and errors for tiles.

    Returns:
        heat (B, cells, cells), target of the tiles' middles, 0 to 1; care (B, cells, cells), weight of a cell, 0 or 1;
        errors (B,), mean L1 error of angle, side and offset.
    """
    b, cells, inside = len(out), out.shape[-1], windows.inside
    scale = torch.arange(cells, dtype=torch.float32)
    heat, care = torch.zeros(b, cells, cells), inside.float()
    errors, count = torch.zeros(b), torch.zeros(b)
    for k in range(int((windows.there > 0).sum(1).max())):
        there, r, a = (part[:, k, None, None] for part in (windows.there, windows.side, windows.angle))
        px, py = ((part[:, k, None, None] + 0.5) / FINDER_STRIDE - 0.5 for part in (windows.x, windows.y))
        across, down = px - scale[None, None, :], py - scale[None, :, None]
        far = across**2 + down**2
        bump = torch.exp(-far / (2 * (r / FINDER_STRIDE * HEAT_REACH).clamp(min=0.6) ** 2))
        bump = torch.where(far == far.amin((1, 2), True), torch.ones_like(bump), bump) * (there == 1)
        bump = bump * (px > -0.5) * (px < cells - 0.5) * (py > -0.5) * (py < cells - 0.5)
        heat = torch.maximum(heat, bump)
        care = care * ~((there == 2) & (far < (0.5 * r / FINDER_STRIDE) ** 2))
        at_middle = (far < (REGRESS_REACH * r / FINDER_STRIDE).clamp(min=1) ** 2) & (there == 1) & inside
        error = (out[:, 2] - (4 * a).cos()).abs() + (out[:, 3] - (4 * a).sin()).abs()
        error = (
            error
            + 2 * (out[:, 4] - r.clamp(min=1).log()).abs()
            + 0.5 * ((out[:, 5] - across).abs() + (out[:, 6] - down).abs())
        )
        errors, count = errors + (error * at_middle).sum((1, 2)), count + at_middle.sum((1, 2))
    return heat, care, errors / count.clamp(min=4)


if __name__ == "__main__":
    main()
