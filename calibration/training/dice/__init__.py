"""Makes the networks for twelve-sided dice: generated pictures, training, calibration and evaluation."""
