"""`companion serve` alone is killed in the lobby and in a match, and goes on where it was."""

from __future__ import annotations

import html
import re
import signal
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from companion.table.folder import hold
from tests.cli.serving import address_of, companion, settings_for

pytestmark = pytest.mark.whole


class Browser:
    def __init__(self) -> None:
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, address: str) -> tuple[str, str]:
        """Where the address leads, and what stands there."""
        with self._opener.open(address) as answer:
            return answer.url, answer.read().decode()

    def post(self, address: str, **form: str) -> None:
        origin = "/".join(address.split("/")[:3])
        with self._opener.open(Request(address, urlencode(form).encode(), {"Origin": origin})) as answer:
            assert answer.status == 200


def test_a_table_that_is_killed_opens_what_was_at_the_table(tmp_path: Path) -> None:
    call, ada, bob = ("serve", "--settings", str(settings_for(tmp_path))), Browser(), Browser()
    with companion(*call) as process:
        table = address_of(process)
        ada.post(f"{table}/lobby/join", name="Ada")
        bob.post(f"{table}/lobby/join", name="Bob")
        ada.post(f"{table}/lobby/game", game="karo")
        process.kill()
    with companion(*call) as process:
        table = address_of(process)
        assert "Bonjour Bob" in bob.get(f"{table}/here")[1]
        ada.post(f"{table}/lobby/begin")
        seat, page = ada.get(f"{table}/here")
        assert seat == f"{table}/seat/0"
        found = re.search(r'name="action" value="([^"]+)"', page) or re.search(r"name=\"action\" value='([^']+)'", page)
        assert found is not None
        ada.post(f"{table}/seat/0/play", action=html.unescape(found[1]))
        process.kill()
    with companion(*call) as process:
        table = address_of(process)
        seat, page = bob.get(f"{table}/here")
        assert seat == f"{table}/seat/1"
        assert "Ada pose" in page
        assert "Arrêter la partie" in ada.get(f"{table}/here")[1]


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_a_table_is_closed_from_the_lobby_and_after_a_match(tmp_path: Path, end: signal.Signals) -> None:
    ada = Browser()
    with companion("serve", "--settings", str(settings_for(tmp_path))) as process:
        table = address_of(process)
        ada.post(f"{table}/lobby/join", name="Ada")
        ada.post(f"{table}/lobby/game", game="plic-plac")
        ada.post(f"{table}/lobby/begin")
        ada.post(f"{table}/evening/lobby", match="1")
        process.send_signal(end)
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    hold(tmp_path / "data").close()  # nothing is left open
