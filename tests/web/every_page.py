"""Every page that the program has, as those who may open it see it: looked at by axe, by the camera of `make
screenshots`, and by whoever adds a page and is told so by `test_every_page.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Who = Literal["holder", "stranger", "screen"]
"""The host's phone, which holds seat 0; a phone that holds nothing; a paired screen."""
Moment = Literal["start", "middle", "question", "end"]
MOMENTS: tuple[Moment, ...] = ("start", "middle", "question", "end")
ONCE: tuple[Moment, ...] = ("middle",)
"""For pages that are the same at each moment."""


@dataclass(frozen=True)
class Look:
    """A page as somebody sees it.

    Attributes:
        name: of its pictures.
        rule: the address as the program declares it.
        address: as it is opened; `{reading}` is the last line that the camera read, `{step}` a step of the match that
            is over.
        who: opens it.
        when: at these moments of a match.
        status: what the page answers.
        of_game: each game has its own.
    """

    name: str
    rule: str
    address: str
    who: Who = "holder"
    when: tuple[Moment, ...] = ONCE
    status: int = 200
    of_game: bool = True


LOOKS = (
    Look("seat", "/seat/<int:seat>", "/seat/0", when=MOMENTS),
    Look("watch", "/", "/", "stranger", MOMENTS),
    Look("watch-paired", "/", "/", "screen", ("question",)),
    Look("wall", "/wall", "/wall", "screen", MOMENTS),
    Look("wall-unpaired", "/wall", "/wall", "stranger", ("question",)),
    Look("line", "/line/<int:index>", "/line/{reading}"),
    Look("seat-story", "/seat/<int:seat>/story", "/seat/0/story", when=("middle", "end")),
    Look("story", "/story", "/story", "stranger"),
    Look("join", "/join", "/join", "stranger"),
    Look("join-holder", "/join", "/join", of_game=False),
    Look("host", "/host", "/host", of_game=False),
    Look("host-stranger", "/host", "/host", "stranger", of_game=False),
    Look("camera", "/camera", "/camera", of_game=False),
    Look("settings", "/settings", "/settings", of_game=False),
    Look("film", "/history/<int:match>/film/<int:whole>", "/history/{match}/film/0", when=("end",), of_game=False),
    Look("rules", "/rules", "/rules", "stranger"),
    Look("doctor", "/doctor", "/doctor", of_game=False),
    Look("history", "/history", "/history", when=("end",), of_game=False),
    Look("history-match", "/history/<int:match>", "/history/{match}", when=("end",)),
    Look("history-step", "/history/<int:match>/<int:step>", "/history/{match}/{step}", when=("end",)),
    Look("statistics", "/statistics", "/statistics", when=("end",), of_game=False),
    Look("sorry", "/<nothing>", "/nothing-here", "stranger", status=404, of_game=False),
)
"""Pages of a match whose address is all that is needed to see them."""
ELSEWHERE = frozenset({"/analysis", "/join/<int:seat>/wait", "/screen", "/table"})
"""Pages that something must be done for, or that another table has: `Table.of_match` and `simulated` open them."""
LOBBY_LOOKS = (
    Look("lobby-phone", "/join", "/join"),
    Look("lobby-stranger", "/join", "/join", "stranger"),
    Look("lobby-screen", "/", "/", "screen"),
)
CLUB_LOOKS = (Look("club", "/", "/", "screen"), Look("club-host", "/host", "/host", "stranger"))
SAME_AS = {"/wall": "/", "/host": "/join"}
"""Addresses of the lobby that lead to another or show the same."""
NO_PAGES = frozenset({
    "/analysis/now", "/api/v1/events", "/api/v1/table", "/doctor/now", "/events", "/game.css", "/here", "/host/now",
    "/history/<int:match>/<int:step>/<int:number>.jpg", "/history/<int:match>/result.png", "/history/style/<key>.css",
    "/now", "/picture.jpg", "/question/<int:ident>.jpg", "/seat/<int:seat>/board", "/seat/<int:seat>/now",
    "/seen/<int:index>/<int:number>.jpg", "/static/<path:filename>", "/statistics.csv", "/table/picture.jpg",
    "/wall/now", "/camera/now", "/camera/picture.jpg", "/history/<int:match>/film/<int:whole>/now",
    "/history/<int:match>/film/<int:whole>.webm", "/cover/<key>.svg", "/lobby/phone", "/lobby/screen",
})  # fmt: skip
"""Addresses that answer a part of a page, a picture, data, or a stream."""
