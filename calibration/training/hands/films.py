"""What the files of filmed rounds hold: read without drawing anything."""

from __future__ import annotations

EVERY = 8
"""Frames from one moment of a film to the next: the networks look back by as many, or several times so many."""
FRAME, FIRST, FILM, SITS, PX_PER_MM, PALM, HEIGHT_MM, SHARE = 0, 1, 2, slice(3, 5), 5, slice(6, 8), 8, 9
"""What the columns of `hands` are in files of `whose_lessons`."""
