"""Makes the board reader's networks: drawn and path-traced training pictures, training, calibration, evaluation."""
