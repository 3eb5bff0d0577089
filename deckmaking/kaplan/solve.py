"""Makes the Kaplan deck: `python -m deckmaking.kaplan.solve --seed 1 --out companion/games/kaplan/deck.json`.

Writes the deck, and words.toml in the same folder. Clues that words.toml already has are kept; new words get "?" as
clues.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

import click

from companion.games.kaplan.deck import Card, Cell, Deck, Draw, Symbol, Window, Word
from companion.games.kaplan.deck_check import CARDS, CARDS_A_TRIPLE, UNWRITTEN
from companion.games.kaplan.pieces import ClueKind
from deckmaking.kaplan import candidates
from deckmaking.kaplan.candidates import Candidate
from deckmaking.kaplan.dealing import Deal, Hand, deal
from deckmaking.kaplan.frame import PAWNS, SYMBOLS, Pawn, cards_of, triple_of
from deckmaking.kaplan.lenses import choose_lenses
from deckmaking.kaplan.metals import choose_metals
from deckmaking.kaplan.wording import choose_words
from deckmaking.kaplan.writing import deck_json, known_words, words_toml


@dataclass(frozen=True, slots=True)
class _Making:
    """Results of the steps so far, by pawn."""

    hands: dict[Pawn, Hand]
    words: dict[Pawn, dict[Symbol, Candidate]]
    deals: dict[Pawn, Deal]


def make_deck(choice: tuple[Candidate, ...], seed: int, known: dict[str, Word]) -> Deck:
    """Make the deck.

    Args:
        choice: the words to choose from.
        seed: of all random choices; the same seed gives the same deck.
        known: words whose clues are kept, by name.

    Raises:
        RuntimeError: a step finds no solution; try another seed or more words.
    """
    random = Random(seed)
    triples = choose_lenses(choice, random)
    lenses = [lens for triple in triples for lens in random.sample(triple, CARDS_A_TRIPLE)]
    click.echo("lenses chosen", err=True)
    metals = choose_metals(lenses, random)
    click.echo("metals chosen", err=True)
    chosen = choose_words(choice, {pawn: [lenses[card] for card in cards_of(pawn)] for pawn in PAWNS}, seed)
    click.echo("words chosen", err=True)
    making = _Making({}, {}, {})
    for pawn in PAWNS:
        cards = cards_of(pawn)
        making.hands[pawn] = Hand({card: lenses[card] for card in cards}, {card: metals[card] for card in cards})
        making.words[pawn] = dict(zip(SYMBOLS, chosen[pawn], strict=True))
        making.deals[pawn] = deal(making.hands[pawn], making.words[pawn], random)
        click.echo(f"{pawn[0].value} {pawn[1]} dealt", err=True)
    idents = random.sample(range(1, CARDS + 1), CARDS)  # otherwise a card's number would reveal its colours
    return _assembled(making, idents, seed, known)


def _assembled(making: _Making, idents: list[int], seed: int, known: dict[str, Word]) -> Deck:
    cards = []
    for card in range(CARDS):
        pawns = [(colour, position) for position, colour in enumerate(triple_of(card), start=1)]
        first, second, third = (_window(pawn, making.deals[pawn].holds[card]) for pawn in pawns)
        hand = making.hands[pawns[0]]
        cards.append(Card(idents[card], hand.metals[card], hand.lenses[card], (first, second, third)))
    words: dict[Draw, Word] = {}
    clue_cards: dict[Draw, dict[ClueKind, int]] = {}
    for colour, position in PAWNS:
        for symbol, candidate in making.words[colour, position].items():
            draw = Draw(colour, position, symbol)
            words[draw] = _word(candidate, known)
            dealt = making.deals[colour, position].clues[symbol]
            clue_cards[draw] = {kind: idents[card] for kind, card in dealt.items()}
    return Deck(seed, tuple(sorted(cards, key=lambda each: each.ident)), words, clue_cards)


def _window(pawn: Pawn, holds: dict[Symbol, str]) -> Window:
    return Window(pawn[0], tuple(Cell(symbol, held) for symbol, held in holds.items()))


def _word(candidate: Candidate, known: dict[str, Word]) -> Word:
    old = known.get(candidate.word)
    texts = (UNWRITTEN,) * 3 if old is None else (old.analogy, old.synonym, old.expression)
    return Word(candidate.word, candidate.spelling, candidate.gender, candidate.number, *texts)


@click.command()
@click.option("--seed", type=int, required=True, help="The same seed gives the same deck.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="deck.json to write.")
def main(seed: int, out: Path) -> None:
    """Make the Kaplan deck and write it to --out, its words beside it.

    Example: python -m deckmaking.kaplan.solve --seed 1 --out companion/games/kaplan/deck.json
    """
    choice = candidates.read_candidates(candidates.FILE.read_text(encoding="utf-8"))
    words_file = out.with_name("words.toml")
    known = known_words(words_file.read_text(encoding="utf-8")) if words_file.exists() else {}
    deck = make_deck(choice, seed, known)
    out.write_text(deck_json(deck), encoding="utf-8")
    words_file.write_text(words_toml(deck), encoding="utf-8")


if __name__ == "__main__":
    main()
