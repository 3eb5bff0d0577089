"""Twelve-sided dice: found, posed, read."""
