"""Renders vector art to pixels: for the press, for the simulated table, and for the templates of readers."""
