"""The scale of values: points for the player to move."""

WON = 1_000_000
"""A won game, less one point for each turn that it takes: sooner is better."""
NEVER = 2 * WON
"""More than any value."""
DRAWN = 0
LONGEST = 1000
"""More turns than any search looks ahead: values this close to `WON` are won games."""


def is_won(value: int) -> bool:
    """Whether a value says that the game is decided, for either side."""
    return abs(value) > WON - LONGEST


def later(value: int, turns: int) -> int:
    """A value found `turns` turns from here: a game that is decided there ends that number of turns later."""
    return value - turns if value > WON // 2 else value + turns if value < -WON // 2 else value
