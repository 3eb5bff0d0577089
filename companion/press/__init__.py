"""The press: a game's art on paper, as pictures and as sheets to cut."""
