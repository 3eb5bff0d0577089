"""What a session says when it cannot do what it is asked."""

from __future__ import annotations

from companion.core.text import Text

OTHER_SEAT = Text(
    fr="Ce téléphone ne joue que pour sa place ; ouvrez la page de l'autre place, ou l'écran commun.",
    en="This phone plays for its own seat only; open the other seat's page, or the shared screen.",
)
DROPPED = Text(
    fr="Après la correction, des actions ne tiennent plus ({count}) ; voyez lesquelles et rejouez-les.",
    en="After the correction, actions no longer fit ({count}); see which, and play them again.",
)
MOVED_ON = Text(
    fr="La table a changé entre-temps ; regardez la page, puis recommencez s'il le faut.",
    en="The table has changed meanwhile; look at the page, then try again if need be.",
)
TAKEN_BACK = Text(fr="Repris par {who} : {what}.", en="Taken back by {who}: {what}.")
PUT_BACK = Text(
    fr="Remis par {who}, comme avant la reprise ou la correction.",
    en="Put back by {who}, as before the undo or the correction.",
)
CORRECTED = Text(
    fr="Corrigé par {who} : « {before} » devient « {after} ».", en="Corrected by {who}: “{before}” becomes “{after}”."
)
TAKEN_OUT = Text(
    fr="Retiré par {who} : « {before} » n'a pas eu lieu.", en="Taken out by {who}: “{before}” did not happen."
)
TYPED_IN = Text(fr="Saisi à la main par {who} : {what}.", en="Typed in by {who}: {what}.")
SEAT_TO_PARTNER = Text(
    fr="La place de {name} est donnée au partenaire par {who}.", en="{name}'s seat was given to the partner by {who}."
)
SEAT_TO_PEOPLE = Text(
    fr="La place de {name} est reprise au partenaire par {who}.",
    en="{name}'s seat was taken back from the partner by {who}.",
)
NO_READING = Text(
    fr="La caméra n'a rien lu à cet endroit de l'histoire ; choisissez une lecture qui porte une image.",
    en="The camera read nothing at that point of the story; choose a reading that shows a picture.",
)
EXPLAINS_NOTHING = Text(
    fr="Avec « {face} », aucune action permise n'explique la table ; vérifiez la valeur choisie.",
    en="With “{face}”, no legal action explains the table; check the value that you chose.",
)
EXPLAINS_SEVERAL = Text(
    fr="Avec « {face} », plusieurs actions expliquent la table ; reprenez l'action et jouez-la sur un téléphone.",
    en="With “{face}”, several actions explain the table; take the action back and play it on a phone.",
)
NO_QUESTION = Text(
    fr="Cette question est déjà réglée ; la page montre la suite.",
    en="This question is already settled; the page shows what follows.",
)
NOTHING_ASKED = Text(
    fr="Le partenaire ne demande rien en ce moment ; la page montre ce que la table attend.",
    en="The partner asks for nothing now; the page shows what the table waits for.",
)
