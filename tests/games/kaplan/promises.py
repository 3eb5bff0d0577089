"""What must hold at every moment of every game, and scores counted once more from the actions alone."""

from __future__ import annotations

from itertools import pairwise

from companion.core.match import Match
from companion.games.kaplan.actions import Ally, Announce, ConfirmNumber, JudgeWord, Reveal, TurnLetter
from companion.games.kaplan.pieces import Cover
from companion.games.kaplan.position import Phase, Place
from companion.games.kaplan.state import Kaplan


def check_match(match: Match) -> None:
    """Raises `AssertionError` when a finished match breaks a promise."""
    for state in match.states:
        assert isinstance(state, Kaplan)
        check_moment(state)
    check_steps(match)
    assert match.state.scores == recount(match)


def recount(match: Match) -> tuple[float, ...]:
    """Clauses 8.1 to 8.8, 9.4 and 9.5 counted from the list of actions, without the game's own code."""
    laid = next(state for state in match.states if isinstance(state, Kaplan) and state.places)
    word, up, offers, allies = laid.word or "", 0, set(), {}
    announced: dict[int, tuple[str, int]] = {}
    said: dict[int, float] = {}
    for action in match.actions:
        if isinstance(action, Reveal):
            word = action.word.upper()
        elif isinstance(action, TurnLetter):
            up += 1
        elif isinstance(action, Ally):
            offers.add((action.seat, action.partner))
            if (action.partner, action.seat) in offers:
                allies[action.seat], allies[action.partner] = action.partner, action.seat
        elif isinstance(action, Announce):
            others_silent = match.seats - len(announced) - 1
            announced[action.seat] = (action.word.upper(), others_silent * (12 - up))
        elif isinstance(action, ConfirmNumber):
            said[action.writer] = 0.5 if action.only_number else -1.0
        elif isinstance(action, JudgeWord):
            said[action.writer] = {"exact": 1.0, "number": 0.5, "wrong": -1.0}[action.verdict.value]
    scores = [0.0] * match.seats
    for seat, (written, stake) in announced.items():
        other = {"p": word.removesuffix("S"), "s": plural(word), None: word}[laid.word_number]
        share = 1.0 if written == word else 0.5 if written == other else -1.0
        points = stake * said.get(seat, share)
        if seat in allies:
            scores[allies[seat]] += points / 2
            points /= 2
        scores[seat] += points
    return tuple(scores)


def plural(word: str) -> str:
    """The plural of a singular word in capitals, for the few words whose plural is more than an S."""
    if word.endswith(("S", "X", "Z")):
        return word
    if word in ("ANIMAL", "CRISTAL", "GENERAL"):
        return word[:-1] + "UX"
    return word + ("X" if word.endswith("EAU") else "S")


def check_tokens(state: Kaplan) -> None:
    """Each token of each chosen family is in exactly one place."""
    for player in state.players:
        laid = [bet for place in state.places for bet in place.bets if bet.seat == player.seat]
        held = (*player.hand, *player.spent)
        where = [(t.family, t.value) for t in held] + [(bet.family, bet.value) for bet in laid]
        assert len(where) == 9 * len(player.families)
        assert set(where) == {(family, value) for family in player.families for value in range(1, 10)}


def check_place(place: Place, bluff: bool) -> None:
    hidden = [bet.hidden for bet in place.bets]
    if place.cover is Cover.K:
        assert hidden == [True, bluff][: len(hidden)]
        assert not place.consulted_by
    elif place.cover is Cover.EYE:
        assert hidden == [True][: len(hidden)]
        assert place.consulted_by
    else:
        assert hidden == []
    assert not place.turned or place.cover is Cover.OFF
    assert place.consulted_by <= place.known_to


def check_moment(state: Kaplan) -> None:
    check_tokens(state)
    if state.phase not in (Phase.COVER, Phase.TRUTH, Phase.VERDICTS, Phase.OVER):
        for place in state.places:
            check_place(place, state.options.bluff)
    sides = {frozenset({p.seat} if p.ally is None else {p.seat, p.ally}) for p in state.players}
    silent = sum(all(state.players[seat].announcement is None for seat in side) for side in sides)
    up = sum(place.turned for place in state.places)
    if state.phase not in (Phase.TRUTH, Phase.VERDICTS, Phase.OVER):
        assert silent > 1
        assert up < 8 or state.phase is Phase.LETTER
    for player in state.players:
        if player.ally is not None:
            assert state.players[player.ally].ally == player.seat
            assert len(state.players) >= 5
            assert player.announcement is None or state.players[player.ally].announcement is None


def check_steps(match: Match) -> None:
    """What may only grow, only grows; a clue leaves the shield once."""
    states = [state for state in match.states if isinstance(state, Kaplan) and state.clues]
    for before, after in pairwise(states):
        assert {(c.metal, c.number) for c in after.clues if c.on_shield} <= {
            (c.metal, c.number) for c in before.clues if c.on_shield
        }
        for old, new in zip(before.places, after.places, strict=True):
            assert old.consulted_by <= new.consulted_by
            assert old.turned <= new.turned
            assert old.letter in (None, new.letter)
        for one, other in zip(before.players, after.players, strict=True):
            assert one.announcement is None or other.announcement is not None
