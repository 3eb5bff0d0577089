"""Exports trained weights to the ONNX files that the product reads with OpenCV.

python -m calibration.training.boards.export WEIGHTS_DIR companion/perception/models
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from calibration.training.boards.nets import JUDGE_INPUTS, Finder, TableNet
from calibration.training.onnx_file import fold_normalisation, write
from companion.perception.boards.cell import READ_PX
from companion.perception.boards.judge import MOST_PLACES


def main() -> None:
    """Writes board_finder.onnx, board_cell.onnx and board_judge.onnx, as far as WEIGHTS_DIR has their weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("models", type=Path)
    args = parser.parse_args()
    args.models.mkdir(parents=True, exist_ok=True)
    finder, table = Finder(), TableNet()
    if (source := args.weights / "finder.pt").exists():
        finder.load_state_dict(torch.load(source))
        finder.up_far, finder.up_middle = fold_normalisation(finder.up_far), fold_normalisation(finder.up_middle)
        write(finder, args.models / "board_finder.onnx", (1, 3, 288, 384), {2: "height", 3: "width"}, "picture")
    if (source := args.weights / "cell.pt").exists():
        table.load_state_dict(torch.load(source))
        write(table.cell, args.models / "board_cell.onnx", (1, 3, READ_PX, READ_PX), {0: "crops"}, "picture")
        write(table.judge, args.models / "board_judge.onnx", (MOST_PLACES, JUDGE_INPUTS), {}, "given")


if __name__ == "__main__":
    main()
