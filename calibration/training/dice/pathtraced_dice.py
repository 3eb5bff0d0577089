"""Adds random dice to a Blender scene: meshes with bevelled edges, their materials, and their poses."""

from __future__ import annotations

from math import acos, atan2, degrees, radians
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from calibration.training.tracing.materials import new_material, random_colour, rgba
from calibration.training.tracing.scene import M_PER_MM
from companion.simulator import dodecahedron as d12
from companion.simulator.dice_art import MARKS, digit_mask
from companion.simulator.pinhole import PinholeCamera

CELL_PX = 128  # side of a digit in the texture
CELL_REACH = 0.8  # distance from a cell's middle to its side, in inradii of the die
COLUMNS, ROWS = 4, 3  # digits in the texture
LEANING_SHARE = 0.12  # share of dice that lean
NEAR, FAR = 0.6, 1.7  # of the distance from the lens to the table's middle: where dice are thrown
TRIES = 60  # random places that are tried for a die before it is left out
SET_SIZE = 6  # dice of a set, which share their style
LUMINANCE, LEAST_CONTRAST = (0.3, 0.59, 0.11), 0.16  # weights of red, green, blue; of ink and body
MAKES: dict[str, dict[str, tuple[float, float]]] = {
    "usual": {},
    "granite": {"speckles": (0.35, 0.62), "bevel": (0.02, 0.16)},
    "swirl": {"swirl": (0.5, 1.0), "bevel": (0.02, 0.2)},
    "frosted": {"gem": (0.6, 1.0), "roughness": (0.25, 0.7), "bevel": (0.01, 0.2)},
    "resin": {"depth_mm": (1.0, 5.0), "roughness": (0.2, 0.9), "bevel": (0.02, 0.2)},
    "pearl": {"coat": (0.5, 1.0), "bevel": (0.12, 0.22), "roughness": (0.15, 0.45)},
    "metal": {"metallic": (0.8, 1.0), "roughness": (0.2, 0.5), "engraved": (0.5, 1.0), "bevel": (0.01, 0.05)},
}
"""What sets each make of dice apart from the usual ones: the range of each property that it changes. Those of `pearl`
and `metal` are for checking alone."""
KINDS_OF_MAKES = {"swirl": "marble", "frosted": "gem"}
"""The kind of body of those makes that are not solid."""


def put_dice(
    rng: np.random.Generator,
    camera: PinholeCamera,
    fonts: list[Path],
    least: int,
    most: int,
    makes: tuple[str, ...] = ("usual",),
) -> list[dict[str, object]]:
    """Throw `least` to `most` dice onto the part of the table that the camera sees.

    Args:
        rng: source of all randomness.
        camera: the camera.
        fonts: fonts of the digits.
        least, most: number of dice.
        makes: names of MAKES; each die, or each set, is of one of them.

    Returns:
        The truth of each die, as JSON data; see `pathtrace`.
    """
    rows: list[dict[str, object]] = []
    taken: list[np.ndarray] = []
    sets = rng.random() < 0.4
    style = _style(rng, fonts, makes)
    for number in range(int(rng.integers(least, most + 1))):
        if not sets or (number and number % SET_SIZE == 0):
            style = _style(rng, fonts, makes)
        inradius = style["inradius"]
        spot = _free_spot(rng, camera, inradius, taken)
        if spot is None:
            continue
        taken.append(spot)
        leaning = rng.random() < LEANING_SHARE
        tilt = rng.uniform(9, 33) if leaning else abs(rng.normal(0, 0.5))
        rotation = d12.turn(rng.uniform(0, 360), tilt, rng.uniform(0, 360)) @ d12.turn_to_top(int(rng.integers(1, 13)))
        middle = np.array([*spot, -inradius * (d12.corners() @ rotation.T)[:, 2].min()])
        values = d12.shuffled_values(rng)
        _die(style, values, rotation, middle)
        rows.append(
            {
                **_truth(camera, inradius, values, rotation, middle, leaning),
                "tilt_deg": round(tilt, 1),
                "kind": style["kind"],
                "make": style["make"],
                "mark": style["mark"],
                "font": style["font"].name,
            }
        )
    return rows


def _free_spot(
    rng: np.random.Generator, camera: PinholeCamera, inradius: float, taken: list[np.ndarray]
) -> np.ndarray | None:
    """A random point of the table, (2,) mm, away from the dice at `taken`; None if none is found in TRIES tries."""
    for _ in range(TRIES):
        pixel = rng.uniform(-0.02, 1.02, 2) * [camera.width_px, camera.height_px]
        spot = camera.on_table(pixel[None], inradius)[0]
        depth = (camera.rotation @ ([*spot, inradius] - camera.position_mm))[2] / camera.distance_mm
        if NEAR < depth < FAR and all(np.hypot(*(spot - other)) > 2.7 * inradius for other in taken):
            return spot
    return None


def _truth(
    camera: PinholeCamera,
    inradius: float,
    values: tuple[int, ...],
    rotation: np.ndarray,
    middle: np.ndarray,
    leaning: bool,
) -> dict[str, object]:
    """Value and position of a die in the picture, as JSON data."""
    normals = d12.face_normals() @ rotation.T
    top = int(np.argmax(normals[:, 2]))
    centre = middle + inradius * normals[top]
    x, y = camera.project(centre[None])[0]
    middle_x, middle_y = camera.project(middle[None])[0]
    depth = (camera.rotation @ (centre - camera.position_mm))[2]
    to_lens = camera.position_mm - middle
    towards = _turned_towards(camera, middle) @ camera.rotation
    return {
        "value": None if leaning else values[top],
        "cocked": leaning,
        "x": round(float(x), 2),
        "y": round(float(y), 2),
        "middle_x": round(float(middle_x), 2),
        "middle_y": round(float(middle_y), 2),
        "radius": round(float(camera.focal_px * inradius / depth), 2),
        "top": values[top],
        "view_deg": round(degrees(acos(to_lens[2] / float(np.linalg.norm(to_lens)))), 1),
        "values": values,
        "upright": towards[:2, 2].round(4).tolist(),
        "axes": (towards @ rotation).round(4).tolist(),
    }


def _turned_towards(camera: PinholeCamera, middle: np.ndarray) -> np.ndarray:
    """The rotation, (3, 3), from the camera's axes to those of one at the same place that is turned towards a die's
    middle, (3,) mm."""
    ahead = camera.rotation @ (middle - camera.position_mm)
    ahead /= np.linalg.norm(ahead)
    right = np.array([1.0, 0.0, 0.0]) - ahead[0] * ahead
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(ahead, right), ahead])


def _style(rng: np.random.Generator, fonts: list[Path], makes: tuple[str, ...]) -> dict[str, Any]:
    style = _usual_style(rng, fonts)
    style["make"] = makes[int(rng.integers(len(makes)))] if len(makes) > 1 else makes[0]
    style |= {name: rng.uniform(*limits) for name, limits in MAKES[style["make"]].items()}
    if style["make"] != "usual":
        style["kind"] = KINDS_OF_MAKES.get(style["make"], "solid")
    if "swirl" in style:
        style["second"] = _swirled(rng, style)
    return style


def _swirled(rng: np.random.Generator, style: dict[str, Any]) -> np.ndarray:
    """A second colour for a body on which the ink stands out, too; the body's own where none is found."""
    for _ in range(TRIES):
        second = style["body"] + style["swirl"] * (random_colour(rng) - style["body"])
        if abs((style["ink"] - second) @ LUMINANCE) > LEAST_CONTRAST:
            return np.asarray(second)
    return np.asarray(style["body"])


def _usual_style(rng: np.random.Generator, fonts: list[Path]) -> dict[str, Any]:
    body = random_colour(rng, 0.03, 1.0)
    ink = random_colour(rng, 0.0, 1.0)
    if rng.random() < 0.55:
        ink = np.full(3, float(rng.choice([0.02, 0.95])))
    if rng.random() < 0.15:
        ink = np.array([0.85, 0.65, 0.25])
    while abs((ink - body) @ LUMINANCE) < LEAST_CONTRAST:
        ink = random_colour(rng, 0.0, 1.0)
        body = np.clip(body + rng.normal(0, 0.1, 3), 0.02, 1)
    return {
        "inradius": rng.uniform(7.8, 11.0),
        "kind": str(rng.choice(["solid", "solid", "marble", "gem"])),
        "body": body,
        "second": np.clip(body + rng.normal(0, 0.25, 3), 0, 1),
        "ink": ink,
        "mark": str(rng.choice(MARKS)),
        "font": fonts[int(rng.integers(len(fonts)))],
        "height": rng.uniform(0.26, 0.42),
        "roughness": rng.uniform(0.05, 0.7),
        "bevel": rng.uniform(0.01, 0.12),
        "engraved": rng.uniform(0, 1) * (rng.random() < 0.6),
        "turn": int(rng.choice([0, 0, 2])) * 36,
        "gem": rng.uniform(0.3, 0.95),
    }


def _atlas(style: dict[str, Any], values: tuple[int, ...]) -> bpy.types.Image:
    sheet = np.zeros((ROWS * CELL_PX, COLUMNS * CELL_PX), np.float32)
    for i, value in enumerate(values):
        mask = digit_mask(str(value), style["font"], style["mark"], style["height"], CELL_PX)
        row, column = divmod(i, COLUMNS)
        sheet[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX] = mask / 255.0
    image = bpy.data.images.new("ink", COLUMNS * CELL_PX, ROWS * CELL_PX, float_buffer=True, is_data=True)
    image.pixels.foreach_set(np.repeat(sheet[::-1].ravel(), 4))
    image.pack()
    return image


def _die(style: dict[str, Any], values: tuple[int, ...], rotation: np.ndarray, middle: np.ndarray) -> None:
    corners, normals = d12.corners(), d12.face_normals()
    right, up = d12.face_axes()
    a = radians(style["turn"])
    right, up = right * np.cos(a) + up * np.sin(a), up * np.cos(a) - right * np.sin(a)
    faces, uvs = [], []
    for i, normal in enumerate(normals):
        own = np.argsort(-(corners @ normal))[:5]
        order = sorted(own, key=lambda k: atan2(corners[k] @ up[i], corners[k] @ right[i]))
        faces.append([int(k) for k in order])
        row, column = divmod(i, COLUMNS)
        for k in order:
            u = 0.5 + corners[k] @ right[i] / (2 * CELL_REACH)
            v = 0.5 - corners[k] @ up[i] / (2 * CELL_REACH)
            uvs.append(((column + u) / COLUMNS, 1 - (row + v) / ROWS))
    placed = (corners * style["inradius"]) @ rotation.T + middle
    placed = placed * [1, -1, 1] * M_PER_MM
    mesh = bpy.data.meshes.new("die")
    mesh.from_pydata([tuple(map(float, p)) for p in placed], [], faces)
    layer = mesh.uv_layers.new(name="ink")
    for loop, uv in zip(layer.data, uvs, strict=True):
        loop.uv = uv
    die = bpy.data.objects.new("die", mesh)
    bpy.context.scene.collection.objects.link(die)
    for inked in (False, True):
        mesh.materials.append(_die_material(style, values if inked else None))
    for polygon in mesh.polygons:
        polygon.material_index = 1
    bevel = die.modifiers.new("bevel", "BEVEL")
    bevel.width = style["bevel"] * style["inradius"] * M_PER_MM
    bevel.segments = 3
    bevel.material = 0
    bevel.harden_normals = True


def _die_material(style: dict[str, Any], values: tuple[int, ...] | None) -> bpy.types.Material:
    material, shader = new_material("die")
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader.inputs["Roughness"].default_value = float(style["roughness"])
    shader.inputs["Base Color"].default_value = rgba(style["body"])
    shader.inputs["Metallic"].default_value = float(style.get("metallic", 0.0))
    shader.inputs["Coat Weight"].default_value = float(style.get("coat", 0.0))
    if "depth_mm" in style:
        shader.inputs["Subsurface Weight"].default_value = 1.0
        shader.inputs["Subsurface Scale"].default_value = float(style["depth_mm"] * M_PER_MM)
    veins = None
    if style["kind"] == "marble" or "speckles" in style:
        veins = _veins(style, material)
        links.new(veins, shader.inputs["Base Color"])
    if style["kind"] == "gem":
        shader.inputs["Transmission Weight"].default_value = float(style["gem"])
        shader.inputs["IOR"].default_value = 1.5
    if values is None:
        return material
    ink = nodes.new("ShaderNodeTexImage")
    ink.image = _atlas(style, values)
    mix = nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    mix.inputs["A"].default_value, mix.inputs["B"].default_value = rgba(style["body"]), rgba(style["ink"])
    if veins is not None:
        links.new(veins, mix.inputs["A"])
    links.new(ink.outputs["Color"], mix.inputs["Factor"])
    links.new(mix.outputs["Result"], shader.inputs["Base Color"])
    if style["kind"] == "gem":
        less = nodes.new("ShaderNodeMath")
        less.operation = "SUBTRACT"
        less.use_clamp = True
        less.inputs[0].default_value = float(style["gem"])
        links.new(ink.outputs["Color"], less.inputs[1])
        links.new(less.outputs[0], shader.inputs["Transmission Weight"])
    if style["engraved"]:
        bump = nodes.new("ShaderNodeBump")
        bump.invert = True
        bump.inputs["Strength"].default_value = float(style["engraved"])
        bump.inputs["Distance"].default_value = 0.0004
        links.new(ink.outputs["Color"], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material


def _veins(style: dict[str, Any], material: bpy.types.Material) -> Any:
    """Add the marbling or the speckles of a die's two colours to its material; returns the output socket of the
    colour."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 1500 if "speckles" in style else 180
    noise.inputs["Distortion"].default_value = 2.0
    where = nodes.new("ShaderNodeTexCoord")
    links.new(where.outputs["Object"], noise.inputs["Vector"])
    mix = nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    mix.inputs["A"].default_value, mix.inputs["B"].default_value = rgba(style["body"]), rgba(style["second"])
    share = noise.outputs["Fac"]
    if "speckles" in style:
        dots = nodes.new("ShaderNodeMath")
        dots.operation = "GREATER_THAN"
        dots.inputs[1].default_value = float(style["speckles"])
        links.new(share, dots.inputs[0])
        share = dots.outputs[0]
    links.new(share, mix.inputs["Factor"])
    return mix.outputs["Result"]
