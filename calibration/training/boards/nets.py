"""The board networks: finder (where tiles and hands are), cell reader and judge (what lies at each place).

Attribute names are part of the weights' files and ONNX files: a renamed attribute cannot be restored from them.
"""

from __future__ import annotations

import math
from typing import cast

import torch
from torch import Tensor, nn

from calibration.training.blocks import block
from calibration.training.loop import answer
from companion.perception.boards.cell import READ_PX
from companion.perception.boards.rings import RING_FEATURES

FINDER_STRIDE = 4  # input pixels for each output cell, in x and y
FINDER_CHANNELS = 7  # output channels of the finder, see `Finder`
CLASSES = 7  # "._wWrR#"
FEATURES = 48  # length of the cell reader's feature vector
JUDGE_INPUTS = FEATURES + RING_FEATURES + CLASSES + 1  # the last is 1 where there is such a place, or 0
WIDTH, HEADS, LAYERS = 72, 4, 2  # embedding size, attention heads and layers of the judge
ABSENT_PENALTY = 1e4  # subtracted from the attention logits of absent places: their weight becomes 0


class Finder(nn.Module):
    """Detects tiles and hands: (B, 3, H, W) BGR 0 to 1, sides multiples of 16 -> (B, 7, H/4, W/4).

    Channels of an output cell: logit of a tile's middle, logit of a hand, cos and sin of 4 x the tile's angle (tiles
    look the same after a quarter turn), natural log of the tile's side (px), x and y offset of the nearest tile's
    middle (output cells).
    """

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(block(3, 12, 2), block(12, 20, 2), block(20, 20))
        self.middle = nn.Sequential(block(20, 28, 2), block(28, 28))
        self.far = nn.Sequential(block(28, 36, 2), block(36, 36), block(36, 36))
        self.up_far = nn.Sequential(nn.ConvTranspose2d(36, 28, 2, 2, bias=False), nn.BatchNorm2d(28))
        self.join = block(28, 28)
        self.up_middle = nn.Sequential(nn.ConvTranspose2d(28, 20, 2, 2, bias=False), nn.BatchNorm2d(20))
        self.head = nn.Sequential(block(20, 20), nn.Conv2d(20, FINDER_CHANNELS, 1))
        last = self.head[-1]
        assert isinstance(last, nn.Conv2d)
        assert last.bias is not None
        with torch.no_grad():
            last.bias.copy_(torch.tensor([-4.0, -3.0, 0.5, 0.0, 3.0, 0.0, 0.0]))

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        near = self.near(x)
        middle = self.middle(near)
        joined = self.join(torch.relu(middle + self.up_far(self.far(middle))))
        return cast(Tensor, self.head(torch.relu(near + self.up_middle(joined))))


class CellNet(nn.Module):
    """Classifies one place: rectified crops (B, 3, 64, 64) BGR 0 to 1 -> (B, 7 + FEATURES): logits, then features."""

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
        """See the class."""
        features = self.body(x)
        return torch.cat([self.head(features), features], 1)


class JudgeNet(nn.Module):
    """Classifies all places of a table jointly: (B, N, JUDGE_INPUTS) -> (B, N, 7) logits.

    `companion.perception.boards.judge` makes its input.

    A transformer encoder (arXiv 1706.03762) with normalisation before the layers (arXiv 2002.04745) and without
    positional encoding, so that the order of the places does not matter.
    """

    def __init__(self) -> None:
        super().__init__()
        self.taken = nn.Linear(JUDGE_INPUTS, WIDTH)
        self.layers = nn.ModuleList(AttentionLayer() for _ in range(LAYERS))
        self.norm, self.head = norm(), nn.Linear(WIDTH, CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        at, absent = self.taken(x), (x[..., -1:] - 1).transpose(-1, -2) * ABSENT_PENALTY
        for layer in self.layers:
            at = layer(at, absent)
        return cast(Tensor, self.head(self.norm(at)))


def norm() -> nn.Module:
    """A layer normalisation without gain and bias.

    The linear layer after it has its own, and OpenCV 4.10 reads no others.
    """
    return nn.LayerNorm(WIDTH, elementwise_affine=False)


class AttentionLayer(nn.Module):
    """A transformer layer: self-attention over the places, then a feed-forward network.

    Input and output are (..., N, WIDTH). `asks`, `tells` and `gives` are the queries, keys and values of each head,
    `alone` is the feed-forward network.
    """

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.out = norm(), nn.Linear(WIDTH, WIDTH)
        self.asks, self.tells, self.gives = (
            nn.ModuleList(nn.Linear(WIDTH, WIDTH // HEADS) for _ in range(HEADS)) for _ in range(3)
        )
        self.alone = nn.Sequential(norm(), nn.Linear(WIDTH, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, WIDTH))

    def forward(self, at: Tensor, absent: Tensor) -> Tensor:
        """Apply the layer.

        Args:
            at: (..., N, WIDTH).
            absent: (..., 1, N), added to the attention logits: -ABSENT_PENALTY for absent places, else 0.
        """
        x, heads = self.norm(at), []
        for query, key, value in zip(self.asks, self.tells, self.gives, strict=True):
            logits = query(x) @ key(x).transpose(-1, -2) / math.sqrt(WIDTH // HEADS)
            heads.append((logits + absent).softmax(-1) @ value(x))
        at = at + self.out(torch.cat(heads, -1))
        return at + cast(Tensor, self.alone(at))


class TableNet(nn.Module):
    """Cell reader and judge together, as they are trained."""

    def __init__(self) -> None:
        super().__init__()
        self.cell, self.judge = CellNet(), JudgeNet()

    def forward(self, x: Tensor, there: Tensor, rings: Tensor) -> list[Tensor]:
        """Logits (B, N, 7) of the cell reader, and logits (B, N, 7) of the judge.

        Args:
            x: (B, N, 3, 64, 64) BGR, 0 to 1: crops of all places of a table.
            there: (B, N): 1, or 0 for an unused place.
            rings: (B, N, RING_FEATURES), see `companion.perception.boards.rings`.
        """
        count = x.shape[:2]
        seen = answer(self.cell, x.flatten(0, 1)).unflatten(0, count)
        said = seen[..., :CLASSES]
        return [said, self.judge(torch.cat([seen[..., CLASSES:], rings, said.softmax(-1), there[..., None]], -1))]
