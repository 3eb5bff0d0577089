"""Adds a board to a Blender scene: tiles with bevelled edges, discs with a circle, arms, and their materials."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from calibration.training.boards.colours import Finish
from calibration.training.boards.layout import Disc, Layout, Limb, Tile, corners
from calibration.training.tracing.materials import add_bumps, new_material, rgba
from calibration.training.tracing.scene import M_PER_MM

RING_POINTS = 64  # corners of the polygon that stands for a circle
GRAIN_M = 0.0003  # depth of wood grain, metres
MILLED_MM = 0.5  # depth of a milled circle


def put_board(rng: np.random.Generator, layout: Layout, finish: Finish, woods: list[Path]) -> None:
    """Add all tiles, discs and limbs of a layout to the open scene.

    Args:
        rng: source of all randomness.
        layout: what to add.
        finish: colours and surfaces.
        woods: files of wood photographs for tiles; may be empty.
    """
    covers = [_tile_material(rng, finish, woods) for _ in range(6)]
    for tile in (*layout.tiles, *layout.strays):
        _put_tile(tile, layout, covers[int(rng.integers(len(covers)))], finish)
    faces = {red: _plain(finish.red if red else finish.white, finish.disc_roughness) for red in (False, True)}
    rings = {red: _plain(finish.red_ring if red else finish.white_ring, finish.disc_roughness) for red in (False, True)}
    for disc in layout.discs:
        _put_disc(disc, finish, faces[disc.mark in "rR"], rings[disc.mark in "rR"])
    skin, sleeve = _plain(finish.skin, 0.55), _plain(finish.sleeve, 0.95)
    for limb in layout.limbs:
        _put_limb(limb, sleeve if limb.sleeve else skin)


def placed(points_mm: np.ndarray) -> list[tuple[float, float, float]]:
    """Convert points (N, 3) from our left-handed millimetres to Blender's right-handed metres."""
    return [(float(x) * M_PER_MM, float(-y) * M_PER_MM, float(z) * M_PER_MM) for x, y, z in points_mm]


def _mesh(name: str, points_mm: np.ndarray, faces: list[list[int]], materials: list[Any]) -> bpy.types.Object:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(placed(points_mm), [], [face[::-1] for face in faces])
    for material in materials:
        mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _put_tile(tile: Tile, layout: Layout, material: Any, finish: Finish) -> None:
    low, high = (
        corners(tile.x_mm, tile.y_mm, tile.turn_deg, layout.tile_mm * 0.995, z) for z in (0.0, layout.thick_mm)
    )
    sides = [[i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4] for i in range(4)]
    thing = _mesh("tile", np.concatenate([low, high]), [[3, 2, 1, 0], [4, 5, 6, 7], *sides], [material])
    bevel = thing.modifiers.new("bevel", "BEVEL")
    bevel.width = finish.bevel_mm * M_PER_MM
    bevel.segments = 2


def _put_disc(disc: Disc, finish: Finish, face: Any, ring: Any) -> None:
    """Add a disc as a solid of revolution of a (radius, height) profile; the circle has a material of its own."""
    foot, top, z = disc.foot_radius_mm, disc.top_radius_mm, disc.base_mm
    up, soft = z + disc.height_mm, min(0.6, 0.15 * disc.height_mm)
    profile = [(foot, z + 0.05), (top, up - soft), (top - soft, up)]
    bands = [0, 0]
    if disc.mark.isupper():
        outer, inner = finish.ring_share * top, (finish.ring_share - finish.ring_width) * top
        deep = up - MILLED_MM * finish.milled
        profile += [(outer, up), (outer - 0.02, deep), (inner + 0.02, deep), (inner, up)]
        bands += [0, 1, 1, 1]
    angles = np.arange(RING_POINTS) / RING_POINTS * 2 * np.pi
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    points = [
        np.column_stack([circle * radius + [disc.x_mm, disc.y_mm], np.full(RING_POINTS, h)]) for radius, h in profile
    ]
    faces, of = [], []
    for k, band in enumerate(bands):
        for i in range(RING_POINTS):
            j = (i + 1) % RING_POINTS
            faces.append(
                [k * RING_POINTS + i, k * RING_POINTS + j, (k + 1) * RING_POINTS + j, (k + 1) * RING_POINTS + i]
            )
            of.append(band)
    last = (len(profile) - 1) * RING_POINTS
    faces.append([last + i for i in range(RING_POINTS)])
    of.append(0)
    thing = _mesh("disc", np.concatenate(points), faces, [face, ring])
    for polygon, band in zip(thing.data.polygons, of, strict=True):
        polygon.material_index = band


def _put_limb(limb: Limb, material: Any) -> None:
    """Add a limb as a truncated cone with a sphere at each end."""
    start, end = (Vector(placed(np.array([p]))[0]) for p in (limb.start_mm, limb.end_mm))
    along = end - start
    turn = along.to_track_quat("Z", "Y").to_euler()
    bpy.ops.mesh.primitive_cone_add(
        vertices=32,
        radius1=limb.start_radius_mm * M_PER_MM,
        radius2=limb.end_radius_mm * M_PER_MM,
        depth=max(along.length, 1e-4),
        location=tuple((start + end) / 2),
        rotation=tuple(turn),
        end_fill_type="NOTHING",
    )
    things = [bpy.context.object]
    for at, radius in ((start, limb.start_radius_mm), (end, limb.end_radius_mm)):
        bpy.ops.mesh.primitive_uv_sphere_add(radius=radius * M_PER_MM, location=tuple(at), segments=24, ring_count=16)
        things.append(bpy.context.object)
    for thing in things:
        thing.data.materials.append(material)
        for polygon in thing.data.polygons:
            polygon.use_smooth = True


def _plain(colour: np.ndarray, roughness: float) -> Any:
    material, shader = new_material("plain")
    shader.inputs["Base Color"].default_value = rgba(colour)
    shader.inputs["Roughness"].default_value = float(roughness)
    return material


def _tile_material(rng: np.random.Generator, finish: Finish, woods: list[Path]) -> Any:
    """A tile material: a photograph tinted to the set's colour, or procedural grain, at a random offset."""
    material, shader = new_material("tile")
    nodes, links = material.node_tree.nodes, material.node_tree.links
    base = np.clip(finish.tile + rng.normal(0, finish.tile_spread, 3), 0.01, 1)
    shader.inputs["Roughness"].default_value = float(finish.tile_roughness)
    where = nodes.new("ShaderNodeTexCoord")
    place = nodes.new("ShaderNodeMapping")
    place.inputs["Location"].default_value = tuple(rng.uniform(-5, 5, 3))
    place.inputs["Rotation"].default_value = (0, 0, float(rng.integers(2)) * np.pi / 2 + rng.normal(0, 0.1))
    mix = nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    if finish.photo and woods:
        image = nodes.new("ShaderNodeTexImage")
        image.image = bpy.data.images.load(str(rng.choice([str(p) for p in woods])))
        place.inputs["Scale"].default_value = (float(rng.uniform(3, 9)),) * 3
        mix.blend_type = "MULTIPLY"
        mix.inputs["Factor"].default_value = float(rng.uniform(0.3, 1.0))
        mix.inputs["A"].default_value = rgba(base)
        links.new(image.outputs["Color"], mix.inputs["B"])
        target = image.inputs["Vector"]
    else:
        noise = nodes.new("ShaderNodeTexNoise")
        noise.inputs["Scale"].default_value = float(rng.uniform(150, 900))
        noise.inputs["Detail"].default_value = 3
        place.inputs["Scale"].default_value = (float(rng.uniform(0.02, 0.2)), 1, 1)
        mix.inputs["A"].default_value = rgba(base)
        mix.inputs["B"].default_value = rgba(np.clip(base * rng.uniform(0.4, 0.95), 0, 1))
        links.new(noise.outputs["Fac"], mix.inputs["Factor"])
        target = noise.inputs["Vector"]
        add_bumps(material, noise.outputs["Fac"], float(rng.uniform(0, 0.6)), GRAIN_M)
    links.new(where.outputs["Object"], place.inputs["Vector"])
    links.new(place.outputs["Vector"], target)
    links.new(mix.outputs["Result"], shader.inputs["Base Color"])
    return material
