"""What the table waits for, in one sentence, addressed to whoever must act or to the others."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.actors import Viewer
from companion.core.text import Text, seat_name, seat_names
from companion.games.kaleidoscope import lexicon, ways
from companion.games.kaleidoscope.judgement import written
from companion.games.kaleidoscope.names import column_name, column_shown, letter_name, quoted
from companion.games.kaleidoscope.position import Judged, Phase, Position, other

_Both = tuple[Text, Text]
"""(what the player reads whom the table waits for, what the others read)."""


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
    """Names only the actions that are possible now."""
    things = ways.things_to_do(position, position.turn)
    stock = bool(position.boards[position.turn].stock)
    others = PLAYS if stock else PLAYS_WITHOUT_STOCK
    if position.passed:
        passer = seat_name(other(position.turn))
        return PASSED.filled(passer=passer, things=things), PASSED_TOLD.filled(passer=passer, who="{who}")
    if position.declined:
        return DECLINED.filled(passer=seat_name(other(position.turn)), things=things), others
    return (YOUR_TURN if stock else STOCK_EMPTY).filled(things=_sentence(things), plain=things), others


def _shown(position: Position) -> _Both:
    said = Text(
        fr="Laissez voir la lettre que {who} retourne, ou dites-la sur un téléphone.",
        en="Let everybody see the letter that {who} turns up, or tell it on a phone.",
    )
    return said, said


def _held(position: Position) -> _Both:
    assert position.held is not None
    full = position.boards[position.turn].place_for(position.held) is None
    yours, others = HELD[position.late, full]
    letter = quoted(letter_name(position.held))
    return yours.filled(letter=letter), others.filled(letter=letter, who="{who}")


def _judged(position: Position) -> _Both:
    """What the lexicon says, and nothing more (clause 3.5)."""
    judged = position.judged
    assert judged is not None
    word = column_shown(position, judged.owner, judged.column)
    said = _asked(position, judged).filled(word=quoted(word), owner=seat_name(judged.owner))
    return said, said


def _asked(position: Position, judged: Judged) -> Text:
    if judged.why != "doubted":
        return UNKNOWN_WORD
    if not judged.known:
        return NO_START
    in_lexicon = lexicon.begins_word(written(position, judged.owner, judged.column))
    return START if in_lexicon else START_OF_THE_TABLE


def _over(position: Position) -> _Both:
    winners = position.winners
    counts = [board.won for board in position.boards]
    if position.blocked is not None:
        said = BLOCKED.filled(loser=seat_name(position.blocked), winner=seat_names(winners))
    elif len(winners) > 1:
        said = BOTH_WIN.filled(names=seat_names(winners), words=_words(counts[0]))
    else:
        (winner,) = winners
        said = WINS.filled(
            winner=seat_name(winner),
            words=_words(counts[winner]),
            fewer=counts[other(winner)],
        )
    return said, said


def _words(count: int) -> Text:
    return Text(fr=f"{count} mot{'s' * (count > 1)}", en=f"{count} word{'s' * (count != 1)}")


def _sentence(words: Text) -> Text:
    return Text(fr=words.fr[:1].upper() + words.fr[1:], en=words.en[:1].upper() + words.en[1:])


_WANTED: dict[Phase, Callable[[Position], _Both]] = {
    Phase.CAPITAL: _capital,
    Phase.TURN: _turn,
    Phase.SHOWN: _shown,
    Phase.HELD: _held,
    Phase.JUDGED: _judged,
    Phase.OVER: _over,
}

YOUR_TURN = Text(fr="{things}.", en="{things}.")
STOCK_EMPTY = Text(fr="Votre pioche est vide : {plain}.", en="Your stock is empty: {plain}.")
PLAYS = Text(fr="{who} joue.", en="{who} plays.")
PLAYS_WITHOUT_STOCK = Text(fr="{who} joue, sans pioche.", en="{who} plays without a stock.")
PASSED = Text(
    fr="{passer} passe ; si vous êtes d'accord, {things} ; sinon, dites que vous n'êtes pas d'accord.",
    en="{passer} passes; if you agree, {things}; if not, say that you do not agree.",
)
PASSED_TOLD = Text(
    fr="{passer} passe : {who} joue, ou n'est pas d'accord.", en="{passer} passes: {who} plays, or does not agree."
)
DECLINED = Text(
    fr="{passer} n'est pas d'accord pour que vous passiez : {things}.",
    en="{passer} does not agree that you pass: {things}.",
)
HELD = {
    (False, False): (
        Text(fr="{letter} : à placer, ou à rejeter.", en="{letter}: place it, or discard it."),
        Text(fr="{who} place ou rejette {letter}.", en="{who} places or discards {letter}."),
    ),
    (False, True): (
        Text(
            fr="{letter} : à placer, car vos huit places de rejet sont prises ; sans place, la partie est perdue.",
            en="{letter}: place it, for your eight places for discards are taken; without a place the game is lost.",
        ),
        Text(
            fr="{who} place {letter}, ou perd faute de place de rejet.",
            en="{who} places {letter}, or loses for want of a place for discards.",
        ),
    ),
    (True, False): (
        Text(fr="Le temps est écoulé : rejetez {letter}.", en="Time is up: discard {letter}."),
        Text(fr="Le temps est écoulé : {who} rejette {letter}.", en="Time is up: {who} discards {letter}."),
    ),
    (True, True): (
        Text(
            fr="Le temps est écoulé et il n'y a plus de place pour {letter} : dites-le, la partie est perdue.",
            en="Time is up and no place is left for {letter}: say so, the game is lost.",
        ),
        Text(
            fr="Le temps est écoulé et {who} n'a plus de place pour {letter}.",
            en="Time is up and {who} has no place left for {letter}.",
        ),
    ),
}
"""By (the time has run out, all places for discards are taken by other letters): the player's and the others' text."""
UNKNOWN_WORD = Text(
    fr="Le lexique ne connaît pas {word} : la table l'accepte, ou non ?",
    en="The lexicon does not know {word}: does the table accept it?",
)
START = Text(
    fr="Le lexique a un mot qui commence par {word} : le jeu continue, sauf si la table le refuse.",
    en="The lexicon has a word that begins with {word}: play on, unless the table refuses it.",
)
START_OF_THE_TABLE = Text(
    fr="La table a déjà accepté un mot qui commence par {word} : le jeu continue, sauf si elle le refuse.",
    en="The table has accepted a word that begins with {word} before: play on, unless it refuses it.",
)
NO_START = Text(
    fr="Le lexique n'a pas de mot qui commence par {word} : ses petites lettres vont sous la pioche de {owner}, "
    "sauf si la table l'accepte.",
    en="The lexicon has no word that begins with {word}: its small letters go under {owner}'s stock, unless the table "
    "accepts it.",
)
BLOCKED = Text(
    fr="Partie finie : {loser} aurait besoin d'une neuvième place pour ses lettres rejetées et a perdu, quels que "
    "soient les mots ; {winner} gagne.",
    en="Game over: {loser} would need a ninth place for discards and has lost, whatever the words; {winner} wins.",
)
BOTH_WIN = Text(
    fr="Partie finie, à égalité : {names} gagnent, avec {words} chacun.",
    en="Game over, a tie: {names} win, with {words} each.",
)
WINS = Text(
    fr="Partie finie : {winner} gagne avec {words} contre {fewer}.",
    en="Game over: {winner} wins with {words} to {fewer}.",
)
