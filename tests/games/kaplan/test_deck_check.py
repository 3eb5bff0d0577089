"""The deck checker: the printed deck has no fault, and a deck spoilt in one way has just that fault."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from companion.games.kaplan import deck_check
from companion.games.kaplan.deck import Card, Cell, Deck, Draw, Word, deck
from companion.games.kaplan.deck_check import Fault, faults, gives_away
from companion.games.kaplan.pieces import ClueKind, Metal

Spoil = Callable[[Deck], Deck]


def test_the_printed_deck_keeps_every_rule() -> None:
    assert faults(deck()) == ()
    assert len({word.word for word in deck().words.values()}) == 384


@cache
def _sound() -> Deck:
    """The printed cards with texts that cannot be at fault, whatever the printed clues are."""
    words = {
        draw: replace(word, analogy=f"a {nth}", synonym=f"s {nth}", expression=f"e {nth}")
        for nth, (draw, word) in enumerate(deck().words.items())
    }
    return replace(deck(), words=words)


def test_the_deck_to_spoil_is_sound() -> None:
    assert faults(_sound()) == ()


def _with_card(made: Deck, card: Card) -> Deck:
    return replace(made, cards=tuple(card if each.ident == card.ident else each for each in made.cards))


def _with_cells(made: Deck, card: Card, window: int, cells: tuple[Cell, ...]) -> Deck:
    windows = list(card.windows)
    windows[window] = replace(windows[window], cells=cells)
    first, second, third = windows
    return _with_card(made, replace(card, windows=(first, second, third)))


def _with_word(made: Deck, draw: Draw, word: Word) -> Deck:
    return replace(made, words={**made.words, draw: word})


def _first_draw(made: Deck) -> Draw:
    return next(iter(made.words))


def _changed_text(**texts: str) -> Spoil:
    def spoil(made: Deck) -> Deck:
        draw = _first_draw(made)
        return _with_word(made, draw, replace(made.words[draw], **texts))

    return spoil


def _cards_out_of_order(made: Deck) -> Deck:
    first, second, *others = made.cards
    return replace(made, cards=(second, first, *others))


def _card_lost(made: Deck) -> Deck:
    return replace(made, cards=made.cards[:-1])


def _metals_uneven(made: Deck) -> Deck:
    gold = next(card for card in made.cards if card.metal is Metal.GOLD)
    return _with_card(made, replace(gold, metal=Metal.SILVER))


def _windows_turned(made: Deck) -> Deck:
    card = made.cards[0]
    first, second, third = card.windows
    return _with_card(made, replace(card, windows=(second, third, first)))


def _two_windows_alike(made: Deck) -> Deck:
    card = made.cards[0]
    first, second, third = card.windows
    return _with_card(made, replace(card, windows=(first, replace(second, colour=first.colour), third)))


def _two_letters_on_a_lens(made: Deck) -> Deck:
    return _with_card(made, replace(made.cards[0], lens="AB"))


def _small_letter_on_a_lens(made: Deck) -> Deck:
    return _with_card(made, replace(made.cards[0], lens="é"))


def _symbol_twice(made: Deck) -> Deck:
    card = made.cards[0]
    cells = card.windows[0].cells
    empty = next(n for n, cell in enumerate(cells) if not cell.holds)
    spoilt = tuple(
        replace(cell, symbol=cells[empty - 1].symbol) if n == empty else cell for n, cell in enumerate(cells)
    )
    return _with_cells(made, card, 0, spoilt)


def _symbol_left_out(made: Deck) -> Deck:
    card = made.cards[0]
    cells = card.windows[0].cells
    empty = next(n for n, cell in enumerate(cells) if not cell.holds)
    return _with_cells(made, card, 0, cells[:empty] + cells[empty + 1 :])


def _thirteen(made: Deck) -> Deck:
    return _hold_changed(made, "", "13")


def _empty_numbered(made: Deck) -> Deck:
    return _hold_changed(made, "", "7")


def _clue_added(made: Deck) -> Deck:
    return _hold_changed(made, "", "K")


def _hold_changed(made: Deck, old: str, new: str) -> Deck:
    for card in made.cards:
        cells = card.windows[0].cells
        found = [n for n, cell in enumerate(cells) if cell.holds == old]
        if found:
            spoilt = tuple(replace(cell, holds=new) if n == found[0] else cell for n, cell in enumerate(cells))
            return _with_cells(made, card, 0, spoilt)
    raise AssertionError(f"no cell holds {old!r}")


def _draw_missing(made: Deck) -> Deck:
    draw = _first_draw(made)
    return replace(made, words={each: word for each, word in made.words.items() if each != draw})


def _letter_exchanged(made: Deck) -> Deck:
    """The cards at place 1 and at another with another lens change their numbers: they no longer spell the word."""
    draw = _first_draw(made)
    ours, *others = (made.card(ident) for ident in made.layout(draw).letters)
    other = next(card for card in others if card.lens != ours.lens)
    return _exchanged(made, draw, ours, other)


def _exchanged(made: Deck, draw: Draw, ours: Card, other: Card) -> Deck:
    held = {card.ident: card.holds(draw) or "" for card in (ours, other)}
    for card, holds in ((ours, held[other.ident]), (other, held[ours.ident])):
        window = draw.position - 1
        cells = card.windows[window].cells
        spoilt = tuple(replace(cell, holds=holds) if cell.symbol == draw.symbol else cell for cell in cells)
        made = _with_cells(made, made.card(card.ident), window, spoilt)
    return made


def _clue_metals_uneven(made: Deck) -> Deck:
    """A gold and a silver card of one lens change their parts in one draw: number for K."""
    for draw in made.words:
        clue_cards = {ident: kind for kind, ident in made.clue_cards[draw].items()}
        for ident in made.layout(draw).letters:
            letter = made.card(ident)
            for other in map(made.card, clue_cards):
                if other.lens == letter.lens and other.metal is not letter.metal:
                    swapped = {**made.clue_cards[draw], clue_cards[other.ident]: ident}
                    exchanged = _exchanged(made, draw, letter, other)
                    return replace(exchanged, clue_cards={**made.clue_cards, draw: swapped})
    raise AssertionError("no two such cards")


def _clue_on_another_card(made: Deck) -> Deck:
    draw = _first_draw(made)
    letter = made.layout(draw).letters[0]
    told = {**made.clue_cards[draw], ClueKind.SYNONYM: letter}
    return replace(made, clue_cards={**made.clue_cards, draw: told})


def _only_clues(made: Deck) -> Deck:
    """Every symbol of a window becomes a K: far more than eight."""
    card = made.cards[0]
    cells = tuple(replace(cell, holds="K") for cell in card.windows[0].cells)
    return _with_cells(made, card, 0, cells)


def _word_twice(made: Deck) -> Deck:
    first, second, *_ = made.words
    return _with_word(made, second, made.words[first])


def _plural_beside(made: Deck) -> Deck:
    first, second, *_ = made.words
    word = next(word for word in made.words.values() if len(word.word) < 12 and word.word.endswith("E"))
    many = replace(made.words[second], word=word.word + "S", spelling=word.spelling + "s")
    return _with_word(made, first if made.words[second] == word else second, many)


def _text_shared(made: Deck) -> Deck:
    first, second, *_ = made.words
    return _with_word(made, second, replace(made.words[second], analogy=made.words[first].analogy))


def _stem_told(made: Deck) -> Deck:
    draw = _first_draw(made)
    word = made.words[draw]
    return _with_word(made, draw, replace(word, expression=f"un {word.spelling[:6].upper()}"))


SPOILT: tuple[tuple[Spoil, str], ...] = (
    (_cards_out_of_order, "cards"),
    (_card_lost, "cards clue-kinds clue-metals metals places triples"),
    (_metals_uneven, "clue-metals metals"),
    (_windows_turned, "clue-kinds clue-metals places triples"),
    (_two_windows_alike, "clue-kinds clue-metals colours places triples"),
    (_two_letters_on_a_lens, "lens spelling"),
    (_small_letter_on_a_lens, "lens spelling"),
    (_symbol_twice, "symbols"),
    (_symbol_left_out, "symbols"),
    (_thirteen, "holds"),
    (_draw_missing, "draws"),
    (_empty_numbered, "places"),
    (_letter_exchanged, "spelling"),
    (_clue_added, "clue-kinds clue-metals"),
    (_clue_metals_uneven, "clue-metals"),
    (_clue_on_another_card, "clue-kinds"),
    (_only_clues, "clue-kinds clue-metals lucarne places"),
    (_word_twice, "spelling word-twice"),
    (_plural_beside, "clue-twice spelling word-number"),
    (_changed_text(word="ÉTÉ", spelling="été"), "spelling word word-spelling"),
    (_changed_text(spelling="autre"), "word-spelling"),
    (_changed_text(gender="n"), "word-grammar"),
    (_changed_text(number=""), "word-grammar"),
    (_changed_text(analogy="?"), "clue-missing"),
    (_changed_text(synonym=""), "clue-missing"),
    (_changed_text(analogy="un  blanc"), "clue-spaces"),
    (_changed_text(expression="vingt-cinq signes en tout"), "clue-long"),
    (_stem_told, "clue-tells"),
    (_text_shared, "clue-twice"),
    (_changed_text(analogy="deux fois", synonym="Deux fois"), "clue-twice"),
)


@pytest.mark.parametrize(("spoil", "codes"), SPOILT, ids=[f"{spoil.__name__} {codes}" for spoil, codes in SPOILT])
def test_a_spoilt_deck_is_found_out(spoil: Spoil, codes: str) -> None:
    found = faults(spoil(_sound()))
    assert " ".join(sorted({fault.code for fault in found})) == codes
    assert all(fault.text.endswith(".") and fault.clause for fault in found)


def test_every_fault_that_the_checker_knows_has_its_spoilt_deck() -> None:
    known = set(re.findall(r'Fault\(\s*"([a-z-]+)"', inspect.getsource(deck_check)))
    assert known == {code for _, codes in SPOILT for code in codes.split()}


def test_a_fault_says_where_it_is() -> None:
    made = _sound()
    word = made.words[_first_draw(made)]
    text = f"The synonym of {word.word} has 25 characters, more than 24: 'vingt-cinq signes en tout'."
    assert Fault("clue-long", "2.7", text) in faults(_changed_text(synonym="vingt-cinq signes en tout")(made))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("perche", "PERCHE"), ("Être perché", "PERCHE"), ("tendre la PERCHÉ", "PERCHE"), ("pomme", "POMMIER"),
        ("la pluie", "PARAPLUIE"), ("chat", "CHATON"), ("l'ours", "OURSON"), ("dans la nage", "NAGEOIRE"),
        ("danses", "DANSEUR"), ("entrer", "ENTREE"),
    ],
)  # fmt: skip
def test_a_clue_gives_the_word_away(text: str, word: str) -> None:
    assert gives_away(text, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("saut", "PERCHE"), ("poisson", "PERCHE"), ("tendre", "PERCHE"), ("pour manger", "POURBOIRE"),
        ("dans le noir", "DANSEUR"), ("l'eau", "PANNEAU"), ("lave-linge", "VALISE"), ("sur le cap", "CAPITAINE"),
    ],
)  # fmt: skip
def test_a_clue_keeps_the_word(text: str, word: str) -> None:
    assert not gives_away(text, word)
