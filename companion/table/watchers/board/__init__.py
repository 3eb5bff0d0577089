"""Watching a board whose every place is followed."""
