"""Adds the table under path-traced cards: checked cloth, wood, plain boards, or one of the cards' own colour."""

from __future__ import annotations

import bpy
import numpy as np

from calibration.training.tracing.materials import add_bumps, mix_colours, new_material, random_colour, rgba
from calibration.training.tracing.scene import M_PER_MM

KINDS = ("checked", "checked", "cloth", "cloth", "wood", "wood", "plain", "same")
"""Kinds of tables, one drawn at random; repeated ones come more often. "same": the colour of the cards' border."""
CHECK_MM = (8.0, 60.0)
"""Side of a checked cloth's squares."""
NEAR = 0.05
"""Deviation of each channel of a table's colour from the cards' own."""


def put_table(rng: np.random.Generator, kind: str, field_mm: float, own: np.ndarray) -> None:
    """Add a table of one of `KINDS` to the open scene.

    Args:
        rng: source of all randomness.
        kind: the kind.
        field_mm: width of the picture on the table.
        own: colour of the cards' border, (3,) RGB, 0 to 1.
    """
    bpy.ops.mesh.primitive_plane_add(size=field_mm * 5 * M_PER_MM)
    material, shader = new_material("table")
    bpy.context.object.data.materials.append(material)
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.25, 1.0))
    nodes, links = material.node_tree.nodes, material.node_tree.links
    first, second = random_colour(rng, 0.05, 0.95), random_colour(rng, 0.05, 0.95)
    if kind == "same":
        first = np.clip(own + rng.normal(0, NEAR, 3), 0, 1)
    if kind == "plain":
        shader.inputs["Base Color"].default_value = rgba(first)
        return
    if kind != "checked":
        second = np.clip(first + rng.normal(0, 0.05 if kind == "same" else 0.1, 3), 0, 1)
    where, place = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    place.inputs["Rotation"].default_value = (0, 0, float(rng.uniform(0, 2 * np.pi)))
    links.new(where.outputs["Object"], place.inputs["Vector"])
    mix = mix_colours(material, first, second)
    if kind == "checked":
        texture = nodes.new("ShaderNodeTexChecker")
        texture.inputs["Scale"].default_value = 1 / (float(rng.uniform(*CHECK_MM)) * M_PER_MM)
    else:
        texture = nodes.new("ShaderNodeTexNoise")
        texture.inputs["Scale"].default_value = float(np.exp(rng.uniform(3.5, 7.5)))
        texture.inputs["Detail"].default_value = 4
        place.inputs["Scale"].default_value = (0.04 if kind == "wood" else 1.0, 1, 1)
        add_bumps(material, texture.outputs["Fac"], float(rng.uniform(0, 0.4)))
    links.new(place.outputs["Vector"], texture.inputs["Vector"])
    links.new(texture.outputs["Fac"], mix.inputs["Factor"])
