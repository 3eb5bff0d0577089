"""Random colours, light and tables of generated pictures."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from calibration.training.dice.raycast import Light, Table

FLATS = 3  # most flat cards and discs on a table
GAMMA = 2.2  # from encoded to linear colour


class Palette:
    """Draws random numbers, colours, light and tables for B pictures at once, from torch's global generator."""

    device: str
    """Torch device of all tensors."""

    def uniform(self, low: float, high: float, *shape: int) -> Tensor:
        """Uniform random numbers from `low` to `high`."""
        return torch.rand(*shape, device=self.device) * (high - low) + low

    def normal(self, *shape: int) -> Tensor:
        """Normal random numbers, mean 0, deviation 1."""
        return torch.randn(*shape, device=self.device)

    def chance(self, share: float, *shape: int) -> Tensor:
        """Random booleans, True with probability `share`."""
        return torch.rand(*shape, device=self.device) < share

    def colour(self, b: int, low: float = 0.0) -> Tensor:
        """(b, 3) random linear BGR colours of any saturation; low: least brightness, 0 to 1."""
        hue = functional.normalize(torch.rand(b, 3, device=self.device), dim=1, p=float("inf"))
        hue = (hue - hue.amin(1, True)) / (1 - hue.amin(1, True) + 1e-4)
        full = self.uniform(0, 1, b, 1)
        return ((1 - full * (1 - hue)) * self.uniform(low, 1, b, 1)).clamp(0.01, 0.97) ** GAMMA

    def paint(self, b: int) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        """Random paint of `b` dice, as in `Solid`: body, second, ink (b, 3) linear BGR; clear, marble (b,), 0 to 1."""
        body, ink = self.colour(b, 0.03), self.colour(b)
        plain = self.chance(0.55, b, 1)
        tone = torch.where(self.chance(0.5, b, 1), self.uniform(0.5, 0.95, b, 1), self.uniform(0.005, 0.05, b, 1))
        ink = torch.where(plain, tone, ink)
        gold = torch.tensor([0.05, 0.38, 0.7], device=self.device)
        ink = torch.where(self.chance(0.1, b, 1), gold * self.uniform(0.6, 1.2, b, 1), ink)
        luma = torch.tensor([0.11, 0.59, 0.3], device=self.device)
        for _ in range(4):  # ink must differ from its body as on dice that are sold
            gap = (((body.clamp(min=0) ** (1 / GAMMA)) - (ink.clamp(min=0) ** (1 / GAMMA))).abs() @ luma)[:, None]
            body = torch.where(gap < 0.16, self.colour(b, 0.03), body)
        second = torch.where(self.chance(0.5, b, 1), self.colour(b), (body * self.uniform(0.3, 2.2, b, 1)).clamp(max=1))
        kind = torch.rand(b, device=self.device)
        clear = torch.where(kind > 0.72, self.uniform(0.2, 0.95, b), torch.zeros_like(kind))
        marble = torch.where((kind > 0.42) & (kind < 0.8), self.uniform(0.2, 1.0, b), torch.zeros_like(kind))
        return body, second, ink, clear, marble

    def waves(self, b: int) -> Tensor:
        """(b, 1, 32, 32) smooth noise around 0.5, for marbling."""
        total = torch.zeros(b, 1, 32, 32, device=self.device)
        for cells, share in ((4, 0.5), (9, 0.4), (20, 0.25)):
            noise = self.normal(b, 1, cells, cells)
            total = total + functional.interpolate(noise, (32, 32), mode="bicubic") * share
        return 0.5 + total * self.uniform(0.5, 1.6, b, 1, 1, 1)

    def light(self, b: int) -> Light:
        """Random light for `b` pictures."""
        count = 7
        lobes = self.normal(b, count, 3)
        lobes[..., 2] = lobes[..., 2].abs() + 0.1
        lobes = functional.normalize(lobes, dim=-1)
        sharp = torch.exp(self.uniform(0.5, 6.0, b, count))
        power = torch.exp(self.normal(b, count) * 1.1 - 0.6)
        tint = (1 + self.normal(b, count, 3) * 0.25).clamp(min=0.1)
        ambient = torch.exp(self.normal(b, 1) * 0.4 - 0.5) * (1 + self.normal(b, 3) * 0.12).clamp(min=0.3)
        slope = functional.normalize(self.normal(b, 3), dim=1) * self.uniform(0, 1, b, 1)
        up, around = self.uniform(0.25, 1.5, b, 2), self.uniform(0, 2 * math.pi, b, 2)
        to = torch.stack([around.cos() * up.cos(), around.sin() * up.cos(), up.sin()], -1)
        on = self.chance(0.65, b, 2) * torch.exp(self.normal(b, 2) * 0.7 + 0.1)
        warm = 1 - self.uniform(0, 0.45, b, 2, 1) * torch.tensor([1.0, 0.45, 0.1], device=self.device)
        return Light(
            lobes,
            sharp,
            power[..., None] * tint,
            ambient,
            slope,
            to,
            on[..., None] * warm,
            self.uniform(0.03, 0.5, b, 2),
        )

    def table(self, b: int, tile: Tensor) -> Table:
        """Random tables with these textures, tile (b, 3, T, T) linear BGR."""
        tiles = tile
        tint = self.colour(b, 0.05)[:, :, None, None]
        grey = tiles.mean(1, keepdim=True)
        even = self.chance(0.55, b, 1, 1, 1)
        tiles = torch.where(even, grey / grey.mean((2, 3), True) * tint, tiles * self.uniform(0.5, 1.4, b, 1, 1, 1))
        fade = self.uniform(0, 1, b, 1, 1, 1) ** 0.5
        tiles = (tiles * fade + tiles.mean((2, 3), True) * (1 - fade)).clamp(0, 1)
        scale, around = torch.exp(self.uniform(-4.2, -1.2, b)), self.uniform(0, 2 * math.pi, b)
        c, s = scale * around.cos(), scale * around.sin()
        off = self.uniform(-1, 1, b, 2)
        placing = torch.stack([c, -s, off[:, 0], s, c, off[:, 1]], 1).view(b, 2, 3)
        far, side = self.uniform(0.5, 7, b, FLATS), self.uniform(0, 2 * math.pi, b, FLATS)
        middle = torch.stack([far * side.cos(), far * side.sin()], -1)
        colours = torch.stack([self.colour(b) for _ in range(FLATS)], 1)
        return Table(
            tiles,
            placing,
            self.uniform(0, 3, b),
            middle,
            self.uniform(0, 3.2, b, FLATS),
            self.uniform(0.8, 5, b, FLATS, 2),
            self.chance(0.4, b, FLATS),
            colours,
            self.chance(0.3, b, FLATS),
        )
