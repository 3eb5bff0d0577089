"""What makes the decks that the companion prints; a development tool, never part of the product."""
