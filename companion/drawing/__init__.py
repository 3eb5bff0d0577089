"""Vector art to pixels: what the press prints, the simulator lays on its table, and readers compare with."""
