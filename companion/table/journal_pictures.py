"""The pictures of a journal: those of its last matches, and of each match no more than has room."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

MATCHES_WITH_PICTURES = 20
"""A match's pictures take up to 1.8 MB; those of older matches go, but for the samples that people have corrected."""
FILM_PREFIX = "film-"
"""Before the names of pictures for a film; those of readings are hexadecimal digits."""
MOST_READ_BYTES = 1_350_000
"""Pictures of the readings of one match: 240 or so; the oldest go first, but for the samples. With the pictures for its
film (`film_pictures.MOST_BYTES`) and its entries a match stays under 2 MB."""
BESIDE_BYTES = 1500
"""What the file takes for a picture beside its own bytes: the half of a page that stays empty on average, twice."""


def drop_pictures_of_old_matches(file: sqlite3.Connection) -> None:
    """Keep the pictures of the last matches that have any. Raises sqlite3.DatabaseError."""
    file.execute(
        "DELETE FROM crops WHERE sample = 0 AND match NOT IN "
        "(SELECT DISTINCT match FROM crops WHERE sample = 0 ORDER BY match DESC LIMIT ?)",
        (MATCHES_WITH_PICTURES,),
    )


def keep_pictures(
    file: sqlite3.Connection, match: int, pictures: Mapping[str, bytes], *, sample: bool, drop: Iterable[str]
) -> None:
    """Keep pictures of a match, JPEG by name. Raises sqlite3.DatabaseError.

    Args:
        sample: they are kept for good.
        drop: names of pictures that are not kept any longer.
    """
    file.executemany("DELETE FROM crops WHERE match = ? AND name = ?", [(match, name) for name in drop])
    for name, jpeg in pictures.items():
        file.execute(
            "INSERT INTO crops (match, name, sample, jpeg) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (match, name) DO UPDATE SET sample = max(sample, excluded.sample)",
            (match, name, sample, jpeg),
        )
    if pictures:
        file.execute(
            "DELETE FROM crops WHERE rowid IN (SELECT rowid FROM (SELECT rowid, sum(length(jpeg) + ?) OVER "
            "(ORDER BY rowid DESC) AS upto FROM crops WHERE match = ? AND sample = 0 AND name NOT GLOB ?) "
            "WHERE upto > ?)",
            (BESIDE_BYTES, match, f"{FILM_PREFIX}*", MOST_READ_BYTES),
        )
