"""What the 32 words of each pawn must fulfil beyond the rules, so that they are varied whichever pawn is drawn."""

LENGTHS_A_PAWN = {6: (5, 7), 7: (7, 9), 8: (7, 9), 9: (4, 6), 10: (2, 4), 11: (1, 2), 12: (1, 1)}
"""Least and most words of each length: 32 words of about 8 letters, and every length occurs under every pawn."""

MOST_OF_AN_INITIAL = 4
"""Most words of a pawn with the same first letter, so that a first letter is informative."""

MOST_PLURALS_A_PAWN = 4
"""Most plurals of a pawn: one word in eight."""

LEAST_OF_A_GENDER = 12
"""Least feminine and least masculine words of a pawn: about their share in French."""
