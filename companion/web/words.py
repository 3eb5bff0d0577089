"""Words on the pages, in the reader's language: the table's unless the address or the cookie says otherwise."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from flask import Flask, Response, current_app, g, request, url_for

from companion.core.text import APOSTROPHE, LANGUAGES, Language, Text, named, typeset
from companion.table.reporters import reporter as who_reported
from companion.web.room import KEY, the_room

COOKIE = "lang"
HOME = "HOME_ENDPOINT"
"""Under this name an app's configuration says which page is its first."""
BEFORE_MARK = re.compile("(?<=«) | (?=[:;!?»])")
"""Spaces at which French never breaks a line."""
FIRST_LANGUAGE = "FIRST_LANGUAGE"
"""Under this name an app's configuration says which language a phone reads that has chosen none."""
LANGUAGE = "companion.language"
"""Under this name a request's environment keeps the reader's language."""
LONGEST_WORD = 13
"""Letters that a heading's line holds on a phone of 320 px."""
WORD = re.compile(r"\w+")
SENTENCES_KEPT = 4096
"""All that stands in the templates, and the sentences of a few matches."""
COOKIE_S = 365 * 24 * 3600
"""A year: phones come back to the same café."""


def language() -> Language:
    """The reader's language: `?lang=`, then the cookie, then the table's."""
    kept = request.environ  # a page asks hundreds of times
    if LANGUAGE not in kept:
        kept[LANGUAGE] = _wanted_language()
    found: Language = kept[LANGUAGE]
    return found


def _wanted_language() -> Language:
    for wanted in (request.args.get(COOKIE), request.cookies.get(COOKIE)):
        for known in LANGUAGES:
            if wanted == known:
                return known
    first: Language = current_app.config.get(FIRST_LANGUAGE, LANGUAGES[0])
    return first


def t(fr: str, en: str) -> str:
    """One of two wordings; used in templates."""
    wanted = language()  # hundreds of times a page: no Text in between
    return _set(fr if wanted == "fr" else en, wanted)


def worded(words: Text) -> str:
    """In the reader's language, with apostrophes as in print; in French without a mark that begins a line or stands
    alone at its end."""
    wanted = language()
    return _set(words.to(wanted), wanted)


def printed(written: str, wanted: Language) -> str:
    """As it is printed: apostrophes, and in French spaces at which no line is broken."""
    written = typeset(written)
    return BEFORE_MARK.sub("\u00a0", written) if wanted == "fr" else written


_set = lru_cache(SENTENCES_KEPT)(printed)


def say(words: Text | dict[str, str] | None) -> str:
    """A `Text`, or its plain form in a view ({"fr", "en"}), in the reader's language; on a table's pages with the
    players' names, which are filled in already where many tables are shown. Names that a view has put into `g.names` go
    before those of the match at the table."""
    if words is None:
        return ""
    text = words if isinstance(words, Text) else Text(fr=words["fr"], en=words["en"])
    if "names" in g:
        return named(worded(text), g.names, APOSTROPHE)
    if KEY not in current_app.extensions:
        return worded(text)
    return named(worded(text), the_room().session.names, APOSTROPHE)


def long_word(sentence: str) -> str:
    """The class of a heading whose letters are smaller on a phone, because a word of it is as long as a line; "" for
    all others."""
    return "long-word" if any(len(word) > LONGEST_WORD for word in WORD.findall(sentence)) else ""


def number(value: float) -> str:
    """A score: no decimals unless there are some, and the language's decimal mark."""
    written = f"{value:g}"
    return written.replace(".", ",") if language() == "fr" else written


def ago(age_s: float | None) -> str:
    """How long ago something happened, in minutes and hours; None: in an earlier run, so that nobody can say."""
    if age_s is None:
        return t("avant le redémarrage", "before the restart")
    minutes = int(age_s // 60)
    if minutes < 1:
        return t("à l'instant", "just now")
    if minutes < 60:
        return t("il y a {} min", "{} min ago").format(minutes)
    return t("il y a {} h {:02}", "{} h {:02} ago").format(*divmod(minutes, 60))


def reporter(source: str) -> str:
    """Who reported something: the journal's word ("camera", "seat 2", "table") for people."""
    return say(who_reported(source))


def other_language_address() -> str:
    """This page in the other language; the app's first page where this one cannot be asked for again."""
    other = next(each for each in LANGUAGES if each != language())
    if request.method != "GET" or request.endpoint is None:
        return home(**{COOKIE: other})
    return url_for(request.endpoint, **{**(request.view_args or {}), COOKIE: other})


def home(**values: Any) -> str:
    """The address of the app's first page."""
    return url_for(current_app.config[HOME], **values)


def keep_language(response: Response) -> Response:
    """Remember a language that was chosen in the address."""
    if request.args.get(COOKIE) in LANGUAGES:
        response.set_cookie(COOKIE, language(), max_age=COOKIE_S, samesite="Lax", httponly=True)
    return response


def give_words(app: Flask, home_endpoint: str) -> None:
    """Make all of this known to templates."""
    app.config[HOME] = home_endpoint
    app.jinja_env.globals.update(t=t, language=language, home=home, other_language_address=other_language_address)
    filters: dict[str, Any] = {"say": say, "long_word": long_word, "number": number, "ago": ago}
    app.jinja_env.filters.update(filters, reporter=reporter)
    app.after_request(keep_language)
