"""The conformance kit: checks that every game must pass, run on matches that are played at random.

A game's own tests call `check_game(GAME, ...)`. Each check raises `Broken` with its name. The kit's own tests inject
one fault for each check, to prove that it is detected.
"""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields, replace
from random import Random
from typing import Any

from companion.core.actors import CHANCE, OVER, Viewer
from companion.core.capabilities.awaited import awaited_seats
from companion.core.capabilities.introduction import Introduces
from companion.core.capabilities.open_pictures import DeclaresOpen
from companion.core.capabilities.overruling import after_end_kinds
from companion.core.correction_check import telling_correction
from companion.core.entries import Corrected, Played, TakenBack
from companion.core.errors import Illegal
from companion.core.game import Action, ChanceAction, Game, SeatAction, State, open_fields, pick_chance
from companion.core.match import Match, begin
from companion.core.picture_check import PICTURED, DrawsTable, telling_moment
from companion.core.session_state import apply_entries, begin_session
from companion.core.text import LANGUAGES, Text
from companion.core.views import undeclared_fields, view

MOST_ACTIONS = 5000
"""A random match with more actions than this counts as endless: our longest game stays under a fifth of it."""
ACTIONS_TRIED = 6
"""Number of legal actions that are tried at each state, drawn at random; other seeds try others."""
CORRECTIONS_TRIED = 8
"""Actions of each match whose corrections are looked at, drawn at random; other seeds try others."""


class Broken(AssertionError):  # noqa: N818 - a broken promise, in the words of the kit
    """A game fails a check of the kit.

    Args:
        check: name of the check ("secret").
        detail: what was found.
    """

    def __init__(self, check: str, detail: str) -> None:
        super().__init__(f"{check}: {detail}")
        self.check = check


def check_game(
    game: Game, seats: int, options: Any = None, *, seed: int, draws: DrawsTable | None = None, moments: int = PICTURED
) -> Match:
    """Play one random match of `game` and run every check at every state.

    Args:
        game: the game.
        seats: number of players.
        options: the game's options; None means its defaults.
        seed: of the random match and of the checks' random choices.
        draws: draws tables, so that pictures are checked for secrets too; None: words alone are.
        moments: how many moments of the match are drawn.

    Returns:
        The finished match, for further checks of the game's own tests.

    Raises:
        Broken: a check failed; it names the check and the state.
    """
    check_declarations(game)
    match = random_match(game, seats, options, seed=seed)
    check_match(match, seed=seed)
    if draws is not None and (told := telling_moment(match, draws, seed=seed, moments=moments)) is not None:
        number, viewer = told
        raise Broken("pictures", f"a picture tells {viewer} what it may not see (seed {seed}, after {number} actions)")
    return match


def check_match(match: Match, *, seed: int) -> None:
    """Run every check at every state of a match, however it was played. Raises `Broken`."""
    random = Random(seed)
    for number, state in enumerate(match.states):
        try:
            _check_moment(match.game, match, number, state, random)
        except Broken as broken:
            raise Broken(broken.check, f"{broken} (seed {seed}, after {number} actions)") from None
    _check_replay(match)
    _check_corrections(match, random)


def _check_corrections(match: Match, random: Random) -> None:
    """What an action may be corrected to tells nobody what he may not see."""
    for number in random.sample(range(len(match.actions)), min(CORRECTIONS_TRIED, len(match.actions))):
        if (told := telling_correction(match, number, random)) is not None:
            raise Broken("corrections", f"correcting action {number} tells {told} what it may not see")


def _check_replay(match: Match) -> None:
    """The same actions lead to the same states; so they do when the last one is taken back and played again, and when
    it is corrected to itself."""
    start = begin_session(match.game, ("",) * match.seats, match.options)
    entries = [Played("kit", 0.0, action) for action in match.actions]
    played = apply_entries(start, entries)
    if played.match.states != match.states:
        raise Broken("replay", "the same actions led to other states")
    if entries:
        last = len(entries) - 1
        again = [TakenBack("kit", 0.0, last), entries[-1], Corrected("kit", 0.0, last, match.actions[-1])]
        if apply_entries(played, again).match.states != match.states:
            raise Broken("replay", "the last action, taken back or corrected to itself, led to other states")


def random_match(game: Game, seats: int, options: Any = None, *, seed: int, most: int = MOST_ACTIONS) -> Match:
    """A whole match with random choices of a generator of this seed.

    Raises:
        Broken: it does not end within `most` actions, nobody can act, or a listed action is refused.
    """
    random = Random(seed)
    match = begin(game, seats, options)
    while match.state.actor != OVER:
        if len(match.actions) >= most:
            raise Broken("ends", f"still not over after {most} actions")
        outcomes = match.state.chance_outcomes()
        if outcomes:
            match = match.play(pick_chance(outcomes, random))
            continue
        legal = match.state.legal_actions()
        if not legal:
            raise Broken("someone can act", f"{match.state.actor} is to act and nothing is legal")
        choice = _next_choice(match, legal, random)
        try:
            match = match.play(choice)
        except Illegal as refusal:
            raise Broken("legal", f"{choice} is listed and refused: {refusal}") from None
    return match


def _next_choice(match: Match, legal: tuple[Action, ...], random: Random) -> Action:
    """A random legal action; after `WANDERING` actions, what the game's simulated player chooses."""
    seat = match.state.actor.seat
    if seat is None or len(match.actions) < WANDERING:
        return _random_choice(match.state, legal, random)
    return match.game.choose(match.state, seat, random)


def _random_choice(state: State, legal: tuple[Action, ...], random: Random) -> Action:
    """Usually an action of the player whose turn it is; sometimes any legal action."""
    in_turn = [a for a in legal if isinstance(a, SeatAction) and a.seat == state.actor.seat and not open_fields(a)]
    if in_turn and random.random() < IN_TURN_SHARE:
        return random.choice(in_turn)
    return random.choice(legal)


WANDERING = 200
"""Number of actions that are drawn at random before simulated players choose: some games (four in a row on a board that
moves) almost never end by chance."""
IN_TURN_SHARE = 0.97
"""Share of random choices among the ordinary actions of the player in turn. Free text and actions out of turn
(announcing a word) are rare at a real table; drawn evenly they would end every match before its later rules apply."""


def check_declarations(game: Game) -> None:
    """Check that every field of states and actions declares who may see it, that their classes are frozen, and that the
    game declares what of a picture is open and introduces itself.

    Raises:
        Broken: naming the fields, the class or the game.
    """
    if not isinstance(game, DeclaresOpen):
        raise Broken("pictures", f"{game.key} does not say what of a picture everybody may see")
    _check_introduction(game)
    for kind in (game.state, *game.actions):
        missing = undeclared_fields(kind)
        if missing:
            raise Broken("visibility", f"fields that do not say who may see them: {', '.join(missing)}")
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            raise Broken("frozen", f"{kind.__name__} can be changed")


def _check_introduction(game: Game) -> None:
    """The lobby can show the game: its sentence is there in each language, its time is a time, its picture is drawn."""
    if not isinstance(game, Introduces):
        raise Broken("introduction", f"{game.key} does not introduce itself")
    said = game.introduction
    _check_text("introduction", said.sentence)
    if said.minutes < 1 or not said.cover:
        raise Broken("introduction", f"{game.key} takes {said.minutes} minutes and shows {len(said.cover)} things")
    for thing in said.cover:
        try:
            game.art(thing.kind, thing.face)
        except KeyError:
            raise Broken("introduction", f"{game.key} cannot draw {thing} of its cover") from None


def _check_moment(game: Game, match: Match, number: int, state: State, random: Random) -> None:
    legal = state.legal_actions()
    _check_actor(match, state, legal)
    _check_legal(game, state, legal, random)
    _check_refusals(match, number, state, legal, random)
    _check_views(game, match, state, legal, random)
    _check_choice(game, state, legal, random)
    _check_table(game, state)


def _check_choice(game: Game, state: State, legal: tuple[Action, ...], random: Random) -> None:
    """The simulated player chooses a legal action, and the same one whatever is hidden from it."""
    seat = state.actor.seat
    if seat is None:
        return
    seed = random.random()
    choice = game.choose(state, seat, Random(seed))
    if choice not in legal and not _differs_only_in_free_fields(choice, legal):
        raise Broken("choose", f"{choice} is chosen and not legal")
    if game.choose(game.disguise(state, seat, random), seat, Random(seed)) != choice:
        raise Broken("choose", f"the choice {choice} of seat {seat} depends on what it may not see")


def _check_actor(match: Match, state: State, legal: tuple[Action, ...]) -> None:
    outcomes, scores = state.chance_outcomes(), state.scores
    going_on = [action for action in legal if not isinstance(action, after_end_kinds(match.game))]
    is_over = state.actor == OVER
    if (is_over and going_on) or (not is_over and not legal) or is_over != (scores is not None):
        raise Broken("over", f"actor {state.actor}, {len(legal)} legal actions, scores {scores}")
    if scores is not None and len(scores) != match.seats:
        raise Broken("scores", f"{len(scores)} scores for {match.seats} seats")
    if state.actor == CHANCE:
        odds = sum(share for _, share in outcomes)
        if abs(odds - 1.0) > 1e-9 or any(share <= 0 for _, share in outcomes):
            raise Broken("odds", f"chance's odds add up to {odds}")
        if {action for action, _ in outcomes} != {a for a in legal if isinstance(a, ChanceAction)}:
            raise Broken("odds", "chance's outcomes are not its legal actions")
    elif outcomes:
        raise Broken("odds", f"chance has outcomes while {state.actor} is to act")
    if state.actor.kind == "seat" and not any(isinstance(a, SeatAction) and a.seat == state.actor.seat for a in legal):
        raise Broken("someone can act", f"{state.actor} is to act and has no legal action")
    awaited = awaited_seats(match.game, state)
    known = set(range(match.seats)) if not is_over else set()
    if not set(awaited) <= known or sorted(set(awaited)) != list(awaited) or {state.actor.seat} - {None, *awaited}:
        raise Broken("awaited", f"while {state.actor} is to act, the seats {awaited} are awaited")


def _check_legal(game: Game, state: State, legal: tuple[Action, ...], random: Random) -> None:
    if len(set(legal)) != len(legal):
        raise Broken("distinct", "a legal action is listed twice")
    for action in random.sample(legal, min(ACTIONS_TRIED, len(legal))):
        if type(action) not in game.actions:
            raise Broken("actions", f"{type(action).__name__} is not among the game's actions")
        before = hash(state)
        try:
            after = state.apply(action)
        except Illegal as refusal:
            raise Broken("legal", f"{action} is listed and refused: {refusal}") from None
        except FrozenInstanceError as error:
            raise Broken("frozen", f"{action} tried to change a frozen value: {error}") from None
        if hash(state) != before or after is state:
            raise Broken("frozen", f"{action} changed the state in place")
        if not isinstance(after, game.state):
            raise Broken("state", f"{action} led to a {type(after).__name__}")


def _check_refusals(match: Match, number: int, state: State, legal: tuple[Action, ...], random: Random) -> None:
    """Actions from other moments of the match are refused unless they are listed as legal."""
    borrowed = [random.choice(match.actions) for _ in range(ACTIONS_TRIED)] if match.actions else []
    for action in borrowed:
        if action in legal or _differs_only_in_free_fields(action, legal):
            continue
        try:
            state.apply(action)
        except Illegal as refusal:
            if not refusal.code or not refusal.clause:
                raise Broken("refusal", f"the refusal of {action} has no code or clause") from None
            _check_text("refusal", refusal.what)
            continue
        raise Broken("closed", f"{action} is not listed as legal and was accepted after {number} actions")


def _differs_only_in_free_fields(action: Action, legal: tuple[Action, ...]) -> bool:
    free = open_fields(action)
    if not free:
        return False
    fixed = [each.name for each in fields(action) if each.name not in free]
    return any(
        type(other) is type(action) and all(getattr(other, n) == getattr(action, n) for n in fixed) for other in legal
    )


def _check_views(game: Game, match: Match, state: State, legal: tuple[Action, ...], random: Random) -> None:
    viewers: tuple[Viewer, ...] = (None, *range(match.seats))
    free = [action for action in legal if open_fields(action)]
    tried = (*random.sample(legal, min(ACTIONS_TRIED, len(legal))), *free[:ACTIONS_TRIED])
    for viewer in viewers:
        seen = _as_seen(game, state, viewer, legal)
        json.dumps(seen)  # raises unless a view is plain data
        other = game.disguise(state, viewer, random)
        if _as_seen(game, other, viewer, other.legal_actions()) != seen:
            raise Broken("secret", f"the view of {viewer} tells what {viewer} may not see")
        _check_labels(game, state, viewer, tried)


def _check_labels(game: Game, state: State, viewer: Viewer, tried: tuple[Action, ...]) -> None:
    """Actions that `viewer` cannot tell apart have the same label."""
    told: dict[tuple[type, str], Text] = {}
    for action in tried:
        for variant in (action, *_refilled(action)):
            label = game.label(state, variant, viewer)
            _check_text("label", label)
            seen = (type(variant), repr(view(variant, viewer)))
            if told.setdefault(seen, label) != label:
                raise Broken("secret", f"the words {label.en!r} tell {viewer} what it may not see of {variant}")


def _refilled(action: Action) -> tuple[Action, ...]:
    """The action with other text in its free fields; () if it has none."""
    words = {name: f"{getattr(action, name)}x" for name in open_fields(action)}
    return (replace(action, **words),) if words else ()


def _as_seen(game: Game, state: State, viewer: Viewer, legal: tuple[Action, ...]) -> Any:
    """All that `viewer` gets: view, prompt, own choices, the table from above, and whom it waits for."""
    prompt = game.prompt(state, viewer)
    _check_text("prompt", prompt)
    own = sorted(
        (repr(view(a, viewer)), game.label(state, a, viewer).fr)
        for a in legal
        if isinstance(a, SeatAction) and a.seat == viewer and viewer is not None
    )
    return [view(state, viewer), view(prompt, viewer), own, repr(game.depict(state)), awaited_seats(game, state)]


def _check_text(check: str, text: Text) -> None:
    for language in LANGUAGES:
        if not text.to(language).strip() or "{" in text.to(language):
            raise Broken(check, f"the {language} words {text.to(language)!r} are empty or not filled in")


def _check_table(game: Game, state: State) -> None:
    scene = game.depict(state)
    for thing in scene.things:
        if thing.kind not in scene.kinds:
            raise Broken("depict", f"{thing} is of a kind that the scene does not speak of")
        if thing.kind != "die":
            game.art(thing.kind, thing.face)
    legal = set(state.legal_actions())
    for action in game.explanations(state, scene):
        if action not in legal:
            raise Broken("explanations", f"{action} explains the table but is not legal")
