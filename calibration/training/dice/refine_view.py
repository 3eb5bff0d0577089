"""Refines the view network on path-traced tables.

    python -m calibration.training.dice.refine_view --traced traced.npz ... --drawn drawn.npz \
        --start companion/perception/models/dice_view.onnx --out weights/view.pt --minutes 5

The lessons are those of `view_lessons`. Each sixth picture, and the last 600 drawn crops, are held out; three lines say
how the network answers on them before, at the end, and with what is written: mostly the refined weights, and some of
those before, which knows drawn dice better.
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.dice.nets import View, standardise
from calibration.training.dice.teach_view import loss_of
from calibration.training.loop import Batch, answer, learn
from calibration.training.restore import restore

TRACED_AT_ONCE, DRAWN_AT_ONCE = 160, 96
RATE = 1.5e-3
REFINED = 0.75
"""Share of the refined weights in what is written."""
HELD_OUT_PICTURES, HELD_OUT_DRAWN = 6, 600
ANGLES_DEG = (10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0)
"""Between these, path-traced dice are sampled alike."""
LEANING_SHARE = 0.4
"""Share of leaning dice, besides those that come by chance: how these are turned does not tell the table, so that the
network has to look at it."""
COLOURS, NOISE, SOFT_SHARE = 0.15, 0.02, 0.3
"""Deviation of the factor of each colour, most deviation of the noise, and share of the batches that are blurred."""


@dataclass(frozen=True)
class Crops:
    """Pictures (N, 3, S, S) uint8, uprights (N, 2), degrees (N,), whether the die leans (N,)."""

    pictures: Tensor
    upright: Tensor
    view: Tensor
    leaning: Tensor

    def at(self, chosen: Tensor) -> Crops:
        """Some of them."""
        return Crops(*(part[chosen] for part in (self.pictures, self.upright, self.view, self.leaning)))


def main() -> None:
    """Trains for the given minutes of processor time and writes the weights of the whole network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--traced", type=Path, nargs="+", required=True)
    parser.add_argument("--drawn", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    parts = [split(path) for path in args.traced]
    traced, kept = (_joined([part[nth] for part in parts]) for nth in (0, 1))
    drawn = crops_of(dict(np.load(args.drawn)))
    drawn, drawn_kept = (drawn.at(each) for each in torch.arange(len(drawn.view)).tensor_split([-HELD_OUT_DRAWN]))
    net = View()
    restore(net, [args.start], lambda: net(_input(drawn.pictures[:512])))
    before = copy.deepcopy(net.eval())
    report("before", before, kept, drawn_kept)
    refined, steps, loss = learn(net, sampler(traced, drawn), refining_loss, args.minutes, RATE)
    report("refined", refined, kept, drawn_kept)
    mixed = mean_of(before, refined)
    report("written", mixed, kept, drawn_kept)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(mixed.state_dict(), args.out)
    print(f"view: {steps} steps of {TRACED_AT_ONCE + DRAWN_AT_ONCE}, loss {loss:.4f}, seed {args.seed}")


def split(path: Path) -> tuple[Crops, Crops]:
    """A file's crops to learn from, and those held out: of each sixth picture, where the product sees the die."""
    file = dict(np.load(path))
    held = torch.from_numpy(file["group"] % HELD_OUT_PICTURES == 0)
    whole = crops_of(file)
    return whole.at(~held), whole.at(held & torch.from_numpy(file["own"]))


def crops_of(file: dict[str, np.ndarray]) -> Crops:
    """The crops of a file of `view_lessons`."""
    pictures = torch.from_numpy(file["pictures"]).permute(0, 3, 1, 2)
    names = ("upright", "view", "leaning")
    return Crops(pictures, *(torch.from_numpy(file[name]) for name in names))


def _joined(parts: list[Crops]) -> Crops:
    return Crops(
        *(torch.cat([getattr(part, name) for part in parts]) for name in ("pictures", "upright", "view", "leaning"))
    )


def sampler(traced: Crops, drawn: Crops) -> Callable[[], Batch]:
    """Makes one step's lessons: mirrored, in other colours, noisier, softer."""
    bins = torch.bucketize(traced.view, torch.tensor(ANGLES_DEG))
    alike = 1.0 / torch.bincount(bins)[bins]
    leaning = alike * traced.leaning
    alike = alike / alike.sum() + LEANING_SHARE / (1 - LEANING_SHARE) * leaning / leaning.sum()

    def batch() -> Batch:
        one = torch.multinomial(alike, TRACED_AT_ONCE, replacement=True)
        other = torch.randint(len(drawn.view), (DRAWN_AT_ONCE,))
        both = _joined([traced.at(one), drawn.at(other)])
        pictures, upright = both.pictures.float() / 255, both.upright.clone()
        mirrored = torch.rand(len(pictures)) < 0.5
        pictures[mirrored], upright[mirrored, 0] = pictures[mirrored].flip(3), -upright[mirrored, 0]
        noise = NOISE * torch.rand(len(pictures), 1, 1, 1) * torch.randn_like(pictures)
        pictures = (pictures * (1 + COLOURS * torch.randn(len(pictures), 3, 1, 1)) + noise).clamp(0, 1)
        if float(torch.rand(1)) < SOFT_SHARE:
            pictures = functional.avg_pool2d(functional.pad(pictures, (1, 1, 1, 1), mode="replicate"), 3, 1)
        return {"pictures": pictures, "upright_xy": upright, "view_deg": both.view}

    return batch


def refining_loss(net: nn.Module, batch: Batch) -> Tensor:
    """The loss of `teach_view`; normalisations stay as they are."""
    net.eval()
    return loss_of(answer(net, standardise(batch["pictures"])), batch)


def mean_of(before: nn.Module, refined: nn.Module) -> nn.Module:
    """The network between both."""
    mixed = copy.deepcopy(refined)
    weights = before.state_dict()
    mixed.load_state_dict({
        name: torch.lerp(weights[name], own, REFINED) if own.dtype.is_floating_point else own
        for name, own in refined.state_dict().items()
    })  # fmt: skip
    return mixed


@torch.no_grad()
def report(name: str, net: nn.Module, traced: Crops, drawn: Crops) -> None:
    """Print how far off the upright is: from above, aside, far aside; and beside leaning dice."""
    net.eval()
    for kind, crops in (("traced", traced), ("drawn", drawn)):
        out = torch.cat([net(_input(part)) for part in crops.pictures.split(256)])
        off = (out - crops.upright).norm(dim=1)
        lines = []
        for low, high in ((0, 20), (20, 40), (40, 90)):
            own = (crops.view >= low) & (crops.view < high) & ~crops.leaning
            lines.append(f"{low} to {high}: {off[own].mean():.3f}")
        if crops.leaning.any():
            lines.append(f"leaning: {off[crops.leaning].mean():.3f}")
        print(f"{name}, {len(crops.view)} {kind}: " + "; ".join(lines))


def _input(pictures: Tensor) -> Tensor:
    return standardise(pictures.float() / 255)


if __name__ == "__main__":
    main()
