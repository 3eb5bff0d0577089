"""Training of the networks that watch hands: lessons from the simulated table, networks, training, ONNX files."""
