"""Boards of square tiles with discs on them: read from a single picture, or followed from picture to picture."""
