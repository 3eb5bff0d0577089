"""Every sentence of the rule text that says a rule is named by some clause of RULES.md, and RULES.fr.md says the same.

The text itself is not in this repository, so its lines are known here by their numbers alone.
"""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import chain

from tests.games.rules_page import clauses

LAST_LINE = 446
RULE_LINES = """
    34 36 40 42 44 46 48 50-51 53 57-60 64 66 68 70 74-75 77-78 80-81 83-86 90-91 95 99 101 103 107-108 112-113 117-120
    128-129 139 143 147-148 152 156-158 162 166 170 172 176-179 183-184 188-190 194-195 197-199 203 205-206 219 221 223
    225 227 229-231 235 237 239 241 243 245 249 251 255 257 259 263 265 269-271 275 277-278 282-283 287 291 295 297-298
    300 306 310 314 318 324 328 330 332 334 340 342 344 346 348 352 354 356 358 362 364 366 368 372 376 380 397 399 401
    403 405 436 440 442 444 446
"""
NO_RULE = {
    "site": "1-33",
    "heading": """38 55 62 93 97 110 115 124 126 133 137 141 150 160 168 174 192 217 233 261 267 273 280 285 289 293 302
        312 320 326 338 350 360 370 374 378 386 432 434 438""",
    "caption": "135 208 304 389 392 395 408 411",
    "flavour": "212-215 382-384",
    "credits": "413-430",
    "blank": """35 37 39 41 43 45 47 49 52 54 56 61 63 65 67 69 71-73 76 79 82 87-89 92 94 96 98 100 102 104-106 109 111
        114 116 121-123 125 127 130-132 134 136 138 140 142 144-146 149 151 153-155 159 161 163-165 167 169 171 173 175
        180-182 185-187 191 193 196 200-202 204 207 209-211 216 218 220 222 224 226 228 232 234 236 238 240 242 244
        246-248 250 252-254 256 258 260 262 264 266 268 272 274 276 279 281 284 286 288 290 292 294 296 299 301 303 305
        307-309 311 313 315-317 319 321-323 325 327 329 331 333 335-337 339 341 343 345 347 349 351 353 355 357 359 361
        363 365 367 369 371 373 375 377 379 381 385 387-388 390-391 393-394 396 398 400 402 404 406-407 409-410 412 431
        433 435 437 439 441 443 445""",
}
"""Lines that carry no rule, by the reason."""
SECOND_RULING = range(10, 19)
"""The points of the second ruling about this game."""


def numbers(ranges: str) -> list[int]:
    """The numbers of "34 36 50-51"."""
    bounds = (part.split("-") for part in ranges.split())
    return list(chain.from_iterable(range(int(first), int(last[0] if last else first) + 1) for first, *last in bounds))


def page(language: str) -> str:
    name = {"en": "RULES.md", "fr": "RULES.fr.md"}[language]
    return files("companion.games.kaplan").joinpath(name).read_text(encoding="utf-8")


def by_clause(language: str) -> dict[str, str]:
    """Each clause's words, by its number."""
    parts = re.split(r"^- \*\*(\d+\.\d+)\*\*", page(language), flags=re.MULTILINE)
    return dict(
        zip(parts[1::2], (re.split(r"^## ", words, flags=re.MULTILINE)[0] for words in parts[2::2]), strict=True)
    )


def lines_named(words: str) -> set[int]:
    """The lines that a text names: "l. 64-70, 74", "l. 162 and 372"."""
    named = re.findall(r"l\.\s(\d+(?:-\d+)?(?:(?:,|\sand|\set)\s\d+(?:-\d+)?)*)", words)
    return set(numbers(" ".join(re.findall(r"\d+(?:-\d+)?", " ".join(named)))))


def rulings_named(words: str) -> set[int]:
    return {int(number) for number in re.findall(r"RULINGS (\d+)", words)}


def test_every_line_of_the_text_is_a_rule_or_says_why_not() -> None:
    listed = numbers(RULE_LINES) + list(chain.from_iterable(numbers(lines) for lines in NO_RULE.values()))
    assert sorted(listed) == list(range(1, LAST_LINE + 1))


def test_every_rule_of_the_text_is_named_by_a_clause() -> None:
    for language in ("en", "fr"):
        named = set(chain.from_iterable(lines_named(words) for words in by_clause(language).values()))
        assert set(numbers(RULE_LINES)) - named == set(), language


def test_every_point_of_the_second_ruling_is_named_by_a_clause() -> None:
    assert set(SECOND_RULING) <= rulings_named(page("en"))


def test_both_languages_have_the_same_clauses_with_the_same_sources() -> None:
    english, french = by_clause("en"), by_clause("fr")
    assert list(english) == list(french) == clauses("kaplan")
    for number, words in english.items():
        assert lines_named(words) == lines_named(french[number]), number
        assert rulings_named(words) == rulings_named(french[number]), number
        assert ("our reading" in words) == ("notre lecture" in french[number]), number
        assert set(re.findall(r"`\w+`", words)) == set(re.findall(r"`\w+`", french[number])), number


def test_both_languages_have_the_same_parts() -> None:
    parts = [re.findall(r"^## (\d+) \S", page(language), flags=re.MULTILINE) for language in ("en", "fr")]
    assert parts == [[str(part) for part in range(1, 11)]] * 2
