"""The dice networks: finder (where dice are), poser (top face, leaning), reader (which value), view (from which angle),
sides (how the face is turned).

Attribute names are part of the weights' files and ONNX files: a renamed attribute cannot be restored from them.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from calibration.training.blocks import block

FINDER_STRIDE = 4  # input pixels for each output cell, in x and y
POSE_PX = 64  # side of the poser's crops
POSE_REACH = 1.9  # from the crop's middle to its side, inradii: the whole die and a little of its shadow
HINT_SCALE, HINT_SHIFT = 4.0, 1.0  # map a hint of 0 to 0.6 radii to -1 to 1.4
READ_PX = 48  # side of the reader's crops
READ_REACH = 0.88  # the same, inradii: the whole top face (corners at 0.76) with room for the pose's error
READ_CHANNELS = (28, 64, 96, 96, 128, 96)  # of the reader's six convolutions
FACE_DISC = 0.64  # radius of a disc within the top face, as a share of the crop's half side
FACE_LIMIT = 4.0  # standardised values are clipped to this many deviations
VIEW_PX = 64  # side of the view network's crops
VIEW_REACH = 2.6  # the same, inradii: the die with its shadow and the table around
SIDES_PX = 56  # side of the sides network's crops
CLASSES = 13  # the values 1 to 12, then "no value"


class Finder(nn.Module):
    """Detects dice: (B, 3, H, W) BGR 0 to 1, sides multiples of 8 -> (B, 4, H/4, W/4).

    Channels of an output cell: logit of a die's middle, natural log of its inradius (px), x and y offset of the middle
    (output cells).
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
        """See the class."""
        near = self.stem(x)
        return self.head(torch.relu(near + self.up(self.deep(near))))


class Poser(nn.Module):
    """Estimates a die's pose: a standardised, turned BGR crop with a hint (B, 4, 64, 64) -> (B, 7).

    Seen obliquely, two faces look alike, and which one is on top depends on the camera. Therefore the crop is turned so
    that its x axis points from the die's middle to where the top face of a flat die is expected, and its fourth channel
    is the expected distance (radii) times HINT_SCALE minus HINT_SHIFT.

    Outputs: x, y of the top face's middle and x, y of the die's middle (from the crop's middle, in units of the radius
    that the crop was cut with), natural log of the true radius over that radius, logit of "has twelve sides", logit of
    "leans".
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(4, 12, 2), block(12, 24, 2), block(24, 24), block(24, 40, 2), block(40, 40), block(40, 32, 2)
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(32 * 16, 48), nn.ReLU(inplace=True), nn.Linear(48, 7))

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        return self.head(self.body(x))


class Reader(nn.Module):
    """Reads the value: standardised BGR crops of top faces (B, 3, 48, 48) -> (B, 13) logits.

    Args:
        channels: of its six convolutions.
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
        """See the class."""
        return self.head(self.body(x).mean((2, 3)))


class View(nn.Module):
    """Estimates from which angle a die is seen: standardised BGR crops (B, 3, 64, 64) -> (B, 2).

    A die seen from 63 degrees aside looks like one seen from above; its shadow and where it touches the table do not.

    Outputs: x and y of the table's upright as in `generator.Batch.upright_xy`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2), block(16, 32, 2), block(32, 32), block(32, 48, 2), block(48, 64), block(64, 48, 2)
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(48 * 16, 64), nn.ReLU(inplace=True), nn.Linear(64, 2))

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        return self.head(self.body(x))


class Sides(nn.Module):
    """Estimates how a die is turned: standardised BGR crops (B, 3, 56, 56) around a face, unfolded as it is expected to
    be turned from the camera -> (B, 5).

    Outputs: cosine and sine of 5 times the angle of one of its sides, shorter where it is uncertain; x and y from where
    the face was expected to where it is, radii along the crop; natural log of the standard error of these.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 12, 2), block(12, 24), block(24, 32, 2), block(32, 32), block(32, 40, 2), block(40, 32)
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(32 * 49, 48), nn.ReLU(inplace=True), nn.Linear(48, 5))

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        return self.head(self.body(x))


def standardise_face(crops: Tensor) -> Tensor:
    """Scale each crop (B, C, S, S) to mean 0 and deviation 1 over its middle disc (FACE_DISC), clipped at FACE_LIMIT.

    A digit nearly bleached by glare then looks as strong as a black one, whatever lies around the face.
    """
    side = crops.shape[-1]
    at = (torch.arange(side) + 0.5) / side * 2 - 1
    disc = (at[None] ** 2 + at[:, None] ** 2 < FACE_DISC**2).float()
    weight = disc / (disc.sum() * crops.shape[1])
    mean = (crops * weight).sum((1, 2, 3), keepdim=True)
    deviation = ((crops - mean) ** 2 * weight).sum((1, 2, 3), keepdim=True).sqrt().clamp(min=0.02)
    return ((crops - mean) / deviation).clamp(-FACE_LIMIT, FACE_LIMIT)


def standardise(crops: Tensor) -> Tensor:
    """Scale each crop (B, C, S, S) to mean 0 and deviation 1 over all its values; deviations count as 0.02 at least."""
    flat = crops.flatten(1)
    mean, deviation = flat.mean(1), flat.std(1).clamp(min=0.02)
    return (crops - mean[:, None, None, None]) / deviation[:, None, None, None]
