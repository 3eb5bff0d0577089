"""The simulated table: what a camera over it would see."""
