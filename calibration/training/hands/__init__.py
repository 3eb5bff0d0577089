"""Makes the network that finds hands with their arms: lessons from the simulated table, training, its file."""
