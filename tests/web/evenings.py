"""An evening at a table with a recording for a camera, and phones that speak to it as browsers do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from werkzeug.test import Client, TestResponse

from companion import wiring
from companion.core.clock import ManualClock
from companion.evening import Evening, RunningMatch
from tests.cli.serving import one_picture


def opened(folder: Path, **more: Any) -> Evening:
    """An evening whose data lie in `folder`/data; without more it begins in the lobby."""
    key = more.pop("key", None)
    evening = wiring.open_table(key, one_picture(folder / "frames"), folder / "data", ManualClock(), **more)
    for app in (evening.lobby, *((evening.match.app,) if evening.match else ())):
        app.testing = True
    return evening


def match_of(evening: Evening) -> RunningMatch:
    """The match at the table."""
    assert evening.match is not None
    return evening.match


class Phone:
    """A browser: it keeps its cookies, says where a POST comes from, and follows where a page is led."""

    def __init__(self, evening: Evening, name: str = "") -> None:
        self._client = Client(evening)
        self.scene: str | None = None
        if name:
            self.go("/join")
            self.tap("/lobby/join", name=name)

    def get(self, address: str, **headers: str) -> TestResponse:
        return self._client.get(address, headers={"Origin": "http://localhost", **headers})

    def go(self, address: str) -> str:
        """Open a page; its text, with all spaces alike."""
        answer = self._client.get(address, follow_redirects=True)
        assert answer.status_code == 200, (address, answer.status)
        text = answer.get_data(as_text=True).replace("\u00a0", " ")
        found = re.search(r'name="scene" content="([^"]+)"', text)
        self.scene = found[1] if found else None
        return text

    def follow(self, part: str) -> TestResponse:
        """Fetch a part of the open page anew, as it does by itself when it hears of a change."""
        return self._client.get(part, headers={"HX-Request": "true", "Scene": self.scene or ""})

    def tap(self, address: str, **form: str) -> TestResponse:
        """Send a form of the open page."""
        headers = {"HX-Request": "true", "Scene": self.scene or "", "Origin": "http://localhost"}
        return self._client.post(address, data=form, headers=headers)
