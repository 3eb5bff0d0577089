"""The ground truth of a picture: where a layout's tiles and hands appear in it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.training.boards.layout import Layout, Limb, Tile, corners
from companion.simulator.pinhole import PinholeCamera

COVERED_SHARE = 0.04  # covered share of a tile's area up to which it does not count as hidden
CAP_POINTS = 20  # points of the circle at each end of a limb
MARGIN_TILES = 1.2
"""Margin around the board, tile sides: one place beside the board and its surroundings."""


def truth_of(layout: Layout) -> dict[str, Any]:
    """The truth of a picture as JSON data.

    Keys: board (text), occluded (whether a hand hides part of a tile), hand (whether there is one), covered (list of
    [row, col]), tile_px (mean side, px), tiles: list of row, col, px (middle), holds (mark), corners (4, 2) px.
    """
    hidden = limb_mask(layout)
    tiles, covered = [], []
    for tile in layout.tiles:
        outline = tile_outline(layout, tile)
        if hidden.any():
            own = np.zeros_like(hidden)
            cv2.fillPoly(own, [np.rint(outline).astype(np.int32)], 1)
            if (own & hidden).sum() > COVERED_SHARE * own.sum():
                covered.append(list(tile.cell))
        middle = layout.camera.project(np.array([[tile.x_mm, tile.y_mm, layout.thick_mm]]))[0]
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
        "board": layout.board,
        "occluded": bool(covered),
        "hand": bool(layout.limbs),
        "covered": covered,
        "tile_px": round(float(np.mean(sides)), 2),
        "tiles": tiles,
    }


def tile_outline(layout: Layout, tile: Tile) -> NDArray[np.float64]:
    """Corners of the tile's upper face in the picture, (4, 2) px, clockwise from the tile's own top left."""
    turned = layout.camera.project(corners(tile.x_mm, tile.y_mm, tile.turn_deg, layout.tile_mm, layout.thick_mm))
    return np.asarray(turned)


def board_part(layout: Layout) -> tuple[int, int, int, int]:
    """Left, top, right, bottom (px) of the board with a margin of MARGIN_TILES, clipped to the picture."""
    corners_px = np.concatenate([tile_outline(layout, tile) for tile in layout.tiles])
    around = MARGIN_TILES * np.linalg.norm(corners_px[1] - corners_px[0])
    size = np.array([layout.camera.width_px, layout.camera.height_px])
    low = np.clip(corners_px.min(axis=0) - around, 0, size).astype(int)
    high = np.clip(corners_px.max(axis=0) + around, 0, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def limb_outline(limb: Limb, camera: PinholeCamera) -> NDArray[np.float64]:
    """Silhouette of a limb, a convex polygon (N, 2) px.

    An approximation: each end is drawn as a circle, the projection of a sphere at the picture's middle.
    """
    points = []
    for at, radius in ((limb.start_mm, limb.start_radius_mm), (limb.end_mm, limb.end_radius_mm)):
        middle = camera.project(np.array([at]))[0]
        depth = (camera.rotation @ (np.array(at) - camera.position_mm))[2]
        reach = camera.focal_px * radius / max(depth, 1.0)
        turn = np.arange(CAP_POINTS) / CAP_POINTS * 2 * np.pi
        points.append(middle + reach * np.column_stack([np.cos(turn), np.sin(turn)]))
    hull = cv2.convexHull(np.concatenate(points).astype(np.float32))
    return np.asarray(hull, dtype=np.float64).reshape(-1, 2)


def limb_mask(layout: Layout) -> NDArray[np.uint8]:
    """Mask (H, W) uint8: 1 where a hand or an arm is seen, else 0."""
    mask = np.zeros((layout.camera.height_px, layout.camera.width_px), np.uint8)
    for limb in layout.limbs:
        outline = np.clip(limb_outline(limb, layout.camera), -30000, 30000)
        cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 1)
    return mask
