"""Refusals of what is tried at the wrong moment; `{do}` is what the table waits for (`TO_DO`)."""

from __future__ import annotations

from companion.core.text import Text
from companion.games.karo.refused.refusal import Refusal, by_game, everywhere

TO_DO = {
    "place": Text(fr="posez un de vos pions sur une case libre", en="put one of your discs on a free tile"),
    "place-other": Text(
        fr="posez un pion de l'adversaire sur une case libre", en="put one of the opponent's discs on a free tile"
    ),
    "arrange": Text(fr="disposez vos six pions dans votre camp", en="lay out your six discs in your camp"),
    "move": Text(fr="déplacez un de vos pions", en="move one of your discs"),
    "pass": Text(fr="passez", en="pass"),
}
"""What a player is asked to do, by what the table waits for."""

REFUSALS: dict[str, Refusal] = {
    "seats": everywhere(
        "1.2",
        fr="Le KARO se joue à deux, pas à {seats} ; donnez deux noms.",
        en="KARO is for two players, not {seats}; give two names.",
    ),
    "no-options": everywhere(
        "1.8",
        fr="Ce ne sont pas des choix de mise en place du KARO ; donnez les siens : {names}.",
        en="These are no set-up choices of KARO; give its own: {names}.",
    ),
    "shape": everywhere(
        "5.1",
        fr="Tablier de l'Évacuation générale : « {shape} » n'a pas 24 cases vides d'un seul tenant ; écrivez par "
        "exemple {example}.",
        en="Board of Clear Out: “{shape}” is not 24 empty tiles in one piece; write for example {example}.",
    ),
    "no-such-action": everywhere(
        "1.6",
        fr="Cela ne se fait pas au KARO ; choisissez l'un des coups proposés.",
        en="There is no such act in KARO; choose one of those that are offered.",
    ),
    "over": everywhere(
        "1.7",
        fr="La partie est finie ; commencez-en une autre.",
        en="The game is over; begin another one.",
    ),
    "not-your-turn": everywhere(
        "1.6",
        fr="C'est à l'autre joueur ; attendez votre tour.",
        en="It is the other player's turn; wait for yours.",
    ),
    "no-pass": everywhere(
        "1.4",
        fr="On ne passe que si aucun coup n'est possible ; {do}.",
        en="Only a player without any move passes; {do}.",
    ),
    "must-pass": everywhere(
        "1.4",
        fr="Aucun coup n'est possible ; passez.",
        en="No move is possible; pass.",
    ),
    "still-placing": by_game(
        circles="3.4",
        clearing="5.2",
        fr="Tous les pions ne sont pas encore posés ; {do}.",
        en="Not all discs are on the board yet; {do}.",
    ),
    "not-arranged": by_game(
        hoppers="4.2",
        fr="Les deux camps ne sont pas encore disposés ; {do}.",
        en="The two camps are not laid out yet; {do}.",
    ),
    "placing-over": by_game(
        circles="3.4",
        clearing="5.2",
        fr="Tous les pions sont posés ; {do}.",
        en="All discs are on the board; {do}.",
    ),
    "camps-laid": by_game(
        hoppers="4.2",
        fr="Les deux camps sont déjà disposés ; {do}.",
        en="Both camps are laid out already; {do}.",
    ),
    "not-free": by_game(
        circles="3.2",
        clearing="5.2",
        fr="Il n'y a pas de case libre à cet endroit ; posez le pion sur une case libre.",
        en="There is no free tile there; put the disc on a free tile.",
    ),
    "hand-empty": by_game(
        circles="3.2",
        clearing="5.2",
        fr="Vous n'avez plus de pion à poser ; {do}.",
        en="You have no disc left to put down; {do}.",
    ),
    "no-placing-here": by_game(
        hoppers="4.1",
        fr="Dans ce jeu, on ne pose pas les pions un par un ; {do}.",
        en="In this game discs are not put down one by one; {do}.",
    ),
    "no-camp-here": by_game(
        circles="3.2",
        clearing="5.2",
        fr="Il n'y a pas de camps dans ce jeu ; {do}.",
        en="There are no camps in this game; {do}.",
    ),
    "camp": by_game(
        hoppers="4.2",
        fr="« {camp} » n'est pas une disposition permise de vos six pions ; mettez trois pleins et trois cercles, sur "
        "deux rangées de trois.",
        en="“{camp}” is not an allowed layout of your six discs; take three plain and three circles, in two rows of "
        "three.",
    ),
    "camp-free": by_game(
        hoppers="4.3",
        fr="« {camp} » n'est pas une disposition de vos six pions ; mettez-les sur deux rangées de trois, face pleine "
        "ou cercle.",
        en="“{camp}” is not a layout of your six discs; put them in two rows of three, each plain or circle.",
    ),
}
