"""Quantises the large weights of an ONNX file to int8: half the size of float16; OpenCV 4.10 and 5.0 read both.

    python -m calibration.training.quantize companion/perception/models/dice_reader.onnx

Each row of a weight array (one output channel) is stored as whole numbers from -127 to 127 with a scale of its own, so
the error is at most 1/254 of the row's largest weight. DequantizeLinear nodes restore the floats.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

OPSET = 13  # the first in which DequantizeLinear takes a scale for each row
MOST_UNQUANTIZED = 512  # most weights of an array that stays as it is: with fewer nothing is gained
BYTES, SCALES, ZEROS = "/bytes", "/scales", "/zeros"  # suffixes of the names of a quantised array's three parts
TO_FLOATS = "DequantizeLinear"  # the ONNX operator that restores the floats


def main() -> None:
    """Quantises a file in place."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    file = parser.parse_args().file
    onnx.save(quantized(onnx.load(str(file))), str(file))
    print(file.name, file.stat().st_size, "bytes")


def quantized(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model, changed in place, with its large weight arrays quantised.

    Large are float arrays of two or more dimensions and more than `MOST_UNQUANTIZED` values.
    """
    graph, kept, nodes = model.graph, [], []
    for held in graph.initializer:
        weights = numpy_helper.to_array(held)
        if weights.dtype.kind != "f" or weights.ndim < 2 or weights.size <= MOST_UNQUANTIZED:
            kept.append(held)
            continue
        rows = weights.astype(np.float32).reshape(len(weights), -1)
        scales = np.maximum(np.abs(rows).max(axis=1), np.finfo(np.float32).tiny) / 127
        whole = np.rint(rows / scales[:, None]).astype(np.int8).reshape(weights.shape)
        names = [held.name + part for part in (BYTES, SCALES, ZEROS)]
        parts = (whole, scales.astype(np.float32), np.zeros(len(rows), np.int8))
        kept += [numpy_helper.from_array(part, name) for part, name in zip(parts, names, strict=True)]
        nodes.append(helper.make_node(TO_FLOATS, names, [held.name], name=held.name + TO_FLOATS, axis=0))
    nodes += graph.node
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    model.opset_import[0].version = max(OPSET, model.opset_import[0].version)
    return model


def dequantized(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model, changed in place, with all quantised weights as floats under their original names, for training."""
    graph = model.graph
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    nodes = []
    for node in graph.node:
        if node.op_type != TO_FLOATS:
            nodes.append(node)
            continue
        whole, scales, _ = (held.pop(name) for name in node.input)
        held[node.output[0]] = whole * scales.reshape(-1, *[1] * (whole.ndim - 1))
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(numpy_helper.from_array(weights, name) for name, weights in held.items())
    graph.node.extend(nodes)
    return model


if __name__ == "__main__":
    main()
