"""The rules of the game at the table: RULES.md as a page on which every clause has an address (/rules#clause-2.1)."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, abort, current_app, render_template, url_for
from markupsafe import Markup

from companion import catalog
from companion.core.text import LANGUAGES, Language
from companion.web.authority import Role, may
from companion.web.room import KEY, the_room
from companion.web.words import language, printed

FILES: dict[Language, str] = {"fr": "RULES.fr.md", "en": "RULES.md"}
CLAUSE = re.compile(r"\d+\.\d+")
"""How a clause is numbered: the part, and the clause in it."""

bp = Blueprint("rules", __name__)
logging.getLogger("markdown_it").setLevel(logging.WARNING)  # it would tell every rule of its parser


@dataclass(frozen=True, slots=True)
class Rules:
    """A game's rules in one language.

    Attributes:
        html: the whole page; the list item of clause 2.1 has the id "clause-2.1".
        clauses: the numbers that have one.
    """

    html: Markup
    clauses: frozenset[str]


@bp.get("/rules")
@may(Role.SPECTATOR)
def page() -> str:
    """The rules of the game at this table, in the reader's language."""
    title = the_room().session.game.title
    rules = rules_of(the_room().session.game.key, language())
    if rules is None:
        abort(404)
    return render_template("rules.html", title=title, rules=rules.html)


def rules_address() -> str | None:
    """Where the rules of the game at the table can be read; None for a game that brings none."""
    return None if rules_of(the_room().session.game.key, language()) is None else url_for("rules.page")


def rule_address(clause: str) -> str | None:
    """Where the clause that a refusal names can be read; None where the app has no such page or the rules no such
    clause ("table": a refusal that is no matter of the rules)."""
    if KEY not in current_app.extensions:
        return None
    rules = rules_of(the_room().session.game.key, language())
    if rules is None or clause not in rules.clauses:
        return None
    return url_for("rules.page", _anchor=f"clause-{clause}")


@cache
def rules_of(key: str, wanted: Language) -> Rules | None:
    """The rules of the game called `key`, in another language where they are not written in the one that is wanted;
    None for a game that brings none."""
    if key not in catalog.game_keys():
        return None
    for each in (wanted, *LANGUAGES):
        file = catalog.folder(key) / FILES[each]
        if file.is_file():
            return _rendered(printed(file.read_text(encoding="utf-8"), each))
    return None


def _rendered(text: str) -> Rules:
    # "html" off: what stands in the file is shown as it stands there, never run
    from markdown_it import MarkdownIt  # a lobby needs none: it starts a tenth of a second sooner without

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens, clauses = reader.parse(text), set[str]()
    for item, _, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        children = inline.children or []
        if item.type == "list_item_open" and len(children) > 2 and CLAUSE.fullmatch(children[2].content):
            clauses.add(children[2].content)
            item.attrSet("id", f"clause-{children[2].content}")
    # safe as markup: the reader escapes all that the file holds
    return Rules(Markup(reader.renderer.render(tokens, reader.options, {})), frozenset(clauses))
