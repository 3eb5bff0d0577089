"""A whole table without a table: simulated players at the simulated table, seen through the real eyes."""
