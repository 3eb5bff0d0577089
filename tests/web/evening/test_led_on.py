"""Pages of a match that are opened in the lobby: each leads on to where its phone belongs, with one sentence."""

from __future__ import annotations

import re

from werkzeug.test import Client

from companion.core.text import typeset
from companion.evening import Evening
from companion.web.lobby.pages import NO_MATCH
from tests.web.evening.conftest import karo
from tests.web.evenings import Phone
from tests.web.every_page import ELSEWHERE, LOOKS


def pages_of_a_match() -> list[str]:
    """The rules of the pages that people open during a match."""
    return sorted({look.rule for look in LOOKS if look.status == 200} | ELSEWHERE)


def address(rule: str) -> str:
    return re.sub(r"<[^>]*>", "0", rule)


def test_an_address_of_a_match_that_was_left_leads_to_where_the_phone_belongs(evening: Evening) -> None:
    ada, bob = karo(evening)
    ada.go("/here")
    ada.tap("/evening/lobby", match="1")
    assert typeset(NO_MATCH.fr) in bob.go("/seat/1")
    assert typeset(NO_MATCH.fr) not in bob.go("/here")
    assert bob.tap("/seat/1/play", action="{}").status_code == 404


def test_every_page_of_a_match_leads_on_in_the_lobby_with_one_sentence(evening: Evening) -> None:
    """Also whoever holds no seat, and pages that only another table has, as `/table` of a simulated one."""
    ada, _ = karo(evening)
    ada.go("/here")
    pages = [address(rule) for rule in pages_of_a_match()]
    ada.tap("/evening/lobby", match="1")
    shared = {rule.rule for rule in evening.lobby.url_map.iter_rules()}
    assert "/table" in pages
    for phone in (ada, Phone(evening)):
        for page in pages:
            if page in shared or page.startswith("/history"):
                continue  # the lobby has these itself
            text = phone.go(page)
            assert typeset(NO_MATCH.fr) in text, page
            assert text.count(typeset(NO_MATCH.fr)) == 1, page
            assert 'href="/wall"' in text or 'href="/"' in text, page
    assert Client(evening).head("/table").status_code == 303


def test_a_paired_screen_that_opens_a_page_of_a_match_is_led_to_the_lobbys_wall(evening: Evening) -> None:
    ada, screen = karo(evening)[0], Phone(evening)
    screen.go("/wall")
    screen.tap("/screen?wall=1")
    code = re.search(r'<p class="code">(\d{4})</p>', screen.go("/screen"))
    assert code is not None
    ada.go("/here")
    ada.tap("/screen/pair", code=code[1])
    ada.tap("/evening/lobby", match="1")
    text = screen.go("/table")
    assert typeset(NO_MATCH.fr) in text
    assert "wall-people" in text
