"""Kaléidoscope on the pages: each moment renders for everybody, in one language, and letters can be told by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import Announce, LetterTold, TurnUp
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.pieces import CAPITALS, SMALL_LETTERS
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from tests.games.kaleidoscope.playing import CHILDREN, LONG, NORTH, SHORT, SOUTH, begun, random_game
from tests.games.pages import look_at_every_kind_of_moment, open_match
from tests.web.conftest import browser


@pytest.mark.parametrize(("options", "seed"), [(LONG, 1), (SHORT, 0), (CHILDREN, 2)])
def test_every_kind_of_moment_renders(options: Options, seed: int, tmp_path: Path) -> None:
    looked_at = look_at_every_kind_of_moment(
        random_game(options, seed), tmp_path, lambda state: (state.phase, bool(state.boards[0].words), state.late)
    )
    phases = {kind[0] for kind in looked_at if isinstance(kind, tuple)}
    assert phases >= {Phase.CAPITAL, Phase.TURN, Phase.HELD, Phase.OVER}


def test_letters_can_be_told_on_a_phone(tmp_path: Path) -> None:
    session, app = open_match(GAME, tmp_path, 2, LONG)
    phone = browser(app, SOUTH)
    html = phone.get(f"/seat/{SOUTH}", query_string={"lang": "en"}).text
    assert sorted(re.findall(r'name="letter" value="([^"]+)"', html)) == sorted(CAPITALS)
    for column, letter in enumerate("SCHAWIEPM"):
        (choice,) = (each for each in session.page(SOUTH).choices if each.action["do"] == "CapitalTold")
        sent = phone.post(f"/seat/{SOUTH}/play", data={"action": app.json.dumps(choice.action), "letter": letter})
        assert sent.status_code == 303, column
    assert session.match.state == begun()
    session.play(TurnUp(NORTH), "table")
    html = phone.get(f"/seat/{SOUTH}", query_string={"lang": "en"}).text
    assert sorted(re.findall(r'name="letter" value="([^"]+)"', html)) == sorted(SMALL_LETTERS)
    (choice,) = (each for each in session.page(SOUTH).choices if each.action["do"] == "LetterTold")
    phone.post(f"/seat/{SOUTH}/play", data={"action": app.json.dumps(choice.action), "letter": "o"})
    assert session.match.actions[-1] == LetterTold(SOUTH, "o")


def test_each_sees_the_own_letters_nearest(tmp_path: Path) -> None:
    """The drawing of the columns is turned round for North."""
    session, app = open_match(GAME, tmp_path, 2, SHORT)
    for action in (*random_game(SHORT, 1).actions,):
        if session.match.state.actor.kind == "over" or len(session.match.actions) > 60:
            break
        session.play(action, "table")

    def capitals(seat: int | None) -> str:
        """From left to right as drawn, without jokers."""
        page = browser(app, seat).get("/" if seat is None else f"/seat/{seat}", query_string={"lang": "en"}).text
        drawn = page.split('aria-label="The columns"')[1].split("</svg>")[0]
        found = re.findall(r'translate\((\d+) \d+\)">(?:(?!</g>).)*>([A-Z])</text>', drawn, flags=re.DOTALL)
        return "".join(letter for _, letter in sorted(found, key=lambda each: int(each[0])))

    state = session.match.state
    assert isinstance(state, Kaleidoscope)
    row = "".join(letter or "" for letter in state.capitals).replace("*", "")
    assert len(row) >= 6
    assert capitals(SOUTH) == capitals(None) == row
    assert capitals(NORTH) == row[::-1]


def test_a_word_is_announced_with_one_tap(tmp_path: Path) -> None:
    match = random_game(LONG, 1)
    at = next(n for n, action in enumerate(match.actions) if isinstance(action, Announce))
    session, app = open_match(GAME, tmp_path, 2, LONG)
    for action in match.actions[:at]:
        session.play(action, "table")
    announced = match.actions[at]
    assert isinstance(announced, Announce)
    seat = announced.seat
    html = browser(app, seat).get(f"/seat/{seat}", query_string={"lang": "en"}).text
    assert "<h2>Word!</h2>" in html
    state = session.match.state
    assert isinstance(state, Kaleidoscope)
    column = f"{state.capitals[announced.column]}{state.boards[seat].columns[announced.column]}"
    assert f"<button>{column}</button>" in html
