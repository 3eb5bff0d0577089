"""Follows a board whose contents are known from one settled picture to the next, and tells what each place shows now.

The table teaches the appearance of its own pieces: every place whose contents are known is an example. A place is
compared with itself in the picture before, and with all appearances learnt; what fits neither is hidden. Nothing is
learnt from a picture until somebody says what it showed (`accept`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.perception.boards import light as board_light
from companion.perception.boards.align import LastSeen, common_motion, patch_shifts
from companion.perception.boards.appearances import DISCS, EMPTY, MARKS, NO_TILE, Appearances
from companion.perception.boards.edges import align_to_edges
from companion.perception.boards.features import FEATURES, OFFSET_PENALTY, PlaceFeatures, measure
from companion.perception.boards.first_picture import UNCHANGED, disc_offsets, discs_of, read_first_picture, teach
from companion.perception.boards.grid import Cell, with_neighbours
from companion.perception.boards.parallax import fit_parallax, parallax_at
from companion.perception.boards.place import BoardPlace, Crop, Floats, crop_around, patches
from companion.perception.boards.sight import LEAST_LOG_LIKELIHOOD, OUTLIER_SQ, TEMPERATURE, BoardSight, log_likelihoods

Vector = NDArray[np.float64]

UNCHANGED_BELOW = 45.0
"""A place is as it was when its squared Mahalanobis distance from itself before, of 22 features, is below this."""
EXCHANGE_PENALTY = 24.0
"""How much less likely it is that a piece was exchanged for another of the same mark (minus twice the
log-likelihood)."""
FEWEST_FOR_PUSH = 5
"""Changed places that may be a push of the whole board; a turn changes fewer, except for long chains."""
PUSH_AGREES = 0.55
"""Correlation between the pictures of a board before and after a push, even with a turn in between; another board has
less."""
PUSH_EXPLAINS, TURNED_MEANWHILE = 0.5, 4
"""Share of the difference that may remain after a push: a row of tiles looks much like the next one. And the number of
most different places that are left out, because a turn may have been made meanwhile."""
OWN_SHIFT = 0.015
"""Tile sides: a tile that moved more than the board did was pushed by itself."""
MOST_OFF = 0.2
"""Tile sides: a tile cannot lie farther off its place without lying on another."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pending:
    """The picture of the last reading, until it is accepted."""

    crop: Crop
    place: BoardPlace
    hidden: frozenset[Cell] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Resumed:
    """A board that is followed again.

    Attributes:
        sight: what the picture shows.
        as_it_was: whether no turn was made.
        mean_margin: by how much (minus twice the log-likelihood) its places fit their own marks better than any other.
    """

    sight: BoardSight
    as_it_was: bool
    mean_margin: float


class BoardTracker:
    """Follows one board on one table; call `begin`, or `resume` and `accept`, first."""

    def __init__(self) -> None:
        self._appearances = Appearances()
        self._marks: dict[Cell, str] = {}
        self._cells: list[Cell] = []
        self._values = np.zeros((0, FEATURES))
        self._offsets = np.zeros(0, int)
        self._patches: Floats = np.zeros((0, 1, 1, 3), np.float32)
        self._parallax: Vector | None = None
        self._place: BoardPlace | None = None
        self._last_seen: LastSeen | None = None
        self._pending: _Pending | None = None

    @property
    def place(self) -> BoardPlace | None:
        """Where the board lay in the last accepted picture; None before `begin`."""
        return self._place

    def learnt(self, mark: str) -> bool:
        """Return whether a piece with this mark was seen on this table."""
        return self._appearances.learnt(mark)

    @property
    def marks(self) -> dict[Cell, str]:
        """The tiles with their marks in the last accepted picture."""
        return dict(self._marks)

    def begin(self, picture: NDArray[np.uint8], marks: Mapping[Cell, str], place: BoardPlace) -> bool:
        """Start to follow a board that shows `marks`.

        Args:
            picture: (H, W, 3) uint8 BGR, settled.
            marks: the tiles with their marks.
            place: about where the board lies.

        Returns:
            Whether the picture supports it: each place looks like others of its mark and unlike those of other marks.
            If not, nothing is followed.
        """
        found = self.resume(picture, marks, place)
        if found is None or not found.as_it_was:
            return False
        self.accept(marks)
        return True

    def resume(self, picture: NDArray[np.uint8], marks: Mapping[Cell, str], place: BoardPlace) -> Resumed | None:
        """Start to follow a board that showed `marks` until somebody may have made a turn.

        Nothing is learnt until `accept` says what the picture showed.

        Args:
            picture: (H, W, 3) uint8 BGR, settled.
            marks: the tiles with their marks, as last known.
            place: about where the board lies.

        Returns:
            What the board shows; None when no such board lies there.
        """
        tiles, cells = sorted(marks), with_neighbours(marks)
        crop = crop_around(picture, place, tiles)
        place = align_to_edges(crop, place, tiles)
        self._appearances, self._place, self._parallax = Appearances(), None, None
        found = read_first_picture(cells, marks, measure(patches(crop, place, cells)))
        if found is None:
            return None
        self._appearances, self._pending, self._marks = (
            found.appearances,
            _Pending(crop, place, found.hidden),
            dict(marks),
        )
        sight = BoardSight(found.scores, found.hidden, found.doubted, place, False)
        return Resumed(sight, found.as_it_was, found.mean_margin)

    def read(self, picture: NDArray[np.uint8], at: BoardPlace | None = None) -> BoardSight:
        """Compare a settled picture with the last accepted one.

        Args:
            picture: (H, W, 3) uint8 BGR.
            at: about where the board lies, if that is known better than from the last picture; the grid is then aligned
                to the tiles' edges.

        Raises:
            RuntimeError: no board is followed yet.
        """
        place = self._place if at is None else at
        if place is None or self._last_seen is None:
            raise RuntimeError("begin first: nothing is known of this table's pieces yet")
        crop = crop_around(picture, place, self._cells)
        if at is not None:
            place = align_to_edges(crop, at, self._marks)
        seen = measure(patches(crop, place, self._cells))
        differs, light = self._differs(seen)
        pushed = False
        if np.count_nonzero(differs > UNCHANGED_BELOW) >= FEWEST_FOR_PUSH:
            agrees, elsewhere = self._last_seen.find_in(crop, place)
            if agrees >= PUSH_AGREES:
                there = measure(patches(crop, elsewhere, self._cells))
                differs_there, light_there = self._differs(there)
                if _excess(differs_there) < PUSH_EXPLAINS * _excess(differs):
                    seen, differs, light, place, pushed = there, differs_there, light_there, elsewhere, True
        sight = self._judged(seen, differs, light, place, pushed)
        self._pending = _Pending(crop, place, sight.hidden)
        return sight

    def accept(self, marks: Mapping[Cell, str]) -> None:
        """Take it that the picture of the last `read` or `resume` showed `marks`: learn from it, and compare the next
        with it.

        Nothing is learnt from places that were hidden.

        Raises:
            RuntimeError: there is no picture to accept.
        """
        pending = self._pending
        if pending is None:
            raise RuntimeError("read first: there is no picture to learn from")
        place = pending.place
        if self._place is not None:
            place = self._settled(pending, marks)
        cells = with_neighbours(marks)
        self._patches = patches(pending.crop, place, cells)
        seen = measure(self._patches)
        self._offsets = disc_offsets(
            cells, marks, seen, None if self._parallax is None else parallax_at(self._parallax, cells)
        )
        self._parallax = fit_parallax(cells, marks, self._offsets)
        self._values = seen.at_offsets(self._offsets)
        means = np.stack([self._appearances.mean(marks.get(cell, NO_TILE)) for cell in cells])
        light = board_light.spread(board_light.change(cells, means, self._values))
        self._light = light
        self._on_discs(cells, marks, seen)
        learnt = [n for n, cell in enumerate(cells) if cell not in pending.hidden]
        teach(self._appearances, [cells[n] for n in learnt], marks, (self._values - light)[learnt])
        self._marks, self._cells, self._place = dict(marks), cells, place
        self._last_seen = LastSeen(pending.crop, place, sorted(marks))

    def _differs(self, seen: PlaceFeatures) -> tuple[Vector, Vector]:
        """The squared distance of each place from itself before, (N,), and the change of light, (N, FEATURES)."""
        now = seen.at_offsets(self._offsets)
        light = board_light.spread(board_light.change(self._cells, self._values, now))
        expected = self._values + light
        differs = UNCHANGED.mahalanobis_sq(now - expected)
        touched = discs_of(self._cells, self._marks)  # a disc that was shifted on its tile is still the same
        if len(touched):
            part = seen.subset(touched)
            crept = UNCHANGED.mahalanobis_sq(part.at_offsets(self._best_offsets(touched, part)) - expected[touched])
            differs[touched] = np.minimum(differs[touched], crept)
        return differs, light

    def _judged(
        self, seen: PlaceFeatures, differs: Vector, light: Vector, place: BoardPlace, pushed: bool
    ) -> BoardSight:
        scores: dict[Cell, dict[str, float]] = {}
        hidden, came, left = set(), False, False
        changed = np.flatnonzero(differs > UNCHANGED_BELOW)
        rows = {int(n): k for k, n in enumerate(changed)}
        part = seen.subset(changed)
        now = part.at_offsets(self._best_offsets(changed, part)) - (light + self._light)[changed]
        fits = {mark: self._appearances.of(mark).deviance(now) for mark in MARKS} if len(changed) else {}
        self._fit_anywhere(fits, now, part, (light + self._light)[changed])
        for n, cell in enumerate(self._cells):
            before = self._marks.get(cell, NO_TILE)
            if n not in rows:
                scores[cell] = {mark: 0.0 if mark == before else LEAST_LOG_LIKELIHOOD for mark in MARKS}
                continue
            k = rows[n]
            deviances = {mark: float(values[k]) for mark, values in fits.items()}
            # The same mark most likely means the same piece; its exchange for another one gets a penalty.
            deviances[before] = min(deviances[before] + EXCHANGE_PENALTY, float(differs[n]) + UNCHANGED.log_det)
            least = min(deviances, key=lambda mark: deviances[mark])
            log_det = UNCHANGED.log_det if deviances[least] < fits[least][k] else self._appearances.of(least).log_det
            own_scores = log_likelihoods(deviances, deviances[least] - log_det, self._appearances)
            if own_scores is None:
                hidden.add(cell)
                scores[cell] = dict.fromkeys(MARKS, 0.0)
                continue
            scores[cell] = own_scores
            came |= (
                before == NO_TILE and max(own_scores[mark] for mark in MARKS if mark != NO_TILE) > LEAST_LOG_LIKELIHOOD
            )
            left |= before != NO_TILE and own_scores[NO_TILE] > LEAST_LOG_LIKELIHOOD
        if came:
            self._may_be(NO_TILE, scores, seen, differs, light + self._light)
        if left:
            self._may_be(EMPTY, scores, seen, differs, light + self._light)
        return BoardSight(scores, frozenset(hidden), frozenset(self._cells[n] for n in changed), place, pushed)

    def _best_offsets(self, rows: Sequence[int] | NDArray[np.int_], seen: PlaceFeatures) -> NDArray[np.int_]:
        """The likeliest offsets of discs' middles at some of the watched places, indices into `OFFSETS`."""
        near = None if self._parallax is None else parallax_at(self._parallax, [self._cells[n] for n in rows])
        return seen.best_offsets(near)

    def _fit_anywhere(self, fits: Mapping[str, Vector], now: Vector, part: PlaceFeatures, light: Vector) -> None:
        """Lower the deviance of discs at places that fit no learnt mark, by trying every offset of the disc's middle.

        Only marks that were learnt are tried; a guessed appearance would fit too much.

        Args:
            fits: for each mark the deviance of each place, (N,); changed in place.
            now: (N, FEATURES), the places' features without light.
            part: the measurements of the same places.
            light: (N, FEATURES), the light on them.
        """
        if not fits:
            return
        learnt = [mark for mark in MARKS if self._appearances.learnt(mark)]
        strange = np.min([self._appearances.of(mark).mahalanobis_sq(now) for mark in learnt], axis=0) > UNCHANGED_BELOW
        for n in np.flatnonzero(strange):
            about = part.at_every_offset(int(n)) - light[n]
            for mark in set(DISCS).intersection(learnt):
                fits[mark][n] = min(fits[mark][n], (self._appearances.of(mark).deviance(about) + OFFSET_PENALTY).min())

    def _on_discs(self, cells: Sequence[Cell], marks: Mapping[Cell, str], seen: PlaceFeatures) -> None:
        """For discs known to lie at a place that does not look like it about the estimated middle: take the best
        offset."""
        for n in discs_of(cells, marks):
            appearance = self._appearances.of(marks[cells[n]])
            if appearance.learnt and appearance.mahalanobis_sq(self._values[n] - self._light[n]) > UNCHANGED_BELOW:
                self._offsets[n] = (
                    appearance.deviance(seen.at_every_offset(int(n)) - self._light[n]) + OFFSET_PENALTY
                ).argmin()
                self._values[n] = seen.subset([n]).at_offsets(self._offsets[[n]])[0]

    def _may_be(
        self, mark: str, scores: dict[Cell, dict[str, float]], seen: PlaceFeatures, differs: Vector, light: Vector
    ) -> None:
        """Make a changed tile count possible at places that hardly changed: tiles and table may be of the same wood.

        Where a tile came, one may have left (mark NO_TILE); where one left, one may have come (mark EMPTY).
        """
        is_tile = mark == NO_TILE
        rows = [
            n
            for n, cell in enumerate(self._cells)
            if (cell in self._marks) == is_tile and differs[n] <= UNCHANGED_BELOW
        ]
        part = seen.subset(rows)
        other = self._appearances.of(mark).deviance(part.at_offsets(self._best_offsets(rows, part)) - light[rows])
        for n, deviance in zip(rows, other, strict=True):
            lead = (float(deviance) - float(differs[n]) - UNCHANGED.log_det) / 2 / TEMPERATURE
            own = scores[self._cells[n]]
            own[mark] = max(LEAST_LOG_LIKELIHOOD, min(0.0, -lead))
            own[self._marks.get(self._cells[n], NO_TILE)] = max(LEAST_LOG_LIKELIHOOD, min(0.0, lead))

    def _settled(self, pending: _Pending, marks: Mapping[Cell, str]) -> BoardPlace:
        """The board's place, updated by the small motion of the board and of single tiles since the last accepted
        picture."""
        same = [
            (n, cell) for n, cell in enumerate(self._cells) if cell in marks and marks[cell] == self._marks.get(cell)
        ]
        rows, tiles = [n for n, _ in same], [cell for _, cell in same]
        place = pending.place
        off = {cell: own for cell, own in place.offsets.items() if cell in marks}
        if tiles:
            moved = patch_shifts(self._patches[rows], patches(pending.crop, place, tiles))
            motion = common_motion(tiles, moved)
            place = place.moved_by(motion)
            at = np.array([(column, row) for row, column in tiles], np.float64)
            common = at @ motion[:2, :2].T + motion[:2, 2] - at
            for cell, own in zip(tiles, moved - common, strict=True):
                if np.abs(own).max() > OWN_SHIFT:
                    x, y = off.get(cell, (0.0, 0.0))
                    x, y = np.clip((x + own[0], y + own[1]), -MOST_OFF, MOST_OFF)
                    off[cell] = (float(x), float(y))
        return BoardPlace(place.to_picture, off)


def _excess(differs: Vector) -> float:
    """Sum over places of how much each differs beyond what is normal, bounded, without the places that one turn may
    change."""
    return float(np.sort(np.clip(differs - UNCHANGED_BELOW, 0, OUTLIER_SQ))[:-TURNED_MEANWHILE].sum())
