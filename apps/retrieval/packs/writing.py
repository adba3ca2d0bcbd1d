"""The Markdown of a pack and of each of its entries."""

import re

from apps.retrieval.packs.parts import Part

LONGEST_TASK = 80
LONGEST_TITLE = 200
NOTHING = "Nothing was found for this task. Try other words, or more sources.\n"
SIGNS = re.compile(r"[\\`*<\[]")


def pack_head(task: str) -> str:
    """The title of the pack."""
    return f"# Context: {one_line(task, LONGEST_TASK)}\n\n"


def write_entry(
    number: int, part: Part, text: str, *, lines: tuple[int, int], next_line: int
) -> str:
    """An entry with everything around it; ``next_line`` is where it was cut, or 0."""
    trail = " > ".join(dict.fromkeys([part.title, *part.heading_path]))
    why = one_line(part.why, LONGEST_TITLE)
    more = continuation(part, next_line) if next_line else ""
    return (
        f"## {number}. {one_line(trail, LONGEST_TITLE)}\n\n"
        f"`{part.mark}`, lines {lines[0]} to {lines[1]}. {part.reason.capitalize()}: {why}.\n\n"
        f"{text}\n\n{more}"
    )


def continuation(part: Part, line: int) -> str:
    """Where to read on."""
    return f"Cut here; it goes on at line {line}: `{part.rest}`\n\n"


def one_line(text: str, longest: int) -> str:
    """A text that nobody wrote as Markdown, safe on one line of it."""
    line = " ".join(text.split())
    line = line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"
    return SIGNS.sub(r"\\\g<0>", line)
