"""What the readers need to know of the cards: their drawings, and the facts that each face means."""

from __future__ import annotations

from functools import cache

from companion.core.capabilities.drawn_cards import DrawnCards, DrawnFace, Told
from companion.games.leprechauns.action_art import action_back, action_front, prems
from companion.games.leprechauns.chest_art import chest_back, chest_front
from companion.games.leprechauns.deck import chests
from companion.games.leprechauns.depiction import ACTION, BACK, CHEST, action_face
from companion.games.leprechauns.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.games.leprechauns.pieces import ACTION_CARDS, VALUES, ActionCard, ActionKind, Edition


@cache
def drawn_cards() -> DrawnCards:
    """The chests and action cards of both editions, and both backs."""
    backs = (
        DrawnFace(CHEST, (BACK,), chest_back(), False, _tells()),
        DrawnFace(ACTION, (BACK,), action_back(), False, _tells()),
    )
    return DrawnCards(CARD_WIDTH_MM, CARD_HEIGHT_MM, (*_chests(), *_actions(), *backs), (prems(),))


def _chests() -> tuple[DrawnFace, ...]:
    return tuple(
        DrawnFace(
            CHEST,
            (str(card.ident),),
            chest_front(card.ident),
            True,
            _tells(value=card.value, motifs=tuple(motif.key for motif in card.motifs)),
        )
        for card in chests().values()
    )


def _actions() -> tuple[DrawnFace, ...]:
    """The action cards; most are identical in both editions. A table's own cards may forbid any number (clause 1.4)."""
    own = tuple(ActionCard(ActionKind.FORBIDDEN, value) for value in VALUES)
    editions: dict[tuple[ActionCard, Edition | None], list[Edition]] = {}
    for edition, cards in ACTION_CARDS.items():
        for card in dict.fromkeys((*cards, *(own if edition == "print" else ()))):
            differs = (
                card.kind is ActionKind.NEGATIVE
            )  # this card states what a lost chest costs, which depends on the edition (clauses 4.10, 4.11)
            editions.setdefault((card, edition if differs else None), []).append(edition)
    return tuple(
        DrawnFace(
            ACTION,
            tuple(action_face(edition, card) for edition in of),
            action_front(card, of[0]),
            True,
            _tells(action=card.kind.value),
        )
        for (card, _), of in editions.items()
    )


def _tells(
    value: int | None = None, motifs: tuple[str, ...] = (), action: str | None = None
) -> tuple[tuple[str, Told], ...]:
    return ("value", value), ("motifs", motifs), ("action", action)
