"""What is said at each moment is true then, for every reader, in both languages."""

from __future__ import annotations

from importlib.resources import files

import pytest
from jinja2 import Environment

from companion.core.text import LANGUAGES, Text, named
from companion.games.plic_plac import GAME, names
from companion.games.plic_plac.actions import (
    Announce,
    CallBlockage,
    Cut,
    GiveUp,
    Pocket,
    TakeSecret,
    TurnUp,
    WinOne,
)
from companion.games.plic_plac.depiction import out_of_place
from companion.games.plic_plac.kinds import BACK
from companion.games.plic_plac.options import Options
from companion.games.plic_plac.pieces import BY_FACE
from companion.games.plic_plac.position import Phase
from companion.games.plic_plac.turn_order import waits
from tests.games.plic_plac.playing import (
    ADA,
    BOB,
    CLEO,
    SETUPS,
    SPECIALS,
    announced,
    begun,
    card,
    moments,
    plic_plac,
    ploc,
    random_game,
    run,
    turned,
    with_pool,
)

PAIR = ((3, "red star"), (8, "blue star"))


def said(text: Text) -> tuple[str, str]:
    """In both languages, with names that French elides before."""
    fr, en = (named(text.to(language), ("Ada", "Bob", "Cléo")) for language in LANGUAGES)
    return fr, en


OF_OTHERS = ("sans la montrer", "adversaire", "Tout le monde", "quelqu'un coupe", "without showing", "opponent",
             "verybody", "anybody", "betray", "trahi", "vous seul", "gagne", "wins with")  # fmt: skip
"""Words that speak of other players, or of a winner."""


@pytest.mark.parametrize("options", [Options(), SPECIALS])
def test_nothing_that_is_said_to_a_player_alone_speaks_of_others(options: Options) -> None:
    states = [state for seed in range(3) for state in moments(random_game(1, options, seed))]
    states += [with_pool(begun(1, options), ["red star", "blue heart"]).apply(CallBlockage(ADA))]
    for state in states:
        texts = [GAME.prompt(state, ADA), *(GAME.label(state, action, ADA) for action in state.legal_actions()[:5])]
        for words in (each for text in texts for each in said(text)):
            assert not any(word in words for word in OF_OTHERS), words


def test_the_end_alone_says_why() -> None:
    reds, blues = ["red star", "red heart", "red cross"], ["blue star", "blue heart", "blue cross"]
    ends = {
        "2 points, one for each": [reds, blues],
        "1 point for one plic-plac-ploc": [reds, blues[:2]],
        "but there was no plic-plac-ploc": [reds[:2], blues[:2]],
    }
    for words, turns in ends.items():
        faces = [face for turn in turns for face in turn]
        state = with_pool(begun(1, SPECIALS), [*faces, "null", "traitor"])
        for turn in turns:
            cards = [(faces.index(face), face) for face in turn]
            state = ploc(state, *cards) if len(cards) == 3 else plic_plac(state, *cards)
        assert words in GAME.prompt(state, ADA).en
    wrong = begun(1).apply(CallBlockage(ADA))
    assert "a plic-plac was still possible" in GAME.prompt(wrong, ADA).en
    one_left = ploc(with_pool(begun(1), [*reds, "green circle"]), *enumerate(reds))
    assert "cards were left in the pool" in GAME.prompt(one_left, ADA).en


def test_with_others_the_end_names_who_wins_not_who_leads() -> None:
    for seed in range(3):
        state = random_game(3, SPECIALS, seed).state
        fr, en = said(GAME.prompt(state, None))
        assert "gagne" in fr
        assert "win" in en
        assert not any(word in fr + en for word in ("en tête", "mène", "lead", "ahead"))


def test_whoever_acts_is_spoken_to_and_the_others_hear_of_them() -> None:
    for seats, options in SETUPS:
        for state in moments(random_game(seats, options, 1)):
            seat = state.actor.seat
            if seat is None or seats == 1:
                continue
            assert "⟦" not in GAME.prompt(state, seat).en or state.claims
            assert f"⟦{seat}⟧" in GAME.prompt(state, (seat + 1) % seats).en
            reader = (seat + 1) % seats
            assert GAME.prompt(state, reader).en.endswith(GAME.prompt(state, None).en)
            assert (GAME.prompt(state, None) != GAME.prompt(state, reader)) == state.players[reader].out


def test_whoever_shows_a_card_is_spoken_to_as_well() -> None:
    due = run(begun(), [TakeSecret(ADA, 3), Announce(ADA, "plic-plac")])
    assert said(GAME.prompt(due, ADA))[1].startswith("Show your secret card")
    assert said(GAME.prompt(due, BOB))[0].startswith("Ada montre sa carte secrète")
    second = announced(begun(), "plic-plac", 3, "red star").apply(TurnUp(ADA, 4))
    assert "that you turn up" in GAME.prompt(second, ADA).en
    cut = plic_plac(begun(), *PAIR).apply(Cut(BOB, 3)).apply(TurnUp(BOB, 9))
    assert "that you turn up" in GAME.prompt(cut, BOB).en
    assert said(GAME.prompt(cut, ADA))[0].startswith("Bob laisse voir")


def test_when_nobody_can_cut_any_more_nobody_is_asked() -> None:
    state = run(plic_plac(begun(), *PAIR), [CallBlockage(BOB), CallBlockage(CLEO)])
    assert {type(action) for action in state.legal_actions()} == {Pocket, CallBlockage}
    assert "Nobody can cut any more" in GAME.prompt(state, ADA).en
    assert "anybody" not in GAME.prompt(state, BOB).en
    assert said(waits(state)) == ("qu'Ada empoche son plic-plac", "Ada to win the plic-plac")


def test_what_the_table_waits_for_is_said_of_whoever_acts() -> None:
    start = begun()
    assert said(waits(start))[0] == "qu'Ada prenne une carte secrète"
    assert said(waits(start.apply(TakeSecret(ADA, 3))))[1] == "Ada to announce or pass"
    cut = plic_plac(start, *PAIR).apply(Cut(BOB, 3))
    assert said(waits(cut))[0] == "que Bob retourne une autre carte de la cagnotte"
    assert said(waits(plic_plac(start, *PAIR)))[0] == "que le plic-plac d'Ada soit empoché ou coupé"
    blocked = with_pool(start, ["red star", "blue heart"]).apply(CallBlockage(CLEO))
    assert said(waits(blocked))[1] == "Cléo to choose the last card"


def test_the_last_card_is_of_free_choice_unless_some_cannot_be_won() -> None:
    free = with_pool(begun(), ["red star", "blue heart"]).apply(CallBlockage(BOB))
    assert GAME.prompt(free, BOB).en.endswith("win one card of your choice.")
    some = with_pool(begun(2, SPECIALS), ["traitor", "red star", "blue heart"]).apply(CallBlockage(BOB))
    assert GAME.prompt(some, BOB).en.endswith("but neither the null card nor the traitor.")
    assert GAME.prompt(some, ADA).fr.endswith("mais ni la nulle ni le traître.")


def test_what_is_out_of_place_is_told_as_it_lies() -> None:
    """A card that should lie face up is not to be put back face down."""
    shown = announced(begun(), "plic-plac", 3, "red star")
    assert "put it back face up" in out_of_place(shown, "place 3", "").en
    assert "turn it face up again" in out_of_place(shown, "place 3", BACK).en
    assert "put back the one that was shown" in out_of_place(shown, "place 3", "blue star").en
    assert "put it back face down" in out_of_place(shown, "place 4", "").en
    assert "turn it face down" in out_of_place(shown, "place 4", "blue star").en
    taken = begun().apply(TakeSecret(ADA, 3))
    assert "before the announcement" in out_of_place(taken, "place 3", "red star").en
    assert "say that you pass" in out_of_place(taken, "place 3", BACK).en
    won = plic_plac(begun(), *PAIR).apply(Pocket(ADA))
    assert "take it out of the pool" in out_of_place(won, "place 3", BACK).en


def test_cards_are_called_alike_on_pages_and_in_sentences() -> None:
    """French colours agree with what they are said of: "étoile verte", "rond vert"."""
    source = files("companion.games.plic_plac").joinpath("marks.html").read_text(encoding="utf-8")
    page = Environment(autoescape=True).from_string(source + "{{ card_word(card) }}")
    for face, each in BY_FACE.items():
        values = {"shape": each.shape, "colour": each.colour, "special": each.special}
        data = {name: None if value is None else value.value for name, value in values.items()}
        french = page.render(card=data, t=lambda fr, en: fr).split("\n")[-1].strip()
        english = page.render(card=data, t=lambda fr, en: en).split("\n")[-1].strip()
        assert Text(fr=french, en=english) == names.card_name(each), face


def test_a_card_that_the_last_call_wins_is_named_and_none_that_goes_back() -> None:
    state = with_pool(begun(), ["red star", "blue heart"]).apply(CallBlockage(BOB))
    assert said(GAME.label(state, WinOne(BOB, card("red star")), None)) == (
        "Bob empoche : étoile rouge", "Bob wins the red star",
    )  # fmt: skip
    cut = turned(plic_plac(begun(), *PAIR).apply(Cut(BOB, 3)), 9, "red heart")
    assert said(GAME.label(cut, GiveUp(BOB), None))[1] == "Bob gives the plic-plac-ploc up"
    assert cut.phase is Phase.TURN
