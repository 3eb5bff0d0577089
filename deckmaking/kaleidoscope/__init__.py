"""Makes Kaléidoscope's list of French words: `python -m deckmaking.kaleidoscope.words`."""
