"""Pure values that all other packages share: games, scenes, views, matches. Standard library only."""
