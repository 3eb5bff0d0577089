"""What a layout looks like to its camera: the truth that goes with a picture."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.boards.layout import Layout, Limb, Tile, corners
from companion.simulator.pinhole import PinholeCamera

COVERED_SHARE = 0.04  # of a tile's area: less than that of a hand at its edge hides nothing
CAP_POINTS = 20
BESIDE_TILES = 1.2
"""A place beside the board, and what is seen around it."""


def truth_of(made: Layout) -> dict[str, Any]:
    """board, occluded, covered [[row, col]], tile_px and tiles: row, col, px (middle), holds, corners (4, 2)."""
    hidden = limb_mask(made)
    tiles, covered = [], []
    for tile in made.tiles:
        outline = tile_outline(made, tile)
        if hidden.any():
            own = np.zeros_like(hidden)
            cv2.fillPoly(own, [np.rint(outline).astype(np.int32)], 1)
            if (own & hidden).sum() > COVERED_SHARE * own.sum():
                covered.append(list(tile.cell))
        middle = made.camera.project(np.array([[tile.x_mm, tile.y_mm, made.thick_mm]]))[0]
        tiles.append(
            {
                "row": tile.cell[0],
                "col": tile.cell[1],
                "px": [round(float(v), 2) for v in middle],
                "holds": tile.mark,
                "corners": np.round(outline, 2).tolist(),
            }
        )
    sides = [np.linalg.norm(np.diff(np.array(t["corners"]), axis=0), axis=1).mean() for t in tiles]
    return {
        "board": made.board,
        "occluded": bool(covered),
        "hand": bool(made.limbs),
        "covered": covered,
        "tile_px": round(float(np.mean(sides)), 2),
        "tiles": tiles,
    }


def tile_outline(made: Layout, tile: Tile) -> NDArray[np.float64]:
    """The upper face's corners (4, 2), pixels, from the tile's own top left, clockwise."""
    turned = made.camera.project(corners(tile.x_mm, tile.y_mm, tile.turn_deg, made.tile_mm, made.thick_mm))
    return np.asarray(turned)


def board_part(made: Layout) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the board with all places beside it and what is near them, pixels."""
    corners_px = np.concatenate([tile_outline(made, tile) for tile in made.tiles])
    around = BESIDE_TILES * np.linalg.norm(corners_px[1] - corners_px[0])
    size = np.array([made.camera.width_px, made.camera.height_px])
    low = np.clip(corners_px.min(axis=0) - around, 0, size).astype(int)
    high = np.clip(corners_px.max(axis=0) + around, 0, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def limb_outline(limb: Limb, camera: PinholeCamera) -> NDArray[np.float64]:
    """(N, 2) pixels, convex: the silhouette of a rounded bar, nearly (each end as a ball seen in the middle)."""
    points = []
    for at, radius in ((limb.start_mm, limb.start_radius_mm), (limb.end_mm, limb.end_radius_mm)):
        middle = camera.project(np.array([at]))[0]
        depth = (camera.rotation @ (np.array(at) - camera.position_mm))[2]
        reach = camera.focal_px * radius / max(depth, 1.0)
        turn = np.arange(CAP_POINTS) / CAP_POINTS * 2 * np.pi
        points.append(middle + reach * np.column_stack([np.cos(turn), np.sin(turn)]))
    hull = cv2.convexHull(np.concatenate(points).astype(np.float32))
    return np.asarray(hull, dtype=np.float64).reshape(-1, 2)


def limb_mask(made: Layout) -> NDArray[np.uint8]:
    """(H, W) uint8: 1 where a hand or an arm is seen."""
    mask = np.zeros((made.camera.height_px, made.camera.width_px), np.uint8)
    for limb in made.limbs:
        outline = np.clip(limb_outline(limb, made.camera), -30000, 30000)
        cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1)
    return mask
