"""Adds arms to a Blender scene: a hand with fingers and nails, a bare forearm, a sleeve; moves them frame by frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

from calibration.training.hands.piled_arms import FOREARM_MM, UPPER_MM, Posed
from calibration.training.tracing.materials import add_bumps, new_material, rgba
from calibration.training.tracing.scene import M_PER_MM

VOXEL_MM = 1.8
"""Fineness of a hand's surface."""
SMOOTHED = 6
"""Times that it is smoothed."""
FAR_BELOW_MM = -2000.0
"""Height of an arm that is not there."""
AROUND, ALONG = 24, 40
"""Points around a limb, and along it."""
FOREARM_FLAT = 0.75
"""Thickness of a forearm at the wrist, as a share of its width."""
FOLD_MM = 2.5
"""Height of a sleeve's folds."""
SOLE_MM = 2.0
"""By which the middle of a joint lies lower than its own radius: flesh gives way where it lies."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How a person's arm looks.

    Attributes:
        skin_bgr, sleeve_bgr, stripe_bgr: colours, 0 to 255; no stripes: None.
        cuff_mm: where the sleeve begins, behind the wrist.
        size: 1 is a man's hand.
        left: whether it is a left hand.
        spread: of the fingers, 0 together to 1 relaxed.
    """

    skin_bgr: tuple[int, int, int]
    sleeve_bgr: tuple[int, int, int]
    stripe_bgr: tuple[int, int, int] | None
    cuff_mm: float
    size: float
    left: bool
    spread: float


FINGERS_MM = (
    # Joints x, y of the knuckle, the middle joint and the tip, and their radii.
    ((-30.0, 24.0), (-50.0, 62.0), (-63.0, 93.0), (16.0, 12.0, 9.5)),
    ((-27.0, 84.0), (-33.0, 128.0), (-37.0, 164.0), (12.0, 10.5, 8.0)),
    ((-8.0, 90.0), (-8.0, 138.0), (-8.0, 179.0), (12.0, 10.5, 8.5)),
    ((11.0, 86.0), (15.0, 130.0), (18.0, 168.0), (11.5, 10.0, 8.0)),
    ((28.0, 74.0), (36.0, 110.0), (43.0, 140.0), (10.5, 9.0, 7.0)),
)
"""The thumb, then the other fingers of a spread right hand, palm down, mm from the wrist."""
PALM_MM = (
    ((0.0, 0.0), (0.0, 38.0), 26.0, 33.0, 17.0, 15.0),
    ((-16.0, 40.0), (-24.0, 82.0), 24.0, 14.0, 14.0, 12.0),
    ((8.0, 40.0), (22.0, 74.0), 26.0, 14.0, 14.0, 11.0),
    ((-2.0, 44.0), (1.0, 86.0), 24.0, 15.0, 14.0, 12.0),
)
"""Two ends, half of the width there, half of the thickness there."""
WRIST_UP_MM = 26.0
"""Height of the wrist's middle over that of the fingers."""


_UP, _ROUND = np.meshgrid(np.linspace(-np.pi / 2, np.pi / 2, 9), np.linspace(0, 2 * np.pi, 16, endpoint=False))
_SPHERE = np.stack([np.cos(_UP) * np.cos(_ROUND), np.cos(_UP) * np.sin(_ROUND), np.sin(_UP)], axis=2).reshape(-1, 3)
"""(144, 3), points of a sphere of radius 1."""


class TracedArm:
    """The objects of one arm in the open scene.

    Args:
        looks: how it looks.
        rng: source of all randomness: lengths of fingers, folds, how the skin shines.
    """

    def __init__(self, looks: Looks, rng: np.random.Generator) -> None:
        self._looks = looks
        skin, nail, cloth = _skin(looks, rng), _nail(looks), _cloth(looks, rng)
        self._hand = _object("hand", _hand_mesh(looks, rng), [skin, nail])
        share = min(1.0, looks.cuff_mm / 255.0)
        self._bare = share
        self._fore = _object("forearm", _tube(FOREARM_MM, FOREARM_FLAT, 0.0, rng), [skin])
        wide = (FOREARM_MM[0] + 9.0 + 10.0 * share, UPPER_MM[0] - 1.0)
        self._cuff = _object("sleeve", _tube(wide, 0.9, FOLD_MM, rng), [cloth])
        folds = FOLD_MM if share < 1 else 0.0
        self._upper = _object("upper arm", _tube(UPPER_MM, 1.0, folds, rng), [cloth if share < 1 else skin])
        self._joint = _object("elbow", _ball(UPPER_MM[0] - 1.0), [cloth if share < 1 else skin])

    def keyframe(self, frame: int, arm: Posed | None) -> None:
        """Set where the arm is in a frame; None: it is not there."""
        things = (self._hand, self._fore, self._cuff, self._upper, self._joint)
        if arm is None:
            for thing in things:
                thing.location = (0.0, 0.0, FAR_BELOW_MM * M_PER_MM)
                thing.keyframe_insert("location", frame=frame)
            return
        size = arm.size
        angle = float(np.arctan2(-arm.along[1], arm.along[0]) - np.pi / 2)
        at = Vector((arm.wrist[0], -arm.wrist[1], arm.rests_mm)) * M_PER_MM
        self._hand.matrix_world = (
            Matrix.Translation(at) @ Matrix.Rotation(angle, 4, "Z") @ Matrix.Diagonal((size, size, size, 1))
        )
        wrist, elbow, shoulder = (Vector((x, -y, z)) * M_PER_MM for x, y, z in (arm.wrist, arm.elbow, arm.shoulder))
        _stretch(self._fore, wrist, elbow, size)
        _stretch(self._cuff, wrist + min(self._bare, 0.98) * (elbow - wrist), elbow, size if self._bare < 1 else 0.01)
        _stretch(self._upper, elbow, shoulder, size)
        self._joint.matrix_world = Matrix.Translation(elbow) @ Matrix.Diagonal((size, size, size, 1))
        for thing in things:
            thing.rotation_mode = "QUATERNION"
            for path in ("location", "rotation_quaternion", "scale"):
                thing.keyframe_insert(path, frame=frame)


def _stretch(thing: bpy.types.Object, start: Vector, end: Vector, size: float) -> None:
    """Lay a limb of length 1 from one joint to the other."""
    way = end - start
    turn = way.to_track_quat("Z", "Y").to_matrix().to_4x4()
    thing.matrix_world = Matrix.Translation(start) @ turn @ Matrix.Diagonal((size, size, way.length, 1))


def _object(name: str, mesh: bpy.types.Mesh, materials: list[bpy.types.Material]) -> bpy.types.Object:
    for material in materials:
        mesh.materials.append(material)
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _hand_mesh(looks: Looks, rng: np.random.Generator) -> bpy.types.Mesh:
    """A hand that lies palm down on height 0, fingers along y, wrist at 0, metres."""
    own = bmesh.new()
    for start, end, wide_a, wide_b, thick_a, thick_b in PALM_MM:
        rise = [WRIST_UP_MM * max(0.0, 1 - y / 60.0) for _, y in (start, end)]
        _hull(own, [(*start, thick_a - SOLE_MM + rise[0]), (*end, thick_b - SOLE_MM + rise[1])],
              [(wide_a, thick_a), (wide_b, thick_b)])  # fmt: skip
    closed = 0.35 + 0.65 * looks.spread
    tips = []
    for number, (knuckle, middle, tip, radii) in enumerate(FINGERS_MM):
        long = rng.uniform(0.94, 1.06)
        turn = rng.normal(0, 1.2)
        arched = rng.uniform(2.0, 9.0)
        joints = [np.array(knuckle)]
        for joint in (middle, tip):
            x, y = np.array(joint) - knuckle
            aside = x * (closed if number else 1.0) + turn * y / 60.0
            joints.append(np.array(knuckle) + np.array([aside, y * long]))
        heights = [radii[0] - SOLE_MM + 3.0, radii[1] - SOLE_MM + arched, radii[2] - SOLE_MM / 2]
        points = [(float(x), float(y), h) for (x, y), h in zip(joints, heights, strict=True)]
        for n in (0, 1):
            _hull(own, points[n : n + 2], [(radii[n], radii[n] * 0.95), (radii[n + 1], radii[n + 1] * 0.95)])
        tips.append((points[1], points[2], radii[2]))
    rough = bpy.data.meshes.new("hand")
    own.to_mesh(rough)
    own.free()
    skinned = _remeshed(rough)
    whole = bmesh.new()
    whole.from_mesh(skinned)
    before = len(whole.faces)
    for joint_xyz, tip_xyz, radius in tips:
        _put_nail(whole, np.array(joint_xyz), np.array(tip_xyz), radius)
    whole.faces.ensure_lookup_table()
    for face in whole.faces[before:]:
        face.material_index = 1
    if looks.left:
        bmesh.ops.scale(whole, vec=(-1, 1, 1), verts=whole.verts)
        bmesh.ops.reverse_faces(whole, faces=whole.faces)
    whole.to_mesh(skinned)
    whole.free()
    return skinned


def _hull(own: Any, points: list[tuple[float, float, float]], radii: list[tuple[float, float]]) -> None:
    """Add the hull of two flat ellipsoids, mm."""
    hull = bmesh.new()
    for (x, y, z), (wide, thick) in zip(points, radii, strict=True):
        for vertex in _SPHERE * (wide, wide, thick) + (x, y, z):
            hull.verts.new((vertex * M_PER_MM).tolist())
    bmesh.ops.convex_hull(hull, input=hull.verts)
    mesh = bpy.data.meshes.new("hull")
    hull.to_mesh(mesh)
    hull.free()
    own.from_mesh(mesh)


def _remeshed(rough: bpy.types.Mesh) -> bpy.types.Mesh:
    thing = bpy.data.objects.new("rough", rough)
    bpy.context.scene.collection.objects.link(thing)
    remesh = thing.modifiers.new("remesh", "REMESH")
    remesh.mode, remesh.voxel_size = "VOXEL", VOXEL_MM * M_PER_MM
    smooth = thing.modifiers.new("smooth", "SMOOTH")
    smooth.iterations, smooth.factor = SMOOTHED, 0.5
    seen = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = bpy.data.meshes.new_from_object(seen)
    bpy.data.objects.remove(thing)
    return mesh


def _put_nail(whole: Any, behind: np.ndarray, tip: np.ndarray, radius: float) -> None:
    way = (tip - behind) / np.linalg.norm(tip - behind)
    made = bmesh.ops.create_icosphere(whole, subdivisions=2, radius=M_PER_MM)["verts"]
    bmesh.ops.scale(whole, vec=(radius * 0.62, radius * 0.85, 1.2), verts=made)
    angle = float(np.arctan2(way[1], way[0]) - np.pi / 2)
    bmesh.ops.rotate(whole, matrix=Matrix.Rotation(angle, 3, "Z"), verts=made)
    at = tip + way * radius * 0.1 + (0, 0, radius * 0.78)
    bmesh.ops.translate(whole, vec=Vector(map(float, at)) * M_PER_MM, verts=made)


def _tube(radii: tuple[float, float], flat: float, fold_mm: float, rng: np.random.Generator) -> bpy.types.Mesh:
    """A limb from 0 to 1 along z, its radii in metres; `flat` is its thickness at the start, a share of its width."""
    across, down = np.linspace(0, 2 * np.pi, AROUND, endpoint=False), np.linspace(0, 1, ALONG)
    waves = sum(
        rng.normal(0, 0.5) * np.sin(2 * np.pi * (f * down[:, None] + rng.random()) + n * across[None, :])
        for f, n in ((3, 1), (5, -1), (7, 2), (10, 0), (12, -2))
    )
    belly = 1 + 0.06 * np.sin(np.pi * down[:, None])
    radius = ((radii[0] + (radii[1] - radii[0]) * down[:, None]) * belly + fold_mm * waves) * M_PER_MM
    thin = flat + (1 - flat) * down[:, None]
    # Blender's track keeps the limb's own y upright.
    x, y = radius * np.cos(across), radius * thin * np.sin(across)
    z = np.broadcast_to(down[:, None], x.shape)
    points = np.stack([x, y, z], axis=2).reshape(-1, 3)
    faces = [
        [r * AROUND + c, r * AROUND + (c + 1) % AROUND, (r + 1) * AROUND + (c + 1) % AROUND, (r + 1) * AROUND + c]
        for r in range(ALONG - 1)
        for c in range(AROUND)
    ]
    mesh = bpy.data.meshes.new("limb")
    mesh.from_pydata(points.tolist(), [], faces)
    return mesh


def _ball(radius_mm: float) -> bpy.types.Mesh:
    own = bmesh.new()
    bmesh.ops.create_uvsphere(own, u_segments=24, v_segments=16, radius=radius_mm * M_PER_MM)
    mesh = bpy.data.meshes.new("joint")
    own.to_mesh(mesh)
    own.free()
    return mesh


def _skin(looks: Looks, rng: np.random.Generator) -> bpy.types.Material:
    material, shader = new_material("skin")
    nodes, links = material.node_tree.nodes, material.node_tree.links
    colour = np.array(looks.skin_bgr[::-1]) / 255.0
    mix = nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    redder = np.clip(colour * (1.04, 0.86, 0.84), 0, 1)
    mix.inputs["A"].default_value, mix.inputs["B"].default_value = rgba(colour), rgba(redder)
    blotches = nodes.new("ShaderNodeTexNoise")
    blotches.inputs["Scale"].default_value = float(rng.uniform(25, 70))
    where = nodes.new("ShaderNodeTexCoord")
    links.new(where.outputs["Object"], blotches.inputs["Vector"])
    links.new(blotches.outputs["Fac"], mix.inputs["Factor"])
    links.new(mix.outputs["Result"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = float(rng.uniform(0.35, 0.7))
    grain = nodes.new("ShaderNodeTexNoise")
    grain.inputs["Scale"].default_value = float(rng.uniform(250, 600))
    links.new(where.outputs["Object"], grain.inputs["Vector"])
    add_bumps(material, grain.outputs["Fac"], 0.3)
    return material


def _nail(looks: Looks) -> bpy.types.Material:
    material, shader = new_material("nail")
    colour = 0.6 * np.array(looks.skin_bgr[::-1]) / 255.0 + 0.4 * np.array([0.95, 0.8, 0.78])
    shader.inputs["Base Color"].default_value = rgba(colour)
    shader.inputs["Roughness"].default_value = 0.25
    return material


def _cloth(looks: Looks, rng: np.random.Generator) -> bpy.types.Material:
    material, shader = new_material("cloth")
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader.inputs["Roughness"].default_value = 0.9
    where = nodes.new("ShaderNodeTexCoord")
    first = np.array(looks.sleeve_bgr[::-1]) / 255.0
    if looks.stripe_bgr is None:
        shader.inputs["Base Color"].default_value = rgba(first)
    else:
        mix = nodes.new("ShaderNodeMix")
        mix.data_type = "RGBA"
        mix.inputs["A"].default_value = rgba(first)
        mix.inputs["B"].default_value = rgba(np.array(looks.stripe_bgr[::-1]) / 255.0)
        bands = nodes.new("ShaderNodeTexWave")
        bands.bands_direction = str(rng.choice(["X", "Y", "Z"]))
        bands.inputs["Scale"].default_value = (
            float(rng.uniform(2, 12)) / (0.25 if bands.bands_direction == "Z" else 0.05) / 6
        )
        links.new(where.outputs["Object"], bands.inputs["Vector"])
        links.new(bands.outputs["Fac"], mix.inputs["Factor"])
        links.new(mix.outputs["Result"], shader.inputs["Base Color"])
    weave = nodes.new("ShaderNodeTexNoise")
    weave.inputs["Scale"].default_value = float(rng.uniform(200, 900))
    links.new(where.outputs["Object"], weave.inputs["Vector"])
    add_bumps(material, weave.outputs["Fac"], 0.4)
    return material
