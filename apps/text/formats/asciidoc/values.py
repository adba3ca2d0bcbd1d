"""What `{name}` stands for (docs.asciidoctor.org, "Attribute References", "Author Information")."""

import re
from collections.abc import Mapping

REFERENCE = re.compile(r"\{([\w-]{1,100})\}")
LONGEST_VALUE = 500
"""Characters, with what it refers to itself put in; a longer value stays a reference."""
SHORT_VALUE = 80
_MOST_GROWTH = 4
_ROOM = 20_000
_AUTHOR = re.compile(r"([^<>;]{1,200}?)\s*<([^<>]{1,1000})>")
INTRINSIC = {
    "amp": "&",
    "apos": "'",
    "asterisk": "*",
    "backslash": "\\",
    "backtick": "`",
    "caret": "^",
    "cpp": "C++",
    "deg": "\u00b0",
    "empty": "",
    "endsb": "]",
    "gt": ">",
    "lt": "<",
    "nbsp": "\u00a0",
    "plus": "+",
    "quot": '"',
    "sp": " ",
    "startsb": "[",
    "tilde": "~",
    "two-colons": "::",
    "two-semicolons": ";;",
    "vbar": "|",
    "zwsp": "\u200b",
}


def known_values(values: Mapping[str, str], source: str) -> dict[str, str]:
    """Return the values of attributes, in the order in which they are set, and of built-in ones.

    A reference in a value is put in when it is set, to what was set before it, so that circles end
    there. Where all references of the source would make it grow more than four times, only those
    of at most 80 characters are known.
    """
    known = dict(INTRINSIC)
    for name, value in values.items():
        if len(value) > LONGEST_VALUE:
            continue
        meant = expand(value, known)
        if len(meant) <= LONGEST_VALUE:
            known[name] = meant
    growth = sum(len(known.get(found[1].lower(), "")) for found in REFERENCE.finditer(source))
    if growth > _ROOM + _MOST_GROWTH * len(source):
        return {name: value for name, value in known.items() if len(value) <= SHORT_VALUE}
    return known


def expand(text: str, known: Mapping[str, str]) -> str:
    """Return a text with the values in place of the references to them; others stay."""
    if "{" not in text:
        return text
    return REFERENCE.sub(lambda found: known.get(found[1].lower(), found[0]), text)


def author_values(line: str) -> dict[str, str]:
    """Return what a header's author line sets: the name and the address of the first author."""
    found = _AUTHOR.match(line)
    if found is None:
        return {"author": line.partition(";")[0].strip()}
    return {"author": found[1].strip(), "email": found[2].strip()}
