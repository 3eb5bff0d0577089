"""Hands on tables that the simulator does not draw: photographed wood, and films that were rendered elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.training.hands.piled_arms import Posed
from companion.core.mat import TABLE_MAT
from tests.games.leprechauns.rounds import seen_in
from tests.games.leprechauns.staged import made
from tests.games.leprechauns.tally import Count, compare
from tests.games.leprechauns.traced import SETTLED_FRAMES, describe, done, filmed, fit, traced
from tests.photographed_hands import flat_hands, worn
from tests.photographed_tables import covered, tables_in

FOREMOST_S = 0.05


@pytest.fixture(scope="module")
def without_mat() -> int:
    """The seed of a round that can be path-traced."""
    return next(seed for seed in range(900_000, 900_100) if fit(made(seed)))


def shot(seed: int) -> np.ndarray:
    a_round = made(seed)
    while a_round.world.elapsed_s < FOREMOST_S:
        pixels = a_round.source.small().pixels
    return pixels


def test_a_photograph_lies_under_the_cards_and_is_gone_afterwards(tmp_path: Path, without_mat: int) -> None:
    blue = np.full((60, 80, 3), (200, 30, 30), np.uint8)
    cv2.imwrite(str(tmp_path / "blue.png"), blue)
    drawn = shot(without_mat)
    with covered(tables_in(tmp_path), 1):
        there = shot(without_mat)
    blues = (there[..., 0].astype(int) - there[..., 2] > 60).mean()
    assert 0.5 < blues < 1.0, "the table is blue, the cards on it are not"
    assert (shot(without_mat) == drawn).all()


def test_the_same_seed_lays_the_same_photograph_in_the_same_way(tmp_path: Path, without_mat: int) -> None:
    rng = np.random.default_rng(1)
    for nth in range(3):
        cv2.imwrite(str(tmp_path / f"{nth}.png"), rng.integers(0, 255, (40, 60, 3)).astype(np.uint8))
    seen = []
    for seed in (1, 1, 2):
        with covered(tables_in(tmp_path), seed):
            seen.append(shot(without_mat))
    assert (seen[0] == seen[1]).all()
    assert (seen[0] != seen[2]).any()


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no pictures of tables"):
        tables_in(tmp_path)


def test_a_described_round_holds_each_moment_with_its_arms(tmp_path: Path, without_mat: int) -> None:
    assert made(without_mat).world.mat is not TABLE_MAT
    describe(without_mat, tmp_path)
    told = json.loads((tmp_path / f"round_{without_mat}" / "scene.json").read_text())
    film = filmed(made(without_mat))
    assert len(told["moments"]) == len(film.moments)
    assert told["moments"][film.shown[0]] == {}
    assert {owner for moment in told["moments"] for owner in moment} == set(told["arms"])
    assert all((tmp_path / card["picture"]).is_file() for card in told["cards"])
    for moment, arms in zip(told["moments"], film.moments, strict=True):
        assert [arm.owner for arm in arms] == list(moment)
        assert all(Posed(**each).size == arm.looks.size for each, arm in zip(moment.values(), arms, strict=True))


def test_a_rendered_round_shows_its_pictures_with_the_rounds_own_sensor(tmp_path: Path, without_mat: int) -> None:
    describe(without_mat, tmp_path)
    folder = tmp_path / f"round_{without_mat}"
    camera = json.loads((folder / "scene.json").read_text())["camera"]
    film = filmed(made(without_mat))
    for moment in range(len(film.moments)):
        grey = np.full((camera["height_px"], camera["width_px"], 3), 60 if moment == film.shown[0] else 160, np.uint8)
        cv2.imwrite(str(folder / f"moment_{moment:03d}.png"), grey)
    assert done(tmp_path, [without_mat]) == [], "not rendered to its end"
    (folder / "traced.json").write_text("{}")
    assert done(tmp_path, [without_mat, without_mat + 1]) == [without_mat]
    a_round = traced(without_mat, tmp_path)
    seen = [a_round.source.small().pixels.mean() for _ in range(len(film.shown))]
    first = film.shown.index(next(n for n in film.shown if n != film.shown[0]))
    assert first > SETTLED_FRAMES
    assert max(seen[:first]) < 1.5 * min(seen[:first])
    assert min(seen[first : first + 5]) > 1.5 * max(seen[:first])


@pytest.mark.whole
def test_photographed_hands_on_photographed_wood_are_not_wrong(shared: Path) -> None:
    people = flat_hands(shared / "frames" / "real" / "hands")
    wood = tables_in(shared / "frames" / "real" / "wood")
    count = Count()
    for seed in (900_003, 900_004):
        a_round = made(seed)
        with worn(people, seed), covered(wood, seed):
            compare(a_round, seen_in(a_round, count), count)
    assert count.slaps >= 4
    assert (count.wrong, count.played_wrong, count.order_wrong, count.hover_called) == (0, 0, 0, 0), count.notes
    assert count.right >= count.slaps / 2
