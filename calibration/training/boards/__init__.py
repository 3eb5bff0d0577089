"""Makes the board reader's models: tables of our own, drawn and path-traced, training, and figures."""
