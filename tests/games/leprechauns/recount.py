"""Scores, PREM'S and first hands counted once more from the actions alone, without the game's own code."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.match import Match
from companion.games.leprechauns.actions import (
    CallFoul,
    ChestSeen,
    ChestTold,
    Designate,
    Discard,
    Exchange,
    FirstHand,
    FoulSeen,
    HandsStand,
    Judge,
    PassPrems,
    PlayAs,
    Slap,
    TakePrems,
    TurnAction,
)
from companion.games.leprechauns.options import Options


@dataclass
class Tally:
    """What a person with pencil and paper writes down.

    Attributes:
        held: seat to the seat whose chest is under its hand.
        waiting: seats with a hand on a chest that are still to try, clockwise from the holder.
        trying: who repeats a formula now.
    """

    seats: int
    options: Options
    won: list[list[int]]
    lost: list[list[int]]
    firsts: list[int]
    prems: int = 0
    action: str = ""
    values: dict[int, int] = field(default_factory=dict)
    held: dict[int, int] = field(default_factory=dict)
    rank: dict[int, int] = field(default_factory=dict)
    prizes: dict[int, int] = field(default_factory=dict)
    first_prizes: dict[int, int] = field(default_factory=dict)
    waiting: list[int] = field(default_factory=list)
    trying: int | None = None
    votes: list[bool] = field(default_factory=list)
    standing: bool = False

    def clockwise(self) -> list[int]:
        return [(self.prems + step) % self.seats for step in range(self.seats)]

    def judge_count(self) -> int:
        return 1 if self.options.judges == "holder" and self.trying != self.prems else self.seats - 1

    def goes_out(self, seat: int) -> None:
        claims = [each for each, owner in self.held.items() if owner == self.held.get(seat)]
        if len(claims) > 1 and not self.options.shared:  # nobody held that chest yet
            del self.held[seat], self.rank[seat]
        if seat in self.held and self.action == "negative-points" and self.options.edition == "print":
            self.lost[seat].append(self.values[self.held[seat]])
        self.held.pop(seat, None)
        if self.standing:
            self.waiting = [each for each in self.waiting if each != seat]
            self.trying = None if self.trying == seat else self.trying
            self.last_one()

    def last_one(self) -> None:
        """The last one who is to try needs no naming."""
        if self.trying is None and len(self.waiting) == 1:
            self.trying, self.votes = self.waiting.pop(), []

    def verdict(self, right: bool) -> None:
        assert self.trying is not None
        self.votes.append(right)
        yes, count = sum(self.votes), self.judge_count()
        value = self.values[self.held[self.trying]]
        if yes >= count - yes:
            self.prizes[self.trying] = value
        elif len(self.votes) - yes > count / 2:
            if self.action == "negative-points":
                self.lost[self.trying].append(value)
        else:
            return
        self.trying = None
        self.last_one()

    def stand(self) -> None:
        self.standing = True
        first = min((self.rank[seat] for seat in self.held), default=0)
        for seat in self.held:
            self.firsts[seat] += self.rank[seat] == first
        self.waiting = [seat for seat in self.clockwise() if seat in self.held]
        if self.action == "gift":
            least = min(self.values.values())
            for seat in list(self.waiting):
                if self.values[self.held[seat]] == least:
                    self.prizes[seat] = least
                    self.waiting.remove(seat)
        if self.prems in self.waiting:
            self.waiting.remove(self.prems)
            self.trying, self.votes = self.prems, []
        self.last_one()

    def give_up_what_must_be(self) -> None:
        """Where there is one value to choose from, nobody is asked."""
        parity = {"even-number": 0, "odd-number": 1}.get(self.action)
        for seat, value in self.prizes.items():
            fitting = {each for each in self.won[seat] if parity is not None and each % 2 == parity}
            if value % 2 == parity and len(fitting) == 1:
                self.won[seat].remove(fitting.pop())

    def swap(self, swap: Exchange) -> None:
        """For the partner's chest of this round, or for one of an earlier round."""
        mine = self.prizes[swap.seat]
        if swap.value is None:
            self.prizes[swap.seat], self.prizes[swap.partner] = self.prizes[swap.partner], mine
        else:
            self.won[swap.partner].remove(swap.value)
            self.won[swap.partner].append(mine)
            self.prizes[swap.seat] = swap.value

    def round_over(self) -> None:
        """Called when the next one begins, or at the end."""
        if not self.values:
            return
        for seat, value in self.prizes.items():
            self.won[seat].append(value)
        least = [seat for seat, value in self.first_prizes.items() if value == min(self.first_prizes.values())]
        if len(least) == 1:
            self.prems = least[0]
        self.values, self.held, self.rank, self.prizes, self.first_prizes = {}, {}, {}, {}, {}
        self.trying, self.waiting, self.standing = None, [], False

    def done_trying(self) -> None:
        """Once everybody has tried: what was won at first counts for PREM'S."""
        if self.standing and self.trying is None and not self.waiting and not self.first_prizes:
            self.first_prizes = dict(self.prizes)
            self.give_up_what_must_be()


def recount(match: Match) -> Tally:
    """The whole match by hand."""
    assert isinstance(match.options, Options)
    empty = range(match.seats)
    tally = Tally(match.seats, match.options, [[] for _ in empty], [[] for _ in empty], [0] * match.seats)
    for action in match.actions:
        _write_down(tally, action)
    tally.round_over()
    return tally


def _write_down(tally: Tally, action: object) -> None:
    if isinstance(action, TakePrems):
        tally.prems = action.seat
    elif isinstance(action, TurnAction):
        tally.round_over()
        tally.action = action.action.kind.value
    elif isinstance(action, ChestSeen | ChestTold):
        if tally.standing:  # the round before had no action card
            tally.round_over()
        tally.values[action.owner] = action.value
    elif isinstance(action, Slap):
        on_it = [] if tally.options.shared else [tally.rank[s] for s, owner in tally.held.items() if owner == action.on]
        before = list(tally.rank.values())
        rank = 1 + max(len(before), *before, 0) if not action.tie else on_it[0] if on_it else before[-1]
        tally.held[action.seat], tally.rank[action.seat] = action.on, rank
    elif isinstance(action, FirstHand):
        for seat in [seat for seat, owner in tally.held.items() if owner == action.seat and seat != action.hand]:
            del tally.held[seat], tally.rank[seat]
    elif isinstance(action, CallFoul | FoulSeen):
        tally.goes_out(action.hand)
    elif isinstance(action, HandsStand):
        tally.stand()
    elif isinstance(action, Designate):
        tally.waiting.remove(action.performer)
        tally.trying, tally.votes = action.performer, []
    elif isinstance(action, Judge):
        tally.verdict(action.right)
    elif isinstance(action, Exchange):
        tally.swap(action)
    elif isinstance(action, Discard):
        tally.won[action.seat].remove(action.value)
    elif isinstance(action, PassPrems):
        tally.round_over()
        tally.prems = action.to
    else:
        assert isinstance(action, PlayAs) or not isinstance(action, HandsStand)
    tally.done_trying()


def scores(tally: Tally) -> tuple[float, ...]:
    """Clause 7.1 for every seat."""
    half = tally.options.edition == "boxed"
    return tuple(
        float(sum(won) - sum((value + 1) // 2 if half else value for value in lost))
        for won, lost in zip(tally.won, tally.lost, strict=True)
    )
