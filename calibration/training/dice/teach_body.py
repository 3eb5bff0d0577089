"""Trains what tells the view network a die from flat print; its other answers stay as they are.

    python -m calibration.training.dice.teach_body --lessons drawn/*.npz --out weights/view.pt \
        --start companion/perception/models/dice_view.onnx

The lessons are those of `prints`. Each is seen from all four sides and mirrored. The last tenth of each file is held
out; a line for each file says how many of those are taken for dice.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.training.dice.nets import View, standardise
from calibration.training.loop import Batch, learn, to_unit_range
from calibration.training.restore import restore

AT_ONCE = 256
RATE = 1e-3
HELD_OUT = 0.1
PRINTS_SHARE = 0.5
"""Of each step's lessons that are no dice."""
SURE = 0.95
"""Probability that a flat die needs so that its value is still told when all else is clear."""


def main() -> None:
    """Trains for the given minutes of processor time and writes the weights of the whole network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lessons", type=Path, nargs="+", required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    files = {path: dict(np.load(path)) for path in args.lessons}
    some = next(iter(files.values()))["pictures"][:256]
    net = View()
    restore(net, [args.start], lambda: net(standardise(to_unit_range(torch.from_numpy(some)))))
    net.eval()
    taught, kept = [], {}
    for path, held in files.items():
        cut = round(len(held["is_die"]) * (1 - HELD_OUT))
        seen, is_die = features(net, held["pictures"]), torch.from_numpy(held["is_die"])
        taught.append((seen[:, :cut].flatten(0, 1), is_die[:cut].repeat(len(seen))))
        kept[path] = seen[0, cut:], is_die[cut:]
    dice = torch.cat([seen[is_die] for seen, is_die in taught])
    prints = torch.cat([seen[~is_die] for seen, is_die in taught])
    print(f"{len(dice)} views of dice, {len(prints)} of prints")
    solid, steps, loss = learn(net.solid, lambda: batch_of(dice, prints), body_loss, args.minutes, RATE)
    net.solid.load_state_dict(solid.state_dict())
    args.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), args.out)
    print(f"body: {steps} steps of {AT_ONCE}, loss {loss:.4f}, seed {args.seed}")
    report(net.solid.eval(), kept)


@torch.no_grad()
def features(net: View, pictures: np.ndarray) -> Tensor:
    """What the network's body makes of crops (N, S, S, 3) from four sides and mirrored, (8, N, 48, 4, 4)."""
    rows = []
    for start in range(0, len(pictures), AT_ONCE):
        crops = standardise(to_unit_range(torch.from_numpy(pictures[start : start + AT_ONCE])))
        turned = [torch.rot90(each, turns, (2, 3)) for each in (crops, crops.flip(3)) for turns in range(4)]
        rows.append(torch.stack([net.body(each.contiguous(memory_format=torch.channels_last)) for each in turned]))
    return torch.cat(rows, 1)


def batch_of(dice: Tensor, prints: Tensor) -> Batch:
    """One step's lessons."""
    few = round(AT_ONCE * PRINTS_SHARE)
    picked = [dice[torch.randint(len(dice), (AT_ONCE - few,))], prints[torch.randint(len(prints), (few,))]]
    return {"seen": torch.cat(picked), "is_die": torch.cat([torch.ones(AT_ONCE - few), torch.zeros(few)])}


def body_loss(solid: nn.Module, batch: Batch) -> Tensor:
    """Cross-entropy of "a die's body", a scalar."""
    return functional.binary_cross_entropy_with_logits(solid(batch["seen"])[:, 0], batch["is_die"])


@torch.no_grad()
def report(solid: nn.Module, kept: dict[Path, tuple[Tensor, Tensor]]) -> None:
    """Print for each file how many of what is held out have a die's body for sure, and how many have one at all."""
    for path, (seen, is_die) in kept.items():
        chance = torch.sigmoid(solid(seen)[:, 0])
        for word, own in (("dice", chance[is_die]), ("prints", chance[~is_die])):
            if len(own):
                sure, likely = (int((own > bar).sum()) for bar in (SURE, 0.5))
                print(f"{path.name}: of {len(own)} {word} {sure} have a body for sure, {likely} probably")


if __name__ == "__main__":
    main()
