"""The rules in short, one A4 page a language (RULES.md has them all)."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art
from companion.core.reminder_page import Inks, Rule, reminder_page
from companion.core.text import Language, Text

_INKS = Inks(band="#24211e", rule="#b23a2e", faint="#f1e9d6", text="#24211e")

FOUR_CIRCLES = Rule(
    Text(fr="Quatre Cercles", en="Four Circles"),
    (
        Text(
            fr="20 cases en rectangle de 5 x 4, six pions chacun. Alignez quatre de vos cercles, sans trou, en ligne, "
            "en colonne ou en diagonale.",
            en="20 tiles, five by four, six discs each. Bring four of your circles into an unbroken row, column or "
            "diagonal.",
        ),
        Text(
            fr="Posez d'abord vos pions tour à tour, face pleine visible, où vous voulez.",
            en="First put your discs down in turn, plain face up, wherever you like.",
        ),
        Text(
            fr="Ensuite, à votre tour : un pas vers une case voisine libre, dans l'une des huit directions, ou un saut "
            "en ligne droite par-dessus un seul pion, le vôtre ou non.",
            en="Then, on your turn: one step to a free neighbouring tile in any of eight directions, or a straight "
            "jump over exactly one disc, yours or not.",
        ),
        Text(
            fr="Qui saute est retourné : le plein devient cercle, le cercle redevient plein. Un pas ne retourne pas. "
            "Les sauts ne s'enchaînent pas.",
            en="A disc that jumps is turned over, from plain to circle and back. A step turns nothing over. Jumps do "
            "not chain.",
        ),
        Text(
            fr="Avant de jouer, vous pouvez déplacer une case vide, si l'un de vos pions arrive dessus ce tour-ci.",
            en="Before that you may move one empty tile, if one of your discs lands on it in the same turn.",
        ),
    ),
)
TILES_MOVE = Rule(
    Text(fr="Déplacer une case", en="Moving a tile"),
    (
        Text(
            fr="Elle a au moins deux côtés libres, et le tablier reste d'un seul tenant sans elle (les coins ne "
            "comptent pas).",
            en="It has two free sides or more, and without it the board stays in one piece (corners do not count).",
        ),
        Text(
            fr="Elle va ailleurs, côté contre côté avec une autre case, à plat.",
            en="It goes elsewhere, side to side with another tile, and lies flat.",
        ),
    ),
)
MOVERS_HOPPERS = Rule(
    Text(fr="Rôdeurs & Gambadeurs", en="Movers & Hoppers"),
    (
        Text(
            fr="24 cases, trois de large et huit de long, six pions chacun sur ses deux premières rangées : trois "
            "pleins, trois cercles, dans l'ordre que vous voulez.",
            en="24 tiles, three wide and eight long, six discs each on the two nearest rows: three plain, three "
            "circles, in any order.",
        ),
        Text(
            fr="Le plein est un rôdeur : un pas, dans l'une des huit directions. Le cercle est un gambadeur : un "
            "saut en ligne par-dessus un ou plusieurs pions qui se touchent, jusqu'à la case libre qui suit.",
            en="A plain disc is a mover: one step in any of eight directions. A circle is a hopper: one jump in line "
            "over one or more adjacent discs to the next tile, which is free.",
        ),
        Text(fr="Chaque pion est retourné après son coup.", en="A disc is turned over after each of its moves."),
        Text(
            fr="Gagne qui a tous ses pions dans le camp d'en face, ou un pion au moins dans ce camp s'il est plein.",
            en="You win with all your discs in the other camp, or with one or more there while that camp is full.",
        ),
        Text(fr="Les cases ne bougent pas.", en="The tiles do not move."),
        Text(
            fr="Variante : chacun prend autant de cercles qu'il veut.",
            en="Variant: each player takes as many circles as they like.",
        ),
    ),
)
CLEAR_OUT = Rule(
    Text(fr="Évacuation générale", en="Clear Out"),
    (
        Text(
            fr="24 cases d'un seul tenant (ici 6 x 4). Posez tour à tour les huit pions de l'adversaire, face pleine "
            "visible.",
            en="24 tiles in one piece (here six by four). In turn put down your opponent's eight discs, plain face up.",
        ),
        Text(
            fr="Un pas dans l'une des huit directions, ou des sauts en ligne ou en colonne, jamais en diagonale, "
            "par-dessus un seul pion à la fois.",
            en="One step in any of eight directions, or jumps along a row or a column, never diagonally, over one disc "
            "at a time.",
        ),
        Text(
            fr="Les sauts s'enchaînent, si vous le voulez ; jamais deux fois sur la même case.",
            en="Jumps may chain, and need not; never twice onto the same tile.",
        ),
        Text(
            fr="Un plein sauté devient cercle. Un cercle sauté par un plein redevient plein ; sauté par un cercle, il "
            "s'en va. Cela vaut pour vos pions comme pour les autres.",
            en="A plain disc that is jumped becomes a circle. A circle jumped by a plain disc becomes plain; jumped by "
            "a circle, it leaves. This holds for your own discs too.",
        ),
        Text(
            fr="Avant de jouer un pion, vous pouvez déplacer sa case avec lui ; il doit alors jouer.",
            en="Before moving a disc you may move the tile under it, with the disc; it must then move.",
        ),
        Text(
            fr="Gagne qui n'a plus qu'un pion, ou qui y arrive le premier quand une chaîne n'en laisse qu'un à chacun.",
            en="Whoever has one disc left wins; when a chain leaves both with one, who came to it first.",
        ),
    ),
)
ALWAYS = Rule(
    Text(fr="Dans les trois jeux", en="In all three games"),
    (
        Text(
            fr="Blanc et Rouge jouent tour à tour ; convenez de qui commence.",
            en="White and Red take turns; agree on who begins.",
        ),
        Text(fr="Qui ne peut pas jouer passe.", en="A player without a move passes."),
        Text(
            fr="Une position qui revient pour la troisième fois est nulle.",
            en="A position that comes back for the third time is a draw.",
        ),
    ),
)
_COLUMNS = ((FOUR_CIRCLES, TILES_MOVE, ALWAYS), (MOVERS_HOPPERS, CLEAR_OUT))
_SECOND = Text(fr="Trois jeux, règles en bref", en="Three games, rules in short")


@cache
def reminder(language: Language) -> Art:
    """The whole page in one language."""
    columns = [[rule.to(language) for rule in column] for column in _COLUMNS]
    return reminder_page("KARO", _SECOND.to(language), columns, _INKS)
