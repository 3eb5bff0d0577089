"""Trains the product's small networks: shared layers, training loop and ONNX files, and a folder for each reader."""
