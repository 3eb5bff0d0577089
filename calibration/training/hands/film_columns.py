"""The columns of the files of filmed rounds; nothing is drawn on import."""

from __future__ import annotations

EVERY = 8
"""Frames from one picture of a film to the next: the networks look back by multiples of that."""
FRAME, FIRST, FILM, SITS, PX_PER_MM, PALM, HEIGHT_MM, SHARE = 0, 1, 2, slice(3, 5), 5, slice(6, 8), 8, 9
"""Columns of `hands` in files of `seat_lessons`."""
