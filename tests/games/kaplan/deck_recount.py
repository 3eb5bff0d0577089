"""Recounts a printed deck from its deck.json alone, sharing no code with the game or its own checker.

RULINGS Kaplan 1 to 5, and l. 83: three families of 40 cards.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

COLOURS = ("red", "blue", "green", "yellow")
SHAPES = ("hexagon", "circle", "square", "triangle", "star", "cross", "diamond", "heart")
FILLS = ("transparent", "solid", "striped", "dotted")
METALS = ("gold", "copper", "silver")
FORM = ("first-letter", "length", "gender-number")
MEANING = ("analogy", "synonym", "expression")
NUMBERS = [str(number) for number in range(1, 13)]
GENDERS, COUNTS = {"M.", "F.", "M./F."}, {"sing.", "plur."}

Json = dict[str, Any]


def recount(deck: Json) -> list[str]:
    """What is wrong, each beginning with the ruling that it breaks; empty for a good deck."""
    wrong = [*_pawns(deck), *_cards(deck)]
    return wrong or [*_draws(deck), *_lucarnes(deck), *_texts(deck)]


def _pawns(deck: Json) -> Iterator[str]:
    if sorted(deck["colours"]) != sorted(COLOURS) or sorted(deck["shapes"]) != sorted(SHAPES):
        yield "1: colours or shapes"
    if sorted(deck["fills"]) != sorted(FILLS):
        yield "1: fills"
    draws = Counter(_key(word) for word in deck["words"])
    if draws != Counter(product(COLOURS, (1, 2, 3), SHAPES, FILLS)):
        yield "1: not one word for each of the 384 draws"


def _cards(deck: Json) -> Iterator[str]:
    cards = deck["cards"]
    if sorted(card["id"] for card in cards) != list(range(1, 121)):
        yield "2: not the cards 1 to 120"
    if Counter(card["metal"] for card in cards) != dict.fromkeys(METALS, 40):
        yield "2: not 40 cards of each metal"
    triples = Counter(tuple(window["colour"] for window in card["windows"]) for card in cards)
    if triples != dict.fromkeys(permutations(COLOURS, 3), 5):
        yield "2: not five cards of each triple of colours"
    for card in cards:
        if [window["position"] for window in card["windows"]] != [1, 2, 3]:
            yield f"2: windows of card {card['id']}"
        for window in card["windows"]:
            symbols = {(cell["shape"], cell["fill"]) for cell in window["symbols"]}
            if len(window["symbols"]) != 24 or len(symbols) != 24 or not symbols <= set(product(SHAPES, FILLS)):
                yield f"3: not 24 different symbols in window {window['position']} of card {card['id']}"
            if not {cell["holds"] for cell in window["symbols"]} <= {*NUMBERS, "K", ""}:
                yield f"3: what a symbol of card {card['id']} holds"
        if card["lens"] != "" and (len(card["lens"]) != 1 or not "A" <= card["lens"] <= "Z"):
            yield f"4: lens of card {card['id']}"


def _draws(deck: Json) -> Iterator[str]:
    words = [word["word"] for word in deck["words"]]
    if len(set(words)) != len(words):
        yield "4: a word occurs twice"
    for word in deck["words"]:
        colour, position, shape, fill = _key(word)
        name = f"{colour} {position} {shape} {fill}"
        first = [card for card in deck["cards"] if card["windows"][position - 1]["colour"] == colour]
        if len(first) != 30:
            yield f"2: {len(first)} cards for {name}"
        held = [(_holds(card, position, shape, fill), card) for card in first]
        numbered = {holds: card["lens"] for holds, card in held if holds in NUMBERS}
        if sorted(holds for holds, _ in held if holds in NUMBERS) != sorted(NUMBERS):
            yield f"3: not the numbers 1 to 12, each once, for {name}"
        elif not _spells([numbered[number] for number in NUMBERS], word["word"]):
            yield f"4: the lenses do not spell the word of {name}"
        clue_cards = [card for holds, card in held if holds == "K"]
        if Counter(card["metal"] for card in clue_cards) != dict.fromkeys(METALS, 2):
            yield f"3: not two K of each metal for {name}"
        if sorted(clue["card"] for clue in word["clues"]) != sorted(card["id"] for card in clue_cards):
            yield f"5: the clues of {name} are not on its six cards"


def _spells(lenses: list[str], word: str) -> bool:
    """Clockwise from some place; the blanks are then behind the word, in one run."""
    turns = (lenses[start:] + lenses[:start] for start in range(12))
    return 6 <= len(word) <= 12 and any(turn == [*word] + [""] * (12 - len(word)) for turn in turns)


def _lucarnes(deck: Json) -> Iterator[str]:
    """What the reading sides say is what the words say, clue by clue."""
    written = Counter(
        (card["id"], lucarne["colour"], position, clue["shape"], clue["fill"], clue["kind"], clue["text"])
        for card in deck["cards"]
        for position, lucarne in enumerate(card["lucarnes"], 1)
        for clue in lucarne["clues"]
    )
    wanted = Counter(
        (clue["card"], word["colour"], word["position"], word["shape"], word["fill"], clue["kind"], clue["text"])
        for word in deck["words"]
        for clue in word["clues"]
    )
    for clue in (written - wanted) + (wanted - written):
        yield f"5: {clue} is on a card or in the words, not in both"
    for card in deck["cards"]:
        if [lucarne["colour"] for lucarne in card["lucarnes"]] != [window["colour"] for window in card["windows"]]:
            yield f"2: lucarnes of card {card['id']}"


def _texts(deck: Json) -> Iterator[str]:
    for word in deck["words"]:
        clues = {clue["kind"]: clue["text"] for clue in word["clues"]}
        if sorted(clue["kind"] for clue in word["clues"]) != sorted((*FORM, *MEANING)):
            yield f"5: kinds of clues of {word['word']}"
            continue
        gender, _, count = clues["gender-number"].partition(" ")
        if clues["first-letter"] != word["word"][0] or clues["length"] != str(len(word["word"])):
            yield f"5: first letter or length of {word['word']}"
        if gender not in GENDERS or count not in COUNTS:
            yield f"5: gender or number of {word['word']}"
        stem = word["word"].rstrip("SXE")
        for kind in MEANING:
            if not clues[kind].strip() or stem in _folded(clues[kind]):
                yield f"5: {kind} of {word['word']}"


def _folded(text: str) -> str:
    """Capitals without accents."""
    plain = unicodedata.normalize("NFD", text.upper().replace("Œ", "OE").replace("Æ", "AE"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _holds(card: Json, position: int, shape: str, fill: str) -> str | None:
    cells = card["windows"][position - 1]["symbols"]
    return next((cell["holds"] for cell in cells if (cell["shape"], cell["fill"]) == (shape, fill)), None)


def _key(word: Json) -> tuple[str, int, str, str]:
    return word["colour"], word["position"], word["shape"], word["fill"]
