"""A place beside the other places of its table: what is compared, and that order and absence do not matter."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.perception.boards.cell import CLASSES
from companion.perception.boards.company import FEW, company
from companion.perception.boards.judge import BoardJudge
from companion.perception.boards.reader import MODELS
from companion.perception.boards.rings import RINGED

KINDS, FEATURES = 3, 4
FEATURES_SEEN = 32 + RINGED  # as the cell reader gives them


def told(rng: np.random.Generator, count: int, kinds: int = KINDS) -> np.ndarray:
    shares = rng.random((count, kinds)) + 1e-3
    return shares / shares.sum(axis=1, keepdims=True)


def test_a_place_is_held_against_the_others_and_never_against_itself() -> None:
    shares = np.array([[1.0, 0, 0], [1.0, 0, 0], [0, 1.0, 0]])
    features = np.array([[1.0, 0, 0, 0], [3.0, 0, 0, 0], [0, 5.0, 0, 0]])
    off, many = company(shares, features)
    one = 1 / (1 + FEW)
    assert many == pytest.approx(np.array([[one, one, 0], [one, one, 0], [2 / (2 + FEW), 0, 0]]))
    assert off[0] == pytest.approx(np.array([[2 * one, 0, 0, 0], [-one, 5 * one, 0, 0], [0, 0, 0, 0]]))
    assert off[2, 1] == pytest.approx(np.zeros(4)), "the only disc of its kind has nothing to be compared with"


@given(st.integers(1, 9), st.integers(0, 1 << 30))
def test_a_kind_that_all_others_show_is_as_far_off_as_their_mean(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    features, shares = rng.normal(size=(count + 1, FEATURES)), np.zeros((count + 1, KINDS))
    shares[:, 1] = 1
    off, many = company(shares, features)
    assert many[0, 1] == pytest.approx(count / (count + FEW))
    assert off[0, 1] == pytest.approx((features[1:].mean(axis=0) - features[0]) * count / (count + FEW))


@given(st.integers(2, 9), st.integers(1, 5), st.integers(0, 1 << 30))
def test_no_place_is_no_company(count: int, absent: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    shares, features = told(rng, count), rng.normal(size=(count, FEATURES))
    more = np.vstack([shares, np.zeros((absent, KINDS))]), np.vstack([features, rng.normal(size=(absent, FEATURES))])
    for alone, padded in zip(company(shares, features), company(*more), strict=True):
        assert padded[:count] == pytest.approx(alone)


@pytest.fixture(scope="module")
def judge() -> BoardJudge:
    return BoardJudge(MODELS / "board_judge.onnx")


@pytest.mark.parametrize("count", [0, 1, 2, 60])
def test_the_judge_does_not_mind_in_which_order_places_come(judge: BoardJudge, count: int) -> None:
    rng = np.random.default_rng(count)
    features = np.maximum(rng.normal(size=(count, FEATURES_SEEN)), 0).astype(np.float32)
    logits, order = rng.normal(0, 4, (count, len(CLASSES))).astype(np.float32), rng.permutation(count)
    shares = judge.shares(logits, features)
    assert shares.shape == (count, len(CLASSES))
    assert shares.sum(axis=1) == pytest.approx(np.ones(count))
    assert judge.shares(logits[order], features[order]) == pytest.approx(shares[order], abs=1e-5)
