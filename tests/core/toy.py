"""A small whole game for tests: a coin is thrown, players in turn keep or pass, each has a secret number.

Keeping adds the coin to one's own score; at the end the secret number is added. Rules in three lines make a
wrong expectation easy to spot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from companion.core.actors import CHANCE, OVER, Actor, Viewer, at_seat
from companion.core.art import Art
from companion.core.capabilities.introduction import Introduction
from companion.core.errors import Illegal
from companion.core.game import Action, ChanceAction, SeatAction, State, legal_for
from companion.core.scene import Scene, Thing
from companion.core.text import Text, same, seat_name
from companion.core.views import EVERYONE, NOBODY, OWNER, seen_by


@dataclass(frozen=True)
class Options:
    rounds: int = 2


@dataclass(frozen=True)
class Player:
    seat: int = seen_by(EVERYONE)
    score: int = seen_by(EVERYONE)
    secret: int = seen_by(OWNER, others=lambda _: "?")
    wish: str = seen_by(OWNER)


@dataclass(frozen=True)
class Throw(ChanceAction):
    values: tuple[int, ...] = seen_by(EVERYONE)


@dataclass(frozen=True)
class Keep(SeatAction):
    pass


@dataclass(frozen=True)
class Pass(SeatAction):
    pass


@dataclass(frozen=True)
class Wish(SeatAction):
    """Out of turn, at any moment, once."""

    words: str = seen_by(OWNER)
    open_fields: ClassVar[frozenset[str]] = frozenset({"words"})


@dataclass(frozen=True)
class ToyState:
    players: tuple[Player, ...] = seen_by(EVERYONE)
    turn: int = seen_by(EVERYONE)
    left: int = seen_by(EVERYONE)
    coin: int | None = seen_by(EVERYONE)
    pot: int = seen_by(NOBODY)

    @property
    def actor(self) -> Actor:
        if self.left == 0:
            return OVER
        return CHANCE if self.coin is None else at_seat(self.turn)

    @property
    def scores(self) -> tuple[float, ...] | None:
        return tuple(float(p.score + p.secret) for p in self.players) if self.left == 0 else None

    def chance_outcomes(self) -> tuple[tuple[Action, float], ...]:
        return ((Throw((1,)), 0.5), (Throw((2,)), 0.5)) if self.actor == CHANCE else ()

    def legal_actions(self) -> tuple[Action, ...]:
        if self.actor == OVER:
            return ()
        wishes = tuple(Wish(p.seat, "gold") for p in self.players if not p.wish)
        if self.coin is None:
            return (Throw((1,)), Throw((2,)), *wishes)
        return (Keep(self.turn), Pass(self.turn), *wishes)

    def apply(self, action: Action) -> ToyState:
        match action:
            case Throw(values=(1 | 2 as value,)) if self.actor == CHANCE:
                return replace(self, coin=value)
            case Keep(seat=seat) | Pass(seat=seat) if self.coin is not None and seat == self.turn and self.left:
                gain = self.coin if isinstance(action, Keep) else 0
                player = self.players[seat]
                players = self._with(replace(player, score=player.score + gain))
                return replace(self, players=players, turn=(seat + 1) % len(players), left=self.left - 1, coin=None)
            case Wish(seat=seat, words=words) if self.left and seat < len(self.players) and words:
                if not self.players[seat].wish:
                    return replace(self, players=self._with(replace(self.players[seat], wish=words)))
        raise Illegal("toy.not-now", Text(fr="Pas maintenant ; attendez votre tour.", en="Not now; wait."), "1")

    def _with(self, player: Player) -> tuple[Player, ...]:
        return tuple(player if p.seat == player.seat else p for p in self.players)


class Toy:
    key = "toy"
    title = same("Toy")
    seats = range(2, 5)
    introduction = Introduction(
        sentence=Text(fr="Gardez la pièce, ou passez.", en="Keep the coin, or pass."),
        minutes=1,
        cover=(Thing("die", "1"),),
    )
    state: type = ToyState
    actions: tuple[type[Action], ...] = (Throw, Keep, Pass, Wish)
    options: type = Options
    eyes = frozenset({"die"})
    die_sides = 12

    def start(self, seats: int, options: Any) -> State:
        if seats not in self.seats:
            raise Illegal("toy.seats", Text(fr="De 2 à 4 joueurs.", en="From 2 to 4 players."), "2")
        players = tuple(Player(seat, 0, 10 + seat, "") for seat in range(seats))
        return ToyState(players, 0, options.rounds * seats, None, 0)

    def label(self, state: State, action: Action, viewer: Viewer) -> Text:
        match action:
            case Throw(values=values):
                return Text(fr=f"Pièce : {values[0]}", en=f"Coin: {values[0]}")
            case Keep(seat=seat):
                return seat_name(seat) + Text(fr=" garde", en=" keeps")
            case Pass(seat=seat):
                return seat_name(seat) + Text(fr=" passe", en=" passes")
            case Wish(seat=seat, words=words):
                shown = words if seat == viewer else "…"
                return seat_name(seat) + Text(fr=f" souhaite {shown}", en=f" wishes {shown}")
        raise TypeError(action)

    def prompt(self, state: State, viewer: Viewer) -> Text:
        if state.actor == OVER:
            return Text(fr="C'est fini.", en="It is over.")
        if state.actor == CHANCE:
            return Text(fr="Lancez la pièce.", en="Throw the coin.")
        return seat_name(state.actor.seat or 0) + Text(fr=", à vous.", en=", your turn.")

    def depict(self, state: State) -> Scene:
        assert isinstance(state, ToyState)
        coins = () if state.coin is None else (Thing("die", str(state.coin)),)
        return Scene(coins, frozenset({"die"}))

    def art(self, kind: str, face: str) -> Art:
        return {("die", "1"): COIN, ("die", "2"): COIN}[kind, face]

    def whole_is_open(self, state: State) -> bool:
        return False

    def thing_is_open(self, state: State, thing: Thing) -> bool:
        return thing.kind == "die"

    def explanations(self, state: State, seen: Scene) -> tuple[Action, ...]:
        throws = tuple(Throw((int(t.face),)) for t in seen.things if t.face in ("1", "2"))
        return throws if len(seen.things) == 1 and state.actor == CHANCE else ()

    def choose(self, state: State, seat: int, random: Random) -> Action:
        return random.choice(legal_for(state, seat))

    def disguise(self, state: State, viewer: Viewer, random: Random) -> State:
        assert isinstance(state, ToyState)
        players = tuple(
            p if p.seat == viewer else replace(p, secret=random.randrange(99), wish=p.wish and random.choice("abc"))
            for p in state.players
        )
        return replace(state, players=players, pot=random.randrange(99))


COIN = Art(20, 20, 2, True, "#cccccc")
TOY = Toy()
