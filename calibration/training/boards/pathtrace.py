"""Path-traced tables with a board, with Blender as a module: light that the drawn pictures do not know.

A development tool, run in a virtual environment of its own (Python 3.11, `pip install "numpy<2" bpy==5.0.1
opencv-python-headless<4.12 pillow`):

    python -m calibration.training.boards.pathtrace OUT --first 0 --count 60 [--wood DIR] [--width 640] [--closely]

Writes OUT/pt_00000.jpg ... and one line each to OUT/truth.jsonl: board (text), occluded, covered (cells that a hand
hides in part), tiles (row, col, px, holds, corners), tile_px, part (left, top, right, bottom: what was rendered).
Picture N depends on the seed N, the width and `--closely` alone.
"""

from __future__ import annotations

import argparse
import json
from math import pi
from pathlib import Path

import bpy
import cv2
import numpy as np

from calibration.training.boards.colours import look
from calibration.training.boards.layout import Board, Layout, any_board, layout
from calibration.training.boards.legible import faintest
from calibration.training.boards.pathtraced_board import put_board
from calibration.training.boards.played import played
from calibration.training.boards.truth import board_part, truth_of
from calibration.training.tracing.materials import colour, new_material, rgba, roughened, two_coloured
from calibration.training.tracing.scene import Film, Lens, Light, M, emptied, photograph, put_camera, put_light

FILM = Film(samples=(4, 8), bounces=3, exposure=0.0)
LENS = Lens(shallow=0.2, focus=(0.93, 1.05))
LAMPS_FIELDS = (1.0, 2.5)  # the lamps' distance over the picture's width on the table: glare and hard shadows
CLOTHS = ("cloth", "cloth", "checked", "checked", "striped", "noise", "grain", "grain", "plain")


def main() -> None:
    """Renders the pictures asked for; pictures already there are left out."""
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
    board = played if args.played else any_board
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
    seed: int, path: Path, woods: list[Path], width: int, board: Board = any_board, closely: bool = False
) -> dict[str, object]:
    """One picture; returns its truth."""
    rng = np.random.default_rng([20261121, seed])
    scene = emptied()
    made = layout(rng, width, width * 3 // 4, board)
    field_mm = made.camera.distance_mm * width / made.camera.focal_px
    put_camera(scene, made.camera, rng, LENS)
    near, far = (field_mm * M * fields for fields in LAMPS_FIELDS)
    put_light(scene, rng, Light(distance_m=(near, far), size_m=(0.03, 0.5), strength=2.6))
    surface = _put_table(rng, made, field_mm, woods)
    for _ in range(int(rng.choice([0, 0, 1, 3]))):
        _put_clutter(rng, made)
    put_board(rng, made, look(rng), woods)
    part = board_part(made) if closely else (0, 0, made.camera.width_px, made.camera.height_px)
    photograph(scene, made.camera, rng, FILM, path, part if closely else None)
    return {
        **truth_of(made),
        "part": part,
        "faintest": faintest(np.asarray(cv2.imread(str(path)), np.uint8), made),
        "surface": surface,
    }


def _put_table(rng: np.random.Generator, made: Layout, field_mm: float, woods: list[Path]) -> str:
    side = field_mm * 4 * M
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
        scale = 1 / (field_mm * M * rng.uniform(0.5, 1.6))
        place.inputs["Scale"].default_value = (scale, scale, 1)
        links.new(place.outputs["Vector"], image.inputs["Vector"])
        links.new(image.outputs["Color"], shader.inputs["Base Color"])
        return kind
    first, second = colour(rng, 0.05, 0.95), colour(rng, 0.05, 0.95)
    if kind == "plain":
        shader.inputs["Base Color"].default_value = rgba(first)
        return kind
    if kind in ("cloth", "noise", "grain"):
        second = np.clip(first + rng.normal(0, 0.1, 3), 0, 1)
    mix = two_coloured(material, first, second)
    if kind == "checked":
        texture = nodes.new("ShaderNodeTexChecker")
        texture.inputs["Scale"].default_value = 1 / (made.tile_mm * rng.choice([0.4, 0.7, 1.0, 1.5]) * M)
        factor = texture.outputs["Fac"]
    elif kind == "striped":
        texture = nodes.new("ShaderNodeTexWave")
        texture.wave_profile = str(rng.choice(["SIN", "SAW", "TRI"]))
        texture.inputs["Scale"].default_value = 0.3 / (made.tile_mm * rng.uniform(0.5, 2.0) * M)
        factor = texture.outputs["Fac"]
    else:
        texture = nodes.new("ShaderNodeTexNoise")
        texture.inputs["Scale"].default_value = float(np.exp(rng.uniform(3, 7.5)))
        texture.inputs["Detail"].default_value = 4
        place.inputs["Scale"].default_value = (0.04 if kind == "grain" else 1.0, 1, 1)
        factor = texture.outputs["Fac"]
        roughened(material, factor, float(rng.uniform(0, 0.5)))
    links.new(place.outputs["Vector"], texture.inputs["Vector"])
    links.new(factor, mix.inputs["Factor"])
    return kind


def _put_clutter(rng: np.random.Generator, made: Layout) -> None:
    """Cards and dice beside the board."""
    size = np.array([made.camera.width_px, made.camera.height_px])
    x, y = made.camera.on_table(rng.uniform(0, 1, 2)[None] * size)[0]
    if min(np.hypot(x - t.x_mm, y - t.y_mm) for t in made.tiles) < made.tile_mm * 2.2:
        return
    turn = (0, 0, rng.uniform(0, 6))
    if rng.random() < 0.6:
        bpy.ops.mesh.primitive_cube_add(size=1, location=(x * M, -y * M, 0.0003), rotation=turn)
        bpy.context.object.scale = (rng.uniform(40, 70) * M, rng.uniform(60, 100) * M, 0.0004)
    else:
        side = rng.uniform(10, 30) * M
        bpy.ops.mesh.primitive_cube_add(size=side, location=(x * M, -y * M, side / 2), rotation=turn)
    material, shader = new_material("clutter")
    shader.inputs["Base Color"].default_value = rgba(colour(rng))
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.1, 1))
    bpy.context.object.data.materials.append(material)


if __name__ == "__main__":
    main()
