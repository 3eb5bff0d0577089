"""The box's main loop: read, check the contacts, answer. Runs under MicroPython and CPython; knows no pins."""

from .box import Box
from .stamps import Contacts, MonotonicClock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def serve(
    box: Box,
    contacts: Contacts,
    clock: MonotonicClock,
    ticks: "Callable[[], int]",
    closed: "Callable[[], list[bool]]",
    read: "Callable[[], bytes | None]",
    write: "Callable[[bytes], object]",
) -> None:
    """Serve the line until the host asks the program to end, or the line ends.

    Args:
        box: the protocol state.
        contacts: the edges that interrupts have recorded.
        clock: turns ticks into microseconds since the start.
        ticks: returns the wrapping clock, microseconds.
        closed: returns for each button whether its contact is closed now.
        read: returns the bytes that have arrived, after a millisecond at most; None when the line has ended.
        write: sends bytes.
    """
    while not box.leaving:
        data = read()
        if data is None:
            return
        now_ticks = ticks()
        now_us = clock.now(now_ticks)
        for seat, pressed_ticks in contacts.presses(now_ticks, closed()):
            box.press(seat, clock.at(pressed_ticks))
        answers = box.receive(data, now_us) + box.poll(now_us)
        if answers:
            write(answers)
