"""Plic-Plac on the pages: each moment renders for everybody, in one language, and no page is a memory (clause 7.5)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.core.game import Action
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import Announce, CardSeen, CardTold, DrawFirst, PoolTold, TakeSecret, TurnUp
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.pieces import NORMAL
from companion.games.plic_plac.position import Phase
from tests.games.pages import look_at_every_kind_of_moment, open_match
from tests.games.plic_plac.playing import ADA, BOB, SPECIALS, card, random_game
from tests.web.conftest import browser


@pytest.mark.whole
@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [
        (3, SPECIALS, 1),
        (1, Options(form="ring"), 0),
        (4, Options(specials=True, form="peak"), 2),
        (2, Options(form="as-laid"), 3),
    ],
)
def test_every_kind_of_moment_renders(seats: int, options: Options, seed: int, tmp_path: Path) -> None:
    match = random_game(seats, options, seed)
    looked_at = look_at_every_kind_of_moment(match, tmp_path, lambda state: (state.phase, bool(state.shown)))
    assert (Phase.OVER, False) in looked_at


def everything(phones: dict[int | None, FlaskClient]) -> str:
    """All that pages show, to everybody."""
    texts = []
    for seat, phone in phones.items():
        paths = ["/", "/now", "/story", *([f"/seat/{seat}", f"/seat/{seat}/story"] if seat is not None else [])]
        texts += [phone.get(path, query_string={"lang": "en"}).text for path in paths]
    return "\n".join(texts)


def test_7_5_what_has_gone_back_is_on_no_page(tmp_path: Path) -> None:
    session, app = open_match(GAME, tmp_path, 2, Options())
    phones = {seat: browser(app, seat) for seat in (None, ADA, BOB)}
    shown: list[Action] = [
        DrawFirst(ADA),
        TakeSecret(ADA, 3),
        Announce(ADA, "plic-plac"),
        CardSeen(3, card("red star")),
    ]
    for action in shown:
        session.play(action, "camera")
    up = everything(phones)
    assert "red star" in up  # it lies there for everybody to see
    failed: list[Action] = [TurnUp(ADA, 8), CardTold(BOB, "blue heart")]
    for action in failed:
        session.play(action, "camera")
    back = everything(phones)
    assert not any(word in back for word in ("star red", "heart blue", "red star", "blue heart"))
    assert "remembered" not in back


def test_any_card_of_the_box_can_be_told_whatever_is_left(tmp_path: Path) -> None:
    """A list of what is left would tell who counts (clause 7.5)."""
    session, app = open_match(GAME, tmp_path, 2, SPECIALS)
    for action in (DrawFirst(ADA), TakeSecret(ADA, 3), Announce(ADA, "plic-plac")):
        session.play(action, "table")
    phone = browser(app, BOB)
    html = phone.get("/seat/1", query_string={"lang": "en"}).text
    told = re.findall(r'name="face" value="([^"]+)"', html)
    assert sorted(told) == sorted([*(each.face for each in NORMAL), "null", "colour red", "colour blue", "traitor"])
    choice = next(each for each in session.page(BOB).choices if each.action["do"] == "CardTold")
    sent = phone.post("/seat/1/play", data={"action": app.json.dumps(choice.action), "face": "red star"})
    assert sent.status_code == 303
    assert session.match.actions[-1] == CardTold(BOB, "red star")


def test_who_looks_on_may_cut_with_one_tap(tmp_path: Path) -> None:
    session, app = open_match(GAME, tmp_path, 2, Options())
    actions = (DrawFirst(ADA), TakeSecret(ADA, 3), Announce(ADA, "plic-plac"), CardSeen(3, card("red star")),
               TurnUp(ADA, 8), CardSeen(8, card("blue star")))  # fmt: skip
    for action in actions:
        session.play(action, "table")
    assert "I cut, with" in browser(app, BOB).get("/seat/1", query_string={"lang": "en"}).text
    assert "I cut, with" not in browser(app, ADA).get("/seat/0", query_string={"lang": "en"}).text


def test_the_rows_of_the_pool_can_be_written_on_a_phone(tmp_path: Path) -> None:
    session, app = open_match(GAME, tmp_path, 2, Options(form="as-laid"))
    phone = browser(app, BOB)
    assert "Write the rows" in phone.get("/seat/1", query_string={"lang": "en"}).text
    choice = next(each for each in session.page(BOB).choices if each.action["do"] == "PoolTold")
    wrong = phone.post("/seat/1/play", data={"action": app.json.dumps(choice.action), "rows": "7,7"})
    assert "These rows make 14 cards and the game has 36" in wrong.text
    assert "Rule&nbsp;1.7" in wrong.text
    sent = phone.post("/seat/1/play", data={"action": app.json.dumps(choice.action), "rows": "7,7,7,7,8"})
    assert sent.status_code == 303
    assert session.match.actions == (PoolTold(BOB, "7,7,7,7,8"),)
    assert "Write the rows" not in phone.get("/seat/1", query_string={"lang": "en"}).text
