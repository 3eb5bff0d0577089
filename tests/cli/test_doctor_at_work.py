"""A real table at work: its own page tells how it is, and `companion doctor` beside it leaves its camera alone."""

from __future__ import annotations

import json
import re
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from companion.cli import run
from tests.cli.serving import address_of, companion, settings_for

PATIENCE_S = 60.0
LOOKS = 200


@pytest.mark.whole
def test_the_page_and_the_command_line_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = settings_for(tmp_path)
    with companion("serve", "karo", "--players", "Ada,Bob", "--settings", str(settings)) as table:
        base = address_of(table)
        phone = build_opener(HTTPCookieProcessor(CookieJar()))
        phone.open(Request(f"{base}/join/0", data=b"", headers={"Origin": base}), timeout=PATIENCE_S)
        page = phone.open(f"{base}/doctor?lang=en", timeout=PATIENCE_S).read().decode()
        for _ in range(LOOKS):  # each look goes through the server, which has the examination to do as well
            if "findings" in page:
                break
            page = phone.open(f"{base}/doctor/now?lang=en", timeout=PATIENCE_S).read().decode()
        status = run(["doctor", "--settings", str(settings), "--json"])
    told = dict(
        re.findall(r'<li class="(?:well|wrong|unknown)" data-check="([a-z-]+)">\s*<strong>(.*?)</strong>', page)
    )
    assert told["lock"] == told["port"] == told["journal"] == told["disk-writes"] == "Well"
    assert told["address"] == "To do", "it is served on loopback"
    assert f"The page is open at {base.replace('127.0.0.1', '')[:7]}" in unescape(page)
    beside = {each["check"]: each["ok"] for each in json.loads(capsys.readouterr().out)}
    assert (status, beside["camera"], beside["mat"], beside["pins"]) == (2, None, None, None)
    assert beside["journal"] is True
