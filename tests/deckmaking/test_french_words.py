"""The making of the French word list, on small made-up dictionaries."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from deckmaking.kaleidoscope.affixes import FlagStyle, read_rules
from deckmaking.kaleidoscope.entries import Entry
from deckmaking.kaleidoscope.left_out import LEFT_OUT
from deckmaking.kaleidoscope.recent import MODELS, RECENT, recent_entries
from deckmaking.kaleidoscope.words import french_words, main, plain, words_of_today

NOUNS = """
SET UTF-8
FLAG long
FULLSTRIP
SFX S. Y 2
SFX S. 0 0/L' [^sxz]
SFX S. 0 s/D' [^sxz]
SFX X. Y 1
SFX X. al aux al
PFX L' Y 2
PFX L' 0 l' .
PFX L' e l'E e
PFX D' Y 1
PFX D' 0 d' .
"""


def _words(aff: str, *entries: str, left_out: frozenset[str] = frozenset()) -> list[str]:
    return french_words([str(len(entries)), *entries], read_rules(aff.splitlines()), left_out)


def test_a_suffix_comes_where_its_condition_holds() -> None:
    assert _words(NOUNS, "soupe/S.", "pois/S.") == ["pois", "soupe", "soupes"]


def test_a_suffix_takes_the_place_of_what_it_strips() -> None:
    assert _words(NOUNS, "cheval/X.", "bol/X.") == ["bol", "cheval", "chevaux"]


def test_elided_words_before_a_word_make_no_words() -> None:
    assert _words(NOUNS, "arc/S.L'D'", "eau/L'") == ["arc", "arcs", "eau"]
    rules = read_rules(NOUNS.splitlines())
    assert set(rules.forms("arc", rules.flags("S.L'"))) == {"arc", "arcs", "l'arc", "l'arcs", "d'arcs"}


def test_a_condition_knows_single_letters_and_dots() -> None:
    aff = "SFX A Y 2\nSFX A 0 x [aeo]u\nSFX A 0 y .b"
    assert _words(aff, "eau/A", "cou/A", "trib/A", "b/A", "fru/A") == [
        "cou",
        "coux",
        "eau",
        "eaux",
        "fru",
        "trib",
        "triby",
    ]


def test_a_prefix_and_a_suffix_cross_where_both_allow_it() -> None:
    aff = "PFX P {prefix} 1\nPFX P 0 re .\nSFX S {suffix} 1\nSFX S er ons er"
    crossed = ["lancer", "lancons", "relancer", "relancons"]
    assert _words(aff.format(prefix="Y", suffix="Y"), "lancer/PS") == crossed
    assert _words(aff.format(prefix="N", suffix="Y"), "lancer/PS") == crossed[:-1]
    assert _words(aff.format(prefix="Y", suffix="N"), "lancer/PS") == crossed[:-1]


def test_a_suffix_may_bring_another_and_a_prefix() -> None:
    aff = "SFX A Y 1\nSFX A 0 eur/BP .\nSFX B Y 1\nSFX B 0 s/C .\nSFX C Y 1\nSFX C 0 t .\nPFX P Y 1\nPFX P 0 sur .\n"
    assert _words(aff, "chant/A") == ["chant", "chanteur", "chanteurs", "surchanteur", "surchanteurs"]


def test_a_prefix_may_bring_a_suffix() -> None:
    aff = "SFX S Y 1\nSFX S 0 s .\nPFX K Y 2\nPFX K 0 kilo/S .\nPFX K 0 milli .\n"
    assert _words(aff, "gramme/K") == ["gramme", "kilogramme", "kilogrammes", "milligramme"]


def test_what_needs_an_affix_is_no_word_without_one() -> None:
    aff = "NEEDAFFIX N\nSFX S Y 2\nSFX S 0 s .\nSFX S 0 x/NT .\nSFX T Y 1\nSFX T 0 e .\n"
    assert _words(aff, "frai/NS") == ["frais", "fraixe"]


def test_what_is_forbidden_or_only_for_compounds_is_out() -> None:
    aff = "FORBIDDENWORD F\nONLYINCOMPOUND C\nSFX S Y 1\nSFX S 0 s .\n"
    assert _words(aff, "bal/S", "bals/F", "demi/C", "mot/S") == ["bal", "mot", "mots"]


def test_a_whole_word_is_stripped_only_where_the_file_says_so() -> None:
    aff = "SFX A Y 2\nSFX A avoir eu avoir\nSFX A oir ons avoir"
    assert _words(aff, "avoir/A") == ["avoir", "avons"]
    assert _words(f"FULLSTRIP\n{aff}", "avoir/A") == ["avoir", "avons", "eu"]


@pytest.mark.parametrize(
    ("style", "text", "flags"),
    [
        (FlagStyle.CHARACTER, "abc", {"a", "b", "c"}),
        (FlagStyle.UTF_8, "aé", {"a", "é"}),
        (FlagStyle.LONG, "a0p+", {"a0", "p+"}),
        (FlagStyle.NUMBER, "7,65000", {"7", "65000"}),
        (FlagStyle.NUMBER, "", set()),
    ],
)
def test_flags_are_spelled_in_four_ways(style: FlagStyle, text: str, flags: set[str]) -> None:
    assert style.split(text) == flags


def test_half_a_flag_is_an_error() -> None:
    with pytest.raises(ValueError, match="half a flag"):
        FlagStyle.LONG.split("a0p")


def test_sets_of_flags_may_have_numbers() -> None:
    aff = "FLAG long\nAF 2\nAF S.P.\nAF S. # 2\nSFX S. Y 1\nSFX S. 0 s .\nPFX P. Y 1\nPFX P. 0 re/2 .\n"
    assert _words(aff, "dit/1", "mot/2", "oui") == ["dit", "dits", "mot", "mots", "oui", "redit", "redits"]


@pytest.mark.parametrize("text", ["SET ISO8859-1", "COMPLEXPREFIXES", "CIRCUMFIX C\nPFX P Y 1\nPFX P 0 ge/C ."])
def test_what_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"UTF-8|COMPLEXPREFIXES|CIRCUMFIX"):
        read_rules(text.splitlines())


def test_names_units_and_what_is_no_plain_word_is_left_out() -> None:
    entries = ["Paris", "pH", "2e", "m²", "km/--", "bar/||--", "arc-en-ciel", "aujourd'hui", "a.", "xᵉ", "π", "æ", "à"]
    assert _words(NOUNS, *entries, "cf/L'", "oui", left_out=frozenset({"cf"})) == ["oui"]


def test_what_the_rule_text_says_is_no_start_stays_out() -> None:
    """The spelling of 1990 lists an exclamation "ahi"; the rule text says that no word begins so (l. 90)."""
    assert _words(NOUNS, "ahi", "aïe", left_out=LEFT_OUT) == ["aie"]


def test_a_word_listed_twice_stays_if_one_of_both_is_a_word() -> None:
    assert _words(NOUNS, "bar/||--", "bar/S.") == ["bar", "bars"]


def test_another_word_of_the_same_plain_letters_stays() -> None:
    assert _words(NOUNS, "réf/L'", "ref/S.", left_out=frozenset({"réf"})) == ["ref", "refs"]


def test_accents_go_and_double_letters_are_written_out() -> None:
    assert _words(NOUNS, "œuf/S.", "âge", "nævi", "çà", "föhn") == ["age", "ca", "fohn", "naevi", "oeuf", "oeufs"]
    assert plain("àâäçéèêëîïôöùûüÿœæ") == "aaaceeeeiioouuuyoeae"


def test_other_fields_of_a_line_are_passed_over() -> None:
    assert _words(NOUNS, "soupe/S. po:nom is:fem", "", "oui\tpo:interj") == ["oui", "soupe", "soupes"]


def test_a_line_that_is_no_entry_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a word and its flags"):
        _words(NOUNS, "/S.")


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    dic, aff = tmp_path / "index.dic", tmp_path / "index.aff"
    dic.write_text("3\nsoupe/S.\ncheval/X.\ncf\n", encoding="utf-8")
    aff.write_text(NOUNS, encoding="utf-8")
    made = []
    for name in ("one", "other"):
        text = tmp_path / f"{name}.txt"
        run = CliRunner().invoke(main, [str(dic), str(aff), "--out", str(tmp_path / name), "--text", str(text)])
        assert run.exit_code == 0, run.output
        assert text.read_text(encoding="ascii").split() == ["cheval", "chevaux", "soupe", "soupes"]
        made.append((tmp_path / name / "french.marisa").read_bytes())
    assert made[0] == made[1]
    assert "4 words" in run.output


BENDS = """
SFX S Y 1
SFX S 0 s .
SFX E Y 1
SFX E eur euse eur
"""


def test_words_of_today_bend_like_their_models() -> None:
    made = words_of_today(
        ["# a comment", "", "chatbot noun", "streameur eur", "covid invariable"],
        ["2", "soupe/S", "joueur/E"],
        read_rules(BENDS.splitlines()),
    )
    assert made == ["chatbot", "chatbots", "covid", "streameur", "streameuse"]


@pytest.mark.parametrize(
    ("line", "said"), [("chatbot", "not a word and one of"), ("chatbot thing", "not a word"), ("liker verb", "cliquer")]
)
def test_a_word_of_today_says_how_it_bends(line: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        words_of_today([line], ["1", "soupe/S"], read_rules(BENDS.splitlines()))


def test_the_list_of_words_of_today_is_in_order() -> None:
    """Every line can be read, no word bends twice in the same way, and every one is written in small letters."""
    lines = RECENT.read_text(encoding="utf-8").splitlines()
    models = [Entry(model, frozenset()) for model in MODELS.values()]
    entries = [entry.word for entry in recent_entries(lines, models)]
    assert len(entries) > 500
    assert all(plain(word).isascii() and word.isalpha() and word == word.lower() for word in entries)
    spelled = [line for line in lines if line.strip() and not line.startswith("#")]
    assert len(spelled) == len(set(spelled))


def test_several_dictionaries_and_a_list_are_put_together(tmp_path: Path) -> None:
    (tmp_path / "one.dic").write_text("1\nsoupe/S.\n", encoding="utf-8")
    (tmp_path / "one.aff").write_text(NOUNS, encoding="utf-8")
    (tmp_path / "two.dic").write_text("1\nweekend/X\n", encoding="utf-8")
    (tmp_path / "two.aff").write_text("SFX X Y 1\nSFX X 0 s .\n", encoding="utf-8")
    (tmp_path / "recent.txt").write_text("chatbot noun\n", encoding="utf-8")
    two, text = [str(tmp_path / "two.dic"), str(tmp_path / "two.aff")], tmp_path / "words.txt"
    run = CliRunner().invoke(
        main,
        [
            *(str(tmp_path / "one.dic"), str(tmp_path / "one.aff"), "--also", *two),
            *("--recent", str(tmp_path / "recent.txt"), "--out", str(tmp_path), "--text", str(text)),
        ],
    )
    assert run.exit_code == 0, run.output
    assert text.read_text(encoding="ascii").split() == ["chatbot", "chatbots", "soupe", "soupes", "weekend", "weekends"]
