"""Light of several kinds over path-traced tables, and the exposure that a camera chooses for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import bpy
import cv2
import numpy as np

from calibration.training.tracing.scene import Light, put_light, without_output
from companion.simulator.pinhole import PinholeCamera

LAMPS = Light(distance_m=(0.5, 1.4), size_m=(0.03, 0.5), strength=2.0)
PREVIEW = 0.08, -5.0
"""Share of the size, and exposure in stops, of the picture that the camera meters."""
MOST_GAIN = 6.0
"""Stops by which a camera corrects at most."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """How bright a picture comes out: least and most of its mean, a share of what is white."""

    least: float
    most: float


EXPOSURES = {"even": Exposure(0.18, 0.3), "bleached": Exposure(0.42, 0.6), "dim": Exposure(0.02, 0.05)}
LIGHTS = ("even", "even", "bleached", "dim", "one-sided", "one-sided")
"""Kinds of light, drawn at random; repeated ones come more often. One-sided light is exposed as an even one is."""


def put_light_of_a_kind(scene: bpy.types.Scene, rng: np.random.Generator) -> str:
    """Add light of one of `LIGHTS` to a scene; returns which."""
    kind = str(rng.choice(LIGHTS))
    put_light(scene, rng, LAMPS)
    if kind == "one-sided":
        _put_window(scene, rng)
    return kind


def metered(scene: bpy.types.Scene, camera: PinholeCamera, rng: np.random.Generator, kind: str, path: Path) -> float:
    """Return the exposure, in stops, that gives a scene a brightness of its kind of light, from a small preview.

    Args:
        scene: the scene.
        camera: gives the picture's shape.
        rng: chooses the brightness.
        kind: of light.
        path: a file beside which the preview is written, and removed.
    """
    exposure = EXPOSURES.get(kind, EXPOSURES["even"])
    wanted = rng.uniform(exposure.least, exposure.most)
    share, stops = PREVIEW
    target = path.with_suffix(".meter.png")
    render, view = scene.render, scene.view_settings
    scene.render.engine = "CYCLES"
    scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", 4, False
    render.resolution_x, render.resolution_y = round(camera.width_px * share), round(camera.height_px * share)
    render.image_settings.file_format, render.image_settings.color_depth = "PNG", "16"
    view.view_transform, view.exposure = "Standard", stops
    render.filepath = str(target)
    without_output(lambda: bpy.ops.render.render(write_still=True))
    seen = np.asarray(cv2.imread(str(target), cv2.IMREAD_UNCHANGED), np.float64)[:, :, :3] / 65535
    target.unlink()
    render.image_settings.color_depth = "8"
    mean = float((seen**2.2).mean()) / 2**stops
    return float(np.clip(np.log2(wanted / max(mean, 1e-6)), -MOST_GAIN, MOST_GAIN))


def _put_window(scene: bpy.types.Scene, rng: np.random.Generator) -> None:
    """Take most of the light from all around away, and add a low window at one side."""
    scene.world.node_tree.nodes["Background"].inputs["Strength"].default_value *= 0.25
    lamp = bpy.data.lights.new("window", "AREA")
    lamp.size = float(rng.uniform(0.1, 0.6))
    around, up, far = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(15, 50)), float(rng.uniform(0.5, 1.0))
    lamp.energy = 40.0 * far**2
    holder = bpy.data.objects.new("window", lamp)
    scene.collection.objects.link(holder)
    direction = np.array([np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)])
    holder.location = tuple(map(float, direction * far))
    holder.rotation_euler = (0.0, float(np.pi / 2 - up), float(around))
