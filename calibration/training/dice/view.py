"""The cameras of generated pictures: which rays they see, and where points of the table appear.

Axes and units as in `raycast`.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from calibration.training.dice.raycast import Solid


@dataclass(frozen=True, slots=True)
class View:
    """The cameras of a batch, and the part of the photograph that each picture shows.

    Attributes:
        rotation: (B, 3, 3) from the table's to the camera's axes.
        position: (B, 3) of the lens.
        focal: (B,) focal length, px.
        place, shift: (B, 2) px; their sum is the picture's middle, from the photograph's middle.
        side_px: side of the pictures.
    """

    rotation: Tensor
    position: Tensor
    focal: Tensor
    place: Tensor
    shift: Tensor
    side_px: int

    def in_camera(self, points: Tensor) -> Tensor:
        """Points (B, 3) in the camera's axes, (B, 3)."""
        return (self.rotation @ (points - self.position)[:, :, None])[:, :, 0]

    def project(self, points: Tensor) -> Tensor:
        """Where points (B, 3) appear in the pictures, (B, 2) px."""
        seen = self.in_camera(points)
        return seen[:, :2] / seen[:, 2:] * self.focal[:, None] - self.place - self.shift + self.side_px / 2 - 0.5

    def rays(self, supersample: int) -> Tensor:
        """Unit directions (B, P, 3) through all pixels, row by row, `supersample` squared for each pixel."""
        s, k = self.side_px, supersample
        grid = (torch.arange(s * k, device=self.focal.device) + 0.5) / k - s / 2
        yy, xx = torch.meshgrid(grid, grid, indexing="ij")
        pixels = torch.stack([xx, yy], -1).view(1, -1, 2) + (self.place + self.shift)[:, None]
        cam = torch.cat([pixels / self.focal[:, None, None], torch.ones_like(pixels[..., :1])], -1)
        return functional.normalize(cam @ self.rotation, dim=-1)


def others_rows(view: View, others: list[Solid]) -> Tensor:
    """Further bodies as `generator.Batch.others_xyr`, (B, N, 4)."""
    rows = []
    for other in others:
        seen = view.in_camera(other.middle)
        kind = other.there & (other.heights.shape[1] in (12, 20))
        size = view.focal * other.size / (seen[:, 2] - other.size)
        rows.append(torch.cat([view.project(other.middle), size[:, None], kind[:, None].float()], 1))
    return torch.stack(rows, 1) if rows else torch.zeros(len(view.focal), 0, 4)


def axes_seen(rotation: Tensor, to_lens: Tensor, turn: Tensor) -> Tensor:
    """`generator.Batch.axes`, (B, 3, 3).

    Args:
        rotation: (B, 3, 3) from the table's to the camera's axes.
        to_lens: (B, 3) unit directions from the main thing to the lens.
        turn: (B, 3, 3) from the main thing's to the table's axes.
    """
    right, down = _across(rotation, to_lens)
    return torch.stack([right, down, -to_lens], 1) @ turn


def upright_seen(rotation: Tensor, to_lens: Tensor) -> tuple[Tensor, Tensor]:
    """`generator.Batch.upright_xy` and `view_deg`; to_lens: (B, 3) unit directions from the main thing to the lens."""
    rise = to_lens[:, 2:]
    across = -rise * to_lens  # the upright less its part along the line of sight
    across = torch.cat([across[:, :2], across[:, 2:] + 1], 1)
    right, down = _across(rotation, to_lens)
    upright = torch.stack([(across * right).sum(1), (across * down).sum(1)], 1)
    return upright, torch.rad2deg(torch.acos(rise[:, 0].clamp(-1, 1)))


def _across(rotation: Tensor, to_lens: Tensor) -> tuple[Tensor, Tensor]:
    """The x and y axes, (B, 3) each, in the table's axes, of cameras that are turned towards the main thing."""
    right = rotation[:, 0] - (rotation[:, 0] * to_lens).sum(1, keepdim=True) * to_lens
    right = functional.normalize(right, dim=1)
    return right, torch.linalg.cross(to_lens, right)  # with x right and y down, z goes from the lens to the thing
