"""Values of environment files are masked before anything is stored or shown."""

import re

from apps.documents.discovery.kinds import is_environment_file

MASK = "••••"
_HARMLESS = (".example", ".sample", ".template")
_ASSIGNMENT = re.compile(r"(\s*#*\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*[=:]\s*)(.*)", re.DOTALL)
_QUOTES = ('"""', "'''", '"', "'", "`")


def is_secret_file(path: str) -> bool:
    """Whether the values in this file are nobody's business: ``.env*``, but for examples."""
    return is_environment_file(path) and not path.lower().endswith(_HARMLESS)


def mask_values(text: str) -> str:
    """The text with every value replaced; names, comments and the number of lines stay.

    A line that is neither blank, a comment nor an assignment is replaced as a whole: it may be the
    rest of a value.
    """
    masked: list[str] = []
    closing = ""
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\r\n")
        end = line[len(body) :]
        if closing:
            closing = "" if closing in body else closing
            masked.append(MASK + end)
            continue
        shown, closing = _mask_line(body)
        masked.append(shown + end)
    return "".join(masked)


def _mask_line(body: str) -> tuple[str, str]:
    """The line as it may be shown, and the quote that ends its value on a later line."""
    if not body.strip():
        return body, ""
    found = _ASSIGNMENT.fullmatch(body)
    if found is None:
        return (body, "") if body.lstrip().startswith("#") else (MASK, "")
    name, value = found.groups()
    stripped = value.strip()
    if not stripped:
        return body, ""
    quote = next((one for one in _QUOTES if stripped.startswith(one)), "")
    is_open = (
        bool(quote) and not body.lstrip().startswith("#") and quote not in stripped[len(quote) :]
    )
    return name + MASK, quote if is_open else ""
