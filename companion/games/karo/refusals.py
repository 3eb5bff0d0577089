"""What the rules forbid, each with its clause and a sentence that says what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.text import Text

_REFUSALS: dict[str, tuple[str, Text]] = {
    "seats": (
        "1.2",
        Text(
            fr="Le KARO se joue à deux, pas à {seats} ; donnez deux noms.",
            en="KARO is for two players, not {seats}; give two names.",
        ),
    ),
    "options": (
        "1.2",
        Text(
            fr="Ces choix de mise en place n'existent pas ; voyez la liste dans RULES.md.",
            en="These set-up choices do not exist; RULES.md lists them.",
        ),
    ),
    "shape": (
        "5.1",
        Text(
            fr="« {shape} » n'est pas un tablier de 24 cases vides d'un seul tenant ; écrivez par exemple {example}.",
            en="“{shape}” is not a board of 24 empty tiles in one piece; write for example {example}.",
        ),
    ),
    "no-such-action": (
        "1.6",
        Text(fr="Cela n'existe pas au KARO ; choisissez un coup.", en="There is no such act in KARO; choose a move."),
    ),
    "over": (
        "1.7",
        Text(
            fr="La partie est finie ; commencez-en une autre.",
            en="The game is over; begin another one.",
        ),
    ),
    "not-your-turn": (
        "1.6",
        Text(fr="C'est à l'autre joueur ; attendez votre tour.", en="It is the other player's turn; wait for yours."),
    ),
    "no-pass": (
        "1.4",
        Text(
            fr="On ne passe que si aucun coup n'est possible ; jouez un coup.",
            en="Only a player without any move passes; make a move.",
        ),
    ),
    "still-placing": (
        "3.4",
        Text(
            fr="Tous les pions ne sont pas encore posés ; posez-en un sur une case libre.",
            en="Not all discs are on the board yet; put one on a free tile.",
        ),
    ),
    "placing-over": (
        "3.4",
        Text(
            fr="Tous les pions sont posés ; déplacez-en un.",
            en="All discs are on the board; move one of them.",
        ),
    ),
    "not-free": (
        "3.2",
        Text(
            fr="Il n'y a pas de case libre à cet endroit ; posez le pion sur une case libre.",
            en="There is no free tile there; put the disc on a free tile.",
        ),
    ),
    "hand-empty": (
        "3.2",
        Text(fr="Votre main est vide ; passez.", en="Your hand is empty; pass."),
    ),
    "not-arranged": (
        "4.2",
        Text(
            fr="Disposez d'abord vos six pions dans votre camp.",
            en="First lay out your six discs in your camp.",
        ),
    ),
    "no-placing-here": (
        "4.1",
        Text(
            fr="Dans ce jeu, les pions commencent dans les camps ; disposez le vôtre.",
            en="In this game the discs begin in the camps; lay out yours.",
        ),
    ),
    "no-camp-here": (
        "4.1",
        Text(
            fr="Il n'y a pas de camps dans ce jeu ; posez les pions un par un.",
            en="There are no camps in this game; put the discs down one by one.",
        ),
    ),
    "camp": (
        "4.2",
        Text(
            fr="« {camp} » n'est pas une disposition permise de vos six pions ; mettez trois pleins et trois cercles.",
            en="“{camp}” is not an allowed layout of your six discs; take three plain and three circles.",
        ),
    ),
    "not-your-disc": (
        "1.6",
        Text(
            fr="Aucun de vos pions n'est sur cette case ; choisissez l'un des vôtres.",
            en="None of your discs stands on that tile; choose one of yours.",
        ),
    ),
    "no-tile": (
        "2.4",
        Text(fr="Il n'y a pas de case à cet endroit ; choisissez une case.", en="No tile lies there; choose a tile."),
    ),
    "tile-taken": (
        "3.5",
        Text(
            fr="Cette case est occupée ; un pion arrive sur une case libre.",
            en="That tile is taken; a disc lands on a free tile.",
        ),
    ),
    "tile-not-empty": (
        "3.10",
        Text(
            fr="Un pion est sur cette case ; déplacez une case vide.",
            en="A disc stands on that tile; move an empty one.",
        ),
    ),
    "tile-held": (
        "2.1",
        Text(
            fr="Cette case n'a pas deux côtés libres ; prenez-en une dans un coin.",
            en="That tile does not have two free sides; take one at a corner.",
        ),
    ),
    "tile-splits": (
        "2.2",
        Text(
            fr="Sans cette case, le tablier serait en plusieurs parties ; prenez-en une autre.",
            en="Without that tile the board would fall apart; take another one.",
        ),
    ),
    "tile-stays": (
        "2.3",
        Text(
            fr="La case doit aller ailleurs ; posez-la à un autre endroit.",
            en="The tile must go elsewhere; lay it in another place.",
        ),
    ),
    "place-taken": (
        "2.4",
        Text(
            fr="Une case est déjà à cet endroit ; choisissez une place libre à côté du tablier.",
            en="A tile lies there already; choose a free place beside the board.",
        ),
    ),
    "tile-apart": (
        "2.3",
        Text(
            fr="La case doit toucher une autre case par un côté ; rapprochez-la.",
            en="The tile must touch another one side to side; bring it closer.",
        ),
    ),
    "half-a-tile": (
        "2.3",
        Text(
            fr="Dites quelle case part et où elle va.",
            en="Say which tile leaves and where it goes.",
        ),
    ),
    "tiles-stay": (
        "4.8",
        Text(
            fr="Dans ce jeu, les cases ne bougent pas ; déplacez un pion seulement.",
            en="In this game the tiles do not move; move a disc only.",
        ),
    ),
    "not-onto-tile": (
        "3.11",
        Text(
            fr="Votre pion doit arriver sur la case déplacée ; amenez-l'y ou laissez la case.",
            en="Your disc must land on the tile that you moved; bring it there or leave the tile.",
        ),
    ),
    "not-carried": (
        "5.12",
        Text(
            fr="On ne déplace que la case de son propre pion, et c'est lui qui joue ; prenez la sienne.",
            en="Only the tile under your own disc moves, and that disc then plays; take its tile.",
        ),
    ),
    "disc-must-move": (
        "5.13",
        Text(fr="Un pion doit bouger ; dites où il va.", en="A disc must move; say where it goes."),
    ),
    "no-chains": (
        "3.9",
        Text(
            fr="Les sauts ne s'enchaînent pas dans ce jeu ; arrêtez-vous au premier.",
            en="Jumps do not chain in this game; stop after the first.",
        ),
    ),
    "one-landing": (
        "4.5",
        Text(fr="Un pion arrive une seule fois par tour.", en="A disc lands once in a turn."),
    ),
    "no-step-no-jump": (
        "3.6",
        Text(
            fr="Ce n'est ni un pas ni un saut ; avancez d'une case ou sautez un pion en ligne droite.",
            en="This is neither a step nor a jump; go one tile, or jump one disc in a straight line.",
        ),
    ),
    "nothing-jumped": (
        "3.6",
        Text(
            fr="Il n'y a pas de pion à sauter entre ces cases ; choisissez un autre coup.",
            en="There is no disc to jump between these tiles; choose another move.",
        ),
    ),
    "diagonal-jump": (
        "5.5",
        Text(
            fr="On ne saute pas en diagonale dans ce jeu ; sautez en ligne ou en colonne.",
            en="Nothing jumps diagonally in this game; jump along a row or a column.",
        ),
    ),
    "landed-twice": (
        "5.7",
        Text(
            fr="Une chaîne ne passe pas deux fois par la même case ; arrêtez-vous avant.",
            en="A chain lands on no tile twice; stop before.",
        ),
    ),
    "movers-step": (
        "4.4",
        Text(
            fr="Un rôdeur avance d'une case ; choisissez une case voisine.",
            en="A mover goes one step; choose a neighbouring tile.",
        ),
    ),
    "hoppers-hop": (
        "4.5",
        Text(
            fr="Un gambadeur saute en ligne par-dessus des pions qui se touchent, jusqu'à la case libre qui suit ; "
            "choisissez un tel saut.",
            en="A hopper jumps in line over adjacent discs to the next free tile; choose such a jump.",
        ),
    ),
    "tiles-count": (
        "1.1",
        Text(
            fr="Il manque {lost} case(s) à sa place et il y en a {new} ailleurs, mais une case au plus se déplace ; "
            "remettez les autres.",
            en="{lost} tile(s) are gone from their places and {new} lie elsewhere, but one tile at most moves; put the "
            "others back.",
        ),
    ),
    "one-disc": (
        "1.6",
        Text(
            fr="Plus d'un pion a changé de place, mais on en joue un par tour ; gardez un seul coup.",
            en="More than one disc has changed its place, but a turn plays one; keep one move only.",
        ),
    ),
    "disc-gone": (
        "1.6",
        Text(
            fr="Un pion a quitté le tablier sans qu'un coup l'explique ; remettez-le.",
            en="A disc has left the board and no move explains it; put it back.",
        ),
    ),
    "turned-over": (
        "3.7",
        Text(
            fr="Un pion a été retourné sans qu'aucun ne saute ; remettez-le comme il était.",
            en="A disc was turned over while none jumped; turn it back.",
        ),
    ),
    "faces": (
        "3.7",
        Text(
            fr="Ce coup existe, mais il laisse d'autres faces visibles ; retournez les pions qu'il retourne, et eux "
            "seuls.",
            en="There is such a move, but it leaves other faces up; turn over the discs that it turns, and no others.",
        ),
    ),
    "plain-up": (
        "3.3",
        Text(
            fr="Un pion se pose face pleine visible ; retournez-le.",
            en="A disc is put down plain face up; turn it over.",
        ),
    ),
    "other-colour": (
        "3.2",
        Text(
            fr="Ce n'est pas le pion qu'il faut poser ; prenez-en un de l'autre couleur.",
            en="That is not the disc to put down; take one of the other colour.",
        ),
    ),
}


_CLAUSES_ELSEWHERE: dict[tuple[str, str], str] = {
    ("movers-hoppers", "placing-over"): "4.2",
    ("movers-hoppers", "tile-taken"): "4.4",
    ("movers-hoppers", "turned-over"): "4.6",
    ("movers-hoppers", "faces"): "4.6",
    ("clear-out", "turned-over"): "5.8",
    ("clear-out", "faces"): "5.8",
    ("clear-out", "plain-up"): "5.3",
    ("clear-out", "other-colour"): "5.2",
    ("clear-out", "still-placing"): "5.2",
    ("clear-out", "placing-over"): "5.2",
    ("clear-out", "not-free"): "5.2",
    ("clear-out", "hand-empty"): "5.2",
    ("clear-out", "tile-taken"): "5.4",
    ("clear-out", "no-step-no-jump"): "5.4",
    ("clear-out", "nothing-jumped"): "5.5",
}
"""Where a rule set other than Four Circles forbids the same thing by a clause of its own."""


def refuse(code: str, rules: str = "four-circles", **values: object) -> Illegal:
    """The refusal called `code` in the game `rules`, its words filled in, ready to be raised."""
    clause, words = _REFUSALS[code]
    clause = _CLAUSES_ELSEWHERE.get((rules, code), clause)
    return Illegal(f"karo.{code}", words.filled(**values) if values else words, clause)
