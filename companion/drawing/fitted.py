"""Words that fit into the room there is in a picture: set smaller, then cut."""

from __future__ import annotations

from PIL import ImageFont

from companion.drawing.fonts import DEFAULT_FONT


def fitted(words: str, size_px: int, room_px: float) -> tuple[ImageFont.FreeTypeFont, str]:
    """A font in which the words take no more than `room_px`, and the words; cut where half the size is too large."""
    for size in range(size_px, size_px // 2 - 1, -2):
        font = _font(size)
        if font.getlength(words) <= room_px:
            return font, words
    return font, _cut(words, font, room_px)


def in_lines(words: str, size_px: int, room_px: float, most: int) -> tuple[ImageFont.FreeTypeFont, list[str]]:
    """The words in at most `most` lines, in a font of `size_px` that shrinks until they fit; what even half the size
    has no room for is cut."""
    for size in range(size_px, size_px // 2 - 1, -2):
        font, lines = _font(size), list[str]()
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and font.getlength(longer) <= room_px:
                lines[-1] = longer
            else:
                lines.append(word)
        if len(lines) <= most and all(font.getlength(each) <= room_px for each in lines):
            return font, lines
    return font, [*lines[: most - 1], _cut(" ".join(lines[most - 1 :]), font, room_px)]


def _font(size_px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(DEFAULT_FONT), size_px)


def _cut(words: str, font: ImageFont.FreeTypeFont, room_px: float) -> str:
    """The words, or as many of their letters as there is room for."""
    if font.getlength(words) <= room_px:
        return words
    while words and font.getlength(f"{words}…") > room_px:
        words = words[:-1]
    return f"{words}…"
