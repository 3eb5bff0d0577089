"""Makes Kaléidoscope's word list: `python -m deckmaking.kaleidoscope.words INDEX.DIC INDEX.AFF --out FOLDER`.

INDEX.DIC and INDEX.AFF are a French Hunspell dictionary by Olivier R. and others (Grammalecte, once Dicollecte). Two of
theirs are used: "Classique", as the npm package dictionary-fr carries it, and with `--also` "Toutes variantes", as the
Debian package hunspell-fr-comprehensive carries it, which knows the spelling of 1990 too. `--recent` adds words of
today that neither lists (recent.py). The npm package lacks the fields that distinguish nouns from names and units
(po:prn, po:symb), so these entries are left out, by spelling, by one flag, and by a list made by hand:

- What has a capital, a digit, an apostrophe, a hyphen, a dot or any other sign in it. Names of people and places begin
  with a capital; most units and symbols have one, or a sign. Words with a hyphen (arc-en-ciel) or an apostrophe
  (aujourd'hui) cannot be laid with letters, and their parts are words only where the dictionary lists them alone. This
  also keeps out the forms with an elided word before them (l'arc, qu'il), which the .aff makes with prefixes.
- What has the flag `--`, which no rule names. It stands at units (km, cd), ordinals in figures, Roman numerals,
  currency codes, top-level domains and cut words (qu, jusqu, lorsqu). A word that is also listed without it stays:
  "bar" is a unit and a place, "min" a unit and a language.
- What has one letter in its own spelling: the names of letters, of which "æ" and "œ" would become "ae" and "oe".
- `left_out.py`: abbreviations, symbols, pieces of foreign phrases. The files show these like any other word.
- What the .aff forbids or keeps for compounds.

Then accents go, œ is written oe and æ ae, and words of two letters or more remain, a to z.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import Path

import click
import marisa_trie

from deckmaking.kaleidoscope.affixes import Rules, read_rules
from deckmaking.kaleidoscope.entries import Entry, read_entries
from deckmaking.kaleidoscope.left_out import LEFT_OUT
from deckmaking.kaleidoscope.recent import recent_forms

TRIE = "french.marisa"
"""Name of the word list's file, a MARISA trie."""
SHORTEST = 2  # letters of the shortest word of the game
_NO_WORD_FLAG = "--"  # flag of entries that are not words, see above
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


def plain(word: str) -> str:
    """The word without accents, with oe for œ and ae for æ. Other characters stay, so it may hold more than a to z."""
    split = unicodedata.normalize("NFD", word.translate(_LIGATURES))
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def french_words(dic: Iterable[str], rules: Rules, left_out: frozenset[str] = LEFT_OUT) -> list[str]:
    """All words of the game from a dictionary, sorted, each once.

    Args:
        dic: lines of the .dic file.
        rules: the rules of its .aff file.
        left_out: entries to leave out.

    Raises:
        ValueError: a line is not an entry.
    """
    lettered = _lettered(rules)
    spelled: set[str] = set()
    forbidden: set[str] = set()
    for entry in read_entries(dic, rules):
        if rules.forbidden in entry.flags:
            forbidden.update(lettered.forms(entry.word, entry.flags))
        elif _is_wanted(entry, left_out):
            spelled.update(lettered.forms(entry.word, entry.flags))
    return _playable(spelled - forbidden)


def words_of_today(lines: Iterable[str], dic: Iterable[str], rules: Rules) -> list[str]:
    """All words of the game from a list like recent.txt, inflected like words of a dictionary, sorted.

    Args:
        lines: lines of the list.
        dic, rules: the dictionary, as in `french_words`.

    Raises:
        ValueError: a line is not valid, or the dictionary lacks a model word.
    """
    return _playable(recent_forms(lines, read_entries(dic, rules), _lettered(rules)))


def _lettered(rules: Rules) -> Rules:
    """The rules without affixes that add anything but lower-case letters, such as the elided word of "l'arc"."""
    return rules.only(lambda added: not added or _is_small(added))


def _playable(spelled: Iterable[str]) -> list[str]:
    return sorted({word for each in spelled if _is_playable(word := plain(each))})


def _is_wanted(entry: Entry, left_out: frozenset[str]) -> bool:
    return (
        len(entry.word) >= SHORTEST
        and _is_small(entry.word)
        and _NO_WORD_FLAG not in entry.flags
        and entry.word not in left_out
    )


def _is_small(text: str) -> bool:
    """Whether the text consists of lower-case letters (of any alphabet) only."""
    return text.isalpha() and text == text.lower()


def _is_playable(word: str) -> bool:
    return len(word) >= SHORTEST and word.isascii() and word.isalpha()


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8-sig").splitlines()


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("dic", type=_FILE)
@click.argument("aff", type=_FILE)
@click.option(
    "--also", type=(_FILE, _FILE), multiple=True, metavar="DIC AFF", help="Another dictionary; may come often."
)
@click.option("--recent", type=_FILE, help="Words of today, each with how it bends (recent.txt).")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder to write into.")
@click.option("--text", type=click.Path(dir_okay=False, path_type=Path), help="Also write the words here, one a line.")
def main(
    dic: Path, aff: Path, also: tuple[tuple[Path, Path], ...], recent: Path | None, out: Path, text: Path | None
) -> None:
    """Make the French word list out of DIC and AFF and write it to --out as french.marisa.

    Example: python -m deckmaking.kaleidoscope.words index.dic index.aff --out companion/games/kaleidoscope/lexicon
    """
    rules = read_rules(_lines(aff))
    found = set(french_words(_lines(dic), rules))
    for other_dic, other_aff in also:
        found.update(french_words(_lines(other_dic), read_rules(_lines(other_aff))))
    if recent is not None:
        found.update(words_of_today(_lines(recent), _lines(dic), rules))
    words = sorted(found)
    out.mkdir(parents=True, exist_ok=True)
    trie = marisa_trie.Trie(words)
    trie.save(str(out / TRIE))
    if text is not None:
        text.write_text("".join(f"{word}\n" for word in words), encoding="ascii")
    click.echo(f"{len(words)} words, {(out / TRIE).stat().st_size} bytes")


if __name__ == "__main__":
    main()
