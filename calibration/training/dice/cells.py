"""Layout of the bank file, shared by what draws it and what samples it."""

CELL_PX = 80
DIGIT_SHARE = 0.4  # a digit's height in its cell: two wide digits still fit beside each other
HELD_OUT_EVERY = 8  # each eighth font is for testing alone
