"""The network that finds hands, and those that look closely at one of them."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from calibration.training.blocks import block
from companion.perception.hands import crossing, moment
from companion.perception.hands.finder import BACKS, WAYS
from companion.perception.hands.piece import PIECE_XY
from companion.perception.hands.second_look import CHANNELS

MOMENTS = 1 + len(BACKS)
ANSWERS = WAYS + 3
RARE = -4.6
"""Logit of a hand at any one place, before anything is learnt: one in a hundred."""


class HandNet(nn.Module):
    """(B, 9, H, W) BGR 0..1, a moment and two earlier ones, sides multiples of 16 -> (B, WAYS + 3, H/8, W/8).

    Of each place: logits of a hand whose arm comes from each of `WAYS` directions, x and y offset of the palm's middle
    (places), and the logit of that hand being in the air.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = block(3 * MOMENTS, 10, 2)
        self.near = nn.Sequential(block(10, 14, 2), block(14, 24, 2), block(24, 24))
        self.far = nn.Sequential(block(24, 40, 2), block(40, 40), block(40, 40))
        self.up = nn.Sequential(nn.ConvTranspose2d(40, 24, 2, 2, bias=False), nn.BatchNorm2d(24))
        self.join = block(24, 24)
        self.head = nn.Sequential(block(24, 24), nn.Conv2d(24, ANSWERS, 1))
        last = cast(nn.Conv2d, self.head[-1])
        assert last.bias is not None
        with torch.no_grad():
            last.bias[:WAYS] = RARE
            last.bias[WAYS:] = 0.0

    def forward(self, x: Tensor) -> Tensor:
        near = self.near(self.fine(x))
        return cast(Tensor, self.head(self.join(torch.relu(near + self.up(self.far(near))))))


class PieceNet(nn.Module):
    """(B, channels, 80, 48) 0..1, pieces (`companion.perception.hands.piece`) -> (B, answers) logits.

    widths: channels at a half, a quarter and an eighth of the fineness.
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
            nn.Linear(eighth * (PIECE_XY[0] // 16) * (PIECE_XY[1] // 16), 24),
            nn.ReLU(),
            nn.Linear(24, answers),
        )

    def forward(self, x: Tensor) -> Tensor:
        return cast(Tensor, self.body(x))


class WhoseNet(nn.Module):
    """(B, CHANNELS, 160, 160) 0..1, views (`companion.perception.hands.whose`) -> (B, 2 * 20 * 20 + 1) logits.

    Of the player's hand lying at each place, of its being in the air there, and of its not being there.
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
        near = self.near(x)
        far = self.far(near)
        places = self.join(torch.relu(near + self.up(far)))
        return torch.cat([places.flatten(1), self.gone(far.mean((2, 3)))], 1)


class CrossingNet(nn.Module):
    """(B, CHANNELS, 96, 96) 0..1, pieces (`companion.perception.hands.crossing`) -> (B, 3, 12, 12) logits.

    Of each place: whether the first arm lies over the other there, under it, or neither.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *block(crossing.CHANNELS, 12, 2, size=5),
            block(12, 16, 2),
            block(16, 16),
            block(16, 24, 2),
            block(24, 24),
            block(24, 24),
            block(24, 24),
            nn.Conv2d(24, 3, 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        return cast(Tensor, self.body(x))


class MomentNet(nn.Module):
    """(B, L, CHANNELS, 96, 64) 0..1, films (`companion.perception.hands.moment`) -> (B, L + 2) logits.

    Of the hand not having landed, of having done so in each frame, the present one first, and before all of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.frame = FrameNet()
        self.film = FilmNet()

    def forward(self, x: Tensor) -> Tensor:
        made = self.frame(x.flatten(0, 1)).float().view(*x.shape[:2], moment.FEATURES)
        return cast(Tensor, self.film(made.transpose(1, 2)[..., None]))


class FrameNet(nn.Module):
    """(B, CHANNELS, 96, 64) 0..1 -> (B, FEATURES), what is made of a frame."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(moment.CHANNELS, 20, 2, size=5),
            block(20, 32, 2),
            block(32, 32),
            block(32, 48, 2),
            block(48, 48),
            block(48, 48, 2),
            nn.Flatten(),
            nn.Linear(48 * (moment.FILM_XY[0] // 16) * (moment.FILM_XY[1] // 16), moment.FEATURES),
        )

    def forward(self, x: Tensor) -> Tensor:
        return cast(Tensor, self.body(x))


class FilmNet(nn.Module):
    """(B, FEATURES, L, 1) -> (B, L + 2), as `MomentNet` answers; what is seen farther away tells less finely when."""

    def __init__(self) -> None:
        super().__init__()
        self.first = _along(moment.FEATURES, 64, 1)
        self.rest = nn.ModuleList(_along(64, 64, apart) for apart in (2, 4, 8))
        self.says = nn.Conv2d(64, 3, 1)

    def forward(self, x: Tensor) -> Tensor:
        x = self.first(torch.relu(x))
        for each in self.rest:
            x = x + each(x)
        then, not_yet, before = self.says(x)[..., 0].unbind(1)
        return torch.cat([not_yet[:, :1], then, before[:, -1:]], 1)


def _along(inner: int, outer: int, apart: int) -> nn.Sequential:
    """As `block`, along a film, of frames that are so far apart."""
    conv = nn.Conv2d(inner, outer, (5, 1), padding=(2 * apart, 0), dilation=(apart, 1), bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outer), nn.ReLU(inplace=True))
