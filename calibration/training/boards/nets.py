"""The small networks: finder (where tiles and hands are), cell reader and judge (what stands at each place)."""

from __future__ import annotations

import math
from typing import cast

import torch
from torch import Tensor, nn

from calibration.training.blocks import block
from calibration.training.loop import answer
from companion.perception.boards.cell import READ_PX
from companion.perception.boards.rings import RING_FEATURES

FINDER_STRIDE = 4
ANSWERS = 7  # heat of a tile's middle, hand, cos and sin of four times the angle, log side, x and y offset
CLASSES = 7  # "._wWrR#"
FEATURES = 48  # of the cell reader's own, beside those of the rings
GIVEN = FEATURES + RING_FEATURES + CLASSES + 1  # of each place to the judge; the last is 1 where there is such a place, or 0
WIDE, HEADS, LAYERS = 72, 4, 2  # of the judge
FAR_OFF = 1e4  # how unlike everything is what is not there


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
            *block(3, 24, 2, size=5),
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
    """(B, N, GIVEN), all places of a table (`companion.perception.boards.judge`) -> (B, N, 7) logits.

    Each place looks at all others, as words of a sentence do in a transformer (arXiv 1706.03762, norms before the
    layers after 2002.04745); there are no positions, so their order does not matter.
    """

    def __init__(self) -> None:
        super().__init__()
        self.taken = nn.Linear(GIVEN, WIDE)
        self.layers = nn.ModuleList(Beside() for _ in range(LAYERS))
        self.norm, self.head = norm(), nn.Linear(WIDE, CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        at, absent = self.taken(x), (x[..., -1:] - 1).transpose(-1, -2) * FAR_OFF
        for layer in self.layers:
            at = layer(at, absent)
        return cast(Tensor, self.head(self.norm(at)))


def norm() -> nn.Module:
    """What follows it is linear and has gains of its own; OpenCV 4.10 reads no others."""
    return nn.LayerNorm(WIDE, elementwise_affine=False)


class Beside(nn.Module):
    """(..., N, WIDE) -> the same: each place beside the others, then by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.out = norm(), nn.Linear(WIDE, WIDE)
        self.asks, self.tells, self.gives = (
            nn.ModuleList(nn.Linear(WIDE, WIDE // HEADS) for _ in range(HEADS)) for _ in range(3)
        )
        self.alone = nn.Sequential(norm(), nn.Linear(WIDE, 2 * WIDE), nn.ReLU(), nn.Linear(2 * WIDE, WIDE))

    def forward(self, at: Tensor, absent: Tensor) -> Tensor:
        """absent: (..., 1, N), less than nothing where there is no such place."""
        x, heads = self.norm(at), []
        for ask, tell, give in zip(self.asks, self.tells, self.gives, strict=True):
            likeness = ask(x) @ tell(x).transpose(-1, -2) / math.sqrt(WIDE // HEADS)
            heads.append((likeness + absent).softmax(-1) @ give(x))
        at = at + self.out(torch.cat(heads, -1))
        return at + cast(Tensor, self.alone(at))


class TableNet(nn.Module):
    """Both, as they work on one table: all its places, each by itself, then each beside the others."""

    def __init__(self) -> None:
        super().__init__()
        self.cell, self.judge = CellNet(), JudgeNet()

    def forward(self, x: Tensor, there: Tensor, rings: Tensor) -> list[Tensor]:
        """x: (B, N, 3, 64, 64), there: (B, N) whether there is such a place, rings: (B, N, RINGED).

        Gives (B, N, 7) logits, of the reader and of the judge.
        """
        count = x.shape[:2]
        seen = answer(self.cell, x.flatten(0, 1)).unflatten(0, count)
        said = seen[..., :CLASSES]
        return [said, self.judge(torch.cat([seen[..., CLASSES:], rings, said.softmax(-1), there[..., None]], -1))]
