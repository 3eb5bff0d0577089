"""Simulates lens and sensor in torch batches: blur, tone curve, colour casts, noise, sharpening, JPEG."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

TAPS = 9  # size of the blur's kernel


def simulated_lens(linear: Tensor, radius_px: float) -> Tensor:
    """Photograph linear light with random flaws: (B, 3, S, S) linear BGR -> (B, 3, S, S) gamma-encoded BGR, 0 to 1.

    radius_px: inradius of the dice, which limits the blur.
    """
    b, device = len(linear), linear.device

    def uniform(low: float, high: float) -> Tensor:
        return torch.rand(b, 1, 1, 1, device=device) * (high - low) + low

    def chance(share: float) -> Tensor:
        return torch.rand(b, 1, 1, 1, device=device) < share

    cast = 1 + torch.randn(b, 3, 1, 1, device=device) * 0.12
    light = linear * cast.clamp(min=0.4)
    limit = min(1.9, 0.03 * radius_px + 0.15)
    light = _blur(light, torch.where(chance(0.75), uniform(0.1, 1.0) ** 1.5 * limit, uniform(0.05, 0.2))[:, 0, 0, 0])
    light = torch.where(chance(0.12), _smear(light), light)
    encoded = torch.where(chance(0.6), light.clamp(0, 1), light / (1 + light * uniform(0.2, 1.0)) * uniform(1.0, 1.7))
    encoded = encoded.clamp(1e-5, 1) ** (1 / uniform(1.9, 2.5))
    grey = encoded.mean(1, keepdim=True)
    vivid = torch.where(
        chance(0.12), uniform(1.3, 2.6), torch.where(chance(0.2), uniform(0.3, 0.9), uniform(0.85, 1.2))
    )
    encoded = grey + (encoded - grey) * vivid
    hard = torch.where(chance(0.12), uniform(1.3, 2.3), uniform(0.75, 1.1))
    encoded = (encoded - 0.45) * hard + 0.45 + torch.where(chance(0.25), uniform(0, 0.15), uniform(0, 0.02))
    level = uniform(0.001, 0.045)
    noise = torch.randn_like(encoded)
    noise = torch.where(chance(0.4), functional.avg_pool2d(noise, 3, 1, 1) * 2.2, noise)
    single = torch.randn_like(encoded[:, :1])
    noise = torch.where(chance(0.5), noise * 0.5 + single * 0.9, noise)
    encoded = encoded + noise * level * encoded.clamp(0.03, 1).sqrt()
    soft = functional.avg_pool2d(functional.pad(encoded, (1, 1, 1, 1), mode="replicate"), 3, 1)
    encoded = encoded + (encoded - soft) * torch.where(chance(0.35), uniform(0.2, 1.6), uniform(0, 0.05))
    encoded = encoded.clamp(0, 1)
    return torch.where(chance(0.6), _jpeg(encoded, uniform(0.3, 2.2)), encoded)


def _blur(image: Tensor, sigma: Tensor) -> Tensor:
    """Gaussian blur with its own standard deviation `sigma` (B,), px, for each picture."""
    b, c, height, width = image.shape
    at = torch.arange(TAPS, device=image.device) - TAPS // 2
    kernel = torch.exp(-0.5 * (at[None] / sigma[:, None].clamp(min=0.05)) ** 2)
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(c, 0)
    pad = TAPS // 2
    flat = functional.pad(image, (pad, pad, pad, pad), mode="replicate").reshape(
        1, b * c, height + 2 * pad, width + 2 * pad
    )
    flat = functional.conv2d(flat, kernel.view(b * c, 1, 1, TAPS), groups=b * c)
    flat = functional.conv2d(flat, kernel.view(b * c, 1, TAPS, 1), groups=b * c)
    return flat.view(b, c, height, width)


def _smear(image: Tensor) -> Tensor:
    """Motion blur: the mean over a random straight movement of 3 px at most each way."""
    angle, length = float(torch.rand(1)) * math.pi, float(torch.rand(1)) * 3
    total = torch.zeros_like(image)
    steps = 4
    height, width = image.shape[2:]
    yy, xx = torch.meshgrid(
        (torch.arange(height, device=image.device) + 0.5) / height * 2 - 1,
        (torch.arange(width, device=image.device) + 0.5) / width * 2 - 1,
        indexing="ij",
    )
    for i in range(steps):
        off = (i / (steps - 1) - 0.5) * length * 2
        grid = torch.stack([xx + off * math.cos(angle) / width, yy + off * math.sin(angle) / height], -1)
        grid = grid[None].expand(len(image), -1, -1, -1)
        total = total + functional.grid_sample(image, grid, padding_mode="border", align_corners=False)
    return total / steps


_LUMA = (
    (16, 11, 10, 16, 24, 40, 51, 61),
    (12, 12, 14, 19, 26, 58, 60, 55),
    (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62),
    (18, 22, 37, 56, 68, 109, 103, 77),
    (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101),
    (72, 92, 95, 98, 112, 100, 103, 99),
)  # JPEG's luminance quantisation table: ITU-T T.81, table K.1


def _jpeg(image: Tensor, strength: Tensor) -> Tensor:
    """JPEG artefacts: quantised 8 x 8 DCT blocks, colour at half resolution.

    strength: (B, 1, 1, 1), factor of the quantisation table; 1 is a quality of 50.
    """
    b, _, height, width = image.shape
    blue, green, red = image[:, 0], image[:, 1], image[:, 2]
    luma = 0.114 * blue + 0.587 * green + 0.299 * red
    cb, cr = (blue - luma) * 0.564, (red - luma) * 0.713
    colour = torch.stack([cb, cr], 1)
    colour = functional.interpolate(functional.avg_pool2d(colour, 2, ceil_mode=True), (height, width), mode="bilinear")
    planes = torch.cat([luma[:, None] - 0.5, colour], 1)
    pad_y, pad_x = -height % 8, -width % 8
    planes = functional.pad(planes, (0, pad_x, 0, pad_y), mode="replicate")
    rows, columns = planes.shape[2] // 8, planes.shape[3] // 8
    blocks = planes.view(b, 3, rows, 8, columns, 8).permute(0, 1, 2, 4, 3, 5)
    k = torch.arange(8, device=image.device, dtype=torch.float32)
    basis = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * 0.5
    basis[0] = basis[0] / math.sqrt(2)
    steps = torch.tensor(_LUMA, device=image.device) / 255 * strength[..., None, None]
    coefficients = basis @ blocks @ basis.T
    coefficients = torch.round(coefficients / steps) * steps
    blocks = basis.T @ coefficients @ basis
    planes = blocks.permute(0, 1, 2, 4, 3, 5).reshape(b, 3, rows * 8, columns * 8)[:, :, :height, :width]
    luma, cb, cr = planes[:, 0] + 0.5, planes[:, 1], planes[:, 2]
    blue, red = luma + cb / 0.564, luma + cr / 0.713
    green = (luma - 0.114 * blue - 0.299 * red) / 0.587
    return torch.stack([blue, green, red], 1).clamp(0, 1)
