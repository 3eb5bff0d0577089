"""The French words of Kaléidoscope against lists that were written before the words were looked for.

The lists are our own, from memory. RECENT was written before the supplement (`deckmaking/kaleidoscope/recent.txt`) and
was not looked at while that was written; the same people wrote both, so it is no independent measure.
"""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from companion.cli import run
from companion.games.kaleidoscope import lexicon
from companion.games.kaleidoscope.lexicon import is_word


def _each(text: str) -> list[str]:
    return text.split()


NAMED = _each("""
chatbot covid burnout deepfake woke weekend hotdog halloween papi exam visio tsigane millefeuille sapeuse
portemonnaie tirebouchon
""")
"""Words that players missed: the report of an audit."""

ORDINARY = _each("""
maison maisons jardin jardins fenetre fenetres porte portes table tables chaise chaises lit lits cuisine cuisines
assiette assiettes fourchette couteau couteaux cuillere verre verres bouteille bouteilles pain pains beurre fromage
fromages soupe soupes salade salades tomate tomates pomme pommes poire cerise cerises fraise raisin oignon poivre sel
sucre farine oeuf oeufs lait eau eaux vin vins biere cafe cafes viande poulet poisson poissons gateau gateaux
enfant enfants pere peres mere soeur soeurs frere frere oncle tante cousin cousine voisin voisine amie amis ami
homme hommes femme femmes garcon garcons fille filles bebe bebes vieux vieille vieilles jeune jeunes grand grande
petit petite petits petites gros grosse beau belle belles bel nouveau nouvelle nouveaux nouvel blanc blanche noir
noire rouge rouges vert verte bleu bleue bleus jaune gris grise brun brune rose roses heureux heureuse triste tristes
joyeux joyeuse gentil gentille gentils mechant mechante doux douce fou folle folles sec seche long longue longs public
publique cheval chevaux journal journaux travail travaux oeil yeux ciel cieux bijou bijoux genou genoux caillou chou
animal animaux chien chiens chienne chat chats chatte souris vache vaches mouton poule oiseau oiseaux renard loup
louve ours lapin tigre lion lionne singe serpent abeille fourmi papillon arbre arbres feuille feuilles fleur fleurs
herbe foret forets montagne riviere rivieres mer mers plage ile iles vent pluie neige orage soleil lune etoile etoiles
suis es est sommes etes sont etais etait etions etiez etaient serai seras sera serons serez seront serais soyons
ai as avons avez ont avais aurai aurions ayez eu eue eus vais vas va allons allez vont allais irai iras ira irons
faire fais fait faisons faites font ferai feras fera ferons dire dis dit disons dites disent dirai
mange manges mangeons mangez mangent mangeait mangerai mange mangee mangees finir finis finit finissons finissez
finissent finissait fini finie prendre prends prend prenons prenez prennent pris prise prises venir viens vient venons
viennent venu venue viendrai voir vois voit voyons voyez voient vu vue verrai pouvoir peux peut pouvons peuvent pourra
vouloir veux veut voulons veulent voudrais devoir dois doit devons doivent savoir sais sait savons savent saura
mettre mets met mettons mis mise partir pars part partons parti partie ouvrir ouvre ouvert ouverte courir cours courons
courra boire bois boit buvons boivent bu lire lis lit lisons lu lue ecrire ecris ecrivons ecrit ecrite vivre vis vivons
vecu jouer joue jouons jouez jouent joueur joueuse joueurs gagner gagne gagnons perdu perdre rapidement lentement
souvent toujours jamais bientot hier demain
""")
"""Ordinary words with their inflections."""

RECENT = _each("""
selfie vapoteuse feminicide zadiste tuto captcha bistronomie cosplay mook youtubeur uberisation twittos nomophobie
complotisme flexitarien liker retweeter grossophobie specisme degagisme cryptomonnaie darknet infox slasheur
divulgacher cisgenre collapsologie blockchain deconfinement teletravailler cluster presentiel vaccinodrome metavers
wokisme instagrammable ghosting crush microplastique megabassine ecoanxiete glamping mocktail kombucha burrata matcha
halloumi trottinettiste surtourisme streameur masculinisme cyberharcelement platiste empouvoirement hypertrucage skyr
cobot inclusivite climatosceptique survivaliste
""")
"""Sixty words that entered the yearly editions of the Petit Robert or the Petit Larousse from 2015 to 2025."""

MOST_REFUSED = 3
"""Of the sixty."""
MOST_BYTES = 1_200_000

REFORMED = _each("""
ognon nenufar ruisselement portemonnaie weekend bassecour croquemonsieur millepatte pingpong piquenique cowboy
basketball handball baseball volleyball extraterrestre infrarouge tamtam tictac essuietout boutentrain chauvesouris
entretemps potpourri hautparleur porteplume portecle autostop microonde millefeuille tirebouchon hotdog popcorn fastfood
quotepart autoecole statuquo apriori combattif charriot relai interpele corole girole tocade papi tsigane
""")
"""Words in the spelling of 1990, compounds written as one among them, from the lists of the Conseil supérieur."""

NO_WORDS = _each("""
toulouse grenoble nantes espagne portugal belgique sophie nicolas mohamed zidane sarkozy netflix facebook youtube
renault peugeot versailles strasbourg sncf ratp http rdv svp stp tgv tva pme rsa kg pcq qcm cdi
malgrer apeller dilemne cauchemard mourrir infractus pecunier comfortable appercevoir acceuil acceuillir receuil
orgeuil marriage developement parmis aujourdui quelquun
""")
"""Names, abbreviations, and what is often misspelled."""


def refused(words: list[str]) -> list[str]:
    return [word for word in words if not is_word(word)]


def test_3_2_words_that_players_missed_are_words() -> None:
    assert refused(NAMED) == []


def test_3_2_the_spelling_of_1990_counts_too() -> None:
    assert refused(REFORMED) == []


def test_3_2_no_ordinary_word_is_refused() -> None:
    ordinary = sorted(set(ORDINARY))
    assert len(ordinary) >= 300
    assert refused(ordinary) == []


def test_3_2_hardly_any_recent_word_is_refused() -> None:
    assert len(set(RECENT)) == 60
    assert len(refused(RECENT)) <= MOST_REFUSED, refused(RECENT)


def test_3_2_what_is_no_word_is_refused() -> None:
    assert len(set(NO_WORDS)) == 50
    assert refused(NO_WORDS) == NO_WORDS


def test_the_lexicon_is_small() -> None:
    assert len((files(lexicon) / "french.marisa").read_bytes()) <= MOST_BYTES


@pytest.mark.parametrize(
    ("letters", "said"), [("maison", "word"), ("ma*son", "word"), ("kaleido", "beginning of a word"), ("xq", "no word")]
)
def test_the_command_line_says_what_is_a_word(letters: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kaleidoscope", "word", "--letters", letters]) == 0
    assert capsys.readouterr().out.strip() == said


def test_what_cannot_be_looked_up_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kaleidoscope", "word", "--letters", "Été"]) == 2
    assert "Été" in capsys.readouterr().err


def test_the_time_of_a_look_up_is_measured_by_the_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kaleidoscope", "bench", "--word", "maison"]) == 0
    assert re.search(r"is_word\('ma\*son'\) \d+\.\d", capsys.readouterr().out)
