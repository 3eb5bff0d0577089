"""`python -m tests.proof`: writes docs/proof.md and its pictures from fresh pictures of our own making.

    python -m tests.proof [--pictures N] [--first SEED] [--traced FOLDER ...] [--dice FOLDER ...]

TRACED are folders of `calibration.training.cards.pathtrace`. Of a folder of pictures of dice with a truth.jsonl the
page gets the counts, and never a picture.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2

from calibration.training.cards.decks import DRAWN, KAPLAN
from tests.proof import boards, cards, dice, hands, pawns
from tests.proof.charts import confusion, counted, reliability
from tests.proof.claims import CROP_PX, FAR, NEAR, RIGHT, UNKNOWN, WRONG, Claim, bins, worst

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "proof.md"
PICTURES = ROOT / "docs" / "pictures" / "proof"
MOST, MOST_OF_ONE = 10, 3
"""Worst readings that are shown, and those of one reader."""
JPEG_QUALITY = 80
HEAD = """# Proof in pictures

How far the readers' confidence holds, on renders of our own that nothing was taught on. This page is made by

    {command}

*Near* is what the readers were made for: cameras from above, in focus. *Far* lies outside: cameras far aside, blurred
pictures, cards and dice of few pixels; there readers must fall silent rather than guess. Path-traced tables are from
[calibration/training/cards](../calibration/training/cards/README.md). All measurements: [figures.md](figures.md).

This page has no path-traced pictures of KARO's boards, hands, pawns and reading sides; those that were measured are in
figures.md. There are photographs of dice and of hands alone: of all else (n = 0) nothing is known.

## What is right, unknown and wrong

"""
RELIABILITY = """
## Reliability

Of readings with a confidence from each value on, the share whose likeliest answer is right; below each curve how many
there are. Where the curve lies under the dashed line, the reader is too sure of itself.

![Reliability curves](pictures/proof/reliability.svg)

## What a twelve-sided die is taken for
"""
WORST_HEAD = """
## The ten worst

Wrong ones first, then those whose likeliest answer is wrong, then what was not read; three of a reader, and more where
others have fewer.

| | reader | pictures | true | said | confidence | counts as |
|---|---|---|---|---|---|---|
"""
CONFUSIONS = "\n{count} dice, {title}; the last column: no value said.\n\n![Confusions](pictures/proof/{name})\n"


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--pictures", type=int, default=40, help="of dice, near and far each; of cards a fifth, of others a quarter"
    )
    parser.add_argument("--first", type=int, default=500, help="the first seed")
    parser.add_argument("--traced", type=Path, nargs="*", default=[])
    parser.add_argument("--dice", type=Path, nargs="*", default=[])
    args = parser.parse_args()
    cv2.setNumThreads(1)
    of_dice = list(dice.simulated(args.pictures, args.first))
    claims = list(of_dice)
    for game in (*DRAWN, KAPLAN):
        claims += cards.drawn(game, max(1, args.pictures // 5), args.first)
    few = max(1, args.pictures // 4)
    claims += [
        *boards.drawn(few, args.first),
        *hands.drawn(few, args.first),
        *pawns.drawn_pawns(few, args.first),
        *pawns.drawn_sides(few, args.first),
    ]
    for folder in args.traced:
        claims += cards.traced(folder)
    of_folders = {folder.name: list(dice.of_folder(folder)) for folder in args.dice}
    PICTURES.mkdir(parents=True, exist_ok=True)
    for old in PICTURES.iterdir():
        old.unlink()
    readers = list(dict.fromkeys(claim.reader for claim in claims))
    (PICTURES / "reliability.svg").write_text(
        reliability({reader: {where: bins(_of(claims, reader, where)) for where in (NEAR, FAR)} for reader in readers}),
        encoding="utf-8",
    )
    command = f"python -m tests.proof --pictures {args.pictures} --first {args.first}"
    command += " --traced FOLDER ..." * bool(args.traced) + " --dice FOLDER ..." * bool(args.dice)
    page = HEAD.format(command=command) + _table(claims, readers)
    page += RELIABILITY
    page += _matrix("simulated, near", "near", _of(of_dice, dice.READER, NEAR))
    page += _matrix("simulated, far", "far", _of(of_dice, dice.READER, FAR))
    for name, found in of_folders.items():
        page += _matrix(f"folder {name}", f"folder-{name}", found)
    PAGE.write_text(page + _worst(claims), encoding="utf-8")


def _of(claims: Sequence[Claim], reader: str, where: str) -> list[Claim]:
    return [claim for claim in claims if claim.reader == reader and claim.where == where]


def _table(claims: Sequence[Claim], readers: Sequence[str]) -> str:
    lines = ["| reader | pictures | n | right | unknown | wrong |", "|---|---|---|---|---|---|"]
    for reader in readers:
        for where in (NEAR, FAR):
            found = _of(claims, reader, where)
            if found:
                of = Counter(claim.result for claim in found)
                lines.append(f"| {reader} | {where} | {len(found)} | {of[RIGHT]} | {of[UNKNOWN]} | {of[WRONG]} |")
    return "\n".join(lines) + "\n"


def _matrix(title: str, name: str, found: Sequence[Claim]) -> str:
    target = PICTURES / f"dice-{name}.svg"
    target.write_text(confusion(counted([(claim.true, claim.said) for claim in found])), encoding="utf-8")
    return CONFUSIONS.format(count=len(found), title=title, name=target.name)


def _worst(claims: Sequence[Claim]) -> str:
    lines = []
    for nth, claim in enumerate(worst(claims, MOST, MOST_OF_ONE)):
        target = PICTURES / f"worst-{nth + 1}.jpg"
        cv2.imwrite(str(target), claim.crop, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        sure = "" if claim.confidence is None else f"{claim.confidence:.3f}"
        picture = f'<img src="pictures/proof/{target.name}" width="{CROP_PX}" alt="">'
        said = claim.said or "not found"
        cells = (picture, claim.reader, claim.where, _plain(claim.true), _plain(said), sure, claim.result)
        lines.append(f"| {' | '.join(cells)} |")
    return WORST_HEAD + "\n".join(lines) + "\n"


def _plain(words: str) -> str:
    """Words of a cell; a board's marks are no emphasis."""
    return f"`{words}`" if "_" in words or "/" in words else words


if __name__ == "__main__":
    main()
