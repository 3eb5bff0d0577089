"""Locates the mat in a picture, and converts pixels to millimetres on the table and back, at any height over it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera.arrays import Pixels, Points
from companion.camera.distortion import distorted, undistorted
from companion.core.errors import Unreadable
from companion.core.mat import TABLE_MAT, Mat
from companion.core.text import Text

FEWEST_MARKERS = 2
"""Two markers give eight points at opposite ends of the mat; one alone tells little about the far end."""
WORST_ERROR_PX_OF_WIDTH = 0.001
"""A root mean square error above this share of the picture's width means that a marker was moved by some 15 mm, bent or
misread; a flat mat gives a fifth of it."""
REFINE_WINDOW_SHARE = 0.12
"""Half the window of corner refinement over the marker's side: within its own black border, a sixth."""

MARKERS_FOR_K1 = 4
"""Markers that are needed to estimate the lens distortion; with fewer, a lens that bends looks like a mat that
leans."""
K1_REACH = 0.25
"""Bound on |k1|: lenses with more are fisheyes, and need calibration."""
K1_ROUNDS = 6
"""Rounds of the search, each four times finer; the last step is 0.00006, a hundredth of a pixel at a small picture's
corner."""


@dataclass(frozen=True, slots=True)
class Lens:
    """What is known of a camera's lens, the same for every size of picture.

    Attributes:
        focal_per_width: focal length over the picture's width, from calibration. The default lies between the Raspberry
            Pi's camera modules 2 (0.83) and 3 (0.77).
        k1: first radial coefficient of OpenCV's camera model; None: estimated from the markers.
    """

    focal_per_width: float = 0.8
    k1: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """How one camera sees the mat.

    Attributes:
        size_xy: of the picture, px.
        lens: with k1 filled in.
        to_table: (3, 3), from undistorted pixels to table mm.
        camera_mm: the lens in table coordinates: x, y, height above the table.
        error_px: root mean square distance of the markers' corners from where they should be.
        markers_seen: their numbers, sorted.
    """

    size_xy: tuple[int, int]
    lens: Lens
    to_table: Points
    camera_mm: tuple[float, float, float]
    error_px: float
    markers_seen: tuple[int, ...]

    def table_mm(self, pixels: Points, height_mm: float = 0.0) -> Points:
        """Map pixels (N, 2) to mm (N, 2), for points `height_mm` above the table: the parallax is removed."""
        straight = _ideal(np.asarray(pixels, np.float64).reshape(-1, 2), self.size_xy, self.lens)
        ground = _mapped(self.to_table, straight)
        share = height_mm / self.camera_mm[2]
        # The ray from the lens to `ground` is at that height after this share of the way from ground to lens.
        return ground + share * (np.array(self.camera_mm[:2]) - ground)

    def pixels(self, points_mm: Points, height_mm: float = 0.0) -> Points:
        """Map mm (N, 2), `height_mm` above the table, to pixels (N, 2)."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        share = height_mm / self.camera_mm[2]
        ground = (points - share * np.array(self.camera_mm[:2])) / (1.0 - share)
        to_picture = np.asarray(np.linalg.inv(self.to_table), np.float64)
        return _shown(_mapped(to_picture, ground), self.size_xy, self.lens)

    def for_size(self, size_xy: tuple[int, int]) -> TableView:
        """Return the view of the same camera in a picture of another size, such as the small stream's."""
        share = np.array(self.size_xy) / np.array(size_xy)
        # Pixel middles: x_here + 0.5 = share * (x_there + 0.5).
        scale = np.array([[share[0], 0, share[0] / 2 - 0.5], [0, share[1], share[1] / 2 - 0.5], [0, 0, 1]])
        error_px = self.error_px / float(share.mean())
        return TableView(size_xy, self.lens, self.to_table @ scale, self.camera_mm, error_px, self.markers_seen)


def find_table(picture: Pixels, mat: Mat = TABLE_MAT, lens: Lens | None = None) -> TableView:
    """Locate the mat by its markers.

    Args:
        picture: (H, W, 3) uint8 BGR.
        mat: which mat.
        lens: from calibration; None: a usual lens, with the distortion estimated.

    Raises:
        Unreadable: fewer than two markers are seen, or they contradict each other.
    """
    lens = lens or Lens()
    found = markers_in(picture, mat)
    if len(found) < FEWEST_MARKERS:
        raise Unreadable(
            "table.no-mat",
            Text(
                fr="Le tapis n'est pas visible : {count} de ses {all} repères se voient, il en faut au moins 2 ; "
                "dégagez ses coins.",
                en="The mat cannot be seen: {count} of its {all} markers show and 2 are needed; clear its corners.",
            ).filled(count=len(found), all=len(mat.markers)),
        )
    return _view(found, mat, lens, (picture.shape[1], picture.shape[0]))


def markers_in(picture: Pixels, mat: Mat = TABLE_MAT) -> dict[int, Points]:
    """Find the mat's markers in a picture, (H, W, 3) uint8 BGR: each one's four corners (4, 2), by its number."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{mat.dictionary}"))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    quads, idents, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(grey)
    known = {marker.ident for marker in mat.markers}
    found: dict[int, Points] = {}
    twice: set[int] = set()
    for number, quad in zip(idents.ravel() if idents is not None else (), quads, strict=True):
        ident = int(number)
        if ident in found:
            twice.add(ident)
        if ident in known:
            found[ident] = _refined(np.asarray(grey, np.uint8), np.asarray(quad, np.float32).reshape(4, 2))
    # A marker that is seen twice (a spare print beside the mat) is not used.
    return {ident: quad for ident, quad in found.items() if ident not in twice}


def _refined(grey: NDArray[np.uint8], quad: NDArray[np.float32]) -> Points:
    side_px = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
    half = max(2, round(REFINE_WINDOW_SHARE * side_px))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.005)
    corners = cv2.cornerSubPix(grey, quad.reshape(-1, 1, 2).astype(np.float32), (half, half), (-1, -1), stop)
    return np.asarray(corners, np.float64).reshape(4, 2)


def _view(found: dict[int, Points], mat: Mat, lens: Lens, size_xy: tuple[int, int]) -> TableView:
    markers = [marker for marker in mat.markers if marker.ident in found]
    on_mat = np.array([corner for marker in markers for corner in marker.corners_mm])
    in_picture = np.vstack([found[marker.ident] for marker in markers])
    if lens.k1 is None:
        k1 = _likeliest_k1(on_mat, in_picture, size_xy, lens) if len(markers) >= MARKERS_FOR_K1 else 0.0
        lens = Lens(lens.focal_per_width, k1)
    straight = _ideal(in_picture, size_xy, lens)
    if len(markers) == FEWEST_MARKERS:
        to_picture = _homography_of_pose(on_mat, straight, size_xy, lens)
    else:
        to_picture = _homography(on_mat, straight)
    error_px = _error_px(to_picture, on_mat, straight)
    if error_px > WORST_ERROR_PX_OF_WIDTH * size_xy[0]:
        raise Unreadable(
            "table.mat-bent",
            Text(
                fr="Les repères du tapis ne s'accordent pas (de {error:.0f} pixels) ; posez le tapis bien à plat, ou "
                "les repères seuls là où leur feuille le dit.",
                en="The mat's markers contradict each other (by {error:.0f} pixels); lay the mat flat, or the markers "
                "alone where their sheet says.",
            ).filled(error=error_px),
        )
    camera_mm = _camera_mm(to_picture, size_xy, lens)
    to_table = np.asarray(np.linalg.inv(to_picture), np.float64)
    return TableView(size_xy, lens, to_table, camera_mm, error_px, tuple(sorted(found)))


def _likeliest_k1(on_mat: Points, in_picture: Points, size_xy: tuple[int, int], lens: Lens) -> float:
    """The k1 under which the markers fit one plane best, by a coarse-to-fine search."""

    def error_px(k1: float) -> float:
        straight = _ideal(in_picture, size_xy, Lens(lens.focal_per_width, k1))
        return _error_px(_homography(on_mat, straight), on_mat, straight)

    best, step = 0.0, K1_REACH / 4
    for _ in range(K1_ROUNDS):
        tried = [best + step * i for i in (-4, -3, -2, -1, 0, 1, 2, 3, 4) if abs(best + step * i) <= K1_REACH]
        best = min(tried, key=error_px)
        step /= 4
    return best


def _homography(on_mat: Points, in_picture: Points) -> Points:
    homography, _ = cv2.findHomography(on_mat, in_picture)
    return np.asarray(homography, np.float64)


def _homography_of_pose(on_mat: Points, straight: Points, size_xy: tuple[int, int], lens: Lens) -> Points:
    """The homography of a rigid pose; it has fewer parameters than a free one, for points that lie on one side of the
    mat."""
    matrix = _matrix(size_xy, lens)
    upright = np.column_stack([on_mat, np.zeros(len(on_mat))])
    _, turned, shift = cv2.solvePnP(upright, straight, matrix, None)
    rotation, _ = cv2.Rodrigues(turned)
    pose: Points = matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], shift.ravel()])
    return pose


def _camera_mm(to_picture: Points, size_xy: tuple[int, int], lens: Lens) -> tuple[float, float, float]:
    """The camera's position from the homography: x, y and height, mm."""
    columns = np.linalg.inv(_matrix(size_xy, lens)) @ to_picture
    columns /= np.sign(columns[2, 2]) * np.sqrt(np.linalg.norm(columns[:, 0]) * np.linalg.norm(columns[:, 1]))
    # The nearest rotation; with x right and y towards the viewer, its third axis points into the table.
    left, _, right = np.linalg.svd(np.column_stack([columns[:, :2], np.cross(columns[:, 0], columns[:, 1])]))
    x, y, down = -(left @ right).T @ columns[:, 2]
    return float(x), float(y), float(-down)


def _matrix(size_xy: tuple[int, int], lens: Lens) -> Points:
    width, height = size_xy
    focal = lens.focal_per_width * width
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])


def _error_px(homography: Points, points: Points, where: Points) -> float:
    return float(np.sqrt(np.mean(np.sum((_mapped(homography, points) - where) ** 2, axis=1))))


def _ideal(pixels: Points, size_xy: tuple[int, int], lens: Lens) -> Points:
    middle = (np.array(size_xy) - 1) / 2
    focal = lens.focal_per_width * size_xy[0]
    return undistorted((pixels - middle) / focal, lens.k1 or 0.0) * focal + middle


def _shown(pixels: Points, size_xy: tuple[int, int], lens: Lens) -> Points:
    middle = (np.array(size_xy) - 1) / 2
    focal = lens.focal_per_width * size_xy[0]
    return distorted((pixels - middle) / focal, lens.k1 or 0.0) * focal + middle


def _mapped(homography: Points, points: Points) -> Points:
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    result: Points = mapped[:, :2] / mapped[:, 2:]
    return result
