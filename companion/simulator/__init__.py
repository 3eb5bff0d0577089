"""The simulated table: draws what a camera over it would see, and is a camera like any other."""
