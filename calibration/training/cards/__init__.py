"""Measuring the card readers on path-traced tables: own decks as Blender shows them, and what is read of them."""
