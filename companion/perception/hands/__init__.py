"""Hands and arms on the table: whose hand lies on which card, and since when."""
