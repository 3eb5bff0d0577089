"""Dictionary entries that are not words of the game although nothing in the files marks them.

Chosen by reading all entries of two to five lower-case letters, all longer ones without inflection, and all entries of
the second dictionary that the first one lacks. Spelled as in the dictionaries, so that "réf" can go without taking
another word of the same plain letters with it.
"""

from __future__ import annotations


def _each(text: str) -> frozenset[str]:
    return frozenset(text.split())


ABBREVIATIONS = _each(
    "av avr bibl bibliogr cf chap coll conf div dpi déc env etc fig févr hab ibid id janv juil lat litt mél nov oct pt "
    "rel réf suppl tél vs éd étym"
)
"""Abbreviations that are read aloud as the full word; those that have become nouns (ado, max, prof, psy) stay."""

SYMBOLS = _each(
    "arccos arccosh arccotan arccotanh arcsin arcsinh arctan arctanh cos cosh cotan cotanh ftp http ln sin sinh tanh"
)
"""Functions and protocols. "tan" and "log" stay: bark for tanning, and short for a logarithm."""

OF_PHRASES = _each(
    "ab ac ad al annua annuus big cappella cathedra causa cetera cit clausus commodo communis contrario cujus "
    "cætera cœtera dei die ecce extenso extremis facto feng french frutti generis giorno good grosso habeas high "
    "hoc hominem honoris incognita infinitum initio intuitu ipso irato latere libitum low militari modo mortem "
    "mutandis mutatis nauseam nec new nihilo numerus nunc op operandi orbi ovo patres personæ petto populi "
    "posteriori priori professo profundis qua quanti quo sativum sensu shui sine situ small statu stricto sui "
    "tempera thaliana thuringiensis tremens tumefaciens turco urbi usitatissimum utero vade valorem visu vitae "
    "vitam vitro vitæ vivendi vivo vox æquo æternam œconomicus "
    "extrémis latéré numérus opérandi postériori trémens utéro"
)
"""Foreign words that French knows only inside a phrase (ab ovo, in vitro, statu quo, big bang).

French words that live in one phrase only stay (fur, dam, instar, catimini): printed dictionaries list them.
"""

FIRST_PARTS = _each("anglo arabo austro belgo canado germano helvético hispano israélo italo québéco russo sino")
"""First halves of compounds with a hyphen (sino-russe), which nobody writes alone."""

NAMES = _each("ibn ofbizextra")
"""The Arabic "son of" of names, and a computer program."""

AGAINST_THE_RULES = _each("ahi")
"""An old exclamation (aïe): the rule text gives A, h, i as letters that begin no word (l. 90)."""

LEFT_OUT = ABBREVIATIONS | SYMBOLS | OF_PHRASES | FIRST_PARTS | NAMES | AGAINST_THE_RULES
"""All entries that are left out."""
