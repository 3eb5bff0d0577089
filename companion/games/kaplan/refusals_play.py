"""Refusals during play: clause, French and English sentence (RULES.md, 3 to 6)."""

from __future__ import annotations

PLAYING: dict[str, tuple[str, str, str]] = {
    "without-dice": (
        "3.8",
        "Cette partie se joue sans dés, il n'y a rien à lancer : pariez sur les cartes de votre choix.",
        "This game is played without dice, there is nothing to throw: bet on cards of your choice.",
    ),
    "not-your-turn": (
        "2.11",
        "Ce n'est pas à {who} de jouer : attendez la fin du tour de {turn}.",
        "It is not for {who} to play: wait for the end of {turn}'s turn.",
    ),
    "moment": (
        "3.1",
        "Ce n'est pas le moment : la table attend {waits}.",
        "This is not the moment: the table waits for {waits}.",
    ),
    "throw": (
        "1.6",
        "Un jet compte trois dés de 1 à 12, du plus petit au plus grand : relancez ou corrigez la lecture.",
        "A throw is three dice from 1 to 12, smallest first: throw again or correct the reading.",
    ),
    "dice-use": (
        "3.3",
        "Les dés {dice} ne donnent pas les places {places} : prenez les trois faces, ou une somme ou différence de "
        "deux dés avec le troisième.",
        "The dice {dice} do not give places {places}: take the three faces, or a sum or difference of two dice "
        "with the third.",
    ),
    "poor-dice-use": (
        "3.6",
        "Les places {places} permettent moins de paris que {who} n'en doit à ce jet : utilisez les dés autrement, "
        "par exemple sur {better}.",
        "Places {places} allow fewer bets than {who} must make with this throw: use the dice in another way, on "
        "{better} for example.",
    ),
    "no-use": (
        "4.2",
        "Aucune façon d'utiliser ces dés ne permet un pari, les places {places} non plus : passez.",
        "No use of these dice allows a bet, nor do places {places}: pass.",
    ),
    "must-use-dice": (
        "4.1",
        "{who} peut encore parier avec ce jet, et doit deux paris par tour tant que c'est possible : choisissez "
        "comment utiliser les dés.",
        "{who} can bet with this throw, and owes two bets a turn as long as it is possible: choose how to use the "
        "dice.",
    ),
    "must-bet": (
        "4.1",
        "{who} doit au moins deux paris par tour tant que c'est possible (faits : {made}) : misez un jeton sur "
        "{places}.",
        "{who} owes at least two bets a turn as long as it is possible (made: {made}): bet a token on {places}.",
    ),
    "no-place": (
        "1.1",
        "La place {place} n'existe pas : choisissez-en une sur la couronne, de 1 à 12.",
        "There is no place {place}: choose one of the crown, from 1 to 12.",
    ),
    "not-thrown": (
        "3.2",
        "Les dés ne donnent pas la place {place} à ce tour : {next}.",
        "The dice do not give place {place} in this turn: {next}.",
    ),
    "has-had-its-bets": (
        "3.5",
        "La place {place} a eu tous ses paris de ce tour, un par dé et par emplacement libre quand les dés sont "
        "tombés : {next}.",
        "Place {place} has had all its bets of this turn, one for each die and each bet place free when the dice "
        "fell: {next}.",
    ),
    "twice-on-one-card": (
        "3.8",
        "Sans dés, une carte ne reçoit qu'un pari par tour, et la carte {place} a eu le sien : {next}.",
        "Without dice each card takes one bet a turn, and card {place} has had it: {next}.",
    ),
    "no-sarcophagus": (
        "4.9",
        "La place {place} n'a plus de sarcophage, on n'y mise pas de jeton : {next}.",
        "Place {place} has no sarcophagus left and takes no token: {next}.",
    ),
    "covered": (
        "4.9",
        "La lettre de la place {place} est encore sous son sarcophage et ne se retourne pas : {next}.",
        "The letter at place {place} is still under its sarcophagus and cannot be turned: {next}.",
    ),
    "already-turned": (
        "4.9",
        "La lettre de la place {place} est déjà retournée : {next}.",
        "The letter at place {place} is turned already: {next}.",
    ),
    "spent": (
        "5.4",
        "Le jeton {value} ({family}) est dépensé : jouez d'abord tous les autres, puis reprenez vos jetons.",
        "Token {value} ({family}) is spent: play all the others first, then take your tokens back.",
    ),
    "spent-take-back": (
        "5.4",
        "Le jeton {value} ({family}) est dépensé et votre main est vide : reprenez d'abord vos jetons dépensés.",
        "Token {value} ({family}) is spent and your hand is empty: take your spent tokens back first.",
    ),
    "no-token": (
        "4.12",
        "{who} n'a pas en main le jeton {value} ({family}) : {next}.",
        "{who} does not hold token {value} ({family}): {next}.",
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
        "Les jetons dépensés se reprennent quand la main est vide, et il y reste des jetons ({count}) : jouez-les "
        "d'abord.",
        "Spent tokens are taken back with an empty hand, and there are tokens left in it ({count}): play them first.",
    ),
    "nothing-spent": (
        "5.5",
        "Aucun jeton dépensé à reprendre : ils sont tous sur les sarcophages.",
        "There is no spent token to take back: they all lie on sarcophagi.",
    ),
    "no-bet-to-complete": (
        "5.5",
        "Plus aucun jeton ne peut être misé à ce tour : reprenez vos jetons quand vous aurez à miser.",
        "No token can be bet any more in this turn: take your tokens back when you have to bet.",
    ),
    "not-your-clue": (
        "6.1",
        "{who} n'a pas gagné cet indice : c'est à {chooser} de le prendre.",
        "{who} has not won this clue: it is for {chooser} to take it.",
    ),
    "shared-clue": (
        "6.7",
        "{who} a gagné cet indice à égalité et le lira, mais c'est à {chooser}, dont c'est le tour, de prendre la "
        "carte : attendez-la.",
        "{who} has won this clue in a tie and will read it, but {chooser}, whose turn it is, takes the card: wait "
        "for it.",
    ),
    "no-clue": (
        "1.1",
        "Cette carte indice n'existe pas : il y en a deux d'or, deux de cuivre et deux d'argent.",
        "There is no such clue card: there are two of gold, two of copper and two of silver.",
    ),
    "not-on-shield": (
        "6.4",
        "Cette carte {metal} est dans la réserve, qui ne sert qu'une fois le bouclier vide : prenez une carte "
        "{right} sur le bouclier.",
        "That {metal} card is in the reserve, which serves only once the shield is empty: take a {right} card from "
        "the shield.",
    ),
    "other-metal": (
        "6.1",
        "Le sarcophage de la place {place} ne donne pas de carte {metal} : prenez une carte {right}.",
        "The sarcophagus of place {place} gives no {metal} card: take a {right} card.",
    ),
}
