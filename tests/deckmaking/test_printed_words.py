"""The printed deck against what the solver promises beyond the rules."""

from __future__ import annotations

from collections import Counter, defaultdict

from companion.games.kaplan.deck import Word, deck
from companion.games.kaplan.deck_check import STEM
from deckmaking.kaplan.candidates import FILE, read_candidates
from deckmaking.kaplan.demands import LENGTHS_A_PAWN, MOST_OF_AN_INITIAL, MOST_PLURALS_A_PAWN
from deckmaking.kaplan.frame import CARDS_A_PAWN, PAWNS, Pawn


def _by_pawn() -> dict[Pawn, list[Word]]:
    words = defaultdict(list)
    for draw, word in deck().words.items():
        words[draw.colour, draw.position].append(word)
    return words


def test_every_pawn_has_words_of_every_length() -> None:
    for words in _by_pawn().values():
        lengths = Counter(len(word.word) for word in words)
        assert set(lengths) == set(LENGTHS_A_PAWN)
        assert all(low <= lengths[length] <= high for length, (low, high) in LENGTHS_A_PAWN.items())


def test_no_pawn_has_many_plurals_or_words_that_begin_alike() -> None:
    for words in _by_pawn().values():
        assert sum(word.number == "p" for word in words) <= MOST_PLURALS_A_PAWN
        assert max(Counter(word.word[0] for word in words).values()) <= MOST_OF_AN_INITIAL


def test_no_two_words_share_a_stem() -> None:
    stems = Counter(word.word[:STEM] for word in deck().words.values())
    assert stems.most_common(1)[0][1] == 1


def test_the_words_are_from_the_list() -> None:
    listed = {(c.word, c.spelling, c.gender, c.number) for c in read_candidates(FILE.read_text(encoding="utf-8"))}
    assert {(w.word, w.spelling, w.gender, w.number) for w in deck().words.values()} <= listed


def test_every_pawn_keeps_thirty_cards_ten_of_each_metal() -> None:
    for colour, position in PAWNS:
        kept = [card for card in deck().cards if card.has(colour, position)]
        assert len(kept) == CARDS_A_PAWN
        assert set(Counter(card.metal for card in kept).values()) == {10}
