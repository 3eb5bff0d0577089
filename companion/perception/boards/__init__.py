"""Boards of square tiles and the discs on them: read cold, and followed from picture to picture."""
