"""Makes the Kaplan deck: 384 words laid out on 120 cards. Run it with `python -m deckmaking.kaplan.solve`."""
