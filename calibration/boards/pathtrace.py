"""Path-traced tables with a board, with Blender as a module: light that the drawn pictures do not know.

A development tool, run in a virtual environment of its own (Python 3.11, `pip install "numpy<2" bpy==5.0.1
opencv-python-headless<4.12 pillow`):

    python -m calibration.boards.pathtrace OUT --first 0 --count 60 [--wood DIR] [--width 640]

Writes OUT/pt_00000.jpg ... and one line each to OUT/truth.jsonl: board (text), occluded, covered (cells that a hand
hides in part), tiles (row, col, px, holds, corners), tile_px. Picture N depends on the seed N and the width alone.
"""

from __future__ import annotations

import argparse
import json
from math import pi, radians
from pathlib import Path

import bpy
import cv2
import numpy as np
from mathutils import Matrix

from calibration.boards.colours import look
from calibration.boards.layout import Layout, layout
from calibration.boards.pathtraced_board import put_board
from calibration.boards.truth import truth_of
from calibration.dice.pathtrace import quiet
from calibration.dice.pathtraced_dice import M, colour, new_material, rgba
from calibration.dice.sensor import sensor
from companion.camera.rendered.pinhole import PinholeCamera

SAMPLES = (4, 8)
CLOTHS = ("cloth", "cloth", "checked", "checked", "striped", "noise", "grain", "grain", "plain")


def main() -> None:
    """Renders the pictures asked for; pictures already there are left out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--wood", type=Path)
    parser.add_argument("--width", type=int, default=1024)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    woods = sorted(args.wood.glob("*.jpg")) if args.wood else []
    for number in range(args.first, args.first + args.count):
        name = f"pt_{number:05d}.jpg"
        if not (args.out / name).exists():
            row = {"image": name, **render(number, args.out / name, woods, args.width)}
            with (args.out / "truth.jsonl").open("a") as file:
                file.write(json.dumps(row) + "\n")


def render(seed: int, path: Path, woods: list[Path], width: int) -> dict[str, object]:
    """One picture; returns its truth."""
    rng = np.random.default_rng([20261121, seed])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    made = layout(rng, width, width * 3 // 4)
    field_mm = made.camera.distance_mm * width / made.camera.focal_px
    _put_camera(scene, made.camera, rng)
    _put_light(scene, rng, field_mm)
    surface = _put_table(rng, made, field_mm, woods)
    for _ in range(int(rng.choice([0, 0, 1, 3]))):
        _put_clutter(rng, made)
    put_board(rng, made, look(rng), woods)
    _settings(scene, made.camera, rng)
    target = path.with_suffix(".png")
    scene.render.filepath = str(target)
    quiet(lambda: bpy.ops.render.render(write_still=True))
    picture = np.asarray(cv2.imread(str(target)), dtype=np.uint8)
    target.unlink()
    picture, quality = sensor(picture, rng)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return {**truth_of(made), "surface": surface}


def _settings(scene: bpy.types.Scene, camera: PinholeCamera, rng: np.random.Generator) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = int(rng.integers(*SAMPLES))
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.denoising_quality = "FAST"
    scene.cycles.max_bounces = 3
    scene.cycles.seed = int(rng.integers(1 << 30))
    scene.render.resolution_x, scene.render.resolution_y = camera.width_px, camera.height_px
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = str(rng.choice(["Standard", "Standard", "AgX", "Filmic"]))
    scene.view_settings.exposure = float(rng.normal(0.0, 0.5))
    scene.render.image_settings.file_format = "PNG"


def _put_camera(scene: bpy.types.Scene, camera: PinholeCamera, rng: np.random.Generator) -> None:
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "HORIZONTAL"
    data.sensor_width = 36
    data.lens = 36 * camera.focal_px / camera.width_px
    data.clip_start = 0.01
    holder = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(holder)
    scene.camera = holder
    flip = np.diag([1.0, -1.0, 1.0])  # our table is left-handed, Blender is not
    matrix = np.eye(4)
    matrix[:3, :3] = (np.diag([1.0, -1.0, -1.0]) @ camera.rotation @ flip).T
    matrix[:3, 3] = flip @ camera.position_mm * M
    holder.matrix_world = Matrix(matrix.tolist())
    if rng.random() < 0.2:
        data.dof.use_dof = True
        data.dof.focus_distance = camera.distance_mm * M * rng.uniform(0.93, 1.05)
        data.dof.aperture_fstop = rng.uniform(2.0, 8.0)


def _put_light(scene: bpy.types.Scene, rng: np.random.Generator, field_mm: float) -> None:
    """A captured environment, and up to two lamps, near enough for glare and hard shadows."""
    folder = Path(bpy.utils.system_resource("DATAFILES")) / "studiolights/world"
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    sky = nodes.new("ShaderNodeTexEnvironment")
    sky.image = bpy.data.images.load(str(rng.choice(sorted(map(str, folder.glob("*.exr"))))))
    place = nodes.new("ShaderNodeMapping")
    place.inputs["Rotation"].default_value = (rng.normal(0, 0.4), rng.normal(0, 0.4), rng.uniform(0, 2 * pi))
    where = nodes.new("ShaderNodeTexCoord")
    links.new(where.outputs["Generated"], place.inputs["Vector"])
    links.new(place.outputs["Vector"], sky.inputs["Vector"])
    links.new(sky.outputs["Color"], nodes["Background"].inputs["Color"])
    nodes["Background"].inputs["Strength"].default_value = float(np.exp(rng.normal(-0.2, 0.5)))
    for _ in range(int(rng.choice([0, 1, 1, 2]))):
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.size = rng.uniform(0.03, 0.5)
        distance = field_mm * M * rng.uniform(1.0, 2.5)
        lamp.energy = distance**2 * np.exp(rng.normal(2.6, 0.7))
        lamp.color = tuple(float(c) for c in 1 - rng.uniform(0, 0.35, 3) * np.array([0.2, 0.6, 1.0]))
        holder = bpy.data.objects.new("lamp", lamp)
        scene.collection.objects.link(holder)
        around, up = rng.uniform(0, 2 * pi), radians(rng.uniform(18, 88))
        direction = np.array([np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)])
        holder.location = tuple(map(float, direction * distance))
        holder.rotation_euler = (0.0, pi / 2 - up, around)


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
    mix = nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    mix.inputs["A"].default_value, mix.inputs["B"].default_value = rgba(first), rgba(second)
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
        bump = nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = float(rng.uniform(0, 0.5))
        bump.inputs["Distance"].default_value = 0.0005
        links.new(factor, bump.inputs["Height"])
        links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    links.new(place.outputs["Vector"], texture.inputs["Vector"])
    links.new(factor, mix.inputs["Factor"])
    links.new(mix.outputs["Result"], shader.inputs["Base Color"])
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
