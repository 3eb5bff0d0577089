"""What the table waits for, in one sentence, said to whoever must act and to those who look on."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.actors import Viewer
from companion.core.text import Text, seat_name, seat_names
from companion.games.kaleidoscope.ending import WON
from companion.games.kaleidoscope.names import column_name, column_shown, letter_name, quoted
from companion.games.kaleidoscope.position import Phase, Position, other

_Both = tuple[Text, Text]
"""What the player reads whom the table waits for, and what the others read."""


def prompt(position: Position, viewer: Viewer) -> Text:
    """One sentence for `viewer`."""
    yours, others = _WANTED[position.phase](position)
    said = yours if viewer is not None and viewer == position.turn else others
    return said.filled(who=seat_name(position.turn))


def _capital(position: Position) -> _Both:
    assert position.due is not None
    said = Text(
        fr="Posez une majuscule au milieu, face visible : {column}.",
        en="Lay a capital in the middle, face up: {column}.",
    ).filled(column=column_name(position.due))
    return said, said


def _turn(position: Position) -> _Both:
    if position.boards[position.turn].stock:
        return (
            Text(
                fr="Retournez une lettre, ou déplacez, volez, reprenez.",
                en="Turn up a letter, or move, steal, take back.",
            ),
            Text(fr="{who} joue.", en="{who} plays."),
        )
    return (
        Text(
            fr="Votre pioche est vide : déplacez, volez, reprenez, ou dites que vous ne voyez plus de mot.",
            en="Your stock is empty: move, steal, take back, or say that you find no more words.",
        ),
        Text(fr="{who} joue, sans pioche.", en="{who} plays without a stock."),
    )


def _shown(position: Position) -> _Both:
    said = Text(
        fr="Laissez voir la lettre que {who} retourne, ou dites-la sur un téléphone.",
        en="Let everybody see the letter that {who} turns up, or tell it on a phone.",
    )
    return said, said


def _held(position: Position) -> _Both:
    assert position.held is not None
    letter = quoted(letter_name(position.held))
    if position.late:
        yours = Text(fr="Le temps est écoulé : rejetez {letter}.", en="Time is up: discard {letter}.")
        others = Text(fr="Le temps est écoulé : {{who}} rejette {letter}.", en="Time is up: {{who}} discards {letter}.")
    else:
        yours = Text(fr="{letter} : à placer, ou à rejeter.", en="{letter}: place it, or discard it.")
        others = Text(fr="{{who}} place ou rejette {letter}.", en="{{who}} places or discards {letter}.")
    return yours.filled(letter=letter), others.filled(letter=letter)


def _judged(position: Position) -> _Both:
    """What the lexicon says, in as few words (clause 3.5)."""
    judged = position.judged
    assert judged is not None
    if judged.why != "doubted":
        said = Text(
            fr="Le lexique ne connaît pas {word} : la table l'accepte, ou non ?",
            en="The lexicon does not know {word}: does the table accept it?",
        )
    elif judged.known:
        said = Text(
            fr="Le lexique a un mot qui commence par {word} : le jeu continue, sauf si la table le refuse.",
            en="The lexicon has a word that begins with {word}: play on, unless the table refuses it.",
        )
    else:
        said = Text(
            fr="Le lexique n'a pas de mot qui commence par {word} : ses petites lettres vont sous la pioche "
            "de {owner}, sauf si la table l'accepte.",
            en="The lexicon has no word that begins with {word}: its small letters go under {owner}'s stock, "
            "unless the table accepts it.",
        )
    word = column_shown(position, judged.owner, judged.column)
    said = said.filled(word=quoted(word), owner=seat_name(judged.owner))
    return said, said


def _over(position: Position) -> _Both:
    assert position.scores is not None
    winners = tuple(seat for seat in position.seats if position.scores[seat] == WON)
    counts = [len(board.words) for board in position.boards]
    if len(winners) > 1:
        said = Text(fr="Partie finie, {words} : {names} gagnent.", en="Game over, {words}: {names} win.")
    elif max(counts) >= position.options.words_to_win or all(board.no_more for board in position.boards):
        said = Text(fr="Partie finie, {words} : {names} gagne.", en="Game over, {words}: {names} wins.")
    else:
        said = Text(
            fr="Partie finie : {loser} aurait besoin d'une neuvième place pour ses lettres rejetées, {names} gagne.",
            en="Game over: {loser} would need a ninth place for discards, {names} wins.",
        )
    loser = seat_name(other(winners[0]))
    said = said.filled(words=" – ".join(map(str, counts)), names=seat_names(winners), loser=loser)
    return said, said


_WANTED: dict[Phase, Callable[[Position], _Both]] = {
    Phase.CAPITAL: _capital,
    Phase.TURN: _turn,
    Phase.SHOWN: _shown,
    Phase.HELD: _held,
    Phase.JUDGED: _judged,
    Phase.OVER: _over,
}
