"""Boards for Blender: tiles with bevelled edges, discs with a circle, arms, and what they are made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector

from calibration.training.boards.colours import Look
from calibration.training.boards.layout import Disc, Layout, Limb, Tile, corners
from calibration.training.tracing.materials import new_material, rgba, roughened
from calibration.training.tracing.scene import M

RING_POINTS = 64
GRAIN_M = 0.0003
MILLED_MM = 0.5  # how deep a milled circle goes


def put_board(rng: np.random.Generator, made: Layout, look: Look, woods: list[Path]) -> None:
    """All tiles, discs and limbs of the layout into the open scene."""
    covers = [_tile_material(rng, look, woods) for _ in range(6)]
    for tile in (*made.tiles, *made.strays):
        _put_tile(tile, made, covers[int(rng.integers(len(covers)))], look)
    faces = {red: _plain(look.red if red else look.white, look.disc_roughness) for red in (False, True)}
    rings = {red: _plain(look.red_ring if red else look.white_ring, look.disc_roughness) for red in (False, True)}
    for disc in made.discs:
        _put_disc(disc, look, faces[disc.mark in "rR"], rings[disc.mark in "rR"])
    skin, sleeve = _plain(look.skin, 0.55), _plain(look.sleeve, 0.95)
    for limb in made.limbs:
        _put_limb(limb, sleeve if limb.sleeve else skin)


def placed(points_mm: np.ndarray) -> list[tuple[float, float, float]]:
    """Our left-handed millimetres to Blender's right-handed metres."""
    return [(float(x) * M, float(-y) * M, float(z) * M) for x, y, z in points_mm]


def _mesh(name: str, points_mm: np.ndarray, faces: list[list[int]], materials: list[Any]) -> bpy.types.Object:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(placed(points_mm), [], [face[::-1] for face in faces])
    for material in materials:
        mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _put_tile(tile: Tile, made: Layout, material: Any, look: Look) -> None:
    low, high = (corners(tile.x_mm, tile.y_mm, tile.turn_deg, made.tile_mm * 0.995, z) for z in (0.0, made.thick_mm))
    sides = [[i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4] for i in range(4)]
    thing = _mesh("tile", np.concatenate([low, high]), [[3, 2, 1, 0], [4, 5, 6, 7], *sides], [material])
    bevel = thing.modifiers.new("bevel", "BEVEL")
    bevel.width = look.bevel_mm * M
    bevel.segments = 2


def _put_disc(disc: Disc, look: Look, face: Any, ring: Any) -> None:
    """Turned on a lathe: a profile of radii and heights, the ring a band of its own."""
    foot, top, z = disc.foot_radius_mm, disc.top_radius_mm, disc.base_mm
    up, soft = z + disc.height_mm, min(0.6, 0.15 * disc.height_mm)
    profile = [(foot, z + 0.05), (top, up - soft), (top - soft, up)]
    bands = [0, 0]
    if disc.mark.isupper():
        outer, inner = look.ring_share * top, (look.ring_share - look.ring_width) * top
        deep = up - MILLED_MM * look.milled
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
    """A rounded bar: a cone's frustum and two balls."""
    start, end = (Vector(placed(np.array([p]))[0]) for p in (limb.start_mm, limb.end_mm))
    along = end - start
    turn = along.to_track_quat("Z", "Y").to_euler()
    bpy.ops.mesh.primitive_cone_add(
        vertices=32,
        radius1=limb.start_radius_mm * M,
        radius2=limb.end_radius_mm * M,
        depth=max(along.length, 1e-4),
        location=tuple((start + end) / 2),
        rotation=tuple(turn),
        end_fill_type="NOTHING",
    )
    things = [bpy.context.object]
    for at, radius in ((start, limb.start_radius_mm), (end, limb.end_radius_mm)):
        bpy.ops.mesh.primitive_uv_sphere_add(radius=radius * M, location=tuple(at), segments=24, ring_count=16)
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


def _tile_material(rng: np.random.Generator, look: Look, woods: list[Path]) -> Any:
    """Wood of a photograph tinted to the set's colour, or drawn grain; each tile shows another part of it."""
    material, shader = new_material("tile")
    nodes, links = material.node_tree.nodes, material.node_tree.links
    base = np.clip(look.tile + rng.normal(0, look.tile_spread, 3), 0.01, 1)
    shader.inputs["Roughness"].default_value = float(look.tile_roughness)
    where = nodes.new("ShaderNodeTexCoord")
    place = nodes.new("ShaderNodeMapping")
    place.inputs["Location"].default_value = tuple(rng.uniform(-5, 5, 3))
    place.inputs["Rotation"].default_value = (0, 0, float(rng.integers(2)) * np.pi / 2 + rng.normal(0, 0.1))
    mix = nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    if look.photo and woods:
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
        roughened(material, noise.outputs["Fac"], float(rng.uniform(0, 0.6)), GRAIN_M)
    links.new(where.outputs["Object"], place.inputs["Vector"])
    links.new(place.outputs["Vector"], target)
    links.new(mix.outputs["Result"], shader.inputs["Base Color"])
    return material
