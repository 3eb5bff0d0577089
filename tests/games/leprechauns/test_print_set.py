"""What is printed: counts and facts recounted from deck.json, motifs that fit, faces and inks that are told apart."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.core.art import Art, Circle, Label, Polygon
from companion.core.lettering import width_mm
from companion.drawing.sprite import sprite
from companion.games.leprechauns import GAME
from companion.games.leprechauns.art_signs import sign
from companion.games.leprechauns.chest_art import MOTIF_ROOM_MM, ink_mark, motif_art
from companion.games.leprechauns.deck import chests
from companion.games.leprechauns.depiction import action_face
from companion.games.leprechauns.motifs import ANIMALS, INKS, SIGNS, SOUNDS, SUMS, WORDS
from companion.games.leprechauns.palette import CREAM
from companion.games.leprechauns.palette import INKS as INK_COLOURS
from companion.games.leprechauns.pieces import ACTION_CARDS, VALUES
from companion.games.leprechauns.print_set import print_set
from companion.press.book import book
from companion.press.imposition import behind
from companion.press.paper import PAPERS, Paper
from companion.press.pictures import deck_facts

SEEN_PX_PER_MM = 1.0
"""A 640-pixel picture of the whole mat has a little less; a camera's full-size picture four times as much."""


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(deck_facts("leprechauns", print_set(), 300)))
    return read


def test_forty_chests_and_the_action_cards_of_both_editions(facts: dict[str, Any]) -> None:
    chest_cards = [card for card in facts["cards"] if card["kind"] == "chest"]
    assert Counter((card["value"], card["series"]) for card in chest_cards) == {
        (value, series): 1 for value in range(1, 11) for series in range(1, 5)
    }
    assert all(len(card["motifs"]) == 2 and card["edition"] in ("both", "print") for card in chest_cards)
    actions = [card for card in facts["cards"] if card["kind"] == "action"]
    assert Counter(card["edition"] for card in actions) == {"boxed": 6, "print": 10}
    assert sorted(card["number"] for card in actions if card["number"] is not None) == [6, 8, 10]
    assert len(facts["cards"]) == 56
    assert (facts["width_mm"], facts["height_mm"]) == (63.0, 88.0)


def test_the_boxed_edition_has_forty_chests_without_a_sum(facts: dict[str, Any]) -> None:
    stand_ins = [piece for piece in facts["pieces"] if piece["kind"] == "stand-in"]
    boxed = [card for card in (*facts["cards"], *stand_ins) if card.get("value") and card["edition"] != "print"]
    assert Counter(card["value"] for card in boxed) == dict.fromkeys(range(1, 11), 4)
    assert not any(motif.startswith("sum:") for card in boxed for motif in card["motifs"])
    assert Counter(piece["kind"] for piece in facts["pieces"]) == {"stand-in": 20, "prems": 1, "reminder": 2}


def test_motifs_are_spread_over_the_deck(facts: dict[str, Any]) -> None:
    names = Counter(motif for card in facts["cards"] for motif in card["motifs"])
    known = [f"animal:{name}" for name in ANIMALS] + [f"sign:{name}" for name in SIGNS]
    assert all(names[name] for name in known)
    words = {name.split(":")[1] for name in names if name.startswith("colour:")}
    assert words == set(WORDS)
    inks = {name.split(":")[2] for name in names if name.startswith("colour:")}
    assert inks == set(INKS)
    sounds = {name.split(":", 1)[1] for name in names if name.startswith("sound:")}
    assert sounds == set(SOUNDS) - {"bouhou", "gngn"}  # of the boxed edition alone
    assert {name.split(":", 1)[1] for name in names if name.startswith("sum:")} == set(SUMS)


def bounds(shape: Polygon | Circle | Label) -> tuple[float, float, float, float]:
    if isinstance(shape, Polygon):
        xs, ys = zip(*shape.points_mm, strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    x, y = shape.centre_mm
    if isinstance(shape, Circle):
        return x - shape.radius_mm, y - shape.radius_mm, x + shape.radius_mm, y + shape.radius_mm
    half = width_mm(shape.words.replace("−", "–"), shape.height_mm) / 2 if shape.font == "condensed" else 0.0
    return x - half, y - shape.height_mm / 2, x + half, y + shape.height_mm / 2


def test_every_motif_stays_in_its_place() -> None:
    for card in chests().values():
        for motif in card.motifs:
            for left, top, right, bottom in map(bounds, motif_art(motif)):
                assert -MOTIF_ROOM_MM / 2 - 0.6 <= left <= right <= MOTIF_ROOM_MM / 2 + 0.6, motif
                assert -15.0 <= top <= bottom <= 15.0, motif


def test_words_stay_on_their_cards(facts: dict[str, Any]) -> None:
    for printed in (*print_set().cards, *print_set().pieces):
        for face in (printed.face, printed.back):
            assert face is not None
            for shape in face.art.shapes:
                if isinstance(shape, Label):
                    left, top, right, bottom = bounds(shape)
                    assert -30.5 <= left <= right <= 30.5, (face.name, shape.words)
                    assert -43.0 <= top <= bottom <= 43.0, (face.name, shape.words)


def test_reminders_end_above_their_inks() -> None:
    for printed in print_set().pieces:
        if printed.kind == "reminder":
            for face in (printed.face, printed.back):
                assert face is not None
                lines = [shape.centre_mm[1] for shape in face.art.shapes if isinstance(shape, Label)]
                assert max(y for y in lines if y < 32.0) < 28.0


def seen(art: Art) -> NDArray[np.float32]:
    """As a coarse grey picture sees a face."""
    pixels = sprite(art, SEEN_PX_PER_MM)[..., :3]
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.float32)


def test_no_two_faces_look_alike_even_grey_and_coarse() -> None:
    """Mean difference of grey over the card, and what it would be for the same card one millimetre off."""
    arts = [art for _, art in sorted(GAME_FACES.items())]
    pictures = [seen(art) for art in arts]
    closest = min(float(np.abs(one - other).mean()) for one, other in combinations(pictures, 2))
    assert closest > 1.5
    assert float(np.abs(pictures[0] - seen(arts[0])).mean()) == 0.0


GAME_FACES = {f"chest-{ident}": GAME.art("chest", str(ident)) for ident in chests()} | {
    face: GAME.art("action", face)
    for edition, cards in ACTION_CARDS.items()
    for face in (action_face(edition, card) for card in cards)
    if edition == "print" or face == "boxed gift"
}
"""Faces that must be told apart; what both editions have looks alike in both."""


def test_the_inks_are_apart_on_paper_and_their_marks_in_outline() -> None:
    colours = [tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)) for colour in (*INK_COLOURS.values(), CREAM)]
    labs = cv2.cvtColor(np.array([colours], np.float32) / 255, cv2.COLOR_RGB2LAB)[0]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(labs, 2)) > 25
    outlines = {tuple(getattr(shape, "points_mm", ())) for ink in INKS for shape in ink_mark(ink)}
    assert len(outlines) == len(INKS)


def test_signs_differ_in_outline() -> None:
    pictures = [seen(Art(40.0, 40.0, 0.3, False, "#ffffff", tuple(sign(name)))) < 250 for name in SIGNS]
    for one, other in combinations(pictures, 2):
        assert np.count_nonzero(one != other) > 40


def test_the_art_of_every_thing_and_no_other() -> None:
    for value in VALUES:
        assert GAME.art("chest", f"value {value}").width_mm == 63.0
    for wrong in (
        ("chest", "61"),
        ("chest", "value 11"),
        ("action", "gift"),
        ("action", "boxed even-number"),
        ("die", "3"),
    ):
        with pytest.raises(KeyError):
            GAME.art(*wrong)


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_faces(paper: Paper) -> None:
    for sheet in book("Leprechauns", print_set(), paper, "fr"):
        if sheet.kind in ("card", "stand-in", "prems", "reminder"):
            fronts = [placed.centre_mm for placed in sheet.front.placed]
            assert [placed.centre_mm for placed in sheet.back.placed] == [behind(place, paper) for place in fronts]
