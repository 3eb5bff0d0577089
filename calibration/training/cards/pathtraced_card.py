"""Adds one card to a Blender scene: a thin, slightly bent sheet with a printed side."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np

from calibration.training.tracing.materials import new_material, rgba
from calibration.training.tracing.scene import M_PER_MM

ACROSS, DOWN = 17, 13
"""Points of a card's mesh along its width, and along the straight part of its height."""
ROUND = 6
"""Rows of points that make the round corners at each end."""
PAPER = np.array([0.93, 0.92, 0.9])
"""Colour of a card's cut edge, as on a screen."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """Size of a card, mm: width, height, radius of its corners."""

    width_mm: float
    height_mm: float
    corner_mm: float


@dataclass(frozen=True, slots=True)
class Stock:
    """What the cards of a picture are made of.

    Attributes:
        roughness: of the print, 0 (a mirror) to 1.
        coat: strength of a varnish over it, 0 to 1.
        thick_mm: thickness.
        gamma: of the printer; above 1 prints darker.
        fade: share by which the inks have faded to grey.
    """

    roughness: float
    coat: float
    thick_mm: float
    gamma: float
    fade: float


@dataclass(frozen=True, slots=True)
class Curl:
    """How a card is bent: a part of a cylinder.

    Attributes:
        rise_mm: height of its edge over its middle; below 0 its middle is the highest.
        axis_deg: direction of the cylinder's axis on the card.
    """

    rise_mm: float
    axis_deg: float


def put_card(
    path: Path, size: CardSize, stock: Stock, curl: Curl, place: tuple[float, float, float], base_mm: float = 0.0
) -> None:
    """Lay a card on the table of the open scene.

    Args:
        path: picture of its side.
        size: its size.
        stock: its material.
        curl: its bend; its lowest point touches the table.
        place: x and y of its middle (mm), and how it is turned (degrees clockwise).
        base_mm: height on which it lies.
    """
    own = _points(size)
    height = _heights(own, size, curl)
    x_mm, y_mm, turn_deg = place
    a = np.radians(turn_deg)
    x = x_mm + own[:, 0] * np.cos(a) - own[:, 1] * np.sin(a)
    y = y_mm + own[:, 0] * np.sin(a) + own[:, 1] * np.cos(a)
    z = base_mm + stock.thick_mm + height - height.min()
    rows = len(own) // ACROSS
    faces = [
        [r * ACROSS + c, r * ACROSS + c + 1, (r + 1) * ACROSS + c + 1, (r + 1) * ACROSS + c][::-1]
        for r in range(rows - 1)
        for c in range(ACROSS - 1)
    ]
    mesh = bpy.data.meshes.new("card")
    placed = [(float(p) * M_PER_MM, float(-q) * M_PER_MM, float(h) * M_PER_MM) for p, q, h in zip(x, y, z, strict=True)]
    mesh.from_pydata(placed, [], faces)
    layer = mesh.uv_layers.new(name="print")
    for loop in mesh.loops:
        u, v = own[loop.vertex_index] / (size.width_mm, size.height_mm)
        layer.data[loop.index].uv = (float(u) + 0.5, 0.5 - float(v))
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.materials.append(_print(path, stock))
    mesh.materials.append(_edge())
    thing = bpy.data.objects.new("card", mesh)
    bpy.context.scene.collection.objects.link(thing)
    sheet = thing.modifiers.new("thickness", "SOLIDIFY")
    sheet.thickness = stock.thick_mm * M_PER_MM
    sheet.offset = -1
    sheet.material_offset_rim = 1
    sheet.use_quality_normals = True
    thing.modifiers.new("edges", "EDGE_SPLIT")  # a cut edge is sharp


def corners_mm(size: CardSize, place: tuple[float, float, float]) -> np.ndarray:
    """Return the corners (4, 2) of a card on the table, mm, clockwise from its top left, as if they were square."""
    x_mm, y_mm, turn_deg = place
    a = np.radians(turn_deg)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    own = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * (size.width_mm / 2, size.height_mm / 2)
    return np.asarray(own @ turn + (x_mm, y_mm))


def _points(size: CardSize) -> np.ndarray:
    """Points (n, 2) of a card's mesh about its middle, mm, row by row from its top; rows are shorter at its corners."""
    half_w, half_h, radius = size.width_mm / 2, size.height_mm / 2, size.corner_mm
    around = np.linspace(0, np.pi / 2, ROUND)
    top = [(-half_h + radius * (1 - np.sin(a)), half_w - radius * (1 - np.cos(a))) for a in around[::-1]]
    middle = [(y, half_w) for y in np.linspace(-half_h + radius, half_h - radius, DOWN)[1:-1]]
    rows = [*top, *middle, *[(-y, wide) for y, wide in reversed(top)]]
    return np.array([(x * wide, y) for y, wide in rows for x in np.linspace(-1, 1, ACROSS)])


def _heights(own: np.ndarray, size: CardSize, curl: Curl) -> np.ndarray:
    a = np.radians(curl.axis_deg)
    across = own @ (-np.sin(a), np.cos(a))
    return np.asarray(curl.rise_mm * (across / (min(size.width_mm, size.height_mm) / 2)) ** 2)


def _print(path: Path, stock: Stock) -> bpy.types.Material:
    material, shader = new_material("print")
    nodes, links = material.node_tree.nodes, material.node_tree.links
    image = nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(path), check_existing=True)
    gamma = nodes.new("ShaderNodeGamma")
    gamma.inputs["Gamma"].default_value = stock.gamma
    faded = nodes.new("ShaderNodeHueSaturation")
    faded.inputs["Saturation"].default_value = 1 - stock.fade
    links.new(image.outputs["Color"], gamma.inputs["Color"])
    links.new(gamma.outputs["Color"], faded.inputs["Color"])
    links.new(faded.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = stock.roughness
    shader.inputs["Coat Weight"].default_value = stock.coat
    shader.inputs["Coat Roughness"].default_value = 0.08
    return material


def _edge() -> bpy.types.Material:
    material, shader = new_material("edge")
    shader.inputs["Base Color"].default_value = rgba(PAPER)
    shader.inputs["Roughness"].default_value = 0.8
    return material
