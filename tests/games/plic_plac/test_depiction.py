"""What the table should look like, and what it means that places look otherwise (clauses 2.1, 2.3, 4.1, 4.2, 5.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import NOTHING, PlacesCards
from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.text import LANGUAGES
from companion.games.plic_plac import GAME
from companion.games.plic_plac.actions import (
    Announce,
    CallBlockage,
    CardSeen,
    Cut,
    GiveUp,
    Pass,
    Pocket,
    TakeSecret,
    TurnUp,
)
from companion.games.plic_plac.depiction import carried_out, happened, laid_out, name_of, out_of_place, place_of
from companion.games.plic_plac.kinds import BACK
from companion.games.plic_plac.state import PlicPlac
from tests.games.plic_plac.playing import (
    ADA,
    BOB,
    SETUPS,
    announced,
    begun,
    card,
    moments,
    plic_plac,
    random_game,
    run,
    turned,
    with_pool,
)

TAKEN = [TakeSecret(ADA, 3)]


def news(state: PlicPlac, **places: str) -> tuple[tuple[Action, ...], ...]:
    """What has happened when places p3, p8... look so."""
    return happened(state, {name_of(int(name[1:])): face for name, face in places.items()})


def test_the_game_offers_its_places() -> None:
    assert isinstance(GAME, PlacesCards)
    assert offers(GAME, PlacesCards) is GAME
    assert [place_of(name) for name in laid_out(begun())] == list(range(36))


def test_one_card_that_is_gone_is_the_secret_card() -> None:
    assert news(begun(), p3=NOTHING) == ((TakeSecret(ADA, 3),),)
    assert news(begun(), p3=NOTHING, p4=NOTHING) == ()
    assert news(begun(), p3=NOTHING, p4="red star") == ()
    assert news(begun(), p3="red star") == ()
    assert news(begun()) == ()


def test_put_back_it_is_a_pass_and_face_up_it_is_asked() -> None:
    state = run(begun(), TAKEN)
    assert laid_out(state)["place 3"].face == NOTHING
    assert news(state, p3=BACK) == ((Pass(ADA),),)
    seen = CardSeen(3, card("red star"))
    both = ((Announce(ADA, "plic-plac"), seen), (Announce(ADA, "plic-plac-ploc"), seen))
    assert news(state, p3="red star") == both
    assert news(state, p3="red star", p9="blue star") == both  # the other one is told in its turn
    assert news(state, p9="blue star") == ()
    two = with_pool(begun(), ["red star", "red heart"], winner=BOB).apply(TakeSecret(ADA, 0))
    assert news(two, p0="red star") == ((Announce(ADA, "plic-plac"), CardSeen(0, card("red star"))),)


def test_the_card_that_is_due_may_lie_there_already_and_others_wait() -> None:
    state = run(begun(), [*TAKEN, Announce(ADA, "plic-plac")])
    assert laid_out(state)["place 3"].face is None
    assert news(state, p3=NOTHING) == news(state, p3=BACK) == news(state, p9="blue star") == ()
    assert news(state, p3="red star", p9="blue star") == ((CardSeen(3, card("red star")),),)


def test_cards_come_up_one_after_the_other() -> None:
    state = announced(begun(), "plic-plac-ploc", 3, "red star")
    assert laid_out(state)["place 3"].face == "red star"
    assert news(state, p9="blue star") == ((TurnUp(ADA, 9), CardSeen(9, card("blue star"))),)
    assert news(state, p9="blue star", p4="blue heart") == ((TurnUp(ADA, 4), CardSeen(4, card("blue heart"))),)
    assert news(state, p9=NOTHING) == ()
    assert news(state, p3="blue star") == ()  # it was another card a moment ago


def test_all_turned_down_again_is_a_ploc_given_up() -> None:
    state = turned(announced(begun(), "plic-plac-ploc", 3, "red star"), 9, "blue heart")
    assert news(state, p3=BACK, p9=BACK) == ((GiveUp(ADA),),)
    assert news(state, p3=BACK) == ()
    pair = announced(begun(), "plic-plac", 3, "red star")
    assert news(pair, p3=BACK) == ()  # a plic-plac cannot be given up
    cut = plic_plac(begun(), (3, "red star"), (8, "blue star")).apply(Cut(BOB, 3))
    assert news(cut, p3=BACK, p8=BACK) == ()
    cut = turned(cut, 9, "green heart")
    assert news(cut, p9=BACK) == ((GiveUp(BOB),),)


def test_both_taken_away_are_won() -> None:
    state = plic_plac(begun(), (3, "red star"), (8, "blue star"))
    assert news(state, p3=NOTHING, p8=NOTHING) == ((Pocket(ADA),),)
    assert news(state, p3=NOTHING) == ()
    assert laid_out(state.apply(Pocket(ADA)))["place 3"].face == NOTHING


def test_after_a_blockage_anything_may_lie_there() -> None:
    state = with_pool(begun(), ["red star", "blue heart"]).apply(CallBlockage(BOB))
    assert {place.face for place in laid_out(state).values()} == {None}
    assert news(state, p0="red star", p1="blue heart") == ()


@pytest.mark.parametrize("number", [0, 3, 4])
def test_what_people_do_is_what_the_rules_make_of_it(number: int) -> None:
    """Of every act that shows on the table: it is among its own explanations, and all of them are legal."""
    match = random_game(*SETUPS[number], 2)
    states, shown = moments(match), 0
    for state, action in zip(states, match.actions, strict=False):
        looks = carried_out(state, action)
        if not looks:
            continue
        ways = happened(state, looks)
        assert (action,) in ways
        shown += 1
        for way in ways:
            after = state
            for act in way:
                after = after.apply(act)
    assert shown > 50


def refusals_of_explanations(state: PlicPlac) -> set[str]:
    """The codes with which the rules refuse what would explain one place that looks otherwise than it should."""
    codes = set()
    for place in (0, 7, 39):
        for face in (NOTHING, BACK, "red star", "null"):
            if laid_out(state)[name_of(place)].face == face:
                continue
            for way in news(state, **{f"p{place}": face}):
                try:
                    run(state, way)
                except Illegal as refusal:
                    codes.add(refusal.code)
    return codes


def test_nothing_that_is_explained_is_illegal_but_a_misreading() -> None:
    codes = [refusals_of_explanations(state) for state in moments(random_game(*SETUPS[3], 1))]
    misread = {"plic-plac.card-up", "plic-plac.card-won", "plic-plac.traitor-gone"}
    assert {"plic-plac.card-up"} <= set().union(*codes) <= misread


def test_what_is_out_of_place_is_said_without_naming_a_card() -> None:
    state = plic_plac(begun(), (3, "red star"), (8, "blue heart"))
    taken = run(begun(), TAKEN)
    shown = announced(begun(), "plic-plac", 3, "red star")
    won = plic_plac(begun(), (3, "red star"), (8, "blue star")).apply(Pocket(ADA))
    sentences = [
        out_of_place(state, "place 3", "red star"),
        out_of_place(state, "place 3", NOTHING),
        out_of_place(taken, "place 3", "red star"),
        out_of_place(shown, "place 3", "blue star"),
        out_of_place(won, "place 3", BACK),
    ]
    assert len({said.en for said in sentences}) == 5
    for said in sentences:
        assert "row 1, column 4" in said.en
        for language in LANGUAGES:
            assert not any(word in said.to(language) for word in ("red", "rouge", "star", "étoile", "{"))


def test_the_form_of_the_pool_names_its_places() -> None:
    state = begun(options=replace(begun().options, form="ring"))
    assert "row 2, column 7" in out_of_place(state, "place 12", NOTHING).en
