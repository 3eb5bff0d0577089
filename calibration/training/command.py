"""What every training may be told on the command line."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import torch


def command(doc: str | None, minutes: float, rate: float) -> argparse.ArgumentParser:
    """doc: the module's own words. minutes, rate: what is taken where nothing is said."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--export", type=Path)
    parser.add_argument("--halves", action="store_true", help="works with bfloat16, for processors with AMX")
    return parser


def begin(seed: int) -> None:
    """One core, and the same chance each time."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
