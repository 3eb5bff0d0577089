"""Every refusal of this game: its clause, and a sentence that says what, where and what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.game import Action, SeatAction
from companion.core.text import Text, seat_names
from companion.games.kaleidoscope import actions
from companion.games.kaleidoscope.position import Phase, Position

WAITS = {
    "capital": Text(fr="une majuscule au milieu", en="a capital in the middle"),
    "turn": Text(fr="l'une des quatre actions d'un tour", en="one of the four things to do in a turn"),
    "shown": Text(fr="de savoir quelle lettre est retournée", en="to hear which letter was turned up"),
    "held": Text(
        fr="que la lettre retournée soit placée ou rejetée",
        en="the letter that was turned up to be placed or discarded",
    ),
    "judged": Text(fr="ce que la table décide", en="what the table decides"),
    "over": Text(fr="une nouvelle partie, celle-ci est finie", en="a new game, this one is over"),
}
"""What the table waits for, by phase."""

CLAUSE_OF_OWNER = {False: "2.5", True: "2.6"}
"""The clause about taking a discard, by whether it is the player's own."""
CLAUSE_OF: dict[type[Action], str] = {
    actions.CapitalSeen: "1.6",
    actions.CapitalTold: "1.6",
    actions.TurnUp: "2.2",
    actions.LetterSeen: "2.2",
    actions.LetterTold: "2.2",
    actions.Place: "2.3",
    actions.Discard: "5.1",
    actions.Move: "2.4",
    actions.Pass: "2.10",
    actions.Decline: "2.10",
    actions.RunOut: "2.7",
    actions.Announce: "4.1",
    actions.PointOut: "4.4",
    actions.Doubt: "6.1",
    actions.Accept: "4.5",
    actions.Refuse: "4.5",
    actions.RefuseWord: "6.5",
    actions.AcceptWord: "6.6",
    actions.NoMore: "7.3",
}
"""For each kind of action except PickUp, which depends on whose discard it is, the clause about it."""

_REFUSALS: dict[str, tuple[str, str, str]] = {
    "seats": (
        "1.3",
        "Kaléidoscope se joue à 2, pas à {count} : changez le nombre de joueurs.",
        "Kaléidoscope is for 2 players, not {count}: change the number of players.",
    ),
    "options": (
        "1.4",
        "Kaléidoscope n'a pas cette valeur pour « {name} » : choisissez parmi {known}.",
        "Kaléidoscope has no such value for “{name}”: choose one of {known}.",
    ),
    "no-such-action": (
        "2.1",
        "Ceci n'existe pas à Kaléidoscope : choisissez parmi ce que la page propose.",
        "There is no such thing in Kaléidoscope: choose what the page offers.",
    ),
    "no-such-seat": (
        "1.3",
        "Il n'y a que deux places, Sud et Nord : choisissez l'une des deux.",
        "There are two seats only, South and North: choose one of them.",
    ),
    "moment": (
        "2.1",
        "Ce n'est pas le moment : la table attend {waits}.",
        "This is not the moment: the table waits for {waits}.",
    ),
    "not-your-turn": ("2.1", "C'est à {who} de jouer : attendez.", "It is {who}'s turn: wait."),
    "no-such-capital": (
        "1.1",
        "Ce n'est pas une majuscule du jeu : relisez la carte du milieu.",
        "That is no capital of this game: read the card in the middle again.",
    ),
    "no-such-small-letter": (
        "1.2",
        "Ce n'est pas une minuscule du jeu : relisez la carte retournée.",
        "That is no small letter of this game: read the card that was turned up again.",
    ),
    "capital-elsewhere": (
        "1.1",
        "Cette majuscule est déjà dans la rangée ou sur un mot gagné : relisez la carte du milieu.",
        "That capital is in the row or on a won word already: read the card in the middle again.",
    ),
    "letter-elsewhere": (
        "1.2",
        "Toutes les minuscules de cette lettre sont déjà visibles ailleurs : relisez la carte retournée.",
        "All small letters of that kind lie face up elsewhere: read the card that was turned up again.",
    ),
    "not-that-column": (
        "1.6",
        "C'est la colonne {due} qui attend une majuscule : dites d'abord celle-là.",
        "It is column {due} that waits for a capital: tell that one first.",
    ),
    "no-such-column": (
        "2.3",
        "Il n'y a pas de telle colonne : choisissez-en une de la rangée de majuscules.",
        "There is no such column: choose one of the row of capitals.",
    ),
    "no-capital-yet": (
        "4.1",
        "La colonne {column} n'a pas encore de majuscule : posez-en une d'abord.",
        "Column {column} has no capital yet: lay one first.",
    ),
    "stock-empty": (
        "2.2",
        "La pioche de {who} est vide : {instead}.",
        "{who}'s stock is empty: {instead}.",
    ),
    "two-jokers": (
        "3.3",
        "Un mot n'a qu'un joker : choisissez une colonne qui n'en a pas.",
        "A word has one joker at most: choose a column without one.",
    ),
    "nothing-to-move": (
        "2.4",
        "Cette colonne n'a pas de petite lettre à déplacer : {instead}.",
        "That column has no small letter to move: {instead}.",
    ),
    "not-those-letters": (
        "2.4",
        "On déplace de 1 à {most} lettres de cette colonne, depuis sa fin : changez leur nombre.",
        "From 1 to {most} letters of that column can be moved, from its end: change their number.",
    ),
    "same-column": (
        "2.4",
        "Ces lettres y sont déjà : déplacez-les vers une autre colonne.",
        "These letters are there already: move them to another column.",
    ),
    "no-discard-there": (
        "2.5",
        "Il n'y a pas de lettre rejetée à cette place : {instead}.",
        "No discard lies at that place: {instead}.",
    ),
    "too-late": (
        "2.7",
        "Le temps est écoulé : rejetez la lettre retournée.",
        "The time has run out: discard the letter that was turned up.",
    ),
    "no-clock": (
        "2.7",
        "Cette partie se joue sans limite de temps : {instead}.",
        "This game has no time limit: {instead}.",
    ),
    "first-turn": (
        "2.9",
        "Vous n'avez pas encore retourné de lettre : retournez-en une.",
        "You have turned up no letter yet: turn one up.",
    ),
    "pass-declined": (
        "2.10",
        "{who} n'est pas d'accord pour que vous passiez : {instead}.",
        "{who} does not agree that you pass: {instead}.",
    ),
    "nothing-passed": (
        "2.10",
        "L'adversaire n'a pas passé son tour, ou ne pouvait rien faire d'autre : {instead}.",
        "The opponent has not passed, or could do nothing else: {instead}.",
    ),
    "on-its-like": (
        "5.2",
        "Cette lettre se rejette sur sa pareille : choisissez la place {place}.",
        "That letter is discarded on its like: choose place {place}.",
    ),
    "on-a-free-place": (
        "5.1",
        "Cette lettre se rejette à une place libre : choisissez par exemple la place {place}.",
        "That letter is discarded on a free place: choose place {place}, for one.",
    ),
    "no-place-left": (
        "5.3",
        "D'autres lettres prennent les huit places de rejet : {instead}.",
        "Other letters take all eight places for discards: {instead}.",
    ),
    "too-short": (
        "4.1",
        "Un mot gagné a au moins {shortest} lettres : prolongez d'abord la colonne {column}.",
        "A won word has {shortest} letters or more: make column {column} longer first.",
    ),
    "too-short-to-point-out": (
        "4.4",
        "Un mot gagné a au moins {shortest} lettres : attendez que la colonne {column} soit plus longue.",
        "A won word has {shortest} letters or more: wait until column {column} is longer.",
    ),
    "nothing-to-doubt": (
        "6.1",
        "L'adversaire n'a pas de petite lettre dans la colonne {column} : attendez qu'il en place une.",
        "The opponent has no small letter in column {column}: wait until one is placed.",
    ),
    "no-such-word": (
        "6.5",
        "Ce mot n'est pas gagné : choisissez-en un parmi les mots gagnés.",
        "That word is not won: choose one of those that are.",
    ),
    "no-such-refusal": (
        "6.6",
        "La table n'a pas refusé ce mot : choisissez-en un parmi les mots refusés.",
        "The table has not refused that word: choose one of those that it has.",
    ),
    "said-already": (
        "7.3",
        "{who} l'a déjà dit : {instead}.",
        "{who} has said so already: {instead}.",
    ),
}


def refuse(code: str, *, clause: str = "", seats: tuple[int, ...] = (), **values: object) -> Illegal:
    """The refusal with code "kaleidoscope.<code>".

    Args:
        clause: replaces the usual clause.
        seats: players named in the sentence as {who}.
        values: filled into the sentence.
    """
    usual, french, english = _REFUSALS[code]
    names = {"who": seat_names(seats)} if seats else {}
    said = Text(fr=french, en=english).filled(**names, **values)
    return Illegal(f"kaleidoscope.{code}", said, clause or usual)


def clause_of(action: Action) -> str:
    """The clause about an action."""
    if isinstance(action, actions.PickUp):
        return CLAUSE_OF_OWNER[action.owner == action.seat]
    return CLAUSE_OF[type(action)]


def require(position: Position, action: Action, *phases: Phase) -> None:
    """Check that the table is in one of `phases`.

    Raises:
        Illegal: it is not (the clause of `action`).
    """
    if position.phase not in phases:
        raise refuse("moment", clause=clause_of(action), waits=WAITS[position.phase.value])


def require_turn(position: Position, action: SeatAction) -> None:
    """Check that it is the turn of the acting seat.

    Raises:
        Illegal: it is the opponent's turn (the clause of `action`).
    """
    if action.seat != position.turn:
        raise refuse("not-your-turn", clause=clause_of(action), seats=(position.turn,))


def require_seat(position: Position, seat: int) -> None:
    """Check that the seat exists.

    Raises:
        Illegal: it does not (1.3).
    """
    if seat not in position.seats:
        raise refuse("no-such-seat")


def require_column(position: Position, column: int) -> None:
    """Check that the column exists.

    Raises:
        Illegal: it does not (2.3).
    """
    if column not in position.columns:
        raise refuse("no-such-column")
