"""`make screenshots`: every page as phones and screens show it, light and dark, into build/screenshots, and contact
sheets of them beside; with --docs the chosen ones into docs/pictures/pages."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.every_page import CLUB_LOOKS, LOBBY_LOOKS
from tests.web.table_in_browsers import SEATS, club, served, simulated, table
from tests.web.test_browser import CHROMIUM, FLAGS

ROOT = Path(__file__).resolve().parents[1]
BUILD, DOCS = ROOT / "build" / "screenshots", ROOT / "docs" / "pictures" / "pages"
SIZES = {"320": (320, 568), "390": (390, 844), "1920": (1920, 1080)}
SCHEMES = ("light", "dark")
SHEET_WIDTH_PX, TALLEST_PX = 2400, 1500
"""Of a contact sheet, and of what it shows of a long page."""
THUMBS = {"320": 240, "390": 280, "1920": 640}
"""Widths on the sheets, in px."""
STRIP_HEIGHT_PX, WEBP_QUALITY = 620, 78
"""Of the pictures in the docs: about 60 kB each."""
STRIPS = {
    "lobby": ("lobby.lobby-phone.390.light", "lobby.lobby-phone.320.dark", "lobby.lobby-screen.1920.light"),
    **{
        key: (f"{key}.middle.seat.390.light", f"{key}.question.seat.320.dark", f"{key}.middle.wall.1920.dark")
        for key in SEATS
    },
    "end": ("leprechauns.end.seat.390.light", "kaplan.end.watch.320.dark", "kaplan.end.wall.1920.light"),
    "beside": tuple(
        f"karo.{each}"
        for each in (
            "middle.join.390.light", "middle.line.390.dark", "middle.host.390.light", "middle.doctor.390.dark",
            "end.history-step.390.light", "end.statistics.390.dark",
        )
    ),
    "tables": ("club.club.390.light", "table.touched.390.dark", "club.club.1920.light"),
}  # fmt: skip
"""What docs/pages.md shows, by the picture's name: screens beside each other, as high as they are seen without
scrolling."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--docs", action="store_true", help="the chosen ones into docs/pictures/pages, too")
    options.add_argument("--chosen", action="store_true", help="no others")
    options.add_argument("--game", action="append", choices=sorted(SEATS), help="these games only")
    chosen = options.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        wanted = {part for parts in STRIPS.values() for part in parts} if chosen.chosen else None
        taken = walk(Camera(wanted), browser, chosen.game or list(SEATS))
        browser.close()
    if wanted is None:
        sheets(taken)
    if chosen.docs:
        for name, parts in STRIPS.items():
            strip(parts, DOCS / f"{name}.webp")


def walk(camera: Camera, browser: Browser, games: list[str]) -> list[str]:
    """Photograph every page. Returns the pictures' names without sizes and schemes."""
    with tempfile.TemporaryDirectory() as data, table(browser, Path(data)) as at:
        for look in LOBBY_LOOKS:
            camera.take(at.see(look), f"lobby.{look.name}")
        for key in games:
            for name, page in at.of_match(key, first=key == games[0]):
                camera.take(page, name)
    with tempfile.TemporaryDirectory() as data, club(Path(data)) as app, served(browser, app) as (see, _):
        for look in CLUB_LOOKS:
            camera.take(see(look.address), f"club.{look.name}")
    with tempfile.TemporaryDirectory() as data:
        simulation = simulated("kaplan", Path(data))
        with served(browser, simulation.app) as (see, _):
            camera.take(see("/table"), "table.watched")
            page = see("/join")
            page.click("form[action='/join/0'] button")
            page.wait_for_url("**/seat/0")
            camera.take(see("/table"), "table.touched")
        simulation.journal.close()
    return camera.taken


class Camera:
    """Takes a page at every size and in both themes.

    Args:
        wanted: the pictures to take, with size and theme; None for all.
    """

    def __init__(self, wanted: set[str] | None) -> None:
        self.taken: list[str] = []
        self._wanted = wanted

    def take(self, page: Page, name: str) -> None:
        """Photograph it, and say when it is wider than the screen."""
        before = page.viewport_size
        for size, (width, height) in SIZES.items():
            schemes = [each for each in SCHEMES if self._wanted is None or f"{name}.{size}.{each}" in self._wanted]
            for scheme in schemes:
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.evaluate("scrollTo(0, 0)")
                page.screenshot(full_page=self._wanted is None, path=BUILD / f"{name}.{size}.{scheme}.png")
            over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if over:
                print(f"{name} is {over} px wider than {width} px")
        if before is not None:
            page.set_viewport_size(before)
        self.taken.append(name)


def sheets(names: list[str]) -> None:
    """One sheet for each size and scheme of a group: what stands before the first dot."""
    for group in dict.fromkeys(each.partition(".")[0] for each in names):
        mine = [each for each in names if each.partition(".")[0] == group]
        for size, width in THUMBS.items():
            for scheme in SCHEMES:
                pictures = [BUILD / f"{each}.{size}.{scheme}.png" for each in mine]
                sheet(pictures, width, BUILD / f"sheet.{group}.{size}.{scheme}.png")


def sheet(pictures: list[Path], width: int, into: Path) -> None:
    """All pictures beside and below each other."""
    shown = []
    for path in pictures:
        picture = Image.open(path).convert("RGB")
        small = picture.resize((width, max(1, picture.height * width // picture.width)))
        shown.append((path.name, small.crop((0, 0, width, min(small.height, TALLEST_PX)))))
    across = max(1, SHEET_WIDTH_PX // (width + 10))
    rows = [shown[each : each + across] for each in range(0, len(shown), across)]
    heights = [max(picture.height for _, picture in row) + 24 for row in rows]
    whole = Image.new("RGB", (across * (width + 10), sum(heights)), "#888")
    pen, top = ImageDraw.Draw(whole), 0
    for row, height in zip(rows, heights, strict=True):
        for place, (name, picture) in enumerate(row):
            pen.text((place * (width + 10), top + 4), name, fill="#fff")
            whole.paste(picture, (place * (width + 10), top + 20))
        top += height
    whole.save(into)


def strip(names: tuple[str, ...], into: Path) -> None:
    """The first screens of these pages beside each other, small enough for the docs."""
    shown = []
    for name in names:
        width, height = SIZES[name.split(".")[-2]]
        screen = Image.open(BUILD / f"{name}.png").convert("RGB").crop((0, 0, width, height))
        shown.append(screen.resize((width * STRIP_HEIGHT_PX // height, STRIP_HEIGHT_PX), Image.Resampling.LANCZOS))
    whole = Image.new("RGB", (sum(each.width + 12 for each in shown) - 12, STRIP_HEIGHT_PX), "#888")
    left = 0
    for each in shown:
        whole.paste(each, (left, 0))
        left += each.width + 12
    into.parent.mkdir(parents=True, exist_ok=True)
    whole.save(into, quality=WEBP_QUALITY, method=6)


if __name__ == "__main__":
    main()
