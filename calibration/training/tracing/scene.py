"""Camera and light of a path-traced table, and its rendering to a picture file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import pi, radians
from pathlib import Path

import bpy
import cv2
import numpy as np
from mathutils import Matrix

from calibration.training.tracing.sensor import simulated_sensor
from companion.simulator.pinhole import PinholeCamera

M_PER_MM = 0.001  # metres (Blender) in a millimetre (ours)
LIGHT_MAP_PX = 128  # resolution of the map from which Blender samples environment light; a finer one doubles the time
Range = tuple[float, float]
"""Least and most of a uniform distribution."""
Part = tuple[int, int, int, int]
"""Left, top, right, bottom of a part of the picture, px."""


@dataclass(frozen=True, slots=True)
class Light:
    """How lamps are drawn at random.

    Attributes:
        distance_m: range of their distance from the table's centre.
        size_m: range of their side.
        strength: mean of the natural logarithm of their power, W at 1 m distance.
    """

    distance_m: Range
    size_m: Range
    strength: float


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """Render settings.

    Attributes:
        samples: range of samples for each pixel.
        bounces: most bounces of a light path.
        exposure: mean exposure correction, stops.
    """

    samples: tuple[int, int]
    bounces: int
    exposure: float


@dataclass(frozen=True, slots=True)
class DepthOfField:
    """Depth of field.

    Attributes:
        shallow: share of pictures with a shallow depth of field.
        focus: range of the focus distance in these, as a share of the camera's distance.
    """

    shallow: float
    focus: Range


def empty_scene() -> bpy.types.Scene:
    """A new Blender scene with nothing in it; the open one is discarded."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    return bpy.context.scene


def put_camera(
    scene: bpy.types.Scene, camera: PinholeCamera, rng: np.random.Generator, depth_of_field: DepthOfField
) -> None:
    """Add a Blender camera with the same geometry as the simulated table's `camera`, with random depth of field."""
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "HORIZONTAL"
    data.sensor_width = 36
    data.lens = 36 * camera.focal_px / camera.width_px
    data.clip_start = 0.01
    holder = bpy.data.objects.new("camera", data)
    scene.collection.objects.link(holder)
    scene.camera = holder
    flip = np.diag([1.0, -1.0, 1.0])  # our table coordinates are left-handed, Blender's right-handed
    matrix = np.eye(4)
    matrix[:3, :3] = (np.diag([1.0, -1.0, -1.0]) @ camera.rotation @ flip).T
    matrix[:3, 3] = flip @ camera.position_mm * M_PER_MM
    holder.matrix_world = Matrix(matrix.tolist())
    if rng.random() < depth_of_field.shallow:
        data.dof.use_dof = True
        data.dof.focus_distance = camera.distance_mm * M_PER_MM * rng.uniform(*depth_of_field.focus)
        data.dof.aperture_fstop = rng.uniform(2.0, 8.0)


def put_light(scene: bpy.types.Scene, rng: np.random.Generator, light: Light) -> None:
    """Add light: one of Blender's environment photographs, randomly turned, and up to two area lamps."""
    folder = Path(bpy.utils.system_resource("DATAFILES")) / "studiolights/world"
    world = bpy.data.worlds.new("world")
    scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "MANUAL"  # the automatic map takes half of the render time
    world.cycles.sample_map_resolution = LIGHT_MAP_PX
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
        lamp.size = rng.uniform(*light.size_m)
        distance = rng.uniform(*light.distance_m)
        lamp.energy = distance**2 * np.exp(rng.normal(light.strength, 0.7))
        lamp.color = tuple(float(c) for c in 1 - rng.uniform(0, 0.35, 3) * np.array([0.2, 0.6, 1.0]))
        holder = bpy.data.objects.new("lamp", lamp)
        scene.collection.objects.link(holder)
        around, up = rng.uniform(0, 2 * pi), radians(rng.uniform(18, 88))
        direction = np.array([np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)])
        holder.location = tuple(map(float, direction * distance))
        holder.rotation_euler = (0.0, pi / 2 - up, around)


def photograph(
    scene: bpy.types.Scene, camera: PinholeCamera, rng: np.random.Generator, settings: RenderSettings, path: Path,
    part: Part | None = None,
) -> None:  # fmt: skip
    """Render the scene and write it as a JPEG with the flaws of a cheap camera.

    Args:
        scene: a scene with camera and light.
        camera: gives the picture's size.
        rng: source of all randomness.
        settings: the render settings.
        path: the JPEG file to write.
        part: render only this part, which is faster; the rest repeats the pixels at its edge. None renders everything.
    """
    _apply_settings(scene, camera, rng, settings)
    if part is not None:
        _restrict_to(scene, camera, part)
    target = path.with_suffix(".png")
    scene.render.filepath = str(target)
    without_output(lambda: bpy.ops.render.render(write_still=True))
    picture = np.asarray(cv2.imread(str(target)), dtype=np.uint8)
    target.unlink()
    if part is not None:
        left, top, right, bottom = part
        beside = top, camera.height_px - bottom, left, camera.width_px - right
        whole = cv2.copyMakeBorder(picture[top:bottom, left:right], *beside, cv2.BORDER_REPLICATE)
        picture = np.asarray(whole, dtype=np.uint8)
    picture, quality = simulated_sensor(picture, rng)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])


def _restrict_to(scene: bpy.types.Scene, camera: PinholeCamera, part: Part) -> None:
    """Restrict rendering to `part`; Blender measures it as shares of the picture from the bottom left."""
    left, top, right, bottom = part
    render = scene.render
    render.use_border, render.use_crop_to_border = True, False
    render.border_min_x, render.border_max_x = left / camera.width_px, right / camera.width_px
    render.border_min_y, render.border_max_y = 1 - bottom / camera.height_px, 1 - top / camera.height_px


def _apply_settings(
    scene: bpy.types.Scene, camera: PinholeCamera, rng: np.random.Generator, settings: RenderSettings
) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = int(rng.integers(*settings.samples))
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.denoising_quality = "FAST"
    scene.cycles.max_bounces = settings.bounces
    scene.cycles.seed = int(rng.integers(1 << 30))
    scene.render.resolution_x, scene.render.resolution_y = camera.width_px, camera.height_px
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = str(rng.choice(["Standard", "Standard", "AgX", "Filmic"]))
    scene.view_settings.exposure = float(rng.normal(settings.exposure, 0.5))
    scene.render.image_settings.file_format = "PNG"


def without_output(work: Callable[[], object]) -> None:
    """Call `work` with the process's standard output (file descriptor 1), to which Blender prints, discarded."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        work()
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
