"""Generates training pictures into files, so that one core can draw while another trains.

    python -m calibration.training.dice.draw KIND OUT.npz --bank bank.npz --count N --seed S [--held-out]

`pictures` (N, S, S, 3) uint8 BGR depend on KIND:

- read: S = 64, windows of top faces, the inradius is 27.8 px.
- pose: S = 80, windows of whole dice, the inradius is 17.4 px.
- find: S = 128, parts of pictures with dice of inradius 5 to 28 px.

The other arrays are their truth, as in `generator.Batch`, in pixels of the window.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from calibration.training.dice.generator import Batch, Generator

READ_WINDOW_PX, READ_WINDOW_REACH = 64, 1.15  # reach: from the window's middle to its side, in inradii
POSE_WINDOW_PX, POSE_WINDOW_REACH = 80, 2.3  # likewise for the poser
FIND_WINDOW_PX = 128  # side of the finder's windows
READ_RADIUS_PX = (17.0, 34.0)  # inradius as photographed; larger dice are shrunk to this scale when read
POSE_RADIUS_PX = (16.0, 26.0)  # likewise for the poser
FIND_RADIUS_PX = (5.0, 28.0)  # inradius of the dice that one level of the finder's pyramid has to find
CLOSE_RADIUS_PX = (40.0, 100.0)  # too large for one level: must not be found
MAIN_SHARES = {"read": (0.88, 0.08, 0.02, 0.02), "pose": (0.82, 0.08, 0.08, 0.02), "find": (0.7, 0.08, 0.12, 0.1)}
"""Probability of each of MAINS as the main thing of a window, by KIND."""
MAINS = ("d12", "d20", "other", "none")
"""Kinds of the main thing of a window, as in `Generator.batch`."""
AT_ONCE = 6  # pictures in one batch: few enough for the processor's cache


def main() -> None:
    """Generates the pictures asked for and writes them to OUT."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(MAIN_SHARES))
    parser.add_argument("out", type=Path)
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--held-out", action="store_true")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    generator = Generator(args.bank, "cpu", args.held_out)
    parts: dict[str, list[np.ndarray]] = {}
    drawn = 0
    while drawn < args.count:
        for name, array in draw_windows(generator, args.kind).items():
            parts.setdefault(name, []).append(array)
        drawn += AT_ONCE
    args.out.parent.mkdir(parents=True, exist_ok=True)
    whole: dict[str, Any] = {name: np.concatenate(arrays)[: args.count] for name, arrays in parts.items()}
    np.savez(args.out, **whole)


def draw_windows(generator: Generator, kind: str) -> dict[str, np.ndarray]:
    """AT_ONCE windows of a kind ("read", "pose" or "find") with their truth, as arrays of the file."""
    shares = torch.tensor(MAIN_SHARES[kind])
    main = MAINS[int(torch.multinomial(shares, 1))]
    if kind == "find":
        close = float(torch.rand(1)) < 0.06
        radius = log_uniform(*CLOSE_RADIUS_PX) if close else log_uniform(*FIND_RADIUS_PX)
        neighbours = int(torch.randint(0, 3, (1,)))
        batch = generator.batch(
            AT_ONCE, FIND_WINDOW_PX, radius, main, 0.55 * FIND_WINDOW_PX, leaning=0.12, neighbours=neighbours
        )
        return as_arrays(batch, batch.pictures, 1.0)
    low, high = READ_RADIUS_PX if kind == "read" else POSE_RADIUS_PX
    reach, side = (READ_WINDOW_REACH, READ_WINDOW_PX) if kind == "read" else (POSE_WINDOW_REACH, POSE_WINDOW_PX)
    radius = log_uniform(low, high)
    own = round(2 * reach * radius)
    neighbours = int(torch.rand(1) < (0.08 if kind == "read" else 0.3))
    batch = generator.batch(
        AT_ONCE,
        own,
        radius,
        main,
        0.15 * radius,
        leaning=0.3 if kind == "pose" else 0.1,
        neighbours=neighbours,
        on_top=kind == "read",
    )
    pictures = functional.interpolate(
        batch.pictures, (side, side), mode="bilinear", antialias=True, align_corners=False
    )
    return as_arrays(batch, pictures, side / own)


def as_arrays(batch: Batch, pictures: torch.Tensor, scale: float) -> dict[str, np.ndarray]:
    """A batch as arrays of the file.

    Args:
        batch: the batch.
        pictures: its pictures after resizing, (B, 3, S, S), 0 to 1.
        scale: factor of the resizing, by which all positions are scaled.
    """
    others = batch.others_xyr.clone()
    others = functional.pad(others, (0, 0, 0, 2 - others.shape[1]))
    others[..., :2] = (others[..., :2] + 0.5) * scale - 0.5
    others[..., 2] *= scale
    return {
        "pictures": (pictures.clamp(0, 1) * 255).round().byte().permute(0, 2, 3, 1).numpy(),
        "top_xy": ((batch.top_xy + 0.5) * scale - 0.5).numpy(),
        "middle_xy": ((batch.middle_xy + 0.5) * scale - 0.5).numpy(),
        "radius": (batch.radius * scale).numpy(),
        "value": batch.value.numpy(),
        "is_d12": batch.is_d12.numpy(),
        "leaning": batch.leaning.numpy(),
        "others_xyr": others.numpy(),
        "place_xy": batch.place_xy.numpy(),
    }


def log_uniform(low: float, high: float) -> float:
    """A random number from `low` to `high`, log-uniform."""
    return math.exp(float(torch.rand(1)) * math.log(high / low)) * low


if __name__ == "__main__":
    main()
