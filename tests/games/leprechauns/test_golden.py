"""One short game made by hand, with everything that the table is told and how it ends."""

from __future__ import annotations

from companion.core.match import Match, begin
from companion.core.text import named
from companion.games.leprechauns import GAME
from companion.games.leprechauns.actions import (
    CallFoul,
    ChestSeen,
    ChestTold,
    Designate,
    Exchange,
    FirstHand,
    FoulSeen,
    HandsStand,
    Judge,
    NoChest,
    PassPrems,
    PlayAs,
    Signal,
    Slap,
    TakePrems,
    TurnAction,
)
from companion.games.leprechauns.options import Options
from companion.games.leprechauns.pieces import ActionCard, ActionKind, Fault
from tests.games.leprechauns.playing import ADA, BOB, CLEO

NAMES = ("Ada", "Bob", "Cléo")


def card(kind: ActionKind) -> TurnAction:
    return TurnAction(ActionCard(kind))


PLAY = (
    PlayAs(ADA, False), PlayAs(BOB, False), PlayAs(CLEO, True), TakePrems(CLEO),
    # 1: Cléo, a child, needs one motif. Bob and Ada come together, and Cléo says who was first.
    card(ActionKind.BACK_OF_HAND), Signal(CLEO), ChestSeen(CLEO, 10, 10), ChestSeen(ADA, 4, 4), ChestSeen(BOB, 7, 7),
    Slap(ADA, CLEO), Slap(BOB, CLEO, tie=True), FirstHand(CLEO, BOB), Slap(CLEO, BOB), HandsStand(CLEO),
    Judge(ADA, True), Judge(CLEO, True),
    # 2: the smallest chest is a gift; Bob takes it, and PREM'S.
    card(ActionKind.GIFT), Signal(CLEO), ChestTold(CLEO, 2), ChestTold(ADA, 9), ChestTold(BOB, 6),
    Slap(CLEO, ADA), Slap(BOB, CLEO), Slap(ADA, BOB), CallFoul(CLEO, ADA, Fault.UNCOVERED), HandsStand(CLEO),
    Judge(BOB, False), Judge(ADA, False),
    # 3: Ada's mistake will cost her 3.
    card(ActionKind.NEGATIVE), Signal(BOB), ChestTold(BOB, 5), ChestTold(CLEO, 1), ChestTold(ADA, 1),
    Slap(ADA, BOB), Slap(CLEO, ADA), Slap(BOB, CLEO), HandsStand(BOB), Judge(ADA, True), Designate(BOB, ADA),
    Judge(BOB, False), Judge(BOB, True), PassPrems(BOB, CLEO),
    # 4: Bob has the smallest chest, and swaps it with Ada, whose formula is an 8.
    card(ActionKind.EXCHANGE), Signal(CLEO), ChestTold(CLEO, 3), ChestTold(ADA, 6), ChestTold(BOB, 8),
    Slap(ADA, BOB), Slap(BOB, CLEO), Slap(CLEO, ADA), HandsStand(CLEO), Judge(ADA, False), Judge(BOB, False),
    Designate(CLEO, BOB),
    Judge(CLEO, True), Judge(CLEO, True), Exchange(BOB, ADA),
    # 5 and 6: a hand is lifted, another lies nowhere.
    card(ActionKind.NEIGHBOUR), Signal(BOB), ChestTold(BOB, 9), ChestTold(CLEO, 8), ChestTold(ADA, 3),
    Slap(CLEO, BOB), FoulSeen(CLEO, Fault.LIFTED), NoChest(ADA), NoChest(BOB), HandsStand(BOB),
    card(ActionKind.LEFT_RIGHT), Signal(BOB), ChestTold(BOB, 7), ChestTold(CLEO, 9), ChestTold(ADA, 10),
    Slap(CLEO, ADA), NoChest(ADA), NoChest(BOB), HandsStand(BOB), Judge(BOB, True),
)  # fmt: skip

STORY = """\
Ada joue comme adulte : les deux motifs
Bob joue comme adulte : les deux motifs
Cléo joue comme enfant : un motif suffit
Cléo est le plus jeune et prend PREM'S
Carte Action : dos de la main
Cléo donne le signal
Cléo retourne un 10
Ada retourne un 4
Bob retourne un 7
Ada tape le 10 de Cléo
Bob tape le 10 de Cléo, à égalité
Cléo : Bob était là en premier
Cléo tape le 7 de Bob
Cléo : les mains sont bonnes
Ada : c'est juste
Cléo : c'est juste
Carte Action : cadeau
Cléo donne le signal
Cléo retourne un 2
Ada retourne un 9
Bob retourne un 6
Cléo tape le 9 d'Ada
Bob tape le 2 de Cléo
Ada tape le 6 de Bob
Cléo signale Ada : motif visible
Cléo : les mains sont bonnes
Bob : c'est raté
Ada : c'est raté
Carte Action : points négatifs
Bob donne le signal
Bob retourne un 5
Cléo retourne un 1
Ada retourne un 1
Ada tape le 5 de Bob
Cléo tape le 1 d'Ada
Bob tape le 1 de Cléo
Bob : les mains sont bonnes
Ada : c'est juste
Bob désigne Ada
Bob : c'est raté
Bob : c'est juste
Bob donne PREM'S à Cléo
Carte Action : échange
Cléo donne le signal
Cléo retourne un 3
Ada retourne un 6
Bob retourne un 8
Ada tape le 8 de Bob
Bob tape le 3 de Cléo
Cléo tape le 6 d'Ada
Cléo : les mains sont bonnes
Ada : c'est raté
Bob : c'est raté
Cléo désigne Bob
Cléo : c'est juste
Cléo : c'est juste
Bob échange son 3 contre le 8 d'Ada
Carte Action : voisin/voisine
Bob donne le signal
Bob retourne un 9
Cléo retourne un 8
Ada retourne un 3
Cléo tape le 9 de Bob
Cléo est hors de la manche : main levée ou déplacée
Ada n'a pas tapé à temps
Bob n'a pas tapé à temps
Bob : les mains sont bonnes
Carte Action : gauche/droite
Bob donne le signal
Bob retourne un 7
Cléo retourne un 9
Ada retourne un 10
Cléo tape le 10 d'Ada
Ada n'a pas tapé à temps
Bob n'a pas tapé à temps
Bob : les mains sont bonnes
Bob : c'est juste
"""

ASKED = {
    4: "Turn up the first action card in the middle.",
    5: "Round 1/6, back of the hand. Hand on the pile: Cléo gives the signal.",
    11: "Several hands together on one chest: Cléo says which one came first.",
    13: "The back of every hand? Cléo looks at the hands.",
    14: "Cléo repeats the formula of the 7 from memory, hand down; judging: Ada and Bob.",
    38: "Bob names who repeats the next formula.",
    41: "A tie for the smallest chest: Bob gives PREM'S away.",
    56: "Bob may swap the 3, the smallest.",
    77: "Game over: Bob wins with 21.",
}
"""What the shared screen says, by the number of actions played."""


def whole() -> Match:
    match = begin(GAME, 3, Options(needed="by-age"))
    for action in PLAY:
        match = match.play(action)
    return match


def test_the_story_that_everybody_hears() -> None:
    match = whole()
    told = [named(GAME.label(match.states[n], a, None).fr, NAMES) for n, a in enumerate(match.actions)]
    assert "\n".join(told) + "\n" == STORY


def test_what_the_shared_screen_asks() -> None:
    states = whole().states
    assert {number: named(GAME.prompt(states[number], None).en, NAMES) for number in ASKED} == ASKED


def test_the_end() -> None:
    # Ada: 3 of the swap, less 3 for the lost 5. Bob: 10, 2, 1 and 8. Cléo: 7, 1 and 10.
    assert whole().state.scores == (0.0, 21.0, 18.0)
