"""Generates training pictures of random dice, tables, cameras and light by ray casting in torch (CPU or GPU).

All random numbers come from torch's global generator: `torch.manual_seed(seed)` makes a run repeatable. Every eighth
font is used only with `held_out=True`, and the others only without.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from calibration.training.dice.cells import DIGIT_SHARE, HELD_OUT_EVERY
from calibration.training.dice.lens import simulated_lens
from calibration.training.dice.palette import GAMMA, Palette
from calibration.training.dice.raycast import Solid, cast
from calibration.training.dice.shapes import Body, distractors, dodecahedron, icosahedron
from calibration.training.dice.view import View, axes_seen, others_rows, upright_seen
from companion.simulator import dodecahedron as d12

CLASS_COUNT = 13  # of the reader: 0 to 11 are the values 1 to 12, 12 is "no value"
STEEPEST_DEG = 82.0  # from above: beyond, a die hides the table that it stands on
SHEET_PX = 48  # side of a digit's cell: a third more than the reader's crops show


@dataclass
class Batch:
    """Generated pictures with their truth, in pixels of these pictures.

    Attributes:
        pictures: (B, 3, S, S) BGR, 0 to 1, as photographed.
        top_xy, middle_xy: (B, 2) projected centres of the main die's top face and of the whole die.
        radius: (B,) inradius of the main die at the height of its top face.
        value: (B,) 0 to 11 for the values 1 to 12, 12 for no value.
        is_d12, leaning: (B,) bool: the main thing has twelve sides; it leans.
        place_xy: (B, 2) position of the picture's middle in the whole photograph, from its middle, in widths of it.
        others_xyr: (B, N, 4) further dice: x, y of the centre, radius, and 1 for a d12 or d20, else 0.
        upright_xy: (B, 2) the table's upright, a unit vector, as it appears at the main thing to a camera that is
            turned towards it: its parts along the picture's x and y. Its length is the sine of `view_deg`.
        view_deg: (B,) between the upright and the direction from the main thing to the lens.
        axes: (B, 3, 3) rotation from the main thing's axes to those of that camera: x right, y down, z away from it.
    """

    pictures: Tensor
    top_xy: Tensor
    middle_xy: Tensor
    radius: Tensor
    value: Tensor
    is_d12: Tensor
    leaning: Tensor
    place_xy: Tensor
    others_xyr: Tensor
    upright_xy: Tensor
    view_deg: Tensor
    axes: Tensor


class Generator(Palette):
    """Draws batches of pictures.

    Args:
        bank: the bank file.
        device: torch device on which pictures are made.
        held_out: use the fonts that are reserved for testing.
    """

    def __init__(self, bank: Path, device: str = "cpu", held_out: bool = False) -> None:
        data = np.load(bank)
        masks = data["masks"]
        own = np.arange(len(masks)) % HELD_OUT_EVERY == HELD_OUT_EVERY - 1
        self.device = device
        fonts = torch.from_numpy(masks[own if held_out else ~own]).to(device).float() / 255
        self.masks = functional.interpolate(fonts, (SHEET_PX, SHEET_PX), mode="area")
        surfaces = torch.from_numpy(data["surfaces"]).to(device).permute(0, 3, 1, 2).float() / 255
        self.surfaces = functional.avg_pool2d(surfaces, 2) ** GAMMA
        self.d12, self.d20, self.distractors = dodecahedron(), icosahedron(), distractors()

    @torch.no_grad()
    def batch(
        self,
        count: int,
        side_px: int,
        radius_px: float,
        main: str = "d12",
        wander_px: float = 0.0,
        supersample: int = 1,
        leaning: float = 0.25,
        neighbours: int = 0,
        on_top: bool = True,
        aside: float = 0.0,
    ) -> Batch:
        """Generate pictures with one main thing each.

        Args:
            count: number of pictures.
            side_px: side of a picture.
            radius_px: mean inradius of the main dice.
            main: the main thing: "d12", "d20", "other" or "none".
            wander_px: most distance, in x and in y, of the main die from the picture's middle.
            supersample: rays for each pixel, in x and in y.
            leaning: probability that a main d12 leans.
            neighbours: number of further bodies, each present in three of four pictures.
            on_top: the distance above is that of the top face's centre, else of the whole die's.
            aside: probability that the camera looks from any angle, up to STEEPEST_DEG from above, and not from
                about above.
        """
        b = count
        radius = radius_px * self.uniform(0.85, 1.15, b)
        width = radius * torch.exp(self.uniform(math.log(9), math.log(42), b))
        focal = width * self.uniform(0.7, 1.7, b)
        place = torch.stack([self.uniform(-0.5, 0.5, b), self.uniform(-0.38, 0.38, b)], 1) * width[:, None]
        rotation = self._rotation(b, place / focal[:, None], aside)
        solid, value, leans = self._main(b, main, leaning)
        top_world = solid.middle + (solid.turn @ self._top_axis(solid)[:, :, None])[:, :, 0]
        lens_at = top_world - self._lens_to_top(rotation, focal, place, radius)
        solids = [solid] + [self._neighbour(b, 0.75) for _ in range(neighbours)]
        shift = self.uniform(-1, 1, b, 2) * wander_px
        if not on_top:
            seen = (rotation @ (solid.middle - lens_at)[:, :, None])[:, :, 0]
            shift = shift + seen[:, :2] / seen[:, 2:] * focal[:, None] - place
        view = View(rotation, lens_at, focal, place, shift, side_px)
        pictures = self._photographed(self._linear_pictures(view, solids, supersample), radius_px)
        others = others_rows(view, solids[1:])
        to_lens = functional.normalize(lens_at - solid.middle, dim=1)
        return Batch(
            pictures,
            view.project(top_world),
            view.project(solid.middle),
            radius,
            value,
            torch.full((b,), main == "d12", device=self.device),
            leans,
            (place + shift) / width[:, None],
            others,
            *upright_seen(rotation, to_lens),
            axes_seen(rotation, to_lens, solid.turn),
        )

    def _linear_pictures(self, view: View, solids: list[Solid], supersample: int) -> Tensor:
        """The bodies on random tables in random light, (B, 3, S, S) linear BGR."""
        b, s, k = len(view.focal), view.side_px, supersample
        rays = view.rays(k)
        tile = self.surfaces[torch.randint(len(self.surfaces), (b,), device=self.device)]
        waves = self.waves(b)
        light = self.light(b)
        colour = cast(self.table(b, tile), solids, light, view.position, rays, waves)
        linear = colour.transpose(1, 2).view(b, 3, s * k, s * k)
        return functional.avg_pool2d(linear, k) if k > 1 else linear

    def _photographed(self, linear: Tensor, radius_px: float) -> Tensor:
        """Linear pictures (B, 3, S, S) at a random exposure, as `simulated_lens` gives them."""
        level = linear.mean((1, 2, 3), True) * 0.5 + 0.12
        exposure = torch.exp(self.normal(len(linear), 1, 1, 1) * 0.4 - 1.3) / level
        return simulated_lens((linear * exposure).clamp(0, 40), radius_px)

    @staticmethod
    def _lens_to_top(rotation: Tensor, focal: Tensor, place: Tensor, radius: Tensor) -> Tensor:
        """(B, 3) from the lens to the top face's centre, which appears at `place` with an inradius of `radius` px."""
        ray = torch.cat([place / focal[:, None], torch.ones(len(focal), 1, device=focal.device)], 1)
        depth = focal / radius
        return (rotation.transpose(1, 2) @ (ray * depth[:, None])[:, :, None])[:, :, 0]

    @staticmethod
    def _top_axis(solid: Solid) -> Tensor:
        height = (solid.turn @ solid.normals.transpose(1, 2))[:, 2]
        best = height.argmax(1)
        rows = torch.arange(len(best), device=best.device)
        return solid.normals[rows, best] * (solid.heights[rows, best] * solid.size)[:, None]

    def _rotation(self, b: int, place: Tensor, aside: float) -> Tensor:
        """Random rotations (B, 3, 3) from table to camera; place: (B, 2) tangents of where the main thing appears."""
        turn, tilt = self.uniform(0, 2 * math.pi, b), (self.normal(b).abs() * 0.14).clamp(max=0.5)
        usual = self._camera(tilt, turn)
        steep = self._camera(self.uniform(0, math.radians(STEEPEST_DEG), b), turn)
        ray = functional.normalize(functional.pad(place, (0, 1), value=1.0), dim=1)
        down = -(steep.transpose(1, 2) @ ray[:, :, None])[:, 2, 0]
        chosen = self.chance(aside, b) & (down > math.cos(math.radians(STEEPEST_DEG)))
        return torch.where(chosen[:, None, None], steep, usual)

    def _camera(self, tilt: Tensor, turn: Tensor) -> Tensor:
        zero, one = torch.zeros_like(tilt), torch.ones_like(tilt)
        c, s, ct, st = turn.cos(), turn.sin(), tilt.cos(), tilt.sin()
        spin = torch.stack([c, s, zero, -s, c, zero, zero, zero, one], 1).view(-1, 3, 3)
        view = torch.stack([one, zero, zero, zero, ct, -st, zero, -st, -ct], 1).view(-1, 3, 3)
        return view @ spin

    def _turn(self, yaw: Tensor, tilt: Tensor, toward: Tensor) -> Tensor:
        def about_z(a: Tensor) -> Tensor:
            zero, one = torch.zeros_like(a), torch.ones_like(a)
            return torch.stack([a.cos(), -a.sin(), zero, a.sin(), a.cos(), zero, zero, zero, one], 1).view(-1, 3, 3)

        zero, one = torch.zeros_like(tilt), torch.ones_like(tilt)
        lean = torch.stack([tilt.cos(), zero, tilt.sin(), zero, one, zero, -tilt.sin(), zero, tilt.cos()], 1).view(
            -1, 3, 3
        )
        axis = about_z(toward)
        return axis @ lean @ axis.transpose(1, 2) @ about_z(yaw)

    def _main(self, b: int, kind: str, leaning: float) -> tuple[Solid, Tensor, Tensor]:
        nothing = torch.full((b,), CLASS_COUNT - 1, device=self.device)
        leans = self.chance(leaning, b) & (kind == "d12")
        tilt = torch.where(leans, self.uniform(0.14, 0.62, b), self.normal(b).abs() * 0.008)
        turn = self._turn(self.uniform(0, 2 * math.pi, b), tilt, self.uniform(0, 2 * math.pi, b))
        size = torch.ones(b, device=self.device)
        if kind == "d12":
            values = self._values(b)
            top = torch.randint(12, (b,), device=self.device)
            solid = self._solid(self.d12, b, turn, size, values, top)
            return solid, values.gather(1, top[:, None])[:, 0], leans
        if kind == "d20":
            values = torch.rand(b, 20, device=self.device).argsort(1)
            values[:, 0] = torch.randint(14, (b,), device=self.device)
            solid = self._solid(self.d20, b, turn, size, values, None)
            return solid, values[:, 0].clamp(max=CLASS_COUNT - 1), leans
        shape = self.distractors[int(torch.randint(len(self.distractors), (1,)))]
        values = torch.randint(12, (b, len(shape.heights)), device=self.device)
        solid = self._solid(shape, b, turn, size, values, None)
        solid.there = torch.full_like(solid.there, kind == "other")
        return solid, nothing, leans

    def _neighbour(self, b: int, share: float) -> Solid:
        pick = float(torch.rand(1))
        shape = self.d12 if pick < 0.5 else self.d20 if pick < 0.6 else None
        if shape is None:
            shape = self.distractors[int(torch.randint(len(self.distractors), (1,)))]
        lean = torch.where(self.chance(0.2, b), self.uniform(0, 0.6, b), torch.zeros(b, device=self.device))
        turn = self._turn(self.uniform(0, 6.3, b), lean, self.uniform(0, 6.3, b))
        size = self.uniform(0.7, 1.35, b)
        values = torch.randint(12, (b, len(shape.heights)), device=self.device)
        solid = self._solid(shape, b, turn, size, values, None)
        far, around = self.uniform(2.1, 6.5, b) + (size - 1).clamp(min=0) * 1.4, self.uniform(0, 2 * math.pi, b)
        solid.middle[:, :2] = torch.stack([far * around.cos(), far * around.sin()], 1)
        solid.there = self.chance(share, b)
        return solid

    def _values(self, b: int) -> Tensor:
        upper = torch.rand(b, 6, device=self.device).argsort(1)
        upper = torch.where(self.chance(0.5, b, 6), upper, 11 - upper)
        return torch.cat([upper, 11 - upper.flip(1)], 1)

    def _solid(self, shape: Body, b: int, turn: Tensor, size: Tensor, values: Tensor, top: Tensor | None) -> Solid:
        def many(array: np.ndarray) -> Tensor:
            return torch.as_tensor(array, dtype=torch.float32, device=self.device)[None].expand(b, *array.shape)

        normals, right, up = many(shape.normals), many(shape.right), many(shape.up)
        if top is not None:
            turn = turn @ self._turns_to_top()[top]
        right, up = self._turned_digits(right, up)
        k = len(shape.heights)
        columns = 4 if k <= 12 else 5
        rows = -(-k // columns)
        support = self._support(shape, turn)
        middle = torch.zeros(b, 3, device=self.device)
        middle[:, 2] = support * size
        body, second, ink, clear, marble = self.paint(b)
        return Solid(
            normals,
            many(shape.heights),
            right,
            up,
            turn,
            middle,
            size,
            torch.ones(b, dtype=torch.bool, device=self.device),
            self._sheet(b, k, columns, rows, values),
            columns,
            rows,
            self.uniform(0.38, 0.76, b) / 2 / DIGIT_SHARE * (1.0 if k <= 12 else 0.75),
            body,
            second,
            marble,
            ink,
            self.uniform(0.3, 0.6, b),
            self.uniform(-0.5, 1.0, b).clamp(min=0) * 1.5,
            torch.exp(self.normal(b) * 0.5),
            self.uniform(0.02, 0.75, b),
            clear,
            self.uniform(0.004, 0.07, b),
            self.uniform(0.3, 1.5, b, k),
        )

    def _turns_to_top(self) -> Tensor:
        """(12, 3, 3) rotations that bring each face of the d12 to its top."""
        turns = np.stack([d12.turn_to_top(v) for v in range(1, 13)])
        return torch.as_tensor(turns, dtype=torch.float32, device=self.device)

    def _turned_digits(self, right: Tensor, up: Tensor) -> tuple[Tensor, Tensor]:
        """Digit axes (B, K, 3) turned in their faces: in some pictures by multiples of 36 degrees, a little in all."""
        b = len(right)
        around = torch.randint(10, (b,), device=self.device) * self.chance(0.35, b) * (math.pi / 5)
        around = around + self.normal(b) * 0.03
        c, s = around.cos()[:, None, None], around.sin()[:, None, None]
        return right * c + up * s, up * c - right * s

    def _support(self, shape: Body, turn: Tensor) -> Tensor:
        """Height of the middle over the table: the deepest corner of the turned body."""
        corners = torch.as_tensor(shape.corners, dtype=torch.float32, device=self.device)
        return -(corners @ turn[:, 2, :, None])[..., 0].amin(1)

    def _sheet(self, b: int, k: int, columns: int, rows: int, values: Tensor) -> Tensor:
        font = torch.randint(len(self.masks), (b,), device=self.device)
        mark = torch.randint(4, (b,), device=self.device)
        column = values.clone()
        for digit, place in ((5, 0), (8, 1)):
            marked = torch.where(mark == 0, digit, 10 + 2 * mark + place)
            column = torch.where(values == digit, marked[:, None], column)
        blank = column >= 12 + 6
        cells = self.masks[font[:, None], column.clamp(max=17)]
        cells = cells * ~blank[..., None, None]
        narrow = self.uniform(0.78, 1.0, b, 1) * torch.ones_like(values)
        scale = torch.where((values >= 9) & (values < 12), narrow, 1.0)
        stretch = self.uniform(0.82, 1.2, b, 1) * torch.ones_like(scale)
        slip = self.normal(b, k, 2) * 0.04
        zero = torch.zeros_like(scale)
        place = torch.stack([1 / (scale * stretch), zero, slip[..., 0], zero, 1 / scale, slip[..., 1]], -1)
        px = cells.shape[-1]
        grid = functional.affine_grid(place.view(-1, 2, 3), [b * k, 1, px, px], align_corners=False)
        cells = functional.grid_sample(cells.view(b * k, 1, px, px), grid, align_corners=False)
        soft = functional.avg_pool2d(cells, 3, 1, 1)
        right = functional.pad(soft[..., 2:] - soft[..., :-2], (1, 1, 0, 0)) * 2
        up = functional.pad(soft[..., :-2, :] - soft[..., 2:, :], (0, 0, 1, 1)) * 2
        three = torch.cat([cells, right, up], 1).view(b, k, 3, px, px)
        spare = rows * columns - k
        if spare:
            three = functional.pad(three, (0, 0, 0, 0, 0, 0, 0, spare))
        three = three.view(b, rows, columns, 3, px, px).permute(0, 3, 1, 4, 2, 5)
        return three.reshape(b, 3, rows * px, columns * px)
