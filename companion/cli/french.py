"""The command line's help in French: of each command what it does, and what each option is. English stands where it is
declared; examples are the same in both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Words(NamedTuple):
    """Attributes:
    does: what the command does; paragraphs with an empty line between them.
    options: what each option is, by the name of its parameter.
    """

    does: str
    options: Mapping[str, str] = {}


FOLDER = {"data": "Dossier du journal.", "settings_file": "Un fichier TOML."}
PORT = {"host": "Où la page écoute.", "port": "0 en prend un libre."}
JSON = {"as_json": "Un tableau JSON."}
ALL = {"help": "Montre cette aide.", "version": "La version.", "log_level": "Sur la sortie d'erreur."}
"""Options that several commands have."""
FRENCH: Mapping[str, Words] = {
    "companion": Words(
        "Un compagnon pour de vrais jeux de société.",
        {"spoken": "Langue du terminal : fr ou en ; sans elle, celle du système."},
    ),
    "backup": Words(
        "Écrire les parties, les places des téléphones et les réglages dans un seul fichier FILE, même pendant une "
        "partie. Il est relu avant de prendre son nom ; une sauvegarde plus ancienne de ce nom est remplacée.\n\n"
        "Il contient ce qu'un seul joueur peut voir, et les mots de passe des réglages : gardez-le pour vous.",
        FOLDER,
    ),
    "bench": Words(
        "Lire des dés, ou des cartes, sur un seul cœur ; dire combien de millisecondes prend une image, et quelle part "
        "est juste, inconnue ou fausse.\n\n"
        "PICTURES est un dossier d'images de dés avec un truth.jsonl ; sans lui, ce sont des images de la table "
        "simulée, et les jeux qui mesurent quelque chose ajoutent une ligne.",
        {
            "of_cards": "Lire des cartes : une à une, un plateau entier, et des cartes qu'on retourne.",
            "as_json": "Un objet JSON.",
        },
    ),
    "box": Words(
        "La boîte de table : un Raspberry Pi Pico avec un bouton, une lumière et un buzzer par place "
        "(docs/hardware.md)."
    ),
    "box flash": Words(
        "Copier le programme de la boîte sur un Pico qui a MicroPython, et le démarrer. L'ancien programme reste "
        "jusqu'à ce que le nouveau ait répondu.",
        {"port": "Comme /dev/ttyACM0 ; sans cela, le seul Pico branché."},
    ),
    "box test": Words(
        "Faire le tour de la boîte : chaque lumière, chaque son, chaque bouton. Rend 1 si l'un d'eux ne marche pas.",
        {"address": "serial:///dev/ttyACM0, sim://table-box"},
    ),
    "club": Words(
        "Montrer ce qui se passe à toutes les tables qui parlent à un courtier (serve --broker), et tenir le "
        "classement et les tournois de celles dont les réglages disent results = true.",
        {"broker": "mqtt://hôte:1883, mqtts://nom:secret@hôte", "settings_file": "Un fichier TOML.", **PORT},
    ),
    "demo": Words(
        "Jouer à GAME (Kaplan si rien n'est dit) sur une table simulée, vue par les vrais yeux.",
        {
            "headless": "Sans page : jouer jusqu'au bout, dire le résultat, et finir.",
            "seed": "La même graine joue la même partie.",
            "speed": "À quelle vitesse on joue.",
            "seats": "Combien de joueurs : 4, ou autant que le jeu en prend.",
            "camera": "Adresse de la caméra simulée (rendered://?...).",
            "broker": "Dire à mqtt://hôte:1883 ce que tous peuvent voir ; voir companion club.",
            "called": "Comment cette table s'y appelle.",
            "hardware": "De vrais boutons, lumières et sons : gpiozero://, serial://, ...",
            **PORT,
        },
    ),
    "doctor": Words(
        "Examiner la caméra, le tapis, les boutons et les lumières, le courtier, le réseau, le disque, le journal "
        "et la machine : une ligne chacun, avec ce qu'il faut faire. [ok] va bien, [!!] ne va pas, [ ?] ne se sait pas "
        "ici. Rend 2 si quelque chose ne va pas.\n\n"
        "Le paquet contient les constats, les versions, les réglages, les dernières lignes des messages et le nombre "
        "d'inscriptions au journal : ni mot de passe, ni nom de joueur, ni image.",
        {**FOLDER, **JSON, "bundle": "Écrire aussi un zip, pour demander de l'aide."},
    ),
    "matches": Words(
        "Les parties du journal de cette machine, la plus ancienne d'abord ; serve --resume N en reprend une.",
        {**FOLDER, **JSON},
    ),
    "print": Words(
        "Imprimer GAME : des feuilles A4 et Letter avec des traits de coupe (pdf), ou une image de chaque face et un "
        "deck.json (png).\n\n"
        "Un seul tapis sert à tous les jeux : imprimez-le une fois avec « table », entier en A1, en parties, ou ses "
        "repères seuls sur deux feuilles.",
        {
            "folder": "Créé s'il n'existe pas.",
            "form": "Des feuilles, ou des images.",
            "only": "Cette partie seule ; peut se répéter. « pieces » : aussi les plateaux ; « markers » : les repères "
            "du tapis, pour votre propre table.",
            "ground": "Celui du tapis ; foncé, il prend beaucoup d'encre.",
            "sleeves": "Des cartes un peu plus petites, à glisser dans des étuis devant une vieille carte.",
            "dpi": "Points par pouce des images ; un PDF est fait de traits et n'en a pas besoin.",
        },
    ),
    "read": Words(
        "Lire des images d'une table : GAME est ce qu'on cherche (dice, karo, kaplan, leprechauns, plic-plac, "
        "kaleidoscope), IMAGE un ou plusieurs fichiers.\n\n"
        "Une valeur qui n'est pas assez sûre vaut null : ne pas savoir est une bonne réponse. Avec --colour et "
        "--symbol, chaque carte a son verdict : garder ou écarter.",
        {
            "as_json": "Un objet JSON par ligne, une ligne par image.",
            "colour": "La couleur et la fenêtre du tirage (kaplan), comme red:2.",
            "symbol": "Le symbole du tirage (kaplan), comme hexagon:solid.",
        },
    ),
    "restore": Words(
        "Mettre la sauvegarde FILE à la place de ce que contient le dossier des données, qui est gardé à côté dans "
        "before-restore-DATE. Arrêtez d'abord la table.\n\n"
        "Les réglages reviennent aussi, s'ils nomment ce dossier ; sinon ils y restent sous le nom settings.toml.",
        FOLDER,
    ),
    "serve": Words(
        "Regarder une table et servir les téléphones des joueurs, où se choisit tout le reste : le jeu, qui "
        "joue, et la suite. Ce qui est dit ici, comme GAME, est déjà choisi. Qui peut quoi sur les téléphones : "
        "docs/authority.md.",
        {
            "players": "Les noms, dans le sens des aiguilles d'une montre, séparés par des virgules ; sans eux, on les "
            "dit sur les téléphones.",
            "camera": "picamera2://0, usb://0, rtsp://..., none://, rendered://",
            "hardware": "none://, gpiozero://, serial:///dev/ttyACM0, sim://table-box",
            "options": "Un choix de la mise en place ; « companion serve GAME --help » les montre.",
            "partners": "Un joueur dont le jeu choisit les coups, que l'on exécute pour lui.",
            "broker": "Dire à mqtt://hôte:1883 ce que tous peuvent voir ; voir companion club.",
            "called": "Comment cette table s'y appelle.",
            "resume": "Reprendre la dernière partie jouée, ou la partie N de « companion matches », sans --players.",
            "data": "Dossier du journal ; un par table.",
            "settings_file": "Un fichier TOML.",
            "port": "Où la page écoute.",
        },
    ),
}
"""By the command's name, that of a group's command behind the group's."""
