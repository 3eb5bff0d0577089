"""Leprechauns on the pages: each moment renders for everybody, in one language, with everybody's own choices."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion.core.clock import ManualClock
from companion.core.game import Action, legal_for
from companion.core.text import LANGUAGES
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import ChestSeen, HandsStand, Judge, Signal, Slap, TakePrems
from companion.games.leprechauns.deck import chests
from companion.games.leprechauns.names import answer
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns
from companion.hardware.cues import RecordingCues
from companion.table.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Session
from companion.web import create_app
from tests.games.leprechauns.playing import ADA, BOB, CLEO, PLAIN, random_game
from tests.web.conftest import browser, for_test
from tests.web.test_words import UNFILLED, shown

NAMES = ("Ada", "Basile", "Chloé", "Dina", "Émile", "Flo")


def open_match(folder: Path, seats: int, options: Options) -> tuple[Session, Flask]:
    journal = Journal(folder / "journal.sqlite", ManualClock(1000.0))
    session = open_session(journal, RecordingCues(), GAME, seats, options, NAMES[:seats])
    return session, for_test(create_app(session))


@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (3, Options("print"), 1),
        (4, Options("boxed", needed="by-age", shared=True, judges="vote"), 0),
        (5, Options("print", "own", "by-age", judges="vote"), 0),
    ],
)
def test_every_kind_of_moment_renders(seats: int, options: Options, seed: int, tmp_path: Path) -> None:
    session, app = open_match(tmp_path, seats, options)
    phones = {None: browser(app), **{seat: browser(app, seat) for seat in range(seats)}}
    looked_at: set[tuple[Phase, bool]] = set()
    for action in (*random_game(seats, options, seed).actions, None):
        state = session.match.state
        assert isinstance(state, Leprechauns)
        kind = (state.phase, bool(state.hands))
        if kind not in looked_at:
            looked_at.add(kind)
            for seat, phone in phones.items():
                for language in LANGUAGES:
                    path = "/" if seat is None else f"/seat/{seat}"
                    html = phone.get(path, query_string={"lang": language}).text
                    assert not UNFILLED.search(shown(html)), (path, state.phase)
                    own = 0 if seat is None else len(legal_for(state, seat))
                    assert html.count('name="action"') == own, (path, state.phase)
        if action is not None:
            session.play(action, "table")
    assert (Phase.OVER, False) in looked_at or (Phase.OVER, True) in looked_at


def judged_moment(folder: Path) -> tuple[Session, Flask]:
    """Ada repeats the formula of Basile's chest; Basile and Chloé judge."""
    session, app = open_match(folder, 3, PLAIN)
    actions: list[Action] = [TakePrems(ADA), Signal(ADA)]
    actions += [ChestSeen(ADA, 7, 7), ChestSeen(BOB, 9, 9), ChestSeen(CLEO, 4, 4)]
    actions += [Slap(ADA, BOB), Slap(BOB, CLEO), Slap(CLEO, ADA), HandsStand(ADA)]
    for action in actions:
        session.play(action, "table")
    return session, app


def test_5_10_a_formula_is_on_its_judges_phones_alone(tmp_path: Path) -> None:
    _, app = judged_moment(tmp_path)
    formula = [answer(motif).fr for motif in chests()[9].motifs]
    texts = {}
    for seat in (None, ADA, BOB, CLEO):
        phone = browser(app, seat)
        paths = ["/", "/now", "/story", *([f"/seat/{seat}", f"/seat/{seat}/story"] if seat is not None else [])]
        texts[seat] = shown("\n".join(phone.get(path).text for path in paths))
    assert {seat for seat, text in texts.items() if all(words in text for words in formula)} == {BOB, CLEO}
    others = [answer(motif).fr for ident in (4, 7) for motif in chests()[ident].motifs]
    assert not any(words in texts[seat] for seat in (None, ADA) for words in formula)
    assert not any(words in text for text in texts.values() for words in others)


def test_a_verdict_is_one_tap(tmp_path: Path) -> None:
    session, app = judged_moment(tmp_path)
    choice = next(each for each in session.page(BOB).choices if each.action["do"] == "Judge" and each.action["right"])
    sent = browser(app, BOB).post("/seat/1/play", data={"action": app.json.dumps(choice.action)})
    assert sent.status_code == 303
    assert session.match.actions[-1] == Judge(BOB, True)


def test_the_results_name_the_winner_and_the_fastest_hand(tmp_path: Path) -> None:
    match = random_game(4, Options("print"), 2)
    session, app = open_match(tmp_path, 4, Options("print"))
    for action in match.actions:
        session.play(action, "table")
    html = browser(app).get("/", query_string={"lang": "en"}).text
    results = html.split('id="results"')[1].split("</article>")[0]
    over = session.match.state
    assert isinstance(over, Leprechauns)
    assert over.scores is not None
    assert results.count('class="winner"') == sum(score == max(over.scores) for score in over.scores)
    most = max(player.first_hands for player in over.players)
    assert results.count("the fastest") == sum(player.first_hands == most for player in over.players)
