"""The board reader: how it does on pictures that it was not trained on, and on odd pictures."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.training.boards.lessons import drawn_tables
from calibration.training.boards.truth import truth_of
from calibration.training.none_of_ours import KINDS, picture_of
from companion.perception.boards.reader import MODELS, NO_BOARD, BoardReader, BoardReading
from companion.perception.boards.score import BoardFigures

GOLDEN_FOLDER = Path(__file__).with_name("boards")
GOLDEN = [json.loads(row) for row in (GOLDEN_FOLDER / "truth.jsonl").read_text().splitlines()]
MODELS_BYTES = 820_000
FIRST_SEED, BOARDS = 950_000, 10
SIZE_PX = (800, 600)


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    """One reader for all tests: loading takes longer than reading."""
    return BoardReader()


@cache
def tables() -> tuple[tuple[NDArray[np.uint8], str, bool], ...]:
    """Drawn tables of seeds that neither training nor calibration uses: picture, board, covered."""
    truths = [(picture, truth_of(made)) for _, picture, made, _ in drawn_tables(FIRST_SEED, BOARDS, None, SIZE_PX)]
    return tuple((picture, truth["board"], truth["occluded"]) for picture, truth in truths)


@pytest.mark.whole
def test_no_drawn_board_is_read_wrong(reader: BoardReader) -> None:
    figures = BoardFigures()
    for number, (picture, text, covered) in enumerate(tables()):
        figures.count(str(number), reader.read(picture), text, covered)
    assert figures.wrong == 0, figures.slips
    assert figures.boards == BOARDS


@pytest.mark.parametrize("true", GOLDEN, ids=lambda true: true["image"])
def test_a_path_traced_board_is_read_and_from_the_other_side_not_read_wrong(
    true: dict[str, Any], reader: BoardReader
) -> None:
    picture = np.asarray(cv2.imread(str(GOLDEN_FOLDER / true["image"])), np.uint8)
    reading = reader.read(picture)
    assert reading.text == (None if true["occluded"] else true["board"])
    assert reading.occluded <= true["occluded"], "a board of which nothing can be made out is none"
    turned = reader.read(np.ascontiguousarray(picture[::-1, ::-1])).text
    assert turned is None if true["occluded"] else turned in (true["board"][::-1], None)


@pytest.mark.parametrize("size", [(1, 1), (1, 900), (900, 1), (7, 5), (240, 320), (1500, 40)])
def test_an_empty_picture_holds_no_board(size: tuple[int, int], reader: BoardReader) -> None:
    for shade in (0, 128, 255):
        reading = reader.read(np.full((*size, 3), shade, np.uint8))
        assert (reading.text, reading.guess, reading.grid) == (None, None, None)


def test_a_checked_cloth_is_no_board(reader: BoardReader) -> None:
    rows, columns = np.mgrid[:480, :640] // 40
    cloth = np.where(((rows + columns) % 2)[..., None] == 1, (60, 140, 60), (200, 205, 200)).astype(np.uint8)
    assert reader.read(cloth).text is None


@pytest.mark.whole
@pytest.mark.parametrize("kind", ["lettered_cubes", "chessboard", "tiles", "form"])
def test_what_belongs_to_another_game_is_no_board_and_nothing_hides_it(kind: str, reader: BoardReader) -> None:
    pictures = (picture_of(seed)[1] for seed in range(list(KINDS).index(kind), 24, len(KINDS)))
    assert [(told.text, told.occluded) for told in map(reader.read, pictures)] == [(None, False)] * 2


@pytest.mark.whole
def test_more_tiles_than_the_game_has_are_no_board_of_it() -> None:
    (picture, board, _), *_ = (each for each in tables() if not each[2])
    count = sum(mark not in "./" for mark in board)
    assert BoardReader(most_tiles=count).read(picture).text == board
    assert BoardReader(most_tiles=count - 1).read(picture) == NO_BOARD


def test_noise_is_no_board(reader: BoardReader) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (480, 640, 3), dtype=np.uint8)
    assert reader.read(noise).text is None


@pytest.mark.whole
def test_a_hand_over_the_board_leaves_it_open(reader: BoardReader) -> None:
    covered = [reader.read(picture) for picture, _, hidden in tables() if hidden]
    assert covered
    assert {reading.text for reading in covered} == {None}


def test_the_models_stay_small() -> None:
    assert sum(path.stat().st_size for path in MODELS.glob("board*")) <= MODELS_BYTES


def test_figures_tell_right_unknown_and_wrong_apart() -> None:
    def reading(text: str | None, occluded: bool = False) -> BoardReading:
        return BoardReading(text, "_w/r_", (), occluded, 0.9, None, {})

    figures = BoardFigures()
    figures.count("a", reading("_w/r_"), "_w/r_", False)
    figures.count("b", reading("_w/r_"), "_W/r_", False)
    figures.count("c", reading("_w/r_"), "_w/r_", True)
    figures.count("d", reading(None), "_w/r_", False)
    figures.count("e", reading(None, True), "_w/r_", True)
    figures.count("f", reading(None, True), "_w/r_", False)
    counts = (figures.boards, figures.right, figures.unknown, figures.wrong, figures.under_hand, figures.called_covered)
    assert counts == (6, 2, 2, 2, 1, 1)
    assert [slip.split()[0] for slip in figures.slips] == ["c", "b", "d", "f"]
