"""Labels of reStructuredText: explicit targets without an address (`.. _label:`)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from apps.text.labels import normalise_label
from apps.text.rst import patterns
from apps.text.rst.scan import Region
from apps.text.structure import BlockKind, CodeBlock, Heading, Label

SIGN = ".. _"
_LABEL = re.compile(
    r" *\.\. +_(?![ _])(?:`([^`]{1,300})`|(?!`)((?:[^:\\]|\\.|:(?! |\Z)){1,300})) ?:\Z"
)
_ESCAPE = re.compile(r"\\(.)")
# What may stand between a label and the heading that it is meant for: it shows nothing.
_UNSEEN = frozenset(("index", "meta", "currentmodule", "py:currentmodule", "highlight", "role"))


def labels_in(
    lines: Sequence[str],
    marked: Sequence[int],
    regions: Sequence[Region],
    codes: Sequence[CodeBlock],
    headings: Sequence[Heading],
) -> Iterator[Label]:
    """Yield the labels of a document; `marked` are the lines (0-based) that hold the sign."""
    starts = [region.first for region in regions]
    titles = [heading.line for heading in headings]
    fences = [code.start_line for code in codes]
    meant = -1
    for at in marked:
        fence = bisect_right(fences, at + 1) - 1
        is_coded = fence >= 0 and at < codes[fence].end_line
        name = "" if is_coded else label_of(lines[at])
        place = bisect_right(starts, at) - 1
        if name and _stands_free(lines, at, regions[place]):
            if lines[at][0] != " ":
                # What stands before the same region is not walked over again.
                meant = meant if meant > place else _meant(lines, regions, place)
                place = meant
            if place < len(regions) and regions[place].kind is BlockKind.HEADING:
                heading = bisect_left(titles, regions[place].first + 1)
            else:
                heading = bisect_right(titles, at) - 1
            yield Label(name, headings[heading].anchor if heading >= 0 else "", at + 1)


def label_of(line: str) -> str:
    """Return the normalised label that a line defines, or nothing."""
    match = _LABEL.match(line)
    return normalise_label(_ESCAPE.sub(r"\1", match[1] or match[2])) if match else ""


def is_said(first: str) -> bool:
    """Tell whether a block of that first line is markup, no comment and no other language."""
    if not first.startswith("..") or patterns.DEFINITION.match(first):
        return True
    directive = patterns.DIRECTIVE.match(first)
    return directive is not None and directive[1] not in patterns.VERBATIM_DIRECTIVES


def _stands_free(lines: Sequence[str], at: int, region: Region) -> bool:
    """Tell whether a label is no part of anything verbatim and has no address below it."""
    below = lines[at + 1] if at + 1 < region.last else ""
    if below and _indent(below) > _indent(lines[at]):
        return False
    return at == region.first or (
        region.kind is not BlockKind.CODE and is_said(lines[region.first])
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _meant(lines: Sequence[str], regions: Sequence[Region], place: int) -> int:
    """Return the place of the region that a label before it is meant for."""
    place += 1
    while place < len(regions):
        first = lines[regions[place].first]
        is_seen = not first.startswith("..") or (
            (directive := patterns.DIRECTIVE.match(first)) is not None
            and directive[1] not in _UNSEEN
        )
        if is_seen:
            break
        place += 1
    return place
