"""The networks that watch hands, as PyTorch modules. Attribute names are the keys of saved weights."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from calibration.training.blocks import block
from companion.perception.hands import crossing_network, landing_network
from companion.perception.hands.crop import CROP_XY
from companion.perception.hands.finder import DIRECTIONS, FRAMES_BACK
from companion.perception.hands.verifier import CHANNELS

INPUT_FRAMES = 1 + len(FRAMES_BACK)
"""Pictures of the hand finder's input."""
OUTPUTS = DIRECTIONS + 3
"""Maps of the hand finder's output."""
PRIOR_LOGIT = -4.6
"""Logit of a hand in any one cell before training: one in a hundred."""


class HandFinderNet(nn.Module):
    """The hand finder: (B, 9, H, W) BGR 0 to 1, a frame and two earlier ones, sides multiples of 16 -> (B, DIRECTIONS +
    3, H/8, W/8).

    For each cell: logits of a hand whose arm comes from each of `DIRECTIONS` directions, x and y offset of the palm's
    middle (cells), and the logit of that hand's being in the air.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = block(3 * INPUT_FRAMES, 10, 2)
        self.near = nn.Sequential(block(10, 14, 2), block(14, 24, 2), block(24, 24))
        self.far = nn.Sequential(block(24, 40, 2), block(40, 40), block(40, 40))
        self.up = nn.Sequential(nn.ConvTranspose2d(40, 24, 2, 2, bias=False), nn.BatchNorm2d(24))
        self.join = block(24, 24)
        self.head = nn.Sequential(block(24, 24), nn.Conv2d(24, OUTPUTS, 1))
        last = cast(nn.Conv2d, self.head[-1])
        assert last.bias is not None
        with torch.no_grad():
            last.bias[:DIRECTIONS] = PRIOR_LOGIT
            last.bias[DIRECTIONS:] = 0.0

    def forward(self, x: Tensor) -> Tensor:
        """Shapes as above."""
        near = self.near(self.fine(x))
        return cast(Tensor, self.head(self.join(torch.relu(near + self.up(self.far(near))))))


class CropNet(nn.Module):
    """The hand verifier and the departure network: (B, channels, 80, 48) 0 to 1, crops -> (B, answers) logits.

    Args:
        channels: of the input.
        answers: number of logits.
        widths: channels at a half, a quarter and an eighth of the resolution.
    """

    def __init__(self, channels: int, answers: int, widths: tuple[int, int, int]) -> None:
        super().__init__()
        half, quarter, eighth = widths
        self.body = nn.Sequential(
            *block(channels, half, 2, size=5),
            block(half, quarter, 2),
            block(quarter, quarter),
            block(quarter, eighth, 2),
            block(eighth, eighth),
            block(eighth, eighth, 2),
            nn.Flatten(),
            nn.Linear(eighth * (CROP_XY[0] // 16) * (CROP_XY[1] // 16), 24),
            nn.ReLU(),
            nn.Linear(24, answers),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Shapes as above."""
        return cast(Tensor, self.body(x))


class SeatNet(nn.Module):
    """The seat network: (B, CHANNELS, 160, 160) 0 to 1, views -> (B, 2 * 20 * 20 + 1) logits.

    Of the player's hand lying in each cell, being in the air there, and not being there.
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            *block(CHANNELS, 12, 2, size=5),
            block(12, 24, 2),
            block(24, 24),
            block(24, 48, 2),
            block(48, 48),
        )
        self.far = nn.Sequential(block(48, 64, 2), block(64, 64), block(64, 64), block(64, 64))
        self.up = nn.Sequential(nn.ConvTranspose2d(64, 48, 2, 2, bias=False), nn.BatchNorm2d(48))
        self.join = nn.Sequential(block(48, 48), nn.Conv2d(48, 2, 1))
        self.gone = nn.Linear(64, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Shapes as above."""
        near = self.near(x)
        far = self.far(near)
        places = self.join(torch.relu(near + self.up(far)))
        return torch.cat([places.flatten(1), self.gone(far.mean((2, 3)))], 1)


class CrossingNet(nn.Module):
    """The crossing network: (B, CHANNELS, 96, 96) 0 to 1, crops -> (B, 3, 12, 12) logits.

    For each cell: whether the first arm lies over the other there, under it, or neither.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *block(crossing_network.CHANNELS, 12, 2, size=5),
            block(12, 16, 2),
            block(16, 16),
            block(16, 24, 2),
            block(24, 24),
            block(24, 24),
            block(24, 24),
            nn.Conv2d(24, 3, 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Shapes as above."""
        return cast(Tensor, self.body(x))


class LandingTimeNet(nn.Module):
    """The landing-time network: (B, L, CHANNELS, 96, 64) 0 to 1, films -> (B, L + 2) logits.

    Of the hand's not having landed, having landed in each frame, the present one first, and before all of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.frame = FrameNet()
        self.film = FilmNet()

    def forward(self, x: Tensor) -> Tensor:
        """Shapes as above."""
        made = self.frame(x.flatten(0, 1)).float().view(*x.shape[:2], landing_network.FEATURES)
        return cast(Tensor, self.film(made.transpose(1, 2)[..., None]))


class FrameNet(nn.Module):
    """Its first part: (B, CHANNELS, 96, 64) 0 to 1 -> (B, FEATURES), the feature vector of a frame."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(landing_network.CHANNELS, 20, 2, size=5),
            block(20, 32, 2),
            block(32, 32),
            block(32, 48, 2),
            block(48, 48),
            block(48, 48, 2),
            nn.Flatten(),
            nn.Linear(
                48 * (landing_network.FILM_XY[0] // 16) * (landing_network.FILM_XY[1] // 16), landing_network.FEATURES
            ),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Shapes as above."""
        return cast(Tensor, self.body(x))


class FilmNet(nn.Module):
    """Its second part: (B, FEATURES, L, 1) -> (B, L + 2) logits, by dilated convolutions along the film."""

    def __init__(self) -> None:
        super().__init__()
        self.first = _along(landing_network.FEATURES, 64, 1)
        self.rest = nn.ModuleList(_along(64, 64, apart) for apart in (2, 4, 8))
        self.says = nn.Conv2d(64, 3, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Shapes as above."""
        x = self.first(torch.relu(x))
        for each in self.rest:
            x = x + each(x)
        then, not_yet, before = self.says(x)[..., 0].unbind(1)
        return torch.cat([not_yet[:, :1], then, before[:, -1:]], 1)


def _along(inner: int, outer: int, apart: int) -> nn.Sequential:
    """A block of a convolution along a film, over frames that are `apart` frames apart."""
    conv = nn.Conv2d(inner, outer, (5, 1), padding=(2 * apart, 0), dilation=(apart, 1), bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outer), nn.ReLU(inplace=True))
