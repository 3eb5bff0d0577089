"""Refusals about alliances, "Kaplan" and the end: clause, French and English sentence (RULES.md, 7 to 9)."""

from __future__ import annotations

ENDING: dict[str, tuple[str, str, str]] = {
    "known-deck": (
        "7.8",
        "Le compagnon connaît ce paquet et lit lui-même ses lettres : il n'y a rien à lui dire.",
        "The companion knows this deck and reads its letters itself: there is nothing to tell it.",
    ),
    "over": (
        "7.6",
        "La partie est finie, cela ne se joue plus : commencez une nouvelle partie.",
        "The game is over and this can be played no more: begin a new game.",
    ),
    "ally-oneself": (
        "9.3",
        "On ne s'allie pas à soi-même, {who} non plus : choisissez un autre joueur.",
        "Nobody is their own ally, nor is {who}: choose another player.",
    ),
    "too-few-to-ally": (
        "9.1",
        "Les alliances sont permises à partir de cinq joueurs, et vous êtes {players} : jouez chacun pour vous.",
        "Alliances are for five players or more, and you are {players}: each of you plays alone.",
    ),
    "too-late-to-ally": (
        "9.6",
        "Le jeu a repris depuis que le bouclier est vide, il n'est plus temps de s'allier : jouez comme vous êtes.",
        "Play has gone on since the shield became empty, it is too late to ally: play as you are.",
    ),
    "has-ally": (
        "9.3",
        "{who} a déjà fait alliance avec {ally}, et n'a droit qu'à un seul allié : choisissez un joueur libre.",
        "{who} is already allied to {ally}, and one ally is all: choose a player who is free.",
    ),
    "allied-already": (
        "9.3",
        "{who} a déjà fait alliance avec {ally}, et n'en aura pas d'autre : attendez que le jeu reprenne.",
        "{who} is {ally}'s ally already, and will have no other: wait until play goes on.",
    ),
    "stays-alone": (
        "9.6",
        "{who} a choisi de rester seul : cherchez un autre allié, ou restez seul aussi.",
        "{who} has chosen to stay alone: look for another ally, or stay alone too.",
    ),
    "alone-already": (
        "9.6",
        "{who} a déjà choisi de rester seul : attendez que le jeu reprenne.",
        "{who} has already chosen to stay alone: wait until play goes on.",
    ),
    "both-announced": (
        "9.5",
        "{who} et {partner} ont tous deux annoncé « Kaplan », or un seul allié annonce : cherchez qui n'a pas "
        "annoncé, ou restez seul.",
        "{who} and {partner} have both announced “Kaplan”, and only one ally may: look for somebody who has not, "
        "or stay alone.",
    ),
    "offered-already": (
        "9.6",
        "{who} a déjà proposé une alliance à {partner} : attendez la réponse.",
        "{who} has already offered {partner} an alliance: wait for the answer.",
    ),
    "announced-already": (
        "7.4",
        "{who} a déjà annoncé « Kaplan » : le mot écrit ne se change plus.",
        "{who} has already announced “Kaplan”: the written word stays.",
    ),
    "eighth-letter": (
        "7.9",
        "La huitième lettre est retournée, on n'annonce plus « Kaplan » : attendez les scores.",
        "The eighth letter is face up and “Kaplan” is announced no more: wait for the scores.",
    ),
    "ally-announced": (
        "9.5",
        "{ally} a annoncé pour les deux alliés : {who} n'annonce plus et partage le score.",
        "{ally} has announced for both allies: {who} announces no more and shares the score.",
    ),
    "nothing-written": (
        "8.7",
        "{who} n'a pas annoncé « Kaplan », il n'y a pas de mot à juger : choisissez un mot écrit.",
        "{who} has not announced “Kaplan”, there is no word to judge: choose a written word.",
    ),
    "not-asked": (
        "8.8",
        "Le mot de {who} est déjà jugé : jugez-le autrement si la table n'est pas d'accord.",
        "{who}'s word is judged already: judge it otherwise if the table does not agree.",
    ),
    "number-first": (
        "8.8",
        "La table n'a pas encore dit si le mot de {who} ne diffère que par le nombre : répondez d'abord à cela.",
        "The table has not said yet whether {who}'s word differs in number only: answer that first.",
    ),
    "judged-already": (
        "8.7",
        "Le mot de {who} est déjà jugé ainsi : choisissez un autre verdict.",
        "{who}'s word has already been judged so: choose another verdict.",
    ),
    "unwritable": (
        "7.2",
        "Ce mot ne peut pas être le mot de Kaplan : écrivez un mot fait de lettres, quarante au plus.",
        "This cannot be the word of Kaplan: write a word made of letters, forty at most.",
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
