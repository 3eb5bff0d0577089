"""Layout of the bank file, shared by `bank`, which writes it, and `generator`, which reads it."""

CELL_PX = 80  # side of a digit's mask
DIGIT_SHARE = 0.4  # height of a digit over its cell's: two wide digits still fit side by side
HELD_OUT_EVERY = 8  # every eighth font is reserved for testing
