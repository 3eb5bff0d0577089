"""A batched ray caster for convex bodies on a table, in torch, on CPU or GPU.

Shapes: B pictures, P rays each, K faces of a body. Lengths are in inradii of the picture's main die; axes as in
`companion.simulator.dodecahedron` (x right, y down, z up). Light comes from an environment of soft lobes, from two
lamps, and from the table by reflection.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

NO_HIT = 1e6  # distance of an intersection that does not exist
BOUNDING_RADIUS = 2.0  # radius of a sphere around any body, inradii


@dataclass
class Solid:
    """One body in each picture: its shape (as in `shapes.Body`, with a batch dimension), pose and surface."""

    normals: Tensor
    heights: Tensor
    right: Tensor
    up: Tensor
    turn: Tensor  # (B, 3, 3) rotation from body to table
    middle: Tensor  # (B, 3) centre
    size: Tensor  # (B,) inradius
    there: Tensor  # (B,) bool: whether the picture has it
    sheet: Tensor  # (B, 3, rows * cell, columns * cell): ink 0 to 1, and its slopes to the right and up
    columns: int
    rows: int
    reach: Tensor  # (B,) from a cell's middle to its side, inradii
    body: Tensor  # (B, 3) linear BGR
    second: Tensor  # (B, 3) linear BGR of the marbling
    marble: Tensor  # (B,) strength of the marbling, 0 to 1
    ink: Tensor  # (B, 3) linear BGR of the digits
    bold: Tensor  # (B,) threshold of the ink's mask: lower is bolder
    relief: Tensor  # (B,) strength of the engraving
    gloss: Tensor  # (B,) strength of the reflections
    rough: Tensor  # (B,) roughness, 0 to 1
    clear: Tensor  # (B,) transparency, 0 to 1
    bevel: Tensor  # (B,) width of the rounded edges, inradii
    uneven: Tensor  # (B, K) brightness of the back faces seen through a transparent body


@dataclass
class Light:
    """The light: L environment lobes, ambient light, and two lamps. Colours are linear BGR."""

    lobes: Tensor  # (B, L, 3) unit directions towards the lobes
    sharpness: Tensor  # (B, L) concentration of the lobes: higher is smaller
    colours: Tensor  # (B, L, 3)
    ambient: Tensor  # (B, 3)
    slope: Tensor  # (B, 3) gradient of the ambient light
    lamp_to: Tensor  # (B, 2, 3) unit directions towards the lamps
    lamp_colour: Tensor  # (B, 2, 3)
    lamp_soft: Tensor  # (B, 2) half-width of the lamps, rad


@dataclass
class Table:
    """The table's texture and how it lies, and C flat things (cards, discs) on it."""

    tiles: Tensor  # (B, 3, T, T) linear BGR
    placing: Tensor  # (B, 2, 3) affine map from table xy to texture coordinates, -1 to 1
    gloss: Tensor  # (B,) strength of the reflections
    flat_middle: Tensor  # (B, C, 2) centre
    flat_turn: Tensor  # (B, C) rotation, rad
    flat_half: Tensor  # (B, C, 2) half width and height; of a disc, the first is its radius
    flat_round: Tensor  # (B, C) bool: a disc
    flat_colour: Tensor  # (B, C, 3) linear BGR
    flat_there: Tensor  # (B, C) bool: whether the picture has it


def intersect(solid: Solid, origin: Tensor, rays: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Intersect rays with a body.

    Args:
        solid: the body.
        origin: (B, 1, 3) start of the rays.
        rays: (B, P, 3) their directions.

    Returns:
        Five (B, P) tensors: distance at which a ray enters, distance at which it leaves, index of the face that it
        enters by, index of the face that it leaves by, and whether it hits the body at all.
    """
    turn = solid.turn
    start = (origin - solid.middle[:, None]) @ turn / solid.size[:, None, None]
    way = rays @ turn / solid.size[:, None, None]
    along = way @ solid.normals.transpose(1, 2)
    gap = solid.heights[:, None] - start @ solid.normals.transpose(1, 2)
    t = gap / torch.where(along.abs() < 1e-7, torch.full_like(along, 1e-7), along)
    enter, face_in = torch.where(along < 0, t, -NO_HIT).max(-1)
    leave, face_out = torch.where(along > 0, t, NO_HIT).min(-1)
    hit = (enter < leave) & (enter > 0) & solid.there[:, None]
    return enter, leave, face_in, face_out, hit


def _rows(table: Tensor, index: Tensor) -> Tensor:
    """Rows of a table (B, K, 3) by index (B, P) -> (B, P, 3)."""
    return torch.gather(table, 1, index[..., None].expand(-1, -1, table.shape[-1]))


def _ink(solid: Solid, point: Tensor, face: Tensor) -> Tensor:
    """Ink and its two slopes, (B, P, 3), at points (B, P, 3) in the body's frame on faces (B, P)."""
    u = (point * _rows(solid.right, face)).sum(-1) / solid.reach[:, None]
    v = (point * _rows(solid.up, face)).sum(-1) / solid.reach[:, None]
    inside = ((u.abs() < 0.97) & (v.abs() < 0.97))[..., None]
    column, row = face % solid.columns, torch.div(face, solid.columns, rounding_mode="floor")
    x = (column + (u.clamp(-1, 1) + 1) / 2) / solid.columns * 2 - 1
    y = (row + (1 - v.clamp(-1, 1)) / 2) / solid.rows * 2 - 1
    got = functional.grid_sample(solid.sheet, torch.stack([x, y], -1)[:, None], align_corners=False)
    return got[:, :, 0].transpose(1, 2) * inside


def environment(light: Light, way: Tensor, rough: Tensor) -> Tensor:
    """Radiance (B, P, 3) that arrives from directions `way` (B, P, 3), blurred by the surface's roughness (B,)."""
    facing = way @ light.lobes.transpose(1, 2)
    sharp = light.sharpness / (1 + light.sharpness * rough[:, None] ** 2 * 0.5)
    glow = torch.exp(sharp[:, None] * (facing - 1)) * (sharp / light.sharpness)[:, None].sqrt()
    return glow @ light.colours + light.ambient[:, None] * (0.6 + 0.4 * way[..., 2:].clamp(-1, 1))


def _diffuse(light: Light, normal: Tensor, dark: Tensor) -> Tensor:
    """Irradiance (B, P, 3) of a matt surface with this normal (B, P, 3); dark (B, P, 2): occlusion of each lamp."""
    share = 0.65 + 0.35 * (normal @ light.slope[:, :, None])
    share = share * (0.75 + 0.25 * normal[..., 2:])
    lamps = (normal @ light.lamp_to.transpose(1, 2)).clamp(min=0) * (1 - dark)
    return light.ambient[:, None] * share + lamps @ light.lamp_colour


def shade(
    solid: Solid, light: Light, floor: Tensor, origin: Tensor, rays: Tensor, waves: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Shade one body.

    Args:
        solid: the body.
        light: the light.
        floor: (B, 1, 3) mean colour of the table, which the body reflects.
        origin: (B, 1, 3) start of the rays.
        rays: (B, P, 3) their directions.
        waves: (B, 1, 32, 32) noise for the marbling.

    Returns:
        Colour (B, P, 3) linear BGR, distance (B, P), and whether the ray hits the body (B, P).
    """
    enter, leave, face_in, face_out, hit = intersect(solid, origin, rays)
    spot = origin + rays * enter[..., None]
    point = (spot - solid.middle[:, None]) @ solid.turn / solid.size[:, None, None]
    slack = solid.heights[:, None] - point @ solid.normals.transpose(1, 2)
    weight = torch.exp(-slack.clamp(min=0) / solid.bevel[:, None, None])
    own = weight @ solid.normals
    marks = _ink(solid, point, face_in)
    edge = (marks[..., 0] - solid.bold[:, None]) * 2.2 + 0.5
    alpha = edge.clamp(0, 1)[..., None]
    own = own + solid.relief[:, None, None] * (
        _rows(solid.right, face_in) * marks[..., 1:2] + _rows(solid.up, face_in) * marks[..., 2:3]
    )
    own = functional.normalize(own, dim=-1)
    normal = own @ solid.turn.transpose(1, 2)
    at = torch.stack([point[..., 0] + 0.6 * point[..., 2], point[..., 1] - 0.5 * point[..., 2]], -1) * 0.7
    wave = functional.grid_sample(waves, at[:, None], padding_mode="reflection", align_corners=False)[:, 0, 0, :, None]
    share = wave.clamp(0, 1) * solid.marble[:, None, None]
    base = solid.body[:, None] * (1 - share) + solid.second[:, None] * share
    through = (origin + rays * leave[..., None] - solid.middle[:, None]) @ solid.turn / solid.size[:, None, None]
    back = (_ink(solid, through, face_out)[..., :1] - solid.bold[:, None, None] + 0.3).clamp(0, 1)
    inner = torch.gather(solid.uneven, 1, face_out)[..., None] * (1 - 0.5 * back)
    lit = _diffuse(light, normal, torch.zeros_like(normal[..., :2]))
    away = 0.25 * (1 - normal[..., 2:]) * floor
    flat = (light.ambient + 0.5 * light.lamp_colour.mean(1))[:, None]
    seen = base * (inner * flat * 0.7 + 0.6 * floor * inner)
    clear = solid.clear[:, None, None]
    matt = base * (lit + away) * (1 - clear) + seen * clear
    matt = matt * (1 - alpha) + solid.ink[:, None] * (lit + away) * alpha
    facing = (-(normal * rays).sum(-1, keepdim=True)).clamp(0, 1)
    mirror = rays + 2 * facing * normal
    fresnel = 0.04 + 0.96 * (1 - facing) ** 5
    shine = environment(light, mirror, solid.rough) * fresnel * solid.gloss[:, None, None]
    half = functional.normalize(light.lamp_to[:, None] - rays[:, :, None], dim=-1)
    power = 2 / (solid.rough[:, None] ** 2 + light.lamp_soft**2 + 0.002)
    glint = torch.exp(-power[:, None] * (1 - (half * normal[:, :, None]).sum(-1)).clamp(min=0))
    shine = shine + solid.gloss[:, None, None] * 0.02 * (glint * power[:, None].clamp(max=60)) @ light.lamp_colour
    return matt + shine, enter, hit


def lamp_occlusion(solids: list[Solid], light: Light, spot: Tensor) -> Tensor:
    """Occlusion (B, P, 2), 0 to 1, of each lamp by the bodies, approximated by spheres, at points of the table."""
    dark = torch.zeros(*spot.shape[:2], 2, device=spot.device)
    for solid in solids:
        radius = 1.12 * solid.size[:, None, None]
        to = solid.middle[:, None] - spot
        along = to @ light.lamp_to.transpose(1, 2)
        aside = ((to * to).sum(-1, keepdim=True) - along**2).clamp(min=0).sqrt()
        soft = (along.clamp(min=0.05) * light.lamp_soft[:, None]).clamp(min=0.02)
        cover = torch.sigmoid((radius - aside) / soft * 2.5) * (along > 0)
        dark = torch.maximum(dark, cover * solid.there[:, None, None])
    return dark


def ambient_occlusion(solids: list[Solid], spot: Tensor) -> Tensor:
    """Ambient occlusion (B, P, 1), 0 to 1, by the bodies at points (B, P, 3) of the table."""
    taken = torch.zeros(*spot.shape[:2], 1, device=spot.device)
    for solid in solids:
        gap = (spot - solid.middle[:, None])[..., :2].norm(dim=-1, keepdim=True) / solid.size[:, None, None]
        taken = taken + torch.exp(-((gap - 0.75).clamp(min=0) ** 2) * 1.6) * solid.there[:, None, None]
    return taken.clamp(0, 1)


def cast(table: Table, solids: list[Solid], light: Light, origin: Tensor, rays: Tensor, waves: Tensor) -> Tensor:
    """Linear BGR radiance (B, P, 3) along rays (B, P, 3) from an origin (B, 3); waves as in `shade`."""
    origin = origin[:, None]
    spot = origin + rays * (-origin[..., 2:] / rays[..., 2:].clamp(max=-1e-3))
    flat = spot[..., :2]
    at = flat @ table.placing[:, :, :2].transpose(1, 2) + table.placing[:, None, :, 2]
    base = functional.grid_sample(table.tiles, at[:, None], padding_mode="reflection", align_corners=False)
    base = base[:, :, 0].transpose(1, 2)
    for c in range(table.flat_there.shape[1]):
        off = flat - table.flat_middle[:, c, None]
        cos, sin = table.flat_turn[:, c, None].cos(), table.flat_turn[:, c, None].sin()
        x, y = off[..., 0] * cos + off[..., 1] * sin, off[..., 1] * cos - off[..., 0] * sin
        half = table.flat_half[:, c]
        box = (x.abs() < half[:, :1]) & (y.abs() < half[:, 1:])
        disc = x * x + y * y < half[:, :1] ** 2
        inside = torch.where(table.flat_round[:, c, None], disc, box) & table.flat_there[:, c, None]
        base = torch.where(inside[..., None], table.flat_colour[:, c, None] * (0.9 + 0.2 * base), base)
    floor = base.mean(1, keepdim=True)
    normal = torch.zeros_like(spot)
    normal[..., 2] = 1
    near = ambient_occlusion(solids, spot)
    colour = base * _diffuse(light, normal, lamp_occlusion(solids, light, spot)) * (1 - 0.65 * near)
    mirror = rays * torch.tensor([1.0, 1.0, -1.0], device=rays.device)
    rough = torch.full_like(table.gloss, 0.35)
    colour = colour + 0.05 * table.gloss[:, None, None] * environment(light, mirror, rough) * (1 - near)
    nearest = torch.full_like(rays[..., 0], NO_HIT)
    for solid in solids:
        some = near_rays(solid, origin, rays)
        own, distance, hit = shade(solid, light, floor, origin, rays[:, some], waves)
        shown = hit & (distance < nearest[:, some])
        colour[:, some] = torch.where(shown[..., None], own, colour[:, some])
        nearest[:, some] = torch.where(shown, distance, nearest[:, some])
    return colour


def near_rays(solid: Solid, origin: Tensor, rays: Tensor) -> Tensor:
    """Indices (int64) of the rays that pass near the body in any picture of the batch; all others miss it."""
    to = solid.middle - origin[:, 0]
    far = to.norm(dim=1)
    bound = (1 - (BOUNDING_RADIUS * solid.size / far).clamp(max=0.99) ** 2).sqrt()
    near = ((rays @ to[:, :, None])[..., 0] > (bound * far)[:, None]) & solid.there[:, None]
    return near.any(0).nonzero()[:, 0]
