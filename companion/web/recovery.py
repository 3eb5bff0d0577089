"""Recovery words: three words, shown once, that bring a player's seat back to another phone of his."""

from __future__ import annotations

import re
from hashlib import scrypt
from secrets import choice
from unicodedata import combining, normalize

WORDS = tuple(
    """
    album alibi alligator altitude ambulance anaconda angle animal aquarium atlas atoll badge ballet bandit banjo basket
    biscuit bison bonus boomerang bouquet boutique bracelet bravo bungalow cactus camouflage canal canyon capsule cargo
    casino chalet champion clan cobra cocktail collage compact concert condor cosmos coyote crocodile culture dahlia
    dessert destination domino dragon duo edelweiss excursion express fable fanfare festival flamenco forum galop gazelle
    geyser ginseng globe guide harmonica hibiscus hobby horizon igloo image index iris jaguar jockey judo jungle junior
    kayak ketchup kilt kimono kiwi koala lasso limousine lotus lynx macaroni magnolia mandarin mangrove marathon marimba
    menu mimosa minute mirage muscle mustang nature nectar nickel ninja nougat nuance oasis ocelot octave olive omelette
    opossum oracle orange origami paella palace panda panorama paprika parachute parade parasol patio piano pigeon pirate
    pizza plateau poker polo poncho prairie puma python quiche radar radio rail refuge restaurant robot rugby safari
    samba sandwich sardine saxophone scorpion silo solo sonar souvenir spaghetti sphinx sprint studio surprise tandem
    tango tarot taxi tempo tennis terrain tipi titan toboggan totem toucan trampoline triangle trio trombone tunnel
    turban turquoise vase village violet virus volume vortex wagon yacht yoga zen zigzag zoo
    """.split()
)
"""Written alike in French and English, without accents, and hard to confuse when they are said aloud."""
NUMBER_OF_WORDS = 3
"""Over 22 bits: with five tries a minute (`pace.RECOVERY`) a guess takes most of a year, and a match an evening."""
WORK, BLOCK = 2**12, 8
"""Of scrypt: 4 MB and some 15 ms for each try, so that a stolen file does not give the words away at once."""


def new_word() -> str:
    """A recovery word: "lotus-panda-tango"."""
    return "-".join(choice(WORDS) for _ in range(NUMBER_OF_WORDS))


def digest(word: str, salt: str) -> str:
    """What is kept of a recovery word, hexadecimal. Capitals, accents and what stands between the words are alike."""
    plain = "".join(letter for letter in normalize("NFD", word.lower()) if not combining(letter))
    written = "-".join(re.findall("[a-z]+", plain))
    return scrypt(written.encode(), salt=salt.encode(), n=WORK, r=BLOCK, p=1).hex()
