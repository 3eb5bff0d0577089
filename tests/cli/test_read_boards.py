"""`companion read karo` as outsiders script against it, on path-traced tables of our own."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import run

BOARDS = Path(__file__).parents[1] / "perception" / "boards"
TRUTH = {row["image"]: row for row in map(json.loads, (BOARDS / "truth.jsonl").read_text().splitlines())}


def test_each_picture_gives_its_board_in_the_order_given(capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(BOARDS / name) for name in sorted(TRUTH, reverse=True)]
    assert run(["read", "karo", *paths, "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["image"] for row in told] == paths
    for row in told:
        assert set(row) == {"image", "board", "unsure", "occluded", "ms"}
        true = TRUTH[Path(row["image"]).name]
        assert row["board"] == (None if true["occluded"] else true["board"])
        assert row["occluded"] <= true["occluded"], "a board of which nothing can be made out is none"
        assert row["unsure"] == []


def test_without_json_people_read_the_rows(capsys: pytest.CaptureFixture[str]) -> None:
    name = min(TRUTH)
    assert run(["read", "karo", str(BOARDS / name)]) == 0
    assert TRUTH[name]["board"].replace("/", "\n") in capsys.readouterr().out


def test_a_table_without_a_board_has_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), np.full((300, 400, 3), 120, np.uint8))
    assert run(["read", "karo", str(bare), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["board"], told["unsure"], told["occluded"]) == (None, [], False)
