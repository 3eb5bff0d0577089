"""Trains the view network on pictures that are generated while it learns, on a GPU.

    python -m calibration.training.dice.teach_view --bank bank.npz --out weights/view.pt --device cuda --minutes 6

Prints the loss meanwhile, and at the end how far off the network is on fonts that it was not taught, a line for each
ten degrees.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.dice.draw import log_uniform
from calibration.training.dice.generator import Generator
from calibration.training.dice.nets import VIEW_PX, VIEW_REACH, View, standardise
from calibration.training.dice.train import crops
from calibration.training.loop import Batch, answer, learn

RADIUS_PX = (7.0, 30.0)  # inradius as photographed
ROOM = 1.35  # side of a picture over that of the crop
ASIDE = 0.75  # share of the pictures whose camera looks from any angle
D20_SHARE = 0.15
SIZE_ERROR, PLACE_ERROR = 0.09, 0.1  # deviation of the errors of a pose: natural log of the radius, and radii
AREA_FROM = 1.25  # a crop is averaged over areas, as in the product, when it is shrunk by more than this
RATE = 2e-3
HELD_OUT_BATCHES = 40


def main() -> None:
    """Trains for the given minutes of processor time, writes the averaged weights, and prints how they answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--at-once", type=int, default=512)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    net = View().to(args.device, memory_format=torch.channels_last)
    generator = Generator(args.bank, args.device)
    kept, steps, loss = learn(net, lambda: lessons(generator, args.at_once), view_loss, args.minutes, RATE)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save({name: weights.cpu() for name, weights in kept.state_dict().items()}, args.out)
    print(f"view: {steps} steps of {args.at_once}, loss {loss:.4f}, seed {args.seed}")
    report(kept.eval(), Generator(args.bank, args.device, held_out=True), args.at_once)


@torch.no_grad()
def lessons(generator: Generator, count: int, body: str | None = None) -> Batch:
    """Generated crops around dice as their poses are estimated, with what the network is to answer.

    body: the main thing, as in `Generator.batch`; None: a d20 now and then, else a d12.
    """
    main = body or ("d20" if float(torch.rand(1)) < D20_SHARE else "d12")
    radius = log_uniform(*RADIUS_PX)
    side = round(2 * ROOM * VIEW_REACH * radius)
    neighbours = int(torch.rand(1) < 0.4)
    drawn = generator.batch(count, side, radius, main, 0.1 * radius, neighbours=neighbours, on_top=False, aside=ASIDE)
    device = drawn.radius.device
    guess = drawn.radius * torch.exp(torch.randn(count, device=device) * SIZE_ERROR)
    middle = drawn.middle_xy + torch.randn(count, 2, device=device) * PLACE_ERROR * drawn.radius[:, None]
    pictures = drawn.pictures
    if 2 * VIEW_REACH * radius > AREA_FROM * VIEW_PX:
        scale = VIEW_PX / (2 * VIEW_REACH * radius)
        pictures = functional.interpolate(
            pictures, scale_factor=scale, mode="bilinear", antialias=True, recompute_scale_factor=True
        )
        scale = pictures.shape[-1] / side
        middle, guess = (middle + 0.5) * scale - 0.5, guess * scale
    cut = crops(pictures, middle, guess * VIEW_REACH, torch.zeros_like(guess), VIEW_PX)
    return {"pictures": cut, "upright_xy": drawn.upright_xy, "view_deg": drawn.view_deg}


def view_loss(net: nn.Module, batch: Batch) -> Tensor:
    """Smooth L1 of the upright, a scalar."""
    return loss_of(answer(net, standardise(batch["pictures"])), batch)


def loss_of(out: Tensor, batch: Batch) -> Tensor:
    """The same of the network's answers, (B, 2)."""
    return functional.smooth_l1_loss(out, batch["upright_xy"], beta=0.05)


@torch.no_grad()
def report(net: nn.Module, generator: Generator, count: int) -> None:
    """Print for each ten degrees how far off the angle is."""
    rows: list[Tensor] = []
    for _ in range(HELD_OUT_BATCHES):
        batch = lessons(generator, count)
        out = answer(net, standardise(batch["pictures"]))
        told = torch.rad2deg(torch.asin(out.norm(dim=1).clamp(max=1)))
        rows.append(torch.stack([batch["view_deg"], told], 1).cpu())
    whole = torch.cat(rows)
    for low in range(0, 80, 10):
        own = whole[(whole[:, 0] >= low) & (whole[:, 0] < low + 10)]
        off = (own[:, 1] - own[:, 0]).abs()
        print(f"{low:2} to {low + 10} degrees: {len(own)} dice, off by {off.mean():.1f} degrees in the mean")


if __name__ == "__main__":
    main()
