"""The names of players, cards and motifs in both languages."""

from __future__ import annotations

from companion.core.text import LANGUAGES, Text, same
from companion.games.leprechauns.motifs import SOUNDS, SUMS, WORDS, Motif, MotifKind
from companion.games.leprechauns.pieces import ActionCard, ActionKind, Fault

ACTIONS = {
    ActionKind.BACK_OF_HAND: Text(fr="dos de la main", en="back of the hand"),
    ActionKind.LEFT_RIGHT: Text(fr="gauche/droite", en="left/right"),
    ActionKind.NEIGHBOUR: Text(fr="voisin/voisine", en="neighbour"),
    ActionKind.EXCHANGE: Text(fr="échange", en="exchange"),
    ActionKind.GIFT: Text(fr="cadeau", en="gift"),
    ActionKind.NEGATIVE: Text(fr="points négatifs", en="negative points"),
    ActionKind.FORBIDDEN: Text(fr="chiffre interdit", en="forbidden number"),
    ActionKind.EVEN: Text(fr="chiffre pair", en="even number"),
    ActionKind.ODD: Text(fr="chiffre impair", en="odd number"),
}
OTHER_NAMES = {ActionKind.FORBIDDEN: Text(fr="coffre interdit", en="forbidden chest")}
"""Second names of action cards, printed on some of them (clause 1.4)."""
FAULTS = {
    Fault.LIFTED: Text(fr="main levée ou déplacée", en="hand lifted or moved"),
    Fault.UNCOVERED: Text(fr="motif visible", en="a motif shows"),
    Fault.TWO_HANDS: Text(fr="deux mains", en="two hands"),
    Fault.PALM: Text(fr="pas le dos de la main", en="not the back of the hand"),
    Fault.WRONG_HAND: Text(fr="mauvaise main", en="the wrong hand"),
    Fault.NOT_NEIGHBOUR: Text(fr="pas chez un voisin", en="not a neighbour's chest"),
    Fault.FORBIDDEN: Text(fr="chiffre interdit tapé", en="forbidden number slapped"),
    Fault.LATE: Text(fr="main en retard", en="hand too late"),
}
CRIES = {
    "cow": Text(fr="la vache : meuh", en="the cow: moo"),
    "cat": Text(fr="le chat : miaou", en="the cat: meow"),
    "dog": Text(fr="le chien : ouaf", en="the dog: woof"),
    "pig": Text(fr="le cochon : groin", en="the pig: oink"),
    "sheep": Text(fr="le mouton : bêê", en="the sheep: baa"),
    "duck": Text(fr="le canard : coin-coin", en="the duck: quack"),
    "rooster": Text(fr="le coq : cocorico", en="the rooster: cock-a-doodle-doo"),
    "frog": Text(fr="la grenouille : croâ", en="the frog: croak"),
}
SIGNS = {
    "fist": Text(fr="le poing fermé", en="the closed fist"),
    "thumb": Text(fr="le pouce levé", en="the thumb up"),
    "index": Text(fr="l'index levé", en="the index finger up"),
    "victory": Text(fr="le V : deux doigts", en="the V: two fingers"),
    "three": Text(fr="trois doigts levés", en="three fingers up"),
    "horns": Text(fr="les cornes : index et auriculaire", en="the horns: index and little finger"),
    "call": Text(fr="le téléphone : pouce et auriculaire", en="the telephone: thumb and little finger"),
    "open": Text(fr="la main ouverte", en="the open hand"),
}
INKS = {
    "red": Text(fr="rouge", en="red"),
    "blue": Text(fr="bleu", en="blue"),
    "yellow": Text(fr="jaune", en="yellow"),
    "green": Text(fr="vert", en="green"),
    "violet": Text(fr="violet", en="violet"),
    "black": Text(fr="noir", en="black"),
}


def action_name(card: ActionCard) -> Text:
    """The card's usual name: "dos de la main", "chiffre interdit : 8"."""
    return _numbered(ACTIONS[card.kind], card)


def action_names(card: ActionCard) -> tuple[Text, ...]:
    """Every name under which the card may be printed, read or reported; the usual one first."""
    other = OTHER_NAMES.get(card.kind)
    return (action_name(card),) if other is None else (action_name(card), _numbered(other, card))


def all_names(card: ActionCard) -> Text:
    """The usual name with the other one beside it: "chiffre interdit (ou coffre interdit) : 8"."""
    other = OTHER_NAMES.get(card.kind)
    if other is None:
        return action_name(card)
    both = ACTIONS[card.kind] + Text(fr=f" (ou {other.fr})", en=f" (or {other.en})")
    return _numbered(both, card)


def is_called(card: ActionCard, written: str) -> bool:
    """Whether `written` is a name of the card, in either language, ignoring case."""
    known = {name.to(language).casefold() for name in action_names(card) for language in LANGUAGES}
    return written.casefold() in known


def _numbered(name: Text, card: ActionCard) -> Text:
    return name if card.number is None else name + Text(fr=f" : {card.number}", en=f": {card.number}")


def sum_words(name: str) -> str:
    """A sum as written on the card: "7 × 5"."""
    return "".join(f" {mark} " if not mark.isdigit() else mark for mark in name.replace("x", "×"))


def answer(motif: Motif) -> Text:
    """The right answer for a motif, shown to those who judge it."""
    if motif.kind is MotifKind.ANIMAL:
        return CRIES[motif.name]
    if motif.kind is MotifKind.SIGN:
        return SIGNS[motif.name]
    if motif.kind is MotifKind.SOUND:
        return same(SOUNDS[motif.name])
    if motif.kind is MotifKind.SUM:
        return same(f"{sum_words(motif.name)} = {SUMS[motif.name]}")
    said = Text(fr="dire « {ink} » (le mot {word})", en="say “{ink}” (the word {word})")
    return said.filled(ink=INKS[motif.ink], word=WORDS[motif.name])
