"""A phone of `day_soak`, which speaks to a table over loopback as a browser does."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode

PATIENCE_S = 120.0
"""Real time that an answer may take on a busy machine."""


@dataclass
class Phone:
    """A browser that keeps its cookies, and one connection as long as the server does."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    scene: str = ""

    def get(self, address: str) -> str:
        """The page to which this address leads."""
        status, text = self._ask("GET", address)
        assert status == 200, (address, status, text[:300])
        found = re.search(r'name="scene" content="([^"]+)"', text)
        self.scene = found[1] if found else self.scene
        return text

    def tap(self, address: str, **form: str) -> int:
        """Send a form of the open page; the status."""
        return self._ask("POST", address, urlencode(form))[0]

    def _ask(self, method: str, address: str, body: str | None = None) -> tuple[int, str]:
        headers = {"Cookie": "; ".join(f"{key}={value}" for key, value in self.cookies.items())}
        if method == "POST":
            headers |= {"Origin": f"http://127.0.0.1:{self.port}", "HX-Request": "true", "Scene": self.scene}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as line:
            line.request(method, address, body, headers)
            answer = line.getresponse()
            data = answer.read()
            for words in answer.headers.get_all("Set-Cookie") or ():
                self.cookies.update({key: each.value for key, each in SimpleCookie(words).items()})
        if answer.status in (302, 303) and method == "GET":
            return self._ask("GET", answer.headers["Location"])
        return answer.status, data.decode("utf-8", "replace")

    @contextmanager
    def listening(self) -> Iterator[None]:
        """With an event stream open."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as line:
            line.request("GET", "/events", headers={"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())})
            answer = line.getresponse()
            assert answer.status == 200
            answer.readline()
            yield
            answer.close()
