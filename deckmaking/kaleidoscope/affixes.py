"""Generates all forms of a Hunspell dictionary's entries with its affix rules.

Hunspell itself applies the rules backwards, from a written form to its entry. The forms generated here are those that
Hunspell would accept; its manual page hunspell(5) says what each line of an .aff file means. An entry takes at most two
suffixes and one prefix. Compounds are not made; two prefixes at one word and affixes in two halves (COMPLEXPREFIXES,
CIRCUMFIX) are refused, because no French dictionary has them.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

Flags = frozenset[str]
"""A set of flags, which name affixes and properties of an entry."""
_PLACE = re.compile(r"\[(\^?)([^\]]+)\]|(.)")
"""One character of a condition: a set in brackets, a negated set, one letter, or a dot for any."""


class FlagStyle(enum.Enum):
    """How the flags of an entry are written (the command FLAG)."""

    CHARACTER = "character"
    UTF_8 = "UTF-8"
    LONG = "long"
    NUMBER = "num"

    def split(self, text: str) -> Flags:
        """Split `text` into flags. Raises ValueError when it ends in the middle of a flag."""
        if self is FlagStyle.NUMBER:
            return frozenset(text.split(",")) if text else frozenset()
        width = 2 if self is FlagStyle.LONG else 1
        if len(text) % width:
            raise ValueError(f"{text!r} ends in half a flag")
        return frozenset(text[at : at + width] for at in range(0, len(text), width))


@dataclass(frozen=True, slots=True)
class Affix:
    """One rule: if the condition holds, replace `strip` at one end of a word by `add`.

    Attributes:
        strip, add: the letters to remove and to add; either may be "".
        condition: pattern that the word's end (of a suffix) or start (of a prefix) must match.
        places: number of letters that a suffix's condition examines; 0 for a prefix.
        flags: affixes that may follow this one, and other properties of the new form.
        crosses: whether the affix may be combined with one at the other end of the word.
    """

    strip: str
    add: str
    condition: re.Pattern[str]
    places: int
    flags: Flags
    crosses: bool

    def at_end(self, word: str) -> str | None:
        """`word` with this suffix, or None where the rule does not apply."""
        start = len(word) - self.places
        if start < 0 or not word.endswith(self.strip) or self.condition.fullmatch(word, start) is None:
            return None
        return word[: len(word) - len(self.strip)] + self.add

    def at_start(self, word: str) -> str | None:
        """`word` with this prefix, or None where the rule does not apply."""
        if not word.startswith(self.strip) or self.condition.match(word) is None:
            return None
        return self.add + word[len(self.strip) :]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an .aff file.

    Attributes:
        suffixes, prefixes: the affixes of each flag.
        style: how flags are written.
        aliases: numbered sets of flags (AF); () where the file has none.
        needs_affix, forbidden, only_in_compound: the flags with these meanings, or None.
        strips_all: whether an affix may replace the whole word (FULLSTRIP).
    """

    suffixes: dict[str, tuple[Affix, ...]] = field(default_factory=dict)
    prefixes: dict[str, tuple[Affix, ...]] = field(default_factory=dict)
    style: FlagStyle = FlagStyle.CHARACTER
    aliases: tuple[Flags, ...] = ()
    needs_affix: str | None = None
    forbidden: str | None = None
    only_in_compound: str | None = None
    strips_all: bool = False

    def flags(self, text: str) -> Flags:
        """Parse flags; `text` is the number of a set where the file has numbered sets (AF)."""
        return self.aliases[int(text) - 1] if self.aliases and text else self.style.split(text)

    def only(self, wanted: Callable[[str], bool]) -> Rules:
        """The rules with only those affixes whose added letters satisfy `wanted`; saves generating the other forms."""

        def kept(affixes: dict[str, tuple[Affix, ...]]) -> dict[str, tuple[Affix, ...]]:
            return {flag: tuple(each for each in those if wanted(each.add)) for flag, those in affixes.items()}

        return replace(self, suffixes=kept(self.suffixes), prefixes=kept(self.prefixes))

    def forms(self, word: str, flags: Flags) -> Iterator[str]:
        """Yields every form of an entry, some more than once; nothing for entries that occur only in compounds."""
        if self.only_in_compound in flags:
            return
        if self.needs_affix not in flags:
            yield word
        for prefix in _named(self.prefixes, flags):
            yield from self._prefixed(word, prefix, flags)
        for suffix, form in self._suffixed(word, flags):
            yield from self._standing(suffix, form)
            for second, longer in self._suffixed(form, suffix.flags):
                yield from self._standing(second, longer)
                if suffix.crosses:
                    yield from self._crossed(second, longer, flags | suffix.flags | second.flags)
            yield from self._crossed(suffix, form, flags | suffix.flags)

    def _suffixed(self, word: str, flags: Flags) -> Iterator[tuple[Affix, str]]:
        for suffix in _named(self.suffixes, flags):
            if self._leaves_some(suffix, word) and (form := suffix.at_end(word)) is not None:
                yield suffix, form

    def _prefixed(self, word: str, prefix: Affix, flags: Flags) -> Iterator[str]:
        """Yields `word` with the prefix alone, and with the suffixes that only the prefix allows."""
        if self._leaves_some(prefix, word) and (form := prefix.at_start(word)) is not None:
            yield from self._standing(prefix, form)
        if prefix.crosses:
            for suffix, ended in self._suffixed(word, prefix.flags - flags):
                if suffix.crosses and (form := prefix.at_start(ended)) is not None:
                    yield from self._standing(suffix, form)

    def _crossed(self, suffix: Affix, form: str, flags: Flags) -> Iterator[str]:
        if suffix.crosses:
            for prefix in _named(self.prefixes, flags):
                if prefix.crosses and (whole := prefix.at_start(form)) is not None:
                    yield whole

    def _standing(self, affix: Affix, form: str) -> Iterator[str]:
        if self.needs_affix not in affix.flags and self.only_in_compound not in affix.flags:
            yield form

    def _leaves_some(self, affix: Affix, word: str) -> bool:
        return self.strips_all or len(affix.strip) < len(word)


def _named(affixes: dict[str, tuple[Affix, ...]], flags: Flags) -> Iterator[Affix]:
    for flag in flags:
        yield from affixes.get(flag, ())


def read_rules(lines: Iterable[str]) -> Rules:
    """Parse the lines of an .aff file.

    Raises:
        ValueError: the file is not in UTF-8, has an unsupported command, or flags that are cut off.
    """
    rules = Rules()
    crosses: dict[tuple[str, str], bool] = {}
    alias_lines = 0
    circumfix = ""
    for line in lines:
        match line.split():
            case ["SET", name] if name != "UTF-8":
                raise ValueError(f"the files must be in UTF-8, not {name}")
            case ["COMPLEXPREFIXES", *_]:
                raise ValueError("COMPLEXPREFIXES, two prefixes at one word, is not known here")
            case ["CIRCUMFIX", flag]:
                circumfix = flag
            case ["FLAG", style]:
                rules = replace(rules, style=FlagStyle(style))
            case ["FULLSTRIP"]:
                rules = replace(rules, strips_all=True)
            case ["NEEDAFFIX", flag]:
                rules = replace(rules, needs_affix=flag)
            case ["FORBIDDENWORD", flag]:
                rules = replace(rules, forbidden=flag)
            case ["ONLYINCOMPOUND", flag]:
                rules = replace(rules, only_in_compound=flag)
            case ["AF", text, *_]:  # the first line says how many follow
                alias_lines += 1
                if alias_lines > 1:
                    rules = replace(rules, aliases=(*rules.aliases, rules.style.split(text)))
            case [("SFX" | "PFX") as kind, flag, first, second, *rest]:
                named = kind, flag
                if named not in crosses:  # a header: whether prefix and suffix cross, and how many lines follow
                    crosses[named] = first == "Y"
                    continue
                affix = _affix(rules, (first, second, *rest), at_end=kind == "SFX", crosses=crosses[named])
                if circumfix in affix.flags:
                    raise ValueError(f"{line.strip()!r} is half of a CIRCUMFIX, which is not known here")
                affixes = rules.suffixes if kind == "SFX" else rules.prefixes
                affixes[flag] = (*affixes.get(flag, ()), affix)
    return rules


def _affix(rules: Rules, parts: tuple[str, ...], *, at_end: bool, crosses: bool) -> Affix:
    strip, added, *more = parts
    add, _, flags = added.partition("/")
    condition = more[0] if more else "."
    pattern, places = _pattern(condition)
    return Affix(_letters(strip), _letters(add), pattern, places if at_end else 0, rules.flags(flags), crosses)


def _letters(text: str) -> str:
    return "" if text == "0" else text


def _pattern(condition: str) -> tuple[re.Pattern[str], int]:
    """A condition as a regular expression, and the number of letters that it examines; a single dot examines none."""
    if condition == ".":
        return re.compile(""), 0
    places = [_place(*found.groups(default="")) for found in _PLACE.finditer(condition)]
    return re.compile("".join(places)), len(places)


def _place(negation: str, choice: str, letter: str) -> str:
    if choice:
        return f"[{negation}{re.escape(choice)}]"
    return letter if letter == "." else re.escape(letter)
