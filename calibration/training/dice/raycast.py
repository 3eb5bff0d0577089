"""Batched ray caster for convex bodies on a table, in torch: one die or thousands, on CPU or GPU.

B pictures, P rays each. Lengths are in inradii of the picture's main die; axes as in the product's dodecahedron
module (x right, y down, z up). Light is an environment of soft lobes and windows, two lamps, and what the table
throws back.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

NEVER = 1e6
BALL = 2.0  # inradii: the farthest corner of any body drawn


@dataclass
class Solid:
    """One body a picture: planes (B, K, 3) and (B, K), digit axes (B, K, 3), pose, and paint."""

    normals: Tensor
    heights: Tensor
    right: Tensor
    up: Tensor
    turn: Tensor  # (B, 3, 3) body to table
    middle: Tensor  # (B, 3)
    size: Tensor  # (B,) inradius
    there: Tensor  # (B,) bool
    sheet: Tensor  # (B, 3, rows * cell, columns * cell): ink, and its slopes to the right and up
    columns: int
    rows: int
    reach: Tensor  # (B,) inradii from a cell's middle to its side
    body: Tensor  # (B, 3) linear BGR
    second: Tensor  # (B, 3) marbling
    marble: Tensor  # (B,) 0..1
    ink: Tensor  # (B, 3)
    bold: Tensor  # (B,) threshold of the ink's mask
    relief: Tensor  # (B,) strength of the engraving
    gloss: Tensor  # (B,) strength of the reflections
    rough: Tensor  # (B,) 0..1
    clear: Tensor  # (B,) how much is seen through
    bevel: Tensor  # (B,) inradii
    uneven: Tensor  # (B, K) brightness of the faces seen from within


@dataclass
class Light:
    """Environment and lamps: lobes (B, L, 3) with sharpness (B, L) and colour (B, L, 3); lamps (B, 2, ...)."""

    lobes: Tensor
    sharpness: Tensor
    colours: Tensor
    ambient: Tensor  # (B, 3)
    slope: Tensor  # (B, 3) direction in which the ambient light grows
    lamp_to: Tensor  # (B, 2, 3) unit, towards the lamp
    lamp_colour: Tensor  # (B, 2, 3)
    lamp_soft: Tensor  # (B, 2) half-width of the lamp, radians


@dataclass
class Table:
    """Surface picture and how it lies; flat things on it."""

    tiles: Tensor  # (B, 3, T, T) linear BGR
    placing: Tensor  # (B, 2, 3) table xy to tile coordinates -1..1
    gloss: Tensor  # (B,)
    flat_middle: Tensor  # (B, C, 2)
    flat_turn: Tensor  # (B, C)
    flat_half: Tensor  # (B, C, 2)
    flat_round: Tensor  # (B, C) bool
    flat_colour: Tensor  # (B, C, 3)
    flat_there: Tensor  # (B, C) bool


def meet(solid: Solid, origin: Tensor, rays: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """origin (B, 1, 3), rays (B, P, 3) -> entering and leaving distance (B, P), faces met (B, P) twice, hit (B, P)."""
    turn = solid.turn
    start = (origin - solid.middle[:, None]) @ turn / solid.size[:, None, None]
    way = rays @ turn / solid.size[:, None, None]
    along = way @ solid.normals.transpose(1, 2)
    gap = solid.heights[:, None] - start @ solid.normals.transpose(1, 2)
    t = gap / torch.where(along.abs() < 1e-7, torch.full_like(along, 1e-7), along)
    enter, face_in = torch.where(along < 0, t, -NEVER).max(-1)
    leave, face_out = torch.where(along > 0, t, NEVER).min(-1)
    hit = (enter < leave) & (enter > 0) & solid.there[:, None]
    return enter, leave, face_in, face_out, hit


def _rows(table: Tensor, index: Tensor) -> Tensor:
    """(B, K, 3) at (B, P) -> (B, P, 3)."""
    return torch.gather(table, 1, index[..., None].expand(-1, -1, table.shape[-1]))


def _ink(solid: Solid, point: Tensor, face: Tensor) -> Tensor:
    """Ink and its slopes at points in the body's own frame, (B, P, 3)."""
    u = (point * _rows(solid.right, face)).sum(-1) / solid.reach[:, None]
    v = (point * _rows(solid.up, face)).sum(-1) / solid.reach[:, None]
    inside = ((u.abs() < 0.97) & (v.abs() < 0.97))[..., None]
    column, row = face % solid.columns, torch.div(face, solid.columns, rounding_mode="floor")
    x = (column + (u.clamp(-1, 1) + 1) / 2) / solid.columns * 2 - 1
    y = (row + (1 - v.clamp(-1, 1)) / 2) / solid.rows * 2 - 1
    got = functional.grid_sample(solid.sheet, torch.stack([x, y], -1)[:, None], align_corners=False)
    return got[:, :, 0].transpose(1, 2) * inside


def environment(light: Light, way: Tensor, rough: Tensor) -> Tensor:
    """Radiance from directions (B, P, 3), blurred by the surface's roughness (B,)."""
    facing = way @ light.lobes.transpose(1, 2)
    sharp = light.sharpness / (1 + light.sharpness * rough[:, None] ** 2 * 0.5)
    glow = torch.exp(sharp[:, None] * (facing - 1)) * (sharp / light.sharpness)[:, None].sqrt()
    return glow @ light.colours + light.ambient[:, None] * (0.6 + 0.4 * way[..., 2:].clamp(-1, 1))


def _diffuse(light: Light, normal: Tensor, dark: Tensor) -> Tensor:
    """Light on a matt surface; dark (B, P, 2): how far each lamp is hidden."""
    share = 0.65 + 0.35 * (normal @ light.slope[:, :, None])
    share = share * (0.75 + 0.25 * normal[..., 2:])
    lamps = (normal @ light.lamp_to.transpose(1, 2)).clamp(min=0) * (1 - dark)
    return light.ambient[:, None] * share + lamps @ light.lamp_colour


def paint(
    solid: Solid, light: Light, floor: Tensor, origin: Tensor, rays: Tensor, waves: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Colour (B, P, 3), distance (B, P), hit (B, P) of one body. floor (B, 1, 3): the table's mean colour."""
    enter, leave, face_in, face_out, hit = meet(solid, origin, rays)
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


def hidden(solids: list[Solid], light: Light, spot: Tensor) -> Tensor:
    """(B, P, 2): how far the bodies, taken as balls, hide each lamp from points of the table."""
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


def nearness(solids: list[Solid], spot: Tensor) -> Tensor:
    """(B, P, 1) in 0..1: how much of the sky the bodies take from points of the table."""
    taken = torch.zeros(*spot.shape[:2], 1, device=spot.device)
    for solid in solids:
        gap = (spot - solid.middle[:, None])[..., :2].norm(dim=-1, keepdim=True) / solid.size[:, None, None]
        taken = taken + torch.exp(-((gap - 0.75).clamp(min=0) ** 2) * 1.6) * solid.there[:, None, None]
    return taken.clamp(0, 1)


def cast(table: Table, solids: list[Solid], light: Light, origin: Tensor, rays: Tensor, waves: Tensor) -> Tensor:
    """Linear BGR radiance (B, P, 3) along rays (B, P, 3) from origin (B, 3)."""
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
    near = nearness(solids, spot)
    colour = base * _diffuse(light, normal, hidden(solids, light, spot)) * (1 - 0.65 * near)
    mirror = rays * torch.tensor([1.0, 1.0, -1.0], device=rays.device)
    rough = torch.full_like(table.gloss, 0.35)
    colour = colour + 0.05 * table.gloss[:, None, None] * environment(light, mirror, rough) * (1 - near)
    nearest = torch.full_like(rays[..., 0], NEVER)
    for solid in solids:
        some = near_rays(solid, origin, rays)
        own, distance, hit = paint(solid, light, floor, origin, rays[:, some], waves)
        shown = hit & (distance < nearest[:, some])
        colour[:, some] = torch.where(shown[..., None], own, colour[:, some])
        nearest[:, some] = torch.where(shown, distance, nearest[:, some])
    return colour


def near_rays(solid: Solid, origin: Tensor, rays: Tensor) -> Tensor:
    """Indices of the rays that come near the body in any picture of the batch."""
    to = solid.middle - origin[:, 0]
    far = to.norm(dim=1)
    bound = (1 - (BALL * solid.size / far).clamp(max=0.99) ** 2).sqrt()
    near = ((rays @ to[:, :, None])[..., 0] > (bound * far)[:, None]) & solid.there[:, None]
    return near.any(0).nonzero()[:, 0]
