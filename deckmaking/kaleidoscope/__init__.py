"""Kaléidoscope's list of French words. Make it with `python -m deckmaking.kaleidoscope.words`."""
