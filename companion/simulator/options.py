"""The options of the simulated camera in its address, `rendered://?tilt_deg=8&noise=3`."""

from __future__ import annotations

from dataclasses import dataclass, fields

from companion.camera.url import SourceUrl
from companion.core.errors import Unreadable
from companion.core.text import Text
from companion.drawing.mat_art import DARK_MAT, WHITE_MAT, MatInks
from companion.simulator.pinhole import PinholeCamera

FOCAL_PER_WIDTH = 0.8
"""Focal length over the picture's width: 64 degrees across, between the Raspberry Pi's camera modules 2 and 3."""


@dataclass(frozen=True, slots=True)
class RenderedOptions:
    """The simulated camera and its light.

    Attributes:
        width, height: of the full-size picture, px.
        fps: small frames a second.
        tilt_deg: from straight down, the lens towards the viewer.
        turn_deg: about the vertical axis.
        height_mm: from the lens to the point of the mat that it is aimed at.
        aim_x_mm, aim_y_mm: that point.
        lens: first radial coefficient k1; below 0, straight lines bulge outwards.
        shadow: 0 none to 1 dark.
        light: brightness, 1 is well lit.
        cast: -1 bluish to 1 yellowish light.
        blur: standard deviation, px of the full-size picture.
        noise: standard deviation, grey levels.
        seed: of the table's grain and of the noise.
        white_mat: 1 for a mat of white paper, 0 for a dark green one.
    """

    width: int = 2304
    height: int = 1728
    fps: float = 15.0
    tilt_deg: float = 8.0
    turn_deg: float = 0.0
    height_mm: float = 725.0
    aim_x_mm: float = 0.0
    aim_y_mm: float = 0.0
    lens: float = -0.02
    shadow: float = 0.6
    light: float = 1.0
    cast: float = 0.15
    blur: float = 0.7
    noise: float = 2.5
    seed: int = 0
    white_mat: int = 0

    @property
    def mat_inks(self) -> MatInks:
        """The colours of the mat."""
        return WHITE_MAT if self.white_mat else DARK_MAT

    def camera(self, width_px: int, height_px: int) -> PinholeCamera:
        """Return the camera, without lens distortion, for a picture of this size, which must have the full picture's
        shape."""
        return PinholeCamera(
            width_px=width_px,
            height_px=height_px,
            focal_px=FOCAL_PER_WIDTH * width_px,
            distance_mm=self.height_mm,
            tilt_deg=self.tilt_deg,
            turn_deg=self.turn_deg,
            aim_xy_mm=(self.aim_x_mm, self.aim_y_mm),
        )


RANGES: dict[str, tuple[float, float]] = {
    "width": (320, 4608),
    "height": (240, 3456),
    "fps": (1, 120),
    "tilt_deg": (-40, 40),
    "turn_deg": (-180, 180),
    "height_mm": (300, 2000),
    "aim_x_mm": (-350, 350),
    "aim_y_mm": (-260, 260),
    "lens": (-0.2, 0.2),
    "shadow": (0, 1),
    "light": (0.2, 2),
    "cast": (-1, 1),
    "blur": (0, 10),
    "noise": (0, 30),
    "seed": (0, 2**31 - 1),
    "white_mat": (0, 1),
}
"""Least and largest value of each key: within them the whole picture shows the table."""


def options_from(url: SourceUrl) -> RenderedOptions:
    """Read the options from an address.

    Raises:
        Unreadable: there is something before the question mark, a key or value is not understood, or the picture would
            be taller than wide (tilted, it would show the horizon).
    """
    if url.rest:
        raise Unreadable(
            "camera.url",
            Text(
                fr="L'adresse de caméra « {url} » : rendered:// n'a pas de nom ; écrivez rendered://?clé=valeur.",
                en="The camera address “{url}”: rendered:// has no name; write rendered://?key=value.",
            ).filled(url=url.text),
        )
    url.known(*RANGES)
    chosen: dict[str, float] = {}
    for each in fields(RenderedOptions):
        assert isinstance(each.default, int | float)
        least, most = RANGES[each.name]
        if isinstance(each.default, int):
            chosen[each.name] = url.whole(each.name, each.default, int(least), int(most))
        else:
            chosen[each.name] = url.number(each.name, each.default, least, most)
    options = RenderedOptions(**chosen)  # type: ignore[arg-type]
    if options.height > options.width:
        raise Unreadable(
            "camera.url",
            Text(
                fr="L'adresse de caméra « {url} » : l'image est plus haute que large ; tournez-la avec turn_deg.",
                en="The camera address “{url}”: the picture is taller than wide; turn the camera with turn_deg.",
            ).filled(url=url.text),
        )
    return options
