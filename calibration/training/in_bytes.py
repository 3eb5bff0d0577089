"""Large weights of a network's file in bytes: half as large as with half floats, and OpenCV 4.10 and 5.0 read both.

    python -m calibration.training.in_bytes companion/perception/models/dice_reader.onnx

Each row of a layer's weights (what makes one of its answers) is held as whole numbers from -127 to 127, times the row's
own scale, which is right to a 254th of the row's largest.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

OPSET = 13  # the first in which rows have scales of their own
WORTH = 512  # weights in one array; with fewer nothing is gained
BYTES, SCALES, ZEROS = "/bytes", "/scales", "/zeros"
TO_FLOATS = "DequantizeLinear"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    file = parser.parse_args().file
    onnx.save(in_bytes(onnx.load(str(file))), str(file))
    print(file.name, file.stat().st_size, "bytes")


def in_bytes(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same with its large arrays in bytes; those that are so already stay."""
    graph, kept, nodes = model.graph, [], []
    for held in graph.initializer:
        weights = numpy_helper.to_array(held)
        if weights.dtype.kind != "f" or weights.ndim < 2 or weights.size <= WORTH:
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


def in_floats(model: onnx.ModelProto) -> onnx.ModelProto:
    """The other way round: with all weights as floats under their own names, as training wants them."""
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
