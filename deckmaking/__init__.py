"""Makes the decks and word lists that the companion uses; a development tool, never part of the product."""
