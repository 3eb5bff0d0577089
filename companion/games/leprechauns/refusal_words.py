"""Each refusal: its clause, and a French and an English sentence that says what, where and what to do.

A clause of "" is filled in by the caller, because it depends on the edition, the action or the fault.
"""

from __future__ import annotations

REFUSALS: dict[str, tuple[str, str, str]] = {
    "seats": (
        "1.5",
        "Leprechauns se joue de 2 à 6, pas à {count} : changez le nombre de joueurs.",
        "Leprechauns is for 2 to 6 players, not {count}: change the number of players.",
    ),
    "options": (
        "",
        "L'option « {name} » ({title}) de Leprechauns n'a pas de valeur « {value} » : choisissez parmi {known}.",
        "The option “{name}” ({title}) of Leprechauns has no value “{value}”: choose among {known}.",
    ),
    "no-such-seat": (
        "1.5",
        "Personne n'occupe la place {number} à cette table : choisissez un joueur qui y est.",
        "Nobody has place {number} at this table: choose a player who is there.",
    ),
    "no-such-action": (
        "2.1",
        "Ceci n'existe pas à Leprechauns : choisissez parmi ce que la page propose.",
        "There is no such thing in Leprechauns: choose what the page offers.",
    ),
    "moment": (
        "",
        "Ce n'est pas le moment : la table attend {waits}.",
        "This is not the moment: the table waits for {waits}.",
    ),
    "over": (
        "7.1",
        "La partie est finie après six manches : commencez-en une autre.",
        "The game is over after six rounds: begin another one.",
    ),
    "no-action-cards": (
        "2.5",
        "Cette partie se joue sans cartes Action : la table attend {waits}.",
        "This game is played without action cards: the table waits for {waits}.",
    ),
    "nothing-to-give-up": (
        "1.3",
        "Aucune carte Action de l'édition en boîte ne fait rendre un coffre : la table attend {waits}.",
        "No action card of the boxed edition makes anybody give up a chest: the table waits for {waits}.",
    ),
    "not-by-age": (
        "",
        "À cette table il faut autant de motifs à tous, enfants ou adultes : la table attend {waits}.",
        "At this table everybody needs as many motifs, child or grown-up: the table waits for {waits}.",
    ),
    "age-said": (
        "5.9",
        "{who} a déjà répondu : reprenez les actions jusqu'à cette réponse pour la changer.",
        "{who} has answered already: take the actions back as far as that answer to change it.",
    ),
    "not-in-edition": (
        "",
        "L'édition choisie n'a pas de carte Action « {card} » : relisez la carte.",
        "The edition that is played has no action card “{card}”: read the card again.",
    ),
    "no-more-forbidden": (
        "1.4",
        "{most} chiffres interdits sont déjà sortis, autant qu'un paquet en a : relisez la carte.",
        "{most} forbidden numbers have come up already, as many as a deck has: read the card again.",
    ),
    "card-again": (
        "2.2",
        "La carte Action « {card} » est déjà sortie : relisez la carte, ou corrigez l'ancienne lecture.",
        "The action card “{card}” has come up already: read the card again, or correct the earlier reading.",
    ),
    "not-holder": (
        "",
        "C'est à {who}, qui détient PREM'S : attendez.",
        "This is for {who}, who holds PREM'S: wait.",
    ),
    "not-this-chest": (
        "2.3",
        "On attend le coffre de {who} : dites d'abord celui-là.",
        "The chest of {who} comes first: tell that one.",
    ),
    "no-such-value": (
        "1.1",
        "Les coffres valent de 1 à 10, pas {value} : relisez la carte.",
        "Chests are worth 1 to 10, not {value}: read the card again.",
    ),
    "no-such-chest": (
        "2.4",
        "Le paquet de l'édition choisie n'a pas ce coffre de valeur {value} : relisez la carte.",
        "The deck of the edition that is played has no such chest of value {value}: read the card again.",
    ),
    "own-deck": (
        "1.6",
        "On joue avec les coffres de la table, dont seule la valeur est connue : dites-la sur un téléphone.",
        "The table plays with chests of its own, known by their values alone: tell the value on a phone.",
    ),
    "chest-again": (
        "2.4",
        "Ce coffre de valeur {value} est déjà sorti : relisez la carte, ou corrigez l'ancienne lecture.",
        "That chest of value {value} has come up already: read the card again, or correct the earlier reading.",
    ),
    "value-again": (
        "2.4",
        "Les quatre coffres de valeur {value} sont déjà sortis : relisez la carte, ou corrigez une ancienne lecture.",
        "All four chests of value {value} have come up already: read the card again, or correct an earlier reading.",
    ),
    "own-chest": (
        "3.2",
        "Personne ne tape son propre coffre, {who} non plus : {advice}.",
        "Nobody slaps their own chest, nor does {who}: {advice}.",
    ),
    "held": (
        "3.3",
        "La main de {holder} tient déjà le coffre de {owner} : dites que vous étiez ensemble, ou {advice}.",
        "The hand of {holder} holds the chest of {owner}: say that you came together, or {advice}.",
    ),
    "settled": (
        "3.4",
        "{owner} a déjà dit que la main de {holder} était la première sur ce coffre : {advice}.",
        "{owner} has said already that the hand of {holder} was first on that chest: {advice}.",
    ),
    "chest-lost": (
        "3.10",
        "Le coffre de {owner}, sous la main de {holder} qui est hors de la manche, est perdu : {advice}.",
        "The chest of {owner}, under the hand of {holder} who is out for this round, is lost: {advice}.",
    ),
    "tie-alone": (
        "3.4",
        "Aucune main n'est encore posée, donc il n'y a pas d'égalité : dites que {who} a tapé en premier.",
        "No hand lies yet, so there is no tie: say that {who} slapped first.",
    ),
    "hand-lies": (
        "3.6",
        "La main de {who} est sur un coffre et n'en bouge plus : laissez-la.",
        "The hand of {who} lies on a chest and moves no more: leave it there.",
    ),
    "gift-won": (
        "4.6",
        "{who} a déjà gagné son coffre grâce au cadeau : continuez.",
        "{who} has won a chest as a gift already: go on.",
    ),
    "said-none": (
        "3.11",
        "{who} a dit n'avoir tapé aucun coffre : reprenez les actions jusqu'à cette réponse pour la changer.",
        "{who} has said to have slapped no chest: take the actions back as far as that answer to change it.",
    ),
    "is-out": (
        "",
        "{who} est hors de la manche ({why}) : attendez la suivante.",
        "{who} is out for this round ({why}): wait for the next one.",
    ),
    "out-already": (
        "",
        "{who} est déjà hors de la manche ({why}) : continuez.",
        "{who} is already out for this round ({why}): go on.",
    ),
    "no-hand": (
        "",
        "{who} n'a pas de main sur un coffre : continuez.",
        "{who} has no hand on a chest: go on.",
    ),
    "judged": (
        "",
        "La formule de {who} est déjà jugée, sa main est libre : continuez.",
        "The formula of {who} has been judged, and the hand is free: go on.",
    ),
    "hand-lies-well": (
        "",
        "La main de {who} est sur un coffre que la carte Action permet : continuez.",
        "The hand of {who} lies on a chest that the action card allows: go on.",
    ),
    "hands-stood": (
        "3.11",
        "Les mains ont déjà été regardées et plus personne ne tape : continuez.",
        "The hands have been looked at already, and nobody slaps any more: go on.",
    ),
    "has-played": (
        "3.13",
        "{who} a déjà joué et n'est donc pas en retard : continuez.",
        "{who} has played already and so is not late: go on.",
    ),
    "nothing-left": (
        "3.11",
        "Il ne reste aucun coffre à taper pour {who}, ce n'est donc pas un retard : continuez.",
        "No chest is left for {who} to slap, so that is not late: go on.",
    ),
    "late-caller": (
        "3.13",
        "{who} n'a pas encore joué : tapez d'abord un coffre, puis signalez le retard.",
        "{who} has not played yet: slap a chest first, then call who is late.",
    ),
    "no-hands-now": (
        "",
        "Aucune main n'est à surveiller en ce moment : la table attend {waits}.",
        "There are no hands to watch at this moment: the table waits for {waits}.",
    ),
    "own-foul": (
        "3.12",
        "{who} ne signale pas sa propre faute : un autre joueur s'en charge.",
        "Nobody calls their own fault: another player does it for {who}.",
    ),
    "cannot-be-seen": (
        "3.12",
        "La caméra ne peut pas juger cela : un joueur le signale sur son téléphone.",
        "The camera cannot judge that: a player calls it on a phone.",
    ),
    "no-contest": (
        "3.4",
        "Le coffre de {who} n'est pas disputé : continuez.",
        "No two hands claim the chest of {who}: go on.",
    ),
    "not-claiming": (
        "3.4",
        "La main de {who} ne dispute pas ce coffre : choisissez parmi celles qui y sont ({hands}).",
        "The hand of {who} does not claim that chest: choose one of those that do ({hands}).",
    ),
    "contested": (
        "3.4",
        "Plusieurs mains disputent le coffre de {who} : attendez de savoir laquelle était la première.",
        "Several hands claim the chest of {who}: wait to hear which came first.",
    ),
    "still-landing": (
        "3.13",
        "La main de {who} n'est pas encore posée : attendez-la, ou signalez son retard.",
        "The hand of {who} is still to come: wait for it, or call it late.",
    ),
    "own-hand-first": (
        "3.13",
        "La main de {who} n'est pas encore posée : {advice}.",
        "The hand of {who} is still to come: {advice}.",
    ),
    "no-such-fault": (
        "1.3",
        "L'édition en boîte n'a pas de chiffre interdit, ce n'est donc pas une faute : continuez.",
        "The boxed edition has no forbidden number, so that is no fault: go on.",
    ),
    "no-card-now": (
        "2.5",
        "Cette partie se joue sans cartes Action, ce n'est donc pas une faute : continuez.",
        "This game is played without action cards, so that is no fault: go on.",
    ),
    "not-this-round": (
        "4.1",
        "La carte Action de cette manche ne demande rien de tel : continuez.",
        "This round's action card asks for nothing of the kind: go on.",
    ),
    "no-effect": (
        "4.5",
        "Tous les coffres portent le chiffre interdit, la carte est donc sans effet : continuez.",
        "All chests have the forbidden number, so the card has no effect: go on.",
    ),
    "not-neighbour": (
        "4.4",
        "{owner} n'est pas à côté de {who}, et dans cette manche on ne tape que chez un voisin : {advice}.",
        "{owner} does not sit beside {who}, and in this round only neighbours' chests are slapped: {advice}.",
    ),
    "forbidden-number": (
        "4.5",
        "Le {value} est interdit dans cette manche : {advice}.",
        "{value} is forbidden in this round: {advice}.",
    ),
    "not-exchanger": (
        "",
        "Dans cette manche, l'échange revient à {who} : attendez.",
        "In this round the exchange is for {who}: wait.",
    ),
    "no-prize": (
        "4.8",
        "On échange avec un autre joueur qui a gagné un coffre dans cette manche ({free}) : choisissez-en un.",
        "An exchange is with another player who won a chest in this round ({free}): choose one.",
    ),
    "no-such-swap": (
        "4.9",
        "On échange contre un coffre qu'un autre a gagné, quelle que soit la manche ({free}) : choisissez-en un.",
        "An exchange is for a chest that another player has won, in whichever round ({free}): choose one.",
    ),
    "owes-nothing": (
        "",
        "C'est à {who} de rendre un coffre : attendez.",
        "It is for {who} to give up a chest: wait.",
    ),
    "not-to-discard": (
        "",
        "Il faut rendre un coffre {parity} gagné dans une manche précédente : choisissez parmi {known}.",
        "An {parity} chest won in an earlier round must be given up: choose among {known}.",
    ),
    "not-chooser": (
        "",
        "C'est à {who} de désigner le suivant : attendez.",
        "It is for {who} to name the next one: wait.",
    ),
    "not-to-try": (
        "5.6",
        "{who} n'a pas de formule à répéter : choisissez parmi {left}.",
        "{who} has no formula to repeat: choose among {left}.",
    ),
    "not-judge": ("5.3", "C'est à {who} de juger : attendez.", "It is for {who} to judge: wait."),
    "voted": (
        "5.4",
        "{who} a déjà donné son avis : reprenez les actions jusqu'à cet avis pour le changer.",
        "{who} has given a verdict already: take the actions back as far as that to change it.",
    ),
    "not-smallest": (
        "6.2",
        "PREM'S va à un joueur qui a gagné le plus petit coffre : choisissez parmi {who}.",
        "PREM'S goes to a player who won the smallest chest: choose among {who}.",
    ),
}
