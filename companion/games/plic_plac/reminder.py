"""The rules in short, one A4 page per language (RULES.md has them in full)."""

from __future__ import annotations

from functools import cache

from companion.core.art import Art, Label, Shape
from companion.core.placing import placed
from companion.core.reminder_page import HEIGHT_MM, MARGIN_MM, WIDTH_MM, Inks, Rule, at, box, reminder_page
from companion.core.text import Language, Text
from companion.games.plic_plac import pieces
from companion.games.plic_plac.card_art import card_front
from companion.games.plic_plac.layout import CARD_MM
from companion.games.plic_plac.palette import CREAM, GOLD, SEA_DARK
from companion.games.plic_plac.pieces import Card, Colour

_INKS = Inks(band=SEA_DARK, rule=GOLD, faint=CREAM, text="#1d2a30")
_SMALL = 0.4
"""Scale of the cards at the foot of the page."""
_FOOT_MM, _WORDS_MM = 24.0, 2.2
"""Distance of those cards' centres from the bottom of the page, and height of the words below them."""


BEFORE = Rule(
    Text(fr="Avant de jouer", en="Before you play"),
    (
        Text(
            fr="Mélangez les 36 cartes normales et rangez-les face cachée, en carré ou autrement, jamais pêle-mêle : "
            "c'est la cagnotte.",
            en="Shuffle the 36 normal cards and lay them out face down in rows, as a square or otherwise, but never in "
            "a jumble: this is the pool.",
        ),
        Text(
            fr="Le sort dit qui commence ; on joue dans le sens des aiguilles d'une montre.",
            en="Chance says who begins; turns go clockwise.",
        ),
    ),
)
TURN = Rule(
    Text(fr="À votre tour", en="Your turn"),
    (
        Text(
            fr="Prenez une carte de la cagnotte et regardez-la, vous seul : c'est votre carte secrète.",
            en="Take a card from the pool and look at it, you alone: it is your secret card.",
        ),
        Text(
            fr="Dites « plic-plac », dites « plic-plac-ploc », ou passez. Ce qui est dit ne change plus.",
            en='Say "plic-plac", say "plic-plac-ploc", or pass. What is said stands.',
        ),
        Text(
            fr="Si vous passez, retenez la carte et remettez-la face cachée, là où elle était.",
            en="If you pass, remember the card and put it back face down where it was.",
        ),
    ),
    numbered=True,
)
PLIC_PLAC = Rule(
    Text(fr="Plic-plac", en="Plic-plac"),
    (
        Text(
            fr="Deux cartes de même forme ou de même couleur.",
            en="Two cards of the same shape or of the same colour.",
        ),
        Text(
            fr="Montrez à tous votre carte secrète et une autre de la cagnotte.",
            en="Show everyone your secret card and another one from the pool.",
        ),
        Text(
            fr="Réussi : demandez si quelqu'un coupe. Sinon empochez les deux, face visible à côté de vous.",
            en="It is one: ask whether anybody cuts in. If not, pocket both, face up beside you.",
        ),
        Text(
            fr="Raté : toutes deux retournent à leur place, et personne ne coupe.",
            en="It is none: both go back to their places, and nobody may cut in.",
        ),
    ),
)
PLOC = Rule(
    Text(fr="Plic-plac-ploc", en="Plic-plac-ploc"),
    (
        Text(
            fr="Trois cartes reliées : au moins deux de leurs trois paires sont des plic-plac.",
            en="Three linked cards: at least two of their three pairs are plic-placs.",
        ),
        Text(
            fr="Montrez votre carte secrète, puis deux autres. Réussi : empochez les trois, personne ne coupe. Raté : "
            "elles retournent à leur place.",
            en="Show your secret card, then two others. It is one: pocket all three, nobody may cut in. It is none: "
            "they go back to their places.",
        ),
        Text(
            fr="Vous pouvez renoncer avant d'avoir tout retourné ; votre tour est alors fini.",
            en="You may give up before all are turned over; your turn is over then.",
        ),
    ),
)
CUT = Rule(
    Text(fr="Couper", en="Cutting in"),
    (
        Text(
            fr="Avant qu'un plic-plac soit empoché, un adversaire peut dire « plic-plac-ploc » : il désigne une des "
            "deux cartes et en retourne deux autres.",
            en='Before a plic-plac is pocketed, an opponent may say "plic-plac-ploc", point at one of its two cards '
            "and turn over two others.",
        ),
        Text(
            fr="Réussi : il empoche ces trois cartes, la quatrième retourne à sa place, et c'est au joueur qui le "
            "suit.",
            en="It is one: that player pockets these three cards, the fourth goes back to its place, and the next turn "
            "is that of the player after the one who cut in.",
        ),
        Text(
            fr="Raté : ses deux cartes retournent à leur place, le plic-plac est empoché. On n'y coupe qu'une fois.",
            en="It is none: the two cards go back, the plic-plac is pocketed. Nobody may try a second time.",
        ),
    ),
)
BLOCKED = Rule(
    Text(fr="Blocage", en="Blocked"),
    (
        Text(
            fr="Il reste plusieurs cartes, mais aucun plic-plac. Qui le croit dit « blocage », même hors de son tour, "
            "et regarde toutes les cartes sans les montrer.",
            en='Several cards are left, but no plic-plac among them. Whoever thinks so says "blocked" at any time, and '
            "looks at all of them without showing any.",
        ),
        Text(
            fr="Vrai : il les retourne, en empoche une, et la partie est finie. Une coupe commencée se finit d'abord.",
            en="It is true: that player turns them over, pockets one, and the game is over. A cut that has begun is "
            "finished first.",
        ),
        Text(
            fr="Faux : elles retournent à leur place, et il ne joue plus, mais garde ce qu'il a.",
            en="It is not: they go back, and that player plays no more, but keeps what is pocketed.",
        ),
    ),
)
END = Rule(
    Text(fr="Fin", en="The end"),
    (
        Text(
            fr="Moins de deux cartes dans la cagnotte, ou un blocage vérifié.",
            en="Fewer than two cards in the pool, or a block that was verified.",
        ),
        Text(
            fr="Un point par carte empochée ; le plus haut total gagne, l'égalité est possible.",
            en="A point for each card pocketed; the most points win, and ties are possible.",
        ),
    ),
)
ALONE = Rule(
    Text(fr="En solitaire", en="Alone"),
    (
        Text(
            fr="Videz la cagnotte : un point par plic-plac-ploc, rien pour les plic-plac. S'il reste des cartes, "
            "hors nulle et traître, zéro.",
            en="Empty the pool: a point for each plic-plac-ploc, none for plic-placs. With cards left over, but for "
            "the null card and the traitor, no point.",
        ),
    ),
)
SPECIALS = Rule(
    Text(fr="Variante : cartes spéciales", en="Variant: special cards"),
    (
        Text(fr="Mêlez-les aux 36 autres.", en="Shuffle them in with the 36 others."),
        Text(
            fr="Nulle : jamais de plic-plac, jamais empochée.",
            en="Nulle (null): never makes a plic-plac, is never pocketed.",
        ),
        Text(
            fr="Couleur : fait un plic-plac avec toute carte normale de sa couleur.",
            en="Couleur (colour): makes a plic-plac with every normal card of its colour.",
        ),
        Text(
            fr="Traître : qui la retourne peut prendre à sa place, pour de bon, une carte empochée par un adversaire ; "
            "le traître quitte alors le jeu. Jamais empochée.",
            en="Traître (traitor): whoever turns it over may put in its place, for good, any card that an opponent has "
            "pocketed; the traitor then leaves the game. It is never pocketed.",
        ),
    ),
)
_COLUMNS = ((BEFORE, TURN, PLIC_PLAC, PLOC), (CUT, BLOCKED, END, ALONE, SPECIALS))
_SECOND = Text(fr="Règles en bref", en="Rules in short")
_COLOURS = {
    Colour.RED: Text(fr="rouge, plein", en="red, solid"),
    Colour.ORANGE: Text(fr="orange, rayé", en="orange, striped"),
    Colour.YELLOW: Text(fr="jaune, à pois", en="yellow, dotted"),
    Colour.GREEN: Text(fr="vert, à damier", en="green, chequered"),
    Colour.BLUE: Text(fr="bleu, creux", en="blue, hollow"),
    Colour.VIOLET: Text(fr="violet, double", en="violet, double"),
}
_KNOWN = Text(fr="Chaque couleur se reconnaît aussi à son motif.", en="Each colour can also be told by its pattern.")


@cache
def reminder(language: Language) -> Art:
    """The drawing of the whole page in one language."""
    columns = [[rule.to(language) for rule in column] for column in _COLUMNS]
    return reminder_page("PLIC-PLAC", _SECOND.to(language), columns, _INKS, _legend(language))


def _legend(language: Language) -> list[Shape]:
    """The foot of the page: a card of each colour and shape, and how that colour is drawn."""
    y_mm, half_mm = HEIGHT_MM - _FOOT_MM, _SMALL * CARD_MM / 2
    top = Label(_KNOWN.to(language), at(WIDTH_MM / 2, y_mm - half_mm - 5.0), _WORDS_MM, SEA_DARK, font="condensed")
    found: list[Shape] = [box(MARGIN_MM, y_mm - half_mm - 9.0, WIDTH_MM - 2 * MARGIN_MM, 0.5, GOLD), top]
    step_mm = (WIDTH_MM - 2 * MARGIN_MM) / len(_COLOURS)
    for nth, (shape, (colour, said)) in enumerate(zip(pieces.Shape, _COLOURS.items(), strict=True)):
        x_mm = MARGIN_MM + (nth + 0.5) * step_mm
        found += placed(card_front(Card(shape, colour)).shapes, at(x_mm, y_mm), _SMALL)
        found.append(Label(said.to(language), at(x_mm, y_mm + half_mm + 2.5), _WORDS_MM, _INKS.text, font="condensed"))
    return found
