"""What the 32 words of each pawn must be, beyond the rules: a pleasure to guess, whichever pawn is drawn."""

LENGTHS_A_PAWN = {6: (5, 7), 7: (7, 9), 8: (7, 9), 9: (4, 6), 10: (2, 4), 11: (1, 2), 12: (1, 1)}
"""Least and most words of each length: 32 words of about 8 letters, and every length occurs under every pawn."""

MOST_OF_AN_INITIAL = 4
"""Words of a pawn that may begin alike, so that a first letter still tells something."""

MOST_PLURALS_A_PAWN = 4
"""One word in eight: a plural is a small surprise, not a habit."""

LEAST_OF_A_GENDER = 12
"""Feminine and masculine words of a pawn, at least: about as French has them."""
