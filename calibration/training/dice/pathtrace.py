"""Renders path-traced tables with dice, with Blender as a module, for light effects that the generator lacks.

A development tool, run in a virtual environment of its own (Python 3.11, `pip install "numpy<2" bpy==5.0.1
opencv-python-headless<4.12 pillow`):

    python -m calibration.training.dice.pathtrace OUT --first 0 --count 300 --fonts DIR [--wood DIR]

Writes OUT/pt_00000.jpg ... and one line for each to OUT/truth.jsonl: image, dice, surface (kind of table), field_mm (mm
across the picture), focal (focal length over its width). Keys of a die: value (null when it leans), cocked (leans), x,
y (centre of the top face, px), middle_x, middle_y (centre of the die, px), radius (inradius at the top face's height,
px), top (value of the upper face), tilt_deg, view_deg (from above, of the camera at the die), values (of faces 0 to
11), axes (rotation, 3 x 3, from the die's axes to a camera's that is turned towards it: x right, y down, z away),
upright (the table's in that camera's axes, along x and y), kind, make, mark and font. Picture N depends on the seed N
and the options only.
"""

from __future__ import annotations

import argparse
import json
from math import pi
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from calibration.training.dice.fonts import dice_fonts
from calibration.training.dice.pathtraced_dice import MAKES, put_dice
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
from companion.simulator.pinhole import PinholeCamera

RENDER_SETTINGS = RenderSettings(samples=(5, 9), bounces=5, exposure=0.1)
LIGHT = Light(distance_m=(0.4, 1.2), size_m=(0.02, 0.4), strength=2.2)
DEPTH_OF_FIELD = DepthOfField(shallow=0.3, focus=(0.9, 1.08))
"""3 in 10 pictures are partly out of focus."""
FIELD_MM = (150.0, 330.0)  # range of the width of table across FULL_WIDTH_PX
FULL_WIDTH_PX = 1024  # narrower pictures are the middle of one of this width: more dice in the same time
TILT_DEG = (6.0, 14.0)  # deviation of the camera's tilt in full and in narrow pictures; there dice appear less oblique


def main() -> None:
    """Renders the pictures asked for, except those that exist already."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--fonts", type=Path, action="append", required=True)
    parser.add_argument("--wood", type=Path)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--least-dice", type=int, default=2)
    parser.add_argument("--most-dice", type=int, default=6, help="most dice in a picture; more for lessons")
    parser.add_argument("--field", type=float, nargs=2, default=FIELD_MM, help="mm across 1024 px; wide for lessons")
    parser.add_argument("--tilt", type=float, nargs=2, help="degrees from above, least and most; usual without")
    parser.add_argument("--makes", nargs="+", choices=list(MAKES), default=["usual"], help="of the dice")
    parser.add_argument("--truth-only", action="store_true", help="writes truth.jsonl anew, for all, without rendering")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    fonts = dice_fonts(tuple(args.fonts))
    woods = sorted(args.wood.glob("*.jpg")) if args.wood else []
    dice_range = (args.least_dice, args.most_dice)
    if args.truth_only:
        (args.out / "truth.jsonl").unlink(missing_ok=True)
    for number in range(args.first, args.first + args.count):
        name = f"pt_{number:05d}.jpg"
        if args.truth_only or not (args.out / name).exists():
            target = None if args.truth_only else args.out / name
            truth = render(
                number, target, fonts, woods, args.width, args.field, dice_range, args.tilt, tuple(args.makes)
            )
            row = {"image": name, **truth}
            with (args.out / "truth.jsonl").open("a") as file:
                file.write(json.dumps(row) + "\n")


def render(
    seed: int,
    path: Path | None,
    fonts: list[Path],
    woods: list[Path],
    width: int,
    field_range_mm: tuple[float, float],
    dice_range: tuple[int, int],
    tilt_range: tuple[float, float] | None = None,
    makes: tuple[str, ...] = ("usual",),
) -> dict[str, object]:
    """Render one picture; returns its row of truth.jsonl without "image".

    Args:
        seed: number of the picture.
        path: the JPEG file to write; None computes the truth only.
        fonts: fonts of the digits.
        woods: files of wood photographs; may be empty.
        width: of the picture, px; its height is 3/4 of it.
        field_range_mm: range of the width of table across FULL_WIDTH_PX.
        dice_range: least and most dice.
        tilt_range: least and most tilt of the camera, degrees; None: the usual one.
        makes: of the dice, as in `put_dice`.
    """
    rng = np.random.default_rng([20261120, seed])
    scene = empty_scene()
    height = width * 3 // 4
    field_mm = rng.uniform(*field_range_mm) * width / FULL_WIDTH_PX
    focal = FULL_WIDTH_PX * rng.uniform(0.75, 1.5)
    camera = PinholeCamera(
        width,
        height,
        focal,
        focal * field_mm / width,
        rng.uniform(*tilt_range) if tilt_range else abs(rng.normal(0, TILT_DEG[width < FULL_WIDTH_PX])),
        rng.uniform(0, 360),
    )
    put_camera(scene, camera, rng, DEPTH_OF_FIELD)
    put_light(scene, rng, LIGHT)
    surface = _put_table(rng, field_mm, woods)
    for _ in range(rng.integers(0, 4)):
        _put_clutter(rng, field_mm)
    dice = put_dice(rng, camera, fonts, *dice_range, makes)
    truth = {"dice": dice, "surface": surface, "field_mm": field_mm, "focal": focal / width}
    if path is not None:
        photograph(scene, camera, rng, RENDER_SETTINGS, path)
    return truth


def _put_table(rng: np.random.Generator, field_mm: float, woods: list[Path]) -> str:
    side = field_mm * 4 * M_PER_MM
    bpy.ops.mesh.primitive_plane_add(size=side)
    table = bpy.context.object
    material, shader = new_material("table")
    table.data.materials.append(material)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    kinds = ["photo"] * 2 * bool(woods) + ["cloth", "cloth", "checked", "noise", "grain", "plain"]
    kind = str(rng.choice(kinds))
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.15, 1.0))
    where = nodes.new("ShaderNodeTexCoord")
    if kind == "photo":
        image = nodes.new("ShaderNodeTexImage")
        image.image = bpy.data.images.load(str(rng.choice([str(w) for w in woods])))
        place = nodes.new("ShaderNodeMapping")
        scale = 4 / rng.uniform(0.7, 2.0)
        place.inputs["Scale"].default_value = (scale, scale, 1)
        place.inputs["Rotation"].default_value = (0, 0, rng.uniform(0, 2 * pi))
        links.new(where.outputs["UV"], place.inputs["Vector"])
        links.new(place.outputs["Vector"], image.inputs["Vector"])
        links.new(image.outputs["Color"], shader.inputs["Base Color"])
        return kind
    first, second = random_colour(rng, 0.05, 0.95), random_colour(rng, 0.05, 0.95)
    if kind == "plain":
        shader.inputs["Base Color"].default_value = rgba(first)
        return kind
    if kind in ("cloth", "noise"):
        second = np.clip(first + rng.normal(0, 0.12, 3), 0, 1)
    mix = mix_colours(material, first, second)
    if kind == "checked":
        texture = nodes.new("ShaderNodeTexChecker")
        texture.inputs["Scale"].default_value = side / (rng.uniform(8, 40) * M_PER_MM)
        links.new(where.outputs["UV"], texture.inputs["Vector"])
        factor = texture.outputs["Fac"]
    else:
        factor = _noise(rng, kind, material, where)
    links.new(factor, mix.inputs["Factor"])
    return kind


def _noise(rng: np.random.Generator, kind: str, material: bpy.types.Material, where: bpy.types.Node) -> Any:
    """Add noise with bumps to a material, stretched for kind "grain"; returns the noise's output socket.

    where: the texture coordinates node.
    """
    nodes, links = material.node_tree.nodes, material.node_tree.links
    texture = nodes.new("ShaderNodeTexNoise")
    texture.inputs["Scale"].default_value = float(np.exp(rng.uniform(2, 7)))
    texture.inputs["Detail"].default_value = 4
    place = nodes.new("ShaderNodeMapping")
    stretch = 1.0 if kind != "grain" else 0.04
    place.inputs["Scale"].default_value = (stretch, 1, 1)
    place.inputs["Rotation"].default_value = (0, 0, rng.uniform(0, pi))
    links.new(where.outputs["UV"], place.inputs["Vector"])
    links.new(place.outputs["Vector"], texture.inputs["Vector"])
    factor = texture.outputs["Fac"]
    add_bumps(material, factor, float(rng.uniform(0, 0.5)))
    return factor


def _put_clutter(rng: np.random.Generator, field_mm: float) -> None:
    x, y = rng.uniform(-0.6, 0.6, 2) * field_mm * M_PER_MM
    kind = rng.choice(["disc", "card", "card", "coin", "cube", "ball", "gem"])
    if kind in ("disc", "coin"):
        radius = rng.uniform(8, 18) * M_PER_MM
        depth = rng.uniform(1, 6) * M_PER_MM
        bpy.ops.mesh.primitive_cylinder_add(radius=radius, depth=depth, location=(x, y, depth / 2), vertices=64)
    elif kind == "card":
        bpy.ops.mesh.primitive_cube_add(size=1, location=(x, y, 0.0003), rotation=(0, 0, rng.uniform(0, 6)))
        bpy.context.object.scale = (rng.uniform(30, 70) * M_PER_MM, rng.uniform(40, 100) * M_PER_MM, 0.0004)
    elif kind == "cube":
        side = rng.uniform(8, 18) * M_PER_MM
        bpy.ops.mesh.primitive_cube_add(size=side, location=(x, y, side / 2), rotation=(0, 0, rng.uniform(0, 6)))
    elif kind == "gem":
        side = rng.uniform(9, 14) * M_PER_MM
        bpy.ops.mesh.primitive_ico_sphere_add(
            subdivisions=1, radius=side, location=(x, y, side * 0.8), rotation=(0.65, 0, rng.uniform(0, 6))
        )
    else:
        radius = rng.uniform(6, 14) * M_PER_MM
        bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, location=(x, y, radius), segments=32)
    material, shader = new_material("clutter")
    shader.inputs["Base Color"].default_value = rgba(random_colour(rng))
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.1, 1))
    shader.inputs["Metallic"].default_value = float(kind == "coin")
    bpy.context.object.data.materials.append(material)


if __name__ == "__main__":
    main()
