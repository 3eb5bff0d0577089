"""What a film shows, picture by picture: the table at rest, what happened, and how everybody stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from flask import Flask, g, render_template
from markupsafe import Markup

from companion.camera.arrays import Pixels
from companion.core.text import Language
from companion.drawing.film_picture import TABLE_PX, FilmScene, film_picture
from companion.drawing.flat_table import FlatTable
from companion.table.films import MOST_PICTURES, FilmPlan
from companion.table.page import Page
from companion.table.past import PastMatch
from companion.web.game_pages import block_names
from companion.web.standing import rows_of
from companion.web.words import COOKIE, say, t

HOLD_FIRST, HOLD_LAST = 2, 4
"""Pictures, thus seconds, for which the beginning and the end of each match stay."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A match, and when it was played ("" where nobody knows)."""

    past: PastMatch
    date: str


def film_plan(app: Flask, matches: Sequence[Dated], language: Language) -> FilmPlan:
    """The film of these matches, oldest first, in words of one language. A long evening is shown in fewer steps.

    Args:
        app: its templates say how a player stands, as on the wall.
    """
    chosen = chosen_steps([each.past.steps for each in matches])
    count = sum(len(steps) - 1 + HOLD_FIRST + HOLD_LAST for steps in chosen)

    def pictures() -> Iterator[Pixels]:
        for each, steps in zip(matches, chosen, strict=True):
            with app.test_request_context(query_string={COOKIE: language}):
                g.names = each.past.names
                scenes = list(_scenes(each, steps))
            for scene in scenes:
                picture = film_picture(scene)
                for _ in range(scene.hold):
                    yield picture

    return FilmPlan(count, pictures)


def chosen_steps(lengths: Sequence[int]) -> list[list[int]]:
    """The steps of each match that a film shows, first and last among them, such that there are no more pictures than a
    film may have. lengths: how many steps each match has."""
    room = MOST_PICTURES - len(lengths) * (HOLD_FIRST + HOLD_LAST)
    share = min(1.0, max(0, room) / max(1, sum(lengths)))
    return [_spread(length, int(length * share)) for length in lengths]


def _spread(last: int, count: int) -> list[int]:
    """0, `last`, and steps between, about `count` in all."""
    return sorted({*np.linspace(0, last, count + 1).astype(int).tolist(), last})


def _scenes(dated: Dated, steps: Sequence[int]) -> Iterator[FilmScene]:
    past, title = dated.past, say(dated.past.game.title)
    states = past.state.match.states
    lying = {step: past.game.depict(states[step]).things for step in steps}
    table = FlatTable(lying.values(), past.game.art, TABLE_PX)
    for step in steps:
        page = past.page(step)
        board, photo = table.picture(lying[step]), _pixels(past.photo(step))
        if step == 0:
            rows = tuple((name, "", False) for name in past.names)
            yield FilmScene(title, dated.date, say(page.prompt), rows, board, photo, HOLD_FIRST)
        else:
            words = say(past.lines[step - 1].words)
            yield FilmScene(title, f"{step}/{past.steps}", words, _standing(page), board, photo)
    if past.scores is None:
        unread = t("La fin ne se lit plus.", "The end cannot be read any more.")
        yield FilmScene(title, dated.date, unread, _standing(page), board, photo, HOLD_LAST)
    else:
        yield FilmScene(title, dated.date, say(page.prompt), rows_of(past), board, photo, HOLD_LAST)


def _standing(page: Page) -> tuple[tuple[str, str, bool], ...]:
    """Name, how the player stands, and whether it is this one's turn; as on the wall screen."""
    found = []
    for seat, name in enumerate(page.names):
        told = render_template([*block_names(page.game, "tally")], page=page, seat=seat)
        found.append((name, str(Markup(told).striptags()), page.turn == seat))
    return tuple(found)


def _pixels(jpeg: bytes | None) -> Pixels | None:
    """(H, W, 3) uint8 BGR; None where there is no picture, or what is kept is none."""
    if not jpeg:
        return None
    found = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return None if found is None else np.asarray(found, np.uint8)
