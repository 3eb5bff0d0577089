"""Every "no" of this game: its clause, and a sentence that says what, where and what to do."""

from __future__ import annotations

from companion.core.errors import Illegal
from companion.core.text import Text

WAITS = {
    "colour": Text(fr="le tirage du pion-couleur", en="the colour pawn to be drawn"),
    "first-sort": Text(fr="le premier tri des cartes", en="the first sort of the cards"),
    "symbol": Text(fr="le tirage du pion-symbole", en="the symbol pawn to be drawn"),
    "second-sort": Text(fr="le deuxième tri des cartes", en="the second sort of the cards"),
    "lay-out": Text(fr="la pose des 18 cartes", en="the 18 cards to be laid out"),
    "cover": Text(fr="la pose des sarcophages", en="the sarcophagi to be laid"),
    "families": Text(fr="le choix des familles de jetons", en="the families of tokens to be chosen"),
    "first": Text(fr="le tirage au sort du premier joueur", en="the first player to be drawn by lot"),
    "throw": Text(fr="le jet des trois dés", en="the three dice to be thrown"),
    "dice": Text(fr="le choix des places données par les dés", en="the choice of the places that the dice give"),
    "bets": Text(fr="un pari", en="a bet"),
    "letter": Text(fr="la lecture de la lettre retournée", en="the turned letter to be read"),
    "clue": Text(fr="la consultation d'un indice", en="a clue to be read"),
    "alliances": Text(fr="les alliances", en="the alliances"),
    "truth": Text(fr="le mot révélé par le cadran", en="the word that the dial reveals"),
    "over": Text(fr="une nouvelle partie, celle-ci est finie", en="a new game, this one is over"),
}
"""What the table waits for, by phase."""

_REFUSALS: dict[str, tuple[str, str, str]] = {
    "seats": (
        "2.1",
        "Le Mot de Kaplan se joue de 2 à 8, pas à {seats} : changez le nombre de joueurs.",
        "Le Mot de Kaplan is for 2 to 8 players, not {seats}: change the number of players.",
    ),
    "options": (
        "2.2",
        "Ces options ne sont pas celles du Mot de Kaplan : choisissez le paquet « printed » ou « own », "
        "le tri « camera » ou « hands », et bluff et dés par oui ou par non.",
        "These are not options of Le Mot de Kaplan: choose the deck “printed” or “own”, "
        "the sorting “camera” or “hands”, and bluff and dice by yes or no.",
    ),
    "moment": (
        "3.1",
        "Ce n'est pas le moment : la table attend {waits}.",
        "This is not the moment: the table waits for {waits}.",
    ),
    "no-seat": (
        "2.1",
        "Il n'y a pas de joueur {number} : cette table a {seats} places, choisissez-en une.",
        "There is no player {number}: this table has {seats} seats, choose one of them.",
    ),
    "not-your-turn": (
        "2.11",
        "Ce n'est pas à {who} de jouer : attendez la fin du tour de {turn}.",
        "It is not for {who} to play: wait for the end of {turn}'s turn.",
    ),
    "no-pawn": (
        "1.2",
        "Ce pion n'existe pas dans le sac : tirez un des pions de la boîte.",
        "There is no such pawn in the bag: draw one from the box.",
    ),
    "sorted-by-hand": (
        "2.12",
        "Cette table trie à la main : dites quand le tri est fait.",
        "This table sorts by hand: say when it is done.",
    ),
    "no-such-card": (
        "2.13",
        "Cette carte n'est pas de ce paquet : écartez-la et passez la suivante.",
        "This card is not of this deck: put it aside and pass the next one.",
    ),
    "passed-already": (
        "2.13",
        "Cette carte est déjà passée ({card}) : elle compte une fois, passez la suivante.",
        "This card has passed already ({card}): it counts once, pass the next one.",
    ),
    "other-verdict": (
        "2.13",
        "Les pions en décident autrement pour cette carte ({card}) : repassez-la.",
        "The pawns decide otherwise for this card ({card}): pass it again.",
    ),
    "too-many-discards": (
        "2.14",
        "{most} cartes sont déjà écartées et {kept} doivent rester : cherchez une carte en double, ou repassez tout.",
        "{most} cards are discarded already and {kept} must stay: look for a doubled card, or pass the deck again.",
    ),
    "no-spot": (
        "2.16",
        "La caméra ne suit pas cet emplacement du cadran : posez les cartes sur la couronne et le bouclier.",
        "The camera does not follow that spot of the dial: lay the cards on the crown and the shield.",
    ),
    "seen-already": (
        "2.16",
        "Le cadran est déjà connu ainsi ({spot}) : posez la carte suivante.",
        "The dial is known like that already ({spot}): lay the next card.",
    ),
    "other-verdict-there": (
        "2.16",
        "Les pions en décident autrement pour cet emplacement ({spot}) : montrez la carte à nouveau.",
        "The pawns decide otherwise for that spot ({spot}): show the card again.",
    ),
    "enough-families": (
        "2.9",
        "{who} a déjà tous ses jetons ({count} famille par joueur, deux à deux joueurs) : laissez choisir les autres.",
        "{who} has all tokens already ({count} family a player, two when two play): let the others choose.",
    ),
    "family-taken": (
        "2.9",
        "La famille « {family} » est déjà prise : choisissez-en une autre.",
        "The family “{family}” is taken: choose another one.",
    ),
    "throw": (
        "3.1",
        "Un jet compte trois dés de 1 à 12, du plus petit au plus grand : relancez ou corrigez la lecture.",
        "A throw is three dice from 1 to 12, smallest first: throw again or correct the reading.",
    ),
    "dice-use": (
        "3.3",
        "Les dés {dice} ne donnent pas les places {places} : prenez les trois faces, "
        "ou une somme ou différence de deux dés avec le troisième.",
        "The dice {dice} do not give places {places}: take the three faces, "
        "or a sum or difference of two dice with the third.",
    ),
    "poor-dice-use": (
        "3.6",
        "{who} doit faire deux paris tant que c'est possible, et les places {places} n'en permettent pas assez : "
        "utilisez les dés autrement.",
        "{who} must make two bets as long as it is possible, and places {places} do not allow enough: "
        "use the dice in another way.",
    ),
    "must-bet": (
        "4.1",
        "Il faut au moins deux paris par tour tant que c'est possible, et il y en a {made} : pariez encore.",
        "A turn has at least two bets as long as it is possible, and there are {made}: bet again.",
    ),
    "no-place": (
        "1.1",
        "La place {place} n'existe pas : la couronne va de 1 à 12.",
        "There is no place {place}: the crown goes from 1 to 12.",
    ),
    "not-thrown": (
        "3.2",
        "La place {place} n'est pas, ou plus, donnée par les dés : jouez sur {places}.",
        "The dice do not give place {place}, or no longer: play on {places}.",
    ),
    "twice-on-one-card": (
        "3.8",
        "Sans dés, on joue un seul pari par carte et par tour, et la carte {place} a le sien : "
        "choisissez une autre carte.",
        "Without dice each card takes one bet a turn, and card {place} has had it: choose another card.",
    ),
    "no-sarcophagus": (
        "4.9",
        "La place {place} n'a plus de sarcophage, on n'y mise pas de jeton : retournez sa lettre ou jouez ailleurs.",
        "Place {place} has no sarcophagus left and takes no token: turn its letter or play elsewhere.",
    ),
    "covered": (
        "4.9",
        "La lettre de la place {place} est encore sous son sarcophage : misez d'abord un jeton.",
        "The letter at place {place} is still under its sarcophagus: bet a token first.",
    ),
    "already-turned": (
        "4.9",
        "La lettre de la place {place} est déjà retournée : jouez ailleurs.",
        "The letter at place {place} is turned already: play elsewhere.",
    ),
    "spent": (
        "5.4",
        "Le jeton {value} ({family}) est dépensé : jouez d'abord tous les autres, puis reprenez vos jetons.",
        "Token {value} ({family}) is spent: play all the others first, then take your tokens back.",
    ),
    "no-token": (
        "4.12",
        "{who} n'a pas en main le jeton {value} ({family}) : choisissez un jeton devant vous.",
        "{who} does not hold token {value} ({family}): choose a token in front of you.",
    ),
    "must-hide": (
        "4.3",
        "Ce pari sur la place {place} se joue valeur cachée : retournez le jeton.",
        "This bet on place {place} is played with its value hidden: turn the token over.",
    ),
    "must-show": (
        "4.4",
        "Ce pari sur la place {place} se joue valeur visible : retournez le jeton.",
        "This bet on place {place} is played with its value shown: turn the token over.",
    ),
    "other-letter": (
        "4.9",
        "La table attend la lettre de la place {place} : lisez cette carte-là.",
        "The table waits for the letter at place {place}: read that card.",
    ),
    "letter-cannot-be": (
        "2.6",
        "La place {place} ne peut pas montrer cela sans couper le mot : relisez la carte.",
        "Place {place} cannot show that without cutting the word in two: read the card again.",
    ),
    "tokens-left": (
        "5.5",
        "Il reste des jetons à jouer ({count}) : jouez-les avant de reprendre les jetons dépensés.",
        "There are tokens left to play ({count}): play them before you take the spent ones back.",
    ),
    "nothing-spent": (
        "5.5",
        "Aucun jeton dépensé à reprendre : ils sont tous sur les sarcophages.",
        "There is no spent token to take back: they all lie on sarcophagi.",
    ),
    "no-bet-to-complete": (
        "5.5",
        "Aucun pari de jeton n'est possible à ce tour : reprenez vos jetons quand vous aurez à miser.",
        "No token can be bet in this turn: take your tokens back when you have to bet.",
    ),
    "not-your-clue": (
        "6.1",
        "{who} n'a pas gagné cet indice : c'est à {chooser} de le prendre.",
        "{who} has not won this clue: it is for {chooser} to take it.",
    ),
    "no-clue": (
        "1.1",
        "Cette carte indice n'existe pas : il y en a deux d'or, deux de cuivre et deux d'argent.",
        "There is no such clue card: there are two of gold, two of copper and two of silver.",
    ),
    "not-on-shield": (
        "6.3",
        "Cette carte ({metal}) est dans la réserve : tant que le bouclier en porte, prenez sur le bouclier.",
        "That card ({metal}) is in the reserve: as long as the shield has cards, take one from the shield.",
    ),
    "other-metal": (
        "6.1",
        "Le sarcophage {place} n'est pas du métal « {metal} » : prenez un indice de même métal que lui.",
        "Sarcophagus {place} is not of {metal}: take a clue of its own metal.",
    ),
    "ally-oneself": (
        "9.3",
        "{who} ne peut pas s'allier à soi-même : choisissez un autre joueur.",
        "{who} cannot be their own ally: choose another player.",
    ),
    "has-ally": (
        "9.3",
        "{who} est déjà allié à {ally}, et n'a droit qu'à un seul allié : choisissez un joueur libre.",
        "{who} is already allied to {ally}, and one ally is all: choose a player who is free.",
    ),
    "stays-alone": (
        "9.6",
        "{who} a choisi de jouer seul : cherchez un autre allié.",
        "{who} has chosen to play alone: look for another ally.",
    ),
    "both-announced": (
        "9.5",
        "{who} et {partner} ont tous deux annoncé « Kaplan », or un seul allié annonce : cherchez un autre allié.",
        "{who} and {partner} have both announced “Kaplan”, and only one ally may: look for another ally.",
    ),
    "offered-already": (
        "9.6",
        "{who} s'est déjà proposé à {partner} : attendez la réponse.",
        "{who} has already made {partner} an offer: wait for the answer.",
    ),
    "announced-already": (
        "7.4",
        "{who} a déjà annoncé « Kaplan » : le mot écrit ne se change plus.",
        "{who} has already announced “Kaplan”: the written word stays.",
    ),
    "ally-announced": (
        "9.5",
        "{ally} a annoncé pour les deux alliés : {who} n'annonce plus et partage le score.",
        "{ally} has announced for both allies: {who} announces no more and shares the score.",
    ),
    "unwritable": (
        "7.2",
        "Ce mot ne peut pas être le mot de Kaplan : écrivez un mot de lettres, sans chiffre.",
        "This cannot be the word of Kaplan: write one word in letters, without digits.",
    ),
    "word-length": (
        "7.8",
        "Le mot du cadran a de {shortest} à {longest} lettres : tapez-le tel qu'il se lit sur la couronne.",
        "The dial's word has {shortest} to {longest} letters: type it as the crown shows it.",
    ),
    "word-does-not-fit": (
        "7.8",
        "« {word} » ne s'accorde pas avec les lettres déjà retournées : relisez la couronne.",
        "“{word}” does not agree with the letters already turned: read the crown again.",
    ),
    "no-such-action": (
        "3.1",
        "Ceci n'est pas une action du Mot de Kaplan : choisissez parmi celles que la page propose.",
        "This is not an action of Le Mot de Kaplan: choose one that the page offers.",
    ),
}


def refuse(code: str, *, clause: str | None = None, **values: object) -> Illegal:
    """The refusal "kaplan.<code>", with `values` filled into its sentence; `clause` where a code serves several."""
    usual, french, english = _REFUSALS[code]
    return Illegal(f"kaplan.{code}", Text(fr=french, en=english).filled(**values), clause or usual)
