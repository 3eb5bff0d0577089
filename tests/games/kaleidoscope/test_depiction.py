"""What the table should look like, and what it means that places look otherwise."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from companion.core.capabilities import offers
from companion.core.capabilities.placed_cards import NOTHING, PlacesCards
from companion.core.capabilities.turn_time import TimesTurns
from companion.core.errors import Illegal
from companion.core.game import Action
from companion.core.text import LANGUAGES
from companion.games.kaleidoscope import GAME
from companion.games.kaleidoscope.actions import (
    Announce,
    CapitalSeen,
    Discard,
    Doubt,
    LetterSeen,
    Move,
    PickUp,
    Place,
    Refuse,
    RunOut,
    TurnUp,
)
from companion.games.kaleidoscope.depiction import carried_out, may_come_up, out_of_place
from companion.games.kaleidoscope.explain import happened
from companion.games.kaleidoscope.kinds import CAPITAL_BACK, SMALL_BACK
from companion.games.kaleidoscope.places import Capital, Cell, Pile, Stock, TablePlace, laid_out, name_of, place_of
from companion.games.kaleidoscope.position import Phase
from companion.games.kaleidoscope.state import Kaleidoscope
from tests.games.kaleidoscope.playing import (
    GAMES,
    LONG,
    NORTH,
    SOUTH,
    begun,
    laid,
    moments,
    random_game,
    run,
    turned_up,
)

Ways = tuple[tuple[Action, ...], ...]
Looks = dict[TablePlace, str]


def news(state: Kaleidoscope, looks: Looks, unseen: Collection[TablePlace] = ()) -> Ways:
    """What has happened when places look so."""
    return happened(state, {name_of(place): face for place, face in looks.items()}, {name_of(each) for each in unseen})


def turned(letter: str, put: Action) -> Ways:
    return ((TurnUp(NORTH), LetterSeen(letter), put),)


def test_the_game_offers_its_places_and_times_its_turns() -> None:
    assert isinstance(GAME, PlacesCards)
    assert offers(GAME, PlacesCards) is GAME
    assert offers(GAME, TimesTurns) is GAME
    for place in (Capital(8), Cell(0, 3, 6), Pile(1, 7), Stock(0)):
        assert place_of(name_of(place)) == place


def test_free_places_of_a_column_are_watched_two_beyond_its_end() -> None:
    rows = {len(small): 0 for small in ("", "ou", "oupes", "oupesss")}
    for small in ("", "ou", "oupes", "oupesss"):
        places = laid_out(laid(begun(), NORTH, {0: small}))
        rows[len(small)] = sum(name.startswith(f"cell {NORTH} 0 ") for name in places)
    assert rows == {0: 2, 2: 4, 5: 6, 7: 6}


def test_the_row_of_capitals_is_read_from_the_left() -> None:
    state = GAME.start(2, LONG)
    assert news(state, {Capital(0): "S", Capital(1): "JOKER"}) == ((CapitalSeen(0, "S"), CapitalSeen(1, "*")),)
    assert news(state, {Capital(1): "S"}) == ()  # the first one is not there yet
    assert news(state, {Capital(0): "S", Capital(1): "S"}) == ((CapitalSeen(0, "S"),),)
    assert news(state, {Capital(0): CAPITAL_BACK}) == news(state, {Capital(0): "s"}) == ()


def test_a_letter_is_turned_up_on_the_stock_or_where_it_goes() -> None:
    state = begun()
    assert news(state, {Stock(NORTH): "o"}) == ((TurnUp(NORTH), LetterSeen("o")),)
    assert news(state, {Stock(SOUTH): "o"}) == ()
    assert news(state, {Cell(NORTH, 0, 0): "o"}) == turned("o", Place(NORTH, 0))
    assert news(state, {Pile(NORTH, 4): "o"}) == turned("o", Discard(NORTH, 4))
    assert news(state, {Cell(NORTH, 0, 1): "o"}) == ()  # with a gap before it
    assert news(state, {Cell(SOUTH, 0, 0): "o"}) == news(state, {Pile(SOUTH, 4): "o"}) == ()
    assert news(state, {Cell(NORTH, 0, 0): "o", Cell(NORTH, 1, 0): "p"}) == ()
    shown = state.apply(TurnUp(NORTH))
    assert news(shown, {Stock(NORTH): "joker"}) == ((LetterSeen("*"),),)
    assert news(shown, {Stock(NORTH): SMALL_BACK}) == ()
    assert news(shown, {Cell(NORTH, 0, 0): "o"}) == ((LetterSeen("o"), Place(NORTH, 0)),)


def test_what_is_turned_up_is_placed_or_discarded() -> None:
    state = turned_up(laid(begun(), NORTH, {0: "o"}, ["a"]), "u")
    assert news(state, {Cell(NORTH, 0, 1): "u", Stock(NORTH): SMALL_BACK}) == ((Place(NORTH, 0),),)
    assert news(state, {Pile(NORTH, 1): "u", Stock(NORTH): SMALL_BACK}) == ((Discard(NORTH, 1),),)
    assert news(state, {Stock(NORTH): "u"}) == news(state, {Stock(NORTH): SMALL_BACK}) == ()
    assert news(state, {Cell(NORTH, 0, 1): "n"}) == ()  # it was another letter a moment ago
    late = state.apply(RunOut(NORTH))
    assert news(late, {Cell(NORTH, 0, 1): "u"}) == ()
    assert news(late, {Pile(NORTH, 1): "u"}) == ((Discard(NORTH, 1),),)


def test_what_is_discarded_on_its_like_is_told_by_the_opponents_next_card() -> None:
    state = turned_up(laid(begun(), NORTH, {}, ["a", "u"]), "u")
    assert news(state, {Stock(NORTH): SMALL_BACK}) == ()
    assert news(state, {Stock(NORTH): SMALL_BACK, Stock(SOUTH): "e"}) == ((Discard(NORTH, 1),),)
    other = turned_up(laid(begun(), NORTH, {}, ["a"]), "u")
    assert news(other, {Stock(NORTH): SMALL_BACK, Stock(SOUTH): "e"}) == ()


def test_letters_that_are_gone_and_came_elsewhere_were_moved() -> None:
    state = laid(begun(), NORTH, {0: "oupe", 1: "h"})
    gone: Looks = {Cell(NORTH, 0, 2): NOTHING, Cell(NORTH, 0, 3): NOTHING}
    landed: Looks = {Cell(NORTH, 1, 1): "p", Cell(NORTH, 1, 2): "e"}
    assert news(state, gone | landed) == ((Move(NORTH, 0, 2, 1),),)
    assert news(state, gone) == ()
    assert news(state, {Cell(NORTH, 0, 3): NOTHING, Cell(NORTH, 1, 1): "e"}) == ((Move(NORTH, 0, 1, 1),),)
    three: Looks = {Cell(NORTH, 0, row): NOTHING for row in (1, 2, 3)}
    assert news(state, three | {Cell(NORTH, 1, 1): "u", Cell(NORTH, 1, 2): "p"}) == ((Move(NORTH, 0, 3, 1),),)
    # Nothing is said before the hand has left what may be the source.
    assert news(state, {Cell(NORTH, 1, 1): "e"}, [Cell(NORTH, 0, 3)]) == ()
    assert news(state, {Cell(NORTH, 1, 1): "e"}, [Cell(NORTH, 0, 2)]) == turned("e", Place(NORTH, 1))


def test_discards_are_stolen_and_taken_back() -> None:
    state = laid(laid(begun(), NORTH, {0: "ou"}, ["p"]), SOUTH, {}, ["s", "tt"])
    assert news(state, {Pile(SOUTH, 0): NOTHING, Cell(NORTH, 0, 2): "s"}) == ((PickUp(NORTH, SOUTH, 0, 0),),)
    assert news(state, {Pile(NORTH, 0): NOTHING, Cell(NORTH, 0, 2): "p"}) == ((PickUp(NORTH, NORTH, 0, 0),),)
    assert news(state, {Cell(NORTH, 0, 2): "p"}, [Pile(NORTH, 0)]) == ()
    assert news(state, {Cell(NORTH, 0, 2): "p"}) == turned("p", Place(NORTH, 0))
    assert news(state, {Pile(SOUTH, 0): NOTHING, Cell(NORTH, 0, 2): "p"}) == ()
    # Of two that lie on each other the second looks like the first: people say what it was.
    both = ((PickUp(NORTH, SOUTH, 1, 0),), (TurnUp(NORTH), LetterSeen("t"), Place(NORTH, 0)))
    assert news(state, {Cell(NORTH, 0, 2): "t"}) == both


@pytest.mark.parametrize("capital", [NOTHING, "B"])
@pytest.mark.parametrize("owner", [NORTH, SOUTH])
def test_a_column_that_is_taken_off_with_its_capital_is_announced(owner: int, capital: str) -> None:
    state = laid(laid(begun(), NORTH, {0: "oupe"}), SOUTH, {0: "oupes", 1: "h"})
    rows = len(state.boards[owner].columns[0])
    gone: Looks = {Cell(owner, 0, row): NOTHING for row in range(rows)}
    assert news(state, {Capital(0): capital, **gone}) == ((Announce(owner, 0),),)
    assert news(state, gone) == news(state, {Capital(0): capital}) == ()
    assert news(state, {Capital(1): capital, **gone}) == ()


def test_letters_that_the_table_refuses_are_taken_off() -> None:
    state = laid(begun(), NORTH, {1: "zx"}).apply(Doubt(SOUTH, 1))
    gone: Looks = {Cell(NORTH, 1, 0): NOTHING, Cell(NORTH, 1, 1): NOTHING}
    assert news(state, gone) == ((Refuse(NORTH),),)
    assert news(state, {Cell(NORTH, 1, 1): NOTHING}) == ()
    announced = laid(begun(), NORTH, {1: "hixx"}).apply(Announce(NORTH, 1))  # who announces takes them away, too
    assert news(announced, {Cell(NORTH, 1, row): NOTHING for row in range(4)}) == ()


@pytest.mark.whole
@pytest.mark.parametrize("number", [0, 3, 8, 12])
def test_what_people_do_is_what_the_rules_make_of_it(number: int) -> None:
    """Of every act that shows on the table: it is among its own explanations, and all of them are legal."""
    match = random_game(*GAMES[number])
    states, shown, doubtful = moments(match), 0, 0
    for n, (state, action) in enumerate(zip(states, match.actions, strict=False)):
        looks = carried_out(state, action)
        if not looks or (isinstance(action, LetterSeen) and state.phase is not Phase.SHOWN):
            continue
        before = states[n - 1] if isinstance(action, LetterSeen) else state
        ways = happened(before, looks, ())
        assert any(way[-1] == action for way in ways) or isinstance(action, Refuse)
        shown += 1
        doubtful += len(ways) > 1
        for way in ways:
            after = before
            for act in way:
                after = after.apply(act)
    assert shown > 50
    assert doubtful < shown / 10


@pytest.mark.whole
def test_everything_that_is_said_of_a_place_is_said_in_both_languages() -> None:
    for number in (1, 6):
        for state in moments(random_game(*GAMES[number]))[::40]:
            for name, place in laid_out(state).items():
                for seen in (NOTHING, "s", SMALL_BACK, "S"):
                    said = out_of_place(state, name, seen)
                    asked = GAME.card_asked(state, name)
                    assert all("{" not in text.to(language) for text in (said, asked) for language in LANGUAGES)
                if place.face:
                    assert GAME.art(GAME.laid_kind, place.face)


def test_what_is_in_a_packet_comes_up_no_more() -> None:
    state = run(laid(begun(), NORTH, {5: "keka"}), [])
    assert {"k", "I", "JOKER", "joker"} <= may_come_up(state)
    won = laid(begun("KCHAWIEPM"), NORTH, {0: "ayak"}).apply(Announce(NORTH, 0))
    assert not {"k", "K"} & may_come_up(won)


def codes_of_refused_explanations(state: Kaleidoscope) -> set[str]:
    """With which the rules refuse what would explain one place that looks otherwise than it should."""
    codes = set()
    for name in laid_out(state):
        for face in (NOTHING, SMALL_BACK, "e", "joker", "S"):
            for way in happened(state, {name: face}, ()):
                try:
                    run(state, way)
                except Illegal as refusal:
                    codes.add(refusal.code)
    return codes


@pytest.mark.whole
def test_what_the_rules_refuse_is_said_when_it_is_seen() -> None:
    """No explanation is refused but two jokers in a column, and a letter that is not laid on its like."""
    codes = set()
    for state in moments(random_game(*GAMES[2]))[::11]:
        codes |= codes_of_refused_explanations(state)
    assert codes <= {"kaleidoscope.two-jokers", "kaleidoscope.on-its-like"}
    joker = laid(begun(), NORTH, {0: "*"})
    assert codes_of_refused_explanations(joker) == {"kaleidoscope.two-jokers"}
    assert codes_of_refused_explanations(laid(begun(), NORTH, {}, ["e"])) == {"kaleidoscope.on-its-like"}
