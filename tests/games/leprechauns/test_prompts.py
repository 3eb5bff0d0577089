"""What people read is true in every situation: prompts, names of actions, and the words of the pages."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.core.text import LANGUAGES, named
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import (
    ChestTold,
    Designate,
    Discard,
    HandsStand,
    NoChest,
    Signal,
    Slap,
    TakePrems,
)
from companion.games.leprechauns.hands import contested, free_chests, waiting
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionKind, Edition, Fault
from companion.games.leprechauns.position import Phase
from companion.games.leprechauns.settling import exchanger
from companion.games.leprechauns.state import Leprechauns
from tests.games.leprechauns.playing import (
    ADA,
    BOB,
    CLEO,
    DINA,
    EMIL,
    SETUPS,
    random_game,
    run,
    slapped,
    tried,
    turned_up,
    with_action,
)
from tests.games.leprechauns.test_action_cards import next_round, with_chests
from tests.games.pages import open_match
from tests.web.conftest import browser
from tests.web.test_words import shown

NAMES = ("Ada", "Bob", "Cléo", "Dina", "Emil", "Flo")
FOREIGN: dict[Edition, str] = {
    "boxed": r"interdit|forbidden|\bpair\b|impair|\beven\b|\bodd\b|n'importe quelle manche|in any round|se déduit",
    "print": r"cadeau|\bgift\b|moitié|\bhalf\b",
}
"""Words of what an edition does not have."""


def prompt(state: Leprechauns, viewer: int | None, language: str = "fr") -> str:
    said = GAME.prompt(state, viewer)
    return named(said.fr if language == "fr" else said.en, NAMES)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (lambda: turned_up((3, 5, 8, 9)), "le coffre d'un autre,"),
        (lambda: with_action((3, 5, 8, 9), ActionKind.NEIGHBOUR), "le coffre d'un voisin,"),
        (lambda: with_action((3, 5, 8, 9), ActionKind.BACK_OF_HAND), "du dos de la main"),
        (lambda: with_action((3, 5, 8, 9), ActionKind.LEFT_RIGHT), "de la main non directrice"),
        (lambda: with_action((3, 5, 8, 9), ActionKind.FORBIDDEN, 8, "print"), "sauf les 8,"),
        (lambda: with_action((8, 8, 8), ActionKind.FORBIDDEN, 8, "print"), "le coffre d'un autre, cachez"),
    ],
)
def test_who_is_to_slap_reads_what_the_action_card_allows(state: Any, words: str) -> None:
    assert words in prompt(state(), ADA)


def test_two_owners_who_are_asked_are_told_of_in_the_plural() -> None:
    state = run(turned_up((3, 5, 8, 9, 1)), [Slap(ADA, EMIL), Slap(BOB, EMIL, tie=True)])
    assert "Emil dit laquelle" in prompt(state, ADA)
    state = run(state, [Slap(CLEO, DINA), Slap(EMIL, DINA, tie=True)])
    assert contested(state) == (DINA, EMIL)
    assert "Dina et Emil disent laquelle" in prompt(state, ADA)
    assert "votre coffre" in prompt(state, DINA)


def test_where_no_hand_is_to_try_nobody_is_asked_about_motifs() -> None:
    state = run(turned_up((3, 5)), [NoChest(ADA), NoChest(BOB)])
    assert prompt(state, ADA) == "Personne n'a de formule à répéter : continuez."
    assert prompt(state, BOB) == "Personne n'a de formule à répéter : Ada continue."


def test_4_12_and_4_13_the_prompt_says_which_chests_are_given_up() -> None:
    even = with_chests(ActionKind.EVEN, (1, 4), (3, 6), (5, 8))
    assert prompt(even, ADA) == "Rendez un coffre pair gagné plus tôt."
    odd = with_chests(ActionKind.ODD, (1, 4), (3, 6), (5, 8))
    assert prompt(odd, BOB, "en") == "Give up an odd chest won earlier."
    both = next_round(with_chests(ActionKind.ODD, (2, 4), (6, 8), (10, 2)), ActionKind.EVEN, (6, 8))
    both = tried(slapped(both, BOB, ADA), True, True)
    assert prompt(both, None) == "Ada et Bob rendent chacun un coffre pair gagné plus tôt."


def test_one_judge_is_told_of_in_the_singular() -> None:
    state = slapped(turned_up((3, 5, 8)), BOB, CLEO, ADA)
    assert "jugent : Bob et Cléo." in prompt(state, None)
    assert "juge : Ada." in prompt(tried(state, True).apply(Designate(ADA, CLEO)), None)


def test_an_eight_has_its_article() -> None:
    state = run(GAME.start(2, Options(action_cards=False)), [TakePrems(ADA), Signal(ADA)])
    assert named(GAME.label(state, ChestTold(ADA, 8), None).en, NAMES) == "Ada turns up an 8"
    assert named(GAME.label(state, ChestTold(ADA, 7), None).en, NAMES) == "Ada turns up a 7"
    assert named(GAME.label(state, Discard(ADA, 8), None).en, NAMES) == "Ada gives up an 8"


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_no_prompt_says_anything_untrue_in_whole_games(seats: int, options: Options) -> None:
    for seed in range(3):
        for state in random_game(seats, options, seed).states:
            assert isinstance(state, Leprechauns)
            for viewer in (None, *state.seats):
                check_prompt(state, viewer)


def check_prompt(state: Leprechauns, viewer: int | None) -> None:
    said = GAME.prompt(state, viewer)
    if "plus petit coffre gagné" in said.fr or ", le plus petit" in said.fr:
        assert exchanger(state) in state.smallest
    if "Smaller chests tie" in said.en:
        assert exchanger(state) not in state.smallest
    if "Tapez vite" in said.fr:
        assert viewer is not None
        assert free_chests(state, viewer)
    if "still to come" in said.en:
        assert waiting(state)
    if "gagne avec" in said.fr or "gagnent avec" in said.fr:
        assert state.phase is Phase.OVER
    for words in (said.fr, said.en):
        assert not re.search(FOREIGN[state.options.edition], words), words


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_no_name_of_an_action_is_of_the_other_edition(seats: int, options: Options) -> None:
    match = random_game(seats, options, 1)
    for state in match.states:
        for action in state.legal_actions():
            label = GAME.label(state, action, None)
            assert not re.search(FOREIGN[options.edition], f"{label.fr} {label.en}"), label


@pytest.mark.whole
@pytest.mark.parametrize("edition", ["boxed", "print"])
def test_no_page_says_what_the_other_edition_plays(edition: Edition, tmp_path: Path) -> None:
    match = random_game(3, Options(edition), 2)
    session, app = open_match(GAME, tmp_path, 3, match.options)
    phones, looked_at = {None: browser(app), 0: browser(app, 0)}, set()
    for action in match.actions:
        state = session.match.state
        assert isinstance(state, Leprechauns)
        if (state.phase, state.action) not in looked_at:
            looked_at.add((state.phase, state.action))
            for seat, phone in phones.items():
                for language in LANGUAGES:
                    path = "/now" if seat is None else f"/seat/{seat}"
                    text = shown(phone.get(path, query_string={"lang": language}).text)
                    assert not re.search(FOREIGN[edition], text), (state.phase, state.action)
        session.play(action, "table")
    assert len({card for _, card in looked_at}) == 7


@pytest.mark.parametrize(("shared", "said"), [(False, True), (True, False)])
def test_3_3_where_chests_are_shared_no_owner_says_who_was_first(shared: bool, said: bool, tmp_path: Path) -> None:
    session, app = open_match(GAME, tmp_path, 3, Options(action_cards=False, shared=shared))
    for action in (
        TakePrems(ADA),
        Signal(ADA),
        ChestTold(ADA, 3),
        ChestTold(BOB, 5),
        ChestTold(CLEO, 8),
        Slap(ADA, BOB),
    ):
        session.play(action, "table")
    page = shown(browser(app, BOB).get("/seat/1").text)
    assert "En même temps" in page
    assert ("son propriétaire dira" in page) is said


def test_3_7_nobody_is_told_to_lift_a_hand_before_the_formula_was_repeated(tmp_path: Path) -> None:
    session, app = open_match(GAME, tmp_path, 2, Options("boxed", "own", action_cards=False))
    for action in (TakePrems(ADA), Signal(ADA), ChestTold(ADA, 3), ChestTold(BOB, 5), Slap(ADA, BOB), Slap(BOB, ADA)):
        session.play(action, "table")
    session.play(HandsStand(ADA), "table")
    page = shown(browser(app, BOB).get("/seat/1").text)
    assert "soulevez la main" not in page
    assert "la formule dite, la carte se découvre" in page


def test_3_11_and_3_13_the_button_says_whether_a_chest_is_left(tmp_path: Path) -> None:
    session, app = open_match(GAME, tmp_path, 3, Options(action_cards=False))
    for action in (
        TakePrems(ADA),
        Signal(ADA),
        ChestTold(ADA, 3),
        ChestTold(BOB, 5),
        ChestTold(CLEO, 8),
        Slap(ADA, BOB),
    ):
        session.play(action, "table")
    phone = browser(app, CLEO)
    assert "Je n’ai tapé aucun coffre à temps" in shown(phone.get("/seat/2").text)
    session.play(Slap(BOB, ADA), "table")
    assert "Il ne me reste aucun coffre à taper" in shown(phone.get("/seat/2").text)


def test_every_fault_and_every_action_card_has_words_on_the_pages() -> None:
    words = files("companion.games.leprechauns").joinpath("marks.html").read_text(encoding="utf-8")
    for each in (*Fault, *ActionKind):
        assert f'"{each.value}"' in words
