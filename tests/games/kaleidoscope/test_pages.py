"""Kaléidoscope on the pages: each moment renders for everybody, in one language, and letters can be told by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.core.game import Action
from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import (
    Announce,
    CapitalSeen,
    Discard,
    LetterSeen,
    LetterTold,
    Pass,
    Place,
    TurnUp,
)
from companion.games.kaleidoscope.options import Options
from companion.games.kaleidoscope.pieces import CAPITALS, SMALL_LETTERS
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from tests.games.kaleidoscope.playing import CHILDREN, LONG, NORTH, ROW, SHORT, SOUTH, begun, random_game
from tests.games.pages import look_at_every_kind_of_moment, open_match
from tests.web.conftest import browser


@pytest.mark.whole
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
        drawn = page.split('aria-label="The columns"')[-1].split("</svg>")[0]
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


def played(tmp_path: Path, options: Options, actions: list[Action]) -> Flask:
    """The pages of a match in which the row is ROW and then `actions` were done."""
    session, app = open_match(GAME, tmp_path, 2, options)
    row = [CapitalSeen(column, letter) for column, letter in enumerate(ROW[: options.columns])]
    for action in (*row, *actions):
        session.play(action, "table")
    return app


def north_lays(letters: str) -> list[Action]:
    """North lays these in the first column, South discards an n each time."""
    done: list[Action] = []
    for letter in letters:
        done += [TurnUp(NORTH), LetterSeen(letter), Place(NORTH, 0)]
        done += [TurnUp(SOUTH), LetterSeen("n"), Discard(SOUTH, 0)]
    return done


def test_the_page_counts_the_words_that_are_needed_and_says_who_wins(tmp_path: Path) -> None:
    chosen = Options(length="short", words_to_win=1)
    app = played(tmp_path, chosen, [*north_lays("oupe"), Announce(NORTH, 0)])
    html = browser(app, SOUTH).get(f"/seat/{SOUTH}", query_string={"lang": "en"}).text
    assert 'words <strong>1</strong>/1 · <strong class="wins">wins</strong>' in html
    assert html.count('class="wins"') == 1
    assert "wins with 1 word to 0" in html
    assert re.search(r"<strong>1</strong></li>\s*<li><span>[^<]+</span><strong>0</strong>", html)  # the scores


def test_a_word_can_be_refused_with_one_tap_after_the_end(tmp_path: Path) -> None:
    chosen = Options(length="short", words_to_win=1)
    app = played(tmp_path, chosen, [*north_lays("oupe"), Announce(NORTH, 0)])
    phone = browser(app, SOUTH)
    html = phone.get(f"/seat/{SOUTH}", query_string={"lang": "en"}).text
    assert "The table refuses" in html
    assert re.search(r"<button[^>]*>Soupe \(\w+\)</button>", html)


def test_who_passed_is_asked_about_on_the_opponents_phone(tmp_path: Path) -> None:
    app = played(tmp_path, LONG, [*north_lays("o"), Pass(NORTH)])
    html = browser(app, SOUTH).get(f"/seat/{SOUTH}", query_string={"lang": "fr"}).text
    assert "Je ne suis pas d’accord avec le tour passé" in html
    assert 'id="kind-Decline"' not in browser(app, NORTH).get(f"/seat/{NORTH}").text


def test_a_discard_of_ones_own_is_not_said_to_be_stolen(tmp_path: Path) -> None:
    app = played(tmp_path, LONG, [*north_lays("o"), Pass(NORTH)])
    html = browser(app, SOUTH).get(f"/seat/{SOUTH}", query_string={"lang": "en"}).text
    assert "Take back a discard" in html
    assert "Steal" not in html
