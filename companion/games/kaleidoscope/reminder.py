"""The rules in short, one A4 page per language (RULES.md has them in full)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from companion.core.art import Art, Label, Polygon, Shape
from companion.core.placing import placed
from companion.core.reminder_page import HEIGHT_MM, MARGIN_MM, WIDTH_MM, Inks, Rule, at, box, reminder_page
from companion.core.text import Language, Text
from companion.games.kaleidoscope.card_art import capital_front, small_front
from companion.games.kaleidoscope.layout import COLUMN_MM, ROW_MM
from companion.games.kaleidoscope.palette import GOLD, MIST, NIGHT
from companion.games.kaleidoscope.pieces import JOKER

_INKS = Inks(band=NIGHT, rule=GOLD, faint=MIST, text="#22203a")
_SMALL = 0.38
"""Scale of the cards at the foot of the page."""
_FOOT_MM, _KNOWN_MM, _WORDS_MM = 46.0, 89.0, 2.2
"""Distance from the bottom of the page to the centre of the row of capitals, and to the words above it; height of
these words."""


BEFORE = Rule(
    Text(fr="Avant de jouer", en="Before you play"),
    (
        Text(
            fr="Deux joueurs face à face : Nord, et Sud qui distribue.",
            en="Two play, opposite each other: North, and South who deals.",
        ),
        Text(
            fr="Mélangez à part majuscules et minuscules. Chacun prend 48 minuscules, face cachée : c'est sa pioche.",
            en="Shuffle capitals and small letters apart. Each takes 48 small letters face down: the stock.",
        ),
        Text(
            fr="Neuf majuscules, face visible, en ligne au milieu ; les autres à côté, face cachée.",
            en="Nine capitals face up in a row in the middle; the others beside it, face down.",
        ),
        Text(fr="Nord commence.", en="North begins."),
    ),
    numbered=True,
)
TURN = Rule(
    Text(fr="À votre tour : une action", en="Your turn: one thing"),
    (
        Text(
            fr="Retournez la carte du dessus de votre pioche, puis placez-la ou rejetez-la.",
            en="Turn up the top card of your stock, then place it or discard it.",
        ),
        Text(
            fr="Ou déplacez une ou plusieurs lettres, ensemble et dans l'ordre, du bout d'une de vos colonnes au bout "
            "d'une autre.",
            en="Or move one or several letters, together and in their order, from the end of one of your columns to "
            "the end of another.",
        ),
        Text(
            fr="Ou volez la carte du dessus d'un rejet adverse, et placez-la.",
            en="Or steal the top card of one of your opponent's discards, and place it.",
        ),
        Text(
            fr="Ou reprenez celle d'un de vos rejets, et placez-la.",
            en="Or take back that of one of your own discards, and place it.",
        ),
        Text(
            fr="Quinze secondes, ou ce que la table a choisi ; ensuite le tour est passé. Passer plus tôt demande "
            "l'accord des deux joueurs.",
            en="Fifteen seconds, or what the table has chosen; then the turn has passed. To pass before takes the "
            "consent of both.",
        ),
    ),
)
PLACE = Rule(
    Text(fr="Placer", en="Placing"),
    (
        Text(
            fr="Chaque majuscule ouvre une colonne vers chacun des deux joueurs ; on place au bout des siennes.",
            en="Each capital begins a column towards either player; you place at the end of your own.",
        ),
        Text(
            fr="Depuis la majuscule, la colonne doit être le début d'un mot, même court.",
            en="Read from its capital, a column must be how some word begins, however short.",
        ),
        Text(
            fr="Tous les mots comptent, sans les accents.",
            en="All words count, without their accents.",
        ),
    ),
)
JOKERS = Rule(
    Text(fr="Jokers", en="Jokers"),
    (
        Text(
            fr="Un joker vaut la lettre qui vous arrange, et peut en changer ; un seul par mot.",
            en="A joker is whatever letter suits you, and may change; one a word.",
        ),
        Text(
            fr="La majuscule joker peut valoir autre chose pour chacun des joueurs.",
            en="The capital joker may be something else for each player.",
        ),
    ),
)
WON = Rule(
    Text(fr="Mot gagné", en="A word is won"),
    (
        Text(
            fr="Dès qu'une de vos colonnes est un mot de cinq lettres ou plus, annoncez-le, même au tour adverse : "
            "c'est obligatoire, et l'adversaire peut le signaler. À votre tour, cela le termine.",
            en="As soon as one of your columns is a word of five letters or more, announce it, in your opponent's turn "
            "too: you must, and your opponent may point it out. In your own turn it ends it.",
        ),
        Text(
            fr="Mettez le paquet de côté, majuscule dessus, et posez une nouvelle majuscule à sa place.",
            en="Put the packet aside, its capital on top, and lay a new capital into the gap.",
        ),
        Text(
            fr="En face, les lettres restent tant qu'un mot commence ainsi avec la nouvelle majuscule ; les suivantes "
            "tombent dans les rejets.",
            en="Opposite, letters stay as far as some word begins so with the new capital; the rest falls into the "
            "discards.",
        ),
        Text(
            fr="Face à une majuscule joker, une minuscule joker tombe, avec tout ce qui la suit.",
            en="Opposite a capital joker, a small joker falls, and all that follows it.",
        ),
    ),
)
DISCARDS = Rule(
    Text(fr="Rejets", en="Discards"),
    (
        Text(
            fr="Huit places autour de votre pioche ; une lettre déjà rejetée se pose sur sa pareille.",
            en="Eight places around your stock; a letter that lies there already goes on its like.",
        ),
        Text(
            fr="Qui a besoin d'une neuvième place a perdu, même par ce qui tombe.",
            en="Whoever needs a ninth place has lost, also by what falls.",
        ),
    ),
)
DOUBT = Rule(
    Text(fr="Douter", en="Doubting"),
    (
        Text(
            fr="Doutez d'une colonne adverse à tout moment. Si aucun mot ne commence ainsi, ses minuscules vont sous "
            "la pioche de qui les a posées ; sinon on continue.",
            en="Doubt an opponent's column at any moment. If no word begins so, its small letters go under the stock "
            "of whoever laid them; otherwise play goes on.",
        ),
        Text(fr="La table peut donner tort au lexique.", en="The table may overrule the lexicon."),
    ),
)
END = Rule(
    Text(fr="Fin", en="The end"),
    (
        Text(fr="Le premier à neuf mots gagne.", en="Whoever has nine words first wins."),
        Text(
            fr="Si les deux disent qu'ils n'en trouvent plus, le plus de mots gagne ; à égalité, les deux gagnent.",
            en="When both say that they find no more, the most words win; with as many, both do.",
        ),
    ),
)
SHORTER = Rule(
    Text(fr="Plus court", en="Shorter games"),
    (
        Text(
            fr="Partie courte : sept majuscules, cinq mots (ou moins) de cinq lettres ou plus.",
            en="Short game: seven capitals, five words (or fewer) of five letters or more.",
        ),
        Text(
            fr="Enfants : sept majuscules, cinq mots de trois lettres ou plus.",
            en="Children's game: seven capitals, five words of three letters or more.",
        ),
    ),
)
_COLUMNS = ((BEFORE, TURN, PLACE, JOKERS), (WON, DISCARDS, DOUBT, END, SHORTER))
_SECOND = Text(fr="Règles en bref", en="Rules in short")
_KNOWN = Text(
    fr="Le milieu de la table vu par Sud. La rangée de pointes est au pied des lettres ; les jokers sont une étoile et "
    "une fleur.",
    en="The middle of the table as South sees it. The row of shards is at the foot of a letter; the jokers are a star "
    "and a flower.",
)
_SHOWN: tuple[tuple[str, str, str], ...] = (
    ("a", "T", "ro"),
    ("", "S", "ou"),
    ("re", "P", "a"),
    ("de", JOKER, "un"),
    ("i" + JOKER, "M", ""),
    ("o", "N", ""),
    ("ni", "U", "s"),
)
"""Columns in the middle of a game: North's letters from the capital on, the capital, South's letters."""


@cache
def reminder(language: Language) -> Art:
    """The drawing of the whole page in one language."""
    columns = [[rule.to(language) for rule in column] for column in _COLUMNS]
    return reminder_page("KALÉIDOSCOPE", _SECOND.to(language), columns, _INKS, _legend(language))


def _legend(language: Language) -> list[Shape]:
    """The foot of the page: the middle of the table as South sees it."""
    y_mm, known_mm = HEIGHT_MM - _FOOT_MM, HEIGHT_MM - _KNOWN_MM
    known = Label(_KNOWN.to(language), at(WIDTH_MM / 2, known_mm), _WORDS_MM, NIGHT, font="condensed")
    found: list[Shape] = [box(MARGIN_MM, known_mm - 4.0, WIDTH_MM - 2 * MARGIN_MM, 0.5, GOLD), known]
    for column, (north, letter, south) in enumerate(_SHOWN):
        x_mm = WIDTH_MM / 2 + (column - (len(_SHOWN) - 1) / 2) * COLUMN_MM * _SMALL
        found += placed(capital_front(letter).shapes, at(x_mm, y_mm), _SMALL)
        for sign, letters in ((-1, north), (1, south)):
            for row, small in enumerate(letters, 1):
                shapes = small_front(small).shapes
                way = shapes if sign == 1 else [_turned(each) for each in shapes]
                found += placed(way, at(x_mm, y_mm + sign * row * ROW_MM * _SMALL), _SMALL)
    return found


def _turned(shape: Shape) -> Shape:
    """The shape turned by 180 degrees about the origin."""
    if isinstance(shape, Polygon):
        return replace(shape, points_mm=tuple((-x, -y) for x, y in shape.points_mm))
    x, y = shape.centre_mm
    turned = replace(shape, centre_mm=(-x, -y))
    return replace(turned, turn_deg=180.0) if isinstance(turned, Label) else turned
