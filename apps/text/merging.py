"""Two edits of one text brought together by lines.

Method: the three-way merge of diff3 (Khanna, Kunal and Pierce, "A formal investigation of diff3",
2007): between lines that all three texts share, the side that changed wins; where both changed and
not to the same, both are kept between marks for a person to decide.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.text.differences import Comparison

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class MergedText:
    """The merged text; in it `conflicts` places hold both versions between marks."""

    text: str
    conflicts: int


def merge_texts(
    base: str, theirs: str, yours: str, *, names: tuple[str, str] = ("theirs", "yours")
) -> MergedText:
    """Return both edits of `base` in one text; no line of either is lost.

    A conflict reads `<<<<<<< theirs`, their lines, `=======`, your lines, `>>>>>>> yours`.
    """
    parts: list[str] = []
    conflicts = 0
    for old, their, your in _stretches(*(_LINE.findall(text) for text in (base, theirs, yours))):
        if your in (their, old):
            parts += their
        elif their == old:
            parts += your
        else:
            conflicts += 1
            parts += [f"<<<<<<< {names[0]}\n", *_closed(their), "=======\n", *_closed(your)]
            parts.append(f">>>>>>> {names[1]}\n")
    return MergedText("".join(parts), conflicts)


def _closed(lines: list[str]) -> list[str]:
    """Return lines of which the last one has an end, so that a mark can follow."""
    if lines and not lines[-1].endswith(("\n", "\r")):
        return [*lines[:-1], lines[-1] + "\n"]
    return lines


def _stretches(
    base: list[str], theirs: list[str], yours: list[str]
) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Yield stretches of the three texts that stand for each other, in order."""
    in_theirs, in_yours = _places(base, theirs), _places(base, yours)
    old_at = their_at = your_at = 0
    for place in range(len(base)):
        their, your = in_theirs.get(place), in_yours.get(place)
        if their is None or your is None:
            continue
        if (old_at, their_at, your_at) != (place, their, your):
            yield base[old_at:place], theirs[their_at:their], yours[your_at:your]
        same = [base[place]]
        yield same, same, same
        old_at, their_at, your_at = place + 1, their + 1, your + 1
    yield base[old_at:], theirs[their_at:], yours[your_at:]


def _places(base: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    """Return where each line of `base` that the other text kept stands there."""
    found: dict[int, int] = {}
    for stretch in Comparison().stretches(base, other):
        if stretch.is_same:
            olds = range(stretch.old_start, stretch.old_end)
            found.update(zip(olds, range(stretch.new_start, stretch.new_end), strict=True))
    return found
