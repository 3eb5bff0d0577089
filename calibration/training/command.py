"""The command line that training programs share, and the run that follows from it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import torch
from torch import Tensor, nn

from calibration.training.loop import Batch, learn, use_bfloat16
from calibration.training.restore import restore


class Lessons(Protocol):
    """A source of training batches."""

    def batch(self) -> Batch:
        """A new random batch."""

    def __len__(self) -> int:
        """Number of lessons."""


def training_parser(doc: str | None, minutes: float, rate: float) -> argparse.ArgumentParser:
    """The argument parser.

    Args:
        doc: the program's docstring, for the help text.
        minutes, rate: defaults of processor time and learning rate.
    """
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


def set_seed_and_threads(seed: int) -> None:
    """Seed torch, and use one thread in torch and OpenCV, so that a run can be repeated."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)


def train(
    asked: argparse.Namespace, net: nn.Module, lessons: Lessons, loss_of: Callable[[nn.Module, Batch], Tensor],
    parts: Sequence[nn.Module] = (),
) -> None:  # fmt: skip
    """Train `net` from random weights, a weights file or the product's ONNX files, and write the averaged weights.

    Args:
        asked: the parsed command line.
        net: trained in place.
        lessons: the training data.
        loss_of: returns the loss of the network on a batch.
        parts: the parts of the network that the product has in files of their own, in the order of `--start`.

    Raises:
        ValueError: `--start` has another number of ONNX files, or a file of another network.
    """
    if asked.halves:
        use_bfloat16(net)
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
