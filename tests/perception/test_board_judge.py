"""Classifying a place beside the other places of its table: neither their order nor their number matters."""

from __future__ import annotations

import numpy as np
import pytest

from companion.perception.boards.cell import CLASSES
from companion.perception.boards.judge import MOST_PLACES, BoardJudge
from companion.perception.boards.reader import MODELS
from companion.perception.boards.rings import RING_FEATURES

FEATURES = 48 + RING_FEATURES  # as the cell reader gives them


@pytest.fixture(scope="module")
def judge() -> BoardJudge:
    return BoardJudge(MODELS / "board_judge.onnx")


def seen(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Logits and features of places as they might be seen."""
    rng = np.random.default_rng(count)
    features = np.maximum(rng.normal(size=(count, FEATURES)), 0).astype(np.float32)
    return rng.normal(0, 4, (count, len(CLASSES))).astype(np.float32), features


@pytest.mark.parametrize("count", [0, 1, 2, 60, MOST_PLACES])
def test_the_judge_does_not_mind_in_which_order_places_come(judge: BoardJudge, count: int) -> None:
    logits, features = seen(count)
    order = np.random.default_rng(count).permutation(count)
    shares = judge.predict(logits, features)
    assert shares.shape == (count, len(CLASSES))
    assert shares.sum(axis=1) == pytest.approx(np.ones(count))
    assert judge.predict(logits[order], features[order]) == pytest.approx(shares[order], abs=1e-4)


def test_a_place_is_judged_beside_the_others(judge: BoardJudge) -> None:
    logits, features = seen(20)
    alone = judge.predict(logits[:1], features[:1])
    assert judge.predict(logits, features)[0] != pytest.approx(alone[0], abs=1e-3)


def test_what_was_judged_before_is_forgotten(judge: BoardJudge) -> None:
    """The network's input is as long as ever, and its end is empty."""
    few, many = seen(3), seen(70)
    first = judge.predict(*few)
    judge.predict(*many)
    assert judge.predict(*few) == pytest.approx(first)
