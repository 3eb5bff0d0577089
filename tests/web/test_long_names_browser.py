"""Names of twenty letters on the smallest phone, in a real browser: on every page of a match no word is broken in two,
and nothing is wider than the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web import table_in_browsers
from tests.web.evenings import Phone
from tests.web.every_page import LOBBY_LOOKS, LOOKS
from tests.web.table_in_browsers import SEATS, Table, table
from tests.web.test_browser import chromium  # noqa: F401 - a fixture

pytestmark = pytest.mark.whole

LONG = ("Maximilienchristophe", "Bartholomé-Alexandre", "Wilhelmina-Friederike", "Constantinopolitaine")
"""Names of about twenty letters, with a place to break at and without."""
SMALL = {"width": 320, "height": 568}
FAULTS = """() => {
  const page = document.documentElement, faults = [];
  const over = page.scrollWidth - page.clientWidth;
  if (over > 0) faults.push(`${over} px wider than the screen`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), place = document.createRange();
  const add = (what, word, inside) =>
    faults.push(`${what}: ${word} in #${inside.closest("[id]")?.id} ${inside.tagName} ${inside.className}`);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const inside = text.parentElement;
    const unseen = !inside.checkVisibility() || inside.getBoundingClientRect().width < 2;
    const drawn = inside.closest("svg, script, template, noscript, option, .pan");
    if (unseen || drawn || text.data.includes("http")) continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{N}'’]+/gu)) {
      place.setStart(text, word.index);
      place.setEnd(text, word.index + word[0].length);
      const lines = [...place.getClientRects()].filter(each => each.width > 0);
      if (new Set(lines.map(each => Math.round(each.top))).size > 1) add("broken", word[0], inside);
      if (lines.some(each => each.right > innerWidth + 0.5 || each.left < -0.5)) add("outside", word[0], inside);
    }
  }
  return faults;
}"""


@pytest.fixture
def at(chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:  # noqa: F811
    monkeypatch.setattr(table_in_browsers, "NAMES", (*LONG, *table_in_browsers.NAMES))
    with table(chromium, tmp_path) as at:
        yield at


def faults(page: Page, name: str) -> list[str]:
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    return [f"{name}: {each}" for each in page.evaluate(FAULTS)]


@pytest.mark.parametrize("key", sorted(SEATS))
def test_on_no_page_of_a_match_is_a_word_broken(at: Table, key: str) -> None:
    found: list[str] = []
    at.begin(key)
    for moment in ("middle", "end"):
        at.come_to(moment)  # type: ignore[arg-type]
        for look in LOOKS:
            if look.name.startswith("wall"):
                continue  # a television's
            if moment in look.when and (look.of_game or key == "karo") and look.status == 200:
                found += faults(at.see(replace(look, who=look.who if look.who != "screen" else "stranger")), look.name)
    assert not found, "\n".join(found)


def test_in_the_lobby_no_word_is_broken(at: Table) -> None:
    for name in LONG[1:]:
        Phone(at.evening, name)
    found = [each for look in LOBBY_LOOKS for each in faults(at.see(look), look.name)]
    assert not found, "\n".join(found)
