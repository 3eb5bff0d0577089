"""The three small networks: finder (where), poser (top face, leaning), reader (which value)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from calibration.training.blocks import block

FINDER_STRIDE = 4
POSE_PX = 64
POSE_REACH = 1.9  # inradii from the crop's middle to its side: the whole die and a little of its shadow
HINT_SCALE, HINT_SHIFT = 4.0, 1.0  # brings 0..0.6 radii to about -1..1.4
READ_PX = 48
READ_REACH = 0.88  # inradii: the whole top face (0.76 to its corners) with room for the pose's error
READ_CHANNELS = (28, 64, 96, 96, 128, 96)  # of the reader's six layers
FACE_DISC = 0.64  # of the crop's half side: within the top face
FACE_LIMIT = 4.0  # deviations
CLASSES = 13  # 1..12, and what has no value


class Finder(nn.Module):
    """(B, 3, H, W) BGR 0..1, sides multiples of 8 -> (B, 4, H/4, W/4).

    Of each cell: logit of a die's middle, log radius (px), x and y offset of the middle (cells).
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, 12, 2), block(12, 24, 2), block(24, 24))
        self.deep = nn.Sequential(block(24, 32, 2), block(32, 32), block(32, 32), block(32, 32))
        self.up = nn.Sequential(nn.ConvTranspose2d(32, 24, 2, 2, bias=False), nn.BatchNorm2d(24))
        self.head = nn.Sequential(block(24, 24), nn.Conv2d(24, 4, 1))
        with torch.no_grad():
            last = self.head[-1]
            assert isinstance(last, nn.Conv2d)
            assert last.bias is not None
            last.bias.copy_(torch.tensor([-4.0, 2.5, 0.0, 0.0]))

    def forward(self, x: Tensor) -> Tensor:
        near = self.stem(x)
        return self.head(torch.relu(near + self.up(self.deep(near))))


class Poser(nn.Module):
    """(B, 4, 64, 64) -> (B, 7). A standardised crop, turned, and a hint.

    Seen from the side, two faces look alike, and which is on top depends on the camera: where the top of a flat die
    is expected off the die's middle is the crop's x axis, and how far (radii), times HINT_SCALE, less HINT_SHIFT, its
    fourth channel. Answers: top x y and middle x y (in the radii that the crop was cut with, from its middle), log of
    the true radius over that one, logits: has twelve sides, leans.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(4, 12, 2), block(12, 24, 2), block(24, 24), block(24, 40, 2), block(40, 40), block(40, 32, 2)
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(32 * 16, 48), nn.ReLU(inplace=True), nn.Linear(48, 7))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


class Reader(nn.Module):
    """(B, 3, 48, 48) standardised crop of a top face -> (B, 13) logits.

    channels: of its six layers.
    """

    def __init__(self, channels: tuple[int, int, int, int, int, int] = READ_CHANNELS) -> None:
        super().__init__()
        a, b, c, d, e, f = channels
        self.body = nn.Sequential(
            block(3, a),
            nn.MaxPool2d(2),
            block(a, b),
            nn.MaxPool2d(2),
            block(b, c),
            block(c, d),
            nn.MaxPool2d(2),
            block(d, e),
            nn.Conv2d(e, f, 3),
            nn.BatchNorm2d(f),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Linear(f, CLASSES)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x).mean((2, 3)))


def standardise_face(crops: Tensor) -> Tensor:
    """Each crop to mean 0 and deviation 1 of its middle disc, cut off at FACE_LIMIT.

    A digit that glare has nearly bleached counts as much as a black one; what lies around the face does not matter.
    """
    side = crops.shape[-1]
    at = (torch.arange(side) + 0.5) / side * 2 - 1
    disc = (at[None] ** 2 + at[:, None] ** 2 < FACE_DISC**2).float()
    weight = disc / (disc.sum() * crops.shape[1])
    mean = (crops * weight).sum((1, 2, 3), keepdim=True)
    deviation = ((crops - mean) ** 2 * weight).sum((1, 2, 3), keepdim=True).sqrt().clamp(min=0.02)
    return ((crops - mean) / deviation).clamp(-FACE_LIMIT, FACE_LIMIT)


def standardise(crops: Tensor) -> Tensor:
    """Each crop to mean 0 and deviation 1 over all its values (deviations under 0.02 count as 0.02)."""
    flat = crops.flatten(1)
    mean, deviation = flat.mean(1), flat.std(1).clamp(min=0.02)
    return (crops - mean[:, None, None, None]) / deviation[:, None, None, None]
