"""Hands and arms: whose, where, since when."""
