"""One short game made by hand, with everything that the table is told and how it ends."""

from __future__ import annotations

from dataclasses import replace

from companion.core.match import Match, begin
from companion.core.text import named
from companion.core.views import view
from companion.games.kaplan import GAME
from companion.games.kaplan.actions import Announce, Bet, ChooseClue, Pass, Throw, TurnLetter, UseDice
from companion.games.kaplan.pieces import Family, Metal
from companion.games.kaplan.state import Kaplan
from tests.games.kaplan.playing import HANDS, setup_actions, spelling

ADA, BOB, CLEO = 0, 1, 2
NAMES = ("Ada", "Bob", "Cléo")
OF_ADA, OF_BOB, OF_CLEO = Family.SQUARE, Family.CIRCLE, Family.TRIANGLE

PLAY = (
    # The letters: B4 O5 U6 S7 S8 O9 L10 E11.
    Throw((3, 7, 10)), UseDice(ADA, (10, 10)), Bet(ADA, 10, OF_ADA, 5, True), Bet(ADA, 10, OF_ADA, 9, False),
    Throw((4, 6, 10)), UseDice(BOB, (4, 6, 10)), Bet(BOB, 10, OF_BOB, 9, False), Bet(BOB, 4, OF_BOB, 1, True),
    Pass(BOB),
    Throw((4, 10, 10)), UseDice(CLEO, (4, 10, 10)), Bet(CLEO, 10, OF_CLEO, 7, True), Bet(CLEO, 10, OF_CLEO, 8, False),
    ChooseClue(CLEO, Metal.GOLD, 1), Bet(CLEO, 4, OF_CLEO, 2, False),
    Throw((4, 10, 12)), UseDice(ADA, (4, 10, 12)), Bet(ADA, 4, OF_ADA, 8, False), Announce(CLEO, "boussoles"),
    TurnLetter(ADA, 10), Pass(ADA),
    Throw((1, 2, 3)), UseDice(BOB, (1, 2, 3)), Bet(BOB, 1, OF_BOB, 2, True), Announce(ADA, "Boussole"),
)  # fmt: skip

STORY = """\
Pion-couleur : vert, fenêtre 2
Le tri est fait à la main : 30 cartes
Pion-symbole : hexagone transparent
Le tri est fait à la main : 18 cartes
Les 18 cartes sont en place
Ada : les sarcophages sont posés, face K
Ada prend la famille « carré »
Bob prend la famille « rond »
Cléo prend la famille « triangle »
Ada commence
Les dés donnent 3, 7, 10
Ada joue sur 10 (7 + 3), 10
Ada pose un jeton caché sur le 10
Ada pose le jeton 9 (carré) sur le 10
Les dés donnent 4, 6, 10
Bob joue sur 4, 6, 10
Bob pose le jeton 9 (rond) sur le 10
Bob pose un jeton caché sur le 4
Bob s'arrête là
Les dés donnent 4, 10, 10
Cléo joue sur 4, 10, 10
Cléo pose un jeton caché sur le 10
Cléo pose le jeton 8 (triangle) sur le 10
Cléo prend l'indice d'or nº 1
Cléo pose le jeton 2 (triangle) sur le 4
Les dés donnent 4, 10, 12
Ada joue sur 4, 10, 12
Ada pose le jeton 8 (carré) sur le 4
Cléo annonce « Kaplan »
Ada retourne la lettre de la place 10
Ada s'arrête là
Les dés donnent 1, 2, 3
Bob joue sur 1, 2, 3
Bob pose un jeton caché sur le 1
Ada annonce « Kaplan »
"""


def whole() -> Match:
    match = begin(GAME, 3, HANDS)
    for action in setup_actions(3):
        match = match.play(action)
    assert isinstance(match.state, Kaplan)
    match = replace(match, states=(*match.states[:-1], spelling(match.state)))
    for action in PLAY:
        match = match.play(action)
    return match


def after(count: int) -> Kaplan:
    """The moment after `count` actions of `PLAY`."""
    match = whole()
    state = match.states[len(match.actions) - len(PLAY) + count]
    assert isinstance(state, Kaplan)
    return state


def test_the_story_that_everybody_hears() -> None:
    match = whole()
    told = [named(GAME.label(match.states[n], a, None).fr, NAMES) for n, a in enumerate(match.actions)]
    assert "\n".join(told) + "\n" == STORY


def test_the_first_resolution() -> None:
    state = after(7)
    assert view(state.last_resolution, None) == {
        "place": 10,
        "cover": "K",
        "totals": [{"seat": 0, "value": 14}, {"seat": 1, "value": 9}],
        "winners": [0],
        "no_card": False,
        "turn_lost": False,
    }
    shown = {"number": 10, "cover": "eye", "bets": [], "turned": False, "consulted_by": [0], "known_to": [0]}
    assert view(state, BOB)["places"][9] == shown
    assert view(state, ADA)["places"][9] == {**shown, "letter": "L"}
    assert [named(GAME.prompt(state, viewer).fr, NAMES) for viewer in (BOB, None)] == [
        "À vous : votre 2e pari sur le 4 ou le 6.",
        "Bob fait son 2e pari sur le 4 ou le 6.",
    ]


def test_the_clue_that_cleo_wins() -> None:
    state = after(13)
    assert named(GAME.prompt(state, CLEO).fr, NAMES) == "Vous avez gagné un indice : prenez une carte d'or."
    assert named(GAME.prompt(state, None).en, NAMES) == "Cléo takes a gold clue card."
    card = {"metal": "gold", "number": 1, "on_shield": False, "consulted_by": [2], "known_to": [2]}
    assert view(after(14), ADA)["clues"][0] == card
    assert view(after(14), CLEO)["clues"][0] == {**card, "kind": "synonym", "text": "compas"}


def test_the_end() -> None:
    state = after(len(PLAY))
    assert state.scores == (11.0, 0.0, 12.0)
    assert state.word == "BOUSSOLE"
    stakes = [player.announcement and player.announcement.stake for player in state.players]
    assert stakes == [11, None, 24]
    spent = [sorted(token.value for token in player.spent) for player in state.players]
    assert spent == [[5, 8, 9], [1, 2, 9], [2, 7, 8]]
    assert named(GAME.prompt(state, None).fr, NAMES) == "Partie finie, le mot était BOUSSOLE : Cléo gagne avec 12."
