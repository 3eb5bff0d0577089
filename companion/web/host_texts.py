"""What is said to everyone when a seat changes hands or a host is made, and to who cannot do it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.text import Text
from companion.web.authority import Act

ACTS: Mapping[Act, Text] = {
    Act.ANSWER: Text(fr="répondre à la caméra", en="answer the camera"),
    Act.TYPE_IN: Text(fr="saisir les dés et les tirages à la main", en="type dice and draws in"),
    Act.UNDO: Text(fr="reprendre une action", en="take an action back"),
    Act.CORRECT: Text(fr="corriger une lecture", en="correct a reading"),
    Act.PARTNER: Text(fr="donner une place au partenaire", en="give a seat to the partner"),
}
BY_HOLDER = Text(fr="donnée par qui la tenait", en="given by whoever held it")
BY_HOST = Text(fr="l'hôte l'a confirmé", en="the host confirmed it")
UNANSWERED = Text(fr="demandée, et restée 30 s sans réponse", en="asked for, and unanswered for 30 s")
RECOVERED = Text(fr="reprise avec son mot de retour", en="taken back with its recovery word")
MOVED = Text(
    fr="La place de {name} est à un autre téléphone ({why}).", en="{name}'s seat is at another phone now ({why})."
)
LOST = Text(
    fr="Ce téléphone n'a plus la place de {name} ({why}).", en="This phone no longer has {name}'s seat ({why})."
)
WORD_HELPS = Text(fr=" Votre mot de retour vous la rend.", en=" Your recovery word brings it back.")
WAITING = Text(
    fr="Le téléphone qui tient la place de {name} est prévenu. Sans réponse dans {left} s, elle est à vous.",
    en="The phone that holds {name}'s seat has been told. Without an answer within {left} s it is yours.",
)
ASKS_FOR = Text(
    fr="Un autre téléphone demande la place de {name}. Sans réponse dans {left} s, il l'aura, sans les notes.",
    en="Another phone asks for {name}'s seat. Without an answer within {left} s it has it, without the notes.",
)
FREED = Text(fr="La place de {name} est libre : rendue par {who}.", en="{name}'s seat is free: given back by {who}.")
FREED_FOR_YOU = Text(
    fr="La place de {name} a été libérée par {who} ; reprenez-la si elle est à vous.",
    en="{name}'s seat was freed by {who}; take it again if it is yours.",
)
HOST_BY_CODE = Text(
    fr="Cette table a un nouvel hôte : un téléphone a dit le code de la table.",
    en="This table has a new host: a phone said the table's code.",
)
HOST_BY_BUTTON = Text(
    fr="Cette table a un nouvel hôte : un bouton de la table l'a montré.",
    en="This table has a new host: a button at the table has shown it.",
)
HOST_IS = Text(fr="L'hôte de cette table est maintenant {name}.", en="The host of this table is {name} now.")
HOST_SITS = Text(
    fr="L'hôte est le téléphone de {name} ; lui seul peut en faire un autre l'hôte.",
    en="The host is the phone of {name}; it alone can make another phone host.",
)
HOST_STANDS = Text(
    fr="L'hôte est un téléphone qui n'a pas de place à cette table ; demandez à qui le tient.",
    en="The host is a phone that has no seat at this table; ask whoever holds it.",
)
NO_HOST = Text(
    fr="Cette table n'a pas encore d'hôte : ce sera le premier téléphone qui prendra une place.",
    en="This table has no host yet: it will be the first phone that takes a seat.",
)
NEW_SCREEN = Text(
    fr="Un écran de plus est celui de la table : on y fait ce qu'une place peut faire pour tous.",
    en="One more screen is the table's: on it, people do what a seat may do for all.",
)
WRONG_CODE = Text(
    fr="Ce code n'est pas celui de la table ; recopiez celui que montrent maintenant son terminal ou son écran.",
    en="This is not the table's code; copy the one that its terminal or its screen shows now.",
)
NO_SUCH_SCREEN = Text(
    fr="Aucun écran ne montre ce code ; recopiez les quatre chiffres que l'écran montre maintenant.",
    en="No screen shows this code; copy the four digits that the screen shows now.",
)
