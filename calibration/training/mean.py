"""Averages the weights of networks that were fine-tuned from the same start ("model soup").

The mean is often better than any of them (arXiv 2203.05482).

python -m calibration.training.mean OUT.onnx FILE.onnx FILE.onnx ...
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from calibration.training.quantize import dequantized


def main() -> None:
    """Writes the mean of FILE ... to OUT."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    args = parser.parse_args()
    onnx.save(mean(args.files), str(args.out))


def mean(files: Sequence[Path]) -> onnx.ModelProto:
    """The first file's network with the mean of all files' weights, as floats.

    Raises:
        ValueError: the files do not hold the same network.
    """
    models = [dequantized(onnx.load(str(file))) for file in files]
    by_name = [{one.name: one for one in model.graph.initializer} for model in models]
    for file, each in zip(files, by_name, strict=True):
        if each.keys() != by_name[0].keys():
            raise ValueError(f"{file}: not the same network as {files[0]}; only files trained on from one have a mean")
    # Quantised files list the same weights in another order.
    for name in by_name[0]:
        held = [each[name] for each in by_name]
        weights = [numpy_helper.to_array(one) for one in held]
        if len({each.shape for each in weights}) > 1:
            raise ValueError(f"{name}: not the same in all files; only files trained on from one have a mean")
        if weights[0].dtype.kind == "f":
            middle = np.mean(weights, axis=0, dtype=np.float32).astype(weights[0].dtype)
            held[0].CopyFrom(numpy_helper.from_array(middle, name))
    return models[0]


if __name__ == "__main__":
    main()
