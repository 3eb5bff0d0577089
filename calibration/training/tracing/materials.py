"""Blender materials with random colours and bumps."""

from __future__ import annotations

from typing import Any

import bpy
import cv2
import numpy as np

BUMP_M = 0.0005  # depth of the texture of cloth and wood, metres


def new_material(name: str) -> tuple[bpy.types.Material, bpy.types.Node]:
    """A new material and its Principled BSDF shader node."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, material.node_tree.nodes["Principled BSDF"]


def random_colour(rng: np.random.Generator, low: float = 0.0, high: float = 1.0) -> np.ndarray:
    """A random colour of any hue and saturation: (3,) float RGB as on a screen (sRGB), 0 to 1.

    low, high: range of its brightness (HSV value), 0 to 1.
    """
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(0, 255), rng.uniform(low, high) * 255
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0] / 255.0


def rgba(colour: np.ndarray) -> tuple[float, float, float, float]:
    """Convert a screen colour, (3,) RGB 0 to 1, to Blender's linear RGBA, opaque; gamma 2.2."""
    linear = np.asarray(colour, float) ** 2.2
    return (float(linear[0]), float(linear[1]), float(linear[2]), 1.0)


def mix_colours(material: bpy.types.Material, first: np.ndarray, second: np.ndarray) -> Any:
    """Make a material's base colour a mix of two screen colours.

    Returns:
        The mix node: its input "Factor" is 0 where the first colour shows and 1 where the second does.
    """
    nodes, links = material.node_tree.nodes, material.node_tree.links
    mix = nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    mix.inputs["A"].default_value, mix.inputs["B"].default_value = rgba(first), rgba(second)
    links.new(mix.outputs["Result"], nodes["Principled BSDF"].inputs["Base Color"])
    return mix


def add_bumps(material: bpy.types.Material, height: Any, strength: float, deep_m: float = BUMP_M) -> None:
    """Add bumps to a material.

    Args:
        height: output socket of a texture; its bright parts are raised.
        strength: of the bumps, 0 to 1.
        deep_m: height between dark and bright, metres.
    """
    nodes, links = material.node_tree.nodes, material.node_tree.links
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = strength
    bump.inputs["Distance"].default_value = deep_m
    links.new(height, bump.inputs["Height"])
    links.new(bump.outputs["Normal"], nodes["Principled BSDF"].inputs["Normal"])
