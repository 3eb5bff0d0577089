"""How well a camera is aimed at the table: what one picture tells of the mat's place, its scale, its light and its
focus, in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees

import cv2
import numpy as np

from companion.camera.arrays import Grey, Pixels, Points
from companion.camera.lenses import FILLS
from companion.core.errors import Unreadable
from companion.core.mat import TABLE_MAT, Mat
from companion.core.text import Text
from companion.perception.health.one_picture import WHITE, bleached_share, edge_share, grey_of, white_in
from companion.perception.rectify import Lens, TableView, find_table, markers_in

QUIET_SHARE = (0.56, 0.66)
"""Distances from a marker's middle, as shares of its side, between which paper lies: from its black border to the end
of its white one."""
LIGHTEST = 0.75
"""The quantile of that paper which is taken for its brightness: specks, fingers and soft edges are darker."""
GLARE_WIDTH_PX = 640
"""Width at which glare is looked for: a die is some 15 pixels wide there."""
LEAST_GLARE_SHARE = 0.0004
"""Share of the picture, a spot of 15 mm across on a mat that fills it, as large as a die's top face: less hides no
digit."""
MOST_GLARE_SHARE = 0.1
"""Share of the picture: what is bleached over more of it is too light altogether, no reflection of a lamp."""
ROUND_GLARE_PX = 5
"""Width of the neighbourhood by which spots are joined and specks left out."""
USUAL_FOCAL = Lens().focal_per_width
"""Focal length, as a share of the picture's width, of the lens that is assumed."""
STEP_MM = 5.0
"""Length over which the scale is measured: a millimetre of picture is less than what corners are found to."""
MEASURED_WIDTH_PX = 1280
"""Wider pictures are made as small first: a marker is 60 pixels wide there, and its corners are found to a twentieth of
one."""


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """What one picture tells.

    Attributes:
        size_xy: of the camera's full-size picture, px.
        white: grey value of the lightest things, 0 to 255.
        bleached: share of the picture in which the sensor no longer follows the light.
        edge_share: width of the sharpest edges over the picture's; None: it has no edges.
        markers: the mat's markers that were seen: their corners (4, 2) over the picture's width, by number.
        glare: the outlines (N, 2) of bleached spots, over the picture's width.
        evenness: brightness of the darkest marker's paper over the lightest one's, 0 to 1; None: fewer than two.
        place: where the camera hangs; None where the mat was not found.
        lost: the sentence that says why the mat was not found; None where it was.
    """

    size_xy: tuple[int, int]
    white: float
    bleached: float
    edge_share: float | None
    markers: dict[int, Points]
    glare: tuple[Points, ...]
    evenness: float | None
    place: Place | None
    lost: Text | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where the camera hangs over the mat.

    Attributes:
        height_mm: of the lens above the table, if the lens is the assumed one.
        tilt_deg: from straight down.
        px_per_mm: of the full-size picture, where it is least on the mat.
        fills: the mat's width or height over the picture's, whichever is more.
        outline: the mat's corners (4, 2), over the picture's width.
        off_picture: how many of these corners lie beyond the picture's edge.
    """

    height_mm: float
    tilt_deg: float
    px_per_mm: float
    fills: float
    outline: Points
    off_picture: int

    @property
    def best_height_mm(self) -> float:
        """The height from which the mat fills the picture and no more, if it lies in its middle."""
        return self.height_mm * self.fills / FILLS


def aim_of(
    picture: Pixels, full_size_xy: tuple[int, int], focal_per_width: float = USUAL_FOCAL, mat: Mat = TABLE_MAT
) -> Aim:
    """Measure one picture.

    Args:
        picture: (H, W, 3) uint8 BGR, full-size or small.
        full_size_xy: the full-size picture's width and height, px.
        focal_per_width: the lens's focal length over the picture's width. Height and tilt depend on it, the scale does
            not.
        mat: which mat lies there.
    """
    picture = _measurable(picture)
    grey, width = grey_of(picture), picture.shape[1]
    markers = markers_in(picture, mat)
    place, lost = None, None
    try:
        place = _place(find_table(picture, mat), full_size_xy, focal_per_width / USUAL_FOCAL, mat)
    except Unreadable as refusal:
        lost = refusal.what
    paper = [_paper(grey, corners) for corners in markers.values()]
    return Aim(
        size_xy=full_size_xy,
        white=white_in(grey),
        bleached=bleached_share(grey),
        edge_share=edge_share(picture),
        markers={ident: corners / width for ident, corners in markers.items()},
        glare=_glare(grey),
        evenness=min(paper) / max(max(paper), 1.0) if len(paper) >= 2 else None,
        place=place,
        lost=lost,
    )


def _measurable(picture: Pixels) -> Pixels:
    height, width = picture.shape[:2]
    if width <= MEASURED_WIDTH_PX:
        return picture
    size = (MEASURED_WIDTH_PX, round(height * MEASURED_WIDTH_PX / width))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _place(view: TableView, full_size_xy: tuple[int, int], longer: float, mat: Mat) -> Place:
    """longer: the focal length, times the usual one. Through a lens that is twice as long the same picture is seen from
    twice the height, and its far side is as much narrower from twice the slope."""
    width, height = view.size_xy
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    ahead_mm = view.table_mm(middle)[0] - view.camera_mm[:2]
    x, y = mat.width_mm / 2, mat.height_mm / 2
    corners = view.pixels(np.array([(-x, -y), (x, -y), (x, y), (-x, y)]))
    return Place(
        height_mm=view.camera_mm[2] * longer,
        tilt_deg=degrees(atan2(float(np.linalg.norm(ahead_mm)) * longer, view.camera_mm[2])),
        px_per_mm=least_px_per_mm(view, mat) * full_size_xy[0] / width,
        fills=float(np.max(np.ptp(corners, axis=0) / (2 * middle))),
        outline=corners / width,
        off_picture=int((np.abs(corners - middle) > middle).any(axis=1).sum()),
    )


def least_px_per_mm(view: TableView, mat: Mat = TABLE_MAT) -> float:
    """Pixels a millimetre of the view's picture: the least of the mat's middle and its markers' places, along and
    across taken together."""
    places = np.array([(0.0, 0.0), *(marker.centre_xy_mm for marker in mat.markers)])
    here, right, down = (view.pixels(places + np.array(step)) for step in ((0, 0), (STEP_MM, 0), (0, STEP_MM)))
    one, other = right - here, down - here
    areas = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
    return float(np.sqrt(areas.min())) / STEP_MM


def _paper(grey: Grey, corners: Points) -> float:
    """The brightness of the white border of a marker, 0 to 255."""
    middle = corners.mean(axis=0)
    mask = np.zeros(grey.shape, np.uint8)
    for share, ink in zip(reversed(QUIET_SHARE), (255, 0), strict=True):
        ring = np.rint(middle + 2 * share * (corners - middle)).astype(np.int32)
        cv2.fillPoly(mask, [ring], ink)
    paper = grey[mask > 0]
    return float(np.quantile(paper, LIGHTEST)) if len(paper) else 0.0


def _glare(grey: Grey) -> tuple[Points, ...]:
    height, width = grey.shape
    scale = min(1.0, GLARE_WIDTH_PX / width)
    small = cv2.resize(grey, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    bleached = (small >= WHITE).astype(np.uint8)
    near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (ROUND_GLARE_PX, ROUND_GLARE_PX))
    spots = cv2.morphologyEx(cv2.morphologyEx(bleached, cv2.MORPH_OPEN, near), cv2.MORPH_CLOSE, near)
    outlines, _ = cv2.findContours(spots, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    shares = [(cv2.contourArea(each) / small.size, each) for each in outlines]
    return tuple(
        np.asarray(each[:, 0], np.float64) / small.shape[1]
        for share, each in shares
        if LEAST_GLARE_SHARE <= share <= MOST_GLARE_SHARE
    )
