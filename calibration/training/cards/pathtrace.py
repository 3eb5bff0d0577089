"""Renders path-traced tables with cards of our own decks, with Blender as a module.

A development tool, run in a virtual environment of its own (Python 3.11, `pip install "numpy<2" bpy==5.0.1
opencv-python-headless<4.12 pillow`), on the sides that `python -m calibration.training.cards.decks SIDES` wrote:

    python -m calibration.training.cards.pathtrace OUT --sides SIDES --game plic-plac --first 0 --count 10

Writes OUT/pt_00000.jpg ... and one line for each to OUT/truth.jsonl: image, game, cards, px_per_mm (in the middle),
tilt_deg (of the camera, from straight down), surface (kind of table), light, roughness and coat (of the print) and
curl_mm. Keys of a card: side (its place in `decks.deck_of(GAME).sides`), x, y (its middle, px), corners (px, clockwise
from its top left) and up_deg (where its top points, clockwise from up). No card hides another, and all are wholly in
the picture. Picture N depends on the seed N and the game only.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np

from calibration.training.cards.pathtraced_card import CardSize, Curl, Stock, corners_mm, put_card
from calibration.training.cards.pathtraced_table import KINDS, put_table
from calibration.training.tracing.lighting import metered, put_light_of_a_kind
from calibration.training.tracing.scene import DepthOfField, RenderSettings, empty_scene, photograph, put_camera
from companion.simulator.pinhole import PinholeCamera

WIDTH_PX, HEIGHT_PX = 1000, 750
PX_PER_MM = (3.0, 8.0)
TILT_DEG = (8.0, 25.0)  # deviation of the camera's tilt, and its most
CARDS = (3, 12)  # least and most, where they fit
APART = 1.06  # least distance of cards, times the distance at which they surely do not touch
EDGE_PX = 12  # between a card and the picture's edge, at least
TRIES = 300  # random places for a card until it is left out
BOUNCES, SAMPLES = 2, (3, 6)
DEPTH_OF_FIELD = DepthOfField(shallow=0.15, focus=(0.95, 1.04))


def main() -> None:
    """Renders the pictures asked for, except those that exist already."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--sides", type=Path, required=True, help="what calibration.training.cards.decks wrote")
    parser.add_argument("--game", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=10)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for number in range(args.first, args.first + args.count):
        name = f"pt_{number:05d}.jpg"
        if not (args.out / name).exists():
            told = render(number, args.out / name, args.sides, args.game)
            if told is None:
                print(f"picture {number}: no card fits")
                continue
            with (args.out / "truth.jsonl").open("a") as file:
                file.write(json.dumps({"image": name, "game": args.game, **told}) + "\n")


def render(seed: int, path: Path, sides: Path, game: str) -> dict[str, object] | None:
    """Render one picture and write it to `path`; returns its row of truth.jsonl without "image" and "game".

    None, and no picture: it is so fine that no card fits.

    Args:
        seed: number of the picture.
        path: the JPEG file to write.
        sides: folder with a folder for each game.
        game: whose cards.
    """
    rng = np.random.default_rng([20261126, crc32(game.encode()), seed])
    size = CardSize(**json.loads((sides / game / "deck.json").read_text(encoding="utf-8")))
    pictures = sorted((sides / game).glob("side_*.png"))
    px_per_mm = float(np.exp(rng.uniform(*np.log(PX_PER_MM))))
    camera = _camera(rng, px_per_mm)
    scene = empty_scene()
    put_camera(scene, camera, rng, DEPTH_OF_FIELD)
    light = put_light_of_a_kind(scene, rng)
    places = _strewn(rng, camera, size)
    if not places:
        return None
    dealt = rng.choice(len(pictures), size=len(places), replace=len(places) > len(pictures))
    kind = str(rng.choice(KINDS))
    put_table(rng, kind, WIDTH_PX / px_per_mm, _colour(pictures[int(dealt[0])]))
    stock = Stock(
        roughness=float(rng.uniform(0.2, 0.7)),
        coat=float(rng.choice([0.0, rng.uniform(0, 0.8)])),
        thick_mm=float(rng.uniform(0.25, 0.45)),
        gamma=float(np.exp(rng.normal(0, 0.12))),
        fade=float(rng.uniform(0, 0.2)),
    )
    curl_mm = float(abs(rng.normal(0, 0.03))) * min(size.width_mm, size.height_mm)
    for side, place in zip(dealt, places, strict=True):
        curl = Curl(float(rng.uniform(-1, 1)) * curl_mm, float(rng.uniform(0, 180)))
        put_card(pictures[int(side)], size, stock, curl, place)
    exposure = metered(scene, camera, rng, light, path)
    photograph(scene, camera, rng, RenderSettings(SAMPLES, BOUNCES, exposure), path)
    return {
        "cards": [_card(camera, size, int(side), place) for side, place in zip(dealt, places, strict=True)],
        "px_per_mm": round(px_per_mm, 2),
        "tilt_deg": round(camera.tilt_deg, 1),
        "surface": kind,
        "light": light,
        "roughness": round(stock.roughness, 2),
        "coat": round(stock.coat, 2),
        "curl_mm": round(curl_mm, 2),
    }


def _camera(rng: np.random.Generator, px_per_mm: float) -> PinholeCamera:
    focal_px = WIDTH_PX * float(rng.uniform(0.8, 1.4))
    tilt_deg = min(abs(float(rng.normal(0, TILT_DEG[0]))), TILT_DEG[1])
    return PinholeCamera(WIDTH_PX, HEIGHT_PX, focal_px, focal_px / px_per_mm, tilt_deg, float(rng.uniform(0, 360)))


def _colour(picture: Path) -> np.ndarray:
    """The colour of a card's border, (3,) RGB 0 to 1, for tables of the cards' own colour."""
    bgr = np.asarray(cv2.imread(str(picture)), np.uint8)
    return bgr[len(bgr) // 2, 8, ::-1] / 255.0


def _strewn(rng: np.random.Generator, camera: PinholeCamera, size: CardSize) -> list[tuple[float, float, float]]:
    """Places (x and y in mm, turn in degrees) of cards that lie apart and wholly in the picture."""
    found: list[tuple[float, float, float]] = []
    wanted = int(rng.integers(CARDS[0], CARDS[1] + 1))
    rows = bool(rng.random() < 0.4)
    common_deg = float(rng.uniform(0, 360))
    for _ in range(TRIES):
        if len(found) == wanted:
            break
        pixel = rng.uniform(0, 1, 2) * (WIDTH_PX, HEIGHT_PX)
        x, y = camera.on_table(pixel[None])[0]
        turn = common_deg + float(rng.normal(0, 3)) if rows else float(rng.uniform(0, 360))
        place = (float(x), float(y), turn % 360)
        seen = _project(camera, corners_mm(size, place))
        inside = (seen > EDGE_PX).all() and (seen < np.array([WIDTH_PX, HEIGHT_PX]) - EDGE_PX).all()
        if inside and not any(_touch(size, place, other) for other in found):
            found.append(place)
    return found


def _touch(size: CardSize, one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    larger = CardSize(size.width_mm * APART, size.height_mm * APART, 0.0)
    mine, its = (corners_mm(larger, each).astype(np.float32) for each in (one, other))
    return bool(cv2.rotatedRectangleIntersection(cv2.minAreaRect(mine), cv2.minAreaRect(its))[0])


def _project(camera: PinholeCamera, points_mm: np.ndarray) -> np.ndarray:
    return camera.project(np.column_stack([points_mm, np.zeros(len(points_mm))]))


def _card(camera: PinholeCamera, size: CardSize, side: int, place: tuple[float, float, float]) -> dict[str, object]:
    corners = _project(camera, corners_mm(size, place))
    x, y = _project(camera, np.array([place[:2]]))[0]
    across, down = corners[0] + corners[1] - corners[2] - corners[3]
    return {
        "side": side,
        "x": round(float(x), 1),
        "y": round(float(y), 1),
        "corners": corners.round(1).tolist(),
        "up_deg": round(float(np.degrees(np.arctan2(across, -down)) % 360), 1),
    }


if __name__ == "__main__":
    main()
