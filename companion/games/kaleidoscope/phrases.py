"""Actions in words: on buttons before they are played, in the history afterwards.

No sentence reveals whether the lexicon knows something before it was asked (clause 3.5).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.game import Action
from companion.core.text import Text, same, seat_name
from companion.games.kaleidoscope import actions
from companion.games.kaleidoscope.names import column_name, column_shown, letter_name, quoted, word_shown
from companion.games.kaleidoscope.position import Position, other


def label(position: Position, action: Action) -> Text:
    """The action in words, the same for every viewer."""
    said = _SAID[type(action)]
    words: Text = said(position, action) if callable(said) else said
    names = {name: seat_name(getattr(action, field)) for name, field in (("who", "seat"), ("owner", "owner"))
             if hasattr(action, field)}  # fmt: skip
    return words.filled(**names)


def _capital(position: Position, action: actions.CapitalSeen) -> Text:
    said = Text(fr="Majuscule de la {column} : {letter}", en="Capital of {column}: {letter}")
    return said.filled(column=column_name(action.column), letter=letter_name(action.letter))


def _letter(position: Position, action: actions.LetterSeen) -> Text:
    return Text(fr="Lettre retournée : {letter}", en="Letter turned up: {letter}").filled(
        letter=quoted(letter_name(action.letter))
    )


def _place(position: Position, action: actions.Place) -> Text:
    """A placed letter in words. The letter is known by then, except in a truncated journal."""
    said = Text(fr="{{who}} place {letter} : {column}", en="{{who}} places {letter}: {column}")
    letters = position.held or "…"
    return said.filled(letter=quoted(_letters(letters)), column=_after(position, action.seat, action.column, letters))


def _discard(position: Position, action: actions.Discard) -> Text:
    letter = quoted(_letters(position.held or "…"))
    if action.place is None:
        said = Text(fr="{{who}} n'a plus de place pour {letter}", en="{{who}} has no place left for {letter}")
    else:
        said = Text(fr="{{who}} rejette {letter} (place {place})", en="{{who}} discards {letter} (place {place})")
    return said.filled(letter=letter, place=(action.place or 0) + 1)


def _move(position: Position, action: actions.Move) -> Text:
    letters = position.boards[action.seat].columns[action.column][-action.count :]
    said = Text(fr="{{who}} déplace {letters} : {column}", en="{{who}} moves {letters}: {column}")
    return said.filled(letters=quoted(_letters(letters)), column=_after(position, action.seat, action.to, letters))


def _pick_up(position: Position, action: actions.PickUp) -> Text:
    letter = position.boards[action.owner].discards[action.place][-1:]
    said = Text(fr="{{who}} reprend {letter} : {column}", en="{{who}} takes back {letter}: {column}")
    if action.owner != action.seat:
        said = Text(fr="{{who}} vole {letter} : {column}", en="{{who}} steals {letter}: {column}")
    return said.filled(letter=quoted(_letters(letter)), column=_after(position, action.seat, action.column, letter))


def _of_column(said: Text) -> Callable[[Position, Any], Text]:
    """A function that says `said` about an own column."""

    def of(position: Position, action: actions.Announce) -> Text:
        return said.filled(who="{who}", word=quoted(column_shown(position, action.seat, action.column)))

    return of


def _of_opponents(said: Text) -> Callable[[Position, Any], Text]:
    """A function that says `said` about an opponent's column."""

    def of(position: Position, action: actions.Doubt) -> Text:
        return said.filled(who="{who}", word=quoted(column_shown(position, other(action.seat), action.column)))

    return of


def _refuse_word(position: Position, action: actions.RefuseWord) -> Text:
    word = position.boards[action.owner].words[action.number]
    said = Text(
        fr="{{who}} : la table refuse le mot {word} de {{owner}}",
        en="{{who}}: the table refuses {{owner}}'s word {word}",
    )
    return said.filled(word=quoted(same(word_shown(word))))


def _accept_word(position: Position, action: actions.AcceptWord) -> Text:
    refused = position.refused[action.number]
    said = Text(
        fr="{{who}} : la table accepte finalement le mot {word} de {owner}",
        en="{{who}}: the table accepts {owner}'s word {word} after all",
    )
    return said.filled(word=quoted(same(word_shown(refused.word))), owner=seat_name(refused.owner))


def _letters(letters: str) -> Text:
    """Several letters as they stand; a single one by its name."""
    return letter_name(letters) if len(letters) == 1 else same(letters)


def _after(position: Position, seat: int, column: int, letters: str) -> Text:
    """A column as it will stand with the new letters."""
    return column_shown(position, seat, column) + same(letters)


_SAID: dict[type[Action], Text | Callable[[Position, Any], Text]] = {
    actions.CapitalSeen: _capital,
    actions.CapitalTold: _capital,
    actions.TurnUp: Text(fr="{who} retourne une lettre", en="{who} turns up a letter"),
    actions.LetterSeen: _letter,
    actions.LetterTold: _letter,
    actions.Place: _place,
    actions.Discard: _discard,
    actions.Move: _move,
    actions.PickUp: _pick_up,
    actions.Pass: Text(fr="{who} passe", en="{who} passes"),
    actions.RunOut: Text(fr="Le temps de {who} est écoulé", en="{who}'s time has run out"),
    actions.Announce: _of_column(Text(fr="{who} annonce {word}", en="{who} announces {word}")),
    actions.PointOut: _of_opponents(Text(fr="{who} signale {word} comme mot", en="{who} points out {word} as a word")),
    actions.Doubt: _of_opponents(Text(fr="{who} doute de {word}", en="{who} doubts {word}")),
    actions.Accept: Text(fr="{who} : la table l'accepte", en="{who}: the table accepts it"),
    actions.Refuse: Text(fr="{who} : la table le refuse", en="{who}: the table refuses it"),
    actions.RefuseWord: _refuse_word,
    actions.AcceptWord: _accept_word,
    actions.Decline: Text(
        fr="{who} n'est pas d'accord avec le tour passé", en="{who} does not agree that the turn is passed"
    ),
    actions.NoMore: Text(fr="{who} ne voit plus de mot", en="{who} finds no more words"),
}
