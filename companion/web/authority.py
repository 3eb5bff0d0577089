"""Who may what: every view says which roles may use it. `door.py` lets nobody else through."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from flask import Flask

from companion.web.pace import MENDING, TELLING, Limit

View = TypeVar("View", bound=Callable[..., Any])
Manner = Literal["home", "cafe"]
"""How a table decides who is host, and what seats may do: `docs/authority.md`."""
DECLARED = "declared"
"""Under this name a view keeps who may use it."""


class Role(enum.Enum):
    """What a phone is to a table, and for one address to a seat."""

    HOST = "host"
    """Decides what seats may do, in a café; confirms who takes a seat."""
    THIS_SEAT = "this seat"
    """Holds the seat that the address names."""
    ANY_SEAT = "any seat"
    """Holds a seat."""
    OF_MATCH = "a seat of that match"
    """Holds a seat of the match at the table, which is the one that the address names."""
    SCREEN = "screen"
    """A screen of the table, which a seat or the host has paired."""
    SPECTATOR = "anybody"
    """Everybody who reaches the address."""


AT_THE_TABLE = (Role.HOST, Role.ANY_SEAT, Role.SCREEN)
"""Whoever plays: what a match needs of people may be done by any of them."""


class Act(enum.Enum):
    """What the host of a café lets seats and screens do, or not."""

    ANSWER = "answer"
    TYPE_IN = "type-in"
    UNDO = "undo"
    CORRECT = "correct"
    PARTNER = "partner"


CAFE_BEGINS = frozenset({Act.ANSWER, Act.TYPE_IN})
"""What seats may do in a café before its host says anything: what a match cannot go on without."""
LIMITS: Mapping[Act, Limit] = {
    Act.ANSWER: TELLING,
    Act.TYPE_IN: TELLING,
    Act.UNDO: MENDING,
    Act.CORRECT: MENDING,
    Act.PARTNER: MENDING,
}
"""How fast one seat, one screen or the host may do each."""


@dataclass(frozen=True, slots=True)
class Declared:
    """Who may use a view.

    Attributes:
        roles: each of them may.
        act: what the host of a café decides about; None: nothing that is decided there.
        cafe: each of them may in a café, instead of `roles`; None: the same.
    """

    roles: frozenset[Role]
    act: Act | None = None
    cafe: frozenset[Role] | None = None

    def roles_in(self, manner: Manner) -> frozenset[Role]:
        """Who may use the view at a table of this manner."""
        return self.roles if manner == "home" or self.cafe is None else self.cafe


@dataclass(frozen=True, slots=True)
class Present:
    """The phone that asks.

    Attributes:
        roles: what it is; for a seat's address, of that seat.
        granted: what seats and screens may do now.
        name: who it is for counting how fast it does things ("seat 1", "host", "table").
        manner: the table's.
    """

    roles: frozenset[Role]
    granted: frozenset[Act]
    name: str = ""
    manner: Manner = "home"


EVERYONE_LOOKS = Declared(frozenset({Role.SPECTATOR}))


def may(*roles: Role, act: Act | None = None, cafe: Iterable[Role] | None = None) -> Callable[[View], View]:
    """Declare who may use a view: `@may(Role.THIS_SEAT)` under its `@bp.get(...)`. cafe: who may in a café."""

    def declare(view: View) -> View:
        setattr(view, DECLARED, Declared(frozenset(roles), act, None if cafe is None else frozenset(cafe)))
        return view

    return declare


def declared_of(app: Flask, endpoint: str) -> Declared | None:
    """Who may use the view of `endpoint`; None where nobody has said."""
    return getattr(app.view_functions[endpoint], DECLARED, None)


def permits(declared: Declared | None, present: Present) -> bool:
    """Whether the phone that asks may use a view."""
    if declared is None:
        return False
    roles = declared.roles_in(present.manner) & present.roles
    if declared.act is None or Role.HOST in roles:
        return bool(roles)
    return bool(roles) and declared.act in present.granted
