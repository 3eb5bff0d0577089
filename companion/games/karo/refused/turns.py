"""Refusals of turns: where a disc or a tile may not go."""

from __future__ import annotations

from companion.games.karo.refused.refusal import Refusal, by_game, everywhere

_NO_TILE = {
    "fr": "Il n'y a pas de case à cet endroit ; arrivez sur une case libre.",
    "en": "No tile lies there; land on a free tile.",
}
_TAKEN = {
    "fr": "Cette case est occupée ; un pion arrive sur une case libre.",
    "en": "That tile is taken; a disc lands on a free tile.",
}

DISCS: dict[str, Refusal] = {
    "not-your-disc": everywhere(
        "1.6",
        fr="Aucun de vos pions n'est sur cette case ; choisissez l'un des vôtres.",
        en="None of your discs stands on that tile; choose one of yours.",
    ),
    "disc-must-move": by_game(
        circles="3.5",
        hoppers="4.4",
        clearing="5.4",
        fr="Un pion doit bouger ; dites où il va.",
        en="A disc must move; say where it goes.",
    ),
    "carried-must-move": by_game(
        clearing="5.13",
        fr="Le pion dont la case a bougé doit jouer aussi ; dites où il va.",
        en="The disc whose tile was moved must move too; say where it goes.",
    ),
    "no-tile": by_game(circles="2.4", hoppers="4.4", clearing="2.4", **_NO_TILE),
    "hop-no-tile": by_game(hoppers="4.5", **_NO_TILE),
    "tile-taken": by_game(circles="3.5", hoppers="4.4", clearing="5.4", **_TAKEN),
    "jump-taken": by_game(circles="3.6", hoppers="4.5", clearing="5.5", **_TAKEN),
    "no-chains": by_game(
        circles="3.9",
        fr="Un pion fait un seul pas ou un seul saut par tour ; arrêtez-vous au premier.",
        en="A disc steps or jumps once in a turn; stop after the first.",
    ),
    "one-step": by_game(
        hoppers="4.4",
        fr="Un rôdeur fait un seul pas par tour ; arrêtez-vous au premier.",
        en="A mover goes one step in a turn; stop after the first.",
    ),
    "one-hop": by_game(
        hoppers="4.5",
        fr="Un gambadeur saute une seule fois par tour ; arrêtez-vous au premier saut.",
        en="A hopper jumps once in a turn; stop after the first jump.",
    ),
    "step-in-chain": by_game(
        clearing="5.6",
        fr="Un pas ne s'enchaîne avec rien ; faites un pas seul, ou seulement des sauts.",
        en="A step chains with nothing; go one step alone, or jump only.",
    ),
    "no-step-no-jump": by_game(
        circles="3.6",
        clearing="5.4",
        fr="Ce n'est ni un pas ni un saut ; avancez d'une case, ou sautez un pion en ligne droite.",
        en="This is neither a step nor a jump; go one tile, or jump one disc in a straight line.",
    ),
    "nothing-jumped": by_game(
        circles="3.6",
        clearing="5.5",
        fr="Il n'y a pas de pion à sauter entre ces cases ; choisissez un autre coup.",
        en="There is no disc to jump between these tiles; choose another move.",
    ),
    "diagonal-jump": by_game(
        clearing="5.5",
        fr="On ne saute pas en diagonale dans ce jeu ; sautez en ligne ou en colonne.",
        en="Nothing jumps diagonally in this game; jump along a row or a column.",
    ),
    "landed-twice": by_game(
        clearing="5.7",
        fr="Une chaîne ne passe pas deux fois par la même case ; arrêtez-vous avant.",
        en="A chain lands on no tile twice; stop before.",
    ),
    "movers-step": by_game(
        hoppers="4.4",
        fr="Un rôdeur avance d'une case ; choisissez une case voisine libre, ou un autre pion.",
        en="A mover goes one step; choose a free neighbouring tile, or another disc.",
    ),
    "hoppers-hop": by_game(
        hoppers="4.5",
        fr="Un gambadeur saute en ligne par-dessus des pions qui se touchent, jusqu'à la case libre qui suit ; "
        "choisissez un tel saut, ou un autre pion.",
        en="A hopper jumps in line over adjacent discs to the next free tile; choose such a jump, or another disc.",
    ),
}

TILES: dict[str, Refusal] = {
    "no-such-tile": by_game(
        circles="2.1",
        clearing="2.1",
        fr="Il n'y a pas de case à cet endroit ; prenez-en une du tablier, ou jouez sans en déplacer.",
        en="No tile lies there; take one of the board, or play without moving any.",
    ),
    "tile-not-empty": by_game(
        circles="3.10",
        fr="Un pion est sur cette case ; déplacez une case vide, ou aucune.",
        en="A disc stands on that tile; move an empty one, or none.",
    ),
    "tile-held": by_game(
        circles="2.1",
        clearing="2.1",
        fr="Cette case n'a pas deux côtés libres ; prenez-en une qui les a, ou jouez sans en déplacer.",
        en="That tile does not have two free sides; take one that does, or play without moving any.",
    ),
    "tile-splits": by_game(
        circles="2.2",
        clearing="2.2",
        fr="Sans cette case, le tablier serait en plusieurs parties ; prenez-en une autre, ou jouez sans en déplacer.",
        en="Without that tile the board would fall apart; take another one, or play without moving any.",
    ),
    "tile-stays": by_game(
        circles="2.3",
        clearing="2.3",
        fr="La case doit aller ailleurs ; posez-la à un autre endroit, ou jouez sans la déplacer.",
        en="The tile must go elsewhere; lay it in another place, or play without moving it.",
    ),
    "place-taken": by_game(
        circles="2.4",
        clearing="2.4",
        fr="Une case est déjà à cet endroit ; choisissez une place libre à côté du tablier.",
        en="A tile lies there already; choose a free place beside the board.",
    ),
    "tile-apart": by_game(
        circles="2.3",
        clearing="2.3",
        fr="La case doit toucher une autre case par un côté ; rapprochez-la.",
        en="The tile must touch another one side to side; bring it closer.",
    ),
    "half-a-tile": by_game(
        circles="2.3",
        clearing="2.3",
        fr="On ne sait pas quelle case part, ou bien où elle va ; dites les deux, ou jouez sans en déplacer.",
        en="It is not known which tile leaves, or where it goes; say both, or play without moving any.",
    ),
    "tiles-stay": by_game(
        hoppers="4.8",
        fr="Dans ce jeu, les cases ne bougent pas ; déplacez un pion seulement.",
        en="In this game the tiles do not move; move a disc only.",
    ),
    "not-onto-tile": by_game(
        circles="3.11",
        fr="Votre pion doit arriver sur la case déplacée ; amenez-l'y, ou laissez la case.",
        en="Your disc must land on the tile that you moved; bring it there, or leave the tile.",
    ),
    "not-carried": by_game(
        clearing="5.12",
        fr="On ne déplace que la case sous le pion qui joue ; prenez la sienne, ou laissez les cases.",
        en="Only the tile under the disc that plays may move; take its tile, or leave the tiles.",
    ),
}
