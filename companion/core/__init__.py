"""Pure values that every other room shares: games, scenes, views, matches. Standard library only."""
