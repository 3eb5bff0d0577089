"""Renders path-traced films of hands that slap cards, with Blender as a module.

A development tool, run in Blender's environment (see `calibration.training.cards.pathtrace`) on rounds that
`python -m tests.games.leprechauns.traced OUT --first N --rounds K` described:

    python -m calibration.training.hands.pathtrace OUT [--wood FOLDER]

For each OUT/round_N/scene.json, writes OUT/round_N/moment_000.png ... for its distinct moments, and at last
OUT/round_N/traced.json: surface (kind of table), light. Rounds with that file are done already. Table, light and what
else lies about depend on the round's seed only.

scene.json holds: seed, camera (fields of `PinholeCamera`), card_mm (width, height, corner radius), cards (picture, x,
y, turn_deg and base_mm each), arms (fields of `Looks` by owner) and moments (for each the arms in it, from below, by
owner: fields of `Posed`).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import bpy
import cv2
import numpy as np

from calibration.training.cards.pathtraced_card import CardSize, Curl, Stock, put_card
from calibration.training.cards.pathtraced_table import KINDS, put_table
from calibration.training.hands.pathtraced_arm import Looks, TracedArm
from calibration.training.hands.piled_arms import Posed
from calibration.training.tracing.lighting import metered, put_light_of_a_kind
from calibration.training.tracing.materials import new_material, random_colour, rgba
from calibration.training.tracing.scene import M_PER_MM, DepthOfField, empty_scene, put_camera, without_output
from companion.simulator.pinhole import PinholeCamera

SAMPLES, BOUNCES = 2, 2
SHUTTER = 0.5
"""Share of a frame for which the shutter is open, before the moment that is told."""
SHARP = DepthOfField(shallow=0.0, focus=(1.0, 1.0))
WOOD_SHARE = 0.4
"""Share of tables that are photographed wood, when there are photographs."""
THINGS = (0, 4)
"""Cups and boxes that lie about: least and most."""
APART_MM = 95.0
"""Least distance of such a thing from a card."""


def main() -> None:
    """Renders the rounds that are not done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--wood", type=Path, help="a folder of photographs of wood, *.jpg, for some of the tables")
    args = parser.parse_args()
    wood = sorted(args.wood.glob("*.jpg")) if args.wood else []
    if args.wood and not wood:
        parser.error(f"--wood: {args.wood} holds no *.jpg")
    described = sorted(args.out.glob("round_*/scene.json"))
    if not described:
        parser.error(f"{args.out} holds no round_N/scene.json; describe rounds first, as above")
    for told in described:
        done = told.with_name("traced.json")
        if not done.exists():
            done.write_text(json.dumps(render(told, wood)), encoding="utf-8")


def render(told: Path, wood: list[Path]) -> dict[str, object]:
    """Render the moments of one round next to its scene.json; returns what traced.json holds.

    Args:
        told: its scene.json.
        wood: photographs of wood; none: [].
    """
    scene_told = json.loads(told.read_text(encoding="utf-8"))
    rng = np.random.default_rng([20261127, scene_told["seed"]])
    camera = PinholeCamera(**scene_told["camera"])
    scene = empty_scene()
    put_camera(scene, camera, rng, SHARP)
    light = put_light_of_a_kind(scene, rng)
    field_mm = camera.width_px * camera.distance_mm / camera.focal_px
    faces = [told.parent.parent / each["picture"] for each in scene_told["cards"]]
    border = np.asarray(cv2.imread(str(faces[0])), np.uint8)[300, 8, ::-1] / 255.0
    kind = str(rng.choice(KINDS))
    put_table(rng, kind, field_mm, border)
    if wood and rng.random() < WOOD_SHARE:
        kind = "photographed wood"
        _cover(wood[int(rng.integers(len(wood)))], rng, field_mm)
    _put_things(rng, field_mm, [(each["x"], each["y"]) for each in scene_told["cards"]])
    stock = Stock(float(rng.uniform(0.2, 0.7)), float(rng.choice([0.0, 0.5])), 0.35, 1.0, float(rng.uniform(0, 0.15)))
    size = CardSize(*scene_told["card_mm"])
    for face, card in zip(faces, scene_told["cards"], strict=True):
        curl = Curl(float(rng.uniform(-1, 1)), float(rng.uniform(0, 180)))
        put_card(face, size, stock, curl, (card["x"], card["y"], card["turn_deg"]), card["base_mm"])
    arms = {owner: TracedArm(Looks(**looks), rng) for owner, looks in scene_told["arms"].items()}
    for frame, moment in enumerate(scene_told["moments"], start=1):
        for owner, arm in arms.items():
            arm.keyframe(frame, Posed(**moment[owner]) if owner in moment else None)
    scene.frame_set(1)
    exposure = metered(scene, camera, rng, light, told.with_name("moment"))
    _settle(scene, camera, exposure)
    for frame in range(1, len(scene_told["moments"]) + 1):
        scene.frame_set(frame)
        scene.render.filepath = str(told.with_name(f"moment_{frame - 1:03d}.png"))
        without_output(lambda: bpy.ops.render.render(write_still=True))
    return {"surface": kind, "light": light}


def _settle(scene: bpy.types.Scene, camera: PinholeCamera, exposure: float) -> None:
    """One setting for all moments: what does not move looks the same in each."""
    scene.render.engine = "CYCLES"
    cycles, render = scene.cycles, scene.render
    cycles.device, cycles.samples, cycles.max_bounces, cycles.seed = "CPU", SAMPLES, BOUNCES, 1
    cycles.use_denoising, cycles.denoiser, cycles.denoising_quality = True, "OPENIMAGEDENOISE", "FAST"
    cycles.denoising_prefilter = "NONE"  # half of the time
    render.use_persistent_data, render.use_motion_blur, render.motion_blur_shutter = True, True, SHUTTER
    render.motion_blur_position = "END"
    render.resolution_x, render.resolution_y, render.resolution_percentage = camera.width_px, camera.height_px, 100
    scene.view_settings.view_transform, scene.view_settings.exposure = "Standard", exposure
    render.image_settings.file_format, render.image_settings.color_depth = "PNG", "8"
    render.image_settings.compression = 0


def _cover(picture: Path, rng: np.random.Generator, field_mm: float) -> None:
    """Lay a photograph of wood over the table."""
    bpy.ops.mesh.primitive_plane_add(size=field_mm * 5 * M_PER_MM, location=(0, 0, 0.00005))
    material, shader = new_material("photographed wood")
    bpy.context.object.data.materials.append(material)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    image, where, place = (nodes.new(f"ShaderNode{kind}") for kind in ("TexImage", "TexCoord", "Mapping"))
    image.image, image.extension = bpy.data.images.load(str(picture)), "MIRROR"
    place.inputs["Scale"].default_value = (float(rng.uniform(1.5, 4)) / (field_mm * M_PER_MM),) * 3
    place.inputs["Rotation"].default_value = (0, 0, float(rng.uniform(0, 2 * np.pi)))
    links.new(where.outputs["Object"], place.inputs["Vector"])
    links.new(place.outputs["Vector"], image.inputs["Vector"])
    links.new(image.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.2, 0.8))


def _put_things(rng: np.random.Generator, field_mm: float, cards: list[tuple[float, float]]) -> None:
    """Cups and boxes beside the cards."""
    for _ in range(int(rng.integers(THINGS[0], THINGS[1] + 1))):
        x, y = rng.uniform(-0.5, 0.5, 2) * (field_mm, field_mm * 0.75)
        if min(np.hypot(x - a, y - b) for a, b in cards) < APART_MM:
            continue
        material, shader = new_material("thing")
        shader.inputs["Base Color"].default_value = rgba(random_colour(rng))
        shader.inputs["Roughness"].default_value = float(rng.uniform(0.1, 0.9))
        high = float(rng.uniform(5, 60)) * M_PER_MM
        if rng.random() < 0.5:
            bpy.ops.mesh.primitive_cylinder_add(radius=float(rng.uniform(12, 40)) * M_PER_MM, depth=high)
        else:
            bpy.ops.mesh.primitive_cube_add(size=1)
            bpy.context.object.scale = (*map(float, rng.uniform(0.02, 0.09, 2)), high)
        thing = bpy.context.object
        thing.location = (float(x) * M_PER_MM, -float(y) * M_PER_MM, high / 2)
        thing.rotation_euler = (0, 0, float(rng.uniform(0, 2 * np.pi)))
        thing.data.materials.append(material)


if __name__ == "__main__":
    main()
