"""What cameras see from which height: the modules of the Raspberry Pi and common webcams, by their fields of view."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan

from companion.core.mat import TABLE_MAT, Mat
from companion.core.text import Text

FILLS = 0.95
"""How much of the picture's width or height the mat may fill, so that its corners stay in it."""


@dataclass(frozen=True, slots=True)
class Module:
    """A camera as it is sold.

    Attributes:
        key: its name in addresses ("module-3").
        name: what people call it.
        across_deg: its horizontal field of view, as its maker says.
        size_xy: its largest picture, px.
    """

    key: str
    name: Text
    across_deg: float
    size_xy: tuple[int, int]

    @property
    def focal_per_width(self) -> float:
        """Focal length over the picture's width."""
        return 0.5 / tan(radians(self.across_deg / 2))

    def height_mm(self, mat: Mat = TABLE_MAT) -> float:
        """The least height from which the whole mat is seen, looking straight down."""
        width, height = self.size_xy
        return self.focal_per_width / FILLS * max(mat.width_mm, mat.height_mm * width / height)

    def px_per_mm(self, height_mm: float) -> float:
        """Pixels a millimetre on the table, in its largest picture."""
        return self.size_xy[0] * self.focal_per_width / height_mm

    def seen_mm(self, height_mm: float) -> tuple[float, float]:
        """Width and height of what is seen of the table."""
        across_mm = height_mm / self.focal_per_width
        return across_mm, across_mm * self.size_xy[1] / self.size_xy[0]


MODULES = (
    Module("module-2", Text(fr="module caméra 2", en="camera module 2"), 62.2, (3280, 2464)),
    Module("module-3", Text(fr="module caméra 3", en="camera module 3"), 66.0, (4608, 2592)),
    Module("module-3-wide", Text(fr="module caméra 3 grand angle", en="camera module 3 wide"), 102.0, (4608, 2592)),
    Module("hq-6mm", Text(fr="caméra HQ, objectif de 6 mm", en="HQ camera, 6 mm lens"), 55.3, (4056, 3040)),
    Module("webcam-68", Text(fr="webcam de 68°", en="webcam of 68°"), 60.9, (1920, 1080)),
    Module("webcam-78", Text(fr="webcam de 78°", en="webcam of 78°"), 70.4, (1920, 1080)),
    Module("webcam-78-4k", Text(fr="webcam de 78°, 4K", en="webcam of 78°, 4K"), 70.4, (3840, 2160)),
    Module("webcam-90", Text(fr="webcam de 90°", en="webcam of 90°"), 82.1, (1920, 1080)),
)
"""Fields of view as their makers say: of the HQ camera what a sensor 6.29 mm wide sees behind a lens of 6 mm; makers of
webcams say it along the diagonal, and here it is across a picture of 16:9."""


def module_called(key: str) -> Module | None:
    """The camera of this key; None where there is none."""
    return next((each for each in MODULES if each.key == key), None)
