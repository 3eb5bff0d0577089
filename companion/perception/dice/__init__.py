"""Reads twelve-sided dice: finds them, locates their top faces, and classifies these."""
