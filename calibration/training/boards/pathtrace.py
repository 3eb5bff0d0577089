"""Renders path-traced tables with a board, with Blender as a module, for light effects that drawn pictures lack.

A development tool, run in a virtual environment of its own (Python 3.11, `pip install "numpy<2" bpy==5.0.1
opencv-python-headless<4.12 pillow`):

    python -m calibration.training.boards.pathtrace OUT --first 0 --count 60 [--wood DIR] [--width 640] [--closely]

Writes OUT/pt_00000.jpg ... and one line for each to OUT/truth.jsonl: the keys of `truth.truth_of`, part (left, top,
right, bottom of what was rendered, px), faintest (least ring contrast, grey levels) and surface (kind of table).
Picture N depends on the seed N and the options only.
"""

from __future__ import annotations

import argparse
import json
from math import pi
from pathlib import Path

import bpy
import cv2
import numpy as np

from calibration.training.boards.colours import random_finish
from calibration.training.boards.layout import Board, Layout, random_board, random_layout
from calibration.training.boards.legible import faintest_ring
from calibration.training.boards.pathtraced_board import put_board
from calibration.training.boards.played import played_position
from calibration.training.boards.truth import board_part, truth_of
from calibration.training.tracing.materials import add_bumps, mix_colours, new_material, random_colour, rgba
from calibration.training.tracing.scene import (
    M_PER_MM,
    DepthOfField,
    Light,
    RenderSettings,
    empty_scene,
    photograph,
    put_camera,
    put_light,
)

RENDER_SETTINGS = RenderSettings(samples=(4, 8), bounces=3, exposure=0.0)
DEPTH_OF_FIELD = DepthOfField(shallow=0.2, focus=(0.93, 1.05))
"""A fifth of the pictures is partly out of focus."""
LAMPS_FIELDS = (1.0, 2.5)  # range of the lamps' distance over the picture's width on the table: glare and hard shadows
CLOTHS = ("cloth", "cloth", "checked", "checked", "striped", "noise", "grain", "grain", "plain")
"""Kinds of table surfaces, one drawn at random; repeated ones come more often."""


def main() -> None:
    """Renders the pictures asked for, except those that exist already."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--wood", type=Path)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--played", action="store_true", help="boards as the games have them")
    parser.add_argument("--closely", action="store_true", help="only the board and what is next to it: half the time")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    board = played_position if args.played else random_board
    woods = sorted(args.wood.glob("*.jpg")) if args.wood else []
    for number in range(args.first, args.first + args.count):
        name = f"pt_{number:05d}.jpg"
        if not (args.out / name).exists():
            row = {
                "image": name,
                **render(number, args.out / name, woods, args.width, board, args.closely),
            }
            with (args.out / "truth.jsonl").open("a") as file:
                file.write(json.dumps(row) + "\n")


def render(
    seed: int, path: Path, woods: list[Path], width: int, board: Board = random_board, closely: bool = False
) -> dict[str, object]:
    """Render one picture and write it to `path`; returns its row of truth.jsonl without "image".

    Args:
        seed: number of the picture.
        path: the JPEG file to write.
        woods: files of wood photographs; may be empty.
        width: of the picture, px; its height is 3/4 of it.
        board: makes the board.
        closely: render only the board and its surroundings.
    """
    rng = np.random.default_rng([20261121, seed])
    scene = empty_scene()
    layout = random_layout(rng, width, width * 3 // 4, board)
    field_mm = layout.camera.distance_mm * width / layout.camera.focal_px
    put_camera(scene, layout.camera, rng, DEPTH_OF_FIELD)
    near, far = (field_mm * M_PER_MM * fields for fields in LAMPS_FIELDS)
    put_light(scene, rng, Light(distance_m=(near, far), size_m=(0.03, 0.5), strength=2.6))
    surface = _put_table(rng, layout, field_mm, woods)
    for _ in range(int(rng.choice([0, 0, 1, 3]))):
        _put_clutter(rng, layout)
    put_board(rng, layout, random_finish(rng), woods)
    part = board_part(layout) if closely else (0, 0, layout.camera.width_px, layout.camera.height_px)
    photograph(scene, layout.camera, rng, RENDER_SETTINGS, path, part if closely else None)
    return {
        **truth_of(layout),
        "part": part,
        "faintest": faintest_ring(np.asarray(cv2.imread(str(path)), np.uint8), layout),
        "surface": surface,
    }


def _put_table(rng: np.random.Generator, layout: Layout, field_mm: float, woods: list[Path]) -> str:
    side = field_mm * 4 * M_PER_MM
    bpy.ops.mesh.primitive_plane_add(size=side)
    material, shader = new_material("table")
    bpy.context.object.data.materials.append(material)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    kind = str(rng.choice(["photo"] * 3 * bool(woods) + list(CLOTHS)))
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.15, 1.0))
    where = nodes.new("ShaderNodeTexCoord")
    place = nodes.new("ShaderNodeMapping")
    place.inputs["Rotation"].default_value = (0, 0, rng.uniform(0, 2 * pi))
    links.new(where.outputs["Object"], place.inputs["Vector"])
    if kind == "photo":
        image = nodes.new("ShaderNodeTexImage")
        image.image = bpy.data.images.load(str(rng.choice([str(w) for w in woods])))
        scale = 1 / (field_mm * M_PER_MM * rng.uniform(0.5, 1.6))
        place.inputs["Scale"].default_value = (scale, scale, 1)
        links.new(place.outputs["Vector"], image.inputs["Vector"])
        links.new(image.outputs["Color"], shader.inputs["Base Color"])
        return kind
    first, second = random_colour(rng, 0.05, 0.95), random_colour(rng, 0.05, 0.95)
    if kind == "plain":
        shader.inputs["Base Color"].default_value = rgba(first)
        return kind
    if kind in ("cloth", "noise", "grain"):
        second = np.clip(first + rng.normal(0, 0.1, 3), 0, 1)
    mix = mix_colours(material, first, second)
    texture = _pattern(rng, kind, layout.tile_mm, material, place)
    links.new(place.outputs["Vector"], texture.inputs["Vector"])
    links.new(texture.outputs["Fac"], mix.inputs["Factor"])
    return kind


def _pattern(
    rng: np.random.Generator, kind: str, tile_mm: float, material: bpy.types.Material, place: bpy.types.Node
) -> bpy.types.Node:
    """Add the texture of a checked, striped or noisy surface to a material; returns its node.

    place: the mapping node of the texture's coordinates.
    """
    nodes = material.node_tree.nodes
    if kind == "checked":
        texture = nodes.new("ShaderNodeTexChecker")
        texture.inputs["Scale"].default_value = 1 / (tile_mm * rng.choice([0.4, 0.7, 1.0, 1.5]) * M_PER_MM)
    elif kind == "striped":
        texture = nodes.new("ShaderNodeTexWave")
        texture.wave_profile = str(rng.choice(["SIN", "SAW", "TRI"]))
        texture.inputs["Scale"].default_value = 0.3 / (tile_mm * rng.uniform(0.5, 2.0) * M_PER_MM)
    else:
        texture = nodes.new("ShaderNodeTexNoise")
        texture.inputs["Scale"].default_value = float(np.exp(rng.uniform(3, 7.5)))
        texture.inputs["Detail"].default_value = 4
        place.inputs["Scale"].default_value = (0.04 if kind == "grain" else 1.0, 1, 1)
        add_bumps(material, texture.outputs["Fac"], float(rng.uniform(0, 0.5)))
    return texture


def _put_clutter(rng: np.random.Generator, layout: Layout) -> None:
    """Add a card or a die at a random place, unless it would lie on or close to the board."""
    size = np.array([layout.camera.width_px, layout.camera.height_px])
    x, y = layout.camera.on_table(rng.uniform(0, 1, 2)[None] * size)[0]
    if min(np.hypot(x - t.x_mm, y - t.y_mm) for t in layout.tiles) < layout.tile_mm * 2.2:
        return
    turn = (0, 0, rng.uniform(0, 6))
    if rng.random() < 0.6:
        bpy.ops.mesh.primitive_cube_add(size=1, location=(x * M_PER_MM, -y * M_PER_MM, 0.0003), rotation=turn)
        bpy.context.object.scale = (rng.uniform(40, 70) * M_PER_MM, rng.uniform(60, 100) * M_PER_MM, 0.0004)
    else:
        side = rng.uniform(10, 30) * M_PER_MM
        bpy.ops.mesh.primitive_cube_add(size=side, location=(x * M_PER_MM, -y * M_PER_MM, side / 2), rotation=turn)
    material, shader = new_material("clutter")
    shader.inputs["Base Color"].default_value = rgba(random_colour(rng))
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.1, 1))
    bpy.context.object.data.materials.append(material)


if __name__ == "__main__":
    main()
