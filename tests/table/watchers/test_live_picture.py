"""The small picture of a table that moves."""

from __future__ import annotations

import numpy as np
import pytest

from companion.camera.source import Frame
from companion.table.open_pictures import OpenPictures
from companion.table.session import Session
from companion.table.watchers.watcher import LivePicture


def test_pages_get_a_picture_a_second_of_a_table_that_moves(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Often enough to aim by; a phone's radio is not kept awake by every frame."""
    monkeypatch.setattr(OpenPictures, "whole", True)
    live, before = LivePicture(session), session.live.picture_number
    for number in range(101):
        live.show(Frame(np.zeros((48, 64, 3), np.uint8), number / 10, number))
    assert 8 <= session.live.picture_number - before <= 15
