"""The small networks: finder (where tiles and hands are), cell reader and judge (what stands at each place)."""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from calibration.training.blocks import block
from calibration.training.loop import answer
from companion.perception.boards.cell import READ_PX
from companion.perception.boards.company import company
from companion.perception.boards.judge import ROUNDS
from companion.perception.boards.rings import RINGED

FINDER_STRIDE = 4
ANSWERS = 7  # heat of a tile's middle, hand, cos and sin of four times the angle, log side, x and y offset
CLASSES = 7  # "._wWrR#"
FEATURES = 32  # of the cell reader's own, beside those of the rings
COMPARED = (FEATURES + RINGED) * (1 + CLASSES) + 2 * CLASSES


class Finder(nn.Module):
    """(B, 3, H, W) BGR 0..1, sides multiples of 16 -> (B, 7, H/4, W/4).

    Of each place: logit of a tile's middle, logit of a hand, cos and sin of 4 x the tiles' angle, log of a tile's side
    (px), x and y offset of the nearest tile's middle (places).
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(block(3, 12, 2), block(12, 20, 2), block(20, 20))
        self.middle = nn.Sequential(block(20, 28, 2), block(28, 28))
        self.far = nn.Sequential(block(28, 36, 2), block(36, 36), block(36, 36))
        self.up_far = nn.Sequential(nn.ConvTranspose2d(36, 28, 2, 2, bias=False), nn.BatchNorm2d(28))
        self.join = block(28, 28)
        self.up_middle = nn.Sequential(nn.ConvTranspose2d(28, 20, 2, 2, bias=False), nn.BatchNorm2d(20))
        self.head = nn.Sequential(block(20, 20), nn.Conv2d(20, ANSWERS, 1))
        last = self.head[-1]
        assert isinstance(last, nn.Conv2d)
        assert last.bias is not None
        with torch.no_grad():
            last.bias.copy_(torch.tensor([-4.0, -3.0, 0.5, 0.0, 3.0, 0.0, 0.0]))

    def forward(self, x: Tensor) -> Tensor:
        near = self.near(x)
        middle = self.middle(near)
        joined = self.join(torch.relu(middle + self.up_far(self.far(middle))))
        return cast(Tensor, self.head(torch.relu(near + self.up_middle(joined))))


class CellNet(nn.Module):
    """(B, 3, 64, 64) BGR 0..1, a place of the board straightened -> (B, 7 + FEATURES): logits, and how it looks."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 24, 5, 2, 2, bias=False),
            nn.BatchNorm2d(24),
            nn.ReLU(inplace=True),
            block(24, 40, 2),
            block(40, 40),
            block(40, 72, 2),
            block(72, 72),
            block(72, 72, 2),
            nn.Flatten(),
            nn.Linear(72 * (READ_PX // 16) ** 2, FEATURES),
            nn.ReLU(),
        )
        self.head = nn.Linear(FEATURES, CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        features = self.body(x)
        return torch.cat([self.head(features), features], 1)


class JudgeNet(nn.Module):
    """(B, COMPARED), a place beside the others of its table (`companion.perception.boards.judge`) -> (B, 7) logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(COMPARED, 96), nn.ReLU(), nn.Linear(96, CLASSES))

    def forward(self, x: Tensor) -> Tensor:
        return cast(Tensor, self.body(x))


class TableNet(nn.Module):
    """Both, as they work on one table: all its places, each by itself, then each beside the others."""

    def __init__(self) -> None:
        super().__init__()
        self.cell, self.judge = CellNet(), JudgeNet()

    def forward(self, x: Tensor, there: Tensor, rings: Tensor) -> list[Tensor]:
        """x: (B, N, 3, 64, 64), there: (B, N) whether there is such a place, rings: (B, N, RINGED).

        Gives (B, N, 7) logits, round by round.
        """
        count = x.shape[:2]
        seen = answer(self.cell, x.flatten(0, 1)).unflatten(0, count)
        said, features = [seen[..., :CLASSES]], torch.cat([seen[..., CLASSES:], rings], -1)
        for _ in range(ROUNDS):
            shares = said[-1].detach().softmax(-1) * there[..., None]
            said.append(self.judge(compared(shares, features).flatten(0, 1)).unflatten(0, count))
        return said


def compared(shares: Tensor, features: Tensor) -> Tensor:
    """What the judge is given, (B, N, COMPARED)."""
    off, many = company(shares, features)
    return torch.cat([features, shares, many, off.flatten(-2)], -1)
