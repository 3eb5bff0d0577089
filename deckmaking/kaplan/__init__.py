"""The Kaplan deck: 384 words laid on 120 cards. Start it with `python -m deckmaking.kaplan.solve`."""
