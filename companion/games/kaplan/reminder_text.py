"""The text of the reminder sheet: the rules in short (RULES.md has them in full)."""

from __future__ import annotations

from companion.core.reminder_page import Section

SETTING_UP = Section(
    "Mise en place",
    (
        "Tirez un pion-couleur du sac et posez-le au centre du cadran : il donne la couleur de la partie et la "
        "fenêtre à regarder.",
        "Premier tri, faces de tirage visibles : gardez les cartes qui ont cette couleur dans cette fenêtre. "
        "Il en reste 30.",
        "Tirez un pion-symbole et posez-le sur le pion-couleur.",
        "Deuxième tri, dans cette même fenêtre : gardez les cartes où le symbole contient un numéro ou la lettre K. "
        "Il en reste 18.",
        "Les 12 cartes à numéro vont à leur place sur la couronne, les 6 cartes à K sur le bouclier, deux par métal.",
        "Couvrez chaque carte de la couronne de son sarcophage, face K visible.",
        "Chacun prend une famille de jetons (deux familles chacun à deux joueurs), valeurs cachées. "
        "Le sort désigne le premier joueur ; on tourne dans le sens horaire.",
    ),
    numbered=True,
)
TURN = Section(
    "À votre tour",
    (
        "Lancez les trois dés, puis pariez sur les trois places qu'ils donnent ; ou bien sur deux places : la somme "
        "(12 au plus) ou la différence (1 au moins) de deux dés, et le troisième dé.",
        "Posez les dés sur les numéros choisis. Chaque dé sert une seule fois.",
        "Faites au moins deux paris si vous le pouvez ; un seul si c'est tout ce qui est possible ; sinon, passez.",
        "Une place donnée deux ou trois fois reçoit un jeton par emplacement libre au moment du jet.",
        "Carte sans sarcophage : vous pouvez la retourner pour tous, sans jeton. Cela compte pour un pari.",
    ),
)
BETS = Section(
    "Les paris",
    (
        "Face K, trois jetons : le premier valeur cachée, les suivants valeur visible. Au troisième, retournez le "
        "premier : le plus fort total lit la lettre en secret, puis le sarcophage montre son Œil.",
        "Face Œil, deux jetons : le premier caché, le second visible. Le plus fort total lit un indice, puis le "
        "sarcophage quitte la couronne.",
        "À égalité, tous les premiers consultent.",
        "Chacun reprend ses jetons et les garde valeur visible : on ne les rejoue qu'une fois tous les autres joués. "
        "S'il vous en reste un ou deux, jouez-les, puis vous pouvez tout reprendre pour compléter vos paris.",
        "Retenez la valeur de vos jetons cachés : une fois posés, on ne les regarde plus.",
    ),
)
READING = Section(
    "Lire une carte",
    (
        "Une lettre se lit dans la lentille. Lentille vide : le mot a moins de 12 lettres. Le mot se lit dans le sens "
        "horaire et commence n'importe où.",
        "Un indice se lit sur une carte du bouclier du métal du sarcophage (l'un ou l'autre s'il en a deux) : dans la "
        "lucarne de la couleur de la partie, à côté du symbole de la partie.",
        "La carte lue va à la réserve. Bouclier vide : lisez une carte de la réserve et remettez-la. S'il reste des "
        "cartes sur le bouclier mais aucune du bon métal, vous ne lisez rien, et si c'est votre tour, il s'arrête.",
        "Les six indices : première lettre, nombre de lettres, genre et nombre ; analogie, synonyme, "
        "expression imagée.",
    ),
)
END = Section(
    "« Kaplan ! » et la fin",
    (
        "À tout moment, qui pense avoir trouvé annonce « Kaplan », écrit son mot en secret avec ce qu'il vaudrait, "
        "et continue de jouer.",
        "La partie s'arrête quand un seul camp (un joueur, ou deux alliés) n'a pas annoncé, ou quand 8 lettres sont "
        "retournées ; plus personne n'annonce alors.",
    ),
)
SCORE = Section(
    "Le score",
    (
        "Au moment de l'annonce : joueurs qui n'ont pas encore annoncé × lettres encore cachées. "
        "Qui annonce ne se compte plus.",
        "Mot juste : tout. Seul le singulier ou le pluriel diffère : la moitié. Autre mot : autant de points négatifs.",
        "Qui n'a pas annoncé marque 0. Le meilleur score gagne.",
    ),
)
ALLIANCES = Section(
    "Les alliances, à partir de cinq joueurs",
    (
        "Quand la dernière carte quitte le bouclier, et avant que le jeu reprenne, deux joueurs peuvent s'allier.",
        "Ils partagent toutes leurs lettres et tous leurs indices. Un seul des deux annonce.",
        "Chacun a la moitié de leur score, même négatif.",
    ),
)
VARIANTS = Section(
    "Variantes",
    (
        "Bluff : sur une face K, le deuxième jeton se joue aussi valeur cachée.",
        "Sans dés : deux ou trois paris par tour sur des sarcophages de votre choix, un seul par carte.",
    ),
)
COLUMNS = ((SETTING_UP, TURN, BETS), (READING, END, SCORE, ALLIANCES, VARIANTS))
