"""Kaplan on the pages: every kind of moment renders for everybody, and says what is true of it."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from companion.core.match import Match, begin
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import Announce, Bet, ConfirmNumber, JudgeWord, Reveal
from companion.games.kaplan.options import Options
from companion.games.kaplan.pieces import Cover, Family
from companion.games.kaplan.position import Phase
from companion.games.kaplan.spelling import Verdict
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import covered, random_game, ready, setup_actions, thrown
from tests.games.kaplan.test_clues import COPPER, GOLD, won
from tests.games.pages import look_at_every_kind_of_moment, open_match
from tests.web.conftest import browser


@pytest.mark.whole
@pytest.mark.parametrize(("seats", "options", "seed"), [(3, Options(), 1), (5, Options(sorting="hands"), 4)])
def test_every_kind_of_moment_renders(seats: int, options: Options, seed: int, tmp_path: Path) -> None:
    match = random_game(seats, options, seed)
    looked_at = look_at_every_kind_of_moment(match, tmp_path, lambda state: state.phase)
    assert looked_at >= {Phase.THROW, Phase.DICE, Phase.BETS, Phase.CLUE, Phase.OVER}


def test_the_moments_after_the_last_word_render(tmp_path: Path) -> None:
    match: Match = begin(GAME, 3, Options(deck="own", sorting="hands"))
    words = (Announce(0, "albatro"), Announce(1, "compas"), Reveal(2, "albatros"))
    for action in (*setup_actions(3), *words, ConfirmNumber(2, 0, False), JudgeWord(1, 1, Verdict.EXACT)):
        match = match.play(action)
    looked_at = look_at_every_kind_of_moment(match, tmp_path, lambda state: (state.phase, state.scores))
    assert (Phase.VERDICTS, None) in looked_at
    assert (Phase.OVER, (-24.0, 12.0, 0.0)) in looked_at


def words_of(state: Kaplan, folder: Path, path: str, language: str = "fr") -> str:
    """What the page at `path` shows of a moment, as plain words."""
    session, app = open_match(GAME, folder, len(state.players), state.options)
    session._state = replace(session._state, match=Match(GAME, len(state.players), state.options, (), (state,)))
    seat = re.fullmatch(r"/seat/(\d)", path)
    html = browser(app, int(seat[1]) if seat else None).get(path, query_string={"lang": language}).text
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_6_5_the_page_names_the_metal_that_the_shield_has_none_of(tmp_path: Path) -> None:
    state = won(3, (COPPER, 1), (COPPER, 2))
    assert "Plus de carte de cuivre sur le bouclier : l’indice est perdu, et le tour s’arrête là." in words_of(
        state, tmp_path / "a", "/"
    )
    two = won(1, (COPPER, 1), (COPPER, 2), (GOLD, 1), (GOLD, 2), rival=9)
    said = words_of(two, tmp_path / "b", "/", "en")
    assert "The shield has no gold or copper card left: the clue is lost." in said
    assert "the turn ends there" not in said
    assert "Plus de carte d’or ni de cuivre sur le bouclier" in words_of(two, tmp_path / "c", "/seat/1")


def test_5_2_each_winner_of_a_tied_bet_reads_it_on_the_own_page(tmp_path: Path) -> None:
    state = thrown(covered(ready(), 4, Cover.K, (1, 5), (2, 4)), 4, 5, 6).apply(Bet(0, 4, Family.SQUARE, 5, False))
    first, second = (words_of(state, tmp_path / str(seat), f"/seat/{seat}") for seat in (0, 1))
    assert "Dernier pari résolu : vous avez gagné le pari de la place 4 à égalité avec Basile." in first
    assert "Dernier pari résolu : vous avez gagné le pari de la place 4 à égalité avec Ada." in second
    assert "vous avez gagné" not in words_of(state, tmp_path / "2", "/seat/2")
    assert "→ Ada , Basile à égalité" in words_of(state, tmp_path / "all", "/")


@pytest.mark.whole
def test_4_13_a_hidden_bet_is_on_no_page_while_it_lies_there(tmp_path: Path) -> None:
    state = thrown(ready(), 4, 5, 6).apply(Bet(0, 4, Family.SQUARE, 7, True))
    for viewer in (0, 1, None):
        path = "/" if viewer is None else f"/seat/{viewer}"
        session, app = open_match(GAME, tmp_path / str(viewer), 3, state.options)
        session._state = replace(session._state, match=Match(GAME, 3, state.options, (), (state,)))
        html = browser(app, viewer).get(path).text
        sizes = "16" if viewer == 1 else "1[67]"  # on the dial; and in a hand, but Basile has a 7 of his own
        assert not re.search(rf'font-size="{sizes}"[^>]*>7</text>', html)
    shown = thrown(ready(show_own_bets=True), 4, 5, 6).apply(Bet(0, 4, Family.SQUARE, 7, True))
    session, app = open_match(GAME, tmp_path / "shown", 3, shown.options)
    session._state = replace(session._state, match=Match(GAME, 3, shown.options, (), (shown,)))
    assert 'fill="#6b5f4d">7</text>' in browser(app, 0).get("/seat/0").text
