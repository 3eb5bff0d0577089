"""Initialises a wider dice reader from a narrower one (`calibration.training.widen`).

python -m calibration.training.dice.widen weights/narrow.pt weights/wide.pt
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from calibration.training.dice.nets import Reader
from calibration.training.widen import widen

NARROW = (20, 40, 56, 56, 80, 64)
"""Channels of the first readers. They were too few: training pictures were read hardly better than others."""


def main() -> None:
    """Reads the narrow weights, widens them, and writes the wide ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("narrow", type=Path)
    parser.add_argument("wide", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    narrow, wide = Reader(NARROW), Reader()
    narrow.load_state_dict(torch.load(args.narrow))
    widen(narrow, wide, args.seed)
    torch.save(wide.state_dict(), args.wide)


if __name__ == "__main__":
    main()
