"""The games, a folder each; a folder exports one `GAME` and imports nothing but core."""
