"""Generates all forms of recent words that the dictionaries lack, which recent.txt lists.

The file gives each word's kind of inflection. Each kind has a model, a word of the dictionary with that inflection,
whose rules then make the forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from deckmaking.kaleidoscope.affixes import Flags, Rules
from deckmaking.kaleidoscope.entries import Entry

RECENT = Path(__file__).with_name("recent.txt")
"""The file that is shipped with this module."""
MODELS = {
    "noun": "soupe",
    "epicene": "jeune",
    "adjective": "grand",
    "eur": "joueur",
    "teur": "acteur",
    "ien": "ancien",
    "eux": "heureux",
    "verb": "cliquer",
}
"""The model word of each kind; "invariable" needs none."""
INVARIABLE = "invariable"
"""The kind of words without other forms."""


def recent_entries(lines: Iterable[str], dictionary: Iterable[Entry]) -> Iterator[Entry]:
    """Yields the words of `lines` ("chatbot noun") as entries with the flags of their models in `dictionary`.

    Raises:
        ValueError: a line is not a word and a known kind, or the dictionary lacks a model word.
    """
    flags = _flags_of_models(dictionary)
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        word, kind = _word_and_kind(line)
        if kind not in flags:
            raise ValueError(f"{line!r} bends like {MODELS[kind]!r}, which the dictionary does not list")
        yield Entry(word, flags[kind])


def recent_forms(lines: Iterable[str], dictionary: Iterable[Entry], rules: Rules) -> set[str]:
    """Every form of the words of `lines`. Raises as `recent_entries`."""
    return {form for entry in recent_entries(lines, dictionary) for form in rules.forms(entry.word, entry.flags)}


def _flags_of_models(dictionary: Iterable[Entry]) -> dict[str, Flags]:
    kinds = {model: kind for kind, model in MODELS.items()}
    found = {kinds[entry.word]: entry.flags for entry in dictionary if entry.word in kinds}
    return {**found, INVARIABLE: frozenset()}


def _word_and_kind(line: str) -> tuple[str, str]:
    match line.split():
        case [word, kind] if kind in MODELS or kind == INVARIABLE:
            return word, kind
    raise ValueError(f"{line!r} is not a word and one of {', '.join((*MODELS, INVARIABLE))}")
