"""Trains one of the three dice networks on generated pictures.

    python -m calibration.training.dice.train reader --data drawn/read-*.npz --out weights/reader.pt --minutes 10

Writes the averaged weights; prints the loss meanwhile. Each picture is used many times, each time with another crop,
rotation, colours and noise. `--lessons` are windows of path-traced pictures. `--start FILE` continues from earlier
weights or from the product's ONNX file.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.dice.nets import (
    CLASSES,
    FINDER_STRIDE,
    HINT_SCALE,
    HINT_SHIFT,
    POSE_PX,
    POSE_REACH,
    READ_PX,
    READ_REACH,
    Finder,
    Poser,
    Reader,
    standardise,
    standardise_face,
)
from calibration.training.loop import answer, learn, to_unit_range
from calibration.training.restore import restore

NETS: dict[str, type[nn.Module]] = {"finder": Finder, "poser": Poser, "reader": Reader}
"""The network of each name on the command line."""
AT_ONCE = {"finder": 24, "poser": 96, "reader": 96}  # pictures in a batch
RATE = 2e-3  # default of the highest learning rate
SIX_AND_NINE, SIX_AND_NINE_WEIGHT = (5, 8), 3.0
"""Classes of 6 and 9, and their sampling weight: only a dot or a bar tells them apart."""
STATISTICS_BATCH = 1000  # pictures on which the layers' statistics of a restored network are measured
USUAL_WIDTH_OVER_FOCAL = 0.95  # picture width over focal length of the usual camera, as in the product
GUESSED_ERROR, ESTIMATED_ERROR, LEANING_ERROR = 0.03, 0.06, 0.1  # deviation of the errors of `pose_hints`, radii
LARGEST_PX, SMALLEST_PX = 28.0, 5.0  # inradii that one level of the finder's pyramid has to detect


def main() -> None:
    """Trains for the given minutes of processor time and writes the averaged weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=list(NETS))
    parser.add_argument("--data", type=Path, required=True, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, nargs="+", help="weights, or ONNX files, of which the mean is taken")
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--lessons", type=Path, nargs="*", default=[])
    parser.add_argument("--share", type=float, default=0.5, help="of each batch that is taken from the lessons")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    data = load(args.data)
    lessons = load(args.lessons) if args.lessons else {}
    net = NETS[args.net]().to(memory_format=torch.channels_last)
    weight = SIX_AND_NINE_WEIGHT if args.net == "reader" else 1.0

    def batch(at_once: int) -> dict[str, Tensor]:
        lesson_count = round(at_once * args.share) if lessons else 0
        parts = (
            [sample_lessons(data, at_once - lesson_count, weight), sample_lessons(lessons, lesson_count, weight)]
            if lesson_count
            else [sample_lessons(data, at_once, weight)]
        )
        return {name: torch.cat([part[name] for part in parts]) for name in set.intersection(*map(set, parts))}

    if args.start and args.start[0].suffix == ".onnx":
        whole = batch(STATISTICS_BATCH)
        restore(net, args.start, lambda: LOSSES[args.net](net, whole))
    elif args.start:
        net.load_state_dict(torch.load(args.start[0]))
    at_once = AT_ONCE[args.net]
    kept, steps, loss = learn(net, lambda: batch(at_once), LOSSES[args.net], args.minutes, args.rate)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(kept.state_dict(), args.out)
    print(f"{args.net}: {steps} steps of {at_once}, loss {loss:.4f}, seed {args.seed}")


def sample_lessons(data: dict[str, Tensor], count: int, weight: float) -> dict[str, Tensor]:
    """`count` random pictures with replacement; 6 and 9 have `weight` times the weight of the others.

    data: arrays of a file, tensors by name with the picture as first dimension.
    """
    hard = torch.isin(data["value"], torch.tensor(SIX_AND_NINE))
    index = torch.multinomial(torch.where(hard, weight, 1.0), count, replacement=True)
    return {name: array[index] for name, array in data.items()}


def load(paths: list[Path]) -> dict[str, Tensor]:
    """The arrays of several files of `draw` or `windows`, concatenated, as tensors; only those that all files have."""
    files = [np.load(path) for path in paths]
    return {
        name: torch.from_numpy(np.concatenate([file[name] for file in files]))
        for name in sorted(set.intersection(*(set(file.files) for file in files)))
    }


def augmented(pictures: Tensor) -> Tensor:
    """Augment pictures (B, 3, S, S), 0 to 1: random channel order, brightness, grey, negative, noise."""
    b = len(pictures)
    image = pictures[:, torch.randperm(3)] if torch.rand(1) < 0.5 else pictures
    gain = torch.exp(torch.randn(b, 3, 1, 1) * 0.08 + torch.randn(b, 1, 1, 1) * 0.2)
    image = (image * gain + torch.randn(b, 3, 1, 1) * 0.02).clamp(0, 1)
    grey = torch.rand(b, 1, 1, 1) < 0.1
    image = torch.where(grey, image.mean(1, keepdim=True), image)
    inverse = torch.rand(b, 1, 1, 1) < 0.15
    image = torch.where(inverse, 1 - image, image)
    level = torch.rand(b, 1, 1, 1) ** 3 * 0.05
    return (image + torch.randn_like(image) * level).clamp(0, 1)


def crops(pictures: Tensor, middle: Tensor, reach: Tensor, turn: Tensor, side_px: int) -> Tensor:
    """Cut a turned square from each picture: (B, 3, S, S) -> (B, 3, side_px, side_px).

    Args:
        pictures: the pictures.
        middle: (B, 2) px, centre of the square.
        reach: (B,) px, half its side.
        turn: (B,) rad, its rotation.
        side_px: side of the crops.
    """
    s = pictures.shape[-1]
    c, n = turn.cos() * reach * 2 / s, turn.sin() * reach * 2 / s
    at = (middle + 0.5) / s * 2 - 1
    theta = torch.stack([c, -n, at[:, 0], n, c, at[:, 1]], 1).view(-1, 2, 3)
    grid = functional.affine_grid(theta, [len(pictures), 3, side_px, side_px], align_corners=False)
    return functional.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


def read_loss(net: nn.Module, data: dict[str, Tensor]) -> Tensor:
    """The reader's loss: cross-entropy of the value, on crops with random rotation and the pose's usual errors."""
    return functional.cross_entropy(answer(net, standardise_face(augmented(reading_crops(data)))), data["value"])


def reading_crops(data: dict[str, Tensor]) -> Tensor:
    """Crops of top faces (B, 3, 48, 48), 0 to 1, with random rotation and the pose's usual errors."""
    pictures = to_unit_range(data["pictures"])
    b = len(pictures)
    reach = data["radius"] * READ_REACH * torch.exp(torch.randn(b) * 0.05)
    middle = data["top_xy"] + torch.randn(b, 2) * 0.045 * data["radius"][:, None]
    return crops(pictures, middle, reach, torch.rand(b) * 2 * math.pi, READ_PX)


def pose_loss(net: nn.Module, data: dict[str, Tensor]) -> Tensor:
    """The poser's loss: smooth L1 of positions and size, cross-entropy of "twelve sides" and of "leans", a scalar."""
    pictures = to_unit_range(data["pictures"])
    b, radius, value = len(pictures), data["radius"], data["value"]
    guess = radius * torch.exp(torch.randn(b) * 0.09)
    middle = data["middle_xy"] + torch.randn(b, 2) * 0.1 * radius[:, None]
    hint = pose_hints(data)
    turn = torch.atan2(hint[:, 1], hint[:, 0])
    cut = standardise(augmented(crops(pictures, middle, guess * POSE_REACH, turn, POSE_PX)))
    mirror = torch.where(torch.rand(b) < 0.5, -1.0, 1.0)
    cut = torch.where(mirror[:, None, None, None] < 0, cut.flip(2), cut)
    far = (hint.norm(dim=1) * HINT_SCALE - HINT_SHIFT)[:, None, None, None].expand(-1, 1, POSE_PX, POSE_PX)
    out = answer(net, torch.cat([cut, far], 1))
    is_die = (data["is_d12"] | (value < CLASSES - 1)).float()
    c, s = turn.cos(), turn.sin()

    def inside(point: Tensor) -> Tensor:
        off = (point - middle) / guess[:, None]
        return torch.stack([off[:, 0] * c + off[:, 1] * s, (off[:, 1] * c - off[:, 0] * s) * mirror], 1)

    want = torch.cat([inside(data["top_xy"]), inside(data["middle_xy"]), (radius / guess).log()[:, None]], 1)
    where = functional.smooth_l1_loss(out[:, :5], want, beta=0.03, reduction="none").mean(1)
    is_d12 = data["is_d12"].float()
    kind = functional.binary_cross_entropy_with_logits(out[:, 5], is_d12)
    lean = functional.binary_cross_entropy_with_logits(out[:, 6], data["leaning"].float(), reduction="none")
    return (
        6 * (where * is_die).sum() / is_die.sum().clamp(min=1)
        + 0.5 * kind
        + 0.5 * (lean * is_d12).sum() / is_d12.sum().clamp(min=1)
    )


def pose_hints(data: dict[str, Tensor]) -> Tensor:
    """Simulated hints: where the product expects the top face of a flat die, from the die's middle, radii, (B, 2).

    Half of them are computed from the die's position only, as for an unknown camera. The others are nearly true for
    flat dice, as for a camera that was estimated from other dice.
    """
    b = len(data["value"])
    guessed = data["place_xy"] * USUAL_WIDTH_OVER_FOCAL + torch.randn(b, 2) * GUESSED_ERROR
    true = (data["top_xy"] - data["middle_xy"]) / data["radius"][:, None]
    estimated = true + torch.randn(b, 2) * ESTIMATED_ERROR
    leaning = data["place_xy"] * (0.6 + 0.8 * torch.rand(b, 1)) + torch.randn(b, 2) * LEANING_ERROR
    estimated = torch.where(data["leaning"][:, None], leaning, estimated)
    return torch.where(torch.rand(b, 1) < 0.5, guessed, estimated)


def find_loss(net: nn.Module, data: dict[str, Tensor]) -> Tensor:
    """The finder's loss: CenterNet's focal loss for middles (arXiv 1904.07850), L1 of radius and offset near them."""
    pictures = augmented(to_unit_range(data["pictures"]))
    b, side = len(pictures), pictures.shape[-1]
    has_main = (data["is_d12"] | (data["value"] < CLASSES - 1)).float()
    main = torch.cat([data["middle_xy"], data["radius"][:, None], has_main[:, None]], 1)
    dice = torch.cat([main[:, None], data["others_xyr"]], 1)
    if torch.rand(1) < 0.5:
        pictures = pictures.flip(3)
        dice = torch.cat([side - 1 - dice[..., :1], dice[..., 1:]], -1)
    if torch.rand(1) < 0.5:
        pictures = pictures.transpose(2, 3)
        dice = dice[..., [1, 0, 2, 3]]
    out = answer(net, pictures)
    cells = out.shape[-1]
    grid = torch.arange(cells, dtype=torch.float32)
    heat, care = torch.zeros(b, cells, cells), torch.ones(b, cells, cells)
    regress, count = torch.zeros(()), torch.zeros(())
    for k in range(dice.shape[1]):
        x, y, r, there = (part[:, None, None] for part in dice[:, k].unbind(1))
        px, py = (x + 0.5) / FINDER_STRIDE - 0.5, (y + 0.5) / FINDER_STRIDE - 0.5
        across, down = px - grid[None, None, :], py - grid[None, :, None]
        far = across**2 + down**2
        margin = torch.minimum(torch.minimum(x, y), side - 1 - torch.maximum(x, y))
        fits = (r > SMALLEST_PX) & (r < LARGEST_PX)
        whole = (there > 0) & fits & (margin > r)
        unclear = (there > 0) & ~whole & (margin > -r) & (r < 1.6 * LARGEST_PX) & ((margin > 0.6 * r) | ~fits)
        sigma = (r / FINDER_STRIDE * 0.25).clamp(min=0.6)
        bump = torch.exp(-far / (2 * sigma**2))
        bump = torch.where(far == far.amin((1, 2), True), torch.ones_like(bump), bump) * whole
        heat = torch.maximum(heat, bump)
        care = care * ~(unclear & (far < (0.8 * r / FINDER_STRIDE).clamp(min=1) ** 2))
        at = (far < (0.3 * r / FINDER_STRIDE).clamp(min=1) ** 2) & whole
        errors = (out[:, 1] - r.clamp(min=1).log()).abs() * 2
        errors = errors + ((out[:, 2] - across).abs() + (out[:, 3] - down).abs()) * 0.3
        regress, count = regress + (errors * at).sum(), count + at.sum()
    score = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999).float()
    loss = -(peak * (1 - score) ** 2 * score.log() + (1 - peak) * (1 - heat) ** 4 * score**2 * (1 - score).log())
    return (loss * care).sum() / peak.sum().clamp(min=4) + regress / count.clamp(min=4)


LOSSES = {"finder": find_loss, "poser": pose_loss, "reader": read_loss}
"""The loss of each network."""

if __name__ == "__main__":
    main()
