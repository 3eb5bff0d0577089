"""What the board watcher says and asks."""

from __future__ import annotations

from companion.core.text import Text

NOT_FOUND = Text(
    fr="Je ne trouve pas le tablier, ou il n'est pas comme la partie le veut ; posez-le au milieu, sans rien d'autre "
    "dessus, et ôtez les mains.",
    en="I do not find the board, or it is not as the match has it; lay it in the middle with nothing else on it, and "
    "take your hands away.",
)
COVERED = Text(
    fr="Quelque chose cache une partie du tablier ; ôtez-le, ou remettez les cases bout à bout.",
    en="Something hides a part of the board; take it away, or put the tiles edge to edge again.",
)
UNFINISHED = Text(
    fr="Le tour n'est pas fini : posez ce qui est en main et retournez ce qui doit l'être.",
    en="The turn is not finished: put down what is in hand and turn over what must be.",
)
UNCLEAR = Text(
    fr="Je ne reconnais pas ce qui est sur le tablier ; redressez les cases et ôtez ce qui n'en fait pas partie.",
    en="I cannot make out what is on the board; straighten the tiles and take away what does not belong there.",
)
LAGS_BEHIND = Text(
    fr="Le tablier n'est pas encore comme la partie le veut ; suivez le dessin de la page.",
    en="The board is not yet as the match has it; follow the drawing on the page.",
)
TAKEN_BACK = Text(
    fr="Le coup repris est encore sur le tablier ; remettez les pièces comme sur le dessin de la page.",
    en="The turn that was taken back still lies on the board; put the pieces back as the drawing on the page shows.",
)
WHICH = Text(fr="Que s'est-il passé ?", en="What happened?")
NOTHING = Text(fr="Rien, le tablier est comme avant", en="Nothing, the board is as before")
OTHERWISE = Text(
    fr="Alors finissez le tour, ou dites-le sur un téléphone ; je regarde de nouveau dès que la table bouge.",
    en="Then finish the turn, or tell it on a phone; I look again as soon as the table moves.",
)
NONE = Text(fr="Autre chose, ou ce n'est pas fini", en="Something else, or it is not finished")
