r"""Trains the sides network on the files of `sides_lessons`.

    python -m calibration.training.dice.teach_sides --traced traced.npz --drawn drawn.npz --check check.npz \
        --out weights/sides.pt

At the end it prints how far off it is on CHECK.
"""

from __future__ import annotations

import argparse
import itertools
import math
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from calibration.training.dice.nets import Sides, standardise
from calibration.training.dice.train import augmented
from calibration.training.loop import Batch, answer, learn, to_unit_range
from companion.perception.dice.sides import SIDES

AT_ONCE = 128
RATE = 3e-3
TRACED_SHARE = 0.6
FREEDOM = 4.0
LOG_SIGMA = (-4.6, 0.0)  # of the displacement's error, radii
DISPLACEMENT_WEIGHT = 0.15


def main() -> None:
    """Trains for the given minutes of processor time and writes the averaged weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--traced", type=Path, required=True)
    parser.add_argument("--drawn", type=Path, required=True)
    parser.add_argument("--check", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    net = Sides().to(memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(torch.load(args.start))
    traced, drawn = _load(args.traced), _load(args.drawn)

    def batch() -> Batch:
        count = round(AT_ONCE * TRACED_SHARE)
        parts = _sample(traced, count), _sample(drawn, AT_ONCE - count)
        return {name: torch.cat([part[name] for part in parts]) for name in traced}

    kept, steps, loss = learn(net, batch, sides_loss, args.minutes, args.rate)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(kept.state_dict(), args.out)
    print(f"sides: {steps} steps of {AT_ONCE}, loss {loss:.4f}, seed {args.seed}")
    report(kept.eval(), _load(args.check))


def sides_loss(net: nn.Module, data: Batch) -> Tensor:
    """Squared error of the cosine and the sine of 5 times the angle, and how little is expected of the displacement's
    error: a Student's distribution of FREEDOM degrees; a scalar."""
    pictures, turn, off = _turned(to_unit_range(data["pictures"]), data["turn"], data["off"])
    out = answer(net, standardise(augmented(pictures)))
    around = torch.stack([(SIDES * turn).cos(), (SIDES * turn).sin()], 1)
    error = ((out[:, 2:4] - off) ** 2).sum(1)
    log_sigma = out[:, 4].clamp(*LOG_SIGMA)
    surprise = 2 * log_sigma + (FREEDOM + 2) / 2 * (1 + error / (FREEDOM * (2 * log_sigma).exp())).log()
    return ((out[:, :2] - around) ** 2).sum(1).mean() + DISPLACEMENT_WEIGHT * surprise.mean()


def _turned(pictures: Tensor, turn: Tensor, off: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The pictures turned by a random number of right angles, and mirrored now and then."""
    for _ in range(int(torch.randint(4, (1,)))):
        pictures, turn = pictures.rot90(-1, (2, 3)), turn + math.pi / 2
        off = torch.stack([-off[:, 1], off[:, 0]], 1)
    if torch.rand(1) < 0.5:
        pictures, turn, off = pictures.flip(3), math.pi - turn, off * torch.tensor([-1.0, 1.0])
    return pictures, turn, off


@torch.no_grad()
def report(net: nn.Module, data: Batch) -> None:
    """Print how far off the network is, where it is the more and the less certain of the displacement."""
    out = torch.cat([answer(net, standardise(to_unit_range(part))) for part in data["pictures"].split(512)])
    angle = torch.atan2(out[:, 1], out[:, 0]) - SIDES * data["turn"]
    angle = torch.rad2deg(torch.atan2(angle.sin(), angle.cos()).abs()) / SIDES
    error, sigma = (out[:, 2:4] - data["off"]).norm(dim=1), out[:, 4].clamp(*LOG_SIGMA).exp()
    limits = sigma.quantile(torch.tensor([0, 0.25, 0.5, 0.75, 1.0]))
    for low, high in itertools.pairwise(limits.tolist()):
        own = (sigma >= low) & (sigma <= high)
        turned = ", ".join(f"{(angle[own] < most).float().mean():.3f} within {most}" for most in (3, 6, 12))
        spread = ", ".join(f"{q:.3f}" for q in error[own].quantile(torch.tensor([0.5, 0.9, 0.98])).tolist())
        print(
            f"error of {low:.3f} to {high:.3f} radii expected: {int(own.sum())} crops, turn {turned} degrees, "
            f"displacement off by {spread} (median, 90 and 98 in 100)"
        )


def _load(path: Path) -> Batch:
    file = np.load(path)
    floats = {name: torch.from_numpy(file[name]).float() for name in ("turn", "off")}
    return {"pictures": torch.from_numpy(file["pictures"]), **floats}


def _sample(data: Batch, count: int) -> Batch:
    index = torch.randint(len(data["turn"]), (count,))
    return {name: array[index] for name, array in data.items()}


if __name__ == "__main__":
    main()
