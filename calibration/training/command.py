"""What a training may be told on the command line, and how it goes from there."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import torch
from torch import Tensor, nn

from calibration.training.loop import Batch, learn, work_in_halves
from calibration.training.restore import restore


class Lessons(Protocol):
    """Gives batch after batch."""

    def batch(self) -> Batch: ...
    def __len__(self) -> int: ...


def command(doc: str | None, minutes: float, rate: float) -> argparse.ArgumentParser:
    """doc: the module's own words. minutes, rate: what is taken where nothing is said."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, nargs="+", help="weights, or the product's files, in the network's order")
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--export", type=Path)
    parser.add_argument("--halves", action="store_true", help="works with bfloat16, where the processor has it")
    return parser


def begin(seed: int) -> None:
    """One core, and the same chance each time."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)


def train(
    asked: argparse.Namespace, net: nn.Module, lessons: Lessons, loss_of: Callable[[nn.Module, Batch], Tensor],
    parts: Sequence[nn.Module] = (),
) -> None:  # fmt: skip
    """From weights, from the product's files or anew; writes the averaged weights.

    parts: of a network that the product has in several files. Raises ValueError when these are not as many, or a file
    is another network's.
    """
    if asked.halves:
        work_in_halves(net)
    if asked.start and asked.start[0].suffix == ".onnx":
        first = lessons.batch()
        for part, file in zip(parts or [net], asked.start, strict=True):
            net.eval()
            restore(part, [file], lambda: loss_of(net, first))
        net.train()
    elif asked.start:
        net.load_state_dict(torch.load(asked.start[0]))
    kept, steps, loss = learn(net, lessons.batch, loss_of, asked.minutes, asked.rate)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(kept.state_dict(), asked.out)
    print(f"{steps} steps, {len(lessons)} lessons, loss {loss:.4f}")
