"""Phones get a smaller picture of the table than screens do."""

from __future__ import annotations

import cv2
import numpy as np
from flask import Flask

from companion.perception.overlay import PHONE_BYTES, PHONE_WIDTH_PX
from companion.table.session import Session
from tests.web.conftest import CROP, browser
from tests.web.test_wire_browser import busy


def test_a_phones_picture_is_small(app: Flask, session: Session) -> None:
    session.show(busy())
    phone = browser(app)
    assert phone.get("/picture.jpg?n=1").data == busy()
    small = phone.get("/picture.jpg?n=1&small=1").data
    assert len(small) <= PHONE_BYTES
    picture = cv2.imdecode(np.frombuffer(small, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[1] == PHONE_WIDTH_PX


def test_what_is_no_picture_comes_as_it_is(app: Flask, session: Session) -> None:
    session.show(CROP)
    assert browser(app).get("/picture.jpg?n=1&small=1").data == CROP
