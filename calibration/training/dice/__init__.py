"""Twelve-sided dice: generated pictures, training, calibration and evaluation of the reader."""
