"""Leprechauns on the pages: each moment renders for everybody, in one language, with everybody's own choices."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion.core.game import Action
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import ChestSeen, HandsStand, Judge, Signal, Slap, TakePrems
from companion.games.leprechauns.deck import chests
from companion.games.leprechauns.names import answer
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.state import Leprechauns
from companion.table.session import Session
from tests.games.leprechauns.playing import ADA, BOB, CLEO, PLAIN, random_game
from tests.games.pages import look_at_every_kind_of_moment, open_match
from tests.web.conftest import browser
from tests.web.test_words import shown


@pytest.mark.whole
@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (3, Options("print"), 1),
        (4, Options("boxed", needed="by-age", shared=True, judges="vote"), 0),
        (5, Options("print", "own", "by-age", judges="vote"), 0),
    ],
)
def test_every_kind_of_moment_renders(seats: int, options: Options, seed: int, tmp_path: Path) -> None:
    match = random_game(seats, options, seed)
    looked_at = look_at_every_kind_of_moment(match, tmp_path, lambda state: (state.phase, bool(state.hands)))
    assert (Phase.OVER, False) in looked_at or (Phase.OVER, True) in looked_at


def judged_moment(folder: Path) -> tuple[Session, Flask]:
    """Ada repeats the formula of Basile's chest; Basile and Chloé judge."""
    session, app = open_match(GAME, folder, 3, PLAIN)
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
    session, app = open_match(GAME, tmp_path, 4, Options("print"))
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
